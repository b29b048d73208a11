package disk

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestOpenFlags covers the flags of an open file as the kernel lists them: a process that is started meanwhile doesn't
// get it.
func TestOpenFlags(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.npy")
	try(t, os.WriteFile(name, nil, 0o600))
	f, _, err := openRegular(location{name: name})
	try(t, err)
	defer f.Close()
	info, err := os.ReadFile(fmt.Sprintf("/proc/self/fdinfo/%d", f))
	try(t, err)
	_, line, _ := strings.Cut(string(info), "flags:")
	line, _, _ = strings.Cut(line, "\n")
	flags, err := strconv.ParseUint(strings.TrimSpace(line), 8, 64)
	const want = syscall.O_RDONLY | syscall.O_NONBLOCK | syscall.O_CLOEXEC
	if err != nil || flags&(syscall.O_ACCMODE|want) != want {
		t.Errorf("got the flags %#o, %v, want %#o", flags, err, want)
	}
}
