package remedy

import (
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// TestEveryRuleOnce requires each rule in one group, so that a new rule is a decision.
func TestEveryRuleOnce(t *testing.T) {
	count := map[spec.ID]int{}
	for _, g := range groups() {
		for _, id := range g.rules {
			count[id]++
		}
		if (g.Way == Leaves || g.Way == Asks) && g.Why == "" || g.Way == Asks && g.Flag == "" || g.Way == Fixes && g.Doubt {
			t.Errorf("%v: got %+v, expected a reason, and a flag if it is asked for", g.rules[0], g.Remedy)
		}
	}
	for _, r := range spec.Rules() {
		if count[r.ID] != 1 {
			t.Errorf("%s is in %d groups, expected 1", r.Name, count[r.ID])
		}
	}
}

// TestOf holds one rule of each way.
func TestOf(t *testing.T) {
	for _, test := range []struct {
		rule  spec.ID
		way   Way
		flag  string
		doubt bool
	}{
		{spec.HeaderPaddingByte, Fixes, "", false},
		{spec.HeaderNewlinesConverted, May, "", true},
		{spec.DescrTypeName, May, "--byte-order", false},
		{spec.DataSecondArray, Asks, "--split", false},
		{spec.DataTruncated, Leaves, "", true},
		{spec.DataBoolValue, Leaves, "", false},
		{spec.PickleImportDangerous, Leaves, "", false},
		{spec.ZipCrc, Leaves, "", true},
	} {
		if r := Of(test.rule); r.Way != test.way || r.Flag != test.flag || r.Doubt != test.doubt {
			t.Errorf("%v: got %+v, expected %+v", test.rule, r, test)
		}
	}
}

// TestAdvice holds what people read about a rule of each way: in full, and beside a finding of that way.
func TestAdvice(t *testing.T) {
	for _, test := range []struct {
		rule         spec.ID
		way          Way
		advice, hint string
	}{
		{spec.HeaderPaddingByte, Fixes, "npycheck fix FILE fixes it, unless something else in the file leaves the array in doubt.", "npycheck fix FILE fixes it."},
		{spec.HeaderPaddingByte, May, "", "npycheck fix FILE may fix it."},
		{spec.HeaderPaddingByte, Asks, "", ""},
		{spec.HeaderPaddingByte, Leaves, "", ""},
		{spec.HeaderAlignment64, Fixes, "npycheck fix --level note FILE fixes it, unless something else in the file leaves the array in doubt.", "npycheck fix FILE fixes it."},
		{spec.HeaderNewlinesConverted, May, "npycheck fix FILE fixes it if every newline has a CR before it, and without these the data has exactly its length.", "npycheck fix FILE may fix it."},
		{spec.DataTrailing, May, "npycheck fix FILE fixes it if the bytes are a single newline or zeros up to a multiple of 512, and not whole elements; with --cut, in any case.", "npycheck fix FILE may fix it."},
		{spec.DescrTypeName, May, "npycheck fix --byte-order ORDER FILE fixes it. It needs the flag: the file doesn't say which byte order it has, unless each part of its type is a single byte.", "npycheck fix --byte-order ORDER FILE may fix it."},
		{spec.ZipNameDuplicate, Asks, "npycheck fix --drop FILE fixes it. It needs the flag: it would lose a member.", "npycheck fix --drop FILE fixes it."},
		{spec.PrefixMagic, Asks, "", "npycheck fix --rename FILE fixes it."},
		{spec.DataTruncated, Leaves, "npycheck fix leaves it: bytes are lost or changed, and only another copy has them.", ""},
	} {
		if hint := Hint(test.rule, test.way); hint != test.hint {
			t.Errorf("%v, %v: got the hint %q, expected %q", test.rule, test.way, hint, test.hint)
		}
		if advice := Advice(test.rule); test.advice != "" && advice != test.advice {
			t.Errorf("%v: got %q, expected %q", test.rule, advice, test.advice)
		}
	}
}
