package main

import (
	"bytes"
	"slices"
	"testing"
)

func TestShowsBar(t *testing.T) {
	terminal := false // a buffer is none
	for _, test := range []struct {
		quiet bool
		when  string
		want  bool
	}{
		{false, "auto", terminal},
		{true, "auto", false},
		{false, "always", true},
		{true, "always", true},
		{false, "never", false},
		{true, "never", false},
	} {
		if got := showsBar(new(bytes.Buffer), test.quiet, test.when); got != test.want {
			t.Errorf("quiet %v, --progress %s: got %v, want %v", test.quiet, test.when, got, test.want)
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"abc", "", 3},
		{"", "abc", 3},
		{"kitten", "sitting", 3},
		{"header-nul", "header-null", 1},
		{"flaw", "lawn", 2},
	} {
		if got := editDistance(test.a, test.b); got != test.want {
			t.Errorf("%q, %q: got %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

// The parts must stay what they are: people compare the results of different machines.
func TestShardIsStable(t *testing.T) {
	for name, want := range map[string]uint64{"a.npy": 5, "b.npy": 2, "sub/c.npy": 4} {
		var got []uint64
		for i := range uint64(5) {
			if (shard{i + 1, 5}).has(name) {
				got = append(got, i+1)
			}
		}
		if !slices.Equal(got, []uint64{want}) {
			t.Errorf("%s: got parts %v of 5, want %d", name, got, want)
		}
	}
}
