package shrink

import (
	"bytes"
	"encoding/binary"
)

// The opcodes of pickles by the form of their arguments; those not listed have none.
const (
	oneByte   = "Khq\x80\x82"
	twoBytes  = "M\x83"
	fourBytes = "Jjr\x84"
	lines     = "FILPSVgp" // one line
	twoLines  = "ci"
	counted1  = "UC\x8a\x8c" // a length of one byte, and as many bytes
	counted4  = "TXB\x8b"
	counted8  = "\x8d\x8e\x96"
	eight     = "G\x95"
	noBytes   = "(.012NQRabde}])lostu\x81\x85\x86\x87\x88\x89\x8f\x90\x91\x92\x93\x94\x97\x98"
)

// none is the simplest conforming pickle of an array of shape (1,) that contains None.
const none = "\x80\x03cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85C\x01b\x87R(K\x01K\x01\x85" +
	"cnumpy\ndtype\nX\x02\x00\x00\x00O8\x89\x88\x87R(K\x03X\x01\x00\x00\x00|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?tb\x89]Natb."

// opcodes returns the lengths of the opcodes of a pickle, as far as it is valid, and of the rest.
func opcodes(b []byte) (lengths []int) {
	for len(b) > 0 {
		n := opcodeLen(b)
		if n <= 0 || n > len(b) {
			return append(lengths, len(b))
		}
		lengths = append(lengths, n)
		if b[0] == '.' && n < len(b) {
			return append(lengths, len(b)-n)
		}
		b = b[n:]
	}
	return lengths
}

// opcodeLen returns the length of the opcode that b begins with, which may be more than len(b). It is 0 if b doesn't
// begin with an opcode.
func opcodeLen(b []byte) int {
	has := func(opcodes string) bool { return bytes.IndexByte([]byte(opcodes), b[0]) >= 0 }
	line := func(from int) int {
		if n := bytes.IndexByte(b[min(from, len(b)):], '\n'); n >= 0 {
			return from + n + 1
		}
		return len(b) + 1
	}
	counted := func(width int) int {
		if len(b) <= width {
			return len(b) + 1
		}
		var n [8]byte
		copy(n[:], b[1:1+width])
		return 1 + width + int(min(binary.LittleEndian.Uint64(n[:]), uint64(len(b))))
	}
	switch {
	case has(noBytes):
		return 1
	case has(oneByte):
		return 2
	case has(twoBytes):
		return 3
	case has(fourBytes):
		return 5
	case has(eight):
		return 9
	case has(lines):
		return line(1)
	case has(twoLines):
		return line(line(1))
	case has(counted1):
		return counted(1)
	case has(counted4):
		return counted(4)
	case has(counted8):
		return counted(8)
	}
	return 0
}
