package emit

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// describe returns the case for a file about which npycheck has an expectation.
func describe(id, version string, m *made, e *conformance.Expectation) *corpus.Case {
	area, _, _ := strings.Cut(id, "/")
	sum := sha256.Sum256(m.Content)
	c := &corpus.Case{
		ID:         id,
		SHA256:     hex.EncodeToString(sum[:]),
		Size:       int64(len(m.Content)),
		Format:     string(m.Format),
		Conforms:   e.Report.Verdict() == validator.Conforming,
		Duty:       e.Duty,
		Rules:      rulesOf(e.Report),
		Findings:   judge.Findings(e.Report),
		Stage:      stageOf(area, e.Report),
		Flags:      append([]string{}, e.Flags...),
		Features:   e.Features,
		Importance: "medium",
		Comment:    m.comment,
		Since:      version,
	}
	if len(m.Content) >= 8 && strings.HasPrefix(string(m.Content[:6]), spec.Magic) {
		c.FormatVersion = fmt.Sprintf("%d.%d", m.Content[6], m.Content[7])
	}
	if m.twin != nil {
		c.Importance, c.Twin = "low", m.twin.ID
		if len(c.Features) == 0 {
			c.Features = m.twin.Features // it looks like the original as far as a reader gets
		}
	}
	c.Array, c.Members = e.Array, e.Members
	if m.Array != nil {
		c.Array = arrayOf(m.Array)
	}
	if m.Members != nil {
		c.Members = membersOf(m.Members)
	}
	switch {
	case c.Duty == corpus.Reject:
		c.Array, c.Members = nil, nil
	case c.Duty == corpus.Accept && c.Array == nil && c.Members == nil:
		c.Duty = corpus.Survive // its content is unknown
	}
	c.File = string(c.Duty) + "/" + c.ID + "." + c.Format
	return c
}

func arrayOf(a *fuzz.Array) *corpus.Array {
	return judge.Described(a.DType, a.Shape, a.FortranOrder, a.Data)
}

func membersOf(members []fuzz.Member) []corpus.Member {
	all := make([]corpus.Member, len(members))
	for i, m := range members {
		all[i] = corpus.Member{Name: m.Name, Key: strings.TrimSuffix(m.Name, ".npy")}
		if m.Array != nil {
			all[i].Array = arrayOf(m.Array)
		}
	}
	return all
}

// rulesOf returns the names of the rules that a file breaks.
func rulesOf(r *validator.Report) []string {
	broken := map[string]bool{}
	for _, f := range r.Findings {
		broken[f.Rule.String()] = true
	}
	for id := range r.Omitted {
		broken[id.String()] = true
	}
	return append([]string{}, slices.Sorted(maps.Keys(broken))...)
}

// stageOf returns the area in which a reader notices the fault of a file: the first one with a fault that has the duty
// of the whole file. For a file without faults, it is the area in which the file is unusual.
func stageOf(area string, r *validator.Report) string {
	stages := spec.Areas()
	first := len(stages)
	for _, f := range r.Findings {
		if duty := f.Duty(); duty == r.Duty() && duty != spec.Accept {
			first = min(first, slices.Index(stages, f.Rule.Rule().Area()))
		}
	}
	if first == len(stages) {
		return area
	}
	return stages[first]
}

// made is a generated file with its description.
type made struct {
	fuzz.File
	comment string
	twin    *corpus.Case // the file without its faults; nil for one that has none
}
