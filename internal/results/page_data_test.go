package results

import (
	"bytes"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
)

// cellsOf returns results with cells.
func cellsOf(cells ...conformance.Cell) []conformance.Result {
	var results []conformance.Result
	for _, cell := range cells {
		results = append(results, conformance.Result{Cell: cell, Outcome: conformance.OutcomeReject})
	}
	return results
}

func TestRunResult(t *testing.T) {
	const pass, fail, severe, not = conformance.CellPass, conformance.CellWrongVerdict, conformance.CellWrongData, conformance.CellUnsupported
	known := cellsOf(pass, fail)
	known[1].Known = "a reason"
	for _, test := range []struct {
		report conformance.Report
		want   string
	}{
		{conformance.Report{Results: cellsOf(pass, pass, not)}, "OK: it passes on all 2 files that it claims to support"},
		{conformance.Report{Results: cellsOf(pass)}, "OK: it passes on the one file that it claims to support"},
		{conformance.Report{Results: cellsOf(pass, fail, severe, not)}, "Failed: 2 of the 3 files that it claims to support, 1 of them severely"},
		{conformance.Report{Results: cellsOf(pass, fail, severe), Writer: true}, "Failed: 2 of the 3 arrays that it claims to support"},
		{conformance.Report{Results: known}, "OK: 1 of the 2 files that it claims to support, 0 of them severely; 1 failure known"},
		{conformance.Report{Results: cellsOf(not)}, "Incomplete: it claims to support none of the files"},
		{conformance.Report{Results: cellsOf(pass, pass), Incomplete: "interrupted"}, "Incomplete: it passes on all 2 files that it claims to support"},
	} {
		if got := runResult(&test.report); got.Word+": "+got.Text != test.want {
			t.Errorf("got %s: %s, want %s", got.Word, got.Text, test.want)
		}
	}
}

// TestMatrixResult covers a matrix with several readers, of which the newest releases count.
func TestMatrixResult(t *testing.T) {
	m := &Matrix{Schema: 1, Corpus: "0.1.0"}
	for _, reader := range []struct {
		name, variant string
		results       []conformance.Result
	}{
		{"bad", "0.0.0-20210519231815-fa3c8dd8e59b", cellsOf("wrong-data", "pass")},
		{"numpy", "2.4.6-python3.13", cellsOf("hang", "pass", "pass", "pass")},
		{"numpy", "1.0", cellsOf("hang", "hang")},
		{"good", "1.0", cellsOf("wrong-verdict", "pass")},
	} {
		for i := range reader.results {
			reader.results[i].ID = "prefix/" + string(rune('a'+i))
		}
		m.Put(Item{Name: reader.name, Variant: reader.variant}, &conformance.Report{Results: reader.results}, nil)
	}
	want := "No reader passes on every file that it claims to support. Severe failures range from 0.0% of these files (good 1.0) to 50.0% (bad fa3c8dd); NumPy 2.4.6 has 25.0%."
	if got := matrixResult(m.ranking(false)); got.Text != want || got.Word != "" {
		t.Errorf("got %q, want %q", got.Text, want)
	}
	var b bytes.Buffer
	if err := m.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<p id="verdict">` + want + `</p>`, "How 3 readers of", `bad <span class="variant">fa3c8dd</span>`, `href="#reader=bad%400.0.0-20210519231815-fa3c8dd8e59b"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	m.Put(Item{Name: "best", Variant: "1.0"}, &conformance.Report{Results: []conformance.Result{{ID: "prefix/a", Cell: conformance.CellPass, Outcome: conformance.OutcomeReject}}}, nil)
	if got, want := matrixResult(m.ranking(false)).Text, "1 of 4 readers passes on every file that it claims to support."; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q first", got, want)
	}
}

func TestShortVariant(t *testing.T) {
	for variant, want := range map[string]string{
		"0.0.0-20210519231815-fa3c8dd8e59b":       "fa3c8dd",
		"v1.2.4-0.20210519231815-fa3c8dd8e59b":    "fa3c8dd",
		"1.2.0-rc.1.0.20210519231815-fa3c8dd8e59": "1.2.0-rc.1.0.20210519231815-fa3c8dd8e59",
		"1.2.0":             "1.2.0",
		"2.4.6-python3.13":  "2.4.6-python3.13",
		"0.24.3-ndebug":     "0.24.3-ndebug",
		"0.0.0-2021-abcdef": "0.0.0-2021-abcdef",
	} {
		if got := shortVariant(variant); got != want {
			t.Errorf("%s: got %s, want %s", variant, got, want)
		}
	}
}
