package hunt

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/internal/text"
)

// The bounds of the hexadecimal in a README, so that it fits on a screen.
const (
	maxHexRows = 12
	maxMarks   = 16
)

// mark is a range of bytes with carets under it. Without bytes it is the place before offset, or after the end of
// the file.
type mark struct{ offset, length int64 }

// marks returns the ranges of the findings, as far as they are in the file itself.
func (x *exhibit) marks() (all []mark) {
	for i := range x.report.Findings {
		f := &x.report.Findings[i]
		if at, ok := x.place(f); ok && len(all) < maxMarks {
			// Carets under all of a long range would hide the bytes.
			all = append(all, mark{min(at, int64(len(x.content))), min(f.Length, 2*text.RowBytes)})
		}
	}
	return all
}

// hex returns a hex dump of the file, with carets under the bytes that findings are about. For a longer file it has
// only the first rows, and those with carets and one before them.
func (x *exhibit) hex() []byte {
	if len(x.content) == 0 {
		return []byte("(no bytes)\n")
	}
	marks := x.marks()
	last := (len(x.content) - 1) / text.RowBytes
	rows := []int{0, 1}
	for _, m := range marks {
		for row := m.offset/text.RowBytes - 1; row <= (m.offset+m.length)/text.RowBytes; row++ {
			rows = append(rows, int(min(row, int64(last))))
		}
	}
	for row := 2; row <= last && row < 64*maxHexRows; row++ {
		if !x.repeats(row) {
			rows = append(rows, row)
		}
	}
	var kept []int
	for _, row := range rows {
		if row >= 0 && row <= last && len(kept) < maxHexRows && !slices.Contains(kept, row) {
			kept = append(kept, row)
		}
	}
	slices.Sort(kept)
	var out []byte
	for i, row := range kept {
		if i > 0 {
			out = append(out, x.between(kept[i-1]+1, row)...)
		}
		from := row * text.RowBytes
		to := min(from+text.RowBytes, len(x.content))
		out = append(text.AppendColumns(out, int64(from), x.content[from:to]), '\n')
		out = append(out, x.carets(marks, from, to)...)
	}
	return append(out, x.between(kept[len(kept)-1]+1, last+1)...)
}

// repeats reports whether a row has the same bytes as the one before.
func (x *exhibit) repeats(row int) bool {
	from, to := row*text.RowBytes, (row+1)*text.RowBytes
	return to <= len(x.content) && bytes.Equal(x.content[from-text.RowBytes:from], x.content[from:to])
}

// between returns the line that stands for rows that are left out: "*" if they repeat the one before, as in
// hexdump.
func (x *exhibit) between(from, to int) string {
	switch {
	case from == to:
		return ""
	case to-from > 64*maxHexRows:
		return "...\n"
	}
	for row := from; row < to; row++ {
		if !x.repeats(row) {
			return "...\n"
		}
	}
	return "*\n"
}

// carets returns a line with carets under the bytes of a row that are marked, nothing if none is.
func (x *exhibit) carets(marks []mark, from, to int) []byte {
	indent := len(fmt.Sprintf("%08x  ", from))
	line := bytes.Repeat([]byte{' '}, indent+text.Column(text.RowBytes)+2)
	for _, m := range marks {
		for at := max(m.offset, int64(from)); at < min(m.offset+m.length, int64(to)); at++ {
			copy(line[indent+text.Column(int(at)-from):], "^^")
		}
		end := m.offset == int64(to) && to == len(x.content)
		if end || m.length == 0 && m.offset >= int64(from) && m.offset < int64(to) {
			line[indent+text.Column(int(m.offset)-from)] = '^'
		}
	}
	if line = bytes.TrimRight(line, " "); len(line) == 0 {
		return nil
	}
	return append(line, '\n')
}
