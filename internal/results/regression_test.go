package results

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
)

func TestRegression(t *testing.T) {
	before := reportOf("x",
		"data/broken accept accept pass",
		"data/crashes accept accept wrong-data got 1, expected 2",
		"data/gone reject reject pass",
		"data/mended reject accept wrong-verdict",
		"data/now-refused either accept either",
		"data/same accept accept pass old words",
		"data/unclaimed accept accept pass")
	after := reportOf("x",
		"data/broken accept reject wrong-verdict no",
		"data/crashes accept crash crash panic",
		"data/mended reject reject pass",
		"data/new accept accept wrong-data",
		"data/now-refused either reject either",
		"data/same accept accept pass new words",
		"data/unclaimed accept unsupported unsupported")
	after.Implementation.Version = "1.1"
	g, err := Compare(before, after)
	if err != nil {
		t.Fatal(err)
	}
	list := func(changes []Change) string {
		var words []string
		for _, c := range changes {
			words = append(words, fmt.Sprintf("%s: %s, was %s", c.ID, c.New, c.Old))
		}
		return strings.Join(words, "; ")
	}
	for _, test := range []struct{ name, got, want string }{
		{"failing", list(g.Failing), "data/broken: wrong-verdict (reject), was pass (accept)"},
		{"passing", list(g.Passing), "data/mended: pass (reject), was wrong-verdict (accept)"},
		{"changed", list(g.Changed), "data/crashes: crash, was wrong-data (accept); " +
			"data/now-refused: either (reject), was either (accept); data/unclaimed: unsupported, was pass (accept)"},
		{"added", fmt.Sprintf("%d %s", len(g.Added), g.Added[0].ID), "1 data/new"},
		{"removed", fmt.Sprintf("%d %s", len(g.Removed), g.Removed[0].ID), "1 data/gone"},
		{"summary", g.Summary(), "1 newly failing, 1 newly passing, 3 changed, 1 added, 1 removed, 1 unchanged"},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, test.got, test.want)
		}
	}
	if g.Empty() {
		t.Error("the comparison says that nothing changed")
	}

	var b bytes.Buffer
	if err := g.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	const want = `### Conformance of ¬x¬ ¬1.0¬ → ¬x¬ ¬1.1¬: 1 newly failing, 1 newly passing, 3 changed, 1 added, 1 removed, 1 unchanged

| | pass | either | unsupported | wrong-verdict | exception | wrong-data | crash | hang | out-of-memory |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
| old, corpus ¬0.1.0¬ | 4 | 1 | 0 | 1 | 0 | 1 | 0 | 0 | 0 |
| new, corpus ¬0.1.0¬ | 2 | 1 | 1 | 1 | 0 | 1 | 1 | 0 | 0 |

#### Newly failing: 1

| case | duty | old | new | message |
|---|---|---|---|---|
| ¬data/broken¬ | accept | pass (accept) | wrong-verdict (reject) | ¬no¬ |

#### Newly passing: 1

| case | duty | old | new | message |
|---|---|---|---|---|
| ¬data/mended¬ | reject | wrong-verdict (accept) | pass (reject) |  |

#### Changed: 3

| case | duty | old | new | message |
|---|---|---|---|---|
| ¬data/crashes¬ | accept | wrong-data (accept) | crash | ¬panic¬ |
| ¬data/now-refused¬ | either | either (accept) | either (reject) |  |
| ¬data/unclaimed¬ | accept | pass (accept) | unsupported |  |

#### Cases added: 1

| pass | either | unsupported | wrong-verdict | exception | wrong-data | crash | hang | out-of-memory |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|
| 0 | 0 | 0 | 0 | 0 | 1 | 0 | 0 | 0 |

| failing case | duty | result | message |
|---|---|---|---|
| ¬data/new¬ | accept | wrong-data (accept) |  |

#### Cases removed: 1

| pass | either | unsupported | wrong-verdict | exception | wrong-data | crash | hang | out-of-memory |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|
| 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |
`
	if got, want := b.String(), strings.ReplaceAll(want, "¬", "`"); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestRegressionSame(t *testing.T) {
	r := reportOf("x", "data/a accept accept pass", "data/b accept reject wrong-verdict no")
	g, err := Compare(r, r)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := g.Summary(), "no change in 2 cases"; !g.Empty() || got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A comment has room for all that matters of a run in which everything changed.
func TestRegressionLong(t *testing.T) {
	before, after := reportOf("x"), reportOf("x")
	for i := range 3000 {
		id := fmt.Sprintf("data/case-%04d", i)
		message := strings.Repeat("|", 1000)
		before.Results = append(before.Results, conformance.Result{ID: id, Outcome: conformance.OutcomeAccept, Cell: conformance.CellPass, Message: message})
		after.Results = append(after.Results, conformance.Result{ID: id, Outcome: conformance.OutcomeCrash, Cell: conformance.CellCrash, Message: message})
	}
	g, err := Compare(before, after)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := g.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 65536 {
		t.Errorf("got %d bytes, want at most 65536", b.Len())
	}
	if !strings.Contains(b.String(), "\n… and 2970 more\n") {
		t.Errorf("nothing tells of the rest:\n%s", b.String()[b.Len()-200:])
	}
}

func TestRegressionErrors(t *testing.T) {
	reader, writer, profiled := reportOf("x"), reportOf("x"), reportOf("x")
	strict, cut := reportOf("x"), reportOf("x")
	strict.Writer, strict.FailOnWarning = true, true
	cut.Incomplete = "interrupted"
	writer.Writer = true
	profiled.Profile = "numpy"
	for _, test := range []struct {
		before, after *conformance.Report
		want          string
	}{
		{reader, writer, "got results of a writer, expected those of a reader, as in the old report"},
		{writer, reader, "got results of a reader, expected those of a writer, as in the old report"},
		{writer, strict, "in one of the reports a file with a warning fails, in the other it doesn't"},
		{cut, reader, "the results of x are incomplete: interrupted"},
		{reader, profiled, `got results for profile "numpy", expected "", as in the old report`},
	} {
		if _, err := Compare(test.before, test.after); err == nil || err.Error() != test.want {
			t.Errorf("got error %v, want %s", err, test.want)
		}
	}
}

func TestRead(t *testing.T) {
	const text = `{"schema":1,"implementation":{"name":"x","version":"1","language":"Go"},"corpus":"0.1.0","summary":{},
"results":[{"id":"b/b","duty":"reject","outcome":"reject","cell":"pass","rules":["b-b"]},{"id":"a/a","duty":"accept","outcome":"accept","cell":"pass"}]}
`
	r, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := []conformance.Result{
		{ID: "a/a", Duty: "accept", Outcome: conformance.OutcomeAccept, Cell: conformance.CellPass, Rules: []string{}},
		{ID: "b/b", Duty: "reject", Outcome: conformance.OutcomeReject, Cell: conformance.CellPass, Rules: []string{"b-b"}},
	}
	if !reflect.DeepEqual(r.Results, want) {
		t.Errorf("got %+v, want %+v", r.Results, want)
	}
	for _, test := range []struct{ old, new, want string }{
		{text, "", "not a report: EOF"},
		{text, "[]", "not a report: json: cannot unmarshal array"},
		{text, text + "{}", "not a report: text after the JSON document"},
		{`"schema":1`, `"schema":2`, "got schema 2, expected 1"},
		{`"schema":1,`, ``, "got schema 0, expected 1"},
		{`"b/b"`, `"a/a"`, `two results for case "a/a"`},
		{`"b/b"`, `""`, "a result has no id"},
		{`"cell":"pass"`, `"cell":"pa\u001bss"`, `case "b/b": got cell "pa\x1bss", expected one of pass, either, `},
		{`"outcome":"reject"`, `"outcome":"maybe"`, `case "b/b": got outcome "maybe", expected one of accept, reject, `},
	} {
		_, err := Read(strings.NewReader(strings.Replace(text, test.old, test.new, 1)))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60s: got error %v, want %s", test.new, err, test.want)
		}
	}
}
