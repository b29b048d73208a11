package validator

import (
	"bytes"
	"fmt"
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// numpyMaxHeader is the number of characters up to which np.load reads a header by default
// (clause npy-2.13).
const numpyMaxHeader = 10000

// headerText is the text of a header and where it stands.
type headerText struct {
	layout layout
	text   []byte
	after  []byte // what follows the header, as far as it was read
	lost   int    // bytes at the end of the header that the length field assigns to the data
	faults *finding.List
}

// report reports a fault of the text from pos to end.
func (h *headerText) report(rule spec.ID, pos, end int, format string, args ...any) {
	h.faults.Addf(rule, h.layout.at(pos), int64(end-pos), "", format, args...)
}

// encoding checks the text as a whole (clauses npy-2.3 and npy-2.13). It returns the number of characters, if NumPy
// doesn't read so many by default, or 0.
func (h *headerText) encoding() int {
	characters := len(h.text)
	if h.layout.version == spec.Version3 {
		if !utf8.Valid(h.text) {
			pos := 0
			for pos < len(h.text) {
				r, size := utf8.DecodeRune(h.text[pos:])
				if r == utf8.RuneError && size == 1 {
					break
				}
				pos += size
			}
			h.report(spec.HeaderNotUtf8, pos, pos+1, "byte 0x%02x is not valid UTF-8 here", h.text[pos])
		}
		if characters > numpyMaxHeader {
			characters = utf8.RuneCount(h.text)
		}
	}
	if characters <= numpyMaxHeader {
		return 0
	}
	at, n := h.layout.lengthField()
	h.faults.Addf(spec.HeaderLengthOver10000, at, n, "", "header has %d characters%s", characters,
		finding.Remedy(fmt.Sprintf("; np.load needs max_header_size=%d (default: %d)", characters, numpyMaxHeader)))
	return characters
}

// higherVersion reports a version that is higher than the header needs (clause npy-1.6). If the length field isn't the
// version's, that is the fault instead.
func (h *headerText) higherVersion() {
	if h.layout.prefixLen != int64(h.layout.version.PrefixLen()) {
		return
	}
	want := "1.0"
	switch h.layout.version {
	case spec.Version1:
		return
	case spec.Version2:
		if h.layout.headerLen > math.MaxUint16 {
			return
		}
	case spec.Version3:
		if bytes.ContainsFunc(h.text, func(r rune) bool { return r > unicode.MaxLatin1 }) {
			return
		}
		if h.layout.headerLen > math.MaxUint16 {
			want = "2.0"
		}
	}
	h.faults.Addf(spec.PrefixVersionHigherThanNeeded, 6, 2, "", "format version is %v, but %s can hold this header", h.layout.version, want)
}

// reportOverLimit reports a header of the layout l that is not read because it is too long.
func reportOverLimit(l layout, limit int64, faults *finding.List) {
	at, n := l.lengthField()
	faults.Addf(spec.HeaderLengthOverLimit, at, n, "", "header has %d bytes, expected at most %d", l.headerLen, limit)
}

// alignment checks where the data begins (clauses npy-2.10 and npy-2.11).
func (h *headerText) alignment() {
	total := h.layout.total()
	if h.layout.headerLen == 0 || total%64 == 0 || h.lost > 0 {
		return
	}
	at, n := h.layout.lengthField()
	of := ""
	if h.faults.Array > 0 {
		of = " of the array"
	}
	switch {
	case total%16 == 0:
		h.faults.Addf(spec.HeaderAlignment64, at, n, "", "data starts at offset %d%s, a multiple of 16 but not of 64 (as NumPy before 1.14)", total, of)
	case total%16 == 2 && h.layout.version == spec.Version2:
		h.faults.Addf(spec.HeaderAlignmentV2Legacy, at, n, "", "data starts at offset %d%s, two bytes past a multiple of 16, as NumPy 1.9 to 1.13 wrote version 2.0", total, of)
	default:
		h.faults.Addf(spec.HeaderAlignment16, at, n, "", "data starts at offset %d%s, expected a multiple of 16 (NumPy uses 64)", total, of)
	}
}
