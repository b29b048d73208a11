package text

import "testing"

func TestShape(t *testing.T) {
	for _, test := range []struct {
		shape []int64
		want  string
	}{
		{nil, "()"},
		{[]int64{3}, "(3,)"},
		{[]int64{2, 3}, "(2, 3)"},
		{[]int64{0, 1 << 62, 1}, "(0, 4611686018427387904, 1)"},
	} {
		if got := Shape(test.shape); got != test.want {
			t.Errorf("%v: got %s, want %s", test.shape, got, test.want)
		}
	}
}

func TestAppendRepr(t *testing.T) {
	tests := []struct{ s, want string }{
		{"", `''`},
		{"abc def~", `'abc def~'`},
		{"it's", `"it's"`},
		{`say "hi"`, `'say "hi"'`},
		{`both ' and "`, `'both \' and "'`},
		{`\`, `'\\'`},
		{"\n\r\t", `'\n\r\t'`},
		{"\x00\a\b\f\v\x1b\x7f", `'\x00\x07\x08\x0c\x0b\x1b\x7f'`},
		{"\u0080\u00a0\u00ad", `'\x80\xa0\xad'`},
		{"é¡ÿ", `'é¡ÿ'`},
		{"日本", `'日本'`},
		{"\u0300", "'\u0300'"}, // a mark
		{"\u202e\u2028\u2029\u3000\ufeff", `'\u202e\u2028\u2029\u3000\ufeff'`},
		{"\ue000\u0378", `'\ue000\u0378'`}, // private use, unassigned
		{"\U0001f600", "'\U0001f600'"},
		{"\U000e0001\U0010ffff", `'\U000e0001\U0010ffff'`},
		{"\xed\xa0\x80", `'\ud800'`},
		{"\xed\xbf\xbf", `'\udfff'`},
		{"\xed\xa0\xbd\xed\xb8\x80", `'\ud83d\ude00'`}, // two surrogates, not one character
		{"\ufffd", "'\ufffd'"},
		{"\xff", "'\ufffd'"},
		{"\xed\xa0", "'\ufffd\ufffd'"},
		{"\xed\xa0x", "'\ufffd\ufffdx'"},
		{"\xc0\x80", "'\ufffd\ufffd'"},
	}
	for _, tt := range tests {
		if got := string(AppendRepr([]byte("x"), tt.s)); got != "x"+tt.want {
			t.Errorf("Append(%q) = %s, want x%s", tt.s, got, tt.want)
		}
	}
}

func TestParseRepr(t *testing.T) {
	for _, s := range []string{
		"", "abc", "it's", `"`, `'"\`, "\n\x00\x7f\u00ad", "\u202e", "日\U0001f600\U000e0001", "\xed\xa0\xbd\xed\xb8\x80",
	} {
		text := string(AppendRepr(nil, s))
		got, n, ok := ParseRepr(text + "'tail")
		if got != s || n != len(text) || !ok {
			t.Errorf("Parse(%s) = %q, %d, %v; want %q, %d", text, got, n, ok, s, len(text))
		}
	}

	tests := []struct {
		text   string
		offset int
	}{
		{``, 0},
		{`abc`, 0},
		{`u'a'`, 0},
		{`'abc`, 4},
		{`'`, 1},
		{`"abc"`, 0},          // repr writes single quotes
		{`'it\'s'`, 0},        // repr writes double quotes
		{`'a\"'`, 2},          // an escape that repr doesn't know
		{`"it's \""`, 6},      //
		{`'\x41'`, 1},         // printable
		{`'\x0a'`, 2},         // has an escape of its own
		{`'\u00ad'`, 2},       // could be shorter
		{`'\U0000202e'`, 2},   //
		{`'\xAD'`, 1},         // upper case
		{`'\U00110000'`, 1},   // no character
		{`'\UFFFFFFFF'`, 1},   //
		{`'\x4`, 1},           // cut
		{`'\`, 1},             //
		{`'\a'`, 1},           //
		{`'\101'`, 1},         //
		{"'a\n'", 2},          // raw
		{"'\u202e'", 1},       //
		{"'\xff'", 1},         // not UTF-8
		{"'\xed\xa0\x80'", 1}, // not UTF-8 either: a surrogate stands as its escape
	}
	for _, tt := range tests {
		if got, n, ok := ParseRepr(tt.text); ok || n != tt.offset {
			t.Errorf("Parse(%s) = %q, %d, %v; want a fault at %d", tt.text, got, n, ok, tt.offset)
		}
	}
}
