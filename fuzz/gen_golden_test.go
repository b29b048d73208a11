package fuzz

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"maps"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// golden has the hash over the first 1000 files of seed 1, by mode. A change to the generator that makes other
// files changes it: take the new one from the message of the test, and say in CHANGELOG.md that seeds make
// other files.
var golden = map[string]string{
	"valid": "b580a64b09c58689440fdc60649a143cd450bc6f10c30a5509a46dffe72391c7",
	"fault": "b8ca47505b4b8b7d358e419a3a6da8a7198a07285b789b31ea490c137015060c",
}

func TestGolden(t *testing.T) {
	rules := slices.Sorted(maps.Keys(npyFaults()))
	modes := map[string]func(g *Gen, number int) []File{
		"valid": func(g *Gen, number int) []File { return []File{g.Valid(npyAreas[number%len(npyAreas)])} },
		"fault": func(g *Gen, number int) []File {
			faulty, twin, _ := g.Fault(rules[number%len(rules)])
			return []File{faulty, twin}
		},
	}
	for mode, files := range modes {
		sum := sha256.New()
		g := Numbered(0, 0)
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
func addFile(sum hash.Hash, f File) {
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
