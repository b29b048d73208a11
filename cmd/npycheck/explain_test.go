package main

import (
	"strings"
	"testing"

	"github.com/npycheck/npycheck/validator"
)

// TestAppendExampleEnd has a place after the last byte, in the last row, which is like those above it.
func TestAppendExampleEnd(t *testing.T) {
	want := `  00000000  30 30 30 30 30 30 30 30  30 30 30 30 30 30 30 30  |0000000000000000|
  *
  00000020  30 30 30 30 30 30 30 30  30 30 30 30 30 30 30 30  |0000000000000000|
                                                              ^
`
	got := string(appendExample(nil, strings.Repeat("0", 48), []validator.Finding{{Offset: 48}}))
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
