package runner

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
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

// TestFixes asks what npycheck fix does about files of several kinds.
func TestFixes(t *testing.T) {
	good := string(plainArray())
	bad := strings.Replace(good, "}  ", "}\t ", 1)
	codes := strings.Replace(good[:130], "'<f8'", "'|b1'", 1) + "\x07"
	dir := t.TempDir()
	for name, content := range map[string]string{
		"good.npy": good, "bad.npy": bad, "cut.npy": bad[:140], "more.npy": good + "abcde", "two.npy": good + good,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	large := filepath.Join(dir, "large.npy")
	if err := os.WriteFile(large, []byte(bad), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 64<<20+1); err != nil {
		t.Fatal(err)
	}
	disk := func(name string) files.Input { return &files.DiskFile{Path: filepath.Join(dir, name)} }
	if runtime.GOOS != "windows" {
		name := filepath.Join(dir, "name.npy")
		err := os.WriteFile(name, []byte(bad), 0o666)
		if err := errors.Join(err, os.Link(name, filepath.Join(dir, "hard.npy")), os.Symlink("bad.npy", filepath.Join(dir, "link.npy"))); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name    string
		in      files.Input
		fixes   spec.Severity
		depth   validator.Depth
		command string // of the first finding
		unknown bool
	}{
		{"nothing wrong", disk("good.npy"), spec.Warning, 0, "", false},
		{"the form", disk("bad.npy"), spec.Warning, 0, "npycheck fix FILE", false},
		{"nobody asks", disk("bad.npy"), 0, 0, "", false},
		{"the form of an array that is cut", disk("cut.npy"), spec.Warning, 0, "", false},
		{"bytes after the data", disk("more.npy"), spec.Warning, 0, "npycheck fix --cut FILE", false},
		{"a note that isn't listed", disk("two.npy"), spec.Warning, 0, "", false},
		{"a note", disk("two.npy"), spec.Note, 0, "npycheck fix --split FILE", false},
		{"what is fixed in no file", files.Stdin{Reader: strings.NewReader(codes)}, spec.Note, 0, "", false},
		{"a pipe", files.Stdin{Reader: strings.NewReader(bad)}, spec.Warning, 0, "", true},
		{"a large file", disk("large.npy"), spec.Warning, 0, "", true},
		{"a link", disk("link.npy"), spec.Warning, 0, "", false},
		{"a file of two names", disk("hard.npy"), spec.Warning, 0, "", false},
		{"a check that wasn't full", disk("bad.npy"), spec.Warning, validator.Structure, "", true},
	} {
		c := &FileChecker{Fixes: test.fixes}
		c.Options.Depth = test.depth
		f := c.Check(t.Context(), test.in)
		command := ""
		if len(f.Findings) > 0 {
			command = f.Findings[0].Fix.Command()
		}
		if command != test.command || f.FixUnknown != test.unknown {
			t.Errorf("%s: got %q, unknown %v, want %q, %v", test.name, command, f.FixUnknown, test.command, test.unknown)
		}
	}
}
