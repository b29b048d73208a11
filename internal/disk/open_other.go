//go:build !unix

package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"time"
)

type handle struct{ *os.File }

// state identifies a file and one of its versions.
type state struct {
	info fs.FileInfo
	size int64
}

// openFile opens a file.
func (l location) openFile(bool) (handle, error) {
	f, err := os.Open(l.path())
	return handle{f}, err
}

// regular returns the state of a regular file.
func (f handle) regular(l location) (state, error) {
	info, err := f.Stat()
	switch {
	case err != nil:
		return state{}, err
	case !info.Mode().IsRegular():
		return state{}, l.failed("open", errors.New("is not a regular file"))
	}
	return state{info, info.Size()}, nil
}

// first reads from the beginning.
func (f handle) first(p []byte) (int, error) {
	n, err := f.ReadAt(p, 0)
	if err == io.EOF {
		err = nil
	}
	return n, err
}

func (s state) modified() time.Time { return s.info.ModTime() }

// changed reports whether the file has changed, or its name refers to another file.
func (f handle) changed(path string, before state) bool {
	own, err1 := f.Stat()
	named, err2 := os.Stat(path)
	return err1 != nil || err2 != nil || own.Size() != before.size || !own.ModTime().Equal(before.info.ModTime()) ||
		!os.SameFile(named, before.info)
}
