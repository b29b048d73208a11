package record

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/conformance/internal/table"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
	"github.com/npycheck/npycheck/validator/report"
)

//go:embed page
var pageFiles embed.FS

// WritePage writes a report as a page that stands for itself: the page of the matrix with one
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
	page.Title = "Conformance of " + strings.TrimSpace(r.Implementation.Name+" "+r.Implementation.Version)
	page.Profile = r.Profile
	return page.write(w)
}

// WriteHTML writes the matrix as a page that stands for itself and loads nothing.
func (m *Matrix) WriteHTML(w io.Writer) error {
	page := newPage(m)
	page.Title = "npycheck conformance matrix"
	page.Published = true
	return page.write(w)
}

// page is what page/page.html shows by itself. The cases are in Data, for page/page.js.
type page struct {
	Title     string
	Corpus    string
	Profile   string
	Published bool // it stands in conformance/, beside the documents that it links to
	Cases     int
	Roles     []pageRole
	Cells     []conformance.Cell
	Policy    string // the content security policy: the style and the script of the page, and nothing else
	Style     template.CSS
	Script    template.JS
	Data      template.HTML

	data pageData
}

type pageRole struct {
	Name    string // "reader"
	Columns []pageColumn
}

// pageData is the document that the script reads. Its fields are known to page/page.js only.
type pageData struct {
	Published bool                  `json:"published"`
	Columns   []pageColumn          `json:"columns"`
	Cases     []pageCase            `json:"cases"`
	Rules     map[string]pageRule   `json:"rules"`
	Clauses   map[string]pageClause `json:"clauses"`
	Flags     map[string]string     `json:"flags"`
	Features  map[string]string     `json:"features"`
}

// pageColumn is a reader or a writer. The worst stand first.
type pageColumn struct {
	Role     string   `json:"role"`
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Variant  string   `json:"variant"`
	Language string   `json:"language"`
	License  string   `json:"license,omitempty"`
	Package  string   `json:"package,omitempty"`
	About    string   `json:"about,omitempty"`
	Formats  []string `json:"formats"`
	Features []string `json:"features,omitempty"`
	Codes    string   `json:"codes"` // two letters for each case
	Messages []said   `json:"messages"`

	all table.Tally
}

type said struct {
	Text  string `json:"text,omitempty"`
	Known string `json:"known,omitempty"`
	Cases []int  `json:"cases"`
}

type pageCase struct {
	ID         string        `json:"id"`
	Area       string        `json:"area"`
	Duty       corpus.Duty   `json:"duty"`
	Known      bool          `json:"known"` // to this corpus
	Conforms   bool          `json:"conforms"`
	Importance string        `json:"importance"`
	Format     string        `json:"format"`
	Version    string        `json:"version"`
	File       string        `json:"file"`
	Size       int64         `json:"size"`
	Comment    string        `json:"comment"`
	Twin       string        `json:"twin"`
	Since      string        `json:"since"`
	Rules      []string      `json:"rules"`
	Flags      []string      `json:"flags"`
	Features   []string      `json:"features"`
	Head       []byte        `json:"head"` // the first bytes of the file
	Regions    []pageRegion  `json:"regions"`
	Findings   []pageFinding `json:"findings"`
	Arrays     []pageArray   `json:"arrays"` // one of a .npy file, those of the members of an archive
}

type pageRegion struct {
	Offset int64  `json:"at"`
	Length int64  `json:"n"`
	Name   string `json:"name"`
}

type pageFinding struct {
	Offset   int64  `json:"at"`
	Length   int64  `json:"n"`
	Rule     string `json:"rule"`
	Message  string `json:"message"`
	Severity string `json:"severity"`
}

type pageArray struct {
	Key     string  `json:"key,omitempty"` // of the member
	DType   string  `json:"dtype"`
	Shape   []int64 `json:"shape"`
	Fortran bool    `json:"fortran"`
	Values  []any   `json:"values"`
	Count   int     `json:"count"`
}

type pageRule struct {
	Title    string `json:"title"`
	Severity string `json:"severity"`
	Clause   string `json:"clause"`
}

