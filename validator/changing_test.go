package validator

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/spec"
)

// TestFileThatChanges changes a file while it is checked, between the reading of its header and that of its
// data. Whatever the change: there is no report of a file that nobody can look at any more.
func TestFileThatChanges(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file can't be renamed")
	}
	large := npy(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (320000,), }", zeros(320_000))
	object := npy(1, "{'descr': '|O', 'fortran_order': False, 'shape': (), }", proto(3)+one("N")+"."+zeros(100_000))
	bad := slices.Concat([]byte("text"), large)
	archive := build.Archive("", build.File{Name: "a.npy", Content: large}, build.File{Name: "b.npy", Content: large})
	changes := map[string]func(t *testing.T, name string){
		"grows": func(t *testing.T, name string) {
			f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
			try(t, err)
			_, err = f.WriteString("more")
			try(t, err)
			try(t, f.Close())
		},
		"shrinks":    func(t *testing.T, name string) { try(t, os.Truncate(name, 1000)) },
		"emptied":    func(t *testing.T, name string) { try(t, os.Truncate(name, 0)) },
		"rewritten":  func(t *testing.T, name string) { try(t, os.Chtimes(name, time.Time{}, time.Now().Add(time.Hour))) },
		"removed":    func(t *testing.T, name string) { try(t, os.Remove(name)) },
		"moved away": func(t *testing.T, name string) { try(t, os.Rename(name, name+".old")) },
		"replaced": func(t *testing.T, name string) {
			b, err := os.ReadFile(name)
			try(t, err)
			try(t, os.WriteFile(name+".new", b, 0o600))
			try(t, os.Rename(name+".new", name))
		},
	}
	for what, change := range changes {
		for kind, file := range map[string][]byte{"array": large, "objects": object, "archive": archive} {
			for _, depth := range []Depth{Structure, Full} {
				if kind == "array" && depth == Structure {
					continue // read at once
				}
				name := filepath.Join(t.TempDir(), "a.npy")
				try(t, os.WriteFile(name, file, 0o600))
				changed := false
				report, err := CheckFile(context.Background(), name, &Options{Depth: depth, Trace: func(Region) {
					if !changed {
						changed = true
						change(t, name)
					}
				}})
				if report != nil || !errors.Is(err, ErrChanged) {
					t.Errorf("%s that is %s at depth %v: got %+v, %v, want %v", kind, what, depth, report, err, ErrChanged)
				}
			}
		}
	}
	// What is wrong with a file that was read at once is looked at twice.
	name := filepath.Join(t.TempDir(), "a.npy")
	try(t, os.WriteFile(name, large[:1000], 0o600))
	report, err := CheckFile(context.Background(), name, &Options{Trace: func(Region) { try(t, os.WriteFile(name, large, 0o600)) }})
	if report != nil || !errors.Is(err, ErrChanged) {
		t.Errorf("file that is written: got %+v, %v, want %v", report, err, ErrChanged)
	}
	// Reading alone changes nothing.
	try(t, os.WriteFile(name, bad, 0o600))
	if report, err := CheckFile(context.Background(), name, nil); err != nil || !slices.Equal(ruleIDs(report), []string{"prefix-magic"}) {
		t.Errorf("got %+v, %v, want prefix-magic", report, err)
	}
}

func try(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestShortReads covers readers that end before the size that was given, at each byte: never a finding about what is
// missing.
func TestShortReads(t *testing.T) {
	object := npy(1, "{'descr': '|O', 'fortran_order': False, 'shape': (), }", proto(3)+one("N")+".")
	text := []byte(strings.Repeat("text", 80))
	archive := build.Archive("", build.File{Name: "a.npy", Content: plainFile}, build.File{Name: "b.npy", Packed: build.Deflate(plainFile), Content: plainFile})
	for _, file := range [][]byte{plainFile, object, archive, text} {
		for _, depth := range []Depth{Structure, Full} {
			for cut := range file {
				report, err := Check(context.Background(), bytes.NewReader(file[:cut]), int64(len(file)), &Options{Depth: depth})
				if err == nil && cut >= firstRead && len(report.Findings) == len(checkBytes(t, file, &Options{Depth: depth}).Findings) {
					continue // nobody needed the bytes
				}
				if report != nil || !errors.Is(err, ErrChanged) {
					t.Errorf("%.8q cut at %d of %d, depth %v: got %+v, %v, want %v", file, cut, len(file), depth, report, err, ErrChanged)
				}
			}
		}
	}
}

// ending is a file that ends at one of the reads of any bytes, after a number of others, and is whole again after that.
type ending struct {
	*bytes.Reader
	left int
}

func (e *ending) ReadAt(p []byte, off int64) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if e.left--; e.left == -1 {
		return 0, io.EOF
	}
	return e.Reader.ReadAt(p, off)
}

