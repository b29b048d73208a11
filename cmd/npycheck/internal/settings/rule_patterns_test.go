package settings

import (
	"slices"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

func TestRulesNamed(t *testing.T) {
	for word, want := range map[string][]spec.ID{
		"zip-gap":        {spec.ZipGap},
		"shape-rank-*":   {spec.ShapeRankOver32, spec.ShapeRankOver64},
		"*-rank-over-6*": {spec.ShapeRankOver64},
		"zip-ga":         nil,
		"zip-ga?":        nil,
		"zip-[g]ap":      nil,
		"zip-gap\n":      nil,
		"ZIP-GAP":        nil,
		"":               nil,
	} {
		if got := rulesNamed(word); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", word, got, want)
		}
	}
	if got := len(rulesNamed("*")); got != len(spec.Rules()) {
		t.Errorf("*: got %d rules, want all", got)
	}
	if families := ruleFamilies(); !slices.Contains(families, "header-*") || !slices.Contains(families, "pickle-import-*") || slices.Contains(families, "zip-gap-*") {
		t.Errorf("got %v", families)
	}
}

// TestKeptRules turns rules off or lowers them: patterns never do that to one of kind security, but may raise
// it.
func TestKeptRules(t *testing.T) {
	const dangerous, present = spec.PickleImportDangerous, spec.PicklePresent
	ignored := func(words ...string) (bool, bool) {
		kept := &keptRules{rules: map[spec.ID]bool{}}
		rules, err := parseIgnored(words, func(int) string { return "" }, kept)
		if err != nil {
			t.Fatal(err)
		}
		return slices.Contains(rules, dangerous), kept.rules[dangerous]
	}
	for _, test := range []struct {
		words         []string
		ignored, kept bool
	}{
		{[]string{"pickle-*"}, false, true},
		{[]string{"*"}, false, true},
		{[]string{"pickle-import-dangerou*"}, false, true},
		{[]string{"header-*"}, false, false},
		{[]string{"pickle-import-dangerous"}, true, false},
		{[]string{"pickle-import-dangerous", "*"}, true, true},
	} {
		if off, kept := ignored(test.words...); off != test.ignored || kept != test.kept {
			t.Errorf("%q: got ignored %t, kept %t, want %t, %t", test.words, off, kept, test.ignored, test.kept)
		}
	}
	for _, test := range []struct {
		rules, level string
		want         map[spec.ID]spec.Severity // those of kind security that aren't at their own level
	}{
		{"*", "off", nil},
		{"*", "note", nil},
		{"pickle-*", "warning", map[spec.ID]spec.Severity{present: spec.Warning}},
		{"pickle-import-dangerous", "off", map[spec.ID]spec.Severity{dangerous: 0}},
		{"pickle-import-dangerous", "note", map[spec.ID]spec.Severity{dangerous: spec.Note}},
		{"*", "error", map[spec.ID]spec.Severity{present: spec.Error, dangerous: spec.Error}},
	} {
		levels, err := parseLevels([]ruleLevel{{test.rules, test.level, ""}}, &keptRules{rules: map[spec.ID]bool{}})
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []spec.ID{present, dangerous} {
			got, has := levels[id]
			want, wants := test.want[id]
			if has && got == id.Rule().Level.Severity() && !wants {
				continue
			}
			if has != wants || got != want {
				t.Errorf("%s=%s: %s is at %v (%t), want %v (%t)", test.rules, test.level, id, got, has, want, wants)
			}
		}
	}
}

// TestDeniedObjects has patterns that raise a note, which --deny-pickle has made an error.
func TestDeniedObjects(t *testing.T) {
	for _, word := range []string{"*", "pickle-*", "pickle-presen*"} {
		for _, level := range []string{"off", "note", "warning"} {
			kept := &keptRules{map[spec.ID]bool{}, true}
			levels, err := parseLevels([]ruleLevel{{word, level, ""}}, kept)
			if _, has := levels[spec.PicklePresent]; err != nil || has || !kept.rules[spec.PicklePresent] {
				t.Errorf("%s=%s lowers pickle-present", word, level)
			}
		}
	}
}
