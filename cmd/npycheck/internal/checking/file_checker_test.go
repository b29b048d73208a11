package checking

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
)

// TestHash asks for the hashes of files with findings.
func TestHash(t *testing.T) {
	bad := strings.Replace(string(plainArray()), "}  ", "}\t ", 1)
	dir := t.TempDir()
	for name, content := range map[string]string{"good.npy": string(plainArray()), "bad.npy": bad} {
		if err := os.WriteFile(dir+"/"+name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	disk := func(name string) files.Input { return &files.DiskFile{Path: filepath.Join(dir, name)} }
	c := &FileChecker{Hash: func() bool { return true }}
	const want = "6385a19f3405a6b8a5d55163d0dc5e6791ba8ffe0936bac0498c401a84a53871" // by sha256sum
	for _, test := range []struct {
		c    *FileChecker
		in   files.Input
		want string
	}{
		{c, disk("bad.npy"), want},
		{c, disk("good.npy"), ""},
		{c, disk("missing.npy"), ""},
		{c, files.Stdin{Reader: strings.NewReader(bad)}, ""},
		{new(FileChecker), disk("bad.npy"), ""},
		{&FileChecker{Hash: func() bool { return false }}, disk("bad.npy"), ""},
	} {
		if got := test.c.Check(t.Context(), test.in).SHA256; got != test.want {
			t.Errorf("%s: got %q, want %q", test.in.Name(), got, test.want)
		}
	}
}

// shrunk is a source that was longer when it was opened.
type shrunk struct {
	files.Source
	*strings.Reader
}

func (shrunk) Size() int64 { return 5 }

func TestHashOfShrunk(t *testing.T) {
	if got := hash(t.Context(), shrunk{Reader: strings.NewReader("1234")}); got != "" {
		t.Errorf("got the hash %s of a part of a file", got)
	}
	const want = "5994471abb01112afcc18159f6cc74b4f511b99806da59b3caf5a9c173cacfc5" // by sha256sum
	if got := hash(t.Context(), shrunk{Reader: strings.NewReader("12345")}); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
