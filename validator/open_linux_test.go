package validator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/npycheck/npycheck/internal/disk"
)

// longFolder makes folders in dir whose path has more than n bytes, and returns the path.
func longFolder(t *testing.T, dir string, n int) string {
	t.Helper()
	root, err := os.OpenRoot(dir)
	try(t, err)
	for name := strings.Repeat("d", 200); len(dir) <= n; dir += "/" + name {
		try(t, root.Mkdir(name, 0o700))
		next, err := root.OpenRoot(name)
		try(t, err)
		root.Close()
		root = next
	}
	try(t, root.WriteFile("good.npy", plainFile, 0o600))
	try(t, root.WriteFile("cut.npy", plainFile[:140], 0o600))
	try(t, syscall.Mkfifo(fmt.Sprintf("/proc/self/fd/%d/pipe.npy", rootFd(t, root)), 0o600))
	root.Close()
	return dir
}

// rootFd returns the descriptor of a folder.
func rootFd(t *testing.T, root *os.Root) uintptr {
	t.Helper()
	f, err := root.Open(".")
	try(t, err)
	t.Cleanup(func() { f.Close() })
	return f.Fd()
}

// TestLongPath opens files whose paths have as many bytes as the system takes, one or many more: the file itself or
// the folder that it is in.
func TestLongPath(t *testing.T) {
	for _, n := range []int{4080, 4300, 8200, 20_000} {
		dir := longFolder(t, t.TempDir(), n)
		for what, open := range map[string]func(name string) (*disk.File, error){
			"by path":             func(name string) (*disk.File, error) { return disk.Open(dir + "/" + name) },
			"with more slashes":   func(name string) (*disk.File, error) { return disk.Open(dir + strings.Repeat("/", 9000) + name) },
			"in a folder":         func(name string) (*disk.File, error) { return openedIn(t, dir, name) },
			"in its folder /././": func(name string) (*disk.File, error) { return openedIn(t, dir+strings.Repeat("/.", 9000), name) },
		} {
			for name, want := range map[string][]string{"good.npy": nil, "cut.npy": {"data-truncated"}} {
				f, err := open(name)
				try(t, err)
				if report, err := Check(context.Background(), f, f.Size(), nil); err != nil || !slices.Equal(ruleIDs(report), want) {
					t.Errorf("%d bytes, %s, %s: got %+v, %v, want %v", n, what, name, report, err, want)
				}
				try(t, f.Close())
			}
			for name, want := range map[string]error{"missing.npy": syscall.ENOENT, "good.npy/a.npy": nil, strings.Repeat("a", 5000): nil, "pipe.npy": nil} {
				if f, err := open(name); f != nil || err == nil || want != nil && !errors.Is(err, want) {
					t.Errorf("%d bytes, %s, %.20s: got %v, want the error %v", n, what, name, err, want)
				}
			}
		}
		// It is replaced during the check.
		f, err := disk.Open(dir + "/cut.npy")
		try(t, err)
		folder, err := disk.OpenFolder(dir)
		try(t, err)
		try(t, os.Rename(fmt.Sprintf("/proc/self/fd/%d/good.npy", folder.Fd()), fmt.Sprintf("/proc/self/fd/%d/cut.npy", folder.Fd())))
		if report, err := Check(context.Background(), f, f.Size(), nil); report != nil || !errors.Is(err, ErrChanged) {
			t.Errorf("%d bytes: got %+v, %v, want %v", n, report, err, ErrChanged)
		}
		try(t, f.Close())
		try(t, folder.Close())
	}
}

func openedIn(t *testing.T, dir, name string) (*disk.File, error) {
	t.Helper()
	folder, err := disk.OpenFolder(dir)
	try(t, err)
	defer folder.Close()
	return disk.OpenIn(folder, name)
}

// TestDescriptors opens what can't be opened, and then as much as can: nothing stays open.
func TestDescriptors(t *testing.T) {
	dir := longFolder(t, t.TempDir(), 9000)
	before := descriptors(t)
	for range 10 {
		for _, name := range []string{dir, dir + "/good.npy", dir + "/pipe.npy", dir + "/missing", dir + "/missing/a.npy", dir + strings.Repeat("/x", 5000)} {
			if f, err := disk.Open(name); err == nil {
				f.Close()
			}
			if f, err := disk.OpenFolder(name); err == nil {
				f.Close()
			}
		}
	}
	if after := descriptors(t); after > before {
		t.Errorf("got %d open descriptors, want %d as before", after, before)
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	open, err := os.ReadDir("/proc/self/fd")
	try(t, err)
	return len(open)
}
