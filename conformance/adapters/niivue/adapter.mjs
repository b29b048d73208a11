// Reads with NVImage of @niivue/niivue.
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { arrayOf, bufferOf, folderOf, serve } from '../protocol/javascript/adapter.mjs';

const { NVImage } = await import(pathToFileURL(join(folderOf('@niivue/niivue'), 'build/niivue/index.js')));

await serve({
  name: 'niivue',
  package: '@niivue/niivue',
  language: 'TypeScript',
  features: 'npy v1 v2 v3 int uint float big-endian 2d nd long-header',
  read: (path) => NVImage.new(bufferOf(path), basename(path)),
  describe,
});

// NIfTI has the axes in reverse, of which NiiVue's documentation says nothing; C order is the same.
function describe({ hdr, img }) {
  return arrayOf(img, hdr.dims.slice(1, hdr.dims[0] + 1).reverse());
}
