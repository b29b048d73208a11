package text

import (
	"math"
	"testing"
)

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 1: "1 byte", 2: "2 bytes", -1: "-1 bytes"} {
		if got := Count(n, "byte"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

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
		got, err := ParseSize(test.in)
		if got != test.want || (err == nil) != (test.want > 0) {
			t.Errorf("%q: got %d, %v, want %d", test.in, got, err, test.want)
		}
	}
}
