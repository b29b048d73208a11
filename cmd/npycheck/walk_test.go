package main

import (
	"slices"
	"testing"
)

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
