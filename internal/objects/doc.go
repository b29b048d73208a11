// Package objects shows what is inside of a pickle: keys, scalars, the beginning of text, the dtype and shape of arrays,
// and classes by name. It follows the opcodes through which package validator walks, and runs and imports nothing.
//
// A check fills the Trees whose Opcodes its options have.
//
// A file builds on those before it in this list, and on no later one: node; argument, dtype, calls; trim, builder;
// tree; text, json; trees.
package objects
