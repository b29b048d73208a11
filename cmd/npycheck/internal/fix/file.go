package fix

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/fix"
	"github.com/npycheck/npycheck/cmd/internal/fix/replace"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/internal/text"
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
func proved(ctx context.Context, n *fix.NewFile, path string) bool {
	file, err := disk.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	return n.Prove(ctx, file, file.Size()) == nil
}

// renamed returns the name of a file after it was fixed: with the suffix of its format, if the plan says so.
func renamed(path string, plan *fix.Plan) string {
	if !plan.Rename {
		return path
	}
	return strings.TrimSuffix(path, filepath.Ext(path)) + "." + string(plan.Format)
}

// numbered returns the name of the file of the nth array: a.2.npy.
func numbered(path string, n int) string {
	ext := filepath.Ext(path)
	return fmt.Sprintf("%s.%d%s", strings.TrimSuffix(path, ext), n, ext)
}

// newNames says which names the new files have, if it isn't that of the old one.
func newNames(path string, plan *fix.Plan) string {
	to := renamed(path, plan)
	text := ""
	if plan.Rename {
		text = "; the new name is " + cli.QuotedText(filepath.Base(to))
	}
	switch last := len(plan.Files); {
	case last == 2:
		text += "; the second array is in " + cli.QuotedText(filepath.Base(numbered(to, 2)))
	case last > 2:
		text += "; the other arrays are in " + cli.QuotedText(filepath.Base(numbered(to, 2))) + " to " + cli.QuotedText(filepath.Base(numbered(to, last)))
	}
	return text
}

// named says which file could not be written, unless it is the one that is fixed.
func named(path string, err error) error {
	if errors.Is(err, replace.ErrExists) {
		return fmt.Errorf("%s: %w", validator.Quote(path), err)
	}
	return err
}

// place returns where a file goes below the folder of --output: its path below the folder that was given, or its name.
// It makes the folders for it.
func (r *run) place(path string) (string, error) {
	below := filepath.Base(path)
	for _, arg := range r.args {
		if rel, err := filepath.Rel(arg, path); err == nil && filepath.IsLocal(rel) && rel != "." {
			below = rel
			break
		}
	}
	to := filepath.Join(r.output, below)
	if err := r.folder(filepath.Dir(below)); err != nil {
		var cause *fs.PathError
		if errors.As(err, &cause) {
			err = cause.Err
		}
		return "", fmt.Errorf("%s leads out of the folder of --output, or can't be made: %v", validator.Quote(filepath.Dir(to)), err)
	}
	root, err := filepath.EvalSymlinks(r.output)
	if err != nil {
		return "", err
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(to))
	if err != nil {
		return "", err
	}
	if rel, err := filepath.Rel(root, dir); err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s leads out of the folder of --output", validator.Quote(filepath.Dir(to)))
	}
	return to, nil
}

// folder makes a folder below that of --output, and none outside it, where a symbolic link may lead.
func (r *run) folder(below string) error {
	if err := os.MkdirAll(r.output, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(r.output)
	if err != nil {
		return err
	}
	defer root.Close()
	return root.MkdirAll(below, 0o777)
}

// maxNames is the number of members that are named.
const maxNames = 20

// salvage writes the members of an archive that are whole into a new one, and says which are lost.
func (r *run) salvage(ctx context.Context, src fix.Source, like fs.FileInfo, ready func() error) error {
	path := src.Name
	s, err := fix.Salvage(ctx, src)
	if err != nil {
		return err
	}
	if err := ready(); err != nil {
		return err
	}
	shown := cli.QuotedText(path)
	switch {
	case s.Whole:
		r.untouched++
		return nil
	case s.File == nil:
		r.left++
		r.say("%s: not salvaged: no member is whole", shown)
	default:
		to, err := r.place(path)
		if err != nil {
			return err
		}
		err = s.File.Write(ctx, fix.Target{Path: path, Like: like, To: to, Ready: ready})
		var unproved *fix.NotProvedError
		switch {
		case errors.As(err, &unproved):
			r.refuse(path, unproved)
			return nil
		case err != nil:
			return named(to, err)
		}
		r.fixed++
		r.say("%s: salvaged %s in %s: %s", shown, text.Count(int64(len(s.Saved)), "member"), cli.QuotedText(to), names(s.Saved))
		if len(s.Lost) > 0 || s.Open {
			r.left++
		}
	}
	for i, l := range s.Lost {
		if i == maxNames {
			r.say("  lost: %s more", text.Count(int64(len(s.Lost)-i), "member"))
			break
		}
		r.say("  lost: %s: %s", cli.QuotedText(l.Name), text.Inert(l.Why))
	}
	if s.Open && s.File != nil {
		r.say("  the directory is not whole, so other members may be lost")
	}
	return nil
}

// names returns the first names of a list.
func names(all []string) string {
	var shown []string
	for _, name := range all[:min(len(all), maxNames)] {
		shown = append(shown, cli.QuotedText(name))
	}
	s := strings.Join(shown, ", ")
	if n := len(all) - len(shown); n > 0 {
		s += " and " + text.Count(int64(n), "more member")
	}
	return s
}
