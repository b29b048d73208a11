package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/schematest"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// gitLabSchema says what GitLab's documentation asks of a report on code quality.
const gitLabSchema = `{
	"type": "array",
	"items": {
		"type": "object",
		"required": ["description", "check_name", "fingerprint", "severity", "location"],
		"additionalProperties": false,
		"properties": {
			"description": {"type": "string", "minLength": 1},
			"check_name": {"type": "string", "pattern": "^[a-z0-9-]+$"},
			"fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
			"severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
			"location": {
				"type": "object",
				"required": ["path", "lines"],
				"additionalProperties": false,
				"properties": {
					"path": {"type": "string", "minLength": 1, "not": {"pattern": "^\\./"}},
					"lines": {
						"type": "object",
						"required": ["begin"],
						"additionalProperties": false,
						"properties": {"begin": {"type": "integer", "minimum": 1}}
					}
				}
			}
		}
	}
}`

type gitLabObject struct {
	Description string `json:"description"`
	CheckName   string `json:"check_name"`
	Fingerprint string `json:"fingerprint"`
	Severity    string `json:"severity"`
	Location    struct {
		Path  string              `json:"path"`
		Lines struct{ Begin int } `json:"lines"`
	} `json:"location"`
}

// readGitLab compares a report with the schema, and reads it.
func readGitLab(t *testing.T, text string) []gitLabObject {
	t.Helper()
	schematest.Parse(t, []byte(gitLabSchema)).Check(t, []byte(text))
	var objects []gitLabObject
	if err := json.Unmarshal([]byte(text), &objects); err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, o := range objects {
		if seen[o.Fingerprint] {
			t.Errorf("%s: got the fingerprint twice: %+v", o.Fingerprint, o)
		}
		seen[o.Fingerprint] = true
	}
	return objects
}

// TestGitLab covers a report with everything in it.
func TestGitLab(t *testing.T) {
	files := samples(t)
	text := written(t, NewGitLab(""), files)
	objects := readGitLab(t, text)
	want := `[
{"description":"offset 67: padding byte 0x09 at offset 67, expected 0x20","check_name":"header-padding-byte","fingerprint":"%s","severity":"major","location":{"path":"not\ufffdutf8.npy","lines":{"begin":1}}},
{"description":"offset 0: archive has no members","check_name":"npz-empty","fingerprint":"%s","severity":"info","location":{"path":"empty.npz","lines":{"begin":1}}},
{"description":"offset 0: file begins with 6e 6f 74 20 61 6e; looks like text: read it, then fetch or write the array","check_name":"prefix-magic","fingerprint":"%s","severity":"major","location":{"path":"text.npy","lines":{"begin":1}}},
{"description":"a\\x1b.npy, offset 61: shape[0] is -1","check_name":"shape-negative","fingerprint":"%s","severity":"major","location":{"path":"full.npz","lines":{"begin":1}}},
{"description":"offset 0: ","check_name":"npz-mixed-methods","fingerprint":"%s","severity":"info","location":{"path":"full.npz","lines":{"begin":1}}},
{"description":"3 more findings not listed","check_name":"literal-long-suffix","fingerprint":"%s","severity":"minor","location":{"path":"full.npz","lines":{"begin":1}}},
{"description":"not checked, or not to its end: file does not exist","check_name":"not-checked","fingerprint":"%s","severity":"critical","location":{"path":"missing.npy","lines":{"begin":1}}},
{"description":"not checked, or not to its end: too large","check_name":"not-checked","fingerprint":"%s","severity":"critical","location":{"path":"<stdin>","lines":{"begin":1}}}
]
`
	var prints []any
	for _, o := range objects {
		prints = append(prints, o.Fingerprint)
	}
	if want := fmt.Sprintf(want, prints...); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	if empty := written(t, NewGitLab(""), files[:1]); empty != "[\n]\n" || len(readGitLab(t, empty)) != 0 {
		t.Errorf("got %q for a file without findings", empty)
	}
}

