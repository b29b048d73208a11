package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/npycheck/npycheck/corpus/internal/cases"
)

var small = sync.OnceValue(cases.Small)

// caseOf returns a small case, judged.
func caseOf(t *testing.T, id string) judged {
	t.Helper()
	at := slices.IndexFunc(small(), func(c cases.Case) bool { return c.ID == id })
	if at < 0 {
		t.Fatalf("got no case %s", id)
	}
	j, err := judgeCase(context.Background(), small()[at])
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestShowCase holds what is shown of a case with a finding, and of its twin.
func TestShowCase(t *testing.T) {
	const want = `prefix/plain: conforming: three doubles, which every reader must read
(0 findings, 152 bytes)

shape/bool-first: conforming except that the first dimension is a boolean: (True, 3)
error[shape-bool]: shape[0] is True, expected a non-negative integer
  --> reject/shape/bool-first.npy:61
  00000030  65 2c 20 27 73 68 61 70  65 27 3a 20 28 54 72 75  |e, 'shape': (Tru|
                                                    ^^ ^^ ^^
  00000040  65 2c 20 33 29 2c 20 7d  20 20 20 20 20 20 20 20  |e, 3), }        |
            ^^
`
	var got strings.Builder
	if err := run(context.Background(), &got, "shape/bool-first", false, nil); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(got.String(), want) || !strings.HasSuffix(got.String(), "\n(1 finding, 152 bytes)\n\n") {
		t.Errorf("got\n%s\nwant\n%s", &got, want)
	}
	if err := run(context.Background(), &got, "shape/bool-thirst", false, nil); err == nil {
		t.Error("shape/bool-thirst: got no error, want one")
	}
	if err := run(context.Background(), &got, "", false, []string{"shape-bool"}); err == nil {
		t.Error("an argument: got no error, want one")
	}
}

// TestLines holds lines of findings with each of their parts.
func TestLines(t *testing.T) {
	for id, want := range map[string][]string{
		"shape/bool-first":    {"shape/bool-first shape-bool 61 4 /shape/0\n"},
		"prefix/plain":        nil,
		"zip/crc":             {"zip/crc zip-crc 35 152 member 0 \"a.npy\"\n"},
		"npz/member-data-cut": {"npz/member-data-cut data-truncated 131 0 content 1 \"b.npy\"\n"},
		"data/second-array-shape-negative": {
			"data/second-array-shape-negative data-second-array 152 6\n",
			"data/second-array-shape-negative shape-negative 213 2 /shape/0 array 2\n",
		},
	} {
		if got := caseOf(t, id).lines; !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", id, got, want)
		}
	}
}

// TestFault changes what the entry of a case says.
func TestFault(t *testing.T) {
	for _, test := range []struct {
		change func(*judged)
		want   string
	}{
		{func(*judged) {}, ""},
		{func(j *judged) { j.Rules = "shape-bool keys-extra" }, "shape/bool-first: rules: the entry says keys-extra shape-bool, the validator finds shape-bool"},
		{func(j *judged) { j.Rules = "shape-bul" }, "shape/bool-first: no rule has the name \"shape-bul\"\nshape/bool-first: rules: the entry says shape-bul, the validator finds shape-bool"},
		{func(j *judged) { j.Rules = "" }, "shape/bool-first: rules: the entry says none, the validator finds shape-bool"},
		{func(j *judged) { j.Duty = cases.Either }, "shape/bool-first: duty: the entry says either, the validator finds reject"},
		{func(j *judged) { j.Violates = false }, "shape/bool-first: verdict: the entry says conforming, the validator finds nonconforming"},
		{func(j *judged) { j.Duty = cases.Survive }, ""},
	} {
		j := caseOf(t, "shape/bool-first")
		test.change(&j)
		got := ""
		if err := j.fault(); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// TestWriteFindings writes tables: in one a place has changed, and one lacks a case.
func TestWriteFindings(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "corpus", "internal", "cases", "findings")
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, area := range cases.Areas() {
		write(filepath.Join(dir, area+".txt"), "")
	}
	write(filepath.Join(dir, "shape.txt"), "shape/bool-first shape-bool 60 5 /shape/0\nshape/gone shape-bool 61 4 /shape/0\n")
	write(filepath.Join(dir, "zip.txt"), "zip/crc zip-crc 35 152 member 0 \"a.npy\"\n")
	all := []judged{caseOf(t, "prefix/plain"), caseOf(t, "shape/bool-first"), caseOf(t, "data/second-array-shape-negative"), caseOf(t, "zip/crc")}
	for _, j := range all[1:] {
		write(filepath.Join(top, "corpus", "vectors", j.File()), "")
	}
	changed, err := writeFindings(top, all)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, j := range changed {
		ids = append(ids, j.ID)
	}
	if want := []string{"prefix/plain", "shape/bool-first", "data/second-array-shape-negative"}; !slices.Equal(ids, want) {
		t.Errorf("got the changed cases %q, want %q", ids, want)
	}
	for area, want := range map[string]string{
		"shape": "shape/bool-first shape-bool 61 4 /shape/0\n",
		"zip":   "zip/crc zip-crc 35 152 member 0 \"a.npy\"\n",
		"data":  "data/second-array-shape-negative data-second-array 152 6\ndata/second-array-shape-negative shape-negative 213 2 /shape/0 array 2\n",
		"npz":   "",
	} {
		if got, err := os.ReadFile(filepath.Join(dir, area+".txt")); err != nil || string(got) != want {
			t.Errorf("%s: got %q, %v, want %q", area, got, err, want)
		}
	}
}
