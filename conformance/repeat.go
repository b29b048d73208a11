package conformance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
)

// tries are the answers to the same question, asked more than once.
type tries struct {
	worst   Result
	first   map[Outcome]string // what distinguishes the first answer with the outcome from others
	labels  []string           // the labels of the answers, in the order in which they came
	counts  map[string]int     // by label
	remarks []string           // of the answers
}

func (t *tries) add(a Answer, r Result) {
	if t.counts == nil {
		t.counts, t.first = map[string]int{}, map[Outcome]string{}
		t.worst = r
	}
	if badness(r.Cell) > badness(t.worst.Cell) {
		t.worst = r
	}
	if r.Remark != "" {
		t.remarks = append(t.remarks, r.Remark)
	}
	kind := strings.Join([]string{string(r.Outcome), string(r.Cell), a.Array.Identity(), strings.Join(r.Rules, " ")}, "\x00")
	first, ok := t.first[r.Outcome]
	if !ok {
		first = kind
		t.first[r.Outcome] = kind
	}
	label := string(r.Outcome)
	switch {
	case kind == first:
	case a.Array != nil:
		label += " with another array"
	default:
		label += " with another result"
	}
	if t.counts[label]++; t.counts[label] == 1 {
		t.labels = append(t.labels, label)
	}
}

// badness returns how bad a cell is, compared with others.
func badness(c Cell) int { return slices.Index(Cells(), c) }

// blamed returns the result with what happened to its process after the answer, unless that is better.
func (r Result) blamed(late Result) Result {
	if badness(late.Cell) >= badness(r.Cell) {
		late.Remark = r.Remark
		return late
	}
	remark := late.Message
	if r.Remark != "" {
		remark = r.Remark + "; " + remark
	}
	r.Remark = text.Line(remark)
	return r
}

// result returns the worst result, with a remark if the answers differ. Messages may differ.
func (t *tries) result() Result {
	r := t.worst
	if len(t.labels) > 1 {
		var parts []string
		for _, label := range t.labels {
			parts = append(parts, fmt.Sprintf("%d × %s", t.counts[label], label))
		}
		t.remarks = slices.Insert(t.remarks, 0, "the answers differ: "+strings.Join(parts, ", "))
	}
	slices.Sort(t.remarks)
	r.Remark = text.Line(strings.Join(slices.Compact(t.remarks), "; "))
	return r
}
