package fuzz

import (
	"bytes"
	"context"
	"testing"

	"github.com/npycheck/npycheck/validator"
)

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
		if conforms(t, g.Npy()) {
			arrays++
		}
		if conforms(t, g.Object()) {
			objects++
		}
		if conforms(t, g.Npz()) {
			archives++
		}
	}
	if arrays < 200 || objects < 150 || archives < 60 {
		t.Errorf("of 400 each, %d arrays, %d arrays of objects and %d archives conform, want at least 200, 150 and 60", arrays, objects, archives)
	}
}

func conforms(t *testing.T, content []byte) bool {
	t.Helper()
	report, err := validator.Check(context.Background(), bytes.NewReader(content), int64(len(content)), &validator.Options{Depth: validator.Full})
	if err != nil {
		t.Fatal(err)
	}
	return report.Verdict() == validator.Conforming
}
