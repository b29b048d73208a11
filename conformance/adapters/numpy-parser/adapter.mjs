// Reads with numpy-parser.
import { arrayOf, bufferOf, load, serve } from '../protocol/javascript/adapter.mjs';

const { fromArrayBuffer } = load('numpy-parser');

await serve({
  name: 'numpy-parser',
  features: 'npy v1 v2 v3 int uint float 0d 1d 2d nd empty long-header',
  read: (path) => fromArrayBuffer(bufferOf(path)),
  describe: ({ data, shape }) => arrayOf(data, shape),
  // For an unknown type, its Error refers to a misspelled variable.
  refusals: [ReferenceError],
});
