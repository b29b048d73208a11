package table

import "testing"

func TestMarkdownCode(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"  ", ""},
		{"plain text", "`plain text`"},
		{" edges ", "`edges`"},
		{"@team #1 <b> [a](b) *x* https://example.org", "`@team #1 <b> [a](b) *x* https://example.org`"},
		{"a\nb", "`a\\x0ab`"},
		{"a|b", "<code>a&#124;b</code>"},
		{`a\|b`, "<code>a&#92;&#124;b</code>"},
		{"``", "<code>&#96;&#96;</code>"},
		{"é|", "<code>é&#124;</code>"},
		{"\xff`", "<code>&#92;xff&#96;</code>"},
	} {
		if got := Code(test.text); got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
}
