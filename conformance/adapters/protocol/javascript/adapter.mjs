// Speaks the protocol of ../../../protocol.md for a library in JavaScript. The adapters of such libraries
// share it; what is about a library is in its own folder.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

// Nothing else that is printed, even while the library loads, may get between the answers.
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

// What an adapter throws when the library doesn't support something.
export class Unsupported extends Error {
  name = 'Unsupported';
}

// The typed arrays, by NumPy's dtype.
export const TYPED_ARRAYS = {
  '|i1': Int8Array, '|u1': Uint8Array, '<i2': Int16Array, '<u2': Uint16Array, '<i4': Int32Array, '<u4': Uint32Array,
  '<i8': BigInt64Array, '<u8': BigUint64Array, '<f4': Float32Array, '<f8': Float64Array,
};

const LARGE = 1 << 20; // more bytes than this are sent as a hash

// The folder of a package that has been installed into DIR, the argument of the adapter.
export function folderOf(name) {
  return resolve(process.argv[2], 'node_modules', name);
}

// What a package exports.
export function load(name) {
  const folder = folderOf(name);
  return createRequire(folder)(folder);
}

// The bytes of a file, in their own ArrayBuffer.
export function bufferOf(path) {
  return new Uint8Array(readFileSync(path)).buffer;
}

// The array of an answer. The elements are those of a typed array, or bytes if there is a dtype.
export function arrayOf(elements, shape, dtype = dtypeOf(elements)) {
  const bytes = Buffer.from(elements.buffer, elements.byteOffset, elements.byteLength);
  const array = { dtype, shape: (Array.isArray(shape) ? shape : [NaN]).map(integer) };
  if (bytes.length > LARGE) {
    return { ...array, sha256: createHash('sha256').update(bytes).digest('hex') };
  }
  return { ...array, data: bytes.toString('hex') };
}

function dtypeOf(elements) {
  return Object.keys(TYPED_ARRAYS).find((dtype) => elements instanceof TYPED_ARRAYS[dtype]);
}

// JSON has no NaN, and an extent no fractions and at most 63 bits.
function integer(extent) {
  return Number.isInteger(extent) && extent < 2 ** 63 ? extent : -1;
}

// Puts elements in Fortran order, as bytes, into C order. Where their number is not what the shape says,
// they stay as they are: the comparison of the array will show that.
export function rowMajor(bytes, shape) {
  const count = shape.reduce((product, extent) => product * extent, 1);
  const size = bytes.length / count;
  if (!Number.isInteger(size) || size === 0) {
    return bytes;
  }
  const out = Buffer.alloc(bytes.length);
  for (let to = 0; to < count; to++) {
    let from = 0;
    for (let axis = shape.length - 1, rest = to, stride = count; axis >= 0; axis--) {
      stride /= shape[axis];
      from += (rest % shape[axis]) * stride;
      rest = Math.floor(rest / shape[axis]);
    }
    bytes.copy(out, to * size, from * size, (from + 1) * size);
  }
  return out;
}

// Answers requests until there are no more. A library has
//
//   name      its name
//   package   what npm calls it, if that is another name
//   language  its language, if that isn't JavaScript
//   features  those that it claims, separated by spaces
//   read      (path) => what the library reads in a file: an array, or a Map of arrays for an archive
//   describe  (array) => the array of an answer
//   build     ({ dtype, shape, fortran_order, data }) => an array as the library writes it; data is bytes
//             in a buffer of their own
//   write     (path, array), or a Map of arrays for an archive
//   refusals  types of errors that the engine throws, but by which this library refuses a file
//
// and the last three only if they are needed. What read, build and write throw is the library's; an error
// in describe is the adapter's own, and ends it.
export async function serve(library) {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    if (request.op === 'bye') {
      break;
    }
    print(JSON.stringify(await answer(library, request)) + '\n');
  }
}

async function answer(library, { op, id, path, array }) {
  if (op === 'hello') {
    return hello(library);
  }
  if (op === 'write') {
    const { got, ...result } = await attempt(() => library.write(path, built(array, library)), library);
    return { id, ...result };
  }
  const { got, ...result } = await attempt(() => library.read(path), library);
  return { id, ...result, ...(result.outcome === 'accept' && { array: described(got, library) }) };
}

function hello({ name, package: folder = name, language = 'JavaScript', features, write }) {
  const { version } = JSON.parse(readFileSync(join(folderOf(folder), 'package.json'), 'utf8'));
  const ops = write ? ['read', 'write'] : ['read'];
  const runtime = `Node ${process.versions.node}`;
  return { op: 'hello', name, version, language, runtime, features: features.split(' '), ops };
}

function built({ members, data, ...array }, library) {
  if (members) {
    return new Map(Object.entries(members).map(([key, member]) => [key, built(member, library)]));
  }
  return library.build({ ...array, data: new Uint8Array(Buffer.from(data, 'hex')) });
}

function described(got, { describe }) {
  if (got instanceof Map) {
    return { members: Object.fromEntries([...got].map(([key, member]) => [key, describe(member)])) };
  }
  return describe(got);
}

async function attempt(todo, { refusals = [] }) {
  try {
    return { outcome: 'accept', got: await todo() };
  } catch (error) {
    const message = String(error).replace(/\s+/g, ' ').slice(0, 500);
    return { outcome: outcome(error, message, refusals), message };
  }
}

// What the engine throws is an exception that the library doesn't mean, also for want of memory. A library that refuses
// a file throws an Error or a type of its own, or lets the SyntaxError of JSON.parse pass.
function outcome(error, message, refusals) {
  const is = (type) => error instanceof type;
  if (is(Unsupported)) {
    return 'unsupported';
  }
  if (/allocation failed|out of memory/i.test(message)) {
    return 'exception';
  }
  return [TypeError, RangeError, ReferenceError].some(is) && !refusals.some(is) ? 'exception' : 'reject';
}
