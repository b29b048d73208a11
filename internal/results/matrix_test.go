package results

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/testing/schematest"
)

// reportOf makes a report of lines "ID duty outcome cell [message]".
func reportOf(name string, lines ...string) *conformance.Report {
	r := &conformance.Report{Schema: 1, Implementation: conformance.Implementation{Name: name, Version: "1.0", Language: "Go"}, Corpus: "0.1.0"}
	for _, line := range lines {
		f := strings.SplitN(line, " ", 5)
		result := conformance.Result{ID: f[0], Duty: corpus.Duty(f[1]), Outcome: conformance.Outcome(f[2]), Cell: conformance.Cell(f[3]), Rules: []string{}}
		if len(f) == 5 {
			result.Message = f[4]
		}
		r.Results = append(r.Results, result)
	}
	r.Summary = Count(r.Results)
	return r
}

func item(name string) Item {
	return Item{Name: name, Variant: "1.0", Language: "Go", License: "MIT", Package: "example/" + name, About: "a <test>",
		Ops: []string{"read"}, Formats: []string{"npy"}}
}

// sampleMatrix has a reader that fails a half of what it claims, one that fails all, and one that
// fails nothing and writes.
func sampleMatrix() *Matrix {
	m := &Matrix{Schema: 1, Corpus: "0.1.0"}
	m.Put(item("half"), reportOf("half",
		"data/a accept accept wrong-data got 1, expected 2",
		"prefix/a accept accept pass",
		"prefix/b reject unsupported unsupported",
		"shape/a either reject either"), nil)
	m.Put(item("all"), reportOf("all",
		"data/a accept reject wrong-verdict no",
		"prefix/a accept reject wrong-verdict no",
		"prefix/b reject accept wrong-verdict",
		"shape/a either crash crash panic"), nil)
	writer := reportOf("fine", "data/a accept accept pass")
	writer.Writer = true
	m.Put(item("fine"), reportOf("fine",
		"data/a accept accept pass",
		"prefix/a accept accept pass",
		"prefix/b reject reject pass",
		"shape/a either accept either"), writer)
	for _, c := range m.Cases {
		c.Asked = "0123456789ab"
	}
	return m
}

const sampleMatrixJSON = `{"schema":1,"corpus":"0.1.0","implementations":[
{"name":"all","variant":"1.0","version":"1.0","language":"Go","license":"MIT","package":"example/all","about":"a <test>","ops":["read"],"formats":["npy"],
"reader":{"summary":{"crash":1,"either":0,"exception":0,"hang":0,"out-of-memory":0,"pass":0,"unsupported":0,"wrong-data":0,"wrong-verdict":3},"messages":[
{"text":"no","cases":["data/a","prefix/a"]},
{"text":"panic","cases":["shape/a"]}]}},
{"name":"fine","variant":"1.0","version":"1.0","language":"Go","license":"MIT","package":"example/fine","about":"a <test>","ops":["read"],"formats":["npy"],
"reader":{"summary":{"crash":0,"either":1,"exception":0,"hang":0,"out-of-memory":0,"pass":3,"unsupported":0,"wrong-data":0,"wrong-verdict":0},"messages":[]},
"writer":{"summary":{"crash":0,"either":0,"exception":0,"hang":0,"out-of-memory":0,"pass":1,"unsupported":0,"wrong-data":0,"wrong-verdict":0},"messages":[]}},
{"name":"half","variant":"1.0","version":"1.0","language":"Go","license":"MIT","package":"example/half","about":"a <test>","ops":["read"],"formats":["npy"],
"reader":{"summary":{"crash":0,"either":1,"exception":0,"hang":0,"out-of-memory":0,"pass":1,"unsupported":1,"wrong-data":1,"wrong-verdict":0},"messages":[
{"text":"got 1, expected 2","cases":["data/a"]}]}}
],"cases":[
{"id":"data/a","duty":"accept","asked":"0123456789ab","read":"Vr Pa Wa","write":"-- Pa --"},
{"id":"prefix/a","duty":"accept","asked":"0123456789ab","read":"Vr Pa Pa","write":"-- -- --"},
{"id":"prefix/b","duty":"reject","asked":"0123456789ab","read":"Va Pr Uu","write":"-- -- --"},
{"id":"shape/a","duty":"either","asked":"0123456789ab","read":"Cc Ea Er","write":"-- -- --"}
]}
`

