// Reads with NVImage of @niivue/niivue.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Unsupported, arrayOf, bufferOf, folderOf, serve } from '../protocol/javascript/adapter.mjs';

const { NVImage } = await import(pathToFileURL(join(folderOf('@niivue/niivue'), 'build/niivue/index.js')));

// The types of NIfTI by their codes.
const TYPES = {
  2: '|u1', 256: '|i1', 4: '<i2', 512: '<u2', 8: '<i4', 768: '<u4', 16: '<f4', 64: '<f8',
};

await serve({
  name: 'niivue',
  package: '@niivue/niivue',
  language: 'TypeScript',
  features: 'npy v1 v2 v3 int uint float big-endian 2d nd long-header',
  read,
  describe,
});

async function read(path) {
  const image = new NVImage();
  try {
    return { elements: Buffer.from(await image.readNPY(bufferOf(path))), header: image.hdr };
  } catch (error) {
    throw /^Unsupported NPY shape/.test(error.message) ? new Unsupported(error.message) : error;
  }
}

// The header of NIfTI names the first axis of a picture first, which is the last of an array in C order.
function describe({ elements, header: { dims, datatypeCode, littleEndian } }) {
  const dtype = TYPES[datatypeCode];
  const size = Number(dtype.slice(2));
  if (!littleEndian && size > 1) {
    elements[`swap${8 * size}`]();
  }
  return arrayOf(elements, dims.slice(1, dims[0] + 1).reverse(), dtype);
}
