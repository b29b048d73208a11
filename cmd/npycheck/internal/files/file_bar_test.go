package files

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFileBar expects a bar to show bytes for a few large files, and otherwise files.
func TestFileBar(t *testing.T) {
	for _, test := range []struct {
		what        string
		total       *amount
		files, read int64 // done
		want, short string
	}{
		{"nobody knows", nil, 7, 100, "100 B, 7 files", ""},
		{"nobody knows, one", nil, 1, 100, "100 B, 1 file", ""},
		{"one large file", &amount{1, 16 << 20}, 0, 8 << 20, "8.00 MiB / 16.00 MiB", "50% of 16.00 MiB"},
		{"one small file", &amount{1, 16<<20 - 1}, 0, 8 << 20, "0 / 1 files", ""},
		{"two large files", &amount{2, 32 << 20}, 1, 24 << 20, "24.00 MiB / 32.00 MiB, 1 / 2 files", "75% of 32.00 MiB, 1 / 2 files"},
		{"as many large files as are measured", &amount{1000, 1000 * 16 << 20}, 1, 8 << 20, "8.00 MiB / 15.62 GiB, 1 / 1000 files", "0% of 15.62 GiB, 1 / 1000 files"},
		{"one more", &amount{1001, 1001 * 16 << 20}, 1, 8 << 20, "1 / 1001 files", ""},
	} {
		b := new(FileBar)
		b.total.Store(test.total)
		b.AddFiles(test.files)
		b.Bytes.Add(test.read)
		if got := b.state(); got.Text != test.want || got.Short != test.short {
			t.Errorf("%s: got %q and %q, want %q and %q", test.what, got.Text, got.Short, test.want, test.short)
		}
	}
}

// TestWatch counts the bytes of standard input, and those of files: each of them once, however often it is read, and all
// of them when the file is closed.
func TestWatch(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.npy")
	if err := os.WriteFile(name, make([]byte, 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	b := new(FileBar)
	var inputs []Input
	for in := range b.Watch(slices.Values([]Input{Stdin{Reader: strings.NewReader("12345")}, &DiskFile{Path: name}})) {
		inputs = append(inputs, in)
	}
	if _, err := io.ReadAll(inputs[0].(Stdin).Reader); err != nil || b.Bytes.Load() != 5 {
		t.Errorf("standard input: got %d bytes, %v, want 5", b.Bytes.Load(), err)
	}
	b.Bytes.Store(0)
	for _, test := range []struct {
		reads []int64 // offsets of 400 bytes each
		want  string  // expected count after each of them, and after the end
	}{
		{nil, "[1000]"},
		{[]int64{0}, "[400 1000]"},
		{[]int64{0, 100}, "[400 800 1000]"},
		{[]int64{0, 400, 0, 400}, "[400 800 1000 1000 1000]"},
	} {
		f, err := inputs[1].Open()
		if err != nil {
			t.Fatal(err)
		}
		b.Bytes.Store(0)
		var counted []int64
		for _, at := range test.reads {
			if _, err := f.(io.ReaderAt).ReadAt(make([]byte, 400), at); err != nil {
				t.Fatal(err)
			}
			counted = append(counted, b.Bytes.Load())
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
		if got := fmt.Sprint(append(counted, b.Bytes.Load())); got != test.want {
			t.Errorf("reads at %v: got %s bytes, want %s", test.reads, got, test.want)
		}
	}
}

// TestWorkplaceCloses goes from folder to folder. At most one is open, and none in the end.
func TestWorkplaceCloses(t *testing.T) {
	dir := t.TempDir()
	var inputs [][]Input
	for i := range 3 {
		sub := filepath.Join(dir, fmt.Sprint(i))
		if err := os.Mkdir(sub, 0o700); err != nil {
			t.Fatal(err)
		}
		folder := &walkedFolder{Path: sub, Prefix: sub + string(filepath.Separator)}
		var in []Input
		for range minTogether {
			in = append(in, &DiskFile{Path: folder.Prefix + "a.npy", folder: folder})
		}
		inputs = append(inputs, in)
	}
	open := func() (n int) {
		list, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		for _, fd := range list {
			if to, err := os.Readlink("/proc/self/fd/" + fd.Name()); err == nil && strings.HasPrefix(to, dir) {
				n++
			}
		}
		return n
	}
	p := &Workplace{Folders: new(Folders)}
	for i, in := range inputs {
		p.GoTo(in)
		if n := open(); n != 1 {
			t.Errorf("%d folders are open in folder %d, want 1", n, i)
		}
	}
	if err := os.Rename(filepath.Join(dir, "2"), filepath.Join(dir, "3")); err != nil {
		t.Fatal(err)
	}
	p.Confirm()
	if n, moved := open(), p.Misplaced(); n != 0 || len(moved) != 1 || moved[0].Name() != filepath.Join(dir, "2") {
		t.Errorf("%d folders are open, want 0, and %v was moved, want folder 2", n, moved)
	}
	p.GoTo(inputs[0])
	p.Leave()
	if n := open(); n != 0 || p.count.Load() != 0 {
		t.Errorf("%d folders are open in the end, and %d are counted, want 0", n, p.count.Load())
	}
	for _, few := range [][]Input{inputs[0][1:], {&DiskFile{Path: "a.npy"}}} {
		if p.GoTo(few); open() != 0 {
			t.Errorf("a folder is open for %d files, want none", len(few))
		}
	}
}
