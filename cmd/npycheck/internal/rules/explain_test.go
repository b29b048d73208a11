package rules

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/npycheck/npycheck/spec"
)

// TestAppendExampleEnd has a place after the last byte, in the last row, which is like those above it.
func TestAppendExampleEnd(t *testing.T) {
	want := `  00000000  30 30 30 30 30 30 30 30  30 30 30 30 30 30 30 30  |0000000000000000|
  *
  00000020  30 30 30 30 30 30 30 30  30 30 30 30 30 30 30 30  |0000000000000000|
                                                              ^
`
	got := string(AppendExample(nil, []byte(strings.Repeat("0", 48)), 48, 0))
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestExamplesMarked expects carets in the example of every rule that the corpus breaks.
func TestExamplesMarked(t *testing.T) {
	for _, rule := range spec.Rules() {
		got, err := appendExample(context.Background(), nil, rule, textWidth)
		if err != nil {
			t.Fatal(err)
		}
		bad, good, _ := strings.Cut(string(got), "\nThe same file fixed")
		marked := strings.Contains(bad, " ^") && !strings.Contains(good, " ^")
		if rule.ID != spec.HeaderLengthOverLimit && (!marked || !strings.Contains(bad, "["+rule.Name+"]")) {
			t.Errorf("%s: want carets in the first file alone:\n%s", rule.Name, got)
		}
	}
}

// TestAppendExampleLong has a place in the middle of a file that is longer than what is shown of it, and one near its
// end.
func TestAppendExampleLong(t *testing.T) {
	var file []byte
	for i := range 100 * 16 {
		file = append(file, byte(i/16))
	}
	for _, test := range []struct {
		offset      int64
		first, last string // lines
		rows        int
	}{
		{0, "  00000000  00 00", "  (1216 more bytes)", 24},
		{23 * 16, "  00000000  00 00", "  (1216 more bytes)", 24},
		{24 * 16, "  (192 bytes before)", "  (1024 more bytes)", 24},
		{1600, "  (1216 bytes before)", "  00000630  63 63", 24},
	} {
		lines := strings.Split(strings.TrimSuffix(string(AppendExample(nil, file, test.offset, Unmarked)), "\n"), "\n")
		rows := 0
		for _, line := range lines {
			if strings.HasSuffix(line, "|") {
				rows++
			}
		}
		if first, last := lines[0], lines[len(lines)-1]; !strings.HasPrefix(first, test.first) || !strings.HasPrefix(last, test.last) || rows != test.rows {
			t.Errorf("%d: got %d rows from %q to %q, want %d from %q to %q", test.offset, rows, first, last, test.rows, test.first, test.last)
		}
	}
}

// TestAppendExplanationNarrow has a terminal of 40 columns: prose fits, and has the same words as in 80.
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
