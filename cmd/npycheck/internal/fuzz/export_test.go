package fuzz

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/validator"
)

// list returns the files below a folder, by their paths.
func list(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// folder returns a new folder.
func folder(t *testing.T) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

// TestExport writes bounded seeds, no two alike, and the same ones again.
func TestExport(t *testing.T) {
	opt := exportOptions{seeds: 40, generated: 30, seed: 3, maxSize: 1000}
	write := func() (map[string]string, int) {
		root := folder(t)
		seeds, _, err := opt.write(t.Context(), root)
		if err != nil {
			t.Fatal(err)
		}
		return list(t, root.Name()), seeds
	}
	files, n := write()
	contents := map[string]string{}
	for name, content := range files {
		if name == "npy.dict" {
			continue
		}
		if other := contents[content]; other != "" {
			t.Errorf("%s and %s are alike", name, other)
		}
		contents[content] = name
		if len(content) > 1000 {
			t.Errorf("%s: got %d bytes, want at most 1000", name, len(content))
		}
	}
	if len(contents) != n || n < 40 || n > 70 {
		t.Errorf("got %d seeds and a report of %d, want 40 and some of 30", len(contents), n)
	}
	if again, _ := write(); !maps.Equal(again, files) {
		t.Error("equal options: got other files the second time")
	}
}

// TestExportInterrupted covers a run that is interrupted.
func TestExportInterrupted(t *testing.T) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	opt := exportOptions{seeds: 1, maxSize: 1000}
	if _, _, err := opt.write(done, folder(t)); err != context.Canceled {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

// TestChoose expects every set of rules that a small file breaks, once before anything comes twice.
func TestChoose(t *testing.T) {
	opt := exportOptions{seeds: 1 << 20, maxSize: 2048, format: validator.Npy}
	chosen := choose(corpus.Cases(), opt)
	sets := map[string]bool{}
	for _, c := range corpus.Cases() {
		if c.Withdrawn == "" && c.Size <= 2048 && c.Format == "npy" {
			sets[strings.Join(c.Rules, " ")] = true
		}
	}
	first := map[string]bool{}
	for _, c := range chosen[:len(sets)] {
		first[strings.Join(c.Rules, " ")] = true
	}
	if len(sets) < 200 || len(first) != len(sets) {
		t.Errorf("the first %d cases have %d sets of rules", len(sets), len(first))
	}
	for _, c := range chosen {
		if c.Size > 2048 || c.Format != "npy" || c.Withdrawn != "" {
			t.Errorf("%s: size %d, format %s, withdrawn %q", c.ID, c.Size, c.Format, c.Withdrawn)
		}
	}
	opt.seeds = 10
	if got := choose(corpus.Cases(), opt); len(got) != 10 || got[0].ID != "prefix/empty-file" {
		t.Errorf("got %d cases and %s first, want 10 and prefix/empty-file", len(got), got[0].ID)
	}
}

// TestDictionary writes tokens as AFL and libFuzzer read them.
func TestDictionary(t *testing.T) {
	got := appendDictionary(nil, []string{"\x93NUMPY\x01\x00v", `"\`, "é\n"})
	want := `"\x93NUMPY\x01\x00v"` + "\n" + `"\"\\"` + "\n" + `"\xc3\xa9\x0a"` + "\n"
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, format := range []validator.Format{validator.Npy, validator.Npz, ""} {
		tokens := dictionary(format)
		sorted := slices.Sorted(slices.Values(tokens))
		if n := len(slices.Compact(sorted)); n != len(tokens) {
			t.Errorf("%q: %d of %d tokens are different", format, n, len(tokens))
		}
		for _, token := range tokens {
			if token == "" || len(token) > 128 { // AFL takes no longer ones
				t.Errorf("%q: token %q", format, token)
			}
		}
		if archive := slices.Contains(tokens, "PK\x01\x02"); archive != (format != validator.Npy) {
			t.Errorf("%q: records of archives: %t", format, archive)
		}
	}
}
