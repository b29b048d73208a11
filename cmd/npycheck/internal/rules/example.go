package rules

import (
	"bytes"
	"fmt"

	"github.com/npycheck/npycheck/internal/text"
)

// maxExampleRows is how many rows of a long example are shown.
const maxExampleRows = 24

// Unmarked is the length of a place that has no carets.
const Unmarked = -1

// AppendExample appends a file as hexadecimal rows, of a long one those around a place. Carets go under the
// bytes there, and "*" stands for rows like the one above, as in hexdump.
func AppendExample(dst, file []byte, offset, length int64, caret func(...any) string) []byte {
	// Carets under all of a long range would hide the bytes: there are some in two rows at most.
	length = min(length, 2*text.RowBytes-offset%text.RowBytes)
	rows := exampleRows(file, offset, length)
	// The place is in the last row that begins before it, or after the last row if it is the end of the file.
	in := len(rows) - 1
	for in > 0 && int64(rows[in].at) > offset {
		in--
	}
	from := 0
	if in >= maxExampleRows {
		from = min(in-maxExampleRows/2, len(rows)-maxExampleRows)
		dst = fmt.Appendf(dst, "  (%s before)\n", text.Count(int64(rows[from].at), "byte"))
	}
	for i, r := range rows[from:] {
		if i == maxExampleRows {
			return fmt.Appendf(dst, "  (%s)\n", text.Count(int64(len(file)-r.at), "more byte"))
		}
		row := file[r.at:min(r.at+text.RowBytes, len(file))]
		end := int64(r.at + len(row))
		if length == Unmarked || offset == end && end < int64(len(file)) { // the caret goes under the next row
			dst = text.AppendRow(dst, int64(r.at), row, -1, 0, caret)
		} else {
			dst = text.AppendRow(dst, int64(r.at), row, offset, length, caret)
		}
		if r.repeated {
			dst = append(dst, "  *\n"...)
		}
	}
	return dst
}

// exampleRow is a row at an offset, perhaps followed by others with the same bytes.
type exampleRow struct {
	at       int
	repeated bool
}

// exampleRows returns the rows of a file, with equal ones grouped. Rows with carets are never grouped.
func exampleRows(file []byte, offset, length int64) (rows []exampleRow) {
	for at := 0; at < len(file); at += text.RowBytes {
		end := min(at+text.RowBytes, len(file))
		last := end == len(file)
		marked := length != Unmarked && (offset < int64(end) && int64(at) < offset+max(length, 1) || last && offset == int64(end))
		if at > 0 && bytes.Equal(file[at-text.RowBytes:at], file[at:end]) && !marked {
			rows[len(rows)-1].repeated = true
			continue
		}
		rows = append(rows, exampleRow{at, false})
	}
	return rows
}

// maxChangedRows is how many rows of the changes in a file are shown.
const maxChangedRows = 8

// appendChanges appends the rows of a file that differ from another one, with carets under the bytes that do. If the
// files have different lengths, that is all between their common beginning and end.
func appendChanges(dst, before, after []byte, caret func(...any) string) []byte {
	shortest := min(len(before), len(after))
	first := 0
	for first < shortest && before[first] == after[first] {
		first++
	}
	common := 0 // bytes at the end
	for common < shortest-first && before[len(before)-1-common] == after[len(after)-1-common] {
		common++
	}
	end := len(after) - common
	start := first / text.RowBytes * text.RowBytes
	if start == len(after) { // something after a full row was cut off
		start = max(0, start-text.RowBytes)
	}
	shown := 0
	for at := start; at < max(end, start+1); at += text.RowBytes {
		row := after[at:min(at+text.RowBytes, len(after))]
		from, to := max(first, at), min(end, at+len(row))
		if len(before) == len(after) {
			from, to = changedIn(before, after, from, to)
			if from == to {
				continue
			}
		}
		if shown++; shown > maxChangedRows {
			return fmt.Appendf(dst, "  (%s)\n", text.Count(int64(end-at), "more byte"))
		}
		dst = text.AppendRow(dst, int64(at), row, int64(from), int64(to-from), caret)
	}
	return dst
}

// changedIn returns the range from the first to the last byte in which two files of one length differ within a range.
func changedIn(a, b []byte, from, to int) (first, end int) {
	for from < to && a[from] == b[from] {
		from++
	}
	for to > from && a[to-1] == b[to-1] {
		to--
	}
	return from, to
}
