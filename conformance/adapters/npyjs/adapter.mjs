// Reads and writes with parse and dump of npyjs.
import { writeFileSync } from 'node:fs';
import {
  TYPED_ARRAYS, Unsupported, arrayOf, bufferOf, load, rowMajor, serve,
} from '../protocol/javascript/adapter.mjs';

const { dump, parse } = load('npyjs');

await serve({
  name: 'npyjs',
  features:
    'npy v1 v2 v3 bool int int64 uint uint64 float16 float complex text ' +
    'fortran-order 0d 1d 2d nd empty long-header',
  read: (path) => parse(bufferOf(path)),
  describe,
  build,
  write,
});

function describe({ data, shape, dtype, fortranOrder }) {
  const said = dtype === 'f2' ? 'f4' : dtype; // it returns a Float32Array
  const bytes = encode(data, said);
  return arrayOf(fortranOrder ? rowMajor(bytes, shape) : bytes, shape, (/^[biu]1$/.test(said) ? '|' : '<') + said);
}

// The bytes of a typed array, of an array of booleans, or of an array of strings.
function encode(data, dtype) {
  if (ArrayBuffer.isView(data)) {
    return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  }
  if (dtype === 'b1') {
    return Buffer.from(data.map(Number));
  }
  const length = Number(dtype.slice(1));
  if (!(length <= 1e6)) {
    return Buffer.alloc(0); // longer than any file: there is nothing to compare it with
  }
  const out = Buffer.alloc(4 * length * data.length);
  data.forEach((text, i) => {
    [...text].slice(0, length).forEach((c, j) => out.writeUInt32LE(c.codePointAt(0), 4 * (length * i + j)));
  });
  return out;
}

function build({ dtype, shape, fortran_order: fortran, data }) {
  if (fortran) {
    throw new Unsupported('npyjs writes C order');
  }
  if (!(dtype in TYPED_ARRAYS)) {
    throw new Unsupported(`there is no typed array for ${dtype}`);
  }
  return { data: new TYPED_ARRAYS[dtype](data.buffer), shape };
}

function write(path, array) {
  if (array instanceof Map) {
    throw new Unsupported('npyjs has no archives');
  }
  writeFileSync(path, Buffer.from(dump(array.data, array.shape)));
}
