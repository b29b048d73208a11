package main

import (
	"math"
	"slices"
	"testing"
)

func TestParseSize(t *testing.T) {
	for _, test := range []struct {
		in   string
		want int64 // 0 for an error
	}{
		{"1", 1},
		{"65536", 65536},
		{"64KiB", 65536},
		{"1MiB", 1 << 20},
		{"3GiB", 3 << 30},
		{"9223372036854775807", math.MaxInt64},
		{"8589934591GiB", 8589934591 << 30},
		{"8589934592GiB", 0},
		{"9223372036854775808", 0},
		{"0", 0},
		{"-1", 0},
		{"", 0},
		{"KiB", 0},
		{"1KB", 0},
		{"1 KiB", 0},
		{"1KiBKiB", 0},
		{"0x10", 0},
	} {
		got, err := parseSize(test.in)
		if got != test.want || (err == nil) != (test.want > 0) {
			t.Errorf("%q: got %d, %v, want %d", test.in, got, err, test.want)
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