type pageClause struct {
	Title    string `json:"title"`
	Strength string `json:"strength"`
	Text     string `json:"text"`
	Link     string `json:"link"`
}

const (
	pageHead   = 512 // bytes of a file
	pageValues = 24  // elements of an array
	pageDType  = 300 // characters of a dtype
)

func newPage(m *Matrix) *page {
	p := &page{Corpus: m.Corpus, Cases: len(m.Cases), Cells: conformance.Cells()}
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

func newPageColumn(c column, place map[string]int) pageColumn {
	codes := bytes.Repeat([]byte(NoCode), len(place))
	for _, r := range c.report.Results {
		copy(codes[2*place[r.ID]:], cellLetter(r.Cell)+outcomeLetter(r.Outcome))
	}
	results := c.item.Reader
	if c.report.Writer {
		results = c.item.Writer
	}
	messages := make([]said, len(results.Messages))
	for i, message := range results.Messages {
		messages[i] = said{Text: validator.Quote(message.Text), Known: validator.Quote(message.Known)}
		for _, id := range message.Cases {
			if at, ok := place[id]; ok {
				messages[i].Cases = append(messages[i].Cases, at)
			}
		}
	}
	return pageColumn{
		Role:     table.Role(c.report),
		ID:       c.item.Name + "@" + c.item.Variant,
		Name:     c.item.Name,
		Variant:  c.item.Variant,
		Language: c.item.Language,
		License:  c.item.License,
		Package:  c.item.Package,
		About:    c.item.About,
		Formats:  append([]string{}, c.item.Formats...),
		Features: c.item.Features,
		Codes:    string(codes),
		Messages: messages,
		all:      c.all,
	}
}

// describe adds the cases, and the rules and words that they use.
func (d *pageData) describe(cases []*Case) {
	known := make(map[string]corpus.Case)
	for _, c := range corpus.Cases() {
		known[c.ID] = c
	}
	d.Rules, d.Clauses = make(map[string]pageRule), make(map[string]pageClause)
	d.Flags, d.Features = make(map[string]string), make(map[string]string)
	clauses := make(map[string]spec.Clause)
	for _, c := range spec.Clauses() {
		clauses[c.ID] = c
	}
	for _, c := range cases {
		described := newPageCase(c, known)
		d.Cases = append(d.Cases, described)
		for _, id := range described.Rules {
			rule, ok := spec.Lookup(id)
			if !ok {
				continue
			}
			clause := clauses[rule.Clause]
			d.Rules[id] = pageRule{rule.Title, rule.Level.Severity().String(), rule.Clause}
			d.Clauses[rule.Clause] = pageClause{clause.Title, clause.Strength, clause.Text, clauseLink(clause)}
		}
	}
	for _, flag := range corpus.Flags() {
		d.Flags[flag.Name] = flag.Doc
	}
	for _, feature := range corpus.Features() {
		d.Features[feature.Name] = feature.Doc
	}
}

// clauseLink returns the place of a clause, seen from conformance/. Its anchor is the one that
// renderers of Markdown make of the heading.
func clauseLink(c spec.Clause) string {
	register, _, _ := strings.Cut(c.ID, "-")
	anchor := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z':
			return r
		}
		return -1
	}, strings.ToLower(c.ID+" "+c.Title))
	return "../spec/" + register + ".md#" + anchor
}

func newPageCase(m *Case, known map[string]corpus.Case) pageCase {
	c, ok := known[m.ID]
	described := pageCase{ID: m.ID, Area: path.Dir(m.ID), Duty: m.Duty, Known: ok,
		Rules: []string{}, Flags: []string{}, Features: []string{}, Regions: []pageRegion{}, Findings: []pageFinding{}, Arrays: []pageArray{}}
	if !ok {
		return described
	}
	described.Conforms = c.Conforms
	described.Importance = c.Importance
	described.Format = c.Format
	described.Version = c.FormatVersion
	described.File = c.File
	described.Size = c.Size
	described.Comment = c.Comment
	described.Twin = c.Twin
	described.Since = c.Since
	described.Rules = append(described.Rules, c.Rules...)
	described.Flags = append(described.Flags, c.Flags...)
	described.Features = append(described.Features, c.Features...)
	if c.Array != nil {
		described.Arrays = append(described.Arrays, newPageArray("", c.Array))
	}
	for _, member := range c.Members {
		if member.Array != nil {
			described.Arrays = append(described.Arrays, newPageArray(member.Key, member.Array))
		}
	}
	file, err := fs.ReadFile(corpus.FS, c.File)
	if err != nil {
		return described
	}
	described.Head = file[:min(len(file), pageHead)]
	described.annotate(file)
	return described
}

