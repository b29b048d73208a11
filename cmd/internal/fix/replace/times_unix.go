//go:build unix && !linux

package replace

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// keepTimes gives a file the time of the last change of another, in microseconds.
func keepTimes(f *os.File, like fs.FileInfo) error {
	at := unix.NsecToTimeval(like.ModTime().UnixNano())
	return unix.Futimes(int(f.Fd()), []unix.Timeval{at, at})
}
