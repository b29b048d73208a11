package fuzz_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/fuzz/internal/plant"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// broken returns the rules that a file breaks.
func broken(e *conformance.Expectation) map[spec.ID]bool {
	rules := make(map[spec.ID]bool)
	for _, f := range e.Report.Findings {
		rules[f.Rule] = true
	}
	for id := range e.Report.Omitted {
		rules[id] = true
	}
	return rules
}

func TestFault(t *testing.T) {
	for _, rule := range spec.Rules() {
		if slices.Contains(npyAreas, rule.Area()) && slices.Contains(plant.Plantable(), rule.ID) {
			t.Run(rule.Name, func(t *testing.T) { testFault(t, rule) })
		}
	}
}

func testFault(t *testing.T, rule spec.Rule) {
	arrays := 0
	contents := make(map[string]bool)
	n := count(t, 200)
	for i := range n {
		faulty, twin, ok := fuzz.Numbered(5, i).Fault(rule.ID)
		if !ok {
			t.Fatalf("file %d: no fault", i)
		}
		contents[string(faulty.Content)] = true
		right := expect(t, twin)
		notes := broken(right)
		if right.Report.Verdict() != validator.Conforming || notes[rule.ID] {
			t.Fatalf("file %d: the twin breaks %v\n%.400q", i, notes, twin.Content)
		}
		if twin.Array != nil { // a case of the corpus is compared by its own tests
			sameArray(t, twin, right)
		}
		e := expect(t, faulty)
		got := broken(e)
		if !got[rule.ID] {
			t.Errorf("file %d: got %v\n%.400q\n%.400q", i, slices.Collect(maps.Keys(got)), faulty.Content, twin.Content)
		}
		for id := range got {
			if id != rule.ID && (!notes[id] || id.Rule().Level > spec.May) {
				t.Errorf("file %d: also breaks %v\n%.400q\n%.400q", i, id, faulty.Content, twin.Content)
			}
		}
		if e.Duty != corpus.Duty(rule.Reader.String()) && right.Duty == corpus.Accept {
			t.Errorf("file %d: got duty %s, want %s", i, e.Duty, rule.Reader)
		}
		if faulty.Array != nil && rule.ID != spec.LiteralNamedEscape {
			arrays++
			sameArray(t, faulty, e)
		}
		if t.Failed() {
			return
		}
	}
	if len(contents) < int(n)/2 && rule.ID != spec.PrefixTooShort {
		t.Errorf("got %d different files of %d", len(contents), n)
	}
}

// TestPlantable asks for a fault for every rule: one written by hand, or a pair of cases that differ in it alone.
func TestPlantable(t *testing.T) {
	without := map[spec.ID]string{
		spec.HeaderLengthOverLimit: "takes a file of a megabyte, and is about npycheck and not about the format",
		spec.DescrObjectSize:       "takes a pickle",
		spec.ZipRatio:              "takes data that is not there",
		spec.NpzSingleArray:        "is about the name of the file",
	}
	plantable := plant.Plantable()
	for _, rule := range spec.Rules() {
		_, not := without[rule.ID]
		if slices.Contains(plantable, rule.ID) == not {
			t.Errorf("%s: got plantable %t, want %t", rule.Name, not, !not)
		}
	}
	if _, _, ok := fuzz.Numbered(0, 0).Fault(spec.HeaderLengthOverLimit); ok {
		t.Error("got a fault for a rule that isn't plantable")
	}
}

func BenchmarkFaultNpy(b *testing.B) {
	rules := plantable(npyAreas...)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		fuzz.Numbered(1, uint64(i)).Fault(rules[i%len(rules)])
	}
}

// plantable returns the rules of areas that can be planted.
func plantable(areas ...string) []spec.ID {
	return slices.DeleteFunc(plant.Plantable(), func(id spec.ID) bool { return !slices.Contains(areas, id.Rule().Area()) })
}
