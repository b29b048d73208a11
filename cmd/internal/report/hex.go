package report

import (
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

const excerptRows = 2

// appendExcerpt appends the rows of a finding with carets under its bytes, or only the first row if there are too
// many. If the file ends at its offset, the caret is after the last byte.
func appendExcerpt(dst []byte, f *Finding, caret func(...any) string) []byte {
	data := excerptData(f)
	for at := 0; at < len(data); at += text.RowBytes {
		row := data[at:min(at+text.RowBytes, len(data))]
		dst = text.AppendRow(dst, f.Excerpt.Offset+int64(at), row, f.Offset, f.Length, caret)
	}
	return dst
}

// excerptData returns the bytes of the rows that are shown of a finding.
func excerptData(f *Finding) []byte {
	data := []byte(f.Excerpt.Bytes)
	first := f.Offset - f.Excerpt.Offset
	if f.Length <= text.RowBytes-first || f.Length > excerptRows*text.RowBytes-first {
		data = data[:min(len(data), text.RowBytes)]
	}
	return data
}

// AppendExcerpt appends the bytes around a finding as a report of text has them.
func AppendExcerpt(dst []byte, f *validator.Finding, caret func(...any) string) []byte {
	return appendExcerpt(dst, &Finding{Finding: *f}, caret)
}
