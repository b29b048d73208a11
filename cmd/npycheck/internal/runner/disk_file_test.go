package runner

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

	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/validator"
)

// plainArray returns a file of three numbers that conforms.
func plainArray() []byte {
	text := fmt.Sprintf("%-117s\n", "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }")
	return slices.Concat([]byte("\x93NUMPY\x01\x00"), binary.LittleEndian.AppendUint16(nil, 118), []byte(text), make([]byte, 24))
}

// makeArrays writes conforming files with that name and a number into a folder, and returns those that a walk
// through it finds.
func makeArrays(t *testing.T, dir, name string, n int) (inputs []files.Input) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		path := filepath.Join(dir, fmt.Sprintf("%s%04d.npy", name, i))
		if err := os.WriteFile(path, plainArray(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	walk := files.Inputs{Paths: []string{dir}}
	for in := range walk.All(new(files.Coverage)) {
		if filepath.Dir(in.Name()) == dir && strings.HasPrefix(filepath.Base(in.Name()), name) {
			inputs = append(inputs, in)
		}
	}
	if len(inputs) != n {
		t.Fatalf("got %d files in %s, want %d", len(inputs), dir, n)
	}
	return inputs
}

// TestFolderThatIsReplaced replaces a folder while its files are checked. The
// run must not end as if it had checked all files that it found.
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
		r.Jobs, r.MaxBatch = 1, 1000
		checked := 0
		var checker FileChecker
		checker.Options.Trace = func(region validator.Region) {
			if region.Offset != 0 {
				return
			}
			if checked++; checked == 60 { // after some batches, and not at the end of one
				if err := change(dir); err != nil {
					t.Fatal(err)
				}
			}
		}
		r.Check = checker.Check
		sum, err := r.Run(t.Context(), slices.Values(inputs))
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf(`{"path":%q,"format":"unknown","ok":false,"verdict":"not-checked","findings":[],"error":"the folder was moved, replaced or removed while its files were checked"}`, dir)
		if runtime.GOOS == "linux" && strings.Count(out.String(), line) != 1 || sum.NotChecked == 0 {
			t.Errorf("%s: got %+v and\n%s\nwant the line %s", what, sum, &out, line)
		}
	}
}

// absent is a file that can't be opened.
type absent string

func (a absent) Name() string              { return string(a) }
func (absent) Open() (files.Source, error) { return nil, os.ErrNotExist }

// TestFoldersInPlace checks files in several folders, with and without others between them. No folder stays open, and
// none is reported.
func TestFoldersInPlace(t *testing.T) {
	dir := t.TempDir()
	var inputs []files.Input
	for i := range 50 {
		inputs = append(inputs, makeArrays(t, filepath.Join(dir, fmt.Sprintf("%03d", i)), "a", i)...)
	}
	inputs = append(inputs, &files.DiskFile{Path: inputs[0].Name()}, absent("x"))
	inputs = append(inputs, makeArrays(t, dir, "b", 25)...)
	var out bytes.Buffer
	r := newTestRunner(&out)
	r.MaxBatch = 64
	sum, err := r.Run(t.Context(), slices.Values(inputs))
	if err != nil {
		t.Fatal(err)
	}
	if want := int64(49*50/2 + 1 + 25); sum.Conforming != want || sum.NotChecked != 1 {
		t.Errorf("got %+v, want %d conforming files and one that was not checked", sum, want)
	}
	var want []string
	for _, in := range inputs {
		want = append(want, in.Name())
	}
	if got := paths(out.String()); !slices.Equal(got, want) {
		t.Errorf("got %d paths, want %d in order", len(got), len(want))
	}
}
