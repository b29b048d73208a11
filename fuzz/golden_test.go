package fuzz_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"testing"

	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/zip"
	"github.com/npycheck/npycheck/spec"
)

// golden has the hash over the first 1000 files of seed 1, by mode. A change to the generator that makes other
// files changes it: take the new one from the message of the test, and say in CHANGELOG.md that seeds make
// other files.
var golden = map[string]string{
	"valid": "b580a64b09c58689440fdc60649a143cd450bc6f10c30a5509a46dffe72391c7",
	"fault": "f5f3734b6c8a437c936e2d764d15c0d05eca3229c741f2f38bdf1eca18dfc2c8",
}

func TestGolden(t *testing.T) {
	rules := plantable(npyAreas...)
	modes := map[string]func(g *fuzz.Gen, number int) []fuzz.File{
		"valid": func(g *fuzz.Gen, number int) []fuzz.File { return []fuzz.File{g.Valid(npyAreas[number%len(npyAreas)])} },
		"fault": func(g *fuzz.Gen, number int) []fuzz.File {
			faulty, twin, _ := g.Fault(rules[number%len(rules)])
			return []fuzz.File{faulty, twin}
		},
	}
	for mode, files := range modes {
		sum := sha256.New()
		g := fuzz.Numbered(0, 0)
		for i := range 1000 {
			g.Restart(1, uint64(i))
			for _, f := range files(g, i) {
				addFile(sum, f)
			}
		}
		if got := hex.EncodeToString(sum.Sum(nil)); got != golden[mode] {
			t.Errorf("%s: got the hash %s, want %s", mode, got, golden[mode])
		}
	}
}

// addFile adds all that is known of a file to a hash.
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
	g := choice.Numbered(0, 0)
	for i := range uint64(300) {
		g.Restart(1, i)
		h.Write(zip.Valid(g, "").Content)
	}
	if got, want := hex.EncodeToString(h.Sum(nil)), "f5599ceae26f8b92a85525e5e596001a62de8f7843cb780f7bed7c5d637e436e"; got != want {
		t.Errorf("the first 300 archives of seed 1: got the hash %s, want %s", got, want)
	}
}
