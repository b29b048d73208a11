// Package table counts results for the reports of npycheck, and writes Markdown.
package table

import (
	"path"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/spec"
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
	slices.SortStableFunc(areas, func(a, b Area) int { return Rank(a.Name) - Rank(b.Name) })
	return areas
}

func Rank(name string) int {
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

// Tally is a Count in the terms in which implementations are compared.
type Tally struct {
	Cells   map[conformance.Cell]int
	Total   int
	Claimed int // all but the unsupported ones
	Failed  int // in any way
	Severe  int
}

func NewTally(results []conformance.Result) Tally {
	t := Tally{Cells: Count(results), Total: len(results)}
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
func (t Tally) Share(n int) float64 {
	if t.Claimed == 0 {
		return 0
	}
	return float64(n) / float64(t.Claimed)
}

// Role says whether the results are those of a reader or of a writer.
func Role(r *conformance.Report) string {
	if r.Writer {
		return "writer"
	}
	return "reader"
}
