//go:build unix

package replace

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// ErrOwner says that the new file can't have the owner of the old one.
var ErrOwner = errors.New("the new file could not keep the owner of the old one")

// keep gives a file the owner and the mode of another.
func keep(f *os.File, like fs.FileInfo) error {
	old := like.Sys().(*syscall.Stat_t)
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if now := info.Sys().(*syscall.Stat_t); now.Uid != old.Uid || now.Gid != old.Gid {
		if f.Chown(int(old.Uid), int(old.Gid)) != nil {
			return ErrOwner
		}
	}
	return f.Chmod(like.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky))
}

// Names returns how many names a file has in its file system.
func Names(info fs.FileInfo) uint64 { return uint64(info.Sys().(*syscall.Stat_t).Nlink) }

// Sparse reports whether a file takes less room on the disk than its length, as one with holes does.
func Sparse(info fs.FileInfo) bool {
	return info.Sys().(*syscall.Stat_t).Blocks*512 < info.Size()
}

// syncFolder makes the names in a folder last.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return plain(err)
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) {
		return plain(err)
	}
	return nil
}
