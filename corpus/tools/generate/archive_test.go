package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"maps"
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
		t.Errorf("got %d files, want 7", len(z.File))
	}
	for _, f := range z.File {
		if got, err := fs.ReadFile(z, f.Name); err != nil || string(got) != content[f.Name] {
			t.Errorf("%s: got %q, error %v, want %q", f.Name, got, err, content[f.Name])
		}
		want := ""
		if f.Name == "vectors/accept/shape/1d.npy" {
			want = "corpus/internal/cases/shape.go:4"
		}
		if f.Comment != want {
			t.Errorf("%s: got the comment %q, want %q", f.Name, f.Comment, want)
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
		t.Errorf("%d of %d bytes changed, want at most a tenth", got, len(before))
	}
}

// TestPlaces makes sure that searching the source for the ID of a case finds the case, or the format of its ID.
func TestPlaces(t *testing.T) {
	described, err := places("../..")
	if err != nil {
		t.Fatal(err)
	}
	unused := maps.Clone(described)
	for _, c := range cases.All() {
		formats, at := described.of(c.ID)
		if len(at) != 1 {
			t.Errorf("%s: got the places %v, want one", c.ID, at)
		}
		for _, format := range formats {
			delete(unused, format)
		}
	}
	for format, at := range unused {
		t.Errorf("%v: no case has the ID %s", at, format)
	}
}

// TestPlacesOfFormats covers IDs that are put together, and what only looks like one.
func TestPlacesOfFormats(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "internal", "cases")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	const text = `package cases

var rows = []row{
		{"shape/rank-20", "shape/1d"},
}

func f() {
	id := fmt.Sprintf("shape/rank-%d", n)
	c := Case{ID: fmt.Sprintf("shape/of-%s-v%d", name, v), Twin: fmt.Sprintf("shape/twin-%d", n)}
	c.ID = fmt.Sprintf("shape/empty-%s", name)
	spelled("shape/word-%s", rows)
	spelled("shape/word-of-%s", rows)
	d := c.like(fmt.Sprintf("shape/like-%d", n))
}
`
	if err := os.WriteFile(filepath.Join(folder, "shape.go"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	described, err := places(dir)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{
		"shape/rank-20":     "corpus/internal/cases/shape.go:4", // and not of the format
		"shape/rank-33":     "corpus/internal/cases/shape.go:8",
		"shape/of-a-b-v2":   "corpus/internal/cases/shape.go:9",
		"shape/empty-2-62":  "corpus/internal/cases/shape.go:10",
		"shape/word-a":      "corpus/internal/cases/shape.go:11",
		"shape/word-of-a":   "corpus/internal/cases/shape.go:12",
		"shape/rank-":       "",
		"shape/rank-33-one": "",
		"shape/of-a-vb":     "",
		"shape/twin-1":      "",
		"shape/like-1":      "",
		"shape/1d":          "",
	} {
		if _, at := described.of(id); strings.Join(at, " ") != want {
			t.Errorf("%s: got the places %v, want %q", id, at, want)
		}
	}
}
