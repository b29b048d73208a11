package validator

import (
	"bytes"

	"github.com/npycheck/npycheck/spec"
)

// lineBreak returns the length of the line break that b begins with, as Python sees it: 2 for CR LF, 1
// for LF or CR, and 0 for none.
func lineBreak(b []byte) int {
	switch {
	case bytes.HasPrefix(b, []byte("\r\n")):
		return 2
	case len(b) > 0 && (b[0] == '\n' || b[0] == '\r'):
		return 1
	}
	return 0
}

// comment returns the length of the comment that b begins with, without its line break.
func comment(b []byte) int {
	if n := bytes.IndexAny(b, "\r\n"); n >= 0 {
		return n
	}
	return len(b)
}

// continuation returns the length of the continued line that b begins with: a backslash and a line
// break. It is 0 for none.
func continuation(b []byte) int {
	if len(b) > 0 && b[0] == '\\' {
		if n := lineBreak(b[1:]); n > 0 {
			return 1 + n
		}
	}
	return 0
}

// gap returns how many bytes at the start of b may stand between two tokens: white space, comments
// and continued lines.
func gap(b []byte) (n int) {
	for n < len(b) {
		switch c := b[n]; c {
		case ' ', '\t', '\f', '\r', '\n':
			n++
		case '#':
			n += comment(b[n:])
		default:
			step := continuation(b[n:])
			if step == 0 {
				return n
			}
			n += step
		}
	}
	return n
}

// space passes over everything between two tokens, and returns the first byte of the next one.
func (w *walk) space() (c byte, ok bool) {
	lit := &w.lit
	start := lit.pos
	for lit.pos < len(w.text) {
		switch c := w.text[lit.pos]; c {
		case ' ':
			lit.pos++
		case '\n':
			w.untidy(spec.HeaderNewlineInside, lit.pos, lit.pos+1, "a newline")
		case '\t', '\f', '\r':
			w.untidy(spec.HeaderTabInside, lit.pos, lit.pos+1, describe(c))
		case 0:
			w.untidy(spec.HeaderNul, lit.pos, lit.pos+1, "a NUL byte")
		case '#':
			end := lit.pos + comment(w.text[lit.pos:])
			w.commentNUL(lit.pos, end)
			end = min(end+lineBreak(w.text[end:]), lit.tokensEnd) // the line break is part of the comment
			w.untidy(spec.HeaderCommentInside, lit.pos, end, "a comment")
		case '\\':
			n := continuation(w.text[lit.pos:])
			if n == 0 {
				return c, true
			}
			w.untidy(spec.HeaderContinuation, lit.pos, lit.pos+n, "a continued line")
		default:
			w.blanks(start, c)
			return c, true
		}
	}
	return 0, false
}

// commentNUL reports the first NUL byte of a comment: Python refuses it there too.
func (w *walk) commentNUL(pos, end int) {
	if end > w.lit.tokensEnd {
		return // in the padding
	}
	if n := bytes.IndexByte(w.text[pos:end], 0); n >= 0 {
		w.report(spec.HeaderNul, w.at(pos+n), 1, w.pointer(), "comment holds a NUL byte")
	}
}

// untidy reports what no blank is, and moves behind it and its repetitions.
func (w *walk) untidy(rule spec.ID, pos, end int, what string) {
	lit := &w.lit
	for end < len(w.text) && end == pos+1 && w.text[end] == w.text[pos] {
		end++
		pos++
	}
	start := lit.pos
	lit.pos = end
	if start >= lit.tokensEnd {
		return // behind the last token nothing is inside
	}
	w.report(rule, w.at(start), int64(end-start), w.pointer(), "%s stands between the tokens of the dictionary, want a space or nothing", what)
	lit.untidy = true
}

// blanks compares the number of blanks in front of the token c with NumPy's layout (clause
// npy-3.5): one behind a colon and between items, none elsewhere.
func (w *walk) blanks(start int, c byte) {
	lit := &w.lit
	want := 0
	switch lit.before {
	case 0:
		return
	case ':':
		want = 1
	case ',':
		if c != ')' && c != ']' {
			want = 1
		}
	}
	if lit.pos-start != want && lit.loose < 0 {
		lit.loose = start
	}
}

// trailingComma compares the comma in front of a closing bracket with NumPy's layout: the dictionary
// and a tuple of one item have it, nothing else does.
func (w *walk) trailingComma(top *frame) {
	if top.items == 0 || top.open == '{' && (len(w.lit.stack) > 2 || top.pairs == 0) {
		return
	}
	trailing := top.commas == top.items
	want := top.open == '{' || top.open == '(' && top.items == 1
	group := top.open == '(' && top.items == 1 && !trailing
	if trailing != want && !group && w.lit.loose < 0 {
		w.lit.loose = w.lit.pos
	}
}

// style reports a layout that is not NumPy's, unless something louder was said of it.
func (w *walk) style() {
	lit := &w.lit
	if lit.loose < 0 || lit.untidy || lit.malformed {
		return
	}
	w.report(spec.HeaderStyleNotCanonical, w.at(lit.loose), 1, "", "spaces and commas differ from the layout that NumPy writes, here first")
}
