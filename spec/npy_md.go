package spec

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
)

//go:embed npy.md
var npyDocument string

//go:embed pickle.md
var pickleDocument string

//go:embed npz.md
var npzDocument string

// Clause is one numbered clause of npy.md, pickle.md or npz.md.
type Clause struct {
	ID       string // "npy-2.8"
	File     string // the document that has it: "npy.md"
	Title    string
	Strength string // stated, implied or reference, as npy.md defines them
	Sources  string // where the clause comes from
	versions string // the format versions that it holds for; "" in npz.md, which has none
	Text     string // Markdown, notes included
	Rules    []string
	readers  string // duty of readers for a file that breaks a rule: "reject `header-nul`"
	cases    string // links to cases of the corpus
}

// Clauses returns the clauses of npy.md, pickle.md and npz.md, in their order.
func Clauses() []Clause {
	return slices.Concat(
		parseDocument("npy.md", npyDocument, "npy-"),
		parseDocument("pickle.md", pickleDocument, "npy-"),
		parseDocument("npz.md", npzDocument, "npz-"),
	)
}

// parseDocument reads the clauses of a document, whose IDs begin with prefix.
func parseDocument(file, document, prefix string) []Clause {
	var clauses []Clause
	for section := range strings.SplitSeq(document, "\n## ") {
		for i, block := range strings.Split(section, "\n### "+prefix) {
			if i > 0 {
				c := parseClause(prefix + block)
				c.File = file
				clauses = append(clauses, c)
			}
		}
	}
	return clauses
}

// parseClause reads a clause from its ID on: a heading, a line with strength and source, the text,
// the duties of readers, and links to cases.
func parseClause(block string) Clause {
	heading, rest, _ := strings.Cut(block, "\n")
	ground, rest, _ := strings.Cut(rest, "\n")
	text, readers, _ := strings.Cut(rest, "\nReaders: ")
	readers, cases, _ := strings.Cut(readers, "\nCases: ")

	var c Clause
	c.ID, c.Title, _ = strings.Cut(heading, " ")
	ground, c.versions, _ = strings.Cut(strings.TrimSuffix(ground, "."), ". Versions: ")
	c.Strength, c.Sources, _ = strings.Cut(strings.TrimPrefix(ground, "Strength: "), ". Source: ")
	c.Text = strings.TrimSpace(text)
	c.readers = strings.Join(strings.Fields(readers), " ")
	c.cases = strings.Join(strings.Fields(cases), " ")
	for i, part := range strings.Split(readers, "`") {
		if i%2 == 1 {
			c.Rules = append(c.Rules, part)
		}
	}
	slices.SortFunc(c.Rules, func(a, b string) int { return cmp.Compare(idsByName()[a], idsByName()[b]) })
	return c
}
