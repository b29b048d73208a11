//go:build live

package conformance_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/testing/live"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// minFiles is how many files each release must have written, so that a generator that stops
// early can't pass.
const minFiles = 600

// numpyFile is a line of expected.jsonl: what NumPy reads in the header of a file that it wrote,
// and what it was given to write.
type numpyFile struct {
	Path         string
	NumPy        string
	Version      [2]uint8
	DType        string
	Itemsize     int64
	Shape        []int64
	FortranOrder bool  `json:"fortran_order"`
	DataOffset   int64 `json:"data_offset"`
	DataBytes    int64 `json:"data_bytes"`
	Longdouble   bool
	Write        struct {
		Descr        string
		Shape        []int64
		FortranOrder bool      `json:"fortran_order"`
		Version      *[2]uint8 // nil: NumPy chooses
	}
}

var makeNumPyFiles sync.Once

// numpyReleases calls f with the files of every release, in a subtest named after it. It keeps them for inspection.
func numpyReleases(t *testing.T, f func(t *testing.T, dir string, files []numpyFile)) {
	root := live.Cache(t, "numpy-files")
	makeNumPyFiles.Do(func() { live.Run(t, "conformance/testdata/numpy/make", root) })
	logs, err := filepath.Glob(filepath.Join(root, "*", "expected.jsonl"))
	if err != nil || len(logs) == 0 {
		t.Fatalf("no expected.jsonl below %s (%v)", root, err)
	}
	for _, log := range logs {
		dir := filepath.Dir(log)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			files := readExpected(t, log)
			if len(files) < minFiles {
				t.Errorf("got %d files, want at least %d", len(files), minFiles)
			}
			f(t, dir, files)
		})
	}
}

func readExpected(t *testing.T, name string) []numpyFile {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var files []numpyFile
	d := json.NewDecoder(bufio.NewReader(f))
	d.DisallowUnknownFields()
	for {
		var file numpyFile
		if err := d.Decode(&file); errors.Is(err, io.EOF) {
			return files
		} else if err != nil {
			t.Fatalf("%s: line %d: %v", name, len(files)+1, err)
		}
		files = append(files, file)
	}
}

// TestNumPyFilesConform checks files that NumPy wrote: the validator must find nothing wrong
// with them, and read in their headers what NumPy reads.
func TestNumPyFilesConform(t *testing.T) {
	numpyReleases(t, func(t *testing.T, dir string, files []numpyFile) {
		for _, file := range files {
			name := filepath.Join(dir, file.Path)
			header := readHeader(t, name, file)
			report, err := validator.CheckFile(context.Background(), name, &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods()})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}

			got := faults(report)
			if want := exceptions(file, header); !slices.Equal(got, want) {
				t.Errorf("%s: got faults %v, want %v", name, got, want)
				logFindings(t, report)
			}
			if got := report.Verdict(); got != validator.Conforming {
				t.Errorf("%s: got verdict %s, want %s", name, got, validator.Conforming)
			}
			if report.Format != validator.Npy {
				t.Errorf("%s: got format %s, want %s", name, report.Format, validator.Npy)
			}
			if report.Array == nil {
				t.Errorf("%s: got no array", name)
				logFindings(t, report)
				continue
			}
			compareArray(t, name, report.Array, file)
			compareStream(t, name, report)
		}
	})
}

// namedFile is a line of named.jsonl: a file with names that a user chose, and the rules that it breaks with an
// error.
type namedFile struct {
	Path   string
	Errors []string
}

