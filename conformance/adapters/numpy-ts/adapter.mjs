// Reads and writes with load, save and savez of numpy-ts/node.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Unsupported, arrayOf, folderOf, serve } from '../protocol/javascript/adapter.mjs';

const module = pathToFileURL(join(folderOf('numpy-ts'), 'dist/esm/node.js'));
const { DTYPE_TO_DESCR, load, save, savez, zeros } = await import(module);

// When it inflates it throws in a promise that it loses: nobody can catch that, and it ends the program.
process.on('uncaughtException', (error) => {
  console.error(String(error));
  process.exit(1);
});

await serve({
  name: 'numpy-ts',
  features:
    'npy npz v1 v2 v3 bool int int64 uint uint64 float16 float complex ' +
    'big-endian fortran-order 0d 1d 2d nd empty long-header',
  read,
  describe,
  build,
  write: (path, array) => (array instanceof Map ? savez(path, array) : save(path, array)),
});

async function read(path) {
  try {
    const loaded = await load(path);
    return 'arrays' in loaded ? new Map(loaded.arrays) : loaded;
  } catch (error) {
    if (path.endsWith('.npz')) {
      await new Promise((resolve) => setTimeout(resolve, 50)); // what else it throws belongs to this file, too
    }
    throw error;
  }
}

function describe({ data, shape, dtype }) {
  // In C order, as load returns it. Where the engine has no Float16Array, it uses a Float32Array.
  const widened = data instanceof Float32Array && dtype === 'float16';
  return arrayOf(data, shape, widened ? '<f4' : DTYPE_TO_DESCR[dtype]);
}

function build({ dtype, shape, fortran_order: fortran, data }) {
  if (fortran) {
    throw new Unsupported('numpy-ts writes C order');
  }
  const name = Object.keys(DTYPE_TO_DESCR).find((name) => DTYPE_TO_DESCR[name] === dtype);
  if (!name || dtype === '<f2') { // which may be a Float32Array
    throw new Unsupported(`numpy-ts has no type for ${dtype}`);
  }
  const array = zeros(shape, name);
  new Uint8Array(array.data.buffer, array.data.byteOffset, array.data.byteLength).set(data);
  return array;
}
