package fix

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/npycheck/npycheck/internal/fix/replace"
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
func (n *New) Write(ctx context.Context, t Target) error {
	return replace.File(replace.Options{
		Path: t.Path, To: t.To, Like: t.Like, Ready: t.Ready,
		Write: func(f *os.File) error { return n.write(ctx, f) },
		Check: func(f *os.File) error { return n.prove(ctx, f) },
	})
}

// NotProvedError says that a new file was not put in place, since it may have other arrays or other faults.
type NotProvedError struct{ Err error }

func (e *NotProvedError) Error() string { return "not proved: " + e.Err.Error() }

// prove decodes and compares the arrays, and lets the validator judge the new file.
func (n *New) prove(ctx context.Context, f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	now := Source{f, info.Size(), n.name}
	if err := n.verify(ctx, now); err != nil {
		return &NotProvedError{err}
	}
	report, err := validator.Check(ctx, f, now.Size, checkOptions(n.name))
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
