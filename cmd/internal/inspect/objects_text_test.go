package inspect

import (
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// TestFewParts counts the parts of types that take no bytes, and those of nested ones.
func TestFewParts(t *testing.T) {
	for descr, want := range map[string]bool{
		"<f8":                                        true,
		"[('a', '<f8', (97,))]":                      true,
		"[('a', '<f8', (101,))]":                     false,
		"[('a', '<f8', (1000000, 0))]":               false,
		"[('a', '|S1', (50, 50))]":                   false,
		"[('a', '<f8'), ('b', '|S1')]":               true,
		"[('a', '<f8', (60,)), ('b', '<i4', (60,))]": false,
	} {
		typ, err := spec.ParseDescr(descr)
		if err != nil {
			t.Fatal(err)
		}
		left := scalarParts
		if got := fewParts(&typ, &left); got != want {
			t.Errorf("%s: got %v, want %v", descr, got, want)
		}
	}
}