func TestMatrixJSON(t *testing.T) {
	var b bytes.Buffer
	if err := sampleMatrix().WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != sampleMatrixJSON {
		t.Errorf("got:\n%s\nwant:\n%s", got, sampleMatrixJSON)
	}
	m, err := ReadMatrix(&b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(m, sampleMatrix()) {
		t.Errorf("what was read is not what was written: %+v", m)
	}
}

func TestReadMatrixErrors(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{`"schema":1`, `"schema":2`, "got schema 2, expected 1"},
		{`Vr Pa Wa`, `Vr Pa`, `case "data/a": got 2 codes, expected one for each of 3 implementations`},
		{`Vr Pa Wa`, `Vr Pa Ya`, `got code "Ya", expected letters of a cell and an outcome`},
		{`"corpus"`, `"korpus"`, `json: unknown field "korpus"`},
		{`{"id":"data/a","duty":"accept","asked":"0123456789ab","read":"Vr Pa Wa","write":"-- Pa --"}`, `null`, "a case is null"},
	} {
		_, err := ReadMatrix(strings.NewReader(strings.Replace(sampleMatrixJSON, test.old, test.new, 1)))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got error %v, want %s", test.new, err, test.want)
		}
	}
}

// An implementation that is run again replaces what there is of it, and nothing else.
func TestMatrixPut(t *testing.T) {
	m := sampleMatrix()
	m.Put(item("all"), reportOf("all", "data/a accept accept pass", "zip/new reject reject pass"), nil)
	var got []string
	for _, c := range m.Cases {
		got = append(got, c.ID+": "+strings.Join(c.Read, " "))
	}
	want := []string{"data/a: Pa Pa Wa", "prefix/a: -- Pa Pa", "prefix/b: -- Pr Uu", "shape/a: -- Ea Er", "zip/new: Pr -- --"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if s := m.Implementations[0].Reader; s.Summary[conformance.CellPass] != 2 || len(s.Messages) != 0 {
		t.Errorf("got %+v, want 2 passes and no message", s)
	}

	m.Remove(func(i *Item) bool { return i.Name != "fine" })
	if len(m.Implementations) != 2 || m.Find("fine", "1.0") != -1 || m.Find("half", "1.0") != 1 || m.Find("half", "2.0") != -1 {
		t.Errorf("got %v, want all and half", m.Implementations)
	}
	if got := strings.Join(m.Cases[0].Read, " "); got != "Pa Wa" {
		t.Errorf("got codes %s, want Pa Wa", got)
	}

	// Cases that nothing was run on go.
	m.Put(item("half"), reportOf("half", "data/a accept accept pass"), nil)
	if len(m.Cases) != 2 || m.Cases[1].ID != "zip/new" {
		t.Errorf("got %d cases, want data/a and zip/new", len(m.Cases))
	}
}

func TestMatrixReport(t *testing.T) {
	m := sampleMatrix()
	if r := m.Report(0, true); r != nil {
		t.Errorf("got %+v, want no results of a writer", r)
	}
	got := m.Report(2, false)
	want := reportOf("half",
		"data/a accept accept wrong-data got 1, expected 2",
		"prefix/a accept accept pass",
		"prefix/b reject unsupported unsupported",
		"shape/a either reject either")
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

const sampleMatrixMarkdown = `# What readers and writers do with the corpus

3 readers and 1 writer on the 4 cases of corpus ¬0.1.0¬. This page is made from
[matrix.json](matrix.json); [matrix.html](matrix.html) shows every case and what each reader said about it.
[FINDINGS.md](FINDINGS.md) describes each defect, [fairness.md](fairness.md) lists the files that no reader gets right, and
[protocol.md](protocol.md) defines the words.

Percentages count the cases that an implementation claims to support. A failure of a reader is severe if it
harms whoever reads the file: wrong data, a crash, a hang or running out of memory. A wrong verdict, which is a good
file rejected or a broken one read, is counted separately, and so is an exception: an error that the reader doesn't
document or mean, which its caller can catch. All failures of a writer count alike. The worst come first; the newest
release represents an implementation, with the others below it. This is not a grade: a reader that claims little can
fail little.

## Readers

| implementation | language | severe | wrong verdict | pass | either | unsupported | wrong-verdict | exception | wrong-data | crash | hang | out-of-memory |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
| ¬half¬ ¬1.0¬ | Go | 33.3% | 0.0% | 1 | 1 | 1 | 0 | 0 | 1 | 0 | 0 | 0 |
| ¬all¬ ¬1.0¬ | Go | 25.0% | 75.0% | 0 | 0 | 0 | 3 | 0 | 0 | 1 | 0 | 0 |
| ¬fine¬ ¬1.0¬ | Go | 0.0% | 0.0% | 3 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |

## Writers

| implementation | language | failing | pass | either | unsupported | wrong-verdict | exception | wrong-data | crash | hang | out-of-memory |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
| ¬fine¬ ¬1.0¬ | Go | 0.0% | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |

## Readers by area

Failures among the cases that the reader claims. A dash means that it claims none.

| reader | prefix | shape | data |
|---|--:|--:|--:|
| ¬half¬ ¬1.0¬ | 0/1 | 0/1 | 1/1 |
| ¬all¬ ¬1.0¬ | 2/2 | 1/1 | 1/1 |
| ¬fine¬ ¬1.0¬ | 0/2 | 0/1 | 0/1 |

### prefix

| implementation | language | severe | wrong verdict | pass | either | unsupported | wrong-verdict | exception | wrong-data | crash | hang | out-of-memory |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
| ¬half¬ ¬1.0¬ | Go | 0.0% | 0.0% | 1 | 0 | 1 | 0 | 0 | 0 | 0 | 0 | 0 |
| ¬all¬ ¬1.0¬ | Go | 0.0% | 100.0% | 0 | 0 | 0 | 2 | 0 | 0 | 0 | 0 | 0 |
| ¬fine¬ ¬1.0¬ | Go | 0.0% | 0.0% | 2 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |

### shape
`

func TestMatrixMarkdown(t *testing.T) {
	var b bytes.Buffer
	if err := sampleMatrix().WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	if want := strings.ReplaceAll(sampleMatrixMarkdown, "¬", "`"); !strings.HasPrefix(b.String(), want) {
		t.Errorf("got:\n%s\nwant it to begin with:\n%s", b.String(), want)
	}
}

func TestMatrixHTML(t *testing.T) {
	var b bytes.Buffer
	if err := sampleMatrix().WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	data := decodePage(t, b.String())
	var got []string
	for _, c := range data.Columns {
		got = append(got, c.Role+" "+c.ID+" "+c.Codes)
	}
	// prefix/a prefix/b shape/a data/a
	want := []string{"reader half@1.0 PaUuErWa", "reader all@1.0 VrVaCcVr", "reader fine@1.0 PaPrEaPa", "writer fine@1.0 ------Pa"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if !data.Published {
		t.Error("the page doesn't know that it is published")
	}
	if text := b.String(); !strings.Contains(text, `<a href="#reader=all%401.0">all <span class="variant">1.0</span></a>`) {
		t.Error("no link to the page of a reader")
	}
}

func TestMatrixSchema(t *testing.T) {
	schema := schematest.Read(t, "../../conformance/matrix.schema.json")
	published, err := os.ReadFile("../../conformance/matrix.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(t, published); err != nil {
		t.Errorf("matrix.json: %v", err)
	}
	for _, test := range []struct {
		old, new string
		valid    bool
	}{
		{"", "", true},
		{`"schema":1`, `"schema":2`, false},
		{`"read":"Vr Pa Wa"`, `"read":"-- -- --"`, true},
		{`"read":"Vr Pa Wa"`, `"read":"Vr  Pa"`, false},
		{`"read":"Vr Pa Wa"`, `"read":"rF Pa Wa"`, false},
		{`"crash":1,`, ``, false},
		{`"ops":["read"]`, `"ops":["reed"]`, false},
		{`"id":"data/a"`, `"id":"data"`, false},
		{`"asked":"0123456789ab",`, ``, false},
		{`"text":"no","cases":["data/a","prefix/a"]`, `"text":"no","cases":[]`, false},
	} {
		if err := schema.Validate(t, []byte(strings.Replace(sampleMatrixJSON, test.old, test.new, 1))); (err == nil) != test.valid {
			t.Errorf("%s: got error %v, want valid: %v", test.new, err, test.valid)
		}
	}
}
