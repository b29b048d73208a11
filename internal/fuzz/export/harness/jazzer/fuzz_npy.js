// The Jazzer.js target of a reader in JavaScript, here numpy-parser. It refuses files with several kinds of Error,
// but a RangeError or a TypeError comes from a mistake.
const { fromArrayBuffer } = require('numpy-parser');

module.exports.fuzz = (file) => {
  try {
    fromArrayBuffer(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw error;
  }
};
