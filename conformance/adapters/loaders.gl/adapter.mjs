// Reads with the NPYLoader of loaders.gl.
import { arrayOf, bufferOf, load, serve } from '../protocol/javascript/adapter.mjs';

const { NPYLoader } = load('@loaders.gl/textures');

await serve({
  name: 'loaders.gl',
  package: '@loaders.gl/textures',
  features: 'npy v1 v2 v3 int uint float 0d 1d 2d nd empty long-header',
  read: (path) => NPYLoader.parseSync(bufferOf(path)),
  describe: ({ data, header }) => arrayOf(data, header.shape),
});
