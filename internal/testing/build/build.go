// Package build assembles files from their parts. It is deliberately dumb: it computes a length or
// a padding where a case doesn't care, and doesn't know what is correct.
package build

import (
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf16"
)

// Magic is the first six bytes of a .npy file.
const Magic = "\x93NUMPY"

// Raw1 returns a version 1.0 file with the header text unchanged.
func Raw1(header string, data []byte) []byte { return Raw(1, 0, 2, header, data) }

// Raw2 returns a version 2.0 file with the header text unchanged.
func Raw2(header string, data []byte) []byte { return Raw(2, 0, 4, header, data) }

// Raw3 returns a version 3.0 file with the header text unchanged.
func Raw3(header string, data []byte) []byte { return Raw(3, 0, 4, header, data) }

// Raw returns a file with a correct header length field of the given width.
func Raw(major, minor byte, width int, header string, data []byte) []byte {
	return Prefix(major, minor, LittleEndian(uint64(len(header)), width), []byte(header), data)
}

// Prefix returns magic and version with whatever follows.
func Prefix(major, minor byte, parts ...[]byte) []byte {
	b := append([]byte(Magic), major, minor)
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

// Npy1 returns a version 1.0 file with the text padded to a multiple of 64 bytes.
func Npy1(text string, data []byte) []byte { return Raw1(Pad(10, 64, text), data) }

// Npy2 returns a version 2.0 file with the text padded to a multiple of 64 bytes.
func Npy2(text string, data []byte) []byte { return Raw2(Pad(12, 64, text), data) }

// Npy3 returns a version 3.0 file with the text padded to a multiple of 64 bytes.
func Npy3(text string, data []byte) []byte { return Raw3(Pad(12, 64, text), data) }

// Pad puts spaces and a newline after the text, so that a prefix of the given length and the
// result together are a multiple of align.
func Pad(prefix, align int, text string) string {
	n := (prefix + len(text) + 1) % align
	return text + strings.Repeat(" ", (align-n)%align) + "\n"
}

// PadTo puts spaces between the text and the tail, so that the result has total bytes.
func PadTo(total int, text, tail string) string {
	return text + strings.Repeat(" ", total-len(text)-len(tail)) + tail
}

// Dict returns a dictionary in NumPy's layout.
func Dict(descr, order, shape string) string {
	return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }"
}

// LittleEndian returns the low bytes of v, least significant first.
func LittleEndian(v uint64, width int) []byte {
	return binary.LittleEndian.AppendUint64(nil, v)[:width]
}

// BigEndian returns the low bytes of v, most significant first.
func BigEndian(v uint64, width int) []byte {
	return binary.BigEndian.AppendUint64(nil, v)[8-width:]
}

// Bytes returns its arguments.
func Bytes(b ...byte) []byte { return b }

// Zeros returns n zero bytes.
func Zeros(n int) []byte { return make([]byte, n) }

// Join concatenates its arguments.
func Join(parts ...[]byte) []byte {
	var b []byte
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

// I1 to F8 return little-endian numbers.

func I1(v ...int8) (b []byte) {
	for _, x := range v {
		b = append(b, byte(x))
	}
	return b
}

func I2(v ...int16) (b []byte) {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint16(b, uint16(x))
	}
	return b
}

func I4(v ...int32) (b []byte) {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, uint32(x))
	}
	return b
}

func I8(v ...int64) (b []byte) {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint64(b, uint64(x))
	}
	return b
}

func F4(v ...float32) (b []byte) {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

func F8(v ...float64) (b []byte) {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return b
}

// S returns byte strings of the given itemsize, padded with NULs.
func S(itemsize int, v ...string) (b []byte) {
	for _, s := range v {
		b = append(append(b, s...), Zeros(itemsize-len(s))...)
	}
	return b
}

// U returns little-endian UCS-4 strings of the given number of characters.
func U(length int, v ...string) (b []byte) {
	for _, s := range v {
		n := 0
		for _, r := range s {
			b = binary.LittleEndian.AppendUint32(b, uint32(r))
			n++
		}
		b = append(b, Zeros(4*(length-n))...)
	}
	return b
}

// Swap reverses the bytes of each unit of the given size.
func Swap(unit int, b []byte) []byte {
	out := make([]byte, len(b))
	for i := 0; i < len(b); i += unit {
		for j := range unit {
			out[i+j] = b[i+unit-1-j]
		}
	}
	return out
}

// UTF16 is text as Windows tools write it.
func UTF16(s string) (b []byte) {
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

// Transpose converts elements from C order to Fortran order.
func Transpose(size int, shape []int64, c []byte) []byte {
	out := make([]byte, 0, len(c))
	count := len(c) / size
	for f := range count {
		// In Fortran order the first index varies fastest; find the element's place in C order.
		at, rest := 0, f
		for _, d := range shape {
			at = at*int(d) + rest%int(d)
			rest /= int(d)
		}
		out = append(out, c[at*size:(at+1)*size]...)
	}
	return out
}