// TestGitLabInterrupted ends a run before its end.
func TestGitLabInterrupted(t *testing.T) {
	var b strings.Builder
	g := NewGitLab("")
	if err := errors.Join(g.Begin(&b), g.File(&b, 0, samples(t)[1]), g.End(&b, Summary{Interrupted: true})); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); json.Valid([]byte(text)) || !json.Valid([]byte(text+"]")) {
		t.Errorf("got a report that looks like one of a whole run, or like none:\n%s", text)
	}
}

// TestGitLabFingerprints compares those of faults in a branch with those of another.
func TestGitLabFingerprints(t *testing.T) {
	fingerprints := func(files ...*File) (all []string) {
		for _, o := range readGitLab(t, written(t, NewGitLab(""), files)) {
			all = append(all, o.Fingerprint)
		}
		return all
	}
	file := func(name, message string) *File {
		return &File{Path: name, Findings: []Finding{{Finding: validator.Finding{Rule: spec.HeaderPaddingByte, Message: message}, Severity: spec.Error}}}
	}
	before := fingerprints(file("a.npy", "padding byte 0x09 at offset 58, expected 0x20"), file("b.npy", "padding byte 0x09 at offset 58, expected 0x20"))
	after := fingerprints(file("a.npy", "padding byte 0x09 at offset 61, expected 0x20"), file("b.npy", "padding byte 0x09 at offset 61, expected 0x20"))
	if !slices.Equal(before, after) {
		t.Errorf("got %s after the faults moved in the files, want %s", after, before)
	}
	more := file("a.npy", "")
	more.Findings, more.Omitted = nil, []Omitted{{spec.HeaderPaddingByte, spec.Error, 5}}
	few := file("a.npy", "")
	few.Findings, few.Omitted = nil, []Omitted{{spec.HeaderPaddingByte, spec.Error, 2}}
	if a, b := fingerprints(more), fingerprints(few); !slices.Equal(a, b) {
		t.Errorf("got %s and %s for other numbers of further findings", a, b)
	}
}

// TestGitLabMany covers many findings in a file, and writes them in pieces.
func TestGitLabMany(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 30,000 findings")
	}
	var files []*File
	for i := range 30 {
		files = append(files, manyFindings(fmt.Sprintf("%d.npy", i), 1000))
	}
	if n := len(readGitLab(t, written(t, NewGitLab(""), files))); n != 30_000 {
		t.Errorf("got %d findings, want 30000", n)
	}
	var pieces longest
	if err := NewGitLab("").File(&pieces, 0, files[0]); err != nil || pieces.most > 2*maxPiece {
		t.Errorf("got pieces of up to %d bytes, %v", pieces.most, err)
	}
	if err := NewGitLab("").File(failing{io.ErrClosedPipe}, 0, files[0]); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got the error %v", err)
	}
}

// TestGitLabHostile covers hostile text in every place, and reads it back.
func TestGitLabHostile(t *testing.T) {
	var files []*File
	for _, name := range hostileInJSON {
		finding := validator.Finding{Rule: spec.DataTrailing, Message: validator.Quote(name), Base: validator.BaseFile, MemberName: name}
		files = append(files, new(Checker).File(Path(name), &validator.Report{Format: validator.Npz, Findings: []validator.Finding{finding}, Incomplete: name}, nil))
	}
	s := written(t, NewGitLab(""), files)
	checkInert(t, s)
	objects := readGitLab(t, s)
	if len(objects) != 2*len(hostileInJSON) {
		t.Fatalf("got %d objects, want %d", len(objects), 2*len(hostileInJSON))
	}
	for i, name := range hostileInJSON {
		finding, notChecked := objects[2*i], objects[2*i+1]
		shown := text.Inert(validator.Quote(name))
		if want := shown + ", offset 0 of the archive: " + shown; finding.Description != want {
			t.Errorf("%q: got the description %q, want %q", name, finding.Description, want)
		}
		if want := "not checked, or not to its end: " + shown; notChecked.Description != want {
			t.Errorf("%q: got the description %q, want %q", name, notChecked.Description, want)
		}
		if want := strings.ToValidUTF8(path.Clean(name), "\ufffd"); finding.Location.Path != want || notChecked.Location.Path != want {
			t.Errorf("%q: got the path %q, want %q", name, finding.Location.Path, want)
		}
	}
}
