package outcome

import (
	"testing"

	"github.com/npycheck/npycheck/spec"
)

func TestOf(t *testing.T) {
	const never = spec.Error + 1
	for _, test := range []struct {
		whole         bool
		worst, failOn spec.Severity
		want          Outcome
		title         string
		exit          int
	}{
		{true, 0, 0, OK, "OK", 0},
		{true, spec.Warning, 0, OK, "OK", 0},
		{true, spec.Error, 0, Failed, "Failed", 1},
		{true, spec.Error, never, OK, "OK", 0},
		{true, never, never, Failed, "Failed", 1},
		{true, 0, spec.Note, OK, "OK", 0},
		{true, spec.Note, spec.Note, Failed, "Failed", 1},
		{true, spec.Note, spec.Warning, OK, "OK", 0},
		{false, 0, 0, Incomplete, "Incomplete", 3},
		{false, 0, never, Incomplete, "Incomplete", 3},
		{false, spec.Error, 0, Incomplete, "Incomplete", 3},
	} {
		got := Of(test.whole, test.worst, test.failOn)
		if got != test.want || got.Title() != test.title || got.ExitCode() != test.exit {
			t.Errorf("Of(%v, %v, %v): got %s, %s, %d, want %s, %s, %d", test.whole, test.worst, test.failOn, got, got.Title(), got.ExitCode(), test.want, test.title, test.exit)
		}
	}
	if got := Outcome(""); got.Title() != "Incomplete" || got.ExitCode() != 3 {
		t.Errorf("a check that hasn't ended: got %s, %d, want Incomplete, 3", got.Title(), got.ExitCode())
	}
}
