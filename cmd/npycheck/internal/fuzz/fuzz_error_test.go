package fuzz

import (
	"context"
	"errors"
	"io/fs"
	"testing"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/fuzz/hunt"
)

// TestFuzzError distinguishes mistakes in the command line from later errors.
func TestFuzzError(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		ctx   context.Context
		err   error
		want  string
		usage bool
	}{
		{t.Context(), errors.New("no more processes"), "no more processes", false},
		{t.Context(), &conformance.AdapterError{Command: "a\x1b", Err: fs.ErrNotExist}, `can't start "a\x1b": file does not exist`, true},
		{t.Context(), &hunt.FolderError{Dir: "out", Message: "is no folder"}, `--out "out" is no folder`, true},
		{cancelled, errors.New("no more processes"), "interrupted before the first file; nothing was saved", false},
	} {
		var usage cli.UsageError
		got := fuzzError(test.ctx, test.err)
		if got == nil || got.Error() != test.want || errors.As(got, &usage) != test.usage {
			t.Errorf("%v: got %v, want %s, and a mistake in the command line: %t", test.err, got, test.want, test.usage)
		}
	}
}
