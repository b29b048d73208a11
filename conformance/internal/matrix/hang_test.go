package main

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/record"
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

func recordOf(t *testing.T, text string) *record.Matrix {
	t.Helper()
	m, err := record.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}
