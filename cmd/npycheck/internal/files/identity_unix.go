//go:build unix

package files

import (
	"io/fs"
	"syscall"
)

// fileID identifies a file or a folder, whatever its name.
type fileID struct{ device, inode uint64 }

func identify(_ string, info fs.FileInfo) (fileID, bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return fileID{}, false
	}
	return fileID{uint64(stat.Dev), uint64(stat.Ino)}, true
}
