package build

import "strings"

// Opcodes of pickles are text here, which reads like pickletools' listings. The functions are named
// after the opcode, or after what a pickler uses it for.

// Global returns GLOBAL: an import up to protocol 3.
func Global(module, name string) string { return "c" + module + "\n" + name + "\n" }

// StackGlobal returns an import since protocol 4: two texts and STACK_GLOBAL.
func StackGlobal(module, name string) string {
	return ShortUnicode(module) + ShortUnicode(name) + "\x93"
}

// Unicode returns BINUNICODE.
func Unicode(s string) string { return "X" + string(LittleEndian(uint64(len(s)), 4)) + s }

// ShortUnicode returns SHORT_BINUNICODE.
func ShortUnicode(s string) string { return "\x8c" + string(Bytes(byte(len(s)))) + s }

// ShortBytes returns SHORT_BINBYTES.
func ShortBytes(s string) string { return "C" + string(Bytes(byte(len(s)))) + s }

// BinInt returns BININT.
func BinInt(n int32) string { return "J" + string(I4(n)) }

// TupleOf returns a mark, the items and TUPLE.
func TupleOf(items ...string) string { return "(" + strings.Join(items, "") + "t" }

// ListOf returns EMPTY_LIST, a mark, the items and APPENDS.
func ListOf(items ...string) string { return "](" + strings.Join(items, "") + "e" }

// Reduce returns a call by REDUCE.
func Reduce(callee string, args ...string) string { return callee + TupleOf(args...) + "R" }

// NewObj returns an instance made by NEWOBJ.
func NewObj(class string, args ...string) string { return class + TupleOf(args...) + "\x81" }

// Frame returns FRAME, which announces n bytes.
func Frame(n uint64) string { return "\x95" + string(LittleEndian(n, 8)) }

// Framed returns a frame with its opcodes.
func Framed(opcodes string) string { return Frame(uint64(len(opcodes))) + opcodes }
