package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/outcome"
	"github.com/npycheck/npycheck/internal/testing/schematest"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// readSARIFSchema returns the schema of OASIS. It is one of draft 4, which jsonschema doesn't know. What it has of it
// means the same in draft 7.
func readSARIFSchema(t *testing.T) *schematest.Schema {
	t.Helper()
	text, err := os.ReadFile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	const draft4, draft7 = `"$schema": "http://json-schema.org/draft-04/schema#"`, `"$schema": "http://json-schema.org/draft-07/schema#"`
	if !bytes.Contains(text, []byte(draft4)) {
		t.Fatalf("the schema is not %s", draft4)
	}
	return schematest.Parse(t, bytes.Replace(text, []byte(draft4), []byte(draft7), 1))
}

// sarifRun is what tests look at in a report, as SARIF has it.
type sarifRun struct {
	Tool struct {
		Driver struct{ Rules []sarifRule }
	}
	Results []struct {
		RuleID    string
		RuleIndex int
		Message   sarifMessage
		Locations []struct {
			PhysicalLocation struct{ ArtifactLocation sarifArtifact }
			LogicalLocations []struct{ FullyQualifiedName string }
		}
	}
	Artifacts   []struct{ Location sarifArtifact }
	Invocations []struct {
		ExecutionSuccessful        bool
		ToolExecutionNotifications []struct {
			Level   string
			Message sarifMessage
		}
	}
}

type sarifRule struct {
	ID, HelpURI                             string
	ShortDescription, FullDescription, Help sarifMessage
	DefaultConfiguration                    struct{ Level string }
	Properties                              struct{ Tags []string }
}

type sarifMessage struct{ Text, Markdown string }

type sarifArtifact struct {
	URI   string
	Index int
}

// readSARIF compares a report with the schema, and reads it.
func readSARIF(t *testing.T, text string) *sarifRun {
	t.Helper()
	if err := readSARIFSchema(t).Validate(t, []byte(text)); err != nil {
		t.Errorf("%v in\n%.4000s", err, text[strings.Index(text, `"results":`):])
	}
	var report struct{ Runs []sarifRun }
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Runs) != 1 {
		t.Fatalf("got %d runs, want 1", len(report.Runs))
	}
	return &report.Runs[0]
}

// TestSARIFSchema sees to it that the schema is one: it rejects what is not a report.
func TestSARIFSchema(t *testing.T) {
	schema := readSARIFSchema(t)
	for i, text := range []string{
		`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"results":[{"message":{"text":"a"}}]}]}`, // the only valid one
		`{}`,
		`{"version":"2.0.0","runs":[]}`,
		`{"version":"2.1.0","runs":[{"tool":{"driver":{}}}]}`,
		`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"results":[{"message":{"text":"a"},"level":"fatal"}]}]}`,
		`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"results":[{"message":{"text":"a"},"rules":1}]}]}`,
		`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"invocations":[{}]}]}`,
	} {
		if err := schema.Validate(t, []byte(text)); (err == nil) != (i == 0) {
			t.Errorf("%s: got the error %v", text, err)
		}
	}
}

