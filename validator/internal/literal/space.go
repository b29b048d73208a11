package literal

import (
	"bytes"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/quote"
)

func digit(c byte) bool { return '0' <= c && c <= '9' }

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }

func quotes(c byte) bool { return c == '\'' || c == '"' }

func whiteSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// LineBreak returns the length of the line break that b begins with, as Python sees it: 2 for CR LF, 1
// for LF or CR, and 0 for none.
func LineBreak(b []byte) int {
	switch {
	case bytes.HasPrefix(b, []byte("\r\n")):
		return 2
	case len(b) > 0 && (b[0] == '\n' || b[0] == '\r'):
		return 1
	}
	return 0
}

// Comment returns the length of the comment that b begins with, without its line break.
func Comment(b []byte) int {
	if n := bytes.IndexAny(b, "\r\n"); n >= 0 {
		return n
	}
	return len(b)
}

// Continuation returns the length of the continued line that b begins with: a backslash and a line
// break. It is 0 for none.
func Continuation(b []byte) int {
	if len(b) > 0 && b[0] == '\\' {
		if n := LineBreak(b[1:]); n > 0 {
			return 1 + n
		}
	}
	return 0
}

// Gap returns how many bytes at the start of b may stand between two tokens: white space, comments
// and continued lines.
func Gap(b []byte) (n int) {
	for n < len(b) {
		switch c := b[n]; c {
		case ' ', '\t', '\f', '\r', '\n':
			n++
		case '#':
			n += Comment(b[n:])
		default:
			step := Continuation(b[n:])
			if step == 0 {
				return n
			}
			n += step
		}
	}
	return n
}

// space passes over everything between two tokens, and returns the first byte of the next one.
func (p *parser) space() (c byte, ok bool) {
	start := p.pos
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; c {
		case ' ':
			p.pos++
		case '\n':
			p.run(spec.HeaderNewlineInside, "a newline")
		case '\t', '\f', '\r':
			p.run(spec.HeaderTabInside, quote.Byte(c))
		case 0:
			p.run(spec.HeaderNul, "a NUL byte")
		case '#':
			end := p.pos + Comment(p.text[p.pos:])
			p.commentNUL(end)
			end = min(end+LineBreak(p.text[end:]), p.tokensEnd) // the line break is part of the comment
			p.untidy(spec.HeaderCommentInside, end, "a comment")
		case '\\':
			n := Continuation(p.text[p.pos:])
			if n == 0 {
				return c, true
			}
			p.untidy(spec.HeaderContinuation, p.pos+n, "a continued line")
		default:
			p.blanks(start, c)
			return c, true
		}
	}
	return 0, false
}

// commentNUL reports the first NUL byte of the comment up to end: Python refuses it there too.
func (p *parser) commentNUL(end int) {
	if end > p.tokensEnd {
		return // in the padding
	}
	if n := bytes.IndexByte(p.text[p.pos:end], 0); n >= 0 {
		p.report(spec.HeaderNul, p.pos+n, p.pos+n+1, "comment holds a NUL byte")
	}
}

// run reports a byte that no blank is, together with its repetitions.
func (p *parser) run(rule spec.ID, what string) {
	end := p.pos + 1
	for end < len(p.text) && p.text[end] == p.text[p.pos] {
		end++
	}
	p.untidy(rule, end, what)
}

// untidy reports what no blank is, and moves behind it.
func (p *parser) untidy(rule spec.ID, end int, what string) {
	start := p.pos
	p.pos = end
	if start >= p.tokensEnd {
		return // behind the last token nothing is inside
	}
	p.report(rule, start, end, "%s stands between the tokens of the dictionary, want a space or nothing", what)
	p.tree.untidy = true
}

// blanks compares the number of blanks in front of the token c with NumPy's layout (clause
// npy-3.5): one behind a colon and between items, none elsewhere.
func (p *parser) blanks(start int, c byte) {
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

// trailingComma compares the comma in front of a closing bracket with NumPy's layout: the dictionary
// and a tuple of one item have it, nothing else does.
func (p *parser) trailingComma(top *frame) {
	if top.items == 0 || top.open == '{' && (len(p.stack) > 2 || top.pairs == 0) {
		return
	}
	trailing := top.commas == top.items
	want := top.open == '{' || top.open == '(' && top.items == 1
	group := top.open == '(' && top.items == 1 && !trailing
	if trailing != want && !group && p.tree.loose < 0 {
		p.tree.loose = p.pos
	}
}
