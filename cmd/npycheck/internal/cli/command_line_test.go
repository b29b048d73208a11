package cli

import (
	"slices"
	"testing"
)

func TestShellWords(t *testing.T) {
	for _, tt := range []struct {
		line string
		want []string
		err  string
	}{
		{`a`, []string{"a"}, ""},
		{"  python3\tadapter.py \n -x ", []string{"python3", "adapter.py", "-x"}, ""},
		{`'a b' "c d" e\ f`, []string{"a b", "c d", "e f"}, ""},
		{`a'b "c'"d 'e"f`, []string{`ab "cd 'ef`}, ""},
		{`'' "" x`, []string{"", "", "x"}, ""},
		{`'\' "\"\\\$\n" \'`, []string{`\`, `"\$\n`, `'`}, ""},
		{`$HOME ~ *.npy`, []string{"$HOME", "~", "*.npy"}, ""},
		{``, nil, "no command"},
		{"  \t", nil, "no command"},
		{`a 'b`, nil, "a quote is not closed"},
		{`a "b\"`, nil, "a quote is not closed"},
		{`a \`, nil, "nothing follows the last backslash"},
	} {
		got, err := ShellWords(tt.line)
		message := ""
		if err != nil {
			message = err.Error()
		}
		if !slices.Equal(got, tt.want) || message != tt.err {
			t.Errorf("%s: got %q, %q, want %q, %q", tt.line, got, message, tt.want, tt.err)
		}
	}
}

// TestCommandLine quotes words where a shell needs it, so that it gets the same words back.
func TestCommandLine(t *testing.T) {
	for _, tt := range []struct {
		words []string
		want  string
	}{
		{[]string{"npycheck", "check", "--depth=full", "s3://b/a_1,2.npy", "50%", "a@b+c:d"}, `npycheck check --depth=full s3://b/a_1,2.npy 50% a@b+c:d`},
		{[]string{"a b", "", "*", "$x", "x"}, `'a b' '' '*' '$x' x`},
		{[]string{"it's", "'"}, `'it'\''s' ''\'''`},
	} {
		got := commandLine(tt.words[:1], tt.words[1:])
		if got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.words, got, tt.want)
		}
		if back, err := ShellWords(got); err != nil || !slices.Equal(back, tt.words) {
			t.Errorf("%s: a shell gets %q, %v, want %q", got, back, err, tt.words)
		}
	}
}