// TestSARIF covers a report with everything in it.
func TestSARIF(t *testing.T) {
	files := samples(t)
	files[1].SHA256 = strings.Repeat("5e", 32)
	text := written(t, NewSARIF(""), files)
	run := readSARIF(t, text)
	_, rest, _ := strings.Cut(text, `,"results":[`)
	want := `
{"ruleId":"header-padding-byte","ruleIndex":18,"level":"error","message":{"text":"offset 67: padding byte 0x09 at offset 67, expected 0x20"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"not%FFutf8.npy","index":0},"region":{"startLine":1,"byteOffset":67,"byteLength":2}}}],"partialFingerprints":{"primaryLocationLineHash":"` + files[1].Fingerprints()[0] + `"}},
`
	if !strings.HasPrefix(rest, want) {
		t.Errorf("got\n%.800s\nwant\n%s", rest, want)
	}
	want = `"level":"error","message":{"text":"a\\x1b.npy, offset 61: shape[0] is -1"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"full.npz","index":3},"region":{"startLine":1}},"logicalLocations":[{"fullyQualifiedName":"a\\x1b.npy"}]}],"partialFingerprints":{"primaryLocationLineHash":"` + files[4].Fingerprints()[0] + `"}}`
	if !strings.Contains(rest, want) {
		t.Errorf("got\n%s\nwant in it\n%s", rest, want)
	}
	_, rest, _ = strings.Cut(rest, `,"artifacts":`)
	want = `[
{"location":{"uri":"not%FFutf8.npy","index":0},"roles":["analysisTarget"],"hashes":{"sha-256":"` + strings.Repeat("5e", 32) + `"}},
{"location":{"uri":"empty.npz","index":1},"roles":["analysisTarget"]},
{"location":{"uri":"text.npy","index":2},"roles":["analysisTarget"]},
{"location":{"uri":"full.npz","index":3},"roles":["analysisTarget"]}
],"invocations":[{"executionSuccessful":false,"exitCode":3,"exitCodeDescription":"incomplete","toolExecutionNotifications":[` +
		`{"level":"error","locations":[{"physicalLocation":{"artifactLocation":{"uri":"missing.npy"}}}],"message":{"text":"missing.npy: file does not exist"}},` +
		`{"level":"error","locations":[{"physicalLocation":{"artifactLocation":{"uri":"%3Cstdin%3E"}}}],"message":{"text":"<stdin>: too large"}},` +
		`{"associatedRule":{"id":"literal-long-suffix","index":51},"level":"warning","message":{"text":"3 more findings not listed: literal-long-suffix"}}]}]}]}
`
	if rest != want {
		t.Errorf("got\n%s\nwant\n%s", rest, want)
	}
	if len(run.Results) != 5 {
		t.Errorf("got %d results, want 5", len(run.Results))
	}
	for i, r := range run.Results {
		if rule := run.Tool.Driver.Rules[r.RuleIndex]; rule.ID != r.RuleID {
			t.Errorf("result %d: got the index of %s, want that of %s", i, rule.ID, r.RuleID)
		}
		location := r.Locations[0].PhysicalLocation.ArtifactLocation
		if got, want := run.Artifacts[location.Index].Location.URI, location.URI; got != want {
			t.Errorf("result %d: got the index of %s, want that of %s", i, got, want)
		}
	}
}

// TestSARIFRules looks at the rules as code scanning shows them.
func TestSARIFRules(t *testing.T) {
	run := readSARIF(t, written(t, NewSARIF(""), nil))
	if len(run.Results) != 0 || len(run.Artifacts) != 0 || !run.Invocations[0].ExecutionSuccessful || len(run.Invocations[0].ToolExecutionNotifications) != 0 {
		t.Errorf("got %+v for no file, want no results, and success", run)
	}
	rules := run.Tool.Driver.Rules
	if len(rules) != len(spec.Rules()) {
		t.Fatalf("got %d rules, want %d", len(rules), len(spec.Rules()))
	}
	for i, r := range spec.Rules() {
		got := rules[i]
		if got.ID != r.Name || got.ShortDescription.Text != r.Title || got.FullDescription.Text != r.Doc || got.DefaultConfiguration.Level != r.Level.Severity().String() {
			t.Errorf("%s: got %+v", r.Name, got)
		}
		for _, text := range []string{got.Help.Text, got.FullDescription.Text, got.ShortDescription.Text} {
			if len(text) > 4096 {
				t.Errorf("%s: got a text of %d bytes", r.Name, len(text))
			}
		}
	}
	want := "\n\nClause [npy-2.8, Padding](https://github.com/npycheck/npycheck/blob/main/spec/npy.md#npy-28-padding). `npycheck explain header-padding-byte` has a file that breaks the rule."
	padding := rules[18]
	if got := padding.Help.Markdown; !strings.HasSuffix(got, want) {
		t.Errorf("got the help\n%s\nwant at its end\n%s", got, want)
	}
	if got := padding.HelpURI; got != "https://github.com/npycheck/npycheck/blob/main/spec/npy.md#npy-28-padding" {
		t.Errorf("got the page %s", got)
	}
	if got := padding.Properties.Tags; !slices.Equal(got, []string{"conformance", "header"}) {
		t.Errorf("got the tags %q", got)
	}
}

