package validator

import (
	"bytes"
	"math"

	"github.com/npycheck/npycheck/spec"
)

// number parses an integer, a floating-point number or a complex number with the signs s in front.
func (w *walk) number(s sign) {
	lit := &w.lit
	start := lit.pos
	nd := node{kind: nodeInt, negative: s.negative, pos: int32(start)}
	if s.count > 0 {
		nd.pos = s.pos
	}
	end, k, ok := scanNumber(w.text, start)
	if !ok || end < len(w.text) && digit(w.text[end]) {
		w.syntax(int(nd.pos), end, "a malformed number")
		return
	}
	nd.kind = k
	digits := w.text[start:end]
	w.advance(end - start)
	end = w.longSuffix(int(nd.pos), end)
	if end < 0 {
		return
	}
	if k == nodeFloat && !imaginary(digits) || k == nodeInt {
		end = w.imaginaryPart(end, &nd)
	}
	nd.end = int32(end)
	w.item(nd)
	if nd.kind == nodeInt {
		w.numberForm(s, digits, nd)
	}
}

// scanNumber returns the end and the kind of the number at pos, suffix excluded. It returns false
// for what is no number of Python 3, save for the leading zeros of clause npy-3.9.
func scanNumber(text []byte, pos int) (end int, k kind, ok bool) {
	if text[pos] == '0' && pos+1 < len(text) {
		if base := numberBase(text[pos+1]); base != 0 {
			end, ok := scanDigits(text, pos+2, base, true)
			return end, nodeInt, ok
		}
	}
	k, ok = nodeInt, true
	end = pos
	if text[pos] != '.' {
		end, ok = scanDigits(text, pos, 10, false)
	}
	if end < len(text) && text[end] == '.' {
		k = nodeFloat
		end++
		if end < len(text) && digit(text[end]) {
			var fine bool
			end, fine = scanDigits(text, end, 10, false)
			ok = ok && fine
		}
	}
	if end < len(text) && text[end]|0x20 == 'e' {
		k = nodeFloat
		end++
		if end < len(text) && (text[end] == '+' || text[end] == '-') {
			end++
		}
		var fine bool
		end, fine = scanDigits(text, end, 10, false)
		ok = ok && fine
	}
	if end < len(text) && text[end]|0x20 == 'j' {
		k = nodeFloat
		end++
	}
	return end, k, ok
}

func numberBase(c byte) int {
	switch c | 0x20 {
	case 'x':
		return 16
	case 'o':
		return 8
	case 'b':
		return 2
	}
	return 0
}

// scanDigits passes over digits with single underscores between them, or in front of them too.
func scanDigits(text []byte, pos, base int, underscoreFirst bool) (end int, ok bool) {
	separated := underscoreFirst
	wantDigit := true
	for ; pos < len(text); pos++ {
		switch {
		case digitValue(text[pos]) < base:
			wantDigit, separated = false, true
		case text[pos] == '_' && separated:
			wantDigit, separated = true, false
		default:
			return pos, !wantDigit
		}
	}
	return pos, !wantDigit
}

