package plant

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/spec"
)

// literalFaults are the faults in the spelling of strings, numbers and words.
var literalFaults = map[spec.ID]fault{
	spec.LiteralJson: {npy.Wish{}, func(d *npy.Draft) bool {
		s, _ := d.Span(npy.SpanOrder, nil)
		d.Splice(s.Start, s.End, strings.ToLower(string(d.Text[s.Start:s.End])))
		return true
	}},
	spec.LiteralDoubleQuotes: requoted(`"`, 3),
	spec.LiteralTripleQuotes: {npy.Wish{}, func(d *npy.Draft) bool {
		return requote(d, choice.Of(d.Chooser, "'''", `"""`), 1)
	}},
	spec.LiteralUnicodePrefix:       prefixed("u", "U"),
	spec.LiteralStringPrefix:        prefixed("r", "R"),
	spec.LiteralStringPrefixInvalid: prefixed("f", "F", "fr", "Rf", "t", "ur", "uR", "bu", "x", "L"),
	spec.LiteralImplicitConcatenation: {npy.Wish{}, func(d *npy.Draft) bool {
		s, ok := d.Span(npy.SpanText, plainText)
		if !ok {
			return false
		}
		at := s.Start + 1 + d.N(s.End-s.Start-1)
		d.Splice(at, at, "'"+strings.Repeat(" ", 1+d.N(2))+choice.Of(d.Chooser, "", "'' ")+"'")
		return true
	}},
	spec.LiteralUnterminated: {npy.Wish{}, func(d *npy.Draft) bool {
		last := npy.Span{}
		for _, s := range d.Spans {
			if s.Kind&npy.SpanText != 0 && s.End > last.End {
				last = s
			}
		}
		d.Splice(last.End-1, last.End, "")
		return true
	}},
	spec.LiteralUnneededEscape: {npy.Wish{}, func(d *npy.Draft) bool {
		s, ok := d.Span(npy.SpanText, plainText)
		if !ok || s.End-s.Start < 3 {
			return false
		}
		at := s.Start + 1 + d.N(s.End-s.Start-2)
		c := d.Text[at]
		d.Splice(at, at+1, fmt.Sprintf(choice.Of(d.Chooser, `\x%02x`, `\u%04x`, `\U%08x`, `\%03o`), c))
		return true
	}},
	spec.LiteralUnknownEscape: inName(npy.Wish{}, false, func(g *choice.Chooser) (string, string) {
		escape := `\` + choice.Of(g, "d", "w", "p", "s", "D", "(", ".", " ", "z", "&", "-")
		return escape, escape
	}),
	spec.LiteralBadEscape: {npy.Wish{}, func(d *npy.Draft) bool {
		s, ok := d.Span(npy.SpanText, plainText)
		if !ok {
			return false
		}
		at := s.Start + 1 + d.N(s.End-s.Start-1)
		d.Splice(at, at, choice.Of(d.Chooser, `\xg`, `\x4g`, `\u`, `\u12g`, `\ud80 `, `\U0011ffff`, `\U00110000`, `\U1234 `, `\N`, `\N{}`)+" ")
		return true
	}},
	spec.LiteralNamedEscape: inName(npy.Wish{}, false, func(g *choice.Chooser) (string, string) {
		switch g.N(4) {
		case 0:
			return `\N{BULLET}`, "•"
		case 1:
			return `\N{LATIN SMALL LETTER E WITH ACUTE}`, "é"
		case 2:
			return `\N{greek small letter alpha}`, "α"
		}
		return `\N{LATIN CAPITAL LETTER A}`, "A"
	}),
	spec.LiteralLongSuffix:      renumbered(npy.Wish{Latin: true}, nil, func(_ *choice.Chooser, n int64) string { return strconv.FormatInt(n, 10) + "L" }),
	spec.LiteralLongSuffixV3:    renumbered(npy.Wish{Version: spec.Version3}, nil, func(_ *choice.Chooser, n int64) string { return strconv.FormatInt(n, 10) + "L" }),
	spec.LiteralLongSuffixLower: renumbered(npy.Wish{}, nil, func(_ *choice.Chooser, n int64) string { return strconv.FormatInt(n, 10) + "l" }),
	spec.LiteralLongSuffixDetached: renumbered(npy.Wish{Latin: true}, nil, func(g *choice.Chooser, n int64) string {
		return strconv.FormatInt(n, 10) + strings.Repeat(" ", 1+g.N(3)) + "L"
	}),
	spec.LiteralNumberBase: renumbered(npy.Wish{}, nil, func(g *choice.Chooser, n int64) string {
		return fmt.Sprintf(choice.Of(g, "0x%x", "0X%X", "0o%o", "0O%o", "0b%b", "0B%b", "0x%04x", "0b%08b"), n)
	}),
	spec.LiteralNumberUnderscore: renumbered(npy.Wish{Shape: tens}, func(n int64) bool { return n > 9 }, func(g *choice.Chooser, n int64) string {
		digits := strconv.FormatInt(n, 10)
		at := 1 + g.N(len(digits)-1)
		return digits[:at] + "_" + digits[at:]
	}),
	spec.LiteralNumberLeadingZero: renumbered(npy.Wish{}, func(n int64) bool { return n > 0 }, func(g *choice.Chooser, n int64) string {
		return strings.Repeat("0", 1+g.N(3)) + strconv.FormatInt(n, 10)
	}),
	spec.LiteralNumberNotCanonical: renumbered(npy.Wish{}, nil, func(g *choice.Chooser, n int64) string {
		if n == 0 {
			return choice.Of(g, "-0", "+0", "00", "0000", "-00")
		}
		return "+" + strconv.FormatInt(n, 10)
	}),
	spec.LiteralParentheses: {npy.Wish{}, func(d *npy.Draft) bool {
		s, _ := d.Span(npy.SpanText|npy.SpanOrder|npy.SpanDim|npy.SpanSubdim|npy.SpanField|npy.SpanList|npy.SpanDescr|npy.SpanShape|npy.SpanSubshape, nil)
		if d.One(12) {
			s.Start, s.End = 0, len(d.Text)
		}
		depth := 1 + d.N(2)
		d.Splice(s.Start, s.End, strings.Repeat("(", depth)+string(d.Text[s.Start:s.End])+strings.Repeat(")", depth))
		return true
	}},
}

// plainText reports whether a string is in single quotes.
func plainText(s *npy.Span) bool { return s.Plain }

// requoted changes the quotes of up to that many strings.
func requoted(quotes string, most int) fault {
	return fault{npy.Wish{}, func(d *npy.Draft) bool { return requote(d, quotes, 1+d.N(most)) }}
}

// requote changes the quotes of strings, from the last one backwards.
func requote(d *npy.Draft, quotes string, count int) bool {
	if count == 1 {
		s, ok := d.Span(npy.SpanText, plainText)
		if ok {
			d.Splice(s.Start, s.End, quotes+d.Body(&s)+quotes)
		}
		return ok
	}
	for i := len(d.Spans) - 1; i >= 0 && count > 0; i-- { // a string is noted when it ends
		if s := d.Spans[i]; s.Kind&npy.SpanText != 0 && s.Plain {
			d.Splice(s.Start, s.End, quotes+d.Body(&s)+quotes)
			count--
		}
	}
	return true
}

// prefixed puts letters before a string without a backslash.
func prefixed(letters ...string) fault {
	return fault{npy.Wish{}, func(d *npy.Draft) bool {
		s, ok := d.Span(npy.SpanText, plainText)
		if ok {
			d.Splice(s.Start, s.Start, choice.Of(d.Chooser, letters...))
		}
		return ok
	}}
}

// tens returns a shape with a dimension of two digits.
func tens(g *choice.Chooser) []int64 {
	shape := npy.Dimensions(g)
	shape[g.N(len(shape))] = int64(10 + g.N(30))
	return shape
}

// renumbered respells a dimension, or all of them.
func renumbered(w npy.Wish, fits func(int64) bool, spell func(*choice.Chooser, int64) string) fault {
	if w.Shape == nil {
		w.Shape = npy.Dimensions
	}
	return fault{w, func(d *npy.Draft) bool {
		value := func(s *npy.Span) int64 {
			n, _ := strconv.ParseInt(string(d.Text[s.Start:s.End]), 10, 64)
			return n
		}
		suits := func(s *npy.Span) bool { return fits == nil || fits(value(s)) }
		if d.One(4) { // all of them
			changed := false
			for i := len(d.Spans) - 1; i >= 0; i-- {
				if s := d.Spans[i]; s.Kind&npy.SpanNumber != 0 && suits(&s) {
					d.Splice(s.Start, s.End, spell(d.Chooser, value(&s)))
					changed = true
				}
			}
			return changed
		}
		s, ok := d.Span(npy.SpanNumber, suits)
		if ok {
			d.Splice(s.Start, s.End, spell(d.Chooser, value(&s)))
		}
		return ok
	}}
}
