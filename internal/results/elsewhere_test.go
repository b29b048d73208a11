package results

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
)

const conditions = `{"name":"far","variant":"1.0","language":"Julia","license":"MIT","package":"Far.jl","about":"reads far away","formats":["npy"],
"limits":{"timeout_s":10},"elsewhere":{"by":"Jane Doe","date":"2026-11-26","system":"macOS 15, arm64"}}`

func TestReadConditions(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{`"elsewhere":{"by":"Jane Doe","date":"2026-11-26","system":"macOS 15, arm64"}`, `"elsewhere":null`, "elsewhere: expected by, date and system"},
		{`"by":"Jane Doe"`, `"by":""`, `elsewhere.by: got "", expected one line of text`},
		{`"2026-11-26"`, `"26.11.2026"`, `elsewhere.date: got "26.11.2026", expected a date such as 2026-11-26`},
		{`"2026-11-26"`, `"2026-13-26"`, `elsewhere.date: got "2026-13-26", expected a date such as 2026-11-26`},
		{`"timeout_s":10`, `"timeout_s":0`, "limits: expected timeout_s, and memory_bytes and address_space_bytes if the run had them"},
		{`"name":"far"`, `"name":"far","version":"1.0"`, "reader, writer, ops, features, version and runtime come from the reports"},
		{`"name":"far"`, `"name":"far","by":"me"`, `json: unknown field "by"`},
	} {
		_, err := ReadConditions(strings.NewReader(strings.Replace(conditions, test.old, test.new, 1)))
		if got := errorText(err); got != test.want {
			t.Errorf("%s: got error %q, want %q", test.new, got, test.want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestTake(t *testing.T) {
	item, err := ReadConditions(strings.NewReader(conditions))
	if err != nil {
		t.Fatal(err)
	}
	good := []string{"data/a accept accept pass", "prefix/a accept accept pass", "prefix/b reject reject pass", "shape/a either crash crash"}
	for _, test := range []struct {
		name   string
		change func(*conformance.Report)
		want   string
	}{
		{"good", func(*conformance.Report) {}, ""},
		{"other reader", func(r *conformance.Report) { r.Implementation.Name = "near" }, `got a report of "near" "1.0", expected one of far 1.0`},
		{"other version", func(r *conformance.Report) { r.Implementation.Version = "1" }, `got a report of "far" "1", expected one of far 1.0`},
		{"other corpus", func(r *conformance.Report) { r.Corpus = "0.0.9" }, `got results on corpus "0.0.9", expected "0.1.0": run the implementation again`},
		{"interrupted", func(r *conformance.Report) { r.Incomplete = "interrupted" }, "the run is not complete: interrupted"},
		{"profile", func(r *conformance.Report) { r.Profile = "strict" }, "the run had --profile or --fail-on warning: run it without"},
		{"part", func(r *conformance.Report) { r.Results = r.Results[1:] }, "1 case without a result, one of them data/a"},
		{"unknown case", func(r *conformance.Report) { r.Results[0].ID = "data/z" }, "data/z: a case that is not asked of it, or twice"},
		{"twice", func(r *conformance.Report) { r.Results[0].ID = "prefix/a" }, "prefix/a: a case that is not asked of it, or twice"},
		{"other duty", func(r *conformance.Report) { r.Results[0].Duty = "either" }, `data/a: got the duty "either", expected "accept"`},
		{"broken adapter", func(r *conformance.Report) {
			r.Results[0].Outcome, r.Results[0].Message = conformance.OutcomeInvalid, "no JSON"
		}, "data/a: the adapter broke the protocol: no JSON"},
	} {
		r := reportOf("far", good...)
		test.change(r)
		if got := errorText(sampleMatrix().Take(item, r)); got != test.want {
			t.Errorf("%s: got error %q, want %q", test.name, got, test.want)
		}
	}

	m := sampleMatrix()
	if got := errorText(m.Take(item)); got != "expected a report" {
		t.Errorf("without a report: got error %q", got)
	}
	if got := errorText(m.Take(item, reportOf("far", good...), reportOf("far", good...))); got != "two reports of a reader" {
		t.Errorf("with two: got error %q", got)
	}
	measured := item
	measured.Name = "fine"
	if got := errorText(m.Take(measured, reportOf("fine", good...))); got != "fine 1.0 runs here: its results are measured, not taken in" {
		t.Errorf("of a measured one: got error %q", got)
	}
	if err := m.Take(item, reportOf("far", good...)); err != nil {
		t.Fatal(err)
	}
	tier0 := reportOf("far.sh", good...)
	tier0.Implementation.Version, tier0.Implementation.Language = "", ""
	if err := m.Take(item, tier0); err != nil {
		t.Errorf("again, from tier 0: %v", err)
	}
	if got := m.Implementations[m.Find("far", "1.0")]; got.Version != "1.0" || got.Language != "Julia" {
		t.Errorf("from tier 0: got version %q, language %q", got.Version, got.Language)
	}
	var page bytes.Buffer
	if err := m.WriteMarkdown(&page); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| `far` `1.0`, not run by us | Julia | 25.0% |",
		"not run by us, but by `Jane Doe, on macOS 15, arm64, 2026-11-26` | 10 s | any | any |",
	} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("matrix.md lacks %q", want)
		}
	}
	for _, c := range m.ranking(false) {
		if c.item.Name == "far" && c.isHeadline() {
			t.Error("a reader that others ran is in the chart")
		}
	}
}

func TestConditions(t *testing.T) {
	m := sampleMatrix()
	if got := m.conditions(); got != nil {
		t.Errorf("got %+v, want none recorded", got)
	}
	m.Implementations[0].Runtime = "sh <5.2>"
	m.Implementations[0].Limits = &Limits{Timeout: 2.5, Memory: 1 << 30, AddressSpace: 1<<32 + 1024}
	m.Implementations[1].Limits = &Limits{Timeout: 10, Memory: 512<<20 + 1}
	want := []condition{
		{"all", "1.0", "sh <5.2>", "2.5 s", "1 GiB", "4194305 KiB", ""},
		{"fine", "1.0", "", "10 s", "536870913 bytes", "any", ""},
	}
	if got := m.conditions(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}

	var page, markdown bytes.Buffer
	if err := m.WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	if err := m.WriteMarkdown(&markdown); err != nil {
		t.Fatal(err)
	}
	if want := `<td>sh &lt;5.2&gt;</td><td class="n">2.5 s</td><td class="n">1 GiB</td><td class="n">4194305 KiB</td>`; !strings.Contains(page.String(), want) {
		t.Errorf("the page lacks %s", want)
	}
	if want := "| `all` `1.0` | `sh <5.2>` | 2.5 s | 1 GiB | 4194305 KiB |\n| `fine` `1.0` |  | 10 s | 536870913 bytes | any |\n"; !strings.Contains(markdown.String(), want) {
		t.Errorf("matrix.md lacks %s", want)
	}
	data := decodePage(t, page.String())
	if got := data.Columns[1].Ran; data.Columns[1].Name != "all" || got == nil || got.Runtime != "sh <5.2>" || got.Time != "2.5 s" {
		t.Errorf("got %s under %+v, want all under the limits", data.Columns[1].Name, got)
	}
}
