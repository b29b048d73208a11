package replace

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// newTemporary returns a temporary file for a path: without a name, where the file system can do that, so that nothing
// is left of it if the process is killed.
func newTemporary(path string) (*temporary, error) {
	fd, err := unix.Open(filepath.Dir(path), unix.O_RDWR|unix.O_TMPFILE|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return named(path)
	}
	return &temporary{File: os.NewFile(uintptr(fd), path)}, nil
}

// giveName gives a name to a file that has none, for the moment before it is renamed. Usually it is always the same, so
// that what a kill at that moment leaves is removed the next time. If something else has that name, it stays, and the
// name is another one.
func (t *temporary) giveName(path string) error {
	if t.name != "" {
		return nil
	}
	const prefix = ".npycheck-fix-"
	dir, base := filepath.Split(path)
	name := filepath.Join(dir, prefix+base[:min(len(base), 255-len(prefix))])
	err := t.link(name)
	if errors.Is(err, fs.ErrExist) && t.left(name) {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		err = t.link(name)
	}
	if errors.Is(err, fs.ErrExist) {
		name = filepath.Join(dir, prefix+rand.Text())
		err = t.link(name)
	}
	if err != nil {
		return err
	}
	t.name = name
	return nil
}

// left reports whether a name is that of what an earlier attempt left: a file with the same bytes.
func (t *temporary) left(name string) bool {
	fd, err := unix.Open(name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	f := os.NewFile(uintptr(fd), name)
	defer f.Close()
	was, err := f.Stat()
	if err != nil || !was.Mode().IsRegular() {
		return false
	}
	is, err := t.Stat()
	return err == nil && was.Size() == is.Size() && equal(f, io.NewSectionReader(t, 0, is.Size()))
}

// equal reports whether two readers have the same bytes.
func equal(a, b io.Reader) bool {
	x, y := make([]byte, 64<<10), make([]byte, 64<<10)
	for {
		n, err := io.ReadFull(a, x)
		m, _ := io.ReadFull(b, y)
		if !bytes.Equal(x[:n], y[:m]) {
			return false
		}
		if err != nil {
			return err == io.EOF || err == io.ErrUnexpectedEOF
		}
	}
}

// link gives the file a name that no other may have.
func (t *temporary) link(path string) error {
	if t.name != "" {
		return os.Link(t.name, path)
	}
	return unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", t.Fd()), unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW)
}
