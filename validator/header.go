package validator

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
	"github.com/npycheck/npycheck/validator/internal/quote"
)

// numpyMaxHeader is the number of characters up to which np.load reads a header by default
// (clause npy-2.13).
const numpyMaxHeader = 10000

// maxNumpyPadding is the most spaces that any NumPy puts behind the dictionary: a block of 64 and
// the growth space of a dimension of one digit (clause npy-2.12).
const maxNumpyPadding = 64 + 20

// header checks the header text and fills in the array that it describes.
func (w *walk) header() {
	w.encoding()
	w.alignment()
	if !w.parseAll && !w.tracing() {
		if end, ok := w.shortcut(); ok {
			w.padding(end)
			return
		}
	}
	start, ok := w.opening()
	if !ok {
		return
	}
	v3 := w.layout.version == spec.Version3
	w.lit.Parse(w.ctx, literal.Source{Text: w.text, Offset: w.layout.prefixLen, Latin1: !v3, NoLong: v3, Faults: &w.faults}, start)
	w.traceHeader()
	if w.lit.Complete() {
		w.padding(w.lit.End(w.lit.Root()))
	} else {
		w.newline()
	}
	w.keys()
	w.lit.Finish()
}

// at returns the offset in the file of a position in the header text.
func (w *walk) at(pos int) int64 { return w.layout.prefixLen + int64(pos) }

// encoding checks the text as a whole (clauses npy-2.3 and npy-2.13).
func (w *walk) encoding() {
	characters := len(w.text)
	if w.layout.version == spec.Version3 {
		if !utf8.Valid(w.text) {
			pos := 0
			for pos < len(w.text) {
				r, size := utf8.DecodeRune(w.text[pos:])
				if r == utf8.RuneError && size == 1 {
					break
				}
				pos += size
			}
			w.report(spec.HeaderNotUtf8, w.at(pos), 1, "", "byte 0x%02x is not valid UTF-8 here", w.text[pos])
		}
		characters = utf8.RuneCount(w.text)
	}
	if characters > numpyMaxHeader {
		w.report(spec.HeaderLengthOver10000, 8, w.layout.prefixLen-8, "", "header has %d characters; np.load reads at most %d by default", characters, numpyMaxHeader)
	}
	w.versionNeeded()
}

// versionNeeded remarks on a version that is higher than the header needs (clause npy-1.6).
func (w *walk) versionNeeded() {
	want := ""
	switch w.layout.version {
	case spec.Version3:
		for pos := 0; pos < len(w.text); {
			r, size := utf8.DecodeRune(w.text[pos:])
			if r > 0xff {
				return
			}
			pos += size
		}
		want = "2.0"
		if w.layout.headerLen <= 0xffff {
			want = "1.0"
		}
	case spec.Version2:
		if w.layout.headerLen > 0xffff {
			return
		}
		want = "1.0"
	default:
		return
	}
	w.report(spec.PrefixVersionHigherThanNeeded, 6, 2, "", "format version is %v, but %s can hold this header", w.layout.version, want)
}

// alignment checks where the data begin (clauses npy-2.10 and npy-2.11).
func (w *walk) alignment() {
	total := w.layout.total()
	if w.layout.headerLen == 0 || total%64 == 0 {
		return
	}
	at, n := int64(8), w.layout.prefixLen-8
	switch {
	case total%16 == 0:
		w.report(spec.HeaderAlignment64, at, n, "", "data begin at offset %d, want a multiple of 64", total)
	case total%16 == 2 && w.layout.version == spec.Version2:
		w.report(spec.HeaderAlignmentV2Legacy, at, n, "", "data begin at offset %d, two bytes off a multiple of 16, as NumPy 1.9 to 1.13 wrote version 2.0", total)
	default:
		w.report(spec.HeaderAlignment16, at, n, "", "data begin at offset %d, want a multiple of 16, better of 64", total)
	}
}

