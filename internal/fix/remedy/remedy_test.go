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
