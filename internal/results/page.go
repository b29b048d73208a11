// Package results writes the results of a run of package conformance for people and for CI services, compares two of them,
// and keeps those of many implementations, the matrix, with its pages.
package results

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	shared "github.com/npycheck/npycheck/internal/page"
	"github.com/npycheck/npycheck/validator"
)

//go:embed page
var pageFiles embed.FS

// HTML writes a report as a self-contained page: each case with its bytes, what the clauses say about them, and what the
// reader or writer did. It is the page of the matrix with one implementation.
func HTML(w io.Writer, r *conformance.Report) error {
	m := &Matrix{Schema: 1, Corpus: r.Corpus}
	item := Item{Name: r.Implementation.Name, Variant: r.Implementation.Version}
	reader, writer := r, (*conformance.Report)(nil)
	if r.Writer {
		reader, writer = nil, r
	}
	m.Put(item, reader, writer)
	page := newPage(m, reportRules(r))
	page.Title = "Conformance of " + validator.Quote(strings.TrimSpace(r.Implementation.Name+" "+r.Implementation.Version))
	page.Profile = r.Profile
	page.Incomplete = validator.Quote(r.Incomplete)
	page.Result = runResult(r)
	return page.write(w)
}

// WriteHTML writes the matrix as a self-contained page that loads nothing.
func (m *Matrix) WriteHTML(w io.Writer) error {
	page := newPage(m, corpusRules())
	page.Title = "npycheck conformance matrix"
	page.Published = true
	page.Result = matrixResult(m.ranking(false))
	return page.write(w)
}

// newPage makes the page of a matrix. The rules that the files of the cases break are by ID.
func newPage(m *Matrix, rules map[string][]string) *page {
	p := &page{Corpus: m.Corpus, Cases: len(m.Cases), Conditions: m.conditions()}
	cases := slices.Clone(m.Cases)
	slices.SortStableFunc(cases, func(a, b *Case) int {
		return cmp.Or(rank(path.Dir(a.ID))-rank(path.Dir(b.ID)), strings.Compare(path.Dir(a.ID), path.Dir(b.ID)))
	})
	place := make(map[string]int, len(cases))
	for i, c := range cases {
		place[c.ID] = i
	}
	for _, writer := range []bool{false, true} {
		var role pageRole
		for _, c := range m.ranking(writer) {
			role.Name = roleName(c.report)
			role.Columns = append(role.Columns, newPageColumn(c, place, newPageCauses(c.report, rules, place)))
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
	style, err := pageFiles.ReadFile("page/page.css")
	if err != nil {
		return err
	}
	var script strings.Builder
	for _, name := range scripts {
		text, err := pageFiles.ReadFile("page/" + name)
		if err != nil {
			return err
		}
		script.Write(text)
	}
	p.data.Published = p.Published
	data, err := p.data.compress()
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, string(p.html(shared.Style+string(style), script.String(), data)))
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

// share returns n as a percentage of the claimed cases, or a dash if there are none.
func share(t tally, n int) string {
	if t.Claimed == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f%%", 100*t.Share(n))
}

// group returns a number with a comma after its thousands.
func group(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
