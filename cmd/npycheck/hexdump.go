package main

import (
	"bytes"
	"io"
	"math/bits"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/npycheck/npycheck/validator"
)

const (
	rowBytes   = 16
	dumpRows   = 2
	dumpIndent = "  " // makes a full row as wide as running text
)

// fileBytes gives access to the bytes of a checked input, to show those that a finding is about.
type fileBytes struct {
	at      io.ReaderAt                  // nil if there are none to show
	file    *os.File                     // to be closed
	members map[string]*validator.Member // those whose bytes stand in the file as they are, by their quoted names
}

// openBytes opens the file of a result with findings. Without the file the findings are shown
// without bytes: what is wrong was said by the check.
func openBytes(r *result) fileBytes {
	if len(r.shown) == 0 {
		return fileBytes{}
	}
	if r.stdin {
		return fileBytes{at: bytes.NewReader(r.head), members: storedMembers(r)}
	}
	if f := openRegular(r.path); f != nil {
		return fileBytes{f, f, storedMembers(r)}
	}
	return fileBytes{}
}

// openRegular opens a file that the check opens too, or returns nil. The name may stand for something
// else by now, and a FIFO would block.
func openRegular(path string) *os.File {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil
	}
	return f
}

// storedMembers returns the members that findings can be about and that are not compressed. Of several
// with one name nobody knows which of them a finding is about, and nil stands for them.
func storedMembers(r *result) map[string]*validator.Member {
	if !slices.ContainsFunc(r.shown, func(s shown) bool { return insideMember(s.Finding) }) {
		return nil
	}
	members := make(map[string]*validator.Member)
	for i := range r.report.Members {
		m := &r.report.Members[i]
		name := validator.Quote(m.Name)
		if _, again := members[name]; again || !m.Stored || m.Offset < 0 {
			m = nil
		}
		members[name] = m
	}
	return members
}

// of returns the bytes that a finding's offset counts in: those of the file, or of a member that
// stands in it as it is.
func (b fileBytes) of(f validator.Finding) fileBytes {
	if b.at == nil || !insideMember(f) {
		return b
	}
	if m := b.members[f.Member]; m != nil {
		return fileBytes{at: io.NewSectionReader(b.at, m.Offset, m.Size)}
	}
	return fileBytes{}
}

// insideMember says whether the offset of a finding counts from the start of a member's content.
func insideMember(f validator.Finding) bool {
	return f.Member != "" && !strings.HasPrefix(f.Rule.String(), "zip-") && !strings.HasPrefix(f.Rule.String(), "npz-")
}

func (b fileBytes) close() {
	if b.file != nil {
		b.file.Close()
	}
}

// appendDump appends the rows that hold the length bytes at offset, with carets under them, and only
// the first row of more than fit. If the file ends at offset, the caret stands after its last byte. It
// appends nothing if the file ends before.
func (b fileBytes) appendDump(dst []byte, offset, length int64, caret func(...any) string) []byte {
	if b.at == nil || offset < 0 || length < 0 {
		return dst
	}
	var buf [dumpRows * rowBytes]byte
	start := offset - offset%rowBytes
	rows := buf[:]
	if first := offset - start; length <= rowBytes-first || length > int64(len(buf))-first {
		rows = buf[:rowBytes]
	}
	n, _ := b.at.ReadAt(rows, start)
	switch {
	case int64(n) < offset-start:
		return dst
	case n == 0 && start > 0: // the file ends with a row
		start -= rowBytes
		if n, _ = b.at.ReadAt(buf[:rowBytes], start); n < rowBytes {
			return dst
		}
	}
	for at := 0; at < n; at += rowBytes {
		dst = appendRow(dst, start+int64(at), buf[at:min(at+rowBytes, n)], offset, length, caret)
	}
	return dst
}

// appendRow appends a row of the dump, the bytes that stand at a place in the file, and a line of
// carets if the range of length bytes at offset reaches into it. If the range begins where the row ends,
// there is a caret after the row: only for the last row of a file should one be asked for.
func appendRow(dst []byte, at int64, row []byte, offset, length int64, caret func(...any) string) []byte {
	line := len(dst)
	if n := hexDigits(at) - 8; n < len(dumpIndent) { // a longer offset takes the place of the indent
		dst = append(dst, dumpIndent[max(n, 0):]...)
	}
	dst = appendHex(dst, at, 8)
	dst = append(dst, "  "...)
	width := len(dst) - line
	dst = append(appendColumns(dst, row), '\n')
	first := max(offset-at, 0)
	last := int64(len(row)) - 1
	if offset-at <= last { // else the sum could wrap
		last = min(last, offset-at+min(max(length, 1), 1<<62)-1)
	}
	end := offset == at+int64(len(row))
	if end {
		last = first
	}
	if first > last {
		return dst
	}
	dst = append(dst, strings.Repeat(" ", width+column(int(first)))...)
	dst = append(dst, caret(carets(int(first), int(last), end || length == 0))...)
	return append(dst, '\n')
}

// appendColumns appends the hexadecimal and the ASCII column of at most rowBytes bytes.
func appendColumns(dst, data []byte) []byte {
	hex := len(dst)
	for i, b := range data {
		for len(dst) < hex+column(i) {
			dst = append(dst, ' ')
		}
		dst = appendHex(dst, int64(b), 2)
	}
	for len(dst) < hex+column(rowBytes-1)+2 {
		dst = append(dst, ' ')
	}
	dst = append(dst, "  |"...)
	ascii := len(dst)
	for _, b := range data {
		if b < ' ' || b > '~' {
			b = '.'
		}
		dst = append(dst, b)
	}
	inertColumn(dst[ascii:])
	return append(dst, '|')
}

// column returns the place of byte i in the hexadecimal column.
func column(i int) int { return 3*i + i/8 }

// carets returns the carets for the bytes first..last of a row, or a single one for the place in
// front of the first.
func carets(first, last int, point bool) string {
	if point {
		return "^"
	}
	line := []byte(strings.Repeat(" ", column(last)+2-column(first)))
	for i := first; i <= last; i++ {
		at := column(i) - column(first)
		line[at], line[at+1] = '^', '^'
	}
	return string(line)
}

// appendHex appends n in lower-case hexadecimal with at least the given number of digits.
func appendHex(dst []byte, n int64, digits int) []byte {
	for shift := 4 * (max(digits, hexDigits(n)) - 1); shift >= 0; shift -= 4 {
		dst = append(dst, "0123456789abcdef"[n>>shift&15])
	}
	return dst
}

// hexDigits returns how many hexadecimal digits n has.
func hexDigits(n int64) int { return (bits.Len64(uint64(n)) + 3) / 4 }
