package fuzz

import (
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// headerFaults are those of the header as a whole and of its characters.
var headerFaults = map[spec.ID]fault{
	spec.HeaderEmpty: {wish{ascii: true}, func(d *draft) bool {
		if d.one(4) { // the header follows all the same
			d.change = func(file []byte, _ int) []byte {
				clear(file[8:d.version.PrefixLen()])
				return file
			}
			return true
		}
		d.text = d.text[:0]
		if d.one(4) {
			d.text = append(d.text, pickOf(d.Gen, "\t", "\n", "\n\n  \t", "\f", "# nothing")...)
		}
		return true
	}},
	spec.HeaderNotAscii: inName(wish{latin: true}, true, func(g *Gen) (string, string) {
		raw, name := "", ""
		for range 1 + g.n(4) {
			if g.one(3) { // what a writer of UTF-8 leaves
				c := byte(0xa1 + g.n(12))
				raw, name = raw+"\xc3"+string([]byte{c}), name+"Ã"+string(rune(c))
				continue
			}
			c := byte(0xa1 + g.n(0x5f))
			if c == 0xad { // which nobody sees
				c = 0xff
			}
			raw, name = raw+string([]byte{c}), name+string(rune(c))
		}
		return raw, name
	}),
	spec.HeaderNotUtf8: inName(wish{version: spec.Version3}, false, func(g *Gen) (string, string) {
		return pickOf(g, "\xff", "\xc0\xaf", "\xed\xa0\x80", "\xe6\x97", "\xf4\x90\x80\x80", "\x80", "\xfe", "\xf0\x80\x80\x80", "\xe9"), ""
	}),
	spec.HeaderNul: {wish{}, func(d *draft) bool {
		if d.one(2) {
			return d.insertInName("\x00", "")
		}
		return d.insertBetween(strings.Repeat("\x00", 1+d.n(3)))
	}},
	spec.HeaderControlCharacter: inName(wish{}, false, func(g *Gen) (string, string) {
		c := string(rune(pickOf(g, 1, 2, 7, 8, 9, 11, 12, 0x0e, 0x1a, 0x1b, 0x1f, 0x7f)))
		return c, c
	}),
	spec.HeaderInvisibleCharacter: inName(wish{version: spec.Version3}, false, func(g *Gen) (string, string) {
		c := string(pickOf(g, '\u00a0', '\u00ad', '\u200b', '\u200f', '\u2028', '\u202e', '\u2066', '\u3000', '\ufeff', '\ue000', '\U000e0041', '\uffff'))
		return c, c
	}),
	spec.HeaderBom:          led("\ufeff"),
	spec.HeaderLeadingSpace: led(" ", "  ", "\t", "\f", "\n", "\r\n", "\n\n", " \n", "\t \n", "\r", "        ", " \f", "\n\f"),
	spec.HeaderLeadingIndent: {wish{}, func(d *draft) bool {
		d.lead = pickOf(d.Gen, "\n ", "\n\t", "\v", "\n    ", " \n ", "\v ", "\r\n\t", "\n\n  ", "\r ")
		if d.version == spec.Version3 && d.one(2) {
			d.lead = pickOf(d.Gen, "\f ", "\f\t", " \f ", "\n\f ", "\f\f\t ") // which earlier versions may have
		}
		return true
	}},
	spec.HeaderLeadingText: led("header = ", "x", "return ", "1, ", "NUMPY", "}", ")", ", ", "; ", "= ", ": ", "- ", "np.", "@", "$ ", "json:", "0x10 "),
	spec.HeaderAlignment16: {wish{}, func(d *draft) bool {
		d.layout.align = 16
		d.layout.beyond = 1 + d.n(15)
		if d.layout.beyond == 2 && d.version == spec.Version2 {
			d.layout.beyond = 8
		}
		return true
	}},
	spec.HeaderAlignmentV2Legacy: {wish{version: spec.Version2}, func(d *draft) bool {
		d.layout = layout{align: 16, beyond: 2, blocks: d.n(3)}
		return true
	}},
	spec.HeaderAlignment64: {wish{}, func(d *draft) bool {
		d.layout.beyond = 16 * (1 + d.n(3))
		d.layout.growth = d.one(4)
		return true
	}},
	spec.HeaderExcessPadding: {wish{}, func(d *draft) bool {
		d.layout.blocks = 2 + d.n(20)
		if d.one(4) && len(d.text) < 1000 {
			d.layout.blocks = 2 + d.n(120)
		}
		return true
	}},
	spec.HeaderLengthOver10000: inName(wish{}, false, func(g *Gen) (string, string) {
		name := strings.Repeat("long", 2500+g.n(1000))
		return name, name
	}),
}

// led is a fault before the dictionary.
func led(texts ...string) fault {
	return fault{wish{}, func(d *draft) bool {
		d.lead = pickOf(d.Gen, texts...)
		return true
	}}
}

// inName is a fault in a field name, or in a title. What it inserts has a spelling and a meaning. The spans that
// take it have no escapes, unless any will do.
func inName(w wish, escapes bool, insert func(*Gen) (raw, name string)) fault {
	w.dtype = (*typer).named
	return fault{w, func(d *draft) bool {
		raw, name := insert(d.Gen)
		if escapes {
			return d.insertAtName(raw, name, nil)
		}
		return d.insertInName(raw, name)
	}}
}

// named returns a type with fields.
func (g *typer) named() spec.DType { return g.structure(1 + g.n(2)) }

// insertInName inserts text into a name without escapes.
func (d *draft) insertInName(raw, name string) bool {
	return d.insertAtName(raw, name, func(s *span) bool { return !strings.Contains(d.body(s), `\`) })
}

// insertAtName begins a name or a title with raw, which means name.
func (d *draft) insertAtName(raw, name string, fits func(*span) bool) bool {
	s, ok := d.span(spanName|spanTitle, fits)
	if !ok {
		return false
	}
	if s.kind == spanName {
		s.f.Name = name + s.f.Name
	} else {
		s.f.Title = name + s.f.Title
	}
	d.splice(s.start+1, s.start+1, raw)
	return true
}

// insertBetween inserts text between two tokens of the dictionary.
func (d *draft) insertBetween(text string) bool {
	s, ok := d.span(spanToken, nil)
	if !ok {
		return false
	}
	at := pickOf(d.Gen, s.start, s.end, 1, len(d.text)-1)
	d.splice(at, at, text)
	return true
}

// paddingFaults are those after the dictionary.
var paddingFaults = map[spec.ID]fault{
	spec.HeaderTrailingText: tailed(" written by hand", "x", ",", "{}", "}", " 0", "\v", "\x01", ";", "'", " {'shape': (1,)}", "\x7f", ")", "L"),
	spec.HeaderPaddingByte: {wish{}, func(d *draft) bool {
		if d.one(2) {
			d.fill = pickOf[byte](d.Gen, '\t', '\f', '\n')
		} else {
			d.tail = pickOf(d.Gen, "\t", "\t\t", "\f", "\r", "\n", "  \t", "\r\n", "\\\n", " \n\t", "\n \n")
		}
		return true
	}},
	spec.HeaderPaddingNul: {wish{}, func(d *draft) bool {
		if d.one(2) {
			d.fill = 0
		} else {
			d.tail = pickOf(d.Gen, "\x00", "\x00\x00\x00\x00", "  \x00", " \x00 ")
		}
		return true
	}},
	spec.HeaderPaddingComment: tailed("# by hand", " # {'shape': (9,), }", "#", "  ##", "# a\tb", " # 'descr': '<f4'"),
	spec.HeaderFinalNewline: {wish{}, func(d *draft) bool {
		d.end = pickOf(d.Gen, " ", "  ", "\r")
		d.change = func(file []byte, offset int) []byte {
			if d.end == "\r" && offset < len(file) && file[offset] == '\n' {
				file[offset-1] = ' '
			}
			return file
		}
		return true
	}},
	spec.HeaderNewlineNotLast: {wish{}, func(d *draft) bool {
		d.end = "\n" + strings.Repeat(" ", 1+d.n(70))
		return true
	}},
	spec.HeaderTextMode: {wish{}, func(d *draft) bool {
		d.lost = true // readers go by the length, and get data that begin with a newline
		d.end = "\r"
		d.change = func(file []byte, offset int) []byte {
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
	spec.HeaderCrlf: {wish{}, func(d *draft) bool {
		d.end = "\r\n"
		return true
	}},
}

// tailed is a fault directly after the dictionary.
func tailed(texts ...string) fault {
	return fault{wish{}, func(d *draft) bool {
		d.tail = pickOf(d.Gen, texts...)
		return true
	}}
}

// textFaults are those of the literal as a whole, and between its tokens.
var textFaults = map[spec.ID]fault{
	spec.HeaderNotALiteral: {wish{}, spoilLiteral},
	spec.HeaderNotADictionary: {wish{ascii: true}, func(d *draft) bool {
		text := string(d.text)
		d.text = append(d.text[:0], pickOf(d.Gen, "["+text+"]", "("+text+",)", "['<f8', False, (3,)]", "('descr', 'shape')", "None", "3", "'descr'", "{'descr', 'shape'}", "b'{}'", "[]", "()", "True")...)
		return true
	}},
	spec.HeaderNestingDepth: {wish{ascii: true}, func(d *draft) bool {
		depth := 201 + d.n(300)
		s, _ := d.span(spanDescr|spanShape, nil)
		open, shut := "(", ")"
		if s.kind == spanDescr && d.one(2) {
			open, shut, depth = "[('a', ", ")]", depth/2
		}
		d.splice(s.start, s.end, strings.Repeat(open, depth)+string(d.text[s.start:s.end])+strings.Repeat(shut, depth))
		return true
	}},
	spec.HeaderNewlineInside: {wish{plain: true}, func(d *draft) bool { return d.insertBetween(pickOf(d.Gen, "\n", "\n\n", "\n ", " \n")) }},
	spec.HeaderTabInside:     {wish{}, func(d *draft) bool { return d.insertBetween(pickOf(d.Gen, "\t", "\t\t", "\f", "\r", " \t ")) }},
	spec.HeaderCommentInside: {wish{}, func(d *draft) bool {
		return d.insertBetween(pickOf(d.Gen, "# comment\n", "#\n", " # 'shape': (9,)\n", "# }\r", "#,\r\n"))
	}},
	spec.HeaderContinuation: {wish{}, func(d *draft) bool { return d.insertBetween(pickOf(d.Gen, "\\\n", "\\\r\n", " \\\n", "\\\r")) }},
	spec.HeaderStyleNotCanonical: {wish{plain: true}, func(d *draft) bool {
		s := &styles[d.n(len(styles))]
		if s.lines() {
			return false
		}
		before := string(d.text)
		d.style = s
		d.spell()
		return string(d.text) != before
	}},
}

// spoilLiteral makes a syntax error.
func spoilLiteral(d *draft) bool {
	switch d.n(6) {
	case 0: // something that Python would have to evaluate
		s, _ := d.span(spanOrder|spanDim|spanSubdim|spanCode, nil)
		d.splice(s.start, s.end, pickOf(d.Gen, "f8", "nan", "int(3)", "1 if True else 2", "3+4", "not True", "*", "lambda: 0", "__import__('os')", "3x", "1__0", "$", "~1"))
	case 1:
		s, _ := d.span(spanShape, nil)
		d.splice(s.start, s.end, pickOf(d.Gen, "(, )", "(3", "(3, , 4)", "(3 4)", "(3]", "(,)", ""))
	case 2: // never closed
		d.text = d.text[:len(d.text)-1]
	case 3: // without a colon or a value
		s, _ := d.span(spanKey, nil)
		for d.text[s.end] != ':' {
			s.end++
		}
		d.splice(s.end, s.end+1, pickOf(d.Gen, ",", "=", "::"))
	case 4:
		s, _ := d.span(spanToken, nil)
		d.splice(s.end, s.end, pickOf(d.Gen, " x", " 1", "$", "\u00a0"))
	default:
		s, _ := d.span(spanKey, nil)
		d.splice(s.start, s.start, pickOf(d.Gen, "x = ", ", ", ": ", "*", "-", "@", "\v"))
	}
	return true
}
