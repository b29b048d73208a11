// Reads every vector of the corpus with npyjs. Start it with
//
//     npm install
//     NPYCHECK_CORPUS=DIR npm test
//
// where DIR is a copy of the corpus. Each vector is a test of its own.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { parse } from 'npyjs';
import { reshape } from 'npyjs/reshape';

// The features that npyjs doesn't claim to have.
const UNSUPPORTED = [
  'big-endian', 'longdouble', 'datetime', 'bytes', 'void', 'structured', 'nested', 'titles', 'object',
];

const corpus = process.env.NPYCHECK_CORPUS;
const manifest = JSON.parse(readFileSync(join(corpus, 'manifest.json'), 'utf8'));
const cases = manifest.cases.filter((c) => !c.withdrawn && c.format === 'npy'); // npyjs opens no archives
for (const { file } of cases) {
  assert.ok(
    existsSync(join(corpus, 'vectors', file)),
    `${corpus} lacks vectors/${file}: use a folder that npycheck corpus copy made`,
  );
}
const lacking = (c) => UNSUPPORTED.filter((feature) => c.features.includes(feature));

const knownFailures = readFileSync(new URL('known-failures.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [pattern, reason] = line.split('  # ');
    return { pattern, reason, regexp: new RegExp(`^${pattern.replaceAll('*', '.*')}$`) };
  });

for (const c of cases) {
  const known = knownFailures.find(({ regexp }) => regexp.test(c.id));
  test(c.id, (t) => {
    if (lacking(c).length > 0) {
      t.skip(`unsupported: ${lacking(c)}`);
      return;
    }
    if (known === undefined) {
      check(c);
      return;
    }
    assert.throws(() => check(c), undefined, 'passes, but is known to fail');
    t.todo(known.reason); // counts it apart from those that pass
  });
}

for (const { pattern, regexp } of knownFailures) {
  test(`known-failures.txt: ${pattern} is about a case`, () => {
    assert.ok(cases.some((c) => lacking(c).length === 0 && regexp.test(c.id)));
  });
}

// Reads the file of a case and throws if npyjs does anything with it that it must not do.
function check(c) {
  const file = new Uint8Array(readFileSync(join(corpus, 'vectors', c.file)));
  let got;
  try {
    // A script can be stopped after a while, a function can't.
    const context = { parse: () => parse(file.buffer, { convertFloat16: false }) };
    got = runInNewContext('parse()', context, { timeout: 2000 });
  } catch (error) {
    assert.notEqual(error.code, 'ERR_SCRIPT_EXECUTION_TIMEOUT', `hangs: ${c.comment}`);
    assert.notEqual(c.duty, 'accept', `refused (${error}): ${c.comment}`);
    return;
  }
  assert.notEqual(c.duty, 'reject', `read: ${c.comment}`);
  if (c.duty !== 'survive' && c.array !== undefined) {
    assert.deepEqual(kindAndSize(got.dtype), kindAndSize(c.array.dtype.slice(1)));
    assert.equal(String(got.shape), String(c.array.shape));
    const sha256 = createHash('sha256').update(elements(got)).digest('hex');
    assert.equal(sha256, c.array.sha256, `other elements: ${c.comment}`);
  }
}

// f8 and U12 as a letter and a number.
function kindAndSize(dtype) {
  return [dtype[0], Number(dtype.slice(1))];
}

// The bytes of the elements in C order.
function elements({ data, shape, dtype, fortranOrder }) {
  const bytes = encode(data, dtype);
  if (!fortranOrder || bytes.length === 0) {
    return bytes;
  }
  const count = shape.reduce((product, extent) => product * extent, 1);
  const size = bytes.length / count;
  const items = Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
  return Buffer.concat([reshape(items, shape, fortranOrder)].flat(Infinity));
}

// The bytes of what parse returns: a typed array, an array of booleans, or an array of strings.
function encode(data, dtype) {
  if (ArrayBuffer.isView(data)) {
    return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  }
  if (dtype === 'b1') {
    return Buffer.from(data.map(Number));
  }
  const [, length] = kindAndSize(dtype);
  return Buffer.concat(
    data.map((text) => {
      const item = Buffer.alloc(4 * length);
      [...text].forEach((character, i) => item.writeUInt32LE(character.codePointAt(0), 4 * i));
      return item;
    }),
  );
}
