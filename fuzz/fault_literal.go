package fuzz

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// literalFaults are those of the spelling of strings, numbers and words.
var literalFaults = map[spec.ID]fault{
	spec.LiteralJson: {wish{}, func(d *draft) bool {
		s, _ := d.span(spanOrder, nil)
		d.splice(s.start, s.end, strings.ToLower(string(d.text[s.start:s.end])))
		return true
	}},
	spec.LiteralDoubleQuotes: requoted(`"`, 3),
	spec.LiteralTripleQuotes: {wish{}, func(d *draft) bool {
		return d.requote(pickOf(d.Gen, "'''", `"""`), 1)
	}},
	spec.LiteralUnicodePrefix:       prefixed("u", "U"),
	spec.LiteralStringPrefix:        prefixed("r", "R"),
	spec.LiteralStringPrefixInvalid: prefixed("f", "F", "fr", "Rf", "t", "ur", "uR", "bu", "x", "L"),
	spec.LiteralImplicitConcatenation: {wish{}, func(d *draft) bool {
		s, ok := d.span(spanText, plainText)
		if !ok {
			return false
		}
		at := s.start + 1 + d.n(s.end-s.start-1)
		d.splice(at, at, "'"+strings.Repeat(" ", 1+d.n(2))+pickOf(d.Gen, "", "'' ")+"'")
		return true
	}},
	spec.LiteralUnterminated: {wish{}, func(d *draft) bool {
		last := span{}
		for _, s := range d.spans {
			if s.kind&spanText != 0 && s.end > last.end {
				last = s
			}
		}
		d.splice(last.end-1, last.end, "")
		return true
	}},
	spec.LiteralUnneededEscape: {wish{}, func(d *draft) bool {
		s, ok := d.span(spanText, plainText)
		if !ok || s.end-s.start < 3 {
			return false
		}
		at := s.start + 1 + d.n(s.end-s.start-2)
		c := d.text[at]
		d.splice(at, at+1, fmt.Sprintf(pickOf(d.Gen, `\x%02x`, `\u%04x`, `\U%08x`, `\%03o`), c))
		return true
	}},
	spec.LiteralUnknownEscape: inName(wish{}, false, func(g *Gen) (string, string) {
		escape := `\` + pickOf(g, "d", "w", "p", "s", "D", "(", ".", " ", "z", "&", "-")
		return escape, escape
	}),
	spec.LiteralBadEscape: {wish{}, func(d *draft) bool {
		s, ok := d.span(spanText, plainText)
		if !ok {
			return false
		}
		at := s.start + 1 + d.n(s.end-s.start-1)
		d.splice(at, at, pickOf(d.Gen, `\xg`, `\x4g`, `\u`, `\u12g`, `\ud80 `, `\U0011ffff`, `\U00110000`, `\U1234 `, `\N`, `\N{}`)+" ")
		return true
	}},
	spec.LiteralNamedEscape: inName(wish{}, false, func(g *Gen) (string, string) {
		switch g.n(4) {
		case 0:
			return `\N{BULLET}`, "•"
		case 1:
			return `\N{LATIN SMALL LETTER E WITH ACUTE}`, "é"
		case 2:
			return `\N{greek small letter alpha}`, "α"
		}
		return `\N{LATIN CAPITAL LETTER A}`, "A"
	}),
	spec.LiteralLongSuffix:         renumbered(wish{latin: true}, nil, func(_ *Gen, n int64) string { return strconv.FormatInt(n, 10) + "L" }),
	spec.LiteralLongSuffixV3:       renumbered(wish{version: spec.Version3}, nil, func(_ *Gen, n int64) string { return strconv.FormatInt(n, 10) + "L" }),
	spec.LiteralLongSuffixLower:    renumbered(wish{}, nil, func(_ *Gen, n int64) string { return strconv.FormatInt(n, 10) + "l" }),
	spec.LiteralLongSuffixDetached: renumbered(wish{latin: true}, nil, func(g *Gen, n int64) string { return strconv.FormatInt(n, 10) + strings.Repeat(" ", 1+g.n(3)) + "L" }),
	spec.LiteralNumberBase: renumbered(wish{}, nil, func(g *Gen, n int64) string {
		return fmt.Sprintf(pickOf(g, "0x%x", "0X%X", "0o%o", "0O%o", "0b%b", "0B%b", "0x%04x", "0b%08b"), n)
	}),
	spec.LiteralNumberUnderscore: renumbered(wish{shape: tens}, func(n int64) bool { return n > 9 }, func(g *Gen, n int64) string {
		digits := strconv.FormatInt(n, 10)
		at := 1 + g.n(len(digits)-1)
		return digits[:at] + "_" + digits[at:]
	}),
	spec.LiteralNumberLeadingZero: renumbered(wish{}, func(n int64) bool { return n > 0 }, func(g *Gen, n int64) string {
		return strings.Repeat("0", 1+g.n(3)) + strconv.FormatInt(n, 10)
	}),
	spec.LiteralNumberForm: renumbered(wish{}, nil, func(g *Gen, n int64) string {
		if n == 0 {
			return pickOf(g, "-0", "+0", "00", "0000", "-00")
		}
		return "+" + strconv.FormatInt(n, 10)
	}),
	spec.LiteralParentheses: {wish{}, func(d *draft) bool {
		s, _ := d.span(spanText|spanOrder|spanDim|spanSubdim|spanField|spanList|spanDescr|spanShape|spanSubshape, nil)
		if d.one(12) {
			s.start, s.end = 0, len(d.text)
		}
		depth := 1 + d.n(2)
		d.splice(s.start, s.end, strings.Repeat("(", depth)+string(d.text[s.start:s.end])+strings.Repeat(")", depth))
		return true
	}},
}

// plainText reports whether a string stands between single quotes.
func plainText(s *span) bool { return s.plain }

// requoted is another sort of quotes around up to so many strings.
func requoted(quotes string, most int) fault {
	return fault{wish{}, func(d *draft) bool { return d.requote(quotes, 1+d.n(most)) }}
}

// requote puts other quotes around strings, from the last one on.
func (d *draft) requote(quotes string, count int) bool {
	if count == 1 {
		s, ok := d.span(spanText, plainText)
		if ok {
			d.splice(s.start, s.end, quotes+d.body(&s)+quotes)
		}
		return ok
	}
	for i := len(d.spans) - 1; i >= 0 && count > 0; i-- { // a string is noted when it ends
		if s := d.spans[i]; s.kind&spanText != 0 && s.plain {
			d.splice(s.start, s.end, quotes+d.body(&s)+quotes)
			count--
		}
	}
	return true
}

// prefixed is letters before a string without a backslash.
func prefixed(letters ...string) fault {
	return fault{wish{}, func(d *draft) bool {
		s, ok := d.span(spanText, plainText)
		if ok {
			d.splice(s.start, s.start, pickOf(d.Gen, letters...))
		}
		return ok
	}}
}

// dimensions returns a shape of at least one dimension.
func dimensions(g *Gen) []int64 {
	shape := make([]int64, 1+g.n(3))
	for i := range shape {
		shape[i] = int64(1 + g.n(5))
	}
	return shape
}

// tens returns a shape with a dimension of two digits.
func tens(g *Gen) []int64 {
	shape := dimensions(g)
	shape[g.n(len(shape))] = int64(10 + g.n(30))
	return shape
}

// renumbered is another spelling of a dimension, or of all of them.
func renumbered(w wish, fits func(int64) bool, spell func(*Gen, int64) string) fault {
	if w.shape == nil {
		w.shape = dimensions
	}
	return fault{w, func(d *draft) bool {
		value := func(s *span) int64 {
			n, _ := strconv.ParseInt(string(d.text[s.start:s.end]), 10, 64)
			return n
		}
		suits := func(s *span) bool { return fits == nil || fits(value(s)) }
		if d.one(4) { // all of them
			changed := false
			for i := len(d.spans) - 1; i >= 0; i-- {
				if s := d.spans[i]; s.kind&spanNumber != 0 && suits(&s) {
					d.splice(s.start, s.end, spell(d.Gen, value(&s)))
					changed = true
				}
			}
			return changed
		}
		s, ok := d.span(spanNumber, suits)
		if ok {
			d.splice(s.start, s.end, spell(d.Gen, value(&s)))
		}
		return ok
	}}
}
