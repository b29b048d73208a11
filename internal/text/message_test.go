package text_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
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
		got := text.CleanMessage(test.text, "/tmp/x/a.npy", 321)
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
		if got := text.LastWords(test.text); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}

// What CPython 3.11, Node 22 and OpenJDK 21 write about an error that nobody catches.
func TestMistake(t *testing.T) {
	const stack = "Traceback (most recent call last):\n  File \"/tmp/adapter.py\", line 3, in <module>\n    a = numpy.load(sys.argv[1])\n        ^^^^^^^^^^^^^^^^^^^^^^^\n"
	const node = "file:///tmp/adapter.mjs:12\n    const header = JSON.parse(text);\n                        ^\n\n"
	const nodeEnd = "\n    at read (file:///tmp/adapter.mjs:12:25)\n\nNode.js v22.11.0\n"
	for _, test := range []struct {
		name, stderr string
		want         bool
	}{
		{"nothing", "", false},
		{"a message of the adapter", "TypeError: this file is refused\n", false},
		{"a refusal", stack + "ValueError: Cannot parse header\n", false},
		{"a mistake", stack + "TypeError: 'float' object cannot be interpreted as an integer\n", true},
		{"without a message", stack + "AssertionError\n", true},
		{"memory", stack + "numpy._core._exceptions._ArrayMemoryError: Unable to allocate 8.00 EiB for an array\n", true},
		{"of a module", stack + "tokenize.TokenError: ('EOF in multi-line statement', (2, 0))\n", true},
		{"struct", stack + "struct.error: unpack requires a buffer of 2 bytes\n", true},
		{"another type with that end", stack + "zipfile.BadZipFile: File is not a zip file\n", false},
		{"a type of the library", stack + "mylib.HeaderTypeError: no\n", false},
		{"a warning first", "adapter.py:3: UserWarning: odd\n  a = f()\n" + stack + "KeyError: 'descr'\n", true},
		{"a message of two lines", stack + "ValueError: bad header\nTypeError: is what the file said\n", false},
		{"a refusal for a mistake", stack + "SyntaxError: invalid syntax\n\nDuring handling of the above exception, another exception occurred:\n\n" +
			stack + "ValueError: Cannot parse header\n", false},
		{"only a stack", stack, false},
		{"Node refuses", node + "Error: not an npy file" + nodeEnd, false},
		{"Node refuses by JSON", node + "SyntaxError: Unexpected token 'o', \"nope\" is not valid JSON" + nodeEnd, false},
		{"Node has a mistake", node + "TypeError: Cannot read properties of undefined (reading 'length')" + nodeEnd, true},
		{"Node with a code", node + "RangeError [ERR_OUT_OF_RANGE]: The value of \"offset\" is out of range" + nodeEnd, true},
		{"Node has no memory", node + "RangeError: Array buffer allocation failed" + nodeEnd, true},
		{"the JVM refuses", "Exception in thread \"main\" java.lang.IllegalArgumentException: bad magic\n\tat Main.main(Main.java:5)\n", false},
		{"the JVM refuses a number", "Exception in thread \"main\" java.lang.ArithmeticException: integer overflow\n\tat Main.main(Main.java:5)\n", false},
		{"the JVM divides by zero", "Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n\tat Main.main(Main.java:5)\n", true},
		{"the JVM has a mistake", "Exception in thread \"main\" java.lang.NullPointerException: Cannot invoke \"String.length()\"\n\tat Main.main(Main.java:5)\n", true},
		{"the JVM has no memory", "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n\tat Main.main(Main.java:5)\n", true},
		{"wrapped", "Exception in thread \"main\" java.lang.RuntimeException: java.lang.ClassCastException: no\n\tat A.b(A.java:1)\nCaused by: java.lang.ClassCastException: no\n\t... 1 more\n", true},
		{"the library's type", "Exception in thread \"main\" org.example.NpyFormatError: no\n\tat A.b(A.java:1)\n", false},
	} {
		if got := text.Mistake(test.stderr); got != test.want {
			t.Errorf("%s: got %t, want %t", test.name, got, test.want)
		}
	}
}
