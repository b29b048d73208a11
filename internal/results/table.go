package results

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Area is the results of the cases of one area.
type Area struct {
	Name    string
	Results []conformance.Result
}

// ByArea parts results by the first word of their IDs. The areas stand in the order in which a
// file is read, and those that the format doesn't know come after them.
func ByArea(results []conformance.Result) []Area {
	var areas []Area
	at := make(map[string]int)
	for _, r := range results {
		name := path.Dir(r.ID)
		i, ok := at[name]
		if !ok {
			i = len(areas)
			at[name] = i
			areas = append(areas, Area{Name: name})
		}
		areas[i].Results = append(areas[i].Results, r)
	}
	slices.SortStableFunc(areas, func(a, b Area) int { return rank(a.Name) - rank(b.Name) })
	return areas
}

func rank(name string) int {
	if i := slices.Index(spec.Areas(), name); i >= 0 {
		return i
	}
	return len(spec.Areas())
}

// Count returns the number of results in each cell, with all cells.
func Count(results []conformance.Result) map[conformance.Cell]int {
	counts := make(map[conformance.Cell]int)
	for _, cell := range conformance.Cells() {
		counts[cell] = 0
	}
	for _, r := range results {
		counts[r.Cell]++
	}
	return counts
}

// tally is a Count in the terms in which implementations are compared.
type tally struct {
	Cells   map[conformance.Cell]int
	Total   int
	Claimed int // all but the unsupported ones
	Failed  int // in any way
	Severe  int
}

func newTally(results []conformance.Result) tally {
	t := tally{Cells: Count(results), Total: len(results)}
	t.Claimed = t.Total - t.Cells[conformance.CellUnsupported]
	for cell, n := range t.Cells {
		if cell.Failed() {
			t.Failed += n
		}
		if cell.Severe() {
			t.Severe += n
		}
	}
	return t
}

// Share returns n as a part of the claimed cases, from 0 to 1.
func (t tally) Share(n int) float64 {
	if t.Claimed == 0 {
		return 0
	}
	return float64(n) / float64(t.Claimed)
}

// roleName says whether the results are those of a reader or of a writer.
func roleName(r *conformance.Report) string {
	if r.Writer {
		return "writer"
	}
	return "reader"
}

// Group is the failures of one cause.
type Group struct {
	Cause   conformance.Cause
	Results []conformance.Result // in their order
}

// Groups returns the failures by cause: first the worst, and of equally bad ones first those of most cases.
func Groups(results []conformance.Result) []Group {
	var groups []Group
	at := make(map[conformance.Cause]int)
	for _, r := range results {
		if !r.Cell.Failed() {
			continue
		}
		cause := r.Cause()
		i, ok := at[cause]
		if !ok {
			i = len(groups)
			at[cause] = i
			groups = append(groups, Group{Cause: cause})
		}
		groups[i].Results = append(groups[i].Results, r)
	}
	slices.SortStableFunc(groups, func(a, b Group) int {
		return cmp.Or(
			cmp.Compare(badness(b.Cause.Cell), badness(a.Cause.Cell)),
			cmp.Compare(len(b.Results), len(a.Results)))
	})
	return groups
}

func badness(c conformance.Cell) int { return slices.Index(conformance.Cells(), c) }

// Rules returns the rules that say more about the failures: those of the case, as Rules does, or the one that all files
// of the group break first.
func (g *Group) Rules(writer bool) []string {
	rules := Rules(&g.Results[0], writer)
	if len(g.Results) == 1 || len(rules) == 0 {
		return rules
	}
	for _, r := range g.Results[1:] {
		if len(r.Rules) == 0 || r.Rules[0] != rules[0] {
			return nil
		}
	}
	return rules[:1]
}

// Such returns the IDs of the cases that a line about the group names.
func (g *Group) Such() []string {
	var ids []string
	for _, r := range g.Results[:min(len(g.Results), 3)] {
		ids = append(ids, r.ID)
	}
	return ids
}

// Account says what was expected of the files of the group and what was returned, as Account does for a case. Where
// that differs from case to case, it says only what they have in common.
func (g *Group) Account() string {
	first := Account(&g.Results[0])
	for _, r := range g.Results[1:] {
		if Account(&r) != first {
			shared := g.Results[0]
			shared.Message = text.MessageShape(shared.Message)
			if read := "read as "; g.Cause.Message == "" && strings.HasPrefix(shared.Message, read) {
				shared.Message = read + "…"
			}
			return Account(&shared)
		}
	}
	return first
}

// Account says in one line what a case expects and what was returned, with the message, quoted.
func Account(r *conformance.Result) string {
	want := validator.Quote(string(r.Duty))
	switch {
	case r.Cell == conformance.CellWrongData:
		want = "the array of the file"
	case r.Cell == conformance.CellWrongVerdict && r.Outcome == conformance.OutcomeAccept && r.Duty == corpus.Accept:
		want = "a file that conforms" // of a writer
	case r.Duty == corpus.Either || r.Duty == corpus.Survive:
		want = "accept or reject"
	}
	if r.Message == "" {
		return fmt.Sprintf("got %s, expected %s", r.Outcome, want)
	}
	return fmt.Sprintf("got %s, expected %s: %s", r.Outcome, want, validator.Quote(r.Message))
}

// Rules returns the rules that say more about the failure of a reader or a writer. A file that every reader must accept
// may break a rule that doesn't matter. The message about what a writer wrote has its rules already, and an adapter that
// breaks the protocol says nothing about the reader.
func Rules(r *conformance.Result, writer bool) []string {
	if writer || r.Duty == corpus.Accept || r.Outcome == conformance.OutcomeInvalid {
		return nil
	}
	return r.Rules
}

// implementationCode returns the name and the version.
func implementationCode(i conformance.Implementation) string {
	return strings.TrimSpace(code(i.Name) + " " + code(i.Version))
}

// cellHeads returns the heads of the columns that cellCounts fills.
func cellHeads() string {
	var b strings.Builder
	for _, cell := range conformance.Cells() {
		fmt.Fprintf(&b, " %s |", cell)
	}
	return b.String()
}

// cellCounts returns the columns of a line of counts.
func cellCounts(counts map[conformance.Cell]int) string {
	var b strings.Builder
	for _, cell := range conformance.Cells() {
		fmt.Fprintf(&b, " %d |", counts[cell])
	}
	return b.String()
}

// codeList returns words as code, side by side.
func codeList(words []string) string {
	codes := make([]string, len(words))
	for i, word := range words {
		codes[i] = code(word)
	}
	return strings.Join(codes, " ")
}

// plainWord returns plain words as they are, and anything else as code.
func plainWord(s string) string {
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '+' && c != ' ' {
			return code(s)
		}
	}
	return s
}

// code shows foreign text in Markdown.
func code(s string) string { return text.MarkdownCode(text.Quote(s)) }