func newPageArray(key string, a *corpus.Array) pageArray {
	dtype := []rune(a.DType)
	if len(dtype) > pageDType {
		dtype = append(dtype[:pageDType:pageDType], '…')
	}
	return pageArray{key, string(dtype), a.Shape, a.FortranOrder, a.Values[:min(len(a.Values), pageValues)], len(a.Values)}
}

// annotate adds what the validator has to say of the bytes in Head.
func (c *pageCase) annotate(file []byte) {
	var mu sync.Mutex
	opt := &validator.Options{
		Depth: validator.Full,
		Trace: func(r validator.Region) {
			if r.Base != validator.BaseFile || r.Offset >= pageHead {
				return
			}
			mu.Lock()
			defer mu.Unlock()
			c.Regions = append(c.Regions, pageRegion{r.Offset, r.Length, r.Name})
		},
	}
	report, err := validator.Check(context.Background(), bytes.NewReader(file), int64(len(file)), opt)
	if err != nil { // which bytes in memory don't give
		return
	}
	slices.SortFunc(c.Regions, func(a, b pageRegion) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Length, b.Length), strings.Compare(a.Name, b.Name))
	})
	for _, f := range report.Findings {
		at := f.Offset
		if f.Base != validator.BaseFile {
			at = -1
		}
		c.Findings = append(c.Findings, pageFinding{at, f.Length, f.Rule.String(), f.Message, f.Severity().String()})
	}
}

func (p *page) write(w io.Writer) error {
	files := make(map[string]string)
	for _, name := range []string{"page.html", "page.css", "page.js"} {
		text, err := pageFiles.ReadFile("page/" + name)
		if err != nil {
			return err
		}
		files[name] = string(text)
	}
	p.data.Published = p.Published
	data, err := p.data.compress()
	if err != nil {
		return err
	}
	p.Data = template.HTML(data) // base64 has nothing to escape
	p.Style, p.Script = template.CSS(files["page.css"]), template.JS(files["page.js"])
	p.Policy = fmt.Sprintf("default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'",
		source(files["page.css"]), source(files["page.js"]))
	t, err := template.New("page").Funcs(template.FuncMap{
		"share":  func(c pageColumn) string { return fmt.Sprintf("%.1f", 100*c.all.Share()) },
		"count":  func(c pageColumn, cell conformance.Cell) int { return c.all.Cells[cell] },
		"total":  func(c pageColumn) int { return c.all.Total },
		"bars":   func(c pageColumn) []bar { return bars(c.all) },
		"symbol": symbol,
		"plural": func(n int, noun string) string { return report.Count(int64(n), noun) },
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

// source returns the source expression of a content security policy for a style or a script.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
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

// symbol returns the sign of a cell: what is wrong has the letter of its code, the rest is quiet.
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

// bars puts what is wrong first, so that it begins at the same place in every row.
func bars(t table.Tally) []bar {
	var list []bar
	at := 0
	for _, cell := range []conformance.Cell{conformance.CellFail, conformance.CellWrongData, conformance.CellCrash, conformance.CellHang, conformance.CellBlowUp, conformance.CellUnsupported, conformance.CellEither, conformance.CellPass} {
		if n := t.Cells[cell]; n > 0 {
			list = append(list, bar{cell, thousandths(at, t.Total), thousandths(n, t.Total)})
			at += n
		}
	}
	return list
}

func thousandths(n, total int) string { return fmt.Sprintf("%.1f", 1000*float64(n)/float64(total)) }
