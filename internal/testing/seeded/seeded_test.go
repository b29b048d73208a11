package seeded

import (
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// seeds are those of a target that takes values of each type.
var seeds = [][]any{
	{[]byte("\x93NUMPY\x01\x00"), "{'descr': '<f8'}", true, byte(3)},
	{[]byte{}, "(60, 5)", false, byte(0)},
}

// TestInputs expects the same inputs everywhere, and others for another target and another seed.
func TestInputs(t *testing.T) {
	sum := func(target string, n, seed int) uint32 {
		var text strings.Builder
		all := inputs(target, seeds, n, seed)
		if len(all) != n {
			t.Errorf("got %d inputs, want %d", len(all), n)
		}
		for _, input := range all {
			text.WriteString(marshal(reflected(input)))
		}
		return crc32.ChecksumIEEE([]byte(text.String()))
	}
	if got, want := sum("FuzzA", 1000, 0), uint32(0x421532ba); got != want {
		t.Errorf("got inputs with the checksum %#x, want %#x", got, want)
	}
	if sum("FuzzA", 10, 0) == sum("FuzzB", 10, 0) || sum("FuzzA", 10, 0) == sum("FuzzA", 10, 1) {
		t.Error("got the same inputs for another target or seed")
	}
	if string(seeds[0][0].([]byte)) != "\x93NUMPY\x01\x00" {
		t.Errorf("got the seed %q, which a mutation changed", seeds[0][0])
	}
}

func reflected(input []any) []reflect.Value {
	var values []reflect.Value
	for _, v := range input {
		values = append(values, reflect.ValueOf(v))
	}
	return values
}

// TestChanges expects each of the changes to make something, of a text and of nothing.
func TestChanges(t *testing.T) {
	text, other := []byte("{'shape': (60, 5)}"), []byte("order")
	for i, change := range changes {
		m := mutator{rand.New(rand.NewPCG(1, 2))}
		made := map[string]bool{}
		for range 100 {
			made[string(change(m, text, other))] = true
			change(m, nil, nil)
		}
		delete(made, string(text))
		if len(made) < 5 {
			t.Errorf("change %d: got %d texts, want 5 or more", i, len(made))
		}
	}
	if string(text) != "{'shape': (60, 5)}" || string(other) != "order" {
		t.Errorf("got the inputs %q and %q, which a change changed", text, other)
	}
}

// TestReached expects the inputs to reach what a change makes of a seed, with the help of another.
func TestReached(t *testing.T) {
	var all []string
	for _, input := range inputs("FuzzA", [][]any{{"(60,5)"}, {"f8"}}, 10_000, 0) {
		all = append(all, input[0].(string))
	}
	for _, want := range []string{
		"(60,4)",  // a bit
		"(60,)",   // a part left out
		"(60,60)", // a part over another
		"(60,5f8", // the rest of the other
		"(f8,5)",  // a word of the other
		"((60,5)", // a part twice
		"",        // all left out
	} {
		if !slices.Contains(all, want) {
			t.Errorf("got no input %q", want)
		}
	}
}

// TestTestdata expects inputs to be read as they are written.
func TestTestdata(t *testing.T) {
	folder := t.TempDir()
	want := []any{[]byte("a)\n\x00\""), "it's ) \n", true, byte('\'')}
	if err := os.WriteFile(filepath.Join(folder, "a"), []byte(marshal(reflected(want))), 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := read(folder); err != nil || len(got) != 1 || !reflect.DeepEqual(got[0], want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if got, err := read(filepath.Join(folder, "missing")); got != nil || err != nil {
		t.Errorf("got %v, %v of no folder, want none", got, err)
	}
	for _, text := range []string{"", "go test fuzz v1\nint(3)\n", "go test fuzz v1\nstring(\"\n", "go test fuzz v1\nbyte(''\n", "go test fuzz v2\n"} {
		if got, err := unmarshal(text); err == nil {
			t.Errorf("%q: got %v, want an error", text, got)
		}
	}
}