// manyFindings returns a file with n findings, of which no two are equal.
func manyFindings(name string, n int) *File {
	f := &File{Path: name, Format: validator.Npy, Verdict: validator.Nonconforming}
	for i := range n {
		f.Findings = append(f.Findings, Finding{Finding: validator.Finding{Rule: spec.HeaderPaddingByte, Message: fmt.Sprintf("padding byte 0x09 at offset %d, expected 0x20", i), Offset: int64(i), Length: 1}, Severity: spec.Error})
	}
	return f
}

// TestSARIFLimits covers more findings than code scanning takes, and more bytes.
func TestSARIFLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 30,000 findings")
	}
	var files []*File
	for i := range 30 {
		files = append(files, manyFindings(fmt.Sprintf("%d.npy", i), 1000))
	}
	files[29].Omitted = []Omitted{{spec.HeaderPaddingByte, spec.Error, 7}, {spec.DataTrailing, spec.Warning, 1}}
	text := written(t, NewSARIF(""), files)
	run := readSARIF(t, text)
	if len(text) > 10_000_000 || len(run.Results) != 25_000 || len(run.Artifacts) != 25 {
		t.Errorf("got %d results in %d files and %d bytes, want 25000 in 25 and at most 10000000", len(run.Results), len(run.Artifacts), len(text))
	}
	checkNotifications(t, run, true, "5007 more findings not listed: header-padding-byte", "1 more finding not listed: data-trailing")

	files = nil
	for i := range 3000 {
		files = append(files, manyFindings(strings.Repeat("é", 700)+fmt.Sprint(i), 2))
	}
	text = written(t, NewSARIF(""), files)
	run = readSARIF(t, text)
	if n := len(run.Results); len(text) > 10_000_000 || len(text) < 9_700_000 || n >= 6000 || len(run.Artifacts) != (n+1)/2 {
		t.Errorf("got %d results in %d files and %d bytes, want fewer than 6000 in half as many, and just under 10000000", n, len(run.Artifacts), len(text))
	}
	checkNotifications(t, run, true, fmt.Sprintf("%d more findings not listed: header-padding-byte", 6000-len(run.Results)))
}

// checkNotifications compares the messages of the notifications.
func checkNotifications(t *testing.T, run *sarifRun, success bool, want ...string) {
	t.Helper()
	var got []string
	for _, n := range run.Invocations[0].ToolExecutionNotifications {
		got = append(got, n.Message.Text)
	}
	if !reflect.DeepEqual(got, want) || run.Invocations[0].ExecutionSuccessful != success {
		t.Errorf("got the notifications %q and success %t, want %q and %t", got, run.Invocations[0].ExecutionSuccessful, want, success)
	}
}

// TestSARIFErrors covers more files that can't be read than a report names.
func TestSARIFErrors(t *testing.T) {
	var files []*File
	for range 1002 {
		files = append(files, new(Checker).File(Path("a{0}.npy"), nil, &fs.PathError{Op: "open", Path: "a.npy", Err: fs.ErrPermission}))
	}
	run := readSARIF(t, written(t, NewSARIF(""), files))
	n := run.Invocations[0].ToolExecutionNotifications
	if len(n) != 1001 || n[0].Message.Text != "a{{0}}.npy: permission denied" || n[0].Level != "error" || n[1000].Message.Text != "2 more files could not be checked" {
		t.Errorf("got %d notifications from %+v to %+v", len(n), n[0], n[len(n)-1])
	}
	var b strings.Builder
	s := NewSARIF("")
	if err := errors.Join(s.Begin(&b), s.End(&b, Summary{Outcome: outcome.Incomplete, Interrupted: true, Missing: "shard 2 of 3 is", Stale: 1, Known: 3, Unverified: 2, Links: 1, Others: 4})); err != nil {
		t.Fatal(err)
	}
	checkNotifications(t, readSARIF(t, b.String()), false, "interrupted; the rest of the files was not checked", "shard 2 of 3 is missing", "1 stale entry in the baseline", "3 findings known to the baseline not listed", "checksums of 2 archives not verified (--depth full)", "1 link not followed (--follow)", "4 files of another kind not checked")
}

