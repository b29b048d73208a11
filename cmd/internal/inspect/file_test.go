package inspect

import (
	"testing"

	"github.com/npycheck/npycheck/validator"
)

// TestRatio has compressed, stored and empty members.
func TestRatio(t *testing.T) {
	for _, test := range []struct {
		size, packed int64
		want         float64
	}{
		{1000, 100, 10},
		{1000, 300, 3.33},
		{1000, 1001, 1},
		{1000, 1, 1000},
		{1, 3, 0.33},
		{0, 2, 0},
		{0, 0, 0},
		{5, 0, 0},
		{5, -1, 0}, // unknown
	} {
		if got := Ratio(&validator.Member{Size: test.size, Packed: test.packed}); got != test.want {
			t.Errorf("%d bytes of %d: got %v, want %v", test.packed, test.size, got, test.want)
		}
	}
}

// TestAlignment has offsets with and without an alignment, up to NumPy's.
func TestAlignment(t *testing.T) {
	for at, want := range map[int64]string{
		1: "not aligned", 127: "not aligned",
		2: "aligned to 2 bytes", 6: "aligned to 2 bytes", 12: "aligned to 4 bytes", 96: "aligned to 32 bytes",
		64: "aligned to 64 bytes", 128: "aligned to 64 bytes", 1 << 40: "aligned to 64 bytes",
	} {
		if got := AlignmentText(at); got != want {
			t.Errorf("%d: got %s, want %s", at, got, want)
		}
	}
}
