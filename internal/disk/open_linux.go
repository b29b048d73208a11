package disk

import (
	"os"
	"runtime"
	"strings"
	"syscall"
)

const (
	workingDir = -100     // AT_FDCWD
	pathOnly   = 0x200000 // O_PATH: a place in the tree, which is neither read nor written
	maxPath    = 4096     // the system's limit on a path, with a NUL at the end
)

// open opens the file, and returns its descriptor.
func (l location) open(flags int) (int, error) {
	if l.folder == nil {
		return openPath(l.name, flags)
	}
	defer runtime.KeepAlive(l.folder)
	return openAt(int(l.folder.Fd()), l.name, flags)
}

// openAt opens a file by its path from the folder with that descriptor.
func openAt(folder int, path string, flags int) (int, error) {
	return retry(func() (int, error) { return syscall.Openat(folder, path, flags, 0) })
}

// openPath opens a file by its path, piece by piece if the path is too long for the system.
func openPath(path string, flags int) (int, error) {
	folder := workingDir
	for len(path) >= maxPath {
		end := strings.LastIndexByte(path[:maxPath-1], '/')
		if end <= 0 {
			break // a name that no system accepts
		}
		next, err := openAt(folder, path[:end], pathOnly|syscall.O_DIRECTORY|syscall.O_CLOEXEC)
		closeFolder(folder)
		if err != nil {
			return 0, err
		}
		folder, path = next, strings.TrimLeft(path[end:], "/")
		if path == "" {
			path = "."
		}
	}
	defer closeFolder(folder)
	return openAt(folder, path, flags)
}

func closeFolder(fd int) {
	if fd != workingDir {
		syscall.Close(fd)
	}
}

// stat returns the state of the file at a path.
func stat(path string, st *syscall.Stat_t) error {
	if len(path) < maxPath {
		_, err := retry(func() (int, error) { return 0, syscall.Stat(path, st) })
		return err
	}
	fd, err := openPath(path, pathOnly|syscall.O_CLOEXEC)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	return fstat(fd, st)
}

// openFolder opens a folder.
func openFolder(path string) (*os.File, error) {
	fd, err := openPath(path, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), path), nil
}
