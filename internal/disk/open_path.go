//go:build unix && !linux

package disk

import "syscall"

// open opens the file, and returns its descriptor.
func (l location) open(flags int) (int, error) {
	path := l.path()
	return retry(func() (int, error) { return syscall.Open(path, flags, 0) })
}

// stat returns the state of the file at a path.
func stat(path string, st *syscall.Stat_t) error {
	_, err := retry(func() (int, error) { return 0, syscall.Stat(path, st) })
	return err
}
