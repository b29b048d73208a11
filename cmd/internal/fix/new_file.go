package fix

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/npycheck/npycheck/cmd/internal/fix/replace"
	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/internal/second"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Target is where a new file goes.
type Target struct {
	Path  string       // of the old file
	Like  fs.FileInfo  // its state: the new file gets its mode, owner and times
	To    string       // the path of the new file, which must not exist; "" to replace the old one
	Ready func() error // is called before the new file gets its name; its error leaves all as it was
}

// Write writes the new file, proves that it has the arrays of the old one, and puts it in place. An error leaves
// everything as it was.
func (n *NewFile) Write(ctx context.Context, t Target) error {
	return replace.File(replace.Options{
		Path: t.Path, To: t.To, Like: t.Like, Ready: t.Ready,
		Write: func(f *os.File) error {
			if !replace.Sparse(t.Like) {
				return n.Encode(ctx, f)
			}
			h := &replace.Holes{File: f}
			if err := n.Encode(ctx, h); err != nil {
				return err
			}
			return h.Finish()
		},
		Check: func(f *os.File) error {
			info, err := f.Stat()
			if err != nil {
				return err
			}
			return n.Prove(ctx, f, info.Size())
		},
	})
}

// Encode writes the bytes of the new file.
func (n *NewFile) Encode(ctx context.Context, w io.WriteSeeker) error { return n.write(ctx, w) }

// NotProvedError says that a new file was not put in place, since it may have other arrays or other faults.
type NotProvedError struct{ Err error }

func (e *NotProvedError) Error() string { return "not proved: " + e.Err.Error() }

// Prove decodes the new file, whose bytes r has, compares its arrays with those of the old one, and lets the validator
// judge it. It is a NotProvedError if that gives another array or a fault that was not there.
func (n *NewFile) Prove(ctx context.Context, r io.ReaderAt, size int64) error {
	if n.law != nil {
		if _, err := n.law(); err != nil {
			return &NotProvedError{err}
		}
	}
	if err := n.verify(ctx, Source{r, size, n.name}); err != nil {
		return &NotProvedError{err}
	}
	report, err := validator.Check(ctx, r, size, checkOptions(n.name))
	switch {
	case err != nil:
		return err
	case report.Incomplete != "":
		return &NotProvedError{fmt.Errorf("the new file could not be checked: %s", report.Incomplete)}
	}
	for _, found := range slices.Concat(report.Findings, report.Followed) {
		if slices.Contains(n.gone, found.Rule) || found.Severity() > spec.Note && !slices.Contains(n.left, found.Rule) {
			return &NotProvedError{fmt.Errorf("the new file would break %v: %s", found.Rule, found.Message)}
		}
	}
	return nil
}

// within returns a reader that ends with the context.
func within(ctx context.Context, r io.Reader) io.Reader { return disk.NewContextReader(ctx, r) }

// copyAll copies all of a section.
func copyAll(ctx context.Context, w io.Writer, r *io.SectionReader) error {
	n, err := io.Copy(w, within(ctx, r))
	if err == nil && n != r.Size() {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// verbatim returns a new file with the bytes of another.
func verbatim(f *file) *NewFile {
	all := func() *io.SectionReader { return io.NewSectionReader(f, 0, f.Size) }
	return &NewFile{
		write: func(ctx context.Context, w io.WriteSeeker) error { return copyAll(ctx, w, all()) },
		verify: func(ctx context.Context, now Source) error {
			return second.Identical(within(ctx, all()), within(ctx, io.NewSectionReader(now, 0, now.Size)))
		},
	}
}
