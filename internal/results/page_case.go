package results

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/decompress"
	shared "github.com/npycheck/npycheck/internal/page"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

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
	Bytes      string        `json:"bytes"`   // the file in hexadecimal, or its first bytes if it is over pageFile
	Regions    []int64       `json:"regions"` // three numbers each: the bytes since the end of the one before, the length, the place in Names
	Findings   []pageFinding `json:"findings"`
	Arrays     []pageArray   `json:"arrays"` // one for a .npy file, one per member for an archive

	regions []validator.Region
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
	pageFile   = 16 << 10 // bytes of a file that can be downloaded from the page
	pageHead   = 512      // bytes of a file that are shown
	pageValues = 24       // elements of an array
	pageDType  = 300      // characters of a dtype
)

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
	names := make(map[string]int64)
	for _, c := range cases {
		described := newPageCase(c, known)
		described.Regions = d.pack(described.regions, names)
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

// pack returns regions in the form of pageCase.Regions, which is a quarter of the size of the page
// smaller than one with words. Names holds the places in d.Names.
func (d *pageData) pack(regions []validator.Region, names map[string]int64) []int64 {
	packed := []int64{}
	end := int64(0)
	for _, r := range regions {
		name, ok := names[r.Name]
		if !ok {
			name = int64(len(d.Names))
			names[r.Name] = name
			d.Names = append(d.Names, r.Name)
		}
		packed = append(packed, r.Offset-end, r.Length, name)
		end = r.Offset + r.Length
	}
	return packed
}

// clauseLink returns the place of a clause, seen from conformance/. Its anchor is the one that
// renderers of Markdown make of the heading.
func clauseLink(c spec.Clause) string {
	return "../spec/" + c.File + "#" + shared.Anchor(c.ID+" "+c.Title)
}

func newPageCase(m *Case, known map[string]corpus.Case) pageCase {
	c, ok := known[m.ID]
	described := pageCase{ID: m.ID, Area: path.Dir(m.ID), Duty: m.Duty, Known: ok,
		Rules: []string{}, Flags: []string{}, Features: []string{}, Findings: []pageFinding{}, Arrays: []pageArray{}}
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
	if len(file) > pageFile {
		described.Bytes = hex.EncodeToString(file[:pageHead])
	} else {
		described.Bytes = hex.EncodeToString(file)
	}
	described.annotate(file)
	return described
}

func newPageArray(key string, a *corpus.Array) pageArray {
	dtype := []rune(a.DType)
	if len(dtype) > pageDType {
		dtype = append(dtype[:pageDType:pageDType], '…')
	}
	count := len(a.Values)
	if a.Values == nil { // a large array: the manifest has no values
		count = 1
		for _, d := range a.Shape {
			count *= int(d)
		}
	}
	return pageArray{Key: key, DType: string(dtype), Shape: a.Shape, Fortran: a.FortranOrder, Values: append([]any{}, a.Values[:min(len(a.Values), pageValues)]...), Count: count}
}

// annotate adds the validator's findings and names for the bytes that are shown.
func (c *pageCase) annotate(file []byte) {
	var mu sync.Mutex
	opt := &validator.Options{
		Depth:         validator.Full,
		Decompressors: decompress.Methods(),
		Trace: func(r validator.Region) {
			if r.Base != validator.BaseFile || r.Offset >= pageHead {
				return
			}
			mu.Lock()
			defer mu.Unlock()
			c.regions = append(c.regions, r)
		},
	}
	report, err := validator.Check(context.Background(), bytes.NewReader(file), int64(len(file)), opt)
	if err != nil { // which can't happen for bytes in memory
		return
	}
	slices.SortFunc(c.regions, func(a, b validator.Region) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Length, b.Length), strings.Compare(a.Name, b.Name))
	})
	for _, f := range report.Findings {
		at := f.Offset
		if f.Base != validator.BaseFile {
			at = -1
		}
		c.Findings = append(c.Findings, pageFinding{Offset: at, Length: f.Length, Rule: f.Rule.String(), Message: f.Message, Severity: f.Severity().String()})
	}
}
