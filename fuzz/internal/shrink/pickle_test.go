package shrink

import (
	"slices"
	"testing"
)

// TestOpcodes covers the lengths of the opcodes of pickles that are whole, cut, and followed by something.
func TestOpcodes(t *testing.T) {
	for _, test := range []struct {
		pickle string
		want   []int
	}{
		{"", nil},
		{".", []int{1}},
		{"N.", []int{1, 1}},
		{"\x80\x02N.", []int{2, 1, 1}},
		{"N.after", []int{1, 1, 5}},
		{"N.a", []int{1, 1, 1}},
		{"NK", []int{1, 1}},
		{"K\x01I12\n.", []int{2, 4, 1}},
		{"N\xff\xff", []int{1, 2}},
	} {
		if got := opcodes([]byte(test.pickle)); !slices.Equal(got, test.want) {
			t.Errorf("%q: got %v, want %v", test.pickle, got, test.want)
		}
	}
}
