// npyjs behind the protocol between npycheck and an adapter: ../../protocol.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// Whatever else is printed must not get between the answers.
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

const folder = join(process.argv[2], 'node_modules', 'npyjs');
const { dump, parse } = createRequire(folder)(folder);
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const HELLO = {
  op: 'hello', name: 'npyjs', version, language: 'JavaScript',
  features: [
    'npy', 'v1', 'v2', 'v3', 'bool', 'int', 'int64', 'uint', 'uint64', 'float16', 'float', 'complex', 'text',
    'fortran-order', '0d', '1d', '2d', 'nd', 'empty', 'long-header',
  ],
  ops: ['read', 'write'],
};

const ARRAYS = {
  i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array, i4: Int32Array, u4: Uint32Array,
  i8: BigInt64Array, u8: BigUint64Array, f4: Float32Array, f8: Float64Array,
};

function read(path) {
  const file = new Uint8Array(readFileSync(path)); // a buffer of its own
  return parse(file.buffer);
}

function describe({ data, shape, dtype, fortranOrder }) {
  const said = dtype === 'f2' ? 'f4' : dtype; // it returns a Float32Array
  return {
    dtype: (/^[biu]1$/.test(said) ? '|' : '<') + said,
    shape: shape.map((extent) => (Number.isInteger(extent) && extent < 2 ** 63 ? extent : -1)), // JSON has no NaN
    data: inCOrder(encode(data, said), shape, fortranOrder).toString('hex'),
  };
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

function inCOrder(bytes, shape, fortranOrder) {
  const count = shape.reduce((product, extent) => product * extent, 1);
  const size = bytes.length / count;
  if (!fortranOrder || !Number.isInteger(size) || size === 0) {
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

function write(path, { dtype, shape, data }) {
  const bytes = Buffer.from(data, 'hex');
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  writeFileSync(path, Buffer.from(dump(new ARRAYS[dtype.slice(1)](buffer), shape)));
}

function attempt(todo) {
  try {
    return { outcome: 'accept', got: todo() };
  } catch (error) {
    const message = String(error).replace(/\s+/g, ' ').slice(0, 500);
    if (/allocation failed|out of memory/i.test(message)) {
      return { outcome: 'blow-up', message };
    }
    // Those that the engine throws. npyjs itself throws an Error when it refuses to read.
    const broken = [TypeError, RangeError, ReferenceError].some((type) => error instanceof type);
    return { outcome: broken ? 'crash' : 'reject', message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { op, id, path, array } = JSON.parse(line);
  let answer = HELLO;
  if (op === 'bye') {
    break;
  } else if (op === 'read') {
    const { got, ...result } = attempt(() => read(path));
    answer = { id, ...result, ...(got && { array: describe(got) }) };
  } else if (op === 'write') {
    const possible = !array.members && !array.fortran_order && array.dtype.slice(1) in ARRAYS;
    const { got, ...result } = possible ? attempt(() => write(path, array)) : { outcome: 'unsupported' };
    answer = { id, ...result };
  }
  print(JSON.stringify(answer) + '\n');
}
