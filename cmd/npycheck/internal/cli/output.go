package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// The exit codes. They are part of the interface: scripts depend on them.
const (
	ExitOK         = 0
	ExitFindings   = 1
	ExitUsage      = 2
	ExitIncomplete = 3

	// The output is a pipe that nobody reads any longer; shells report a death by SIGPIPE so. For commands that
	// only show something: a report that was cut off is incomplete.
	ExitClosedPipe = 141
)

// Reporting marks a command that does something and has to report the outcome. Others only show something.
func Reporting(cmd *cobra.Command) *cobra.Command {
	cmd.Annotations = map[string]string{"reports": ""}
	return cmd
}

func Reports(cmd *cobra.Command) bool {
	_, ok := cmd.Annotations["reports"]
	return ok
}

// ExitCode is the error of a command that has printed everything and only has to exit.
type ExitCode int

func (c ExitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// Output is a file that is opened before the work whose result it gets, and keeps its content until then.
type Output struct {
	file    *os.File // nil if nothing is to be written
	created bool
	written bool
}

// OpenOutput opens a file to be written, unless the name is empty. The caller must close it.
func OpenOutput(ctx context.Context, name string) (*Output, error) {
	if name == "" {
		return &Output{}, nil
	}
	_, missing := os.Lstat(name)
	file, err := Await(ctx, name, func() (*os.File, error) {
		return os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
	})
	if err != nil {
		return nil, fmt.Errorf("%s can't be written: %s", Quoted(name), report.ErrorText(err))
	}
	return &Output{file: file, created: errors.Is(missing, fs.ErrNotExist)}, nil
}

// Write replaces what is in the file.
func (o *Output) Write(do func(io.Writer) error) error {
	o.written = true
	if info, err := o.file.Stat(); err != nil {
		return err
	} else if info.Mode().IsRegular() {
		if err := o.file.Truncate(0); err != nil {
			return err
		}
	}
	if err := do(o.file); err != nil {
		return err
	}
	return o.file.Close()
}

// Report writes a report into the file, or to stdout if there is none.
func (o *Output) Report(stdout io.Writer, do func(io.Writer) error) error {
	var err error
	if o.file == nil {
		err = do(stdout)
	} else {
		err = o.Write(do)
	}
	if err != nil {
		return &WriteError{"the report", err}
	}
	return nil
}

// Close removes a new file that nothing was written to.
func (o *Output) Close() {
	if o.file == nil {
		return
	}
	o.file.Close() // again, if it was written
	if o.created && !o.written {
		os.Remove(o.file.Name())
	}
}

// WriteError is a failure to write the output of a command.
type WriteError struct {
	What string // "the report"
	Err  error
}

func (e *WriteError) Error() string {
	return fmt.Sprintf("%s could not be written: %s", e.What, report.ErrorText(e.Err))
}

func (e *WriteError) Unwrap() error { return e.Err }

// NamedWriter says what could not be written.
type NamedWriter struct {
	io.Writer
	What string
}

func (w *NamedWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if err != nil {
		err = &WriteError{w.What, err}
	}
	return n, err
}

// FailedOutput returns an error of a command as one of writing, if that is what it is.
func FailedOutput(err error, stdout io.Writer) *WriteError {
	var known *WriteError
	if errors.As(err, &known) {
		return known
	}
	var path *fs.PathError
	if f, ok := stdout.(*os.File); ok && errors.As(err, &path) && path.Op == "write" && path.Path == f.Name() {
		return &WriteError{"the output", err}
	}
	return nil
}

// QuotedText makes text from an adapter or a manifest safe for a terminal and a log.
func QuotedText(s string) string { return text.Inert(validator.Quote(s)) }

// EndingWriter ends the work once nobody reads its output.
type EndingWriter struct {
	W   io.Writer
	End func()
	Err error
}

func (e *EndingWriter) Write(p []byte) (int, error) {
	n, err := e.W.Write(p)
	if err != nil {
		e.Err = err
		e.End()
	}
	return n, err
}

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
