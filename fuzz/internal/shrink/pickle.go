package shrink

import "github.com/npycheck/npycheck/fuzz/internal/pickle"

// none is the simplest conforming pickle of an array of shape (1,) that contains None.
const none = "\x80\x03cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85C\x01b\x87R(K\x01K\x01\x85" +
	"cnumpy\ndtype\nX\x02\x00\x00\x00O8\x89\x88\x87R(K\x03X\x01\x00\x00\x00|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?tb\x89]Natb."

// opcodes returns the lengths of the opcodes of a pickle, as far as it is valid, and of the rest.
func opcodes(b []byte) (lengths []int) {
	for len(b) > 0 {
		n := pickle.OpcodeLen(b)
		if n == 0 {
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
