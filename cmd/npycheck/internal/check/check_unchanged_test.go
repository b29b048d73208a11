package check

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
)

// TestUnchanged compares files with what a report says about them. The bar counts those that need not be read.
func TestUnchanged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.npy")
	modified := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	if err := os.WriteFile(name, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(name, modified, modified); err != nil {
		t.Fatal(err)
	}
	disk := func(path string) files.Input { return &files.DiskFile{Path: path} }
	for _, test := range []struct {
		what   string
		in     files.Input
		before report.File
		want   bool
	}{
		{"same", disk(name), report.File{Size: 5, Modified: modified}, true},
		{"longer", disk(name), report.File{Size: 4, Modified: modified}, false},
		{"older", disk(name), report.File{Size: 5, Modified: modified.Add(time.Second)}, false},
		{"gone", disk(name + ".gone"), report.File{Size: 5, Modified: modified}, false},
		{"folder", disk(filepath.Dir(name)), report.File{Size: 5, Modified: modified}, false},
		{"standard input", files.Stdin{}, report.File{Size: 5, Modified: modified}, false},
		{"object", files.RemoteFile{Etag: `"1"`, Size: 5}, report.File{ETag: `"1"`, Size: 5}, true},
		{"another object", files.RemoteFile{Etag: `"1"`, Size: 5}, report.File{ETag: `"2"`, Size: 5}, false},
		{"longer object", files.RemoteFile{Etag: `"1"`, Size: 5}, report.File{ETag: `"1"`, Size: 4}, false},
		{"objects without a tag", files.RemoteFile{Size: 5}, report.File{Size: 5}, false},
	} {
		bar := new(files.FileBar)
		counted := int64(0)
		if in, ok := test.in.(*files.DiskFile); ok {
			in.Bar = bar
			if test.want {
				counted = 5
			}
		}
		if got := unchanged(test.in, &test.before); got != test.want || bar.Bytes.Load() != counted {
			t.Errorf("%s: got %t and %d bytes, want %t and %d", test.what, got, bar.Bytes.Load(), test.want, counted)
		}
	}
}
