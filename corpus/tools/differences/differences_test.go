package main

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/corpus"
)

func TestPageIsUpToDate(t *testing.T) {
	got := page(corpus.Cases())
	want, err := os.ReadFile("../../differences.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("corpus/differences.md is out of date: run go generate ./corpus")
	}
}

// TestReasons expects a reason for each case of the page that breaks a rule, and none for other rules.
func TestReasons(t *testing.T) {
	rules := map[string]bool{}
	for _, c := range corpus.Cases() {
		if !differs(c) {
			continue
		}
		for _, rule := range c.Rules {
			rules[rule] = true
		}
		if len(c.Rules) > 0 && reasonOf(c).text == "" {
			t.Errorf("%s: NumPy differs, and none of its rules %v has a reason", c.ID, c.Rules)
		}
	}
	for _, r := range reasons() {
		if !rules[r.rule] {
			t.Errorf("%s has a reason, and NumPy does what it should", r.rule)
		}
	}
}

// TestProfile compares the profile numpy with what NumPy has done since 1.24, with files and with streams.
func TestProfile(t *testing.T) {
	profiles := corpus.Profiles()
	i := slices.IndexFunc(profiles, func(p corpus.Profile) bool { return p.Name == "numpy" })
	if i < 0 {
		t.Fatal("no profile numpy")
	}
	for _, c := range corpus.Cases() {
		want := profiles[i].Verdict(c)
		if c.Duty != corpus.Either || want == corpus.Either {
			continue
		}
		for _, release := range releases(c) {
			if compareReleases(release, "1.24.0") < 0 {
				continue
			}
			all := resultsOf(c, release)
			for _, r := range all[:2] {
				if r.read() != (want == corpus.Accept) {
					t.Errorf("%s with the flags %v: got %s by NumPy %s, want %s", c.ID, c.Flags, r.outcome, release, want)
				}
			}
		}
	}
}

var (
	doubles = &corpus.Array{DType: "<f8", Shape: []int64{3}, SHA256: "aa"}
	longer  = &corpus.ReadArray{DType: "<f8", Shape: []int64{5}, SHA256: "bb"}
	others  = &corpus.ReadArray{DType: "<f8", Shape: []int64{3}, SHA256: "bb"}
	pair    = []corpus.Member{{Name: "a.npy", Key: "a", Array: doubles}, {Name: "b", Key: "b"}}
	bytes3  = &corpus.ReadArray{DType: "|S3", Shape: []int64{3, 1}, SHA256: "cc"}
)

