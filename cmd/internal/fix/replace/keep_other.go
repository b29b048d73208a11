//go:build !unix

package replace

import (
	"errors"
	"io/fs"
	"os"
)

// ErrOwner says that the new file can't have the owner of the old one.
var ErrOwner = errors.New("the new file could not keep the owner of the old one")

// keep gives a file the mode of another.
func keep(f *os.File, like fs.FileInfo) error { return os.Chmod(f.Name(), like.Mode().Perm()) }

// keepTimes gives a file the times of another.
func keepTimes(f *os.File, like fs.FileInfo) error {
	return os.Chtimes(f.Name(), like.ModTime(), like.ModTime())
}

// Names returns how many names a file has in its file system, as far as that is known.
func Names(fs.FileInfo) uint64 { return 1 }

// Sparse reports that a file has no holes, as far as that is known.
func Sparse(fs.FileInfo) bool { return false }

// syncFolder does nothing: a folder can't be synced.
func syncFolder(string) error { return nil }
