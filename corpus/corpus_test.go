package corpus

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const (
	minCases = 1200
	maxTree  = 6 << 20 // bytes
)

func TestVectorsMatchManifest(t *testing.T) {
	files := map[string]bool{}
	for _, c := range Cases() {
		files[c.File] = true
		b, err := fs.ReadFile(FS, c.File)
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		if got := int64(len(b)); got != c.Size {
			t.Errorf("%s: got %d bytes, want %d", c.ID, got, c.Size)
		}
		if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != c.SHA256 {
			t.Errorf("%s: got SHA-256 %x, want %s", c.ID, sum, c.SHA256)
		}
		if want := string(c.Duty) + "/" + c.ID + "." + c.Format; c.File != want {
			t.Errorf("%s: got file %s, want %s", c.ID, c.File, want)
		}
	}
	err := fs.WalkDir(FS, ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !files[path] {
			t.Errorf("%s: no case has this file", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestIDs(t *testing.T) {
	cases := Cases()
	for i := 1; i < len(cases); i++ {
		if cases[i-1].ID >= cases[i].ID {
			t.Errorf("%s stands in front of %s", cases[i-1].ID, cases[i].ID)
		}
	}
	if len(cases) < minCases {
		t.Errorf("got %d cases, want at least %d", len(cases), minCases)
	}
}

func TestEitherHasFlag(t *testing.T) {
	for _, c := range Cases() {
		if c.Duty == Either && len(c.Flags) == 0 {
			t.Errorf("%s: the duty is either, and no flag tells why", c.ID)
		}
	}
}

// TestTreeSize keeps the corpus small enough to add to a repository without a second thought.
func TestTreeSize(t *testing.T) {
	var size int64
	err := fs.WalkDir(Folder, ".", func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if size >= maxTree {
		t.Errorf("the files have %d bytes, want less than %d", size, maxTree)
	}
}

// TestCaseHoldsManifest makes sure that Case has every field of the manifest: its JSON form is what
// it was read from.
func TestCaseHoldsManifest(t *testing.T) {
	text, err := fs.ReadFile(Folder, "manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Schema  int
		Version string
		Cases   []any
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	cases := Cases()
	if m.Schema != 1 || m.Version != Version() || len(m.Cases) != len(cases) {
		t.Fatalf("got schema %d, version %s, %d cases, want 1, %s, %d", m.Schema, m.Version, len(m.Cases), Version(), len(cases))
	}
	for i, c := range cases {
		line, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var got any
		if err := json.Unmarshal(line, &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, m.Cases[i]) {
			t.Errorf("got %s, want %v", line, m.Cases[i])
		}
	}
}

// TestNumPyPython expects the Python of exactly the releases that the cases have.
func TestNumPyPython(t *testing.T) {
	got := map[string]bool{}
	for _, c := range Cases() {
		for release := range c.NumPy {
			got[release] = true
		}
	}
	pythons := NumPyPython()
	if len(got) != len(pythons) {
		t.Errorf("the cases have %d releases, and %d have a Python", len(got), len(pythons))
	}
	for release := range got {
		if pythons[release] == "" {
			t.Errorf("NumPy %s has no Python", release)
		}
	}
	for release, want := range map[string]string{"1.23.5": "3.11.7", "2.5.2": "3.13.0"} {
		if pythons[release] != want {
			t.Errorf("NumPy %s ran on Python %q, want %s", release, pythons[release], want)
		}
	}
}

// TestUnrecorded covers the case whose outcome changes from run to run: a record would not be reproducible.
func TestUnrecorded(t *testing.T) {
	for _, c := range Cases() {
		if c.ID == "descr/field-set" && len(c.NumPy) > 0 {
			t.Errorf("%s: got the record %v, want none", c.ID, c.NumPy)
		}
	}
}

// The manifest and the profiles are read in many languages and pasted into many terminals.
func TestASCII(t *testing.T) {
	for _, name := range []string{"manifest.json", "profiles.json", "manifest.schema.json"} {
		text, err := fs.ReadFile(Folder, name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if at := bytes.IndexFunc(line, func(r rune) bool { return r < ' ' || r > '~' }); at >= 0 {
				t.Errorf("%s:%d: byte %d is %#x, want printable ASCII", name, i+1, at, line[at])
			}
		}
	}
}

func TestVerdict(t *testing.T) {
	p := Profile{Accepts: []string{"a", "b"}, Rejects: []string{"r"}, Unsupported: []string{"lacking"}}
	for _, test := range []struct {
		duty            Duty
		flags, features string
		want            Duty
	}{
		{Accept, "", "v1", Accept},
		{Reject, "", "v1", Reject},
		{Survive, "a", "v1", Survive},
		{Either, "a", "v1", Accept},
		{Either, "a b", "v1", Accept},
		{Either, "other", "v1", Either},
		{Either, "a other", "v1", Either},
		{Either, "r", "v1", Reject},
		{Either, "a other r", "v1", Reject},
		{Accept, "", "v1 lacking", Unsupported},
		{Reject, "", "lacking", Unsupported},
		{Either, "r", "lacking", Unsupported},
	} {
		c := Case{Duty: test.duty, Flags: strings.Fields(test.flags), Features: strings.Fields(test.features)}
		if got := p.Verdict(c); got != test.want {
			t.Errorf("%s with flags %q and features %q: got %s, want %s", test.duty, test.flags, test.features, got, test.want)
		}
	}
}

// TestProfiles checks README.md's promises about the profiles on all cases.
func TestProfiles(t *testing.T) {
	counts := map[string]map[Duty]int{}
	for _, p := range Profiles() {
		counts[p.Name] = map[Duty]int{}
		for _, c := range Cases() {
			counts[p.Name][p.Verdict(c)]++
		}
	}
	for _, name := range []string{"strict", "numpy"} {
		if n := counts[name][Unsupported]; n != 0 {
			t.Errorf("%s: got %d unsupported cases, want none", name, n)
		}
	}
	if n := counts["numeric"][Unsupported]; n == 0 {
		t.Error("numeric: got no unsupported case")
	}
	for _, d := range []Duty{Accept, Reject} {
		for name, count := range counts {
			if count[d] == 0 {
				t.Errorf("%s: got no case to %s", name, d)
			}
		}
	}
}

// TestImportance holds what the word is for: few cases are of high importance, so that it selects something.
func TestImportance(t *testing.T) {
	counts := make(map[string]int)
	for _, c := range Cases() {
		counts[c.Importance]++
	}
	high, all := counts["high"], len(Cases())
	if high == 0 || 10*high > all {
		t.Errorf("got %d of %d cases of high importance, want some, and at most 10%%", high, all)
	}
	if high+counts["medium"]+counts["low"] != all {
		t.Errorf("got importances %v, want high, medium and low", counts)
	}
}

// TestSharedValues makes sure that sorting the returned cases doesn't affect other callers.
func TestSharedValues(t *testing.T) {
	first := Cases()[0].ID
	mine := Cases()
	slices.Reverse(mine)
	if got := Cases()[0].ID; got != first {
		t.Errorf("got first case %s, want %s", got, first)
	}
}
