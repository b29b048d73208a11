// Reads with npy.parseToNpyData of tfjs-npy-node, what npy.load makes a tensor of, and with
// npz.parseToNpzData, what npz.load makes tensors of.
import { createRequire } from 'node:module';
import { arrayOf, bufferOf, folderOf, load, serve } from '../protocol/javascript/adapter.mjs';

// Arrays of archives come without names, one for each entry, in the order of the entries that adm-zip has. So
// keep what the library opens: to open it again would take as much time and memory as the library does.
let opened;
const require = createRequire(folderOf('tfjs-npy-node'));
const AdmZip = require('adm-zip');
require.cache[require.resolve('adm-zip')].exports = function (...args) {
  return (opened = new AdmZip(...args));
};

const { npy, npz } = load('tfjs-npy-node');

// The upper half of code page 437.
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

await serve({
  name: 'tfjs-npy-node',
  // Of integers it has i4, i8 and u1.
  features: 'npy npz v1 bool int64 float 0d 1d 2d nd empty long-header deflate data-descriptor zip64',
  read: (path) => (path.endsWith('.npz') ? archive(bufferOf(path)) : npy.parseToNpyData(bufferOf(path))),
  describe: ({ data, shape, dtype }) => arrayOf(data, shape, dtype === 'bool' ? '|b1' : undefined),
});

function archive(buffer) {
  try {
    const arrays = npz.parseToNpzData(buffer);
    return new Map(opened.getEntries().map((entry, i) => [nameOf(entry), arrays[i]]));
  } finally {
    opened = undefined;
  }
}

// The name of an entry, from its bytes: the library doesn't return names, so it's not to blame for adm-zip's, which
// are always decoded as UTF-8.
function nameOf({ rawEntryName: bytes, header }) {
  if (header.flags_efs) {
    return bytes.toString();
  }
  return bytes.toString('latin1').replace(/[\x80-\xff]/g, (c) => CP437[c.charCodeAt() - 0x80]);
}
