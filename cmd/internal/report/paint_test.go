package report

import (
	"testing"

	"github.com/npycheck/npycheck/spec"
)

func TestPaint(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Paint(true).Bold("a"), "\x1b[1ma\x1b[22m"},
		{Paint(true).Arrow("-->"), "\x1b[34;1m-->\x1b[0;22m"},
		{Paint(true).Good("a"), "\x1b[32;1ma\x1b[0;22m"},
		{Paint(true).Bad("a"), "\x1b[31;1ma\x1b[0;22m"},
		{Paint(true).Severity(spec.Error, "a"), "\x1b[31;1ma\x1b[0;22m"},
		{Paint(true).Severity(spec.Warning, "a"), "\x1b[35;1ma\x1b[0;22m"},
		{Paint(true).Severity(spec.Note, "a"), "\x1b[36;1ma\x1b[0;22m"},
		{Paint(true).Carets(spec.Note)("^^"), "\x1b[36;1m^^\x1b[0;22m"},
		{Paint(true).Bold(""), ""},
		{Paint(false).Bad("a"), "a"},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}
