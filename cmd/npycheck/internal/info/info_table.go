package info

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// infoTable writes a table with a row for each file, each member of an archive, and each further array of a file.
type infoTable struct {
	flags *infoFlags
	row   func(dst []byte, cells []string, heading bool) []byte
}

func (t infoTable) begin(w *bufio.Writer) {
	columns := []string{"path", "member", "format", "verdict", "dtype", "shape", "order", "version", "bytes", "compression", "packed", "ratio"}
	if t.flags.stats {
		columns = append(columns, "min", "max", "mean", "nan", "zero")
	}
	if t.flags.head > 0 {
		columns = append(columns, "head")
	}
	w.Write(t.row(nil, append(columns, "remark"), true))
}

func (t infoTable) file(w *bufio.Writer, _ int64, f *inspect.File) {
	path := report.DisplayPath(f.Path)
	if f.Report == nil {
		t.write(w, []string{path, "", string(validator.Unknown), string(validator.NotChecked)}, nil, "", nil, inspect.Values{}, report.ErrorText(f.Err))
		return
	}
	remark := ""
	if found := f.FirstError(); found != nil {
		remark = fmt.Sprintf("%s [%s]", found.Message, found.Rule)
		if found.MemberName != "" {
			remark = validator.Quote(found.MemberName) + ": " + remark
		}
		if found.Array > 0 {
			remark = fmt.Sprintf("array %d: %s", found.Array, remark)
		}
	}
	if f.Incomplete != "" {
		remark = validator.Quote(f.Incomplete)
	}
	remark = join(remark, doubts(f, inspect.Place{Member: validator.NoMember}, f.FirstError()))
	t.write(w, []string{path, "", string(f.Format), string(f.Verdict())}, f.Array, strconv.FormatInt(f.Source.Size(), 10), nil, f.Values(f.Array, nil), remark)
	for i := 1; i < len(f.Arrays) && f.Context.Err() == nil; i++ {
		a := f.Arrays[i]
		t.write(w, []string{path, fmt.Sprintf("[%d]", i+1), string(f.Format), ""}, a, "", nil, f.Values(a, nil), doubts(f, inspect.Place{Member: validator.NoMember, Array: i}, nil))
	}
	for i := range f.Members {
		m := &f.Members[i]
		format := validator.Unknown
		if m.Array != nil {
			format = validator.Npy
		}
		packed := []string{inspect.Compression(m), strconv.FormatInt(m.Packed, 10), strconv.FormatFloat(inspect.Ratio(m), 'f', 2, 64)}
		t.write(w, []string{path, validator.Quote(m.Name), string(format), ""}, m.Array, strconv.FormatInt(m.Size, 10), packed, f.Values(m.Array, m), doubts(f, inspect.Place{Member: i}, nil))
		if f.Context.Err() != nil {
			return
		}
	}
}

// write writes a row.
func (t infoTable) write(w *bufio.Writer, cells []string, a *validator.Array, size string, packed []string, v inspect.Values, remark string) {
	if a == nil {
		cells = append(cells, "", "", "", "")
	} else {
		cells = append(cells, validator.Quote(a.DType.Descr()), text.Shape(a.Shape), orderName(a), a.Version.String())
	}
	cells = append(cells, size)
	if packed == nil {
		packed = make([]string, 3)
	}
	cells = append(cells, packed...)
	if t.flags.stats {
		cells = append(cells, statsCells(v.Stats)...)
	}
	if t.flags.head > 0 {
		cells = append(cells, headCell(v))
	}
	w.Write(t.row(nil, append(cells, join(remark, v.Note)), false))
}

// join joins two remarks, of which each may be "".
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// doubts says why the values of an array may be wrong, besides what is said already.
func doubts(f *inspect.File, p inspect.Place, said *validator.Finding) (remark string) {
	for _, found := range f.Doubts(p) {
		if found != said {
			remark = join(remark, inspect.DoubtText(found))
		}
	}
	return remark
}

func statsCells(s *inspect.Stats) []string {
	cells := make([]string, 5)
	if s == nil {
		return cells
	}
	for i, v := range []*inspect.Value{s.Min, s.Max, s.Mean} {
		if v != nil {
			cells[i] = validator.Quote(v.Text)
		}
	}
	if s.MissingName != "" {
		cells[3] = strconv.FormatInt(s.Missing, 10)
	}
	if s.HasZero {
		cells[4] = strconv.FormatInt(s.Zero, 10)
	}
	return cells
}

// headCell returns the first values as a list.
func headCell(v inspect.Values) string {
	if v.Head == nil {
		return ""
	}
	var text strings.Builder
	for i, value := range v.Head {
		if i > 0 {
			text.WriteString(", ")
		}
		text.WriteString(validator.Quote(value.Text))
	}
	if v.More > 0 {
		text.WriteString(", …")
	}
	return "[" + text.String() + "]"
}

func (infoTable) end(*bufio.Writer, infoSummary) {}

// appendCSV appends a row as in RFC 4180. A cell that a spreadsheet would treat as a formula begins with an
// apostrophe.
func appendCSV(dst []byte, cells []string, _ bool) []byte {
	row := slices.Clone(cells)
	for i, cell := range row {
		row[i] = text.Inert(cell)
		if strings.IndexAny(cell, "=+-@＝＋－＠") == 0 && !json.Valid([]byte(cell)) { // as JSON, -1 is a number
			row[i] = "'" + row[i]
		}
	}
	b := bytes.NewBuffer(dst)
	w := csv.NewWriter(b)
	w.Write(row)
	w.Flush()
	return b.Bytes()
}

// appendMarkdown appends a row of a table in GitHub's Markdown.
func appendMarkdown(dst []byte, cells []string, heading bool) []byte {
	for _, cell := range cells {
		dst = append(dst, "| "...)
		if heading {
			dst = append(dst, cell...)
		} else {
			dst = appendCode(dst, text.Inert(cell))
		}
		dst = append(dst, ' ')
	}
	dst = append(dst, "|\n"...)
	if heading {
		dst = append(dst, strings.Repeat("|---", len(cells))+"|\n"...)
	}
	return dst
}

// appendCode appends text as code. Between backticks nothing has a meaning except backticks themselves,
// the bar between two cells, and a backslash before that; text with one of them is written in entities.
func appendCode(dst []byte, text string) []byte {
	switch {
	case text == "":
		return dst
	case !strings.ContainsAny(text, "`|\\") && strings.TrimSpace(text) == text:
		return append(append(append(dst, '`'), text...), '`')
	}
	dst = append(dst, "<code>"...)
	for _, r := range text {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			dst = append(dst, byte(r))
		} else {
			dst = fmt.Appendf(dst, "&#%d;", r)
		}
	}
	return append(dst, "</code>"...)
}
