package text

import "testing"

func TestAppendWrapped(t *testing.T) {
	for _, test := range []struct {
		text    string
		column  int
		columns int
		wrapped string
	}{
		{"", 0, 10, ""},
		{"one two", 0, 7, "one two"},
		{"one two", 0, 6, "one\n  two"},
		{"one two", 1, 7, "one\n  two"},
		{"one  two", 0, 8, "one  two"},
		{"äöü äöü", 0, 7, "äöü äöü"},
		{"a longerword b", 0, 6, "a\n  longerword\n  b"},
		{"one two three", 0, 0, "one two three"},
	} {
		if got := string(AppendWrapped(nil, test.text, test.column, "  ", test.columns)); got != test.wrapped {
			t.Errorf("%q from column %d: got %q, want %q", test.text, test.column, got, test.wrapped)
		}
	}
}
