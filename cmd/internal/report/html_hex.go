package report

import (
	"strings"

	"github.com/npycheck/npycheck/internal/page"
	"github.com/npycheck/npycheck/internal/text"
)

// htmlRow is a row of a hex dump on the page.
type htmlRow struct {
	Offset string
	Hex    []htmlRun
	Gap    string // what a short row lacks to the next column
	Text   []htmlRun
}

func (r htmlRow) markup() page.HTML {
	return page.Format(`<span class="row"><span class="quiet">%s</span>  <span>%s</span>%s  <span class="ascii">%s</span>
</span>`, r.Offset, page.Each(r.Hex, "", htmlRun.markup), r.Gap, page.Each(r.Text, "", htmlRun.markup))
}

// htmlRun is a part of a column that is marked or isn't. A place between two bytes is marked without text.
type htmlRun struct {
	Text   string
	Marked bool
}

func (r htmlRun) markup() page.HTML {
	if r.Marked {
		return page.Format("<mark>%s</mark>", r.Text)
	}
	return page.Format("%s", r.Text)
}

// htmlRows returns the rows that are shown of a finding.
func htmlRows(f *Finding) []htmlRow {
	var rows []htmlRow
	data := excerptData(f)
	for at := 0; at < len(data); at += text.RowBytes {
		row := data[at:min(at+text.RowBytes, len(data))]
		rows = append(rows, newHTMLRow(f.Excerpt.Offset+int64(at), row, f.Offset, f.Length))
	}
	return rows
}

// newHTMLRow returns a row as text.AppendRow appends it, with marks in place of carets.
func newHTMLRow(at int64, row []byte, offset, length int64) htmlRow {
	columns := string(text.AppendColumns(nil, at, row))
	width := max(8, text.HexDigits(at))
	wide := text.Column(len(row)-1) + len("00")
	hex := columns[width+len("  "):][:wide]
	ascii := columns[len(columns)-len("|")-len(row):][:len(row)]
	r := htmlRow{Offset: columns[:width], Gap: strings.Repeat(" ", text.Column(text.RowBytes-1)+len("00")-wide)}
	first, last, point := text.MarkedBytes(at, row, offset, length)
	switch {
	case first > last:
		r.Hex, r.Text = []htmlRun{{Text: hex}}, []htmlRun{{Text: ascii}}
	case point:
		place := min(text.Column(first), wide)
		r.Hex, r.Text = htmlRuns(hex, place, place), htmlRuns(ascii, first, first)
	default:
		r.Hex, r.Text = htmlRuns(hex, text.Column(first), text.Column(last)+len("00")), htmlRuns(ascii, first, last+1)
	}
	return r
}

// htmlRuns returns text in parts, of which that between two places is marked.
func htmlRuns(text string, from, to int) []htmlRun {
	var runs []htmlRun
	if from > 0 {
		runs = append(runs, htmlRun{Text: text[:from]})
	}
	runs = append(runs, htmlRun{text[from:to], true})
	if to < len(text) {
		runs = append(runs, htmlRun{Text: text[to:]})
	}
	return runs
}
