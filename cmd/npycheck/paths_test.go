package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
)

// TestLongPaths checks files whose paths are longer than a system call accepts, found in a folder or given.
func TestLongPaths(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("see disk.Open")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	long := "."
	for range 90 {
		long += "/" + strings.Repeat("d", 99)
	}
	root, err := os.OpenRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.SplitSeq(long[2:], "/") {
		if err := root.Mkdir(name, 0o700); err != nil {
			t.Fatal(err)
		}
		next, err := root.OpenRoot(name)
		if err != nil {
			t.Fatal(err)
		}
		root.Close()
		root = next
	}
	defer root.Close()
	for i := range 20 {
		if err := root.WriteFile(fmt.Sprintf("%02d.npy", i), plainArray(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := root.Symlink("07.npy", "link.npy"); err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "list")
	for _, test := range []struct {
		args []string
		want string // what it prints
		code int
	}{
		{[]string{"check", "."}, "ok: 20 files, no findings; 1 link not followed (--follow)\n", 0},
		{[]string{"check", "--follow", "."}, "ok: 20 files, no findings\n", 0},
		{[]string{"check", "--depth", "full", long}, "ok: 20 files, no findings; 1 link not followed (--follow)\n", 0},
		{[]string{"check", long + "/03.npy"}, "ok: 1 file, no findings\n", 0},
		{[]string{"list", "-o", list, "."}, "npycheck: 1 link not followed (--follow)\n", 0},
		{[]string{"check", "--files-from", list}, "ok: 20 files, no findings\n", 0},
	} {
		var printed bytes.Buffer
		code := run(t.Context(), test.args, nil, &printed, &printed)
		if code != test.code || printed.String() != test.want {
			t.Errorf("%.40q: got exit code %d and\n%s\nwant %d and\n%s", test.args, code, &printed, test.code, test.want)
		}
	}
	text, err := os.ReadFile(list)
	if want := `"size":152`; err != nil || strings.Count(string(text), want) != 20 {
		t.Errorf("got a list of %d bytes, %v, want 20 times %s", len(text), err, want)
	}
}

// TestDeepFolders has folders nested deeper than the walk goes.
func TestDeepFolders(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("see disk.Open")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	root, err := os.OpenRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	const levels = 200
	for range levels {
		name := strings.Repeat("d", 99)
		if err := root.Mkdir(name, 0o700); err != nil {
			t.Fatal(err)
		}
		next, err := root.OpenRoot(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := root.WriteFile("a.npy", plainArray(), 0o600); err != nil {
			t.Fatal(err)
		}
		root.Close()
		root = next
	}
	root.Close()
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), []string{"check", "."}, nil, &stdout, &stderr)
	// A path of 163 names has 16,299 bytes, and one of 164 more than maxWalked.
	const want, end = "error[not-checked]: a path of more than 16384 bytes begins so; the folder was not walked\n  --> ", "\nincomplete: 1 of 165 files not checked\n"
	if code != cli.ExitIncomplete || !strings.HasPrefix(stdout.String(), want) || !strings.HasSuffix(stdout.String(), end) {
		t.Errorf("got exit code %d and\n%s%s\nwant %d and %s", code, &stdout, &stderr, cli.ExitIncomplete, want+end)
	}
}

func TestInterruptWhileReadingStdin(t *testing.T) {
	stdin, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	defer writer.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	if code := run(ctx, []string{"check", "-"}, stdin, &stdout, &stderr); code != cli.ExitIncomplete {
		t.Errorf("got exit code %d, want %d", code, cli.ExitIncomplete)
	}
	if want := "npycheck: interrupted; 0 files checked, the rest not\n"; stderr.String() != want {
		t.Errorf("got %q on stderr, want %q", &stderr, want)
	}
}

// plainArray returns a file of three numbers that conforms.
func plainArray() []byte {
	text := fmt.Sprintf("\x93NUMPY\x01\x00\x76\x00%-117s\n", "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }")
	return append([]byte(text), make([]byte, 24)...)
}