// opening looks at what stands in front of the dictionary, and returns where to parse from. It
// returns false if there is nothing to parse.
func (w *walk) opening() (int, bool) {
	pos := 0
	if bytes.HasPrefix(w.text, []byte("\xef\xbb\xbf")) {
		pos = 3
		w.report(spec.HeaderBom, w.at(0), 3, "", "header begins with a byte order mark")
	}
	pos += leadingGap(w.text[pos:])
	if pos == len(w.text) {
		w.report(spec.HeaderEmpty, w.at(0), int64(len(w.text)), "", "header of %s holds no dictionary", plural(int64(len(w.text)), "byte"))
		return 0, false
	}
	w.leading(pos)
	if literal.Begins(w.text[pos:]) {
		return pos, true
	}
	if brace := bytes.IndexByte(w.text[pos:], '{'); brace > 0 {
		w.report(spec.HeaderLeadingText, w.at(pos), int64(brace), "", "header begins with '%s', want the dictionary", quote.Bytes(w.text[pos:pos+brace]))
		return pos + brace, true
	}
	return pos, true
}

// leadingGap is gap with vertical tabs, which Python refuses and a person takes for white space.
func leadingGap(b []byte) int {
	n := literal.Gap(b)
	for n < len(b) && b[n] == '\v' {
		n++
		n += literal.Gap(b[n:])
	}
	return n
}

// leading checks the white space, comments and continued lines between a byte order mark and the
// dictionary at end (clause npy-2.6). Python's literal_eval removes blanks from the start of the text,
// and takes others for an indentation. In versions 1.0 and 2.0 NumPy tries once more with a text in which
// a form feed is a blank.
func (w *walk) leading(end int) {
	start := 0
	if bytes.HasPrefix(w.text, []byte("\xef\xbb\xbf")) {
		start = 3
	}
	line := -1 // where the last line begins, if it is not the first; a form feed begins it again
	blank := false
	vertical := -1
	for pos := start; pos < end; {
		switch n := literal.Continuation(w.text[pos:end]); {
		case n > 0:
			w.report(spec.HeaderContinuation, w.at(pos), int64(n), "", "header begins with a continued line, want the dictionary")
			if line < 0 || line == pos || w.layout.version != spec.Version3 {
				// Blanks before the backslash stay an indentation, but for the filter that NumPy
				// tries on what Python 2 may have written.
				line = pos + n
			}
			pos += n
		case w.text[pos] == '#':
			n := literal.Comment(w.text[pos:end])
			w.report(spec.HeaderCommentInside, w.at(pos), int64(n), "", "header begins with a comment, want the dictionary")
			if i := bytes.IndexByte(w.text[pos:pos+n], 0); i >= 0 {
				w.report(spec.HeaderNul, w.at(pos+i), 1, "", "comment holds a NUL byte")
			}
			pos += n + literal.LineBreak(w.text[pos+n:end])
			line = pos
		case literal.LineBreak(w.text[pos:end]) > 0:
			pos += literal.LineBreak(w.text[pos:end])
			line, blank = pos, true
		default:
			c := w.text[pos]
			pos++
			blank = true
			switch {
			case c == '\v' && vertical < 0:
				vertical = pos - 1
			case c == '\f' && (line >= 0 || w.layout.version == spec.Version3):
				line = pos
			}
		}
	}
	switch {
	case vertical >= 0:
		w.report(spec.HeaderLeadingIndent, w.at(vertical), 1, "", "header begins with a vertical tab, which Python refuses, want the dictionary")
	case line >= 0 && line < end:
		w.report(spec.HeaderLeadingIndent, w.at(line), int64(end-line), "", "dictionary is indented by %s after a line break, which Python refuses", plural(int64(end-line), "byte"))
	case blank:
		w.report(spec.HeaderLeadingSpace, w.at(start), int64(end-start), "", "header begins with %s of white space, want the dictionary", plural(int64(end-start), "byte"))
	}
}

// newline checks the last byte of a header whose dictionary has no end.
func (w *walk) newline() {
	if w.textMode() {
		return
	}
	if last := len(w.text) - 1; last >= 0 && w.text[last] != '\n' {
		w.report(spec.HeaderFinalNewline, w.at(last), 1, "", "header ends with %s, want a newline", quote.Byte(w.text[last]))
	}
}

// textMode reports a header whose newline became CR LF after its length was written, as in a file that
// is opened in text mode or converted on the way. All of the file is then suspect, so its data are left alone.
func (w *walk) textMode() bool {
	last := len(w.text) - 1
	next := w.layout.total()
	if last < 0 || w.text[last] != '\r' || int64(len(w.head)) <= next || w.head[next] != '\n' {
		return false
	}
	w.report(spec.HeaderTextMode, w.at(last), 2, "",
		"header ends with CR LF where its length says CR: every LF of the file became CR LF, in the data too; fetch it again in binary mode")
	w.array.disputed = true
	return true
}

