package literal

import (
	"bytes"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// space skips everything between two tokens, and returns the first byte of the next one.
func (p *parser) space() (c byte, ok bool) {
	start := p.pos
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; c {
		case ' ':
			p.pos++
		case '\n':
			p.run(spec.HeaderNewlineInside, "dictionary continues on a new line")
		case '\t', '\f', '\r':
			p.run(spec.HeaderTabInside, text.Byte(c)+between)
		case 0:
			p.run(spec.HeaderNul, "NUL byte"+between)
		case '#':
			end := p.pos + Comment(p.text[p.pos:])
			p.commentNUL(end)
			end = min(end+LineBreak(p.text[end:]), p.tokensEnd) // the line break is part of the comment
			p.untidy(spec.HeaderCommentInside, end, "comment"+between)
		case '\\':
			n := Continuation(p.text[p.pos:])
			if n == 0 {
				return c, true
			}
			p.untidy(spec.HeaderContinuation, p.pos+n, "line continuation"+between)
		default:
			p.spacing(start, c)
			return c, true
		}
	}
	return 0, false
}

// commentNUL reports the first NUL byte of the comment up to end: Python rejects it there too.
func (p *parser) commentNUL(end int) {
	if end > p.tokensEnd {
		return // in the padding
	}
	if n := bytes.IndexByte(p.text[p.pos:end], 0); n >= 0 {
		p.report(spec.HeaderNul, p.pos+n, p.pos+n+1, "comment contains a NUL byte")
	}
}

// between is where whitespace and comments are, and what is expected there.
const between = " between tokens of the dictionary, expected a space or nothing"

// run reports a byte other than a space, together with its repetitions.
func (p *parser) run(rule spec.ID, what string) {
	end := p.pos + 1
	for end < len(p.text) && p.text[end] == p.text[p.pos] {
		end++
	}
	p.untidy(rule, end, what)
}

// untidy reports bytes other than spaces, and moves past them.
func (p *parser) untidy(rule spec.ID, end int, what string) {
	start := p.pos
	p.pos = end
	if start >= p.tokensEnd {
		return // after the last token no bracket is open
	}
	p.report(rule, start, end, "%s", what)
	p.tree.untidy = true
}

// spacing compares the number of spaces before the token c with NumPy's layout (clause
// npy-3.5): one after a colon and between items, none elsewhere.
func (p *parser) spacing(start int, c byte) {
	want := 0
	switch p.before {
	case 0:
		return
	case ':':
		want = 1
	case ',':
		if c != ')' && c != ']' {
			want = 1
		}
	}
	if p.pos-start != want && p.tree.loose < 0 {
		p.tree.loose = start
	}
}

// trailingComma compares the comma before a closing bracket with NumPy's layout: the dictionary
// and a tuple of one item have it, nothing else does.
func (b *builder) trailingComma(top *frame, pos int) {
	if top.items == 0 || top.open == '{' && (len(b.stack) > 2 || top.pairs == 0) {
		return
	}
	trailing := top.commas == top.items
	want := top.open == '{' || top.open == '(' && top.items == 1
	group := top.open == '(' && top.items == 1 && !trailing
	if trailing != want && !group && b.tree.loose < 0 {
		b.tree.loose = pos
	}
}
