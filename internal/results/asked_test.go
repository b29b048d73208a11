package results

import (
	"bytes"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
)

// TestForget drops the results of a case with another duty, of one that was withdrawn and of one that is gone, and
// keeps those of a case whose story has changed.
func TestForget(t *testing.T) {
	cases := []corpus.Case{
		{ID: "data/a", Duty: corpus.Accept, SHA256: "01"},
		{ID: "prefix/a", Duty: corpus.Accept, SHA256: "02"},
		{ID: "prefix/b", Duty: corpus.Reject, SHA256: "03"},
		{ID: "shape/a", Duty: corpus.Either, SHA256: "04"},
	}
	m := sampleMatrix()
	m.Stamp(cases)
	for _, test := range []struct {
		name   string
		change func(*corpus.Case)
		gone   bool
	}{
		{"duty", func(c *corpus.Case) { c.Duty = corpus.Either }, true},
		{"file", func(c *corpus.Case) { c.SHA256 = "05" }, true},
		{"features", func(c *corpus.Case) { c.Features = []string{"v1"} }, true},
		{"array", func(c *corpus.Case) { c.Array = &corpus.Array{DType: "<f8"} }, true},
		{"withdrawn", func(c *corpus.Case) { c.Withdrawn = "it is wrong" }, true},
		{"another case", func(c *corpus.Case) { c.ID = "data/b" }, true},
		{"story", func(c *corpus.Case) { c.Comment, c.Importance, c.Rules = "a story", "high", []string{"magic"} }, false},
	} {
		changed := append([]corpus.Case(nil), cases...)
		test.change(&changed[0])
		n := sampleMatrix()
		n.Stamp(cases)
		n.Forget(changed)
		var got, was bytes.Buffer
		if err := n.WriteJSON(&got); err != nil {
			t.Fatal(err)
		}
		if err := m.WriteJSON(&was); err != nil {
			t.Fatal(err)
		}
		if gone := !strings.Contains(got.String(), "data/a"); gone != test.gone {
			t.Errorf("%s: gone %v, want %v, in:\n%s", test.name, gone, test.gone, got.String())
		}
		if !test.gone && got.String() != was.String() {
			t.Errorf("%s: got:\n%s\nwant:\n%s", test.name, got.String(), was.String())
		}
		if sum := n.Implementations[0].Reader.Summary["wrong-verdict"]; test.gone && sum != 2 {
			t.Errorf("%s: got %d wrong verdicts, want 2", test.name, sum)
		}
	}
}
