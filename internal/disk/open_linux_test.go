package disk

import (
	"fmt"
	"net"
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
	f, err := location{name: name}.openFile(false)
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

// TestOpenListed opens names that a folder listed as those of regular files, and that are something else by then. What
// is not a file can't be read, and Stat says what it is.
func TestOpenListed(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	try(t, os.WriteFile(at("a.npy"), []byte("abc"), 0o600))
	try(t, os.Symlink("a.npy", at("link.npy")))
	try(t, os.Symlink("/dev/zero", at("device.npy")))
	try(t, os.Mkdir(at("folder.npy"), 0o700))
	try(t, syscall.Mkfifo(at("pipe.npy"), 0o600))
	socket, err := net.Listen("unix", at("socket.npy"))
	try(t, err)
	defer socket.Close()
	folder, err := OpenFolder(dir)
	try(t, err)
	defer folder.Close()
	for name, expected := range map[string]string{
		"a.npy":       "",
		"link.npy":    "",
		"device.npy":  "is a device",
		"folder.npy":  "is a directory",
		"pipe.npy":    "is a FIFO",
		"socket.npy":  "no such device or address",
		"missing.npy": "no such file",
		"../a.npy":    "is not a name in a folder",
	} {
		f, err := OpenListed(folder, name)
		if err == nil {
			var n int
			if n, err = f.First(make([]byte, 10)); (err == nil) != (n == 3 && f.Size() == 3) {
				t.Errorf("%s: read %d bytes, %v, size %d", name, n, err, f.Size())
			}
			err = f.Stat()
			f.Close()
		}
		if expected == "" && err != nil || expected != "" && (err == nil || !strings.Contains(err.Error(), expected)) {
			t.Errorf("%s: got %v, want %q", name, err, expected)
		}
	}
}
