package rules

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestAppendExampleEnd has a place after the last byte, in the last row, which is like those above it.
func TestAppendExampleEnd(t *testing.T) {
	want := `  00000000  30 30 30 30 30 30 30 30  30 30 30 30 30 30 30 30  |0000000000000000|
  *
  00000020  30 30 30 30 30 30 30 30  30 30 30 30 30 30 30 30  |0000000000000000|
                                                              ^
`
	got := string(AppendExample(nil, strings.Repeat("0", 48), []validator.Finding{{Offset: 48}}))
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestAppendExplanationNarrow has a terminal of 40 columns: running text fits, and is the same as in 80.
func TestAppendExplanationNarrow(t *testing.T) {
	rule, _ := spec.Lookup("header-padding-byte")
	narrow, err := appendExplanation(context.Background(), nil, rule, 40)
	if err != nil {
		t.Fatal(err)
	}
	wide, err := appendExplanation(context.Background(), nil, rule, textWidth)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(narrow)) {
		line = strings.TrimSuffix(line, "\n")
		if n := utf8.RuneCountInString(line); n > 40 && !strings.HasPrefix(line, "  ") {
			t.Errorf("got %d columns, want at most 40: %s", n, line)
		}
	}
	if strings.Join(strings.Fields(string(narrow)), " ") != strings.Join(strings.Fields(string(wide)), " ") {
		t.Errorf("got other words in 40 columns than in 80")
	}
}
