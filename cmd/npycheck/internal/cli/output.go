package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

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
