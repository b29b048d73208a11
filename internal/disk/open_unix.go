//go:build unix

package disk

import (
	"errors"
	"fmt"
	"io"
	"syscall"
	"time"
)

// handle is an open file without the poller registration and the finalizer of an os.File, which
// cost more than the check of a small header.
type handle int

// openFile opens a file without waiting for the other end of a FIFO. A listed one must not be a link.
func (l location) openFile(listed bool) (handle, error) {
	flags := syscall.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOCTTY | syscall.O_CLOEXEC
	if listed {
		flags |= syscall.O_NOFOLLOW
	}
	fd, err := l.open(flags)
	if err != nil {
		return 0, l.failed("open", err)
	}
	return handle(fd), nil
}

// regular returns the state of a regular file.
func (f handle) regular(l location) (state, error) {
	var st syscall.Stat_t
	if err := fstat(int(f), &st); err != nil {
		return state{}, l.failed("stat", err)
	}
	if mode := st.Mode & syscall.S_IFMT; mode != syscall.S_IFREG {
		return state{}, l.failed("open", fmt.Errorf("is a %s, not a regular file", fileType(uint32(mode))))
	}
	return stateOf(&st), nil
}

// state identifies a file and one of its versions.
type state struct {
	device, inode  uint64
	size           int64
	seconds, nanos int64 // of the last change of the content
}

func stateOf(st *syscall.Stat_t) state {
	s := state{device: uint64(st.Dev), inode: uint64(st.Ino), size: st.Size}
	s.seconds, s.nanos = modified(st)
	return s
}

func (s state) modified() time.Time { return time.Unix(s.seconds, s.nanos) }

// changed reports whether the file has changed, or its name refers to another file. The files of /proc, which have no
// size, change all the time.
func (f handle) changed(path string, before state) bool {
	var own, named syscall.Stat_t
	if fstat(int(f), &own) != nil || stat(path, &named) != nil {
		return true
	}
	if before.size == 0 {
		return own.Size != 0
	}
	after := stateOf(&own)
	return after != before || uint64(named.Dev) != before.device || uint64(named.Ino) != before.inode
}

func fileType(mode uint32) string {
	switch mode {
	case syscall.S_IFDIR:
		return "directory"
	case syscall.S_IFIFO:
		return "FIFO"
	case syscall.S_IFSOCK:
		return "socket"
	case syscall.S_IFCHR, syscall.S_IFBLK:
		return "device"
	}
	return "special file"
}

// first reads once from the beginning.
func (f handle) first(p []byte) (int, error) {
	return retry(func() (int, error) { return syscall.Pread(int(f), p, 0) })
}

func (f handle) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		got, err := retry(func() (int, error) { return syscall.Pread(int(f), p[n:], off+int64(n)) })
		if err != nil {
			return n, err
		}
		if got == 0 {
			return n, io.EOF
		}
		n += got
	}
	return n, nil
}

func (f handle) Close() error { return syscall.Close(int(f)) }

func fstat(fd int, st *syscall.Stat_t) error {
	_, err := retry(func() (int, error) { return 0, syscall.Fstat(fd, st) })
	return err
}

// retry repeats a call that a signal interrupted.
func retry(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if !errors.Is(err, syscall.EINTR) {
			return n, err
		}
	}
}
