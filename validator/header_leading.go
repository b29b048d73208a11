package validator

import (
	"bytes"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

const byteOrderMark = "\xef\xbb\xbf"

// opening checks the text before the dictionary, and returns where to start parsing. It returns
// false if there is nothing to parse.
func (h *headerText) opening() (int, bool) {
	start := 0
	if bytes.HasPrefix(h.text, []byte(byteOrderMark)) {
		start = len(byteOrderMark)
		h.report(spec.HeaderBom, 0, start, "header begins with a byte order mark")
	}
	pos := start + leadingGap(h.text[start:])
	if pos == len(h.text) {
		h.report(spec.HeaderEmpty, 0, pos, "header of %s contains no dictionary", text.Count(int64(pos), "byte"))
		return 0, false
	}
	h.leading(start, pos)
	if literal.Begins(h.text[pos:]) {
		return pos, true
	}
	if brace := bytes.IndexByte(h.text[pos:], '{'); brace > 0 {
		h.report(spec.HeaderLeadingText, pos, pos+brace, "header begins with %s, expected '{'", text.LiteralBytes(h.text[pos:pos+brace]))
		return pos + brace, true
	}
	return pos, true
}

// leadingGap is literal.Gap with vertical tabs, which Python rejects but a person would call whitespace.
func leadingGap(b []byte) int {
	n := literal.Gap(b)
	for n < len(b) && b[n] == '\v' {
		n++
		n += literal.Gap(b[n:])
	}
	return n
}

type span struct{ pos, end int }

// grow extends the span by the n bytes at pos, if they follow it.
func (s *span) grow(pos, n int) {
	if s.end == pos {
		s.end += n
	}
}

// leading checks the whitespace, comments and continued lines from start up to the dictionary at end (clause npy-2.6).
// Python's literal_eval strips spaces and tabs from the start of the text, and treats others as indentation. In
// versions 1.0 and 2.0 NumPy then tries a filtered text in which a form feed counts as a space.
func (h *headerText) leading(start, end int) {
	v3 := h.layout.version == spec.Version3
	space, indent := span{-1, -1}, span{-1, -1} // the first whitespace, and that of the last line but the first
	vertical := -1
	for pos := start; pos < end; {
		rest := h.text[pos:end]
		switch n := literal.Continuation(rest); {
		case n > 0:
			h.report(spec.HeaderContinuation, pos, pos+n, "header begins with a line continuation, expected '{'")
			if indent.pos < 0 || indent.pos == pos || !v3 {
				// Spaces before the backslash still count as indentation, except to the filter that
				// NumPy applies to headers that Python 2 may have written.
				indent = span{pos + n, pos + n}
			}
			pos += n
			continue
		case rest[0] == '#':
			n := literal.Comment(rest)
			h.report(spec.HeaderCommentInside, pos, pos+n, "header begins with a comment, expected '{'")
			if i := bytes.IndexByte(rest[:n], 0); i >= 0 {
				h.report(spec.HeaderNul, pos+i, pos+i+1, "comment contains a NUL byte")
			}
			pos += n + literal.LineBreak(rest[n:])
			indent = span{pos, pos}
			continue
		}
		n := max(1, literal.LineBreak(rest))
		if space.pos < 0 {
			space = span{pos, pos}
		}
		space.grow(pos, n)
		indent.grow(pos, n)
		switch c := rest[0]; {
		case c == '\v' && vertical < 0:
			vertical = pos
		case c == '\n' || c == '\r' || c == '\f' && (indent.pos >= 0 || v3):
			indent = span{pos + n, pos + n} // a form feed begins the line again
		}
		pos += n
	}
	switch {
	case vertical >= 0:
		h.report(spec.HeaderLeadingIndent, vertical, vertical+1, "header begins with a vertical tab, which Python rejects; expected '{'")
	case indent.pos < indent.end:
		h.report(spec.HeaderLeadingIndent, indent.pos, indent.end, "dictionary is indented by %s, which Python rejects", text.Count(int64(indent.end-indent.pos), "byte"))
	case space.pos >= 0:
		h.report(spec.HeaderLeadingSpace, space.pos, space.end, "header begins with %s of whitespace, expected '{'", text.Count(int64(space.end-space.pos), "byte"))
	}
}
