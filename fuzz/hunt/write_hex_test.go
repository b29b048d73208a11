package hunt

import (
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestHex covers files with rows that repeat, and longer ones with something wrong far from the start.
func TestHex(t *testing.T) {
	row := func(c string, n int) string { return strings.Repeat(c, 16*n) }
	const (
		a     = "00000000  61 61 61 61 61 61 61 61  61 61 61 61 61 61 61 61  |aaaaaaaaaaaaaaaa|\n"
		b     = "00000010  62 62 62 62 62 62 62 62  62 62 62 62 62 62 62 62  |bbbbbbbbbbbbbbbb|\n"
		caret = "                                                  ^^ ^^\n"
	)
	for _, test := range []struct {
		what, file string
		at         int64 // of two bytes of which a finding is, or -1
		want       string
	}{
		{"no bytes", "", -1, "(no bytes)\n"},
		{"a part of a row", "aaa", -1, "00000000  61 61 61                                          |aaa|\n"},
		{"two rows", row("a", 1) + row("b", 1), -1, a + b},
		{"rows that repeat at the end", row("a", 1) + row("b", 3), -1, a + b + "*\n"},
		{"rows that repeat", row("a", 1) + row("b", 3) + "c", -1, a + b + "*\n" +
			"00000040  63                                                |c|\n"},
		{"repeats, and a finding", row("a", 1) + row("b", 4), 0x4d, a + b + "*\n" +
			"00000030  62 62 62 62 62 62 62 62  62 62 62 62 62 62 62 62  |bbbbbbbbbbbbbbbb|\n" +
			"00000040  62 62 62 62 62 62 62 62  62 62 62 62 62 62 62 62  |bbbbbbbbbbbbbbbb|\n" + caret},
		{"a finding after the end", row("a", 1), 16, a + "                                                            ^\n"},
		{"far rows", row("a", 1) + row("b", 64*maxHexRows+2), -1, a + b + "...\n"},
	} {
		x := &exhibit{content: []byte(test.file), report: &validator.Report{Format: validator.Npy}}
		if test.at >= 0 {
			x.report.Findings = []validator.Finding{{Rule: spec.DataTrailing, Offset: test.at, Length: 2}}
		}
		if got := string(x.hex()); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.what, got, test.want)
		}
	}
}
