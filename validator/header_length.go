package validator

import (
	"bytes"
	"fmt"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// wrongLength reports a header that clearly ends elsewhere than its length field says, because a bit flipped or a
// writer miscounted (clause npy-2.9). Everything else that is wrong with such a header follows from that. A header
// with a whole dictionary that lacks only padding is reported at its last byte, since NumPy reads it.
func (h *headerText) wrongLength() bool {
	if h.lostEnd() {
		return true
	}
	if end := h.longer(); end >= 0 {
		h.reportLength(spec.HeaderTrailingText, "header length is %d, expected %d: its newline is %s before its end%s",
			len(h.text), end, text.Count(int64(len(h.text)-end), "byte"), setTo(int64(end)))
		return true
	}
	h.lost = h.shorter()
	if h.lost == 0 || bytes.IndexByte(h.text, '}') >= 0 {
		return false
	}
	h.reportLength(spec.HeaderNotALiteral, "header length is %d, expected %d: it ends inside the dictionary%s", len(h.text), len(h.text)+h.lost, setTo(int64(len(h.text)+h.lost)))
	return true
}

// reportLength reports a fault of the length field.
func (h *headerText) reportLength(rule spec.ID, format string, args ...any) {
	at, n := h.layout.lengthField()
	h.faults.Addf(rule, at, n, "", format, args...)
}

// lostEnd reports a header of which only zero bytes are left before the dictionary ends.
func (h *headerText) lostEnd() bool {
	text := bytes.TrimRight(h.text, "\x00")
	n := len(h.text) - len(text)
	if n < 8 || len(text) > 0 && (text[0] != '{' || bytes.IndexByte(text, '}') >= 0) {
		return false
	}
	h.report(spec.HeaderNul, len(text), len(h.text), "last %d of %d bytes of the header are zero: lost or never written%s", n, len(h.text), finding.Again)
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
	if len(h.text) == 0 || h.text[0] != '{' || i == 0 || bytes.IndexByte(h.text, '\n') >= 0 || !printable(h.text) || !printable(h.after[:i-1]) {
		return 0
	}
	text := append(bytes.Clone(h.text), h.after[:i]...)
	if cut := bytes.IndexByte(h.text, '}') < 0; !h.ends(text, len(text)) && (!cut || closed(text) == 0) {
		return 0
	}
	return i
}

// ends reports whether text is a dictionary, padding and a newline that end where NumPy puts the data.
func (h *headerText) ends(text []byte, end int) bool {
	return h.layout.at(end)%64 == 0 && closed(text) > 0
}

// closed returns the position after the dictionary of a text that ends with it, spaces and a newline, or 0.
func closed(text []byte) int {
	body := bytes.TrimRight(text[:len(text)-1], " ")
	if !bytes.HasSuffix(body, []byte("}")) {
		return 0
	}
	return len(body)
}

// slipped looks for the newline of a header elsewhere than at its end. Only the length of the data shows whether that
// is right: in a header without a newline, the first byte of the data can be one.
func (h *headerText) slipped() slip {
	n := len(h.text)
	if i := bytes.IndexByte(h.text, '\n') + 1; i > 0 {
		if i == n || spaces(h.text[i:]) == n-i { // padding after the newline
			return slip{}
		}
		if close := closed(h.text[:i]); close > 0 && close < i-1 { // without padding it was trimmed, and the data too
			return slip{int64(i - n), h.layout.at(close)}
		}
		return slip{}
	}
	i := bytes.IndexByte(h.after, '\n') + 1
	if i == 0 || spaces(h.after[:i-1]) < i-1 || n == 0 {
		return slip{}
	}
	if close := closed(append(bytes.Clone(h.text), '\n')); close > 0 {
		return slip{int64(i), h.layout.at(close)}
	}
	return slip{}
}

func printable(b []byte) bool {
	return bytes.IndexFunc(b, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

// setTo is the remedy for a header length that is proved to be wrong.
func setTo(length int64) finding.Remedy { return finding.Remedy(fmt.Sprintf("; set it to %d", length)) }
