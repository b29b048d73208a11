// ol-numpytiles behind the protocol between npycheck and an adapter: ../../protocol.md.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// Whatever else is printed must not get between the answers.
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

const folder = join(process.argv[2], 'node_modules', '@planet/ol-numpytiles');
const { fromArrayBuffer } = createRequire(folder)(folder);
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const HELLO = {
  op: 'hello', name: 'ol-numpytiles', version, language: 'JavaScript',
  features: ['npy', 'v1', 'int', 'uint', 'float', '0d', '1d', '2d', 'nd', 'empty', 'long-header'],
};

const DTYPES = {
  Int8Array: '|i1', Uint8Array: '|u1', Int16Array: '<i2', Uint16Array: '<u2', Int32Array: '<i4', Uint32Array: '<u4',
  Float32Array: '<f4', Float64Array: '<f8',
};

function read(path) {
  const file = new Uint8Array(readFileSync(path)); // a buffer of its own
  return fromArrayBuffer(file.buffer);
}

// An empty file gives {}, without an error.
function describe({ data = new Uint8Array(), shape }) {
  return {
    dtype: DTYPES[data.constructor.name],
    shape: (Array.isArray(shape) ? shape : [NaN]).map(integer),
    data: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('hex'),
  };
}

// JSON has no NaN, and a shape no fractions.
function integer(extent) {
  return Number.isInteger(extent) && Math.abs(extent) < 2 ** 63 ? extent : -1;
}

function attempt(todo) {
  try {
    return { outcome: 'accept', got: todo() };
  } catch (error) {
    const message = String(error).replace(/\s+/g, ' ').slice(0, 500);
    if (/allocation failed|out of memory/i.test(message)) {
      return { outcome: 'blow-up', message };
    }
    // Those that the engine throws. ol-numpytiles itself throws an Error, and lets one of JSON.parse pass.
    const broken = [TypeError, RangeError, ReferenceError].some((type) => error instanceof type);
    return { outcome: broken ? 'crash' : 'reject', message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { op, id, path } = JSON.parse(line);
  if (op === 'bye') {
    break;
  }
  let answer = HELLO;
  if (op === 'read') {
    const { got, ...result } = attempt(() => read(path));
    answer = { id, ...result, ...(got && { array: describe(got) }) };
  }
  print(JSON.stringify(answer) + '\n');
}
