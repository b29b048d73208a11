package zip

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/inflate"
)

// example returns the pair of cases of the corpus that differ by a rule.
func example(t testing.TB, rule string) (bad, good []byte) {
	t.Helper()
	faulty, clean, ok := corpus.Example(rule)
	if !ok {
		t.Fatalf("no case breaks %s", rule)
	}
	bad, err := fs.ReadFile(corpus.FS, faulty.File)
	if err == nil {
		good, err = fs.ReadFile(corpus.FS, clean.File)
	}
	if err != nil {
		t.Fatal(err)
	}
	return bad, good
}

// plain is the content of members that don't matter.
var plain = bytes.Repeat([]byte("x"), 152)

// config is what tests read archives with.
var config = Config{MaxMembers: 1000, Decompressors: map[uint16]Decompressor{8: func(data *bufio.Reader, _ uint64, _ uint16) io.ReadCloser {
	return inflate.NewReader(data)
}}}

// read returns what is wrong with the records of an archive.
func read(t *testing.T, b []byte) *finding.List {
	t.Helper()
	faults := &finding.List{Max: 1000}
	if _, err := Walk(t.Context(), bytes.NewReader(b), int64(len(b)), config, faults); err != nil {
		t.Fatal(err)
	}
	return faults
}

// readWhole reads an archive and all of its data, and adds what is wrong to faults.
func readWhole(t *testing.T, r io.ReaderAt, size int64, c Config, faults *finding.List) (*Archive, error) {
	a, err := Walk(t.Context(), r, size, c, faults)
	if err != nil {
		return nil, err
	}
	var after []int64
	for from := 0; from < len(a.Members); {
		to := len(a.Members)
		for i := from; i < to; i++ {
			m := &a.Members[i]
			if !m.Found || m.Skipped || !a.Readable(m) {
				continue
			}
			m.CheckSizes(faults)
			c := a.Open(m, true)
			_, err := io.Copy(io.Discard, c)
			if at := c.Judge(faults); at > 0 {
				after = append(after, at)
			}
			c.Close()
			if err != nil {
				return nil, err
			}
		}
		if from > 0 {
			break
		}
		if err := a.After(after, faults); err != nil {
			return nil, err
		}
		from = to
	}
	return a, nil
}

// It returns the faults of an archive and its data in one line, each as "rule offset+length: message".
func told(t *testing.T, b []byte) string {
	t.Helper()
	var all []string
	for _, f := range faultsOf(t, b, true) {
		all = append(all, fmt.Sprintf("%s %d+%d: %s", f.Rule.String(), f.Offset, f.Length, f.Message))
	}
	return strings.Join(all, "; ")
}

// found returns the faults of an archive as "rule offset length", those of its data only if they are to be
// read.
func found(t *testing.T, b []byte, whole bool) (all []string) {
	t.Helper()
	for _, f := range faultsOf(t, b, whole) {
		all = append(all, fmt.Sprintf("%s %d %d", f.Rule.String(), f.Offset, f.Length))
	}
	return all
}

// faultsOf returns the faults of an archive by offset, those of its data only if they are to be read.
func faultsOf(t *testing.T, b []byte, whole bool) []finding.Finding {
	t.Helper()
	faults := &finding.List{Max: 1000}
	if whole {
		if _, err := readWhole(t, bytes.NewReader(b), int64(len(b)), config, faults); err != nil {
			t.Fatal(err)
		}
	} else {
		faults = read(t, b)
	}
	slices.SortStableFunc(faults.Kept, func(a, b finding.Finding) int { return cmp.Compare(a.Offset, b.Offset) })
	return faults.Kept
}

// rules returns the names of the rules that are broken, sorted.
func rules(faults []finding.Finding) (all []string) {
	for _, f := range faults {
		all = append(all, f.Rule.String())
	}
	slices.Sort(all)
	return all
}

// names returns the names of the members of an archive, sorted, without their suffix.
func names(a *Archive) string {
	var all []string
	for i := range a.Members {
		if a.Members[i].Found {
			all = append(all, strings.TrimSuffix(a.Members[i].Name(), ".npy"))
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}