// TestSARIFLimit covers files whose check ended at a limit. The finding of the limit says so, and no notification says
// it again, unless the finding is not among the results.
func TestSARIFLimit(t *testing.T) {
	const why = "header is 2000000 bytes long, and 1048576 are read"
	limited := func(why string) *File {
		found := Finding{Finding: validator.Finding{Rule: spec.HeaderLengthOverLimit, Message: why, Offset: 8, Length: 4}, Severity: spec.Error}
		return &File{Path: "a.npy", Format: validator.Npy, Verdict: validator.NotChecked, Findings: []Finding{found}, Err: errors.New(why)}
	}
	run := readSARIF(t, written(t, NewSARIF(""), []*File{limited(why)}))
	if len(run.Results) != 1 {
		t.Errorf("got %d results, want 1", len(run.Results))
	}
	checkNotifications(t, run, false)

	further := limited(why)
	further.Err = errors.New("too large")
	checkNotifications(t, readSARIF(t, written(t, NewSARIF(""), []*File{further})), false, "a.npy: too large")

	full := NewSARIF("")
	full.maxResults = 1
	run = readSARIF(t, written(t, full, []*File{manyFindings("full.npy", 2), limited(why)}))
	checkNotifications(t, run, false, "a.npy: "+why, "1 more finding not listed: header-padding-byte", "1 more finding not listed: header-length-over-limit")
}

// hostileInJSON are names of files and members, and texts of messages, that somebody may want to have an effect in
// JSON, in a URI or in a message of SARIF.
var hostileInJSON = []string{
	"new\n::error::forged.npy", "\x1b[31mred.npy", "not\xffutf8.npy", "right\u202eypn.left.npy", "csi\u009b2J.npy", "é字.npy", "##[error]x.npy", "##vso[task.setvariable variable=a]b.npy", "##teamcity[a].npy", "##vso",
	"::error::x.npy", " ::warning::x.npy", "]]>.npy", "<script>alert(1)</script>.npy", `"quoted".npy`, "a|b`c`.npy", "%0A.npy", "a:b/c?d#e.npy", `back\slash.npy`,
	"[click](https://example.org).npy", "{0}{{1}}.npy", `","level":"none`, `"annotations":[],`, `,"rank":-1}`, "-1", "[]", "fail", ":[]", ":-1,", "*", "a//b/./c.npy", "nul\x00.npy", "\U000e0041.npy",
}

// TestSARIFHostile covers hostile text in every place, and reads it back.
func TestSARIFHostile(t *testing.T) {
	var files []*File
	for _, name := range hostileInJSON {
		finding := validator.Finding{Rule: spec.DataTrailing, Message: validator.Quote(name), Base: validator.BaseContent, MemberName: name}
		f := new(Checker).File(Path(name), &validator.Report{Format: validator.Npz, Findings: []validator.Finding{finding}}, nil)
		f.Err = errors.New(name)
		files = append(files, f)
	}
	s := written(t, NewSARIF(""), files)
	checkInert(t, s)
	run := readSARIF(t, s)
	if len(run.Results) != len(hostileInJSON) {
		t.Fatalf("got %d results, want %d", len(run.Results), len(hostileInJSON))
	}
	placeholders := strings.NewReplacer("{{", "{", "}}", "}")
	for i, name := range hostileInJSON {
		r := run.Results[i]
		shown := text.Inert(validator.Quote(name))
		if got, want := placeholders.Replace(r.Message.Text), strings.ReplaceAll(shown+", offset 0: "+shown, "](", `]\x28`); got != want {
			t.Errorf("%q: got the message %q, want %q", name, got, want)
		}
		if got := r.Locations[0].LogicalLocations[0].FullyQualifiedName; got != shown {
			t.Errorf("%q: got the member %q", name, got)
		}
		uri, err := url.Parse(r.Locations[0].PhysicalLocation.ArtifactLocation.URI)
		want := path.Clean(name) // without "//"
		if err != nil || uri.IsAbs() || uri.Host != "" || uri.RawQuery != "" || uri.Fragment != "" || strings.TrimPrefix(uri.Path, "./") != want {
			t.Errorf("%q: got the URI %+v, %v", name, uri, err)
		}
	}
}

// checkInert looks for characters and words that a terminal or a CI service acts on.
func checkInert(t *testing.T, text string) {
	t.Helper()
	for _, bad := range []string{"\x1b", "\x00", "\u009b", "\u202e", "\xff", "\U000e0041", "\n::", "\n ::", "\r", "##[", "##vso[", "##teamcity["} {
		if strings.Contains(text, bad) {
			t.Errorf("got %q in the report", bad)
		}
	}
}

