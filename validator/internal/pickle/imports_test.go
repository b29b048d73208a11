package pickle

import (
	"strings"
	"testing"
)

func TestCutName(t *testing.T) {
	a := strings.Repeat("a", 510)
	for _, test := range []struct{ name, want string }{
		{a + "bb", a + "bb"},
		{a + "bbb", a + "bb…"},
		{a + "bé", a + "b…"},
		{a + "é", a + "é"},
		{a + "éé", a + "é…"},
		{a + "日", a + "…"},
		{a + "b\U0001f600", a + "b…"},
		{a[:509] + "\U0001f600", a[:509] + "…"},
		{strings.Repeat("\x80", 513), strings.Repeat("\x80", 509) + "…"}, // no character is that long
	} {
		if got := cutName(test.name); got != test.want {
			t.Errorf("%+q: got %+q, want %+q", test.name, got, test.want)
		}
	}
}
