package fuzz_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestLarge reads the numbers that take more than two bytes. The lower half of a header's length is enough for the
// dictionary.
func TestLarge(t *testing.T) {
	for i := range uint64(100) {
		for _, area := range []string{"prefix", "header", "data"} {
			f := npy.Large(choice.Numbered(1, i), area).File()
			report, err := validator.Check(t.Context(), bytes.NewReader(f.Content), int64(len(f.Content)), &validator.Options{Depth: validator.Full})
			if err != nil {
				t.Fatal(err)
			}
			rules := map[spec.ID]bool{}
			for _, found := range report.Findings {
				if found.Severity() > spec.Note {
					rules[found.Rule] = true
				}
			}
			if area == "data" {
				if len(rules) > 0 || len(f.Array.Data) <= math.MaxUint16 {
					t.Errorf("number %d: got %d bytes of data and the rules %v, want 65,536 and none", i, len(f.Array.Data), rules)
				}
				continue
			}
			length := binary.LittleEndian.Uint32(f.Content[8:])
			half := f.Content[12:][:length&math.MaxUint16]
			if length <= math.MaxUint16 || bytes.Count(half, []byte("{")) == 0 || len(bytes.TrimRight(half, " ")) == len(half) {
				t.Errorf("number %d: got a header of %d bytes, the first of which are %q", i, length, half)
			}
			if len(rules) != 1 || !rules[spec.HeaderLengthOver10000] {
				t.Errorf("number %d: got the rules %v, want only the length", i, rules)
			}
		}
	}
}