func TestFileURI(t *testing.T) {
	for _, test := range []struct{ path, want string }{
		{"a.npy", "a.npy"},
		{"./data/a.npy", "data/a.npy"},
		{"../a.npy", "../a.npy"},
		{"a:b.npy", "./a:b.npy"},
		{"d/a:b.npy", "d/a:b.npy"},
		{"100% a?b#c.npy", "100%25%20a%3Fb%23c.npy"},
		{"\xff\n.npy", "%FF%0A.npy"},
		{"é.npy", "%C3%A9.npy"},
	} {
		if got := fileURI(&File{Path: test.path}, ""); got != test.want {
			t.Errorf("%q: got %s, want %s", test.path, got, test.want)
		}
	}
	if got := fileURI(&File{Path: "/tmp/a b.npy"}, ""); runtime.GOOS != "windows" && got != "file:///tmp/a%20b.npy" {
		t.Errorf("got %s for an absolute path", got)
	}
}

// TestPathsBelow covers absolute paths below a folder, for services that want them relative to a repository.
func TestPathsBelow(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct{ path, want string }{
		{filepath.Join(dir, "a b", "c.npy"), "a b/c.npy"},
		{filepath.Join(dir, "..a.npy"), "..a.npy"},
		{dir + string(filepath.Separator) + filepath.Join("x", "..", "a.npy"), "a.npy"},
		{"a.npy", "a.npy"},
		{"../a.npy", "../a.npy"},
		{dir + "a.npy", filepath.ToSlash(dir) + "a.npy"},
		{filepath.Join(dir, "..", "a.npy"), filepath.ToSlash(filepath.Dir(dir)) + "/a.npy"},
	} {
		f := manyFindings(test.path, 1)
		if got := readGitLab(t, written(t, NewGitLab(dir), []*File{f}))[0].Location.Path; got != test.want {
			t.Errorf("%s: got %s as GitLab, want %s", test.path, got, test.want)
		}
		uri, err := url.Parse(readSARIF(t, written(t, NewSARIF(dir), []*File{f})).Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI)
		if err != nil || strings.TrimPrefix(uri.Path, "/") != strings.TrimPrefix(test.want, "/") || uri.IsAbs() != filepath.IsAbs(test.want) {
			t.Errorf("%s: got %v, %v as SARIF, want %s", test.path, uri, err, test.want)
		}
	}
}

// TestSARIFMemory writes many files: what is kept doesn't grow with them once the report is full.
func TestSARIFMemory(t *testing.T) {
	s := NewSARIF("")
	if err := s.Begin(io.Discard); err != nil {
		t.Fatal(err)
	}
	f := manyFindings("a.npy", 100)
	kept := 0
	for i := range 10_000 {
		if err := s.File(io.Discard, int64(i), f); err != nil {
			t.Fatal(err)
		}
		if i == 300 {
			kept = len(s.artifacts)
		}
		if room := i < 250; s.WantsHash() != room { // the 251st file finds that there is no more
			t.Errorf("after %d findings: wants hashes: %t, want %t", 100*(i+1), !room, room)
		}
	}
	if len(s.artifacts) != kept || s.leftOut[spec.HeaderPaddingByte] != 975_000 {
		t.Errorf("got %d bytes kept and %d findings left out, want %d and 975000", len(s.artifacts), s.leftOut[spec.HeaderPaddingByte], kept)
	}
}

// TestSARIFSize covers room for exactly what two files take, and for a byte less.
func TestSARIFSize(t *testing.T) {
	files := []*File{manyFindings("a.npy", 2), manyFindings("b.npy", 2)}
	write := func(s *SARIF) (results, size int) {
		var b strings.Builder
		if err := s.Begin(&b); err != nil {
			t.Fatal(err)
		}
		for n, f := range files {
			if err := s.File(&b, int64(n), f); err != nil {
				t.Fatal(err)
			}
		}
		return s.results, b.Len() + len(s.artifacts)
	}
	results, size := write(NewSARIF(""))
	if results != 4 {
		t.Fatalf("got %d results, want 4", results)
	}
	for _, test := range []struct{ less, want int }{{0, 4}, {1, 3}} {
		s := NewSARIF("")
		s.maxSize = sarifEndSize + size - test.less
		if results, _ := write(s); results != test.want {
			t.Errorf("%d bytes less than all take: got %d results, want %d", test.less, results, test.want)
		}
	}
}