func digitValue(c byte) int {
	switch {
	case digit(c):
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return math.MaxInt
}

func imaginary(digits []byte) bool { return digits[len(digits)-1]|0x20 == 'j' }

// longSuffix handles the suffix of Python 2 behind the number that begins at pos and ends at end.
// It returns the end with the suffix, or -1 after a syntax error.
func (w *walk) longSuffix(pos, end int) int {
	tail := w.text[end:]
	blanks := 0
	for blanks < len(tail) && (tail[blanks] == ' ' || tail[blanks] == '\t') {
		blanks++
	}
	if blanks == len(tail) {
		return end
	}
	c := tail[blanks]
	alone := blanks+1 >= len(tail) || !letter(tail[blanks+1]) && !digit(tail[blanks+1])
	if !alone || c != 'L' && (c != 'l' || blanks > 0) {
		if letter(tail[0]) || tail[0] >= 0x80 {
			w.syntax(pos, end+1, "a number that runs into %s", describe(tail[0]))
			return -1
		}
		return end
	}
	suffixEnd := end + blanks + 1
	rule, want := spec.LiteralLongSuffix, "no suffix"
	switch {
	case c == 'l':
		rule = spec.LiteralLongSuffixLower
	case w.layout.version == spec.Version3:
		rule = spec.LiteralLongSuffixV3
	case blanks > 0:
		rule = spec.LiteralLongSuffixDetached
	}
	w.report(rule, w.at(pos), int64(suffixEnd-pos), w.pointer(), "integer %s has the suffix %c of Python 2, want %s",
		w.quoted(w.text[pos:end]), c, want)
	w.advance(blanks + 1)
	return suffixEnd
}

// imaginaryPart handles the sum that spells a complex number, the only arithmetic of a literal.
func (w *walk) imaginaryPart(end int, nd *node) int {
	rest := bytes.TrimLeft(w.text[end:], " ")
	if len(rest) < 2 || rest[0] != '+' && rest[0] != '-' {
		return end
	}
	number := bytes.TrimLeft(rest[1:], " ")
	if len(number) == 0 || !digit(number[0]) && number[0] != '.' {
		return end
	}
	pos := len(w.text) - len(number)
	imagEnd, k, ok := scanNumber(w.text, pos)
	if !ok || k != nodeFloat || !imaginary(w.text[pos:imagEnd]) {
		return end
	}
	nd.kind = nodeFloat
	w.advance(imagEnd - w.lit.pos)
	return imagEnd
}

// numberForm reports spellings of an integer that no repr writes.
func (w *walk) numberForm(s sign, digits []byte, nd node) {
	if s.count == 0 && (digits[0] != '0' || len(digits) == 1) && bytes.IndexByte(digits, '_') < 0 {
		return
	}
	at, n := w.at(int(nd.pos)), int64(nd.end-nd.pos)
	text := func() string { return w.quoted(w.text[nd.pos:nd.end]) }
	based := len(digits) > 1 && numberBase(digits[1]) != 0
	zeros := len(bytes.Trim(digits, "0_")) == 0
	if based {
		w.report(spec.LiteralNumberBase, at, n, w.itemPointer(), "integer %s is not written in decimal", text())
	}
	if bytes.IndexByte(digits, '_') >= 0 {
		w.report(spec.LiteralNumberUnderscore, at, n, w.itemPointer(), "integer %s has underscores, want digits only", text())
	}
	switch {
	case !based && digits[0] == '0' && !zeros:
		w.report(spec.LiteralNumberLeadingZero, at, n, w.itemPointer(), "integer %s begins with a zero, which is no number of Python 3", text())
	case !based && digits[0] == '0' && len(digits) > 1, s.plus, s.count > 0 && zeros:
		w.report(spec.LiteralNumberForm, at, n, w.itemPointer(), "integer %s is not written as Python writes integers", text())
	}
	if s.count > 1 {
		w.syntaxHere(int(nd.pos), int(nd.end), "more than one sign in front of a number")
	}
}

// itemPointer returns the pointer of the item that was parsed last.
func (w *walk) itemPointer() string {
	top := &w.lit.stack[len(w.lit.stack)-1]
	saved := *top
	if top.open != '{' && top.items > top.commas {
		top.items--
	}
	p := w.pointer()
	*top = saved
	return p
}

// integer returns the value of an integer node, and false if it is beyond 64 bits with sign.
func (w *walk) integer(n int32) (v int64, ok bool) {
	nd := w.lit.nodes[n]
	text := w.text[nd.pos:nd.end]
	for len(text) > 0 && !digit(text[0]) { // signs, blanks between them
		text = text[1:]
	}
	base := 10
	if len(text) > 1 && text[0] == '0' {
		if b := numberBase(text[1]); b != 0 {
			base, text = b, text[2:]
		}
	}
	var u uint64
	for _, c := range text {
		d := digitValue(c)
		if c == '_' {
			continue
		}
		if d >= base {
			break // the suffix
		}
		if u > (math.MaxInt64-uint64(d))/uint64(base) {
			return 0, false
		}
		u = u*uint64(base) + uint64(d)
	}
	if nd.negative {
		return -int64(u), true
	}
	return int64(u), true
}
