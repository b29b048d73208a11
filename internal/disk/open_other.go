//go:build !unix

package disk

import (
	"errors"
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

// openRegular opens a regular file.
func openRegular(l location) (handle, state, error) {
	f, err := os.Open(l.path())
	if err != nil {
		return handle{}, state{}, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return handle{}, state{}, err
	}
	if !info.Mode().IsRegular() {
		f.Close()
		return handle{}, state{}, l.failed("open", errors.New("is not a regular file"))
	}
	return handle{f}, state{info, info.Size()}, nil
}

func (s state) modified() time.Time { return s.info.ModTime() }

// changed reports whether the file has changed, or its name refers to another file.
func (f handle) changed(path string, before state) bool {
	own, err1 := f.Stat()
	named, err2 := os.Stat(path)
	return err1 != nil || err2 != nil || own.Size() != before.size || !own.ModTime().Equal(before.info.ModTime()) ||
		!os.SameFile(named, before.info)
}
