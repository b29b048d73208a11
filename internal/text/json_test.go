package text

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestInert(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"a ##vso[task.setvariable variable=a]b", `a ##vso\x5btask.setvariable variable=a]b`},
		{"##teamcity[buildStatus]", `##teamcity\x5bbuildStatus]`},
		{"##[group]a ##[b]", `##\x5bgroup]a ##\x5bb]`},
		{"####[", `####\x5b`},
		{"#\u034f#\ufe0fvso\u034f[", "#\u034f#\ufe0fvso\u034f\\x5b"},
		{"#[a] ##1[b] ## [c] #1[#]", "#[a] ##1[b] ## [c] #1[#]"},
	} {
		if got := Inert(test.text); got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
		var back string
		if err := json.Unmarshal(AppendJSON(nil, test.text), &back); err != nil || back != test.text {
			t.Errorf("%q: got %q back from JSON, %v", test.text, back, err)
		}
		if text := string(AppendJSON(nil, test.text)); CommandStart.MatchString(text) {
			t.Errorf("%q: got the JSON %s", test.text, text)
		}
	}
}

func TestAppendJSON(t *testing.T) {
	for _, test := range []struct{ value, want string }{
		{"<f8 & >f8", `"<f8 & >f8"`},
		{`a\u003cb`, `"a\\u003cb"`},
		{`\`, `"\\"`},
		{`\"`, `"\\\""`},
		{"\\\x7f", `"\\\u007f"`},
		{"<<\x7f", `"<<\u007f"`},
		{"\n\u202e", `"\n\u202e"`},
		{"a\nb\x1b\x7f", `"a\nb\u001b\u007f"`},
		{"\u0085\u009b\u00a0\u00ad", `"\u0085\u009b\u00a0\u00ad"`},
		{"\u200b\u202e\u2028\ufeff", `"\u200b\u202e\u2028\ufeff"`},
		{"\U000e0041\U0001f600", `"\udb40\udc41` + "\U0001f600" + `"`},
		{"é字", `"é字"`},
		{"\xff", `"\ufffd"`},
	} {
		got := string(AppendJSON(nil, test.value))
		if got != test.want {
			t.Errorf("%q: got %s, want %s", test.value, got, test.want)
		}
		var back string
		if err := json.Unmarshal([]byte(got), &back); err != nil || back != strings.ToValidUTF8(test.value, "\ufffd") {
			t.Errorf("%q: reads back as %q, %v", test.value, back, err)
		}
	}
}

// TestObject has fields of all kinds, nested and empty objects, and lists of which the beginning was written already.
func TestObject(t *testing.T) {
	none := func([]byte, int) []byte { panic("an element of an empty list") }
	o := NewObject([]byte("before")).Object("empty").End().Text("text", "\x1b##[a\"").Int("int", -1<<63).Bool("yes", true).Bool("no", false)
	o = o.Hex("hex", []byte("\xffa")).Base64("base64", []byte("\xff")).Any("any", []int{1}).List("none", 0, none)
	o = o.Object("nested").Text("a", "{").Object("b").End().Int("c", 0).End()
	o = NewObject(o.Name("value")).End()
	want := `before{"empty":{},"text":"\u001b##\u005ba\"","int":-9223372036854775808,"yes":true,"no":false,"hex":"ff61","base64":"/w==","any":[1],` +
		`"none":[],"nested":{"a":"{","b":{},"c":0},"value":{},"list":[0,1,2],"last":"{"}`
	var written []byte
	o = o.List("list", 3, func(dst []byte, i int) []byte {
		written = append(written, append(dst, byte('0'+i))...)
		return dst[:0]
	})
	o = Reopen(o.End()).Text("last", "{")
	if got := string(append(written, o.End()...)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	line := func(dst []byte, i int) []byte { return append(dst, byte('0'+i)) }
	if got := string(NewObject(nil).Lines("a", 2, line).Lines("b", 0, none).End()); got != "{\"a\":[\n0,\n1\n],\"b\":[\n]}" {
		t.Errorf("got %q, want a line for each value", got)
	}
	if got := string(Reopen([]byte("{}")).Int("a", 1).End()); got != `{"a":1}` {
		t.Errorf("got %s, want a field of an object that was empty", got)
	}
}
