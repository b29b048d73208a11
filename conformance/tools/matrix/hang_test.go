package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/results"
)

// TestCheckHangs has a reader that is recorded to hang in one of two cases. A check gives it a fifth of the time there,
// and sees when it hangs no longer.
func TestCheckHangs(t *testing.T) {
	t.Parallel() // it mostly waits
	needShell(t)
	folder := tree(t, map[string]string{
		"fake/adapter.json": strings.Replace(goodAdapter, `,"2.0-debug"`, "", 1),
		"fake/adapter":      "#!/bin/sh\ncase $3 in *plain*) sleep 600;; esac\necho nothing is good enough >&2\nexit 1\n",
		"fake/install":      "#!/bin/sh\nmkdir -p \"$2\"\n",
	})
	c, _ := newConfig(t, folder)
	c.check = true
	adapters, err := loadAdapters(filepath.Join(folder, "adapters"))
	if err != nil {
		t.Fatal(err)
	}
	hangs := recordOf(t, `{"schema":1,"corpus":"0","implementations":[
{"name":"fake","variant":"1.0","version":"1.0","language":"sh","license":"0BSD","package":"fake","about":"hangs","ops":["read"],"formats":["npy"],"limits":{"timeout_s":10,"memory_bytes":1073741824},
"reader":{"summary":{"pass":1,"hang":1},"messages":[]}}
],"cases":[
{"id":"prefix/magic-first-byte","duty":"reject","asked":"000000000000","read":"Pr","write":"--"},
{"id":"prefix/plain","duty":"accept","asked":"000000000000","read":"Hh","write":"--"}
]}`)
	r := running{config: c, matrix: hangs, variant: variant{adapters[0], "1.0"}}
	if err := r.install(t.Context()); err != nil {
		t.Fatal(err)
	}
	opt := r.variant.options(c, r.dir, "read")
	for _, test := range []struct {
		edit, cell, message string
	}{
		{"sleep 600", "hang", "no answer in 2s"},
		{"true", "wrong-verdict", "nothing is good enough"},
	} {
		edit(t, folder, "fake/adapter", "sleep 600", test.edit)
		got, err := ask(t.Context(), opt, r.hung("read"))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Results) != 2 || got.Results[0].ID != "prefix/magic-first-byte" || got.Results[0].Cell != conformance.CellPass {
			t.Fatalf("got %+v, want prefix/magic-first-byte first, passed", got.Results)
		}
		if r := got.Results[1]; string(r.Cell) != test.cell || r.Message != test.message {
			t.Errorf("got %s, %q, want %s, %q", r.Cell, r.Message, test.cell, test.message)
		}
		summary := maps.Clone(got.Summary)
		maps.DeleteFunc(summary, func(_ conformance.Cell, n int) bool { return n == 0 })
		if want := map[conformance.Cell]int{"pass": 1, conformance.Cell(test.cell): 1}; !maps.Equal(summary, want) {
			t.Errorf("got %v, want %v", summary, want)
		}
	}
}

// TestCheckOnlyHangs has checks in which the cases that are recorded as hangs are all that there is to ask, among them
// more than a run stands that are all hangs, or arrays that two cases have.
func TestCheckOnlyHangs(t *testing.T) {
	t.Parallel() // it mostly waits
	needShell(t)
	var many []string
	for _, c := range corpus.Cases() {
		if c.Format == "npy" && len(many) < 25 {
			many = append(many, c.ID)
		}
	}
	for _, test := range []struct {
		name, op, does  string
		suite, recorded []string // the recorded cases are hangs
		want            map[string]conformance.Cell
	}{
		{"no case hangs any longer", "read", "true", []string{"prefix/plain"}, []string{"prefix/plain"}, map[string]conformance.Cell{"prefix/plain": "wrong-verdict"}},
		{"many hang", "read", "sleep 600", many, many, all(many, "hang")},
		{"many hang, and one more answers", "read", "case $3 in *plain*) ;; *) sleep 600;; esac", append(many, "prefix/plain"), many, with(all(many, "hang"), "prefix/plain", "wrong-verdict")},
		{"a writer is asked for an array once", "write", "true", []string{"header/aligned-16-at-80", "prefix/plain"}, []string{"header/aligned-16-at-80"},
			map[string]conformance.Cell{"header/aligned-16-at-80": "wrong-verdict"}},
	} {
		folder := tree(t, map[string]string{
			"fake/adapter.json": strings.NewReplacer(`,"2.0-debug"`, "", `"10s"`, `"1s"`, `["read"]`, `["read","write"]`).Replace(goodAdapter),
			"fake/adapter":      "#!/bin/sh\n" + test.does + "\necho nothing is good enough >&2\nexit 1\n",
			"fake/install":      "#!/bin/sh\n",
		})
		c, _ := newConfig(t, folder)
		c.check, c.jobs, c.suite = true, 8, newSuite(t, test.suite...)
		adapters, err := loadAdapters(filepath.Join(folder, "adapters"))
		if err != nil {
			t.Fatal(err)
		}
		r := running{config: c, matrix: recordOf(t, hangsOf(test.op, test.recorded)), variant: variant{adapters[0], "1.0"}}
		report, _, err := r.results(t.Context(), test.op, nil)
		if err != nil {
			t.Errorf("%s: got the error %v, want none", test.name, err)
			continue
		}
		got, summary := make(map[string]conformance.Cell), make(map[conformance.Cell]int)
		for _, result := range report.Results {
			got[result.ID] = result.Cell
			summary[result.Cell]++
		}
		if !maps.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
		maps.DeleteFunc(report.Summary, func(_ conformance.Cell, n int) bool { return n == 0 })
		if !maps.Equal(report.Summary, summary) {
			t.Errorf("%s: got the summary %v, want %v", test.name, report.Summary, summary)
		}
	}
}

func all(ids []string, cell conformance.Cell) map[string]conformance.Cell {
	m := make(map[string]conformance.Cell)
	for _, id := range ids {
		m[id] = cell
	}
	return m
}

func with(m map[string]conformance.Cell, id string, cell conformance.Cell) map[string]conformance.Cell {
	m[id] = cell
	return m
}

// hangsOf returns a record in which an implementation hangs in each case.
func hangsOf(op string, ids []string) string {
	read, write, report := "Hh", "--", "reader"
	if op == "write" {
		read, write, report = write, read, "writer"
	}
	var cases []string
	for _, id := range slices.Sorted(slices.Values(ids)) {
		cases = append(cases, fmt.Sprintf(`{"id":%q,"duty":"accept","asked":"000000000000","read":%q,"write":%q}`, id, read, write))
	}
	return fmt.Sprintf(`{"schema":1,"corpus":"0","implementations":[
{"name":"fake","variant":"1.0","version":"1.0","language":"sh","license":"0BSD","package":"fake","about":"hangs","ops":[%q],"formats":["npy"],"limits":{"timeout_s":1,"memory_bytes":1073741824},
%q:{"summary":{"hang":%d},"messages":[]}}
],"cases":[
%s
]}`, op, report, len(ids), strings.Join(cases, ",\n"))
}

func recordOf(t *testing.T, text string) *results.Matrix {
	t.Helper()
	m, err := results.ReadMatrix(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}
