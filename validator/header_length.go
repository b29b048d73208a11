package validator

import (
	"bytes"

	"github.com/npycheck/npycheck/internal/plural"
	"github.com/npycheck/npycheck/spec"
)

// wrongLength reports a header that clearly ends elsewhere than its length field says, because a bit flipped or a
// writer miscounted (clause npy-2.9). Everything else that is wrong with such a header follows from that. A header
// with a whole dictionary that lacks only padding is reported at its last byte, since NumPy reads it.
func (h *headerText) wrongLength() bool {
	if h.lostEnd() {
		return true
	}
	if end := h.longer(); end >= 0 {
		n := len(h.text) - end
		h.report(spec.HeaderTrailingText, end, len(h.text), "header length is %d, expected %d: its newline is %s before its end; fetch or write it again",
			len(h.text), end, plural.Count(int64(n), "byte"))
		return true
	}
	h.lost = h.shorter()
	if h.lost == 0 || bytes.IndexByte(h.text, '}') >= 0 {
		return false
	}
	h.report(spec.HeaderNotALiteral, 0, len(h.text), "header length is %d, expected %d: it ends inside the dictionary; fetch or write it again", len(h.text), len(h.text)+h.lost)
	return true
}

// lostEnd reports a header of which only zero bytes are left before the dictionary ends.
func (h *headerText) lostEnd() bool {
	text := bytes.TrimRight(h.text, "\x00")
	n := len(h.text) - len(text)
	if n < 8 || len(text) > 0 && (text[0] != '{' || bytes.IndexByte(text, '}') >= 0) {
		return false
	}
	h.report(spec.HeaderNul, len(text), len(h.text), "last %d of %d bytes of the header are zero: lost or never written; fetch or write it again", n, len(h.text))
	return true
}

// longer returns where a header really ends whose length includes bytes of the data, or -1.
func (h *headerText) longer() int {
	i := bytes.IndexByte(h.text, '\n') + 1
	if i == 0 || i == len(h.text) || !h.ends(h.text[:i], i) || bytes.HasSuffix(h.text, []byte{'\n'}) {
		return -1
	}
	rest := h.text[i:]
	if printable(rest) || leadingZeros(rest) == int64(len(rest)) && h.layout.total()%16 == 0 {
		return -1
	}
	return i
}

// shorter returns how many of the header's last bytes are part of the data.
func (h *headerText) shorter() int {
	i := bytes.IndexByte(h.after, '\n') + 1
	if len(h.text) == 0 || h.text[0] != '{' || i == 0 || bytes.IndexByte(h.text, '\n') >= 0 || !printable(h.text) || !printable(h.after[:i-1]) ||
		!h.ends(append(bytes.Clone(h.text), h.after[:i]...), len(h.text)+i) {
		return 0
	}
	return i
}

// ends reports whether text is a dictionary, padding and a newline that end where NumPy puts the data.
func (h *headerText) ends(text []byte, end int) bool {
	return h.layout.at(end)%64 == 0 && bytes.HasSuffix(bytes.TrimRight(text[:len(text)-1], " "), []byte("}"))
}

func printable(b []byte) bool {
	return bytes.IndexFunc(b, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}
