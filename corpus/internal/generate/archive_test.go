package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus/internal/cases"
)

// TestArchive reads an archive back, and expects every file of the folder with its bytes.
func TestArchive(t *testing.T) {
	dir := t.TempDir()
	content := map[string]string{
		"LICENSE": "free", "README.md": "read\n", "manifest.json": "{}", "manifest.schema.json": "", "profiles.json": "[]",
		"vectors/accept/shape/1d.npy": "\x93NUMPY\n", "vectors/reject/zip/cut.npz.gz": "PK",
		"internal/cases/shape.go": "package cases\n\nvar rows = []row{\n\t{\"shape/1d\"},\n}\n", "recorded/numpy.json": "not of the corpus",
	}
	for name, text := range content {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	packed, err := archive(dir)
	if err != nil {
		t.Fatal(err)
	}
	z := unpack(t, packed)
	if len(z.File) != 7 {
		t.Errorf("got %d files, expected 7", len(z.File))
	}
	for _, f := range z.File {
		if got, err := fs.ReadFile(z, f.Name); err != nil || string(got) != content[f.Name] {
			t.Errorf("%s: got %q, error %v, expected %q", f.Name, got, err, content[f.Name])
		}
		want := ""
		if f.Name == "vectors/accept/shape/1d.npy" {
			want = "corpus/internal/cases/shape.go:4"
		}
		if f.Comment != want {
			t.Errorf("%s: got the comment %q, expected %q", f.Name, f.Comment, want)
		}
	}
	if err := os.Remove(filepath.Join(dir, "LICENSE")); err != nil {
		t.Fatal(err)
	}
	if _, err := archive(dir); err == nil {
		t.Error("got no error without a licence")
	}
}

func unpack(t *testing.T, packed []byte) *zip.Reader {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// TestPackParts changes one of 5,000 lines, and expects nearly all of the packed bytes to stay, at the beginning and at
// the end.
func TestPackParts(t *testing.T) {
	var lines []string
	for i := range 5000 {
		lines = append(lines, fmt.Sprintf("line %d\n", i*i))
	}
	before, err := packParts([]byte(strings.Join(lines, "")))
	if err != nil {
		t.Fatal(err)
	}
	lines[2500] = "something else, and longer\n"
	after, err := packParts([]byte(strings.Join(lines, "")))
	if err != nil {
		t.Fatal(err)
	}
	start, end := 0, 0
	for before[start] == after[start] {
		start++
	}
	for before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	if got := len(before) - start - end; got > len(before)/10 {
		t.Errorf("%d of %d bytes changed, expected at most a tenth", got, len(before))
	}
}

// TestPlaces makes sure that searching the source for the ID of a case finds the case.
func TestPlaces(t *testing.T) {
	described, err := places("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases.All() {
		if at := described[c.ID]; len(at) != 1 {
			t.Errorf("%s: described at %v, expected one place", c.ID, at)
		}
		delete(described, c.ID)
	}
	for id, at := range described {
		t.Errorf("%v: no case has the ID %s", at, id)
	}
}
