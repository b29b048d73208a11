package text

import (
	"fmt"
	"math"
	"testing"
)

func TestAppendHex(t *testing.T) {
	for _, test := range []struct {
		n    int64
		want string
	}{
		{0, "00000000"},
		{0xabc, "00000abc"},
		{0xffffffff, "ffffffff"},
		{0x100000000, "100000000"},
		{math.MaxInt64, "7fffffffffffffff"},
	} {
		if got := string(appendHex(nil, test.n, 8)); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// TestAppendRowOutside covers ranges that end before a row and that begin after it: there are no carets.
func TestAppendRowOutside(t *testing.T) {
	const want = "  00000010  30 31 32 33                                       |0123|\n"
	for _, r := range [][2]int64{{0, 16}, {8, 8}, {15, 1}, {0, 0}, {21, 1}, {math.MaxInt64, math.MaxInt64}} {
		if got := string(AppendRow(nil, 16, []byte("0123"), r[0], r[1], fmt.Sprint)); got != want {
			t.Errorf("%d bytes at %d: got\n%s\nwant\n%s", r[1], r[0], got, want)
		}
	}
}
