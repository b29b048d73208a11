package plant

import (
	"bytes"
	"context"
	"testing"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/validator"
)

// TestLiesDeterministic generates twice from the same choices.
func TestLiesDeterministic(t *testing.T) {
	for i := range 50 {
		choices := []byte{byte(i), 3, byte(5 * i)}
		for _, generate := range []func(*choice.Chooser) []byte{Npy, Object, Npz} {
			if !bytes.Equal(generate(choice.New(choices)), generate(choice.New(choices))) {
				t.Errorf("choices %v make two different files", choices)
			}
		}
	}
}

// TestLiesMostlyConforms keeps the generators from drifting into noise.
func TestLiesMostlyConforms(t *testing.T) {
	arrays, objects, archives := 0, 0, 0
	for i := range 400 {
		g := choice.New([]byte{byte(i), byte(i >> 3), byte(3 * i)})
		if conforms(t, Npy(g)) {
			arrays++
		}
		if conforms(t, Object(g)) {
			objects++
		}
		if conforms(t, Npz(g)) {
			archives++
		}
	}
	if arrays < 200 || objects < 150 || archives < 60 {
		t.Errorf("of 400 each, %d arrays, %d arrays of objects and %d archives conform, want at least 200, 150 and 60", arrays, objects, archives)
	}
}

func conforms(t *testing.T, content []byte) bool {
	t.Helper()
	report, err := validator.Check(context.Background(), bytes.NewReader(content), int64(len(content)), &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods()})
	if err != nil {
		t.Fatal(err)
	}
	return report.Verdict() == validator.Conforming
}
