package text

import (
	"strings"
	"testing"
)

func TestQuote(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"a b~", "a b~"},
		{"a\x1b\n\x7f", `a\x1b\x0a\x7f`},
		{"\xff\xc3", `\xff\xc3`},
		{"é字\U0001f600", "é字\U0001f600"},
		{"\u0085\u202e\ufeff\U000e0041", `\x85\u202e\ufeff\U000e0041`},
		{"\ufffd", "\ufffd"},
		{strings.Repeat("a", 200), strings.Repeat("a", 200)},
		{strings.Repeat("a", 201), strings.Repeat("a", 200) + "… (201 bytes)"},
		{strings.Repeat("é", 200), strings.Repeat("é", 200)},
		{strings.Repeat("é", 201), strings.Repeat("é", 200) + "… (402 bytes)"},
		{strings.Repeat("\x00", 201), strings.Repeat(`\x00`, 200) + "… (201 bytes)"},
	} {
		if got := Quote(test.text); got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
		if got := QuoteBytes([]byte(test.text)); len(test.text) <= maxQuotedBytes && got != test.want {
			t.Errorf("bytes %q: got %s, want %s", test.text, got, test.want)
		}
	}
}

func TestLiteral(t *testing.T) {
	for text, want := range map[string]string{
		"":          `''`,
		"a b":       `'a b'`,
		`a"b`:       `'a"b'`,
		"it's":      `"it's"`,
		`it's "so"`: `'it\'s "so"'`,
		"'\n":       `"'\x0a"`,
	} {
		if got := Literal(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
		if got := LiteralBytes([]byte(text)); got != want {
			t.Errorf("bytes %q: got %s, want %s", text, got, want)
		}
	}
}

// TestQuoteBytesOfLongText covers text of which only the start is looked at: characters of 4 bytes, and its length.
func TestQuoteBytesOfLongText(t *testing.T) {
	text := []byte(strings.Repeat("\U0001f600", 100_000))
	if got, want := QuoteBytes(text), strings.Repeat("\U0001f600", 60)+"… (400000 bytes)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestByte(t *testing.T) {
	for c, want := range map[byte]string{'a': "'a'", '\'': `"'"`, ' ': "' '", '~': "'~'", 0x1f: "byte 0x1f", 0x7f: "byte 0x7f", 0xff: "byte 0xff"} {
		if got := Byte(c); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestHex(t *testing.T) {
	for text, want := range map[string]string{"": "nothing", "\x00": "00", "\x93NU": "93 4e 55"} {
		if got := Hex([]byte(text)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
