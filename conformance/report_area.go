package conformance

import (
	"path"
	"slices"
)

// areaOrder returns the areas of the corpus, in the order in which a file is read.
func areaOrder() []string {
	return []string{"prefix", "header", "literal", "keys", "descr", "shape", "order", "data", "pickle", "zip", "npz"}
}

// area is the results of the cases of one area.
type area struct {
	name    string
	results []Result
}

// byArea parts results by the first word of their IDs. The areas stand in the order in which a
// file is read, and those that the corpus doesn't know behind them.
func byArea(results []Result) []area {
	var areas []area
	at := make(map[string]int)
	for _, r := range results {
		name := path.Dir(r.ID)
		i, ok := at[name]
		if !ok {
			i = len(areas)
			at[name] = i
			areas = append(areas, area{name: name})
		}
		areas[i].results = append(areas[i].results, r)
	}
	slices.SortStableFunc(areas, func(a, b area) int { return areaRank(a.name) - areaRank(b.name) })
	return areas
}

func areaRank(name string) int {
	if i := slices.Index(areaOrder(), name); i >= 0 {
		return i
	}
	return len(areaOrder())
}

// count returns the number of results in each cell, with all eight cells.
func count(results []Result) map[Cell]int {
	counts := make(map[Cell]int)
	for _, cell := range Cells() {
		counts[cell] = 0
	}
	for _, r := range results {
		counts[r.Cell]++
	}
	return counts
}

// tally is a count in the terms in which implementations are compared.
type tally struct {
	cells   map[Cell]int
	total   int
	claimed int // all but the unsupported ones
	failed  int
}

func newTally(results []Result) tally {
	t := tally{cells: count(results), total: len(results)}
	t.claimed = t.total - t.cells[CellUnsupported]
	for cell, n := range t.cells {
		if cell.Failed() {
			t.failed += n
		}
	}
	return t
}

// share returns the part of the claimed cases that failed, from 0 to 1.
func (t tally) share() float64 {
	if t.claimed == 0 {
		return 0
	}
	return float64(t.failed) / float64(t.claimed)
}

// role says whether the results are those of a reader or of a writer.
func (r *Report) role() string {
	if r.Writer {
		return "writer"
	}
	return "reader"
}