// TestNumPyNames tests the promise about what NumPy writes: whatever a user names, puts into an
// array or saves to one file, np.save, np.savez and np.savez_compressed cause no error of kind conformance. What
// open_memmap is given is not promised.
func TestNumPyNames(t *testing.T) {
	numpyReleases(t, func(t *testing.T, dir string, _ []numpyFile) {
		log, err := os.Open(filepath.Join(dir, "named.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		defer log.Close()
		count := 0
		for d := json.NewDecoder(log); ; count++ {
			var file namedFile
			if err := d.Decode(&file); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			name := filepath.Join(dir, file.Path)
			report, err := validator.CheckFile(context.Background(), name, &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods()})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			got := []string{}
			for _, f := range report.Findings {
				if f.Severity() == spec.Error {
					got = append(got, f.Rule.String())
				}
			}
			slices.Sort(got)
			if got = slices.Compact(got); !slices.Equal(got, file.Errors) {
				t.Errorf("%s: got errors %v, want %v", name, got, file.Errors)
				logFindings(t, report)
			}
			promised := !strings.Contains(file.Path, "memmap-")
			if got := report.Verdict(); promised && got != validator.Conforming {
				t.Errorf("%s: got verdict %s, want %s", name, got, validator.Conforming)
			}
		}
		if count < 40 {
			t.Errorf("got %d files, want at least 40", count)
		}
	})
}

// faults returns the rules of all errors and warnings, and of notes on how the header is written:
// they compare it with NumPy's own writing, so that NumPy can't break them. Sorted, each rule once.
func faults(report *validator.Report) []string {
	var rules []string
	for _, f := range report.Findings {
		rule := f.Rule.Rule()
		text := slices.Contains([]string{"header", "literal", "keys"}, rule.Area())
		if text || f.Severity() >= spec.Warning {
			rules = append(rules, f.Rule.String())
		}
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}

func logFindings(t *testing.T, report *validator.Report) {
	t.Helper()
	for _, f := range report.Findings {
		t.Logf("    %s at %d: %s", f.Rule, f.Offset, f.Message)
	}
}

// readHeader returns the file up to the place where NumPy says that the data begins.
func readHeader(t *testing.T, name string, file numpyFile) []byte {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	header := make([]byte, file.DataOffset)
	if _, err := io.ReadFull(f, header); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return header
}

// exceptions returns the rules that a file of NumPy's breaks with a warning, sorted. They follow
// from what NumPy was given and from the bytes of the header, not from its meaning.
func exceptions(file numpyFile, header []byte) []string {
	var rules []string
	if file.Longdouble {
		rules = append(rules, "descr-platform-longdouble")
	}
	text := header[10:]
	if file.Version[0] > 1 {
		text = header[12:]
	}
	characters := len(text)
	if file.Version[0] == 3 {
		characters = utf8.RuneCount(text)
	}
	if characters > 10000 {
		rules = append(rules, "header-length-over-10000")
	}
	if file.Version[0] < 3 && bytes.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		rules = append(rules, "header-not-ascii")
	}
	if strings.Contains(file.Path, "objects-with-a-function") {
		rules = append(rules, "pickle-import-unknown") // the contents of the array are not NumPy's doing
	}
	return rules
}

func compareArray(t *testing.T, name string, got *validator.Array, want numpyFile) {
	t.Helper()
	if v := (spec.Version{Major: want.Version[0], Minor: want.Version[1]}); got.Version != v {
		t.Errorf("%s: got version %s, want %s", name, got.Version, v)
	}
	if d := got.DType.Descr(); d != want.DType {
		t.Errorf("%s: got dtype %s, want %s", name, d, want.DType)
	}
	if got.DType.Itemsize != want.Itemsize {
		t.Errorf("%s: got itemsize %d, want %d", name, got.DType.Itemsize, want.Itemsize)
	}
	if !slices.Equal(got.Shape, want.Shape) {
		t.Errorf("%s: got shape %v, want %v", name, got.Shape, want.Shape)
	}
	if got.FortranOrder != want.FortranOrder {
		t.Errorf("%s: got fortran_order %t, want %t", name, got.FortranOrder, want.FortranOrder)
	}
	if got.DataOffset != want.DataOffset {
		t.Errorf("%s: got data offset %d, want %d", name, got.DataOffset, want.DataOffset)
	}
	if got.DataBytes != want.DataBytes {
		t.Errorf("%s: got %d data bytes, want %d", name, got.DataBytes, want.DataBytes)
	}
}

// compareStream checks the file again, as a pipe would deliver it. Only the excerpts may differ.
func compareStream(t *testing.T, name string, want *validator.Report) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	pipe := struct{ io.Reader }{f}
	got, err := validator.CheckStream(context.Background(), pipe, &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods()})
	if err != nil {
		t.Errorf("%s: as a stream: %v", name, err)
	} else if got, want := withoutExcerpts(got), withoutExcerpts(want); !reflect.DeepEqual(got, want) {
		t.Errorf("%s: as a stream: got %+v, want %+v", name, got, want)
	}
}

// withoutExcerpts returns a copy of a report, without the excerpts of its findings.
func withoutExcerpts(report *validator.Report) *validator.Report {
	plain := *report
	plain.Findings = slices.Clone(report.Findings)
	for i := range plain.Findings {
		plain.Findings[i].Excerpt = validator.Excerpt{}
	}
	return &plain
}

// TestNumPyHeadersReproduced compares the header writer with NumPy's own bytes, all of them.
func TestNumPyHeadersReproduced(t *testing.T) {
	numpyReleases(t, func(t *testing.T, dir string, files []numpyFile) {
		for _, file := range files {
			name := filepath.Join(dir, file.Path)
			want := readHeader(t, name, file)
			dtype, err := spec.ParseDescr(file.Write.Descr)
			if err != nil {
				t.Errorf("%s: descr %.200s: %v", name, file.Write.Descr, err)
				continue
			}
			var version spec.Version // the zero Version: the oldest that can hold the header
			if v := file.Write.Version; v != nil {
				version = spec.Version{Major: v[0], Minor: v[1]}
			}
			h := spec.Header{DType: dtype, FortranOrder: file.Write.FortranOrder, Shape: file.Write.Shape}
			got, err := h.Append(nil, version, headerEra(t, file.NumPy))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if !bytes.Equal(got, want) {
				i := commonPrefix(got, want)
				t.Errorf("%s: got %d bytes, want %d; first difference at %d: got %.80q, want %.80q",
					name, len(got), len(want), i, got[i:], want[i:])
			}
		}
	})
}

func commonPrefix(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// headerEra returns how the given release of NumPy pads its headers.
func headerEra(t *testing.T, release string) spec.Era {
	t.Helper()
	part := strings.SplitN(release, ".", 3)
	if len(part) != 3 {
		t.Fatalf("got NumPy release %q, want three numbers", release)
	}
	major, err := strconv.Atoi(part[0])
	if err != nil {
		t.Fatalf("got NumPy release %q: %v", release, err)
	}
	minor, err := strconv.Atoi(part[1])
	if err != nil {
		t.Fatalf("got NumPy release %q: %v", release, err)
	}
	if major == 1 && minor < 24 {
		return spec.Era64
	}
	return spec.EraGrowth
}
