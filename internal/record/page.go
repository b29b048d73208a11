package record

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	shared "github.com/npycheck/npycheck/internal/page"
	"github.com/npycheck/npycheck/internal/plural"
	"github.com/npycheck/npycheck/internal/table"
	"github.com/npycheck/npycheck/validator"
)

//go:embed page
var pageFiles embed.FS

// WritePage writes a report as a self-contained page: the page of the matrix with one
// implementation.
func WritePage(w io.Writer, r *conformance.Report) error {
	m := &Matrix{Schema: 1, Corpus: r.Corpus}
	item := Item{Name: r.Implementation.Name, Variant: r.Implementation.Version}
	reader, writer := r, (*conformance.Report)(nil)
	if r.Writer {
		reader, writer = nil, r
	}
	m.Put(item, reader, writer)
	page := newPage(m)
	page.Title = "Conformance of " + validator.Quote(strings.TrimSpace(r.Implementation.Name+" "+r.Implementation.Version))
	page.Profile = r.Profile
	page.Incomplete = validator.Quote(r.Incomplete)
	page.Result = runResult(r)
	return page.write(w)
}

// WriteHTML writes the matrix as a self-contained page that loads nothing.
func (m *Matrix) WriteHTML(w io.Writer) error {
	page := newPage(m)
	page.Title = "npycheck conformance matrix"
	page.Published = true
	page.Result = matrixResult(m.ranking(false))
	return page.write(w)
}

// page is the content that page/page.html shows without the script. The cases are in Data, for the script.
type page struct {
	Title      string
	Corpus     string
	Profile    string
	Incomplete string // why cases are missing
	Result     pageResult
	Published  bool // it is in conformance/, next to the documents that it links to
	Cases      int
	Roles      []pageRole
	Cells      []conformance.Cell
	Conditions []condition
	Policy     string // the content security policy: the style and the script of the page, and nothing else
	Style      template.CSS
	Script     template.JS
	Data       template.HTML

	data pageData
}

type pageRole struct {
	Name    string // "reader"
	Columns []pageColumn
}

// pageCells are the cells in the order of harm, as in columns and legends. Bars begin with failures, so that these
// begin at the same place in every row.
var pageCells = []conformance.Cell{
	conformance.CellWrongData, conformance.CellCrash, conformance.CellHang, conformance.CellOutOfMemory,
	conformance.CellException, conformance.CellWrongVerdict, conformance.CellEither, conformance.CellPass, conformance.CellUnsupported,
}

func newPage(m *Matrix) *page {
	p := &page{Corpus: m.Corpus, Cases: len(m.Cases), Cells: pageCells, Conditions: m.conditions()}
	cases := slices.Clone(m.Cases)
	slices.SortStableFunc(cases, func(a, b *Case) int {
		return cmp.Or(table.Rank(path.Dir(a.ID))-table.Rank(path.Dir(b.ID)), strings.Compare(path.Dir(a.ID), path.Dir(b.ID)))
	})
	place := make(map[string]int, len(cases))
	for i, c := range cases {
		place[c.ID] = i
	}
	for _, writer := range []bool{false, true} {
		var role pageRole
		for _, c := range m.ranking(writer) {
			role.Name = table.Role(c.report)
			role.Columns = append(role.Columns, newPageColumn(c, place))
		}
		if role.Columns != nil {
			p.Roles = append(p.Roles, role)
			p.data.Columns = append(p.data.Columns, role.Columns...)
		}
	}
	p.data.describe(cases)
	return p
}

// scripts are the parts of the script, in their order.
var scripts = []string{"state.js", "home.js", "ranking.js", "grid.js", "case.js", "bytes.js", "column.js", "main.js"}

func (p *page) write(w io.Writer) error {
	files := make(map[string]string)
	var script strings.Builder
	for _, name := range append([]string{"page.html", "page.css"}, scripts...) {
		text, err := pageFiles.ReadFile("page/" + name)
		if err != nil {
			return err
		}
		files[name] = string(text)
	}
	for _, name := range scripts {
		script.WriteString(files[name])
	}
	p.data.Published = p.Published
	data, err := p.data.compress()
	if err != nil {
		return err
	}
	p.Data = template.HTML(data) // base64 needs no escapes
	style := shared.Style + files["page.css"]
	p.Style, p.Script = template.CSS(style), template.JS(script.String())
	p.Policy = shared.Policy(style, script.String())
	t, err := template.New("page").Funcs(template.FuncMap{
		"headline": func(c pageColumn) string { return share(c.all, c.headline) },
		"wrong":    func(c pageColumn) string { return share(c.all, c.all.Cells[conformance.CellWrongVerdict]) },
		"count":    func(c pageColumn, cell conformance.Cell) int { return c.all.Cells[cell] },
		"claims":   func(c pageColumn) int { return c.all.Claimed },
		"bars":     func(c pageColumn) []bar { return bars(c.all) },
		"symbol":   symbol,
		"group":    group,
		"short":    shortVariant,
		"newest":   newest,
		"plural":   func(n int, noun string) string { return plural.Count(int64(n), noun) },
	}).Parse(files["page.html"])
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

func (d *pageData) compress() (string, error) {
	text, err := json.Marshal(d)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := z.Write(text); err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}

// newest returns the number of implementations, each of which may have several releases.
func newest(columns []pageColumn) int {
	n := 0
	for _, c := range columns {
		if c.Newest == "" {
			n++
		}
	}
	return n
}

// symbol returns the sign of a cell: failures have the letter of their code, the rest is quiet.
func symbol(c conformance.Cell) string {
	switch c {
	case conformance.CellPass:
		return "·"
	case conformance.CellEither:
		return "~"
	case conformance.CellUnsupported:
		return "–"
	}
	return cellLetter(c)
}

// bar is a part of the bar of an implementation, in thousandths.
type bar struct {
	Cell     conformance.Cell
	At, Wide string
}

// bars returns the bars for what an implementation claims.
func bars(t table.Tally) []bar {
	var list []bar
	at := 0
	for _, cell := range pageCells {
		if n := t.Cells[cell]; n > 0 && cell != conformance.CellUnsupported {
			list = append(list, bar{cell, thousandths(at, t.Claimed), thousandths(n, t.Claimed)})
			at += n
		}
	}
	return list
}

func thousandths(n, total int) string { return fmt.Sprintf("%.1f", 1000*float64(n)/float64(total)) }