func TestOutcomes(t *testing.T) {
	for _, test := range []struct {
		name    string
		c       corpus.Case
		differs bool
		want    string
	}{
		{"as it should",
			corpus.Case{Duty: corpus.Accept, Array: doubles, NumPy: map[string]string{"1.9.3": "accept", "1.24.4": "accept"}},
			false, "accept"},
		{"either way",
			corpus.Case{Duty: corpus.Either, Array: doubles, NumPy: map[string]string{"1.9.3": "reject", "1.24.4": "reject"}},
			false, "reject"},
		{"warns about a good file",
			corpus.Case{Duty: corpus.Accept, Array: doubles, NumPy: map[string]string{"1.9.3": "warn"}},
			false, "warn"},
		{"accepts a bad file",
			corpus.Case{Duty: corpus.Reject, NumPy: map[string]string{"1.9.3": "accept", "1.24.4": "accept"}},
			true, "accept"},
		{"rejects a good file",
			corpus.Case{Duty: corpus.Accept, Array: doubles, NumPy: map[string]string{"1.9.3": "reject"}},
			true, "reject"},
		{"raises an exception that it doesn't mean on a bad file",
			corpus.Case{Duty: corpus.Reject, NumPy: map[string]string{"1.9.3": "exception"}},
			true, "exception"},
		{"crashes on a bad file",
			corpus.Case{Duty: corpus.Reject, NumPy: map[string]string{"1.9.3": "crash"}},
			true, "crash"},
		{"releases by number",
			corpus.Case{Duty: corpus.Either, Array: doubles, NumPy: map[string]string{"1.24.4": "warn", "1.9.3": "accept", "1.10.4": "accept", "2.0.2": "reject"}},
			true, "1.9.3–1.10.4: accept<br>1.24.4: warn<br>2.0.2: reject"},
		{"ways",
			corpus.Case{Duty: corpus.Either, Array: doubles, NumPy: map[string]string{"2.0.2": "accept"},
				NumPyDetail: []corpus.NumPyDetail{{Releases: []string{"2.0.2"}, MMap: "reject"}}},
			true, "accept; mmap: reject"},
		{"another array",
			corpus.Case{Duty: corpus.Either, Array: doubles, NumPy: map[string]string{"2.0.2": "accept"},
				NumPyDetail: []corpus.NumPyDetail{{Releases: []string{"2.0.2"}, Stream: "reject", Array: longer}}},
			true, "accept as `<f8 (5,)`; stream: reject"},
		{"other values",
			corpus.Case{Duty: corpus.Accept, Array: doubles, NumPy: map[string]string{"2.0.2": "accept"},
				NumPyDetail: []corpus.NumPyDetail{{Releases: []string{"2.0.2"}, Array: others}}},
			true, "accept as other values"},
		{"another array in one way",
			corpus.Case{Duty: corpus.Reject, NumPy: map[string]string{"2.0.2": "reject"},
				NumPyDetail: []corpus.NumPyDetail{{Releases: []string{"2.0.2"}, MMap: "accept", MMapArray: bytes3}}},
			true, "reject; mmap: accept as `\\|S3 (3, 1)`"},
		{"members as they should be",
			corpus.Case{Format: "npz", Duty: corpus.Accept, Members: pair, NumPy: map[string]string{"2.0.2": "accept"}},
			false, "accept"},
		{"other members",
			corpus.Case{Format: "npz", Duty: corpus.Accept, Members: pair, NumPy: map[string]string{"2.0.2": "accept"},
				NumPyDetail: []corpus.NumPyDetail{{Releases: []string{"2.0.2"}, Members: []corpus.ReadMember{{Key: "a", Array: others}, {Key: "b"}, {Key: "c", Array: longer}}}}},
			true, "accept with `a` as other values, `b` as bytes, `c` as `<f8 (5,)`"},
		{"a member twice",
			corpus.Case{Format: "npz", Duty: corpus.Reject, NumPy: map[string]string{"2.0.2": "accept"},
				NumPyDetail: []corpus.NumPyDetail{{Releases: []string{"2.0.2"}, Members: []corpus.ReadMember{{Key: "a"}, {Key: "a"}, {Key: "a"}, {Key: "a"}}}}},
			true, "accept with `a` as bytes, `a` as bytes, `a` as bytes, … 4 members"},
		{"a member not found",
			corpus.Case{Format: "npz", Duty: corpus.Either, Members: pair, NumPy: map[string]string{"2.0.2": "accept"},
				NumPyDetail: []corpus.NumPyDetail{{Releases: []string{"2.0.2"}, Members: []corpus.ReadMember{}}}},
			true, "accept with no members"},
		{"an array for an archive",
			corpus.Case{Format: "npz", Duty: corpus.Either, Members: pair, NumPy: map[string]string{"2.0.2": "accept"},
				NumPyDetail: []corpus.NumPyDetail{{Releases: []string{"2.0.2"}, Array: longer}}},
			true, "accept as one array, `<f8 (5,)`"},
	} {
		if got := differs(test.c); got != test.differs {
			t.Errorf("%s: got differs %t, want %t", test.name, got, test.differs)
		}
		if got := outcomes(test.c); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestLongArrays(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{shapeText(nil), "()"},
		{shapeText([]int64{1, 2, 3, 4}), "(1, 2, 3, 4)"},
		{shapeText([]int64{1, 2, 3, 4, 5}), "(1, 2, 3, 4, … 5 dimensions)"},
		{quotedText(`[("it's", '<f8')]`), `[("it's", '<f8')]`},
		{quotedText("[('\u20ac\u202e', '<f8')]"), `[('\u20ac\u202e', '<f8')]`},
		{quotedText("[('012345678', '|S1'), ('abcdefghi', '|S1'), ('ABCDEFGHI', '|S1')]"), "[('012345678', '|S1'), ('abcdefghi', '|S1'), ('ABCDEFGHI', '…"},
	} {
		if test.got != test.want {
			t.Errorf("got %s, want %s", test.got, test.want)
		}
	}
}