// padding checks everything behind the dictionary (clauses npy-2.7 to npy-2.9 and npy-2.12).
func (w *walk) padding(pos int) {
	tail := w.text[pos:]
	if n := len(tail) - 1; n >= 0 && tail[n] == '\n' && spaces(tail[:n]) == n {
		if n > maxNumpyPadding {
			w.report(spec.HeaderExcessPadding, w.at(pos), int64(n), "", "header has %d padding spaces; NumPy writes at most %d", n, maxNumpyPadding)
		}
		return
	}
	body := w.terminator(pos, tail)
	var first [2]oddBytes // other white space, and NUL
	commented := false
	for i := spaces(body); i < len(body); i += max(1, spaces(body[i:])) {
		c := body[i]
		switch {
		case c == ' ':
		case c == '#':
			n := literal.Comment(body[i:])
			if !commented {
				w.report(spec.HeaderPaddingComment, w.at(pos+i), int64(n), "", "comment in the padding, want spaces")
				commented = true
			}
			if nul := bytes.IndexByte(body[i:i+n], 0); nul >= 0 {
				first[1].add(i + nul) // what Python reads as a comment it doesn't pass over with a NUL in it
			}
			i += max(n+literal.LineBreak(body[i+n:])-1, 0)
		case c == 0:
			first[1].add(i)
		case c < ' ' || c == 0x7f || literal.Continuation(body[i:]) > 0:
			first[0].add(i)
		case w.lit.Malformed(): // the dictionary may not end where it seems to
			i = len(body)
		default:
			text := bytes.TrimRight(body[i:], " \x00")
			w.report(spec.HeaderTrailingText, w.at(pos+i), int64(len(text)), "", "'%s' after the dictionary, want spaces and a newline", quote.Bytes(text))
			i = len(body)
		}
	}
	for i, rule := range []spec.ID{spec.HeaderPaddingByte, spec.HeaderPaddingNul} {
		run := first[i]
		if run.count == 0 {
			continue
		}
		at := w.at(pos + run.at)
		if run.count == run.n {
			w.report(rule, at, int64(run.n), "", "padding byte 0x%02x at offset %d, want 0x20", body[run.at], at)
		} else {
			w.report(rule, at, int64(run.n), "", "padding byte 0x%02x at offset %d, want 0x20; %d such bytes in all", body[run.at], at, run.count)
		}
	}
}

// oddBytes is the first run of bytes of a sort, and how many there are in all.
type oddBytes struct{ at, n, count int }

func (b *oddBytes) add(at int) {
	if b.count == 0 {
		b.at = at
	}
	if b.at+b.n == at && b.n == b.count {
		b.n++
	}
	b.count++
}

// terminator checks how the header ends, and returns the padding in front of the end.
func (w *walk) terminator(pos int, tail []byte) []byte {
	n := len(tail)
	switch {
	case n > 0 && w.textMode():
		return tail[:n-1]
	case bytes.HasSuffix(tail, []byte("\r\n")):
		w.report(spec.HeaderCrlf, w.at(pos+n-2), 2, "", "header ends with CR LF, want LF")
		return tail[:n-2]
	case bytes.HasSuffix(tail, []byte("\n")):
		return tail[:n-1]
	}
	if i := bytes.LastIndexByte(tail, '\n'); i >= 0 && spaces(tail[i+1:]) == n-i-1 {
		w.report(spec.HeaderNewlineNotLast, w.at(pos+i), int64(n-i), "", "%s of padding behind the newline, want the newline last", plural(int64(n-i-1), "byte"))
		return tail[:i]
	}
	w.newline()
	return bytes.TrimSuffix(tail, []byte("\r"))
}

// spaces returns the number of spaces at the start of b.
func spaces(b []byte) (n int) {
	const eight = 0x2020202020202020
	for len(b)-n >= 8 && binary.LittleEndian.Uint64(b[n:]) == eight {
		n += 8
	}
	for n < len(b) && b[n] == ' ' {
		n++
	}
	return n
}
