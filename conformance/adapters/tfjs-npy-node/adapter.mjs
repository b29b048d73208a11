// Reads with npy.parseToNpyData of tfjs-npy-node, what npy.load makes a tensor of.
import { arrayOf, bufferOf, load, serve } from '../protocol/javascript/adapter.mjs';

const { npy } = load('tfjs-npy-node');

await serve({
  name: 'tfjs-npy-node',
  // Of integers it has i4, i8 and u1. An archive it returns without the names.
  features: 'npy v1 bool int64 float 0d 1d 2d nd empty long-header',
  read: (path) => npy.parseToNpyData(bufferOf(path)),
  describe: ({ data, shape, dtype }) => arrayOf(data, shape, dtype === 'bool' ? '|b1' : undefined),
});
