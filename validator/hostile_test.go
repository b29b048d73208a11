package validator

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// TestHostileHeaders takes headers that were made to hurt: each gives a finding, and neither a
// panic nor more memory than 16 MiB and twice the header.
func TestHostileHeaders(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory for headers of a megabyte")
	}
	const long = 1 << 20
	fill := func(s string) string { return strings.Repeat(s, long/len(s)-100) }
	for _, test := range []struct{ name, text, rule string }{
		{"parentheses", strings.Repeat("(", 1_000_000), "header-nesting-depth"},
		{"brackets", strings.Repeat("[", 1_000_000), "header-nesting-depth"},
		{"braces", strings.Repeat("{", 1_000_000), "header-nesting-depth"},
		{"nested structs", "{'descr': " + strings.Repeat("[('a', ", 50_000), "header-nesting-depth"},
		{"minus signs", "{'descr': '<f8', 'fortran_order': False, 'shape': (" + fill("-") + "3,), }", "header-not-a-literal"},
		{"digits", "{'descr': '<f8', 'fortran_order': False, 'shape': (" + strings.Repeat("9", 5000) + ",), }", "shape-dimension-overflow"},
		{"million digits", "{'descr': '<f8', 'fortran_order': False, 'shape': (" + fill("9") + ",), }", "shape-dimension-overflow"},
		{"dimensions", "{'descr': '<f8', 'fortran_order': False, 'shape': (" + fill("1,") + "), }", "shape-rank-over-64"},
		{"faulty dimensions", "{'descr': '<f8', 'fortran_order': False, 'shape': (" + fill("0x1L,") + "), }", "literal-number-base"},
		{"empty lists", "{'descr': [" + fill("[],") + "], 'fortran_order': False, 'shape': (), }", "descr-field-length"},
		{"fields", "{'descr': [" + fill("('a','|i1'),") + "], 'fortran_order': False, 'shape': (), }", "descr-duplicate-name"},
		{"keys", "{" + fill("'a':0,") + "}", "keys-extra"},
		{"items without value", "{'a':0," + fill("b,") + "}", "header-not-a-literal"},
		{"long key", "{'" + strings.Repeat("k", long/2) + "': (" + strings.Repeat("0x1,", long/8-100) + ")}", "literal-number-base"},
		{"strings", "{'descr': " + fill("'a' ") + "}", "literal-implicit-concatenation"},
		{"escapes", "{'descr': '" + fill(`\x41`) + "'}", "literal-unneeded-escape"},
		{"newlines", "{" + fill("\n ") + "}", "header-newline-inside"},
		{"newlines to the end", "{'descr': '<f8',\n" + fill("\n ") + ",", "header-newline-inside"},
		{"tabs as padding", "{}" + fill("\t "), "header-padding-byte"},
		{"NULs", fill("\x00"), "header-nul"},
		{"open quote", "{'descr': '" + fill("a") + "}", "literal-unterminated"},
		{"quotes", "{" + fill(`"'`), "literal-unterminated"},
		{"closing brackets", "{" + fill(")"), "header-not-a-literal"},
		{"mismatched brackets", "{" + fill("(]"), "header-not-a-literal"},
		{"names", "{" + fill("a b "), "header-not-a-literal"},
		{"dots", "{" + fill("."), "header-not-a-literal"},
		{"braces after text", fill("x") + "{", "header-leading-text"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := raw(2, test.text+"\n", "")
			opt := &Options{Depth: Full}
			var report *Report
			used := allocating(func() { report = checkBytes(t, b, opt) })
			if !slices.ContainsFunc(report.Findings, func(f Finding) bool { return f.Rule.String() == test.rule }) {
				t.Errorf("got %v, want %s", ruleIDs(report)[:min(5, len(report.Findings))], test.rule)
			}
			if limit := uint64(16<<20 + 2*len(test.text)); used > limit {
				t.Errorf("check allocates %d bytes for a header of %d, want at most %d", used, len(test.text), limit)
			}
		})
	}
}

