package fix

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/npycheck/npycheck/internal/fix/replace"
	"github.com/npycheck/npycheck/validator"
)

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
