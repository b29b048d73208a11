package spec

import (
	"encoding/binary"
	"strings"
)

// three is the header text of three little-endian float64 values.
const three = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }"

// objectPickle is what NumPy 1.24 writes for an array that holds one None: protocol 3.
const objectPickle = "\x80\x03cnumpy.core.multiarray\n_reconstruct\nq\x00cnumpy\nndarray\nq\x01K\x00\x85q\x02" +
	"C\x01bq\x03\x87q\x04Rq\x05(K\x01K\x01\x85q\x06cnumpy\ndtype\nq\x07X\x02\x00\x00\x00O8q\x08\x89\x88\x87q\tRq\n" +
	"(K\x03X\x01\x00\x00\x00|q\vNNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?tq\fb\x89]q\rNatq\x0eb."

// zeros returns n bytes of data.
func zeros(n int) string { return strings.Repeat("\x00", n) }

// padTo returns text, spaces and end: n bytes in all.
func padTo(n int, text, end string) string {
	return text + strings.Repeat(" ", n-len(text)-len(end)) + end
}

// npyHeader returns the file of a header that is spelled out to its last byte.
func npyHeader(v Version, header, data string) string {
	length := []byte{0, 0, 0, 0}[:v.PrefixLen()-8]
	if len(length) == 2 {
		binary.LittleEndian.PutUint16(length, uint16(len(header)))
	} else {
		binary.LittleEndian.PutUint32(length, uint32(len(header)))
	}
	return Magic + string([]byte{v.Major, v.Minor}) + string(length) + header + data
}

// npy returns the file of a literal, padded as NumPy does: one space at least, then a newline at
// the end of a 64-byte block.
func npy(v Version, text, data string) string {
	before := v.PrefixLen() + len(text) + len("\n")
	return npyHeader(v, padTo(len(text)+1+64-before%64, text, "\n"), data)
}

// npyAt returns a version 1.0 file whose data begin at the given offset.
func npyAt(offset int, text, data string) string {
	return npyHeader(Version1, padTo(offset-Version1.PrefixLen(), text, "\n"), data)
}

// withDescr returns a file of two elements of the given type, itemsize bytes each.
func withDescr(descr string, itemsize int) string {
	text := "{'descr': " + descr + ", 'fortran_order': False, 'shape': (2,), }"
	return npy(Version1, text, zeros(2*itemsize))
}

// withShape returns a file of n float64 elements with the given shape.
func withShape(shape string, n int) string {
	text := "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }"
	return npy(Version1, text, zeros(8*n))
}
