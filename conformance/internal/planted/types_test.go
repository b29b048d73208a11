package planted

import (
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/second"
)

// TestDeepType reads a type of 60 structures, each with a subarray of the next one. Its spelling takes one look at each.
func TestDeepType(t *testing.T) {
	const depth = 60
	want := strings.Repeat("[('a', ", depth) + "'<f8'" + strings.Repeat(", (1,))]", depth)
	text := "{'descr': " + want + ", 'fortran_order': False, 'shape': ()}"
	text += strings.Repeat(" ", 63-(10+len(text))%64) + "\n"
	prefix := second.Prefix{Major: 1, Text: int64(len(text))}
	a, outcome, err := (&Reader{}).Read("a.npy", append(prefix.Bytes(), text+"12345678"...))
	if outcome != Accept || a.DType != want || string(a.Data) != "12345678" {
		t.Errorf("got %v, %s, %v, want %s", a, outcome, err, want)
	}
}
