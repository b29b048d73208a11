//go:build unix && !darwin && !freebsd && !netbsd

package disk

import "syscall"

// modified returns when the content of a file changed last.
func modified(st *syscall.Stat_t) (seconds, nanos int64) {
	return int64(st.Mtim.Sec), int64(st.Mtim.Nsec)
}
