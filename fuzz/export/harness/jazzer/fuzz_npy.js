// The Jazzer.js target of a reader in JavaScript, here numpy-parser. It may throw what it means to throw.
const { fromArrayBuffer } = require('numpy-parser');

module.exports.fuzz = (file) => {
  try {
    fromArrayBuffer(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
};
