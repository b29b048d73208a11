package report

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// fileLine returns a file of a report as JSON, with further members.
func fileLine(members string) string {
	return `{"path":"a.npz","size":1,"format":"npz","ok":true,"verdict":"conforming",` + members + `}`
}

// TestReadBackMemory reads files with a million empty objects, which take three bytes each: what is made of them takes
// no more than the line itself, several times.
func TestReadBackMemory(t *testing.T) {
	objects := "[" + strings.Repeat("{},", 1_000_000) + "{}]"
	for _, test := range []struct {
		members string
		valid   bool
	}{
		{`"findings":` + objects, false},
		{`"findings":[],"omitted":` + objects, false},
		{`"findings":[],"members":` + objects, true},
	} {
		line := []byte(fileLine(test.members))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := new(File).UnmarshalJSON(line)
		runtime.ReadMemStats(&after)
		if (err == nil) != test.valid {
			t.Errorf("%.40s: got %v", test.members, err)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 10*uint64(len(line)) {
			t.Errorf("%.40s: %d bytes for a line of %d", test.members, got, len(line))
		}
	}
}

// TestReadLinesHole reads a report with a hole of 200 MB.
func TestReadLinesHole(t *testing.T) {
	var text bytes.Buffer
	NewJSONLines(new(Checker).Head()).Begin(&text)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	lines, err := NewLinesReader(io.MultiReader(&text, io.LimitReader(hole{}, 200<<20), strings.NewReader("\n")))
	if err != nil {
		t.Fatal(err)
	}
	_, err = lines.Next()
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; err == nil || got > 10<<20 {
		t.Errorf("got %v and %d bytes", err, got)
	}
}

// hole has NUL bytes without end.
type hole struct{}

func (hole) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestReadBackRefused reads numbers that no report has, whose sum could be 0 again, and what is not a list.
func TestReadBackRefused(t *testing.T) {
	const omitted = `{"rule":"data-truncated","severity":"error","count":`
	for _, members := range []string{
		`"findings":[],"omitted":[` + omitted + `9223372036854775807},` + omitted + `9223372036854775807},` + omitted + `2}]`,
		`"findings":[],"known":9223372036854775807`,
		`"findings":[],"in_every_shard":true`,
		`"findings":[{"rule":"data-truncated","severity":"error","fix":"rm FILE"}]`,
		`"findings":{}`, `"findings":"[]"`, `"findings":[[]]`, `"omitted":7`, `"members":{"a":1}`, `"members":[7]`,
	} {
		if err := new(File).UnmarshalJSON([]byte(fileLine(members))); err == nil {
			t.Errorf("%s: got no error", members)
		}
	}
	for _, members := range []string{`"findings":null`, `"findings": [ ] `, `"findings":[],"omitted":[` + omitted + `2} ]`} {
		if err := new(File).UnmarshalJSON([]byte(fileLine(members))); err != nil {
			t.Errorf("%s: got %v", members, err)
		}
	}
}

// TestReadBackFix reads what npycheck fix does about the findings of a file, and writes it as it was.
func TestReadBackFix(t *testing.T) {
	found := func(fix remedy.Fix) Finding {
		return Finding{Finding: validator.Finding{Rule: spec.HeaderBom, Member: validator.NoMember}, Severity: spec.Error, Fix: fix}
	}
	for _, before := range []*File{
		{Path: "a.npy", Format: validator.Npy, Verdict: validator.Conforming, Findings: []Finding{found(remedy.Fixed), found(remedy.Fixed | remedy.Cut | remedy.Notes), found(0)}},
		{Path: "a.npy", Format: validator.Npy, Verdict: validator.Conforming, Findings: []Finding{found(0)}, FixUnknown: true},
	} {
		text, err := before.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var after File
		if err := after.UnmarshalJSON(text); err != nil {
			t.Fatal(err)
		}
		if after.FixUnknown != before.FixUnknown {
			t.Errorf("got unknown %v, want %v, from %s", after.FixUnknown, before.FixUnknown, text)
		}
		for i := range before.Findings {
			if got, want := after.Findings[i].Fix, before.Findings[i].Fix; got != want {
				t.Errorf("got %q, want %q, from %s", got.Command(), want.Command(), text)
			}
		}
		if again, err := after.MarshalJSON(); err != nil || string(again) != string(text) {
			t.Errorf("got %s, %v, want %s", again, err, text)
		}
	}
}
