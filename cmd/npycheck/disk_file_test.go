package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/validator"
	"github.com/npycheck/npycheck/validator/report"
)

// plainArray returns a file of three numbers that conforms.
func plainArray() []byte {
	text := fmt.Sprintf("%-117s\n", "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }")
	return slices.Concat([]byte("\x93NUMPY\x01\x00"), binary.LittleEndian.AppendUint16(nil, 118), []byte(text), make([]byte, 24))
}

// makeArrays writes conforming files with that name and a number into a new folder, and returns its inputs.
func makeArrays(t *testing.T, dir, name string, n int) (inputs []report.Input) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	folder := &walkedFolder{dir, dir + string(os.PathSeparator)}
	for i := range n {
		path := fmt.Sprintf("%s%s%04d.npy", folder.prefix, name, i)
		if err := os.WriteFile(path, plainArray(), 0o600); err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, &diskFile{path: path, folder: folder})
	}
	return inputs
}

// TestFolderThatIsReplaced moves a folder away while its files are checked, and lets another one take its place. The
// run doesn't end as if all files that were found had been those of the report.
func TestFolderThatIsReplaced(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open folder can't be renamed")
	}
	for what, change := range map[string]func(dir string) error{
		"moved":   func(dir string) error { return os.Rename(dir, dir+".old") },
		"removed": func(dir string) error { return os.RemoveAll(dir) },
		"replaced": func(dir string) error {
			if err := os.Rename(dir, dir+".old"); err != nil {
				return err
			}
			return os.CopyFS(dir, os.DirFS(dir+".old"))
		},
		"replaced by a link": func(dir string) error {
			if err := os.CopyFS(dir+".copy", os.DirFS(dir)); err != nil {
				return err
			}
			if err := os.RemoveAll(dir); err != nil {
				return err
			}
			return os.Symlink(dir+".copy", dir)
		},
		"above moved": func(dir string) error { return os.Rename(filepath.Dir(dir), filepath.Dir(dir)+".old") },
	} {
		dir := filepath.Join(t.TempDir(), "above", "d")
		inputs := makeArrays(t, dir, "a", 100)
		var out bytes.Buffer
		r := newTestRunner(&out)
		r.jobs, r.maxBatch = 1, 1000
		checked := 0
		r.checker.Options.Trace = func(region validator.Region) {
			if region.Offset != 0 {
				return
			}
			if checked++; checked == 60 { // after some batches, and not at the end of one
				if err := change(dir); err != nil {
					t.Fatal(err)
				}
			}
		}
		sum, err := r.run(t.Context(), slices.Values(inputs))
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf(`{"path":%q,"format":"unknown","verdict":"unreadable","findings":[],"error":"the folder was moved, replaced or removed while its files were checked"}`, dir)
		if runtime.GOOS == "linux" && strings.Count(out.String(), line) != 1 || sum.Unreadable == 0 {
			t.Errorf("%s: got %+v and\n%s\nwant the line %s", what, sum, &out, line)
		}
	}
}

// TestFoldersInPlace checks files in several folders, with and without others between them. No folder stays open, and
// nothing is said of one.
func TestFoldersInPlace(t *testing.T) {
	dir := t.TempDir()
	var inputs []report.Input
	for i := range 100 {
		inputs = append(inputs, makeArrays(t, filepath.Join(dir, fmt.Sprintf("%03d", i)), "a", i)...)
	}
	inputs = append(inputs, &diskFile{path: inputs[0].Name()}, nowhere{unopened{"x", os.ErrNotExist}})
	inputs = append(inputs, makeArrays(t, dir, "b", 50)...)
	var out bytes.Buffer
	r := newTestRunner(&out)
	r.maxBatch = 128
	sum, err := r.run(t.Context(), slices.Values(inputs))
	if err != nil {
		t.Fatal(err)
	}
	if want := int64(99*100/2 + 1 + 50); sum.Conforming != want || sum.Unreadable != 1 {
		t.Errorf("got %+v, want %d conforming files and an unreadable one", sum, want)
	}
	var want []string
	for _, in := range inputs {
		want = append(want, in.Name())
	}
	if got := paths(out.String()); !slices.Equal(got, want) {
		t.Errorf("got %d paths, want %d in order", len(got), len(want))
	}
}

// TestLongPaths checks files whose paths are longer than the system takes at once, found in a folder or given.
func TestLongPaths(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("see validator.Open")
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
		{[]string{"check", "."}, "20 files: 20 conforming, 0 nonconforming; 0 errors, 0 warnings, 0 notes; 1 link not followed (--follow)\n", 0},
		{[]string{"check", "--follow", "."}, "20 files: 20 conforming, 0 nonconforming; 0 errors, 0 warnings, 0 notes\n", 0},
		{[]string{"check", "--depth", "full", long}, "20 files: 20 conforming, 0 nonconforming; 0 errors, 0 warnings, 0 notes; 1 link not followed (--follow)\n", 0},
		{[]string{"check", long + "/03.npy"}, "1 file: 1 conforming, 0 nonconforming; 0 errors, 0 warnings, 0 notes\n", 0},
		{[]string{"list", "-o", list, "."}, "npycheck: 1 link not followed (--follow)\n", 0},
		{[]string{"check", "--files-from", list}, "20 files: 20 conforming, 0 nonconforming; 0 errors, 0 warnings, 0 notes\n", 0},
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

// TestDeepFolders has folders deeper than the walk goes.
func TestDeepFolders(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("see validator.Open")
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
	want := ": unreadable: a path of more than 16384 bytes begins so; the folder was not walked\n165 files: 164 conforming, 0 nonconforming, 1 unreadable; 0 errors, 0 warnings, 0 notes\n"
	if code != exitIncomplete || !strings.HasSuffix(stdout.String(), want) {
		t.Errorf("got exit code %d and\n%s%s\nwant %d and %s", code, &stdout, &stderr, exitIncomplete, want)
	}
}