// TestHeaderWorkIsLinear doubles what a header can have many of: twice as many allocate about twice as
// much.
func TestHeaderWorkIsLinear(t *testing.T) {
	file := func(descr, fortran, shape string) []byte { return raw(2, dict(descr, fortran, shape)+"\n", "") }
	for _, test := range []struct {
		name string
		make func(n int) []byte
	}{
		{"brackets", func(n int) []byte { return raw(2, strings.Repeat("[", n), "") }},
		{"spaces", func(n int) []byte { return raw(2, dict("'<f8'", "False", "()")+strings.Repeat(" ", n)+"\n", "") }},
		{"spaces inside", func(n int) []byte { return file("'<f8'", strings.Repeat(" ", n)+"False", "()") }},
		{"dimensions", func(n int) []byte { return file("'<f8'", "False", "("+strings.Repeat("1, ", n)+")") }},
		{"digits", func(n int) []byte { return file("'<f8'", "False", "("+strings.Repeat("9", n)+",)") }},
		{"suffixes", func(n int) []byte { return file("'<f8'", "False", "("+strings.Repeat("1L, ", n)+")") }},
		{"type string", func(n int) []byte { return file("'<f"+strings.Repeat("8", n)+"'", "False", "()") }},
		{"fields", func(n int) []byte { return file("["+strings.Repeat("('a', '<f8'), ", n)+"]", "False", "()") }},
		{"names", func(n int) []byte {
			var fields strings.Builder
			for i := range n {
				fmt.Fprintf(&fields, "('%06d', '<f8'), ", i)
			}
			return file("["+fields.String()+"]", "False", "()")
		}},
		{"long names", func(n int) []byte {
			return file("[('"+strings.Repeat("a", n)+"', '<f8'), ('"+strings.Repeat("a", n)+"', '<f8')]", "False", "()")
		}},
		{"escapes", func(n int) []byte { return file("[('"+strings.Repeat("\\u0041", n)+"', '<f8')]", "False", "()") }},
		{"subarray", func(n int) []byte {
			return file("[('a', '<f8', ("+strings.Repeat("1, ", n)+"))]", "False", "()")
		}},
		{"keys", func(n int) []byte { return raw(2, "{"+strings.Repeat("'a': 1, ", n)+"}\n", "") }},
		{"values", func(n int) []byte { return file("'<f8'", strings.Repeat("(), ", n), "()") }},
		{"strings side by side", func(n int) []byte { return file(strings.Repeat("'<f8' ", n), "False", "()") }},
		{"comments", func(n int) []byte { return raw(2, "{"+strings.Repeat("# a\n", n)+"}\n", "") }},
	} {
		const n = 20_000
		one, two := test.make(n), test.make(2*n)
		allocated(t, two, nil) // fills the pools
		if a, b := allocated(t, one, nil), allocated(t, two, nil); b > 5*a/2+1<<20 {
			t.Errorf("%s: allocates %d bytes for %d, %d for twice as many", test.name, a, n, b)
		}
	}
}

// allocated returns how many bytes a check allocates in all, which is at least the peak of what it
// holds at one time.
func allocated(t *testing.T, b []byte, opt *Options) uint64 {
	t.Helper()
	return allocating(func() { checkBytes(t, b, opt) })
}

