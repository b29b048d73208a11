package rules

import (
	"context"
	"fmt"
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
	got := string(AppendExample(nil, []byte(strings.Repeat("0", 48)), 48, 0, fmt.Sprint))
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestExamplesMarked expects carets in the example of every rule that the corpus breaks, and in what is different in
// the file fixed, which notes don't have.
func TestExamplesMarked(t *testing.T) {
	e := &explainer{columns: textWidth}
	for _, rule := range spec.Rules() {
		got, err := e.appendExample(context.Background(), nil, rule)
		if err != nil {
			t.Fatal(err)
		}
		bad, good, fixed := strings.Cut(string(got), "\nWhat is different in the fixed file")
		note := rule.Level.Severity() == spec.Note
		marked := strings.Contains(bad, " ^") && fixed != note && (note || strings.Contains(good, " ^"))
		if rule.ID != spec.HeaderLengthOverLimit && (!marked || !strings.Contains(bad, "["+rule.Name+"]")) {
			t.Errorf("%s: got no carets, or a file fixed for a note:\n%s", rule.Name, got)
		}
	}
}

// TestAppendChanges has bytes that are changed, added and cut off.
func TestAppendChanges(t *testing.T) {
	long := strings.Repeat("0123456789abcdef", 3)
	for _, test := range []struct{ name, before, after, want string }{
		{"changed", long, long[:17] + "X2Y" + long[20:], `  00000010  30 58 32 59 34 35 36 37  38 39 61 62 63 64 65 66  |0X2Y456789abcdef|
               ^^ ^^ ^^
`},
		{"changed in two rows", long, "X" + long[1:47] + "Y", `  00000000  58 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |X123456789abcdef|
            ^^
  00000020  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 59  |0123456789abcdeY|
                                                          ^^
`},
		{"added at the end", long, long + "X", `  00000030  58                                                |X|
            ^^
`},
		{"cut off", long + "X", long, `  00000020  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |0123456789abcdef|
                                                              ^
`},
		{"removed", "0123X456", "0123456", `  00000000  30 31 32 33 34 35 36                              |0123456|
                        ^
`},
	} {
		if got := string(appendChanges(nil, []byte(test.before), []byte(test.after), fmt.Sprint)); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.name, got, test.want)
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
		lines := strings.Split(strings.TrimSuffix(string(AppendExample(nil, file, test.offset, Unmarked, fmt.Sprint)), "\n"), "\n")
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

// TestExplanationNarrow has a terminal of 40 columns: prose fits, and has the same words as in 80.
func TestExplanationNarrow(t *testing.T) {
	rule, _ := spec.Lookup("header-padding-byte")
	narrow, err := (&explainer{columns: 40}).appendRule(context.Background(), nil, rule)
	if err != nil {
		t.Fatal(err)
	}
	wide, err := (&explainer{columns: textWidth}).appendRule(context.Background(), nil, rule)
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
