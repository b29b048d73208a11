// Reads with ol-numpytiles.
import { arrayOf, bufferOf, load, serve } from '../protocol/javascript/adapter.mjs';

const { fromArrayBuffer } = load('@planet/ol-numpytiles');

await serve({
  name: 'ol-numpytiles',
  package: '@planet/ol-numpytiles',
  features: 'npy v1 int uint float 0d 1d 2d nd empty long-header',
  read: (path) => fromArrayBuffer(bufferOf(path)),
  describe: ({ data = new Uint8Array(), shape }) => arrayOf(data, shape), // an empty file gives {}, without an error
});
