package cli

import (
	"bytes"
	"testing"
)

func TestShowsBar(t *testing.T) {
	terminal := false // a buffer is not a terminal
	for _, test := range []struct {
		quiet bool
		when  string
		want  bool
	}{
		{false, "auto", terminal},
		{true, "auto", false},
		{false, "always", true},
		{true, "always", true},
		{false, "never", false},
		{true, "never", false},
	} {
		if got := ShowsBar(new(bytes.Buffer), test.quiet, test.when); got != test.want {
			t.Errorf("quiet %v, --progress %s: got %v, want %v", test.quiet, test.when, got, test.want)
		}
	}
}
