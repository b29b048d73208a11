package main

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
