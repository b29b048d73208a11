// Package replace writes files so that a kill or a full disk at any moment leaves the old file or the new one.
package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Options say what to replace, and by what.
type Options struct {
	Path  string               // of the file whose content is replaced
	Like  fs.FileInfo          // its state: mode, owner and times are kept, and on Linux extended attributes and ACLs
	Write func(*os.File) error // writes the new content, from an empty file on

	// Check is called once the new content is on the disk, before it gets its name. Its error leaves everything as
	// it was. So does that of Ready, which is called last.
	Check func(*os.File) error
	Ready func() error

	// To is the path of the new file if it isn't Path, which then stays. A file that is there is never replaced.
	To string
}

// File replaces the content of a file, or writes a new one.
func File(o Options) error {
	to := o.To
	if to == "" {
		to = o.Path
	}
	t, err := newTemporary(to)
	if err != nil {
		return err
	}
	defer t.drop()
	for _, step := range []func() error{
		func() error { return o.Write(t.File) },
		func() error { return keep(t.File, o.Like) },
		func() error { return keepAttributes(t.File, o.Path) }, // after the mode, which changes an ACL
		t.Sync,
		func() error { return o.Check(t.File) },
		func() error { return keepTimes(t.File, o.Like) }, // reading changes one of them
		o.Ready,
	} {
		if err := step(); err != nil {
			return plain(err)
		}
	}
	if o.To != "" {
		err = t.link(to)
	} else {
		err = t.replace(to)
	}
	if errors.Is(err, fs.ErrExist) {
		return ErrExists
	}
	if err != nil {
		return plain(err)
	}
	return syncFolder(filepath.Dir(to))
}

// Rename gives a file another name in its folder, which no file may have.
func Rename(path, to string) error {
	err := os.Link(path, to)
	switch {
	case errors.Is(err, fs.ErrExist):
		return ErrExists
	case err != nil:
		return plain(err)
	}
	if err := os.Remove(path); err != nil {
		return plain(err)
	}
	return syncFolder(filepath.Dir(to))
}

// replace puts the file in place of another.
func (t *temporary) replace(path string) error {
	if err := t.giveName(path); err != nil {
		return err
	}
	if err := os.Rename(t.name, path); err != nil {
		return err
	}
	t.name = ""
	return nil
}
