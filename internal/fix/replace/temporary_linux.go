package replace

import (
	"errors"
	"fmt"
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

// giveName gives a name to a file that has none, for the moment before it is renamed. It is always the same, so that
// what a kill at that moment leaves is removed the next time. It may be removed from under another process that is about
// to put the same content in place, which then fails.
func (t *temporary) giveName(path string) error {
	if t.name != "" {
		return nil
	}
	name := filepath.Join(filepath.Dir(path), ".npycheck-fix-"+filepath.Base(path))
	if len(filepath.Base(name)) > 255 {
		name = name[:len(name)-len(".npycheck-fix-")]
	}
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := t.link(name); err != nil {
		return err
	}
	t.name = name
	return nil
}

// link gives the file a name that no other may have.
func (t *temporary) link(path string) error {
	if t.name != "" {
		return os.Link(t.name, path)
	}
	return unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", t.Fd()), unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW)
}
