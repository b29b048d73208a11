package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/npycheck/npycheck/validator/report"
)

// output is a file that is opened before the work whose result it takes, and keeps its content until then.
type output struct {
	file    *os.File // nil if nothing is to be written
	created bool
	written bool
}

// openOutput opens a file to be written, unless the name is empty. The caller must close it.
func openOutput(ctx context.Context, name string) (*output, error) {
	if name == "" {
		return &output{}, nil
	}
	_, missing := os.Lstat(name)
	file, err := await(ctx, name, func() (*os.File, error) {
		return os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
	})
	if err != nil {
		return nil, fmt.Errorf("%s can't be written: %s", quoted(name), report.ErrorText(err))
	}
	return &output{file: file, created: errors.Is(missing, fs.ErrNotExist)}, nil
}

// write replaces what is in the file.
func (o *output) write(do func(io.Writer) error) error {
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

// report writes a report into the file, or to stdout if there is none.
func (o *output) report(stdout io.Writer, do func(io.Writer) error) error {
	var err error
	if o.file == nil {
		err = do(stdout)
	} else {
		err = o.write(do)
	}
	if err != nil {
		return &writeError{"the report", err}
	}
	return nil
}

// close removes a new file that nothing was written to.
func (o *output) close() {
	if o.file == nil {
		return
	}
	o.file.Close() // again, if it was written
	if o.created && !o.written {
		os.Remove(o.file.Name())
	}
}

// writeError is a failure to write what a command has to say.
type writeError struct {
	what string // "the report"
	err  error
}

func (e *writeError) Error() string {
	return fmt.Sprintf("%s could not be written: %s", e.what, report.ErrorText(e.err))
}

func (e *writeError) Unwrap() error { return e.err }

// namedWriter says what could not be written.
type namedWriter struct {
	io.Writer
	what string
}

func (w *namedWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if err != nil {
		err = &writeError{w.what, err}
	}
	return n, err
}

// failedOutput returns an error of a command as one of writing, if that is what it is.
func failedOutput(err error, stdout io.Writer) *writeError {
	var known *writeError
	if errors.As(err, &known) {
		return known
	}
	var path *fs.PathError
	if f, ok := stdout.(*os.File); ok && errors.As(err, &path) && path.Op == "write" && path.Path == f.Name() {
		return &writeError{"the output", err}
	}
	return nil
}
