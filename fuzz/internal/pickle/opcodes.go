package pickle

import "bytes"

// Argument is what follows an opcode of a pickle.
type Argument uint8

const (
	NoArgument Argument = iota
	Line                // text up to a newline
	TwoLines
	Byte1 // a number of one byte, and so on
	Byte2
	Byte4
	Byte8
	Counted1 // bytes after their number, which has one byte, and so on
	Counted4
	Counted8
)

// Opcodes are those of all protocols.
var Opcodes = map[byte]Argument{
	'(': 0, '.': 0, '0': 0, '1': 0, '2': 0, 'F': Line, 'I': Line, 'J': Byte4, 'K': Byte1, 'L': Line, 'M': Byte2, 'N': 0, 'P': Line, 'Q': 0, 'R': 0,
	'S': Line, 'T': Counted4, 'U': Counted1, 'V': Line, 'X': Counted4, 'a': 0, 'b': 0, 'c': TwoLines, 'd': 0, '}': 0, 'e': 0, 'g': Line, 'h': Byte1,
	'i': TwoLines, 'j': Byte4, 'l': 0, ']': 0, 'o': 0, 'p': Line, 'q': Byte1, 'r': Byte4, 's': 0, 't': 0, ')': 0, 'u': 0, 'G': Byte8, '\x80': Byte1,
	'\x81': 0, '\x82': Byte1, '\x83': Byte2, '\x84': Byte4, '\x85': 0, '\x86': 0, '\x87': 0, '\x88': 0, '\x89': 0, '\x8a': Counted1, '\x8b': Counted4,
	'B': Counted4, 'C': Counted1, '\x8c': Counted1, '\x8d': Counted8, '\x8e': Counted8, '\x8f': 0, '\x90': 0, '\x91': 0, '\x92': 0, '\x93': 0, '\x94': 0,
	'\x95': Byte8, '\x96': Counted8, '\x97': 0, '\x98': 0,
}

// Width returns the size in bytes of the number that an argument is or begins with.
func (a Argument) Width() int {
	switch a {
	case Byte1, Counted1:
		return 1
	case Byte2:
		return 2
	case Byte4, Counted4:
		return 4
	case Byte8, Counted8:
		return 8
	}
	return 0
}

// OpcodeLen returns the length of the opcode that b begins with, with its argument, or 0 if b doesn't begin with a whole one.
func OpcodeLen(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	kind, ok := Opcodes[b[0]]
	end := 1 + kind.Width()
	if !ok || end > len(b) {
		return 0
	}
	switch kind {
	case Line, TwoLines:
		for range kind {
			n := bytes.IndexByte(b[end:], '\n')
			if n < 0 {
				return 0
			}
			end += n + 1
		}
	case Counted1, Counted4, Counted8:
		n := Uint(b[1:end])
		if n > uint64(len(b)-end) {
			return 0
		}
		end += int(n)
	}
	return end
}

// Uint returns a number of at most 8 bytes, the lowest first.
func Uint(b []byte) (n uint64) {
	for i := len(b) - 1; i >= 0; i-- {
		n = n<<8 | uint64(b[i])
	}
	return n
}
