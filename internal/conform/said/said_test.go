package said_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/conform/said"
)

func TestMessages(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"plain", "plain"},
		{" two\nlines\r\n\tand blanks ", "two lines and blanks"},
		{"can't open /tmp/x/a.npy: '/tmp/x/a.npy'", "can't open FILE: 'FILE'"},
		{"object at 0x7f12ab34cd and 0xDEADBEEF, but 0x93 and 0x1f2e", "object at 0x… and 0x…, but 0x93 and 0x1f2e"},
		{"thread 'main' (321) panicked, ==321==ERROR, [321] 321", "thread 'main' (PID) panicked, ==PID==ERROR, [PID] 321"},
		{"\x1b[31mred\x1b[0m", "red"},
		{"a\x00b\x07c", `a\x00b\x07c`},
		{"\xff\xfe", `\xff\xfe`},
		{"right \u202e left", `right \u202e left`},
		{"naïve 日本", "naïve 日本"},
		{strings.Repeat("é", 200), strings.Repeat("é", 200)},
		{strings.Repeat("é", 201), strings.Repeat("é", 199) + "…"},
		{strings.Repeat("\x00", 100), strings.Repeat(`\x00`, 49) + `\x0…`},
		{strings.Repeat("x", 1<<20), strings.Repeat("x", 199) + "…"},
	} {
		got := said.Clean(test.text, "/tmp/x/a.npy", 321)
		if got != test.want {
			t.Errorf("%.60q: got %q, want %q", test.text, got, test.want)
		}
		if n := utf8.RuneCountInString(got); n > 200 {
			t.Errorf("%.60q: got %d characters, want at most 200", test.text, n)
		}
	}
}

func TestLastWords(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"\n \n", ""},
		{"\npanic: x\n\ngoroutine 1\n", "panic: x"},
		{"Traceback (most recent call last):\n  File \"a.py\"\nValueError: bad\n\n", "ValueError: bad"},
		{"node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module '/x/y.js'\n    at a (b:1:2)\n", "Error: Cannot find module '/x/y.js'"},
		{"/a b/reader.js:3\n    throw new TypeError('no');\n    ^\n\nTypeError [ERR_X]: no\n", "TypeError [ERR_X]: no"},
		{"file:///x/reader.mjs:7\nDOMException: no\n", "DOMException: no"},
		{"  File \"/x/a.py\", line 1\n    def f(:\n          ^\nSyntaxError: invalid syntax\n", "SyntaxError: invalid syntax"},
		{"  File \"/x/a.py\", line 2\nIndentationError: unexpected indent\n", "IndentationError: unexpected indent"},
		{"File \"a.npy\" is bad\nnothing else\n", "File \"a.npy\" is bad"},
		{"/x/reader.js:3\nnothing else\n", "/x/reader.js:3"},
		{"cannot read\nError: later\n", "cannot read"},
	} {
		if got := said.LastWords(test.text); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}
