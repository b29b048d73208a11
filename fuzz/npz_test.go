package fuzz

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// vectors returns the files of an area of the corpus.
func vectors(f *testing.F, area string) [][]byte {
	f.Helper()
	var out [][]byte
	for _, c := range corpus.Cases() {
		if !strings.HasPrefix(c.ID, area+"/") {
			continue
		}
		b, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			f.Fatal(err)
		}
		out = append(out, b)
	}
	return out
}

// FuzzNpz takes a whole archive.
func FuzzNpz(f *testing.F) {
	for _, b := range slices.Concat(vectors(f, "zip"), vectors(f, "npz")) {
		if len(b) < 1<<12 {
			f.Add(b)
		}
	}
	for _, rule := range spec.Rules() {
		bad := rule.Example().Bad
		if area := rule.Area(); (area == "zip" || area == "npz") && len(bad) < 1<<12 {
			f.Add([]byte(bad))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) { archiveProperties(t, b) })
}

// FuzzNpzStructured takes the choices of a generator, whose archives are right but for one thing.
func FuzzNpzStructured(f *testing.F) {
	for i := range 64 {
		f.Add([]byte{byte(i), byte(7 * i), byte(31 * i)})
	}
	f.Fuzz(func(t *testing.T, choices []byte) { archiveProperties(t, NewGen(choices).Npz()) })
}

// archiveProperties checks what must hold for every archive.
func archiveProperties(t *testing.T, b []byte) {
	full := depths(t, b)
	warned := slices.ContainsFunc(full.Findings, func(f validator.Finding) bool {
		return f.Severity() >= spec.Warning && strings.HasPrefix(f.Rule.String(), "zip-")
	})
	if full.Format != validator.Npz || full.Verdict() != validator.Conforming || warned {
		return // a warning of zip may be about what some readers refuse
	}
	// Go's own reader forgives much; what conforms without a warning it must read, with the same members.
	r, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatalf("archive/zip refuses a conforming archive: %v", err)
	}
	if len(r.File) != len(full.Members) {
		t.Errorf("archive/zip finds %d members, want %d", len(r.File), len(full.Members))
	}
}

// FuzzNpyStructured takes the choices of a generator of arrays.
func FuzzNpyStructured(f *testing.F) {
	for i := range 64 {
		f.Add([]byte{byte(i), byte(7 * i), byte(31 * i)})
	}
	f.Fuzz(func(t *testing.T, choices []byte) { properties(t, NewGen(choices).Npy()) })
}

// TestGenDeterministic generates twice from the same choices.
func TestGenDeterministic(t *testing.T) {
	for i := range 50 {
		choices := []byte{byte(i), 3, byte(5 * i)}
		for _, generate := range []func(*Gen) []byte{(*Gen).Npy, (*Gen).Object, (*Gen).Npz} {
			if !bytes.Equal(generate(NewGen(choices)), generate(NewGen(choices))) {
				t.Errorf("choices %v make two different files", choices)
			}
		}
	}
}

// TestGenMostlyConforms keeps the generators from drifting into noise.
func TestGenMostlyConforms(t *testing.T) {
	arrays, objects, archives := 0, 0, 0
	for i := range 400 {
		g := NewGen([]byte{byte(i), byte(i >> 3), byte(3 * i)})
		if check(t, g.Npy(), validator.Full).Verdict() == validator.Conforming {
			arrays++
		}
		if check(t, g.Object(), validator.Full).Verdict() == validator.Conforming {
			objects++
		}
		if check(t, g.Npz(), validator.Full).Verdict() == validator.Conforming {
			archives++
		}
	}
	if arrays < 200 || objects < 150 || archives < 60 {
		t.Errorf("of 400 each, %d arrays, %d arrays of objects and %d archives conform, want at least 200, 150 and 60", arrays, objects, archives)
	}
}
