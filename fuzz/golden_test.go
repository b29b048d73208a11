package fuzz_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"os"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/spec"
)

// TestGolden compares the hashes over the first 1000 files of seed 1 with testdata/golden.txt. A change to the generator
// that changes the files changes them: with NPYCHECK_UPDATE in the environment the test writes the new ones, and
// CHANGELOG.md has to say that seeds give other files.
func TestGolden(t *testing.T) {
	const table = "testdata/golden.txt"
	rules := plantable(npyAreas...)
	var got strings.Builder
	for _, mode := range []struct {
		name  string
		files func(g *fuzz.Gen, number int) []fuzz.File
	}{
		{"valid", func(g *fuzz.Gen, number int) []fuzz.File { return []fuzz.File{g.Valid(npyAreas[number%len(npyAreas)])} }},
		{"fault", func(g *fuzz.Gen, number int) []fuzz.File {
			faulty, twin, _ := g.Fault(rules[number%len(rules)])
			return []fuzz.File{faulty, twin}
		}},
		{"anything", func(g *fuzz.Gen, number int) []fuzz.File {
			return []fuzz.File{g.Anything(npyAreas[number%len(npyAreas)]), g.Anything("")}
		}},
	} {
		sum := sha256.New()
		for i := range 1000 {
			g := fuzz.Numbered(1, uint64(i))
			for _, f := range mode.files(g, i) {
				addFile(sum, f)
			}
		}
		fmt.Fprintf(&got, "%s %x\n", mode.name, sum.Sum(nil))
	}
	if os.Getenv("NPYCHECK_UPDATE") != "" {
		if err := os.WriteFile(table, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got the hashes\n%s\nwant\n%s", got.String(), want)
	}
}

// addFile adds everything known about a file to a hash.
func addFile(sum hash.Hash, f fuzz.File) {
	add := func(b []byte) {
		sum.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(b))))
		sum.Write(b)
	}
	add(f.Content)
	if a := f.Array; a != nil {
		header := spec.Header{DType: a.DType, FortranOrder: a.FortranOrder, Shape: a.Shape}
		add(header.AppendText(nil))
		add(a.Data)
	}
}

// TestArchiveGolden pins the first archives of a seed.
func TestArchiveGolden(t *testing.T) {
	h := sha256.New()
	for i := range uint64(300) {
		h.Write(archive.Valid(choice.Numbered(1, i), "").Content)
	}
	if got, want := hex.EncodeToString(h.Sum(nil)), "f5599ceae26f8b92a85525e5e596001a62de8f7843cb780f7bed7c5d637e436e"; got != want {
		t.Errorf("the first 300 archives of seed 1: got the hash %s, want %s", got, want)
	}
}
