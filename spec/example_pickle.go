package spec

import "strings"

// Parts of pickles, spelled opcode by opcode.
const (
	pickle3 = "\x80\x03" // PROTO 3, as NumPy 1.17 to 1.26 write
	pickle4 = "\x80\x04"
	pickle5 = "\x80\x05"

	// _reconstruct(ndarray, (0,), b'b')
	newArray = "cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85C\x01b\x87R"

	// dtype('O8', False, True), and its state up to the flags
	objectDType = "cnumpy\ndtype\nX\x02\x00\x00\x00O8\x89\x88\x87R(K\x03X\x01\x00\x00\x00|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xff"

	// the start of the state of an array of the shape (1,), up to its dtype
	stateOfOne = "(K\x01K\x01\x85"
)

// arrayOf returns the pickle of an array of one object, whose opcodes are given.
func arrayOf(proto, object string) string {
	return proto + newArray + stateOfOne + objectDType + "K?tb" + "\x89]" + object + "atb."
}

// matrixOf returns the opcodes of a matrix of one byte, with a shape.
func matrixOf(shape string) string {
	return "cnumpy.core.multiarray\n_reconstruct\ncnumpy\nmatrix\nK\x00\x85C\x01b\x87R(K\x01" + shape +
		"cnumpy\ndtype\nX\x02\x00\x00\x00u1\x89\x88\x87R(K\x03X\x01\x00\x00\x00|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb" + "\x89C\x011tb"
}

// objectFile returns a file of one object with the given pickle.
func objectFile(pickle string) string {
	return npy(Version1, "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", pickle)
}

// holding returns a file of one object, whose opcodes are given.
func holding(object string) string { return objectFile(arrayOf(pickle3, object)) }

// framed returns a file whose pickle has protocol 4 and a frame that claims extra bytes more than
// there are. The frame has less than 256 bytes.
func framed(extra int) string {
	body := arrayOf("", "N")
	return objectFile(pickle4 + "\x95" + string([]byte{byte(len(body) + extra)}) + zeros(7) + body)
}

// nestedLists returns the opcodes of n lists, each in the next.
func nestedLists(n int) string { return strings.Repeat("]", n) + strings.Repeat("a", n-1) }

// tripled returns the opcodes of a tuple that has the one before three times, and so on n times.
func tripled(n int) string { return "N" + strings.Repeat("22\x87", n) }
