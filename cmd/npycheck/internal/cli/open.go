package cli

import (
	"context"
	"fmt"
	"io"
	"os"
)

// Await returns what do returns, unless the context is done first. Opening a FIFO, or reading from one, waits for its
// other end; do is abandoned then, since the process ends.
func Await[T any](ctx context.Context, name string, do func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		value, err := do()
		done <- outcome{value, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, fmt.Errorf("interrupted while waiting for %s", Quoted(name))
	}
}

// OpenText opens a file or a pipe with lines or JSON.
func OpenText(ctx context.Context, name string) (*os.File, error) {
	return Await(ctx, name, func() (*os.File, error) { return os.Open(name) })
}

// maxText is the most bytes that are read of a list of known failures, a baseline or a report of conform: a device
// has no end.
const maxText = 64 << 20

// ReadText returns the content of a file, or of a pipe once it is closed.
func ReadText(ctx context.Context, name string) ([]byte, error) {
	f, err := OpenText(ctx, name)
	if err != nil {
		return nil, err
	}
	return Await(ctx, name, func() ([]byte, error) {
		defer f.Close()
		text, err := io.ReadAll(io.LimitReader(f, maxText+1))
		if err == nil && len(text) > maxText {
			err = fmt.Errorf("%s: has more than %d bytes", name, maxText)
		}
		return text, err
	})
}

// CreateFile creates the file for a report. Unlike os.Create it opens the file for writing only: what is written to a
// FIFO that is open for reading as well is lost unless somebody else reads it.
func CreateFile(ctx context.Context, name string) (*os.File, error) {
	return Await(ctx, name, func() (*os.File, error) {
		return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	})
}
