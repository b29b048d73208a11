package literal

import (
	"bytes"
	"math"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// number parses an integer, a floating-point number or a complex number after the signs s.
func (p *parser) number(s sign) {
	start := p.pos
	nd := node{kind: Int, negative: s.negative, pos: int32(start)}
	if s.count > 0 {
		nd.pos = s.pos
	}
	end, k, ok := scanNumber(p.text, start)
	if !ok || end < len(p.text) && digit(p.text[end]) {
		p.syntax(int(nd.pos), end, "malformed number")
		return
	}
	nd.kind = k
	digits := p.text[start:end]
	p.advance(end - start)
	end = p.longSuffix(int(nd.pos), end)
	if end < 0 {
		return
	}
	if k == Float && !imaginary(digits) || k == Int {
		end = p.imaginaryPart(end, &nd)
	}
	nd.end = int32(end)
	if nd.kind == Int {
		p.numberForm(s, p.text[nd.pos:nd.end], digits, nd)
	}
	p.item(nd)
}

// scanNumber returns the end and the kind of the number at pos, suffix excluded. It returns false
// for anything but a number of Python 3, apart from the leading zeros of clause npy-3.9.
func scanNumber(text []byte, pos int) (end int, k Kind, ok bool) {
	if text[pos] == '0' && pos+1 < len(text) {
		if base := numberBase(text[pos+1]); base != 0 {
			end, ok := scanDigits(text, pos+2, base, true)
			return end, Int, ok
		}
	}
	k, ok = Int, true
	end = pos
	if text[pos] != '.' {
		end, ok = scanDigits(text, pos, 10, false)
	}
	if end < len(text) && text[end] == '.' {
		k = Float
		end++
		if end < len(text) && digit(text[end]) {
			var fine bool
			end, fine = scanDigits(text, end, 10, false)
			ok = ok && fine
		}
	}
	if end < len(text) && text[end]|0x20 == 'e' {
		k = Float
		end++
		if end < len(text) && (text[end] == '+' || text[end] == '-') {
			end++
		}
		var fine bool
		end, fine = scanDigits(text, end, 10, false)
		ok = ok && fine
	}
	if end < len(text) && text[end]|0x20 == 'j' {
		k = Float
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

// scanDigits skips digits with single underscores between them and, if underscoreFirst is set, before them.
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

func imaginary(digits []byte) bool { return digits[len(digits)-1]|0x20 == 'j' }

// longSuffix handles the suffix of Python 2 after the number that begins at pos and ends at end.
// It returns the end with the suffix, or -1 after a syntax error.
func (p *parser) longSuffix(pos, end int) int {
	tail := p.text[end:]
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
			p.syntax(pos, end+1, "number directly followed by %s", text.Byte(tail[0]))
			return -1
		}
		return end
	}
	rule := spec.LiteralLongSuffix
	switch {
	case c == 'l':
		rule = spec.LiteralLongSuffixLower
	case p.tree.src.NoLong:
		rule = spec.LiteralLongSuffixV3
	case blanks > 0:
		rule = spec.LiteralLongSuffixDetached
	}
	suffixEnd := end + blanks + 1
	p.report(rule, pos, suffixEnd, "integer %s has the Python 2 suffix %c, expected none", p.tree.quoted(p.text[pos:end]), c)
	p.advance(blanks + 1)
	return suffixEnd
}

// imaginaryPart handles the sum in a complex number, the only arithmetic that a literal may have.
func (p *parser) imaginaryPart(end int, nd *node) int {
	rest := bytes.TrimLeft(p.text[end:], " ")
	if len(rest) < 2 || rest[0] != '+' && rest[0] != '-' {
		return end
	}
	number := bytes.TrimLeft(rest[1:], " ")
	if len(number) == 0 || !digit(number[0]) && number[0] != '.' {
		return end
	}
	pos := len(p.text) - len(number)
	imagEnd, k, ok := scanNumber(p.text, pos)
	if !ok || k != Float || !imaginary(p.text[pos:imagEnd]) {
		return end
	}
	nd.kind = Float
	p.advance(imagEnd - p.pos)
	return imagEnd
}

// numberForm reports spellings of an integer that no repr writes.
func (b *builder) numberForm(s sign, text, digits []byte, nd node) {
	if s.count == 0 && (digits[0] != '0' || len(digits) == 1) && bytes.IndexByte(digits, '_') < 0 {
		return
	}
	pos, end := int(nd.pos), int(nd.end)
	report := func(rule spec.ID, format string, more ...any) {
		b.report(rule, pos, end, format, append([]any{b.tree.quoted(text)}, more...)...)
	}
	based := len(digits) > 1 && numberBase(digits[1]) != 0
	zeros := len(bytes.Trim(digits, "0_")) == 0
	if based {
		report(spec.LiteralNumberBase, "integer %s is not decimal")
	}
	if bytes.IndexByte(digits, '_') >= 0 {
		report(spec.LiteralNumberUnderscore, "integer %s has underscores, expected digits only")
	}
	switch {
	case !based && digits[0] == '0' && !zeros:
		report(spec.LiteralNumberLeadingZero, "integer %s has a leading zero, which Python 3 rejects")
	case !based && digits[0] == '0' && len(digits) > 1, s.plus, s.count > 0 && zeros:
		report(spec.LiteralNumberNotCanonical, "integer %s, expected %s", b.tree.quoted(canonical(s, digits)))
	}
	if s.count > 1 {
		b.fail(pos, end, "more than one sign before a number")
	}
}

// canonical is how Python's repr writes an integer, but for its base.
func canonical(s sign, digits []byte) []byte {
	digits = bytes.ReplaceAll(digits, []byte("_"), nil)
	if len(digits) < 2 || numberBase(digits[1]) == 0 {
		digits = bytes.TrimLeft(digits, "0")
	}
	switch {
	case len(digits) == 0:
		return []byte("0")
	case s.negative:
		return append([]byte("-"), digits...)
	}
	return digits
}

// Int returns the value of an integer, and false if its magnitude is 2^63 or more.
func (t *Tree) Int(n Node) (v int64, ok bool) {
	text := t.Text(n)
	for len(text) > 0 && !digit(text[0]) { // signs, spaces between them
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
	if t.Negative(n) {
		return -int64(u), true
	}
	return int64(u), true
}
