package validator

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/spec"
)

// TestNegativeSize gives sizes that no file has: that is a mistake of the caller, whatever the bytes are.
func TestNegativeSize(t *testing.T) {
	for _, b := range [][]byte{nil, make([]byte, 600), plainFile, plainFile[:7]} {
		for _, size := range []int64{-1, -5, -1 << 63} {
			report, err := Check(context.Background(), bytes.NewReader(b), size, nil)
			if report != nil || err == nil {
				t.Errorf("%d bytes, size %d: got %+v, %v, want an error", len(b), size, report, err)
			}
		}
	}
}

// TestMaxFindingsKeys covers a key that resembles a missing one, after as many findings as are kept.
func TestMaxFindingsKeys(t *testing.T) {
	b := npy(1, "{0x1: 2, 'Descr': '<f8', 'fortran_order': False, 'shape': (3,), }", zeros(24))
	want := checkBytes(t, b, nil)
	if got := ruleIDs(want); !slices.Contains(got, "keys-misspelled") || len(got) < 2 {
		t.Fatalf("got %v, want keys-misspelled after another finding", got)
	}
	got := checkBytes(t, b, &Options{MaxFindings: 1})
	if got.Omitted[spec.KeysMisspelled] != 1 || got.Omitted[spec.KeysMissing] != 0 || got.Omitted[spec.KeysExtra] != 0 || got.Array == nil {
		t.Errorf("got omitted %v and array %v, want one of keys-misspelled and the array", got.Omitted, got.Array)
	}
}

// TestOmittedLength covers an archive whose directory doesn't say how long a member is, so that nothing is said about
// data that are missing in it: neither in a finding nor in the number of those that were omitted.
func TestOmittedLength(t *testing.T) {
	for _, example := range examples(t) {
		if area := example.rule.Area(); area != "zip" && area != "npz" || len(example.bad) > 1<<16 {
			continue
		}
		for _, depth := range []Depth{Header, Structure, Full} {
			sameFindings(t, example.rule.Name, example.bad, depth)
		}
	}
	// Stored with one size and said to have another, and the array in it is cut and has a second fault.
	cut := npy(1, "{'shape': (3,), 'descr': '<f8', 'fortran_order': False, }", zeros(20))
	for _, n := range []uint32{uint32(len(cut)), uint32(len(cut)) + 4} {
		b := sizedMember(cut, n)
		for _, depth := range []Depth{Structure, Full} {
			sameFindings(t, "size", b, depth)
		}
	}
}

// sameFindings checks that a report with one finding says what the whole one says.
func sameFindings(t *testing.T, name string, b []byte, depth Depth) {
	t.Helper()
	want := checkBytes(t, b, &Options{Depth: depth})
	got := checkBytes(t, b, &Options{Depth: depth, MaxFindings: 1})
	count := map[string]int{}
	for _, f := range want.Findings {
		count[f.Rule.String()]++
	}
	for _, f := range got.Findings {
		count[f.Rule.String()]--
		if !slices.Contains(want.Findings, f) {
			t.Errorf("%s at depth %v: got %+v, which the whole report hasn't", name, depth, f)
		}
	}
	for id, n := range got.Omitted {
		count[id.String()] -= n
	}
	for id, n := range count {
		if n != 0 {
			t.Errorf("%s at depth %v: got %d of %s less than in the whole report", name, depth, n, id)
		}
	}
	if len(got.Findings) > 1 || got.Verdict() != want.Verdict() || got.Duty() != want.Duty() {
		t.Errorf("%s at depth %v: got %d findings, %s, %v; want at most 1, %s, %v", name, depth,
			len(got.Findings), got.Verdict(), got.Duty(), want.Verdict(), want.Duty())
	}
}

// sizedMember returns an archive with one stored member, said to have size bytes.
func sizedMember(content []byte, size uint32) []byte {
	b := build.Archive("", build.File{Name: "a.npy", Content: content})
	binary.LittleEndian.PutUint32(b[22:], size)
	entry := bytes.LastIndex(b, []byte(build.SigCentral))
	binary.LittleEndian.PutUint32(b[entry+24:], size)
	return b
}

// TestNameOfFile gives CheckFile a name that promises an archive: the finding is about the bytes by which the
// file is known to be an array.
func TestNameOfFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.npz")
	if err := os.WriteFile(name, plainFile, 0o600); err != nil {
		t.Fatal(err)
	}
	report, err := CheckFile(context.Background(), name, &Options{Name: "ignored.npy"})
	if err != nil {
		t.Fatal(err)
	}
	want := []Finding{{Rule: spec.NpzSingleArray, Length: 6, Member: NoMember, Excerpt: Excerpt{Bytes: string(plainFile[:32])},
		Message: "name ends in .npz, but the file is a single array: np.load returns the array, not an archive"}}
	if !slices.Equal(report.Findings, want) || report.Verdict() != Conforming || report.Format != Npy {
		t.Errorf("got %s, %s with %+v, want a conforming array with %+v", report.Format, report.Verdict(), report.Findings, want)
	}
	report, err = CheckStream(context.Background(), bytes.NewReader(plainFile), nil)
	if err != nil || len(report.Findings) > 0 {
		t.Errorf("stream: got %+v, %v, want no finding", report, err)
	}
}
