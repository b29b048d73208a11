// numpy-ts behind the protocol between npycheck and an adapter: ../../protocol.md.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

// Whatever else is printed must not get between the answers.
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

// It throws in a promise that it loses when it inflates: nobody can catch that, and it ends a program.
process.on('uncaughtException', (error) => {
  console.error(String(error));
  process.exit(1);
});

const folder = join(process.argv[2], 'node_modules', 'numpy-ts');
const { DTYPE_TO_DESCR, load, save, savez, zeros } = await import(pathToFileURL(join(folder, 'dist/esm/node.js')));
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const HELLO = {
  op: 'hello', name: 'numpy-ts', version, language: 'JavaScript',
  features: [
    'npy', 'npz', 'v1', 'v2', 'v3', 'bool', 'int', 'int64', 'uint', 'uint64', 'float16', 'float', 'complex',
    'big-endian', 'fortran-order', '0d', '1d', '2d', 'nd', 'empty', 'long-header',
  ],
  ops: ['read', 'write'],
};

const LARGE = 1 << 20; // more bytes than this are sent as a hash

async function read(path) {
  const loaded = await load(path);
  if (!('arrays' in loaded)) {
    return describe(loaded);
  }
  const members = [...loaded.arrays].map(([key, array]) => [key, describe(array)]);
  return { members: Object.fromEntries(members) };
}

function describe(array) {
  const { buffer, byteOffset, byteLength } = array.data; // in C order, as load leaves it
  const elements = Buffer.from(buffer, byteOffset, byteLength);
  // Where the engine has no Float16Array, it keeps these in a Float32Array.
  const dtype = array.data instanceof Float32Array && array.dtype === 'float16' ? '<f4' : DTYPE_TO_DESCR[array.dtype];
  const shape = array.shape.map((extent) => (extent < 2 ** 63 ? extent : -1)); // an integer of 64 bits
  if (elements.length > LARGE) {
    return { dtype, shape, sha256: createHash('sha256').update(elements).digest('hex') };
  }
  return { dtype, shape, data: elements.toString('hex') };
}

function possible({ members, dtype, fortran_order }) {
  if (members) {
    return Object.values(members).every(possible);
  }
  return !fortran_order && dtype !== '<f2' && Object.values(DTYPE_TO_DESCR).includes(dtype);
}

async function write(path, array) {
  if (array.members) {
    const members = Object.entries(array.members).map(([key, member]) => [key, build(member)]);
    await savez(path, new Map(members));
  } else {
    await save(path, build(array));
  }
}

function build({ dtype, shape, data }) {
  const name = Object.keys(DTYPE_TO_DESCR).find((name) => DTYPE_TO_DESCR[name] === dtype);
  const array = zeros(shape, name);
  new Uint8Array(array.data.buffer, array.data.byteOffset, array.data.byteLength).set(Buffer.from(data, 'hex'));
  return array;
}

async function attempt(todo) {
  try {
    return { outcome: 'accept', array: await todo() };
  } catch (error) {
    const message = String(error).replace(/\s+/g, ' ').slice(0, 500);
    if (/allocation failed|out of memory/i.test(message)) {
      return { outcome: 'blow-up', message };
    }
    // Those that the engine throws. numpy-ts has errors of its own.
    const broken = [TypeError, RangeError, ReferenceError].some((type) => error instanceof type);
    return { outcome: broken ? 'crash' : 'reject', message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { op, id, path, array } = JSON.parse(line);
  if (op === 'bye') {
    break;
  }
  let answer = HELLO;
  if (op === 'read') {
    answer = { id, ...(await attempt(() => read(path))) };
    if (path.endsWith('.npz') && answer.outcome === 'reject') {
      await new Promise((resolve) => setTimeout(resolve, 50)); // what else it throws belongs to this file, too
    }
  } else if (op === 'write') {
    answer = { id, ...(possible(array) ? await attempt(() => write(path, array)) : { outcome: 'unsupported' }) };
  }
  print(JSON.stringify(answer) + '\n');
}
