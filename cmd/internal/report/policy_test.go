package report

import (
	"reflect"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/internal/outcome"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestPolicy covers findings of three rules and an array of objects, each judged by several policies.
func TestPolicy(t *testing.T) {
	r := &validator.Report{Format: validator.Npy, Findings: []validator.Finding{
		{Rule: spec.PicklePresent}, {Rule: spec.DataTrailing}, {Rule: spec.ShapeNegative},
	}}
	type shown struct {
		rule     spec.ID
		severity spec.Severity
	}
	for _, test := range []struct {
		name   string
		policy Policy
		want   []shown
		fails  bool
	}{
		{"all", Policy{}, []shown{{spec.PicklePresent, spec.Note}, {spec.DataTrailing, spec.Warning}, {spec.ShapeNegative, spec.Error}}, true},
		{"ignore", Policy{Ignore: []spec.ID{spec.ShapeNegative, spec.PicklePresent}}, []shown{{spec.DataTrailing, spec.Warning}}, false},
		{"only", Policy{Only: []spec.ID{spec.PicklePresent, spec.DataTrailing}}, []shown{{spec.PicklePresent, spec.Note}, {spec.DataTrailing, spec.Warning}}, false},
		{"ignore wins over only", Policy{Only: []spec.ID{spec.DataTrailing}, Ignore: []spec.ID{spec.DataTrailing}}, nil, false},
		{"severity", Policy{Only: []spec.ID{spec.DataTrailing}, Severity: map[spec.ID]spec.Severity{spec.DataTrailing: spec.Error}},
			[]shown{{spec.DataTrailing, spec.Error}}, true},
		{"objects", Policy{Only: []spec.ID{spec.PicklePresent}, DenyPickle: true}, []shown{{spec.PicklePresent, spec.Error}}, true},
		{"objects at another level", Policy{Only: []spec.ID{spec.PicklePresent}, DenyPickle: true, Severity: map[spec.ID]spec.Severity{spec.PicklePresent: spec.Warning}},
			[]shown{{spec.PicklePresent, spec.Warning}}, false},
		{"off", Policy{Severity: map[spec.ID]spec.Severity{spec.ShapeNegative: Off, spec.DataTrailing: Off}}, []shown{{spec.PicklePresent, spec.Note}}, false},
		{"override", Policy{Ignore: []spec.ID{spec.PicklePresent}, Overrides: []Override{
			{Applies: func(path string) bool { return path == "a.npy" }, Ignore: []spec.ID{spec.ShapeNegative}, Severity: map[spec.ID]spec.Severity{spec.DataTrailing: spec.Error}},
			{Applies: func(path string) bool { return path == "b.npy" }, Severity: map[spec.ID]spec.Severity{spec.DataTrailing: Off}},
		}}, []shown{{spec.DataTrailing, spec.Error}}, true},
		{"the later override", Policy{Only: []spec.ID{spec.DataTrailing}, Severity: map[spec.ID]spec.Severity{spec.DataTrailing: Off}, Overrides: []Override{
			{Applies: func(string) bool { return true }, Severity: map[spec.ID]spec.Severity{spec.DataTrailing: spec.Error}},
			{Applies: func(string) bool { return true }, Severity: map[spec.ID]spec.Severity{spec.DataTrailing: spec.Note}},
		}}, []shown{{spec.DataTrailing, spec.Note}}, false},
		{"fail on notes", Policy{Only: []spec.ID{spec.PicklePresent}, FailOn: spec.Note}, []shown{{spec.PicklePresent, spec.Note}}, true},
		{"fail on warnings", Policy{Only: []spec.ID{spec.PicklePresent}, FailOn: spec.Warning}, []shown{{spec.PicklePresent, spec.Note}}, false},
		{"fail never", Policy{Only: []spec.ID{spec.ShapeNegative}, FailOn: Never}, []shown{{spec.ShapeNegative, spec.Error}}, false},
	} {
		f := (&Checker{Policy: test.policy}).File(Path("a.npy"), r, nil)
		var got []shown
		for _, finding := range f.Findings {
			got = append(got, shown{finding.Rule, finding.Severity})
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
		if got := f.Outcome == outcome.Failed; got != test.fails {
			t.Errorf("%s: fails: %v, want %v", test.name, got, test.fails)
		}
		if f.Verdict != validator.Nonconforming {
			t.Errorf("%s: got verdict %s, want nonconforming: that is for the file to be", test.name, f.Verdict)
		}
	}
}

// TestPassedOver covers what follows from a checksum: it is listed once a policy passes over the checksum, and only
// then.
func TestPassedOver(t *testing.T) {
	r := &validator.Report{Format: validator.Npz, Findings: []validator.Finding{{Rule: spec.ZipCrc}, {Rule: spec.NpzMixedMethods}},
		Followed: []validator.Finding{{Rule: spec.ShapeBool}}}
	for _, test := range []struct {
		name   string
		policy Policy
		want   int
		fails  bool
	}{
		{"all", Policy{}, 2, true},
		{"the checksum ignored", Policy{Ignore: []spec.ID{spec.ZipCrc}}, 2, true},
		{"a note ignored", Policy{Ignore: []spec.ID{spec.NpzMixedMethods}}, 1, true},
		{"the checksum a warning", Policy{Severity: map[spec.ID]spec.Severity{spec.ZipCrc: spec.Warning}}, 3, true},
		{"both ignored", Policy{Ignore: []spec.ID{spec.ZipCrc, spec.ShapeBool}}, 1, false},
		{"the checksum alone", Policy{Only: []spec.ID{spec.ZipCrc}}, 1, true},
		{"what follows alone", Policy{Only: []spec.ID{spec.ShapeBool}}, 1, true},
	} {
		f := (&Checker{Policy: test.policy}).File(Path("a.npz"), r, nil)
		if fails := f.Outcome == outcome.Failed; len(f.Findings) != test.want || fails != test.fails {
			t.Errorf("%s: got %+v, fails: %v, want %d findings, fails: %v", test.name, f.Findings, fails, test.want, test.fails)
		}
	}
}

// TestOverrideStdin covers an override for every path: standard input has none.
func TestOverrideStdin(t *testing.T) {
	c := &Checker{Policy: Policy{Overrides: []Override{{
		Applies: func(string) bool { return true },
		Ignore:  []spec.ID{spec.DataTrailing},
	}}}}
	r := &validator.Report{Findings: []validator.Finding{{Rule: spec.DataTrailing}}}
	if f := c.File(Stdin{}, r, nil); len(f.Findings) != 1 {
		t.Errorf("got %+v of standard input, want the finding", f.Findings)
	}
	if f := c.File(Path("-"), r, nil); len(f.Findings) != 0 {
		t.Errorf("got %+v of a file, want nothing", f.Findings)
	}
}

// TestMerge adds up the counts of two parts of a run.
func TestMerge(t *testing.T) {
	sum := Summary{Files: 1, Conforming: 2, Nonconforming: 3, NotChecked: 4, Error: 5, Warning: 6, Note: 7, Unverified: 8, Links: 9, Known: 10, Others: 11, Excluded: 12}
	sum.Merge(Summary{Files: 10, Conforming: 20, Nonconforming: 30, NotChecked: 40, Error: 50, Warning: 60, Note: 70, Unverified: 80, Links: 90, Known: 100, Others: 110, Excluded: 120})
	if want := (Summary{Files: 11, Conforming: 22, Nonconforming: 33, NotChecked: 44, Error: 55, Warning: 66, Note: 77, Unverified: 88, Links: 99, Known: 110, Others: 121, Excluded: 132}); !reflect.DeepEqual(sum, want) {
		t.Errorf("got %+v, want %+v", sum, want)
	}
	for _, test := range []struct{ a, b, want bool }{{false, false, false}, {true, false, true}, {false, true, true}} {
		sum := Summary{Interrupted: test.a}
		if sum.Merge(Summary{Interrupted: test.b}); sum.Interrupted != test.want {
			t.Errorf("%v and %v: got interrupted %v, want %v", test.a, test.b, sum.Interrupted, test.want)
		}
	}
}

// TestOmittedFindings covers findings that the report only counts: they count for the end of the run like those that
// are listed, and the policy hides them like those.
func TestOmittedFindings(t *testing.T) {
	omitted := map[spec.ID]int{spec.LiteralNumberBase: 20, spec.ShapeNegative: 3}
	for _, test := range []struct {
		policy Policy
		want   bool
	}{
		{Policy{}, true},
		{Policy{FailOn: Never}, false},
		{Policy{Ignore: []spec.ID{spec.ShapeNegative}}, false},
		{Policy{Ignore: []spec.ID{spec.ShapeNegative}, FailOn: spec.Warning}, true},
	} {
		f := (&Checker{Policy: test.policy}).File(Path("a.npy"), &validator.Report{Omitted: omitted}, nil)
		if got := f.Outcome == outcome.Failed; got != test.want {
			t.Errorf("%+v: fails: %v, want %v", test.policy, got, test.want)
		}
		if got := len(f.Omitted); got != 2-len(test.policy.Ignore) {
			t.Errorf("%+v: got %d rules of omitted findings, want %d", test.policy, got, 2-len(test.policy.Ignore))
		}
	}
}

// TestRulesSHA256 covers a table of two rules: the hash depends on what a report depends on, and not on words.
func TestRulesSHA256(t *testing.T) {
	two := func() []spec.Rule { return slices.Clone(spec.Rules()[:2]) }
	want := rulesSHA256(two())
	same := two()
	same[0].Doc, same[1].Title, same[1].Owner, same[1].Author = "other", "words", "here", "too"
	if got := rulesSHA256(same); got != want {
		t.Errorf("got another hash for other words")
	}
	for name, change := range map[string]func(r *spec.Rule){
		"name":   func(r *spec.Rule) { r.Name += "-new" },
		"level":  func(r *spec.Rule) { r.Level = spec.May },
		"kind":   func(r *spec.Rule) { r.Kind = spec.Security },
		"reader": func(r *spec.Rule) { r.Reader = spec.Accept },
	} {
		other := two()
		if change(&other[1]); rulesSHA256(other) == want {
			t.Errorf("got the same hash for another %s", name)
		}
	}
	if rulesSHA256(two()[:1]) == want {
		t.Error("got the same hash for one rule less")
	}
	known := []spec.Rule{{Name: "a-b", Level: spec.Must, Kind: spec.Conformance, Reader: spec.Reject}}
	if got, want := rulesSHA256(known), "5d2bc504ed1eda1ce68f5ad6cfc51f571ae6513f6a0bd44f89334340756ae179"; got != want { // of "a-b MUST conformance reject\n"
		t.Errorf("got %s, want %s", got, want)
	}
}
