//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package cli

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// errLocked is about a file that another process is writing.
var errLocked = errors.New("another npycheck is writing it")

// lockPatience is how long to wait for a lock: a killed process holds its lock until it is gone.
const lockPatience = time.Second

// Lock keeps others from locking a file until it is closed or the process ends. File systems without locks have none.
func Lock(file *os.File) error {
	for end := time.Now().Add(lockPatience); errors.Is(syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK); {
		if time.Now().After(end) {
			return errLocked
		}
		time.Sleep(20 * time.Millisecond)
	}
	return nil
}
