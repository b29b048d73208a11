package plant

import (
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/spec"
)

// headerFaults are the faults of the header as a whole and of its characters.
var headerFaults = map[spec.ID]fault{
	spec.HeaderEmpty: {npy.Wish{Ascii: true}, func(d *npy.Draft) bool {
		if d.One(4) { // the header follows anyway
			d.Change = func(file []byte, _ int) []byte {
				clear(file[8:d.Version.PrefixLen()])
				return file
			}
			return true
		}
		d.Text = d.Text[:0]
		if d.One(4) {
			d.Text = append(d.Text, choice.Of(d.Chooser, "\t", "\n", "\n\n  \t", "\f", "# nothing")...)
		}
		return true
	}},
	spec.HeaderNotAscii: inName(npy.Wish{Latin: true}, true, func(g *choice.Chooser) (string, string) {
		raw, name := "", ""
		for range 1 + g.N(4) {
			if g.One(3) { // what a UTF-8 writer leaves
				c := byte(0xa1 + g.N(12))
				raw, name = raw+"\xc3"+string([]byte{c}), name+"Ã"+string(rune(c))
				continue
			}
			c := byte(0xa1 + g.N(0x5f))
			if c == 0xad { // which is invisible
				c = 0xff
			}
			raw, name = raw+string([]byte{c}), name+string(rune(c))
		}
		return raw, name
	}),
	spec.HeaderNotUtf8: inName(npy.Wish{Version: spec.Version3}, false, func(g *choice.Chooser) (string, string) {
		return choice.Of(g, "\xff", "\xc0\xaf", "\xed\xa0\x80", "\xe6\x97", "\xf4\x90\x80\x80", "\x80", "\xfe", "\xf0\x80\x80\x80", "\xe9"), ""
	}),
	spec.HeaderNul: {npy.Wish{}, func(d *npy.Draft) bool {
		if d.One(2) {
			return insertInName(d, "\x00", "")
		}
		return insertBetween(d, strings.Repeat("\x00", 1+d.N(3)))
	}},
	spec.HeaderControlCharacter: inName(npy.Wish{}, false, func(g *choice.Chooser) (string, string) {
		c := string(rune(choice.Of(g, 1, 2, 7, 8, 9, 11, 12, 0x0e, 0x1a, 0x1b, 0x1f, 0x7f)))
		return c, c
	}),
	spec.HeaderInvisibleCharacter: inName(npy.Wish{Version: spec.Version3}, false, func(g *choice.Chooser) (string, string) {
		c := string(choice.Of(g, '\u00a0', '\u00ad', '\u200b', '\u200f', '\u2028', '\u202e', '\u2066', '\u3000', '\ufeff', '\ue000', '\U000e0041', '\uffff'))
		return c, c
	}),
	spec.HeaderBom:          led("\ufeff"),
	spec.HeaderLeadingSpace: led(" ", "  ", "\t", "\f", "\n", "\r\n", "\n\n", " \n", "\t \n", "\r", "        ", " \f", "\n\f"),
	spec.HeaderLeadingIndent: {npy.Wish{}, func(d *npy.Draft) bool {
		d.Lead = choice.Of(d.Chooser, "\n ", "\n\t", "\v", "\n    ", " \n ", "\v ", "\r\n\t", "\n\n  ", "\r ")
		if d.Version == spec.Version3 && d.One(2) {
			d.Lead = choice.Of(d.Chooser, "\f ", "\f\t", " \f ", "\n\f ", "\f\f\t ") // which earlier versions may have
		}
		return true
	}},
	spec.HeaderLeadingText: led("header = ", "x", "return ", "1, ", "NUMPY", "}", ")", ", ", "; ", "= ", ": ", "- ", "np.", "@", "$ ", "json:", "0x10 "),
	spec.HeaderAlignment16: {npy.Wish{}, func(d *npy.Draft) bool {
		d.Layout.Align = 16
		d.Layout.Beyond = 1 + d.N(15)
		if d.Layout.Beyond == 2 && d.Version == spec.Version2 {
			d.Layout.Beyond = 8
		}
		return true
	}},
	spec.HeaderAlignmentV2Legacy: {npy.Wish{Version: spec.Version2}, func(d *npy.Draft) bool {
		d.Layout = npy.Layout{Align: 16, Beyond: 2, Blocks: d.N(3)}
		return true
	}},
	spec.HeaderAlignment64: {npy.Wish{}, func(d *npy.Draft) bool {
		d.Layout.Beyond = 16 * (1 + d.N(3))
		d.Layout.Growth = d.One(4)
		return true
	}},
	spec.HeaderExcessPadding: {npy.Wish{}, func(d *npy.Draft) bool {
		d.Layout.Blocks = 2 + d.N(20)
		if d.One(4) && len(d.Text) < 1000 {
			d.Layout.Blocks = 2 + d.N(120)
		}
		return true
	}},
	spec.HeaderLengthOver10000: inName(npy.Wish{}, false, func(g *choice.Chooser) (string, string) {
		name := strings.Repeat("long", 2500+g.N(1000))
		return name, name
	}),
}

