//go:build unix && !solaris && !aix

package hunt

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks a file until it is closed, by whatever ends the process. It is false if another process, or
// another opening of the file in this one, has the lock.
func tryLock(file *os.File) (bool, error) {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}
