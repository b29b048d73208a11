package planted

import (
	"strings"
	"testing"
)

// TestDeepType reads a type of 60 structures, each with a subarray of the next one. Its spelling takes one look at each.
func TestDeepType(t *testing.T) {
	const depth = 60
	want := strings.Repeat("[('a', ", depth) + "'<f8'" + strings.Repeat(", (1,))]", depth)
	text := "{'descr': " + want + ", 'fortran_order': False, 'shape': ()}"
	text += strings.Repeat(" ", 63-(10+len(text))%64) + "\n"
	a, outcome, err := (&Reader{}).Read("a.npy", append([]byte{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, byte(len(text)), byte(len(text) >> 8)}, text+"12345678"...))
	if outcome != Accept || a.DType != want || string(a.Data) != "12345678" {
		t.Errorf("got %v, %s, %v, want %s", a, outcome, err, want)
	}
}
