package validator

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
)

// placeOf returns where a finding is as "offset+length pointer member".
func placeOf(f Finding) string {
	s := fmt.Sprintf("%d+%d", f.Offset, f.Length)
	if f.Pointer != "" {
		s += " " + f.Pointer
	}
	if f.Member != NoMember {
		s += fmt.Sprintf(" member %d", f.Member)
	}
	return s
}

// ruleExample is a pair of cases of the corpus that differ by a rule.
type ruleExample struct {
	rule      spec.Rule
	shown     corpus.Case // the case that breaks the rule
	bad, good []byte
}

// examples returns what corpus.Example has for each rule, but for the rule that no case breaks.
func examples(t testing.TB) []ruleExample {
	t.Helper()
	all, err := allExamples()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < len(spec.Rules())-1 {
		t.Fatalf("got examples of %d rules, want at most one less than %d", len(all), len(spec.Rules()))
	}
	return all
}

var allExamples = sync.OnceValues(func() (all []ruleExample, err error) {
	for _, rule := range spec.Rules() {
		shown, twin, ok := corpus.Example(rule.Name)
		if !ok {
			continue
		}
		bad, err := fs.ReadFile(corpus.FS, shown.File)
		if err != nil {
			return nil, err
		}
		good, err := fs.ReadFile(corpus.FS, twin.File)
		if err != nil {
			return nil, err
		}
		all = append(all, ruleExample{rule, shown, bad, good})
	}
	return all, nil
})

func readCase(t testing.TB, c corpus.Case) []byte {
	t.Helper()
	b, err := fs.ReadFile(corpus.FS, c.File)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// furtherCases break their rules in a different way than the examples, or as a validator without decompressors sees it.
var furtherCases = []string{
	"descr/sub-array-float",
	"npz/npy-text",
	"pickle/build-on-class",
	"pickle/frame-3-bytes",
	"pickle/record-class",
	"zip/bzip2-cut",
	"zip/extra-link",
	"zip/symbolic-link",
}

// TestExamples compares what is said about a case that breaks a rule, and where, with testdata/messages.txt. With
// NPYCHECK_UPDATE in the environment it writes the table: a person reads each line that differs.
func TestExamples(t *testing.T) {
	const table = "testdata/messages.txt"
	var got strings.Builder
	add := func(c corpus.Case, of func(spec.ID) bool) {
		for _, f := range checkBytes(t, readCase(t, c), &Options{Depth: Full, Name: path.Base(c.File)}).Findings {
			if of(f.Rule) {
				fmt.Fprintf(&got, "%s %s %s: %s\n", f.Rule, c.ID, placeOf(f), f.Message)
			}
		}
	}
	for _, example := range examples(t) {
		add(example.shown, func(id spec.ID) bool { return id == example.rule.ID })
	}
	for _, c := range corpus.Cases() {
		if slices.Contains(furtherCases, c.ID) {
			add(c, func(spec.ID) bool { return true })
		}
	}
	if os.Getenv("NPYCHECK_UPDATE") != "" {
		if err := os.WriteFile(table, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}
