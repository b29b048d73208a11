package spec

import (
	_ "embed"
	"slices"
	"strings"
)

//go:embed npy.md
var npyRegister string

//go:embed npz.md
var npzRegister string

// Clause is one numbered clause of the registers npy.md and npz.md.
type Clause struct {
	ID       string // "npy-2.8"
	Title    string
	Strength string // stated, implied or reference, as the introduction of the register defines them
	Sources  string // where the clause comes from
	versions string // the format versions that it holds for; "" in npz.md, which has none
	Text     string // Markdown, notes included
	Rules    []string
}

// Clauses returns the clauses of npy.md, then those of npz.md, in their order.
func Clauses() []Clause {
	return slices.Concat(parseRegister(npyRegister, "npy-"), parseRegister(npzRegister, "npz-"))
}

// parseRegister reads the clauses of a register, whose IDs begin with prefix.
func parseRegister(register, prefix string) []Clause {
	var clauses []Clause
	for section := range strings.SplitSeq(register, "\n## ") {
		for i, block := range strings.Split(section, "\n### "+prefix) {
			if i > 0 {
				clauses = append(clauses, parseClause(prefix+block))
			}
		}
	}
	return clauses
}

// parseClause reads a clause from its ID on: a heading, a line about the ground that the clause
// stands on, the text, and the rules in backquotes.
func parseClause(block string) Clause {
	heading, rest, _ := strings.Cut(block, "\n")
	ground, rest, _ := strings.Cut(rest, "\n")
	text, rules, _ := strings.Cut(rest, "\nRules: ")

	var c Clause
	c.ID, c.Title, _ = strings.Cut(heading, " ")
	ground, c.versions, _ = strings.Cut(strings.TrimSuffix(ground, "."), ". Versions: ")
	c.Strength, c.Sources, _ = strings.Cut(strings.TrimPrefix(ground, "Strength: "), ". Source: ")
	c.Text = strings.TrimSpace(text)
	for _, rule := range strings.Fields(rules) {
		c.Rules = append(c.Rules, strings.Trim(rule, "`,"))
	}
	return c
}
