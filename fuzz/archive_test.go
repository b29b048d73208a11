package fuzz

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestValidArchive compares archives that conform with what npycheck and Go find in them.
func TestValidArchive(t *testing.T) {
	notes := []spec.ID{spec.ZipOrder, spec.NpzEmpty, spec.NpzNameNested, spec.NpzMixedMethods}
	for _, area := range []string{"", "zip", "npz"} {
		for i := range count(t, 1500) {
			f := Numbered(1, i).validArchive(area)
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
			membersEqual(t, at, f)
			goReads(t, at, f)
			if t.Failed() {
				return
			}
		}
	}
}

// membersEqual compares the members of a file with those that npycheck reads.
func membersEqual(t *testing.T, at string, f File) {
	t.Helper()
	e := expect(t, f)
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
		sameArray(t, File{Content: f.Content, Array: want.Array}, member)
	}
}

// holdsObjects reports whether a reader may refuse a member.
func holdsObjects(f File) bool {
	return slices.ContainsFunc(f.Members, func(m Member) bool { return m.Array == nil })
}

// goReads reads an archive with Go's own package, which checks sizes and sums.
func goReads(t *testing.T, at string, f File) {
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

// TestDeflate inflates streams of all kinds with Go's own package.
func TestDeflate(t *testing.T) {
	for i := range count(t, 2000) {
		g := Numbered(2, i)
		content := g.junk(g.n(1 << g.n(13)))
		for range g.n(5) {
			if len(content) > 0 {
				copy(content[g.n(len(content)):], content[g.n(len(content)):])
			}
		}
		if g.one(4) {
			content = bytes.Repeat(content, 1+g.n(200_000)/(1+len(content)))
		}
		src := bytes.NewReader(g.deflate(content))
		got, err := io.ReadAll(flate.NewReader(src))
		if err != nil || !bytes.Equal(got, content) || src.Len() > 0 {
			t.Fatalf("stream %d: %v; got %d bytes, want %d; %d bytes left", i, err, len(got), len(content), src.Len())
		}
	}
}

// TestArchiveFault plants each fault many times: the validator reports that rule, and else only what it
// reports for the file that conforms.
func TestArchiveFault(t *testing.T) {
	for _, rule := range archiveRules() {
		t.Run(rule.String(), func(t *testing.T) {
			seeds := count(t, 200)
			if rule == spec.ZipMemberCount {
				seeds = 2
			}
			for i := range seeds {
				faulty, twin, ok := Numbered(3, i).archiveFault(rule)
				if !ok {
					t.Fatalf("file %d: not planted", i)
				}
				onlyRule(t, fmt.Sprintf("file %d", i), rule, faulty, twin)
				if faulty.Members != nil && rule != spec.ZipMethodUnusual { // which npycheck doesn't unpack
					membersEqual(t, fmt.Sprintf("file %d", i), faulty)
				}
				if t.Failed() {
					return
				}
			}
		})
	}
}

// onlyRule checks that a file breaks a rule, and else only what its twin breaks, which are notes.
func onlyRule(t *testing.T, at string, rule spec.ID, faulty, twin File) {
	t.Helper()
	had := broken(expect(t, twin))
	for id := range had {
		if id.Rule().Level != spec.May || id == rule {
			t.Errorf("%s: the twin breaks %s", at, id)
		}
	}
	got := broken(expect(t, faulty))
	for id := range got {
		if id != rule && !had[id] {
			t.Errorf("%s: got %s, want only %s", at, id, rule)
		}
	}
	if !got[rule] {
		t.Errorf("%s: %s not found", at, rule)
	}
}

// TestPickleFault plants each fault in an array of objects many times.
func TestPickleFault(t *testing.T) {
	for rule, fault := range pickleFaults {
		t.Run(rule.String(), func(t *testing.T) {
			for i := range count(t, 200) {
				faulty, twin, ok := Numbered(4, i).pickleFault(fault)
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

// TestArchiveGolden pins the first archives of a seed.
func TestArchiveGolden(t *testing.T) {
	h := sha256.New()
	g := Numbered(0, 0)
	for i := range uint64(300) {
		g.Restart(1, i)
		h.Write(g.validArchive("").Content)
	}
	if got, want := hex.EncodeToString(h.Sum(nil)), "bad3a3b8258f97ce98f99adf47af85cc9e91b92f97221eef613c247ab6c835cf"; got != want {
		t.Errorf("the first 300 archives of seed 1: got the hash %s, want %s", got, want)
	}
}

func BenchmarkArchive(b *testing.B) {
	g := Numbered(0, 0)
	for i := range b.N {
		g.Restart(1, uint64(i))
		g.validArchive("")
	}
}