// TestEndOnce lets each of the reads of a file find its end too early, also that of what only a finding shows.
func TestEndOnce(t *testing.T) {
	long := npy(1, dict("'|u1'", "False", "(20000,)"), zeros(20_000))
	for what, b := range map[string][]byte{
		"array":    long,
		"trailing": append(slices.Clone(long), zeros(30_000)...),
		"objects":  npy(1, dict("'|O'", "False", "()"), proto(3)+one("N")+"."+zeros(10_000)),
		"archive":  build.Archive("", build.File{Name: "a.npy", Content: long}, build.File{Name: "/b", Content: long}),
	} {
		for _, depth := range []Depth{Header, Structure, Full} {
			for n := 0; ; n++ {
				r := &ending{bytes.NewReader(b), n}
				report, err := Check(t.Context(), r, int64(len(b)), &Options{Depth: depth})
				if r.left >= 0 {
					if err != nil || n == 0 {
						t.Errorf("%s, depth %v: got %v although all %d reads are whole", what, depth, err, n)
					}
					break
				}
				if report != nil || !errors.Is(err, ErrChanged) {
					t.Errorf("%s, depth %v: read %d ends: got %+v, %v, want %v", what, depth, n+1, report, err, ErrChanged)
				}
			}
		}
	}
}

// TestSteady reads what a file has and what it should have. Only bytes that it should have and hasn't mean that it
// changed.
func TestSteady(t *testing.T) {
	for _, test := range []struct {
		name      string
		has, size int64
		off       int64
		n         int // bytes to read
		got       int
		err       error
		short     bool
	}{
		{"all", 10, 10, 0, 10, 10, nil, false},
		{"the end", 10, 10, 5, 5, 5, nil, false},
		{"over the end", 10, 10, 5, 6, 5, io.EOF, false},
		{"less than there was", 9, 10, 5, 5, 4, ErrChanged, true},
		{"nothing of what there was", 5, 10, 5, 5, 0, ErrChanged, true},
		{"before what is missing", 9, 10, 5, 4, 4, nil, false},
		{"more than there was", 11, 10, 5, 6, 6, nil, false},
	} {
		s := steady{ra: strings.NewReader(zeros(int(test.has))), size: test.size}
		got, err := s.ReadAt(make([]byte, test.n), test.off)
		if got != test.got || err != test.err || s.short.Load() != test.short || s.reads.Load() != 1 {
			t.Errorf("%s: got %d bytes, %v, short %v, want %d, %v, %v", test.name, got, err, s.short.Load(), test.got, test.err, test.short)
		}
	}
}

// endless yields its text again and again.
type endless struct {
	text string
	read int64
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.text[e.read%int64(len(e.text)):])
	for n < len(p) {
		n += copy(p[n:], e.text)
	}
	e.read += int64(n)
	return n, nil
}

// TestEndlessStream covers input without an end: once there is nothing more to learn from it, no more than a certain
// number of bytes is read, and the report says so beside what was found.
func TestEndlessStream(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 64 MiB again and again")
	}
	t.Parallel()
	const short = 64 << 10 // bytes of reading ahead
	object := npy(1, "{'descr': '|O', 'fortran_order': False, 'shape': (), }", proto(3)+one("N")+".")
	for _, test := range []struct {
		name  string
		start []byte
		text  string
		opt   Options
		want  string
		most  int64
	}{
		{"yes", nil, "y\n", Options{}, "prefix-magic", maxSurplus},
		{"unknown version", []byte("\x93NUMPY\x09\x00"), "\x00", Options{}, "prefix-version-unknown", maxSurplus},
		{"header over the limit", raw(2, "", "")[:8], "\x00\x10\x00\x00", Options{MaxHeaderSize: 1000}, "header-length-over-limit", maxSurplus},
		{"bad header", npy(1, "{'descr'", ""), "y\n", Options{}, "header-not-a-literal", maxSurplus},
		{"after the data", plainFile, "y\n", Options{}, "data-trailing", maxSurplus},
		{"after the data, in full", plainFile, "y\n", Options{Depth: Full}, "data-trailing", maxSurplus},
		{"arrays without end", nil, string(plainFile), Options{MaxMembers: 100}, "data-second-array", maxSurplus},
		{"after a pickle", object, "y\n", Options{}, "pickle-header-mismatch pickle-present pickle-trailing", maxSurplus},
		{"bare pickle", []byte(proto(3) + one("N") + "."), "y\n", Options{}, "pickle-raw-file pickle-trailing", maxSurplus},
		{"archive", build.Archive(""), "y\n", Options{MaxSpool: 3 << 20}, "", 3 << 20},
	} {
		stream := &endless{text: strings.Repeat(test.text, 1+4096/len(test.text))}
		report, err := CheckStream(context.Background(), io.MultiReader(bytes.NewReader(test.start), stream), &test.opt)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := strings.Join(ruleIDs(report), " "); got != test.want || report.Incomplete == "" || report.Verdict() != NotChecked {
			t.Errorf("%s: got %q, incomplete %q, want %q of an incomplete file", test.name, got, report.Incomplete, test.want)
		}
		if stream.read > test.most+short {
			t.Errorf("%s: read %d bytes, want at most %d", test.name, stream.read, test.most+short)
		}
	}
}

// TestSurplus covers streams that end before the bound: nothing of them is incomplete.
func TestSurplus(t *testing.T) {
	stream := io.MultiReader(bytes.NewReader(plainFile), io.LimitReader(&endless{text: "y\n"}, maxSurplus))
	report, err := CheckStream(context.Background(), stream, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []Finding{{Rule: spec.DataTrailing, Offset: 152, Length: maxSurplus, Member: NoMember,
		Excerpt: Excerpt{144, zeros(8) + strings.Repeat("y\n", 12)},
		Message: "67108864 extra bytes after the data, the size of 8388608 more elements"}}
	if !slices.Equal(report.Findings, want) || report.Incomplete != "" {
		t.Errorf("got %+v, incomplete %q, want %+v", report.Findings, report.Incomplete, want)
	}
}
