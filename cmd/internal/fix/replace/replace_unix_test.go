//go:build unix

package replace

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// size is the size of the files that the tests write, in bytes.
const size = 2 << 20

func content(c byte) []byte { return bytes.Repeat([]byte{c}, size) }

// TestMain replaces the file that the environment names, and ends: it is the process that the tests kill.
func TestMain(m *testing.M) {
	path := os.Getenv("NPYCHECK_REPLACE")
	if path == "" {
		os.Exit(m.Run())
	}
	if os.Getenv("NPYCHECK_FULL") != "" {
		signal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: size / 2, Max: size / 2}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			os.Exit(3)
		}
	}
	info, err := os.Stat(path)
	if err == nil {
		err = File(options(path, info))
	}
	if errors.Is(err, syscall.EFBIG) {
		os.Exit(4)
	}
	if err != nil {
		os.Exit(1)
	}
}

// options replaces a file by one of the letter b.
func options(path string, info fs.FileInfo) Options {
	return Options{
		Path: path, Like: info,
		Write: func(f *os.File) error {
			for b := content('b'); len(b) > 0; b = b[64<<10:] {
				if _, err := f.Write(b[:64<<10]); err != nil {
					return err
				}
			}
			return nil
		},
		Check: func(*os.File) error { return nil },
		Ready: func() error { return nil },
	}
}

// old writes a file of the letter a, the only one of its folder.
func old(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "a.npy")
	if err := os.WriteFile(path, content('a'), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2020, 2, 29, 12, 0, 0, 123456000, time.UTC)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
	return path
}

// whole requires a file to be the old one or the new one, with the mode and the time of the old one, and to be alone in
// its folder. It reports whether it is the new one.
func whole(t *testing.T, path string) (isNew bool) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if isNew = bytes.Equal(b, content('b')); !isNew && !bytes.Equal(b, content('a')) {
		t.Fatalf("the file has %d bytes, and is neither the old nor the new one", len(b))
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode() != 0o640 || !info.ModTime().Equal(time.Date(2020, 2, 29, 12, 0, 0, 123456000, time.UTC)) {
		t.Errorf("got %v, %v, %v, want the mode and the time of the old file", info.Mode(), info.ModTime(), err)
	}
	for _, name := range others(t, path) {
		// A process that is killed between two calls of the system can leave a whole file of this name.
		if name != ".npycheck-fix-a.npy" || !nameless(path) {
			t.Errorf("%s is left", name)
		}
	}
	return isNew
}

// others returns the names in the folder of a file, without its own.
func others(t *testing.T, path string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != filepath.Base(path) && (nameless(path) || !strings.HasPrefix(e.Name(), ".npycheck-fix-")) {
			names = append(names, e.Name())
		}
	}
	return names
}

// nameless reports whether temporary files next to a file have no names.
func nameless(path string) bool {
	f, err := newTemporary(path)
	if err != nil {
		return false
	}
	defer f.drop()
	return f.name == ""
}

// TestKilled kills a process that replaces a file at a hundred moments. What is there is the old file or the new one.
func TestKilled(t *testing.T) {
	t.Parallel()
	path := old(t)
	begin := time.Now()
	if err := child(path, "").Run(); err != nil || !whole(t, path) {
		t.Fatalf("got %v, want the new file", err)
	}
	usual := time.Since(begin)
	kills, news := 100, 0
	if testing.Short() {
		kills = 10
	}
	for range kills {
		path := old(t)
		cmd := child(path, "")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.Int64N(int64(usual))))
		cmd.Process.Kill()
		cmd.Wait()
		if whole(t, path) { // the machine became faster
			news++
			usual -= usual / 10
		} else {
			usual += usual / 10
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := File(options(path, info)); err != nil || !whole(t, path) || len(others(t, path)) > 0 {
			t.Errorf("got %v, want the new file and no other", err)
		}
	}
	if !testing.Short() && (news == 0 || news == kills) {
		t.Errorf("%d of %d kills came after the end, want some", news, kills)
	}
}

func child(path, full string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "NPYCHECK_REPLACE="+path, "NPYCHECK_FULL="+full)
	return cmd
}

// TestFullDisk lets a write fail in the middle of the file: the old one stays, and nothing is left of the new one.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	path := old(t)
	err := child(path, "1").Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 4 {
		t.Errorf("got %v, want that the file is too large", err)
	}
	if whole(t, path) || len(others(t, path)) > 0 {
		t.Errorf("got a new file, or %q, want only the old file", others(t, path))
	}
}
