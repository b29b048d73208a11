package text

import (
	"math/bits"
	"strings"
)

// RowBytes is the number of bytes in a row of a hex dump.
const RowBytes = 16

const rowIndent = "  " // makes a full row as wide as running text

// AppendRow appends a line with a row of at most RowBytes bytes that are at a place in a file, and a line of
// carets if the range of length bytes at offset reaches into it. If the range begins where the row ends,
// there is a caret after the row: only for the last row of a file should one be asked for.
func AppendRow(dst []byte, at int64, row []byte, offset, length int64, caret func(...any) string) []byte {
	line := len(dst)
	if n := HexDigits(at) - 8; n < len(rowIndent) { // a longer offset replaces the indent
		dst = append(dst, rowIndent[max(n, 0):]...)
	}
	width := len(dst) - line + max(8, HexDigits(at)) + len("  ")
	dst = append(AppendColumns(dst, at, row), '\n')
	first, last, point := MarkedBytes(at, row, offset, length)
	if first > last {
		return dst
	}
	dst = append(dst, strings.Repeat(" ", width+Column(first))...)
	dst = append(dst, caret(carets(first, last, point))...)
	return append(dst, '\n')
}

// MarkedBytes returns the first and the last byte of a row that the range of length bytes at offset has in common with
// it, or the place before the first. If there are none, first is above last.
func MarkedBytes(at int64, row []byte, offset, length int64) (first, last int, point bool) {
	start := max(offset-at, 0)
	end := int64(len(row)) - 1
	if offset-at <= end { // else the sum could wrap
		end = min(end, offset-at+min(max(length, 1), 1<<62)-1)
	}
	behind := offset == at+int64(len(row))
	if behind {
		end = start
	}
	if start > end {
		return 1, 0, false
	}
	return int(start), int(end), behind || length == 0
}

// AppendColumns appends the offset, the hexadecimal column and the ASCII column of at most RowBytes bytes.
func AppendColumns(dst []byte, at int64, row []byte) []byte {
	dst = append(appendHex(dst, at, 8), "  "...)
	hex := len(dst)
	for i, b := range row {
		for len(dst) < hex+Column(i) {
			dst = append(dst, ' ')
		}
		dst = appendHex(dst, int64(b), 2)
	}
	for len(dst) < hex+Column(RowBytes-1)+2 {
		dst = append(dst, ' ')
	}
	dst = append(dst, "  |"...)
	ascii := len(dst)
	for _, b := range row {
		if b < ' ' || b > '~' {
			b = '.'
		}
		dst = append(dst, b)
	}
	return append(inertEnd(dst, ascii, "."), '|')
}

// Column returns the place of byte i in the hexadecimal column.
func Column(i int) int { return 3*i + i/8 }

// carets returns the carets for the bytes first..last of a row, or a single one for the place
// before the first.
func carets(first, last int, point bool) string {
	if point {
		return "^"
	}
	line := []byte(strings.Repeat(" ", Column(last)+2-Column(first)))
	for i := first; i <= last; i++ {
		at := Column(i) - Column(first)
		line[at], line[at+1] = '^', '^'
	}
	return string(line)
}

// appendHex appends n in lower-case hexadecimal with at least the given number of digits.
func appendHex(dst []byte, n int64, digits int) []byte {
	for shift := 4 * (max(digits, HexDigits(n)) - 1); shift >= 0; shift -= 4 {
		dst = append(dst, "0123456789abcdef"[n>>shift&15])
	}
	return dst
}

// HexDigits returns how many hexadecimal digits n has.
func HexDigits(n int64) int { return (bits.Len64(uint64(n)) + 3) / 4 }
