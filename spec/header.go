package spec

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
)

// The errors of Header.Append.
var (
	errHeaderVersion = errors.New("no such format version in these NumPy releases")
	errHeaderLatin1  = errors.New("header text has characters outside of latin1")
	errHeaderLength  = errors.New("header too long for the format version")
)

// Header is the content of a .npy file's header.
type Header struct {
	DType        DType // with its byte order resolved; NumPy never writes '='
	FortranOrder bool
	Shape        []int64
}

// Era is a span of NumPy releases that write the same bytes around the same header text (clauses
// npy-2.10 to npy-2.12).
type Era uint8

// The eras. In Era16, data in version 2.0 begins 2 bytes after a multiple of 16.
const (
	Era16     Era = iota + 1 // NumPy 1.2 to 1.13, version 2.0 since 1.9: data begins at a multiple of 16 bytes
	Era64                    // NumPy 1.14 to 1.23, version 3.0 since 1.17: at a multiple of 64 bytes
	EraGrowth                // NumPy 1.24 and later: also with spaces for a longer first or, in Fortran order, last dimension
)

// growthDigits is the number of decimal digits for which NumPy makes room: one more than 2^64 has.
const growthDigits = 21

// AppendText appends the header text without anything after its closing brace:
// {'descr': '<f8', 'fortran_order': False, 'shape': (3,), }
func (h Header) AppendText(dst []byte) []byte {
	dst = append(dst, "{'descr': "...)
	dst = h.DType.AppendText(dst)
	if h.FortranOrder {
		dst = append(dst, ", 'fortran_order': True, 'shape': "...)
	} else {
		dst = append(dst, ", 'fortran_order': False, 'shape': "...)
	}
	dst = text.AppendShape(dst, h.Shape)
	return append(dst, ", }"...)
}

// Append appends all bytes before the data, as the NumPy releases of the era write them for the given format version.
// The zero Version chooses the lowest version that the header fits, as NumPy does. If the releases have no such
// version, or it can't hold the header, the error says so and dst is returned as it was.
func (h Header) Append(dst []byte, v Version, era Era) ([]byte, error) {
	text := h.AppendText(nil)
	if n := len(h.Shape); era == EraGrowth && n > 0 {
		dim := h.Shape[0]
		if h.FortranOrder {
			dim = h.Shape[n-1]
		}
		for range growthDigits - len(strconv.FormatInt(dim, 10)) {
			text = append(text, ' ')
		}
	}
	if v != (Version{}) {
		return appendHeader(dst, text, v, era)
	}
	out, err := appendHeader(dst, text, Version1, era)
	if err == errHeaderLength {
		return appendHeader(dst, text, Version2, era)
	}
	if err == errHeaderLatin1 && era != Era16 {
		return appendHeader(dst, text, Version3, era)
	}
	return out, err
}

// appendHeader pads the text, which is UTF-8, and puts it after the prefix of the given version.
func appendHeader(dst, text []byte, v Version, era Era) ([]byte, error) {
	if !v.Known() || v == Version3 && era == Era16 {
		return dst, errHeaderVersion
	}
	size := len(text)
	if v != Version3 {
		var ok bool
		if size, ok = latin1Len(text); !ok {
			return dst, errHeaderLatin1
		}
	}
	align, prefix := 64, v.PrefixLen()
	if era == Era16 { // it counts the length field of version 2.0 as 2 bytes, too
		align, prefix = 16, Version1.PrefixLen()
	}
	// A header that is aligned without padding gets a whole block of it.
	padding := align - (prefix+size+1)%align
	length := size + padding + 1

	start := len(dst)
	dst = append(dst, Magic...)
	dst = append(dst, v.Major, v.Minor)
	switch {
	case v == Version1 && length <= math.MaxUint16:
		dst = binary.LittleEndian.AppendUint16(dst, uint16(length))
	case v != Version1 && uint64(length) <= math.MaxUint32:
		dst = binary.LittleEndian.AppendUint32(dst, uint32(length))
	default:
		return dst[:start], errHeaderLength
	}
	if v == Version3 {
		dst = append(dst, text...)
	} else {
		dst = appendLatin1(dst, text)
	}
	for range padding {
		dst = append(dst, ' ')
	}
	return append(dst, '\n'), nil
}

// latin1Len returns the number of characters, and whether all of them are in latin1.
func latin1Len(text []byte) (n int, ok bool) {
	for i := 0; i < len(text); n++ {
		r, size := utf8.DecodeRune(text[i:])
		if r > 0xFF {
			return 0, false
		}
		i += size
	}
	return n, true
}

func appendLatin1(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		dst = append(dst, byte(r))
		i += size
	}
	return dst
}
