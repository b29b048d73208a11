package fuzz_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/fuzz/internal/archive"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestValidArchive compares archives that conform with what npycheck and Go find in them.
func TestValidArchive(t *testing.T) {
	notes := []spec.ID{spec.ZipOrder, spec.NpzEmpty, spec.NpzNameNested, spec.NpzMixedMethods}
	for _, area := range []string{"", "zip", "npz"} {
		for i := range count(t, 700) {
			f := archive.Valid(choice.Numbered(1, i), area)
			at := fmt.Sprintf("area %q, file %d", area, i)
			e := expect(t, f)
			for rule := range broken(e) {
				archives := slices.Contains([]string{"zip", "npz"}, rule.Rule().Area())
				if rule.Rule().Level != spec.May && !slices.Contains(accepted, rule) || archives && !slices.Contains(notes, rule) {
					t.Fatalf("%s: %s", at, rule)
				}
			}
			if e.Duty != corpus.Accept && !holdsObjects(f) {
				t.Fatalf("%s: got duty %s, want accept", at, e.Duty)
			}
			membersEqual(t, at, f, e)
			goReads(t, at, f)
			if t.Failed() {
				return
			}
		}
	}
}

// membersEqual compares the members of a file with those that npycheck reads.
func membersEqual(t *testing.T, at string, f fuzz.File, e *conformance.Expectation) {
	t.Helper()
	if len(e.Members) != len(f.Members) {
		t.Errorf("%s: got %d members, want %d", at, len(e.Members), len(f.Members))
		return
	}
	for i, want := range f.Members {
		got := e.Members[i]
		if got.Name != want.Name || got.Key != strings.TrimSuffix(want.Name, ".npy") {
			t.Errorf("%s, member %d: got name %q and key %q, want %q", at, i, got.Name, got.Key, want.Name)
		}
		if got.Array == nil || want.Array == nil {
			if got.Array != nil || want.Array != nil {
				t.Errorf("%s, member %d: got %+v, want %+v", at, i, got.Array, want.Array)
			}
			continue
		}
		member := &conformance.Expectation{Array: got.Array, Report: &validator.Report{Array: e.Report.Members[i].Array}}
		sameArray(t, fuzz.File{Content: f.Content, Array: want.Array}, member)
	}
}

// holdsObjects reports whether a reader may refuse a member.
func holdsObjects(f fuzz.File) bool {
	return slices.ContainsFunc(f.Members, func(m fuzz.Member) bool { return m.Array == nil })
}

// goReads reads an archive with Go's own package, which checks sizes and checksums.
func goReads(t *testing.T, at string, f fuzz.File) {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(f.Content), int64(len(f.Content)))
	if err != nil {
		t.Errorf("%s: %v", at, err)
		return
	}
	if len(r.File) != len(f.Members) {
		t.Errorf("%s: Go finds %d members, want %d", at, len(r.File), len(f.Members))
		return
	}
	for i, member := range r.File {
		if member.Name != f.Members[i].Name {
			t.Errorf("%s: Go names a member %q, want %q", at, member.Name, f.Members[i].Name)
		}
		src, err := member.Open()
		if err == nil {
			_, err = io.Copy(io.Discard, src)
		}
		if err != nil {
			t.Errorf("%s: %s: %v", at, member.Name, err)
		}
	}
}

// TestArchiveFault plants each fault many times: the validator reports that rule, and otherwise only what it
// reports for the file that conforms.
func TestArchiveFault(t *testing.T) {
	for _, rule := range plantable("zip", "npz") {
		t.Run(rule.String(), func(t *testing.T) {
			seeds := count(t, 100)
			if rule == spec.ZipMemberCount {
				seeds = 2
			}
			for i := range seeds {
				faulty, twin, ok := fuzz.Numbered(3, i).Fault(rule)
				if !ok {
					t.Fatalf("file %d: not planted", i)
				}
				e := onlyRule(t, fmt.Sprintf("file %d", i), rule, faulty, twin)
				if faulty.Members != nil {
					membersEqual(t, fmt.Sprintf("file %d", i), faulty, e)
				}
				if t.Failed() {
					return
				}
			}
		})
	}
}

// onlyRule checks that a file breaks a rule, and otherwise only rules that its twin breaks, which are notes. It returns
// what is expected of the file.
func onlyRule(t *testing.T, at string, rule spec.ID, faulty, twin fuzz.File) *conformance.Expectation {
	t.Helper()
	had := broken(expect(t, twin))
	for id := range had {
		if id.Rule().Level != spec.May || id == rule {
			t.Errorf("%s: the twin breaks %s", at, id)
		}
	}
	e := expect(t, faulty)
	got := broken(e)
	for id := range got {
		if id != rule && !had[id] && !(rule == spec.ZipDataCorrupt && id == spec.ZipMethodUnusual) { // any method but deflate is unusual
			t.Errorf("%s: got %s, want only %s", at, id, rule)
		}
	}
	if !got[rule] {
		t.Errorf("%s: %s not found", at, rule)
	}
	return e
}

// TestPickleFault plants each fault in an array of objects many times.
func TestPickleFault(t *testing.T) {
	for _, rule := range plantable("pickle") {
		t.Run(rule.String(), func(t *testing.T) {
			for i := range count(t, 100) {
				faulty, twin, ok := fuzz.Numbered(4, i).Fault(rule)
				if !ok {
					t.Fatalf("file %d: not planted", i)
				}
				if onlyRule(t, fmt.Sprintf("file %d", i), rule, faulty, twin); t.Failed() {
					t.Logf("%q", faulty.Content[bytes.IndexByte(faulty.Content, '\n')+1:])
					return
				}
			}
		})
	}
}

func BenchmarkArchive(b *testing.B) {
	for i := range b.N {
		archive.Valid(choice.Numbered(1, uint64(i)), "")
	}
}