func allocating(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// zerosAt is a file of the given size that holds only zeros after its head.
type zerosAt struct {
	head []byte
	size int64
}

func (z zerosAt) ReadAt(p []byte, off int64) (int, error) {
	if off >= z.size {
		return 0, io.EOF
	}
	n := int(min(int64(len(p)), z.size-off))
	clear(p[:n])
	if off < int64(len(z.head)) {
		copy(p[:n], z.head[off:])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// TestFalseLengths covers lengths in the file that nobody may allocate.
func TestFalseLengths(t *testing.T) {
	claim := func(major byte, length uint32) []byte {
		b := append([]byte("\x93NUMPY"), major, 0)
		return append(binary.LittleEndian.AppendUint32(b, length), "{'descr': '<f8'"...)
	}
	for _, test := range []struct {
		name    string
		head    []byte
		size    int64
		rule    string
		verdict Verdict
	}{
		{"4 GiB header in a small file", claim(2, 1<<32-1), 27, "prefix-header-truncated", Nonconforming},
		{"4 GiB header that is there", claim(3, 1<<32-1), 5 << 30, "header-length-over-limit", NotChecked},
		{"2 MiB header in a file of 1.5", claim(2, 2<<20), 3 << 19, "prefix-header-truncated", Nonconforming},
		{"16 GiB array in a small file", npy(1, dict("'<f8'", "False", "(2147483647,)"), ""), 128, "data-truncated", Nonconforming},
		{"array of 2^63 bytes", npy(1, dict("'|u1'", "False", "(9223372036854775807,)"), ""), 10 << 30, "data-truncated", Nonconforming},
		{"10 GiB file with one byte too many", npy(1, dict("'|u1'", "False", "(10737418239,)"), ""), 10<<30 + 128, "data-trailing", Conforming},
	} {
		t.Run(test.name, func(t *testing.T) {
			z := zerosAt{test.head, test.size}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			report, err := Check(context.Background(), z, z.size, nil)
			runtime.ReadMemStats(&after)
			if err != nil {
				t.Fatal(err)
			}
			if got := ruleIDs(report); !slices.Equal(got, []string{test.rule}) || report.Verdict() != test.verdict {
				t.Errorf("got %v, %v, want [%s], %v", got, report.Verdict(), test.rule, test.verdict)
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
				t.Errorf("check allocates %d bytes, want at most 4 MiB", used)
			}
			if test.size > 1<<24 {
				return
			}
			stream, err := CheckStream(context.Background(), io.NewSectionReader(z, 0, z.size), nil)
			if err != nil {
				t.Fatal(err)
			}
			compareReports(t, stream, report)
		})
	}
}

// TestWorkIsLinear counts the bytes that a check of a structured array reads at depth Full: every
// byte once and no more, however large the header says the array is.
func TestWorkIsLinear(t *testing.T) {
	text := dict("[('a', [], (2000000000,)), ('b', [('c', '|b1'), ('', '|V3')], (500000000,))]", "False", "(1000000000,)")
	b := npy(1, text, zeros(1<<16))
	r := &countingReader{r: bytes.NewReader(b)}
	report, err := Check(context.Background(), r, int64(len(b)), &Options{Depth: Full})
	if err != nil {
		t.Fatal(err)
	}
	if got := ruleIDs(report); !slices.Contains(got, "data-truncated") {
		t.Errorf("got %v, want data-truncated", got)
	}
	if limit := int64(len(b) + firstRead); r.n.Load() > limit {
		t.Errorf("read %d bytes of a file of %d", r.n.Load(), len(b))
	}
}

// TestInflatedForHeader covers a large compressed member, of which depth Structure reads little more than the header.
func TestInflatedForHeader(t *testing.T) {
	data := make([]byte, 1<<20)
	rand.NewChaCha8([32]byte{}).Read(data)
	file := npy(1, dict("'|u1'", "False", "(1048576,)"), string(data))
	b := build.Archive("", build.File{Name: "a.npy", Content: file, Packed: build.Deflate(file)})
	r := &countingReader{r: bytes.NewReader(b)}
	report, err := Check(t.Context(), r, int64(len(b)), &Options{Depth: Structure})
	if err != nil || len(report.Findings) > 0 || r.n.Load() > 1<<18 {
		t.Errorf("got %+v, %v, and read %d bytes of %d", report, err, r.n.Load(), len(b))
	}
}

// countingReader counts the bytes that are read, by several goroutines perhaps.
type countingReader struct {
	r *bytes.Reader
	n atomic.Int64
}

func (c *countingReader) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.r.ReadAt(p, off)
	c.n.Add(int64(n))
	return n, err
}

func TestFileThatShrinks(t *testing.T) {
	b := plainFile[:100]
	if _, err := Check(context.Background(), bytes.NewReader(b), 152, nil); err != ErrChanged {
		t.Errorf("got error %v, want %v", err, ErrChanged)
	}
	whole := append(bytes.Clone(plainFile), 1, 2, 3)
	if _, err := Check(context.Background(), bytes.NewReader(whole[:151]), 155, &Options{Depth: Full}); err != ErrChanged {
		t.Errorf("depth full: got error %v, want %v", err, ErrChanged)
	}
}

func TestCheckFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.npy")
	if err := os.WriteFile(name, plainFile, 0o600); err != nil {
		t.Fatal(err)
	}
	report, err := CheckFile(context.Background(), name, nil)
	if err != nil || len(report.Findings) > 0 {
		t.Errorf("got %+v, %v, want a clean report", report, err)
	}
	for _, test := range []struct{ name, want string }{
		{dir, "is a directory"},
		{filepath.Join(dir, "none"), "no such file"},
		{"/dev/null", "is a device"},
	} {
		if runtime.GOOS == "windows" {
			break
		}
		if _, err := CheckFile(context.Background(), test.name, nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got error %v, want %q", test.name, err, test.want)
		}
	}
}

func TestQuote(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"plain text", "plain text"},
		{"日本", "日本"},
		{"a\x1b[31mb\n", `a\x1b[31mb\x0a`},
		{"a\u202eb\u200b", `a\u202eb\u200b`},
		{"\xff\xfe", `\xff\xfe`},
		{"\u0085", `\x85`},
		{"\U000e0001", `\U000e0001`},
		{strings.Repeat("x", 201), strings.Repeat("x", 200) + "… (201 bytes)"},
	} {
		if got := Quote(test.in); got != test.want {
			t.Errorf("Quote(%q): got %q, want %q", test.in, got, test.want)
		}
	}
}
