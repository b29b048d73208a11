package fix

import (
	"slices"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/fix/remedy"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// unfixed are the cases with a finding of which check says that it is fixable, or may be, and which fix leaves even with
// all flags: why.
var unfixed = map[string]string{
	"zip/entry-offset-sentinel": "that a directory can't be read to its end isn't in its findings",

	// It may be fixable, and isn't:
	"header/length-10001-characters-v3": "the header needs its length",
	"header/length-10038-fields":        "the header needs its length",
	"header/length-16-short":            "the header gives a different length of the data",
	"header/length-one-short":           "the header gives a different length of the data",
	"npz/key-is-name-without-suffix":    "two members would have one key",
	"prefix/magic-behind-length":        "what is before the array isn't a text",
	"prefix/magic-behind-nul":           "what is before the array isn't a text",
	"zip/folder-with-data":              "a folder has a content",
	"zip/size-stored-less":              "a stored member has two sizes",
	"zip/size-stored-more":              "a stored member has two sizes",
	"zip/text-mode-shorter":             "bytes were lost in the conversion",
}

// TestExpect holds over the corpus that check counts as fixable what fix fixes: what it fixes without flags; what it
// fixes with or without them if it may be; and nothing else.
func TestExpect(t *testing.T) {
	t.Parallel()
	count := map[remedy.Way]int{}
	seen := map[string]bool{}
	for _, c := range corpus.Cases() {
		if len(c.Rules) == 0 || testing.Short() && c.Importance != "high" && unfixed[c.ID] == "" {
			continue
		}
		b := vector(t, c)
		plain, flagged := planOf(t, b, c.File, Options{Level: spec.Note}), planOf(t, b, c.File, asked)
		findings := plain.file.report.Findings
		for i, way := range remedy.Expect(plain.file.report, c.File) {
			count[way]++
			now, then := plain.repairs(&findings[i]), flagged.repairs(&findings[i])
			right := map[remedy.Way]bool{
				remedy.Leaves: !now && !then, remedy.Fixes: now, remedy.May: now || then, remedy.Asks: !now && then,
			}
			if unfixed[c.ID] != "" && !now && !then {
				seen[c.ID] = true
			} else if !right[way] {
				t.Errorf("%s: %v: expected of fix %q; it fixes it without flags: %v, with all: %v", c.ID, findings[i].Rule, way, now, then)
			}
		}
	}
	for id := range unfixed {
		if !seen[id] {
			t.Errorf("%s is fixed, expected an exception", id)
		}
	}
	if !testing.Short() && (count[remedy.Fixes] < 900 || count[remedy.May] < 150 || count[remedy.Asks] < 30 || count[remedy.Leaves] < 1500) {
		t.Errorf("got %v, expected more of each", count)
	}
}

// repairs reports whether a plan fixes a finding.
func (p *Plan) repairs(f *validator.Finding) bool {
	return p.Changes() && slices.ContainsFunc(p.Fixed, func(g validator.Finding) bool {
		return g.Rule == f.Rule && g.Offset == f.Offset && g.Member == f.Member && g.Array == f.Array
	})
}