// led is a fault before the dictionary.
func led(texts ...string) fault {
	return fault{npy.Wish{}, func(d *npy.Draft) bool {
		d.Lead = choice.Of(d.Chooser, texts...)
		return true
	}}
}

// inName is a fault in a field name, or in a title. What it inserts has a spelling and a meaning. The spans that
// take it have no escapes, unless any will do.
func inName(w npy.Wish, escapes bool, insert func(*choice.Chooser) (raw, name string)) fault {
	w.DType = withFields
	return fault{w, func(d *npy.Draft) bool {
		raw, name := insert(d.Chooser)
		if escapes {
			return insertAtName(d, raw, name, nil)
		}
		return insertInName(d, raw, name)
	}}
}

// withFields returns a type with fields.
func withFields(g *npy.Typer) spec.DType { return g.Structure(1 + g.N(2)) }

// insertInName inserts text into a name without escapes.
func insertInName(d *npy.Draft, raw, name string) bool {
	return insertAtName(d, raw, name, func(s *npy.Span) bool { return !strings.Contains(d.Body(s), `\`) })
}

// insertAtName begins a name or a title with raw, which means name.
func insertAtName(d *npy.Draft, raw, name string, fits func(*npy.Span) bool) bool {
	s, ok := d.Span(npy.SpanName|npy.SpanTitle, fits)
	if !ok {
		return false
	}
	if s.Kind == npy.SpanName {
		s.F.Name = name + s.F.Name
	} else {
		s.F.Title = name + s.F.Title
	}
	d.Splice(s.Start+1, s.Start+1, raw)
	return true
}

// insertBetween inserts text between two tokens of the dictionary.
func insertBetween(d *npy.Draft, text string) bool {
	s, ok := d.Span(npy.SpanToken, nil)
	if !ok {
		return false
	}
	at := choice.Of(d.Chooser, s.Start, s.End, 1, len(d.Text)-1)
	d.Splice(at, at, text)
	return true
}

// paddingFaults are the faults after the dictionary.
var paddingFaults = map[spec.ID]fault{
	spec.HeaderTrailingText: tailed(" written by hand", "x", ",", "{}", "}", " 0", "\v", "\x01", ";", "'", " {'shape': (1,)}", "\x7f", ")", "L"),
	spec.HeaderPaddingByte: {npy.Wish{}, func(d *npy.Draft) bool {
		if d.One(2) {
			d.Fill = choice.Of[byte](d.Chooser, '\t', '\f', '\n')
		} else {
			d.Tail = choice.Of(d.Chooser, "\t", "\t\t", "\f", "\r", "\n", "  \t", "\r\n", "\\\n", " \n\t", "\n \n")
		}
		return true
	}},
	spec.HeaderPaddingNul: {npy.Wish{}, func(d *npy.Draft) bool {
		if d.One(2) {
			d.Fill = 0
		} else {
			d.Tail = choice.Of(d.Chooser, "\x00", "\x00\x00\x00\x00", "  \x00", " \x00 ")
		}
		return true
	}},
	spec.HeaderPaddingComment: tailed("# by hand", " # {'shape': (9,), }", "#", "  ##", "# a\tb", " # 'descr': '<f4'"),
	spec.HeaderFinalNewline: {npy.Wish{}, func(d *npy.Draft) bool {
		d.End = choice.Of(d.Chooser, " ", "  ", "\r")
		d.Change = func(file []byte, offset int) []byte {
			if d.End == "\r" && offset < len(file) && file[offset] == '\n' {
				file[offset-1] = ' '
			}
			return file
		}
		return true
	}},
	spec.HeaderNewlineNotLast: {npy.Wish{}, func(d *npy.Draft) bool {
		d.End = "\n" + strings.Repeat(" ", 1+d.N(70))
		return true
	}},
	spec.HeaderNewlinesConverted: {npy.Wish{}, func(d *npy.Draft) bool {
		d.Lost = true // readers trust the length, and get data that begins with a newline
		d.End = "\r"
		d.Change = func(file []byte, offset int) []byte {
			b := append([]byte{}, file[:offset]...)
			b = append(b, '\n')
			for _, c := range file[offset:] {
				if c == '\n' {
					b = append(b, '\r')
				}
				b = append(b, c)
			}
			return b
		}
		return true
	}},
	spec.HeaderCrlf: {npy.Wish{}, func(d *npy.Draft) bool {
		d.End = "\r\n"
		return true
	}},
}

// tailed is a fault directly after the dictionary.
func tailed(texts ...string) fault {
	return fault{npy.Wish{}, func(d *npy.Draft) bool {
		d.Tail = choice.Of(d.Chooser, texts...)
		return true
	}}
}

// textFaults are the faults of the literal as a whole, and between its tokens.
var textFaults = map[spec.ID]fault{
	spec.HeaderNotALiteral: {npy.Wish{}, spoilLiteral},
	spec.HeaderNotADictionary: {npy.Wish{Ascii: true}, func(d *npy.Draft) bool {
		text := string(d.Text)
		d.Text = append(d.Text[:0], choice.Of(d.Chooser, "["+text+"]", "("+text+",)", "['<f8', False, (3,)]", "('descr', 'shape')", "None", "3", "'descr'", "{'descr', 'shape'}", "b'{}'", "[]", "()", "True")...)
		return true
	}},
	spec.HeaderNestingDepth: {npy.Wish{Ascii: true}, func(d *npy.Draft) bool {
		depth := 201 + d.N(300)
		s, _ := d.Span(npy.SpanDescr|npy.SpanShape, nil)
		open, shut := "(", ")"
		if s.Kind == npy.SpanDescr && d.One(2) {
			open, shut, depth = "[('a', ", ")]", depth/2
		}
		d.Splice(s.Start, s.End, strings.Repeat(open, depth)+string(d.Text[s.Start:s.End])+strings.Repeat(shut, depth))
		return true
	}},
	spec.HeaderNewlineInside: {npy.Wish{Plain: true}, func(d *npy.Draft) bool { return insertBetween(d, choice.Of(d.Chooser, "\n", "\n\n", "\n ", " \n")) }},
	spec.HeaderTabInside: {npy.Wish{}, func(d *npy.Draft) bool {
		return insertBetween(d, choice.Of(d.Chooser, "\t", "\t\t", "\f", "\r", " \t "))
	}},
	spec.HeaderCommentInside: {npy.Wish{}, func(d *npy.Draft) bool {
		return insertBetween(d, choice.Of(d.Chooser, "# comment\n", "#\n", " # 'shape': (9,)\n", "# }\r", "#,\r\n"))
	}},
	spec.HeaderContinuation: {npy.Wish{}, func(d *npy.Draft) bool {
		return insertBetween(d, choice.Of(d.Chooser, "\\\n", "\\\r\n", " \\\n", "\\\r"))
	}},
	spec.HeaderStyleNotCanonical: {npy.Wish{Plain: true}, func(d *npy.Draft) bool {
		s := &npy.Styles[d.N(len(npy.Styles))]
		if s.Lines() {
			return false
		}
		before := string(d.Text)
		d.Style = s
		d.Spell()
		return string(d.Text) != before
	}},
}

// spoilLiteral makes a syntax error.
func spoilLiteral(d *npy.Draft) bool {
	switch d.N(6) {
	case 0: // something that Python would have to evaluate
		s, _ := d.Span(npy.SpanOrder|npy.SpanDim|npy.SpanSubdim|npy.SpanCode, nil)
		d.Splice(s.Start, s.End, choice.Of(d.Chooser, "f8", "nan", "int(3)", "1 if True else 2", "3+4", "not True", "*", "lambda: 0", "__import__('os')", "3x", "1__0", "$", "~1"))
	case 1:
		s, _ := d.Span(npy.SpanShape, nil)
		d.Splice(s.Start, s.End, choice.Of(d.Chooser, "(, )", "(3", "(3, , 4)", "(3 4)", "(3]", "(,)", ""))
	case 2: // never closed
		d.Text = d.Text[:len(d.Text)-1]
	case 3: // without a colon or a value
		s, _ := d.Span(npy.SpanKey, nil)
		for d.Text[s.End] != ':' {
			s.End++
		}
		d.Splice(s.End, s.End+1, choice.Of(d.Chooser, ",", "=", "::"))
	case 4:
		s, _ := d.Span(npy.SpanToken, nil)
		d.Splice(s.End, s.End, choice.Of(d.Chooser, " x", " 1", "$", "\u00a0"))
	default:
		s, _ := d.Span(npy.SpanKey, nil)
		d.Splice(s.Start, s.Start, choice.Of(d.Chooser, "x = ", ", ", ": ", "*", "-", "@", "\v"))
	}
	return true
}
