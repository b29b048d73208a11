package fix

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"runtime"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/internal/fix"
	"github.com/npycheck/npycheck/internal/fix/replace"
	"github.com/npycheck/npycheck/validator"
)

var (
	errLink  = errors.New("is a symbolic link: name the file that it leads to")
	errNames = errors.New("has several names (hard links), and the others would keep the old bytes: use --output")
)

// input fixes one input, and says what became of it.
func (r *run) input(ctx context.Context, in files.Input) {
	path := in.Name()
	if _, ok := in.(*files.DiskFile); !ok {
		_, err := in.Open()
		if err == nil {
			err = cli.ErrRemote
		}
		r.fail(path, err)
		return
	}
	if err := r.file(ctx, path); err != nil && ctx.Err() == nil {
		r.fail(path, err)
	}
}

// file fixes one file.
func (r *run) file(ctx context.Context, path string) error {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return cli.Missing(path, err)
	case info.Mode()&fs.ModeSymlink != 0:
		return errLink
	}
	file, err := disk.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if now, err := os.Lstat(path); err != nil || !os.SameFile(info, now) || file.Changed() {
		return validator.ErrChanged // the mode and the owner would be those of another file
	}
	src := fix.Source{ReaderAt: file, Size: file.Size(), Name: path}
	ready := func() error {
		if file.Changed() {
			return validator.ErrChanged
		}
		return ctx.Err()
	}
	if r.flags.salvage {
		return r.salvage(ctx, src, info, ready)
	}
	plan, err := fix.Make(ctx, src, r.options)
	if err != nil {
		return err
	}
	defer plan.Close()
	if file.Changed() {
		return validator.ErrChanged
	}
	if plan.Changes() && !r.dry() {
		last := func() error {
			if err := ready(); err != nil || runtime.GOOS != "windows" {
				return err
			}
			return file.Close() // Windows doesn't replace a file that is open
		}
		err := r.write(ctx, fix.Target{Path: path, Like: info, Ready: last}, ready, plan)
		var unproved *fix.NotProvedError
		if errors.As(err, &unproved) {
			r.refuse(path, unproved)
			return nil
		}
		if err != nil {
			return err
		}
	}
	r.report(path, plan)
	return nil
}

// write writes what is planned: the files of the arrays after the first, and last what replaces the old file.
func (r *run) write(ctx context.Context, target fix.Target, ready func() error, plan *fix.Plan) error {
	path := target.Path
	to := renamed(path, plan)
	if r.output != "" {
		var err error
		if to, err = r.place(to); err != nil {
			return err
		}
	} else if replace.Names(target.Like) > 1 {
		return errNames
	}
	for i := len(plan.Files) - 1; i >= 1; i-- {
		part := numbered(to, i+1)
		err := plan.Files[i].Write(ctx, fix.Target{Path: path, Like: target.Like, To: part, Ready: ready})
		if errors.Is(err, replace.ErrExists) && proved(ctx, plan.Files[i], part) {
			err = nil // from a run that was killed
		}
		if err != nil {
			return named(part, err)
		}
	}
	switch {
	case len(plan.Files) == 0 && r.output == "":
		if err := target.Ready(); err != nil {
			return err
		}
		return named(to, replace.Rename(path, to))
	case len(plan.Files) == 0:
		target.To = to
		return named(to, plan.Copy().Write(ctx, target))
	case to == path:
		return plan.Files[0].Write(ctx, target)
	}
	target.To = to
	if err := plan.Files[0].Write(ctx, target); err != nil || r.output != "" {
		return named(to, err)
	}
	return os.Remove(path)
}

// proved reports whether a file that is there has the array of a new one.
func proved(ctx context.Context, n *fix.New, path string) bool {
	file, err := disk.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	return n.Prove(ctx, file, file.Size()) == nil
}
