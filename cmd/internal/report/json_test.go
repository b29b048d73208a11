package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"reflect"
	"strings"
	"testing"

	_ "github.com/npycheck/npycheck/internal/testing/lazygc"
	"github.com/npycheck/npycheck/internal/testing/schematest"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// validate compares JSON with a definition of the schema, or with all of it if there is no name.
func validate(t *testing.T, definition string, text []byte) {
	t.Helper()
	const file = "../../../validator/report.schema.json"
	schema := schematest.Read(t, file)
	if definition != "" {
		schema = schematest.ReadDefinition(t, file, definition)
	}
	schema.Check(t, text)
}

const goodFile = "\x93NUMPY\x01\x00\x76\x00{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }" +
	"                                                            \n" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"

// checked returns what a checker says about the content of a file.
func checked(t *testing.T, c *Checker, name, content string) *File {
	t.Helper()
	r, err := validator.Check(context.Background(), strings.NewReader(content), int64(len(content)), &c.Options)
	if err != nil {
		t.Fatal(err)
	}
	return c.File(Path(name), r, nil)
}

// samples returns files of every verdict.
func samples(t *testing.T) []*File {
	c := &Checker{Options: validator.Options{Depth: validator.Full}}
	array := &validator.Array{Version: spec.Version1, DataOffset: 128}
	full := &validator.Report{
		Format:  validator.Npz,
		Members: []validator.Member{{Name: "a\x1b.npy", Key: "a\x1b", Array: array}, {Name: "text", Key: "text"}},
		Findings: []validator.Finding{
			{Rule: spec.ShapeNegative, Message: "shape[0] is -1", Offset: 61, Length: 2, Base: validator.BaseContent, Pointer: "/shape/0", MemberName: "a\x1b.npy"},
			{Rule: spec.NpzMixedMethods, Member: validator.NoMember},
		},
		Omitted:        map[spec.ID]int{spec.LiteralLongSuffix: 3},
		Imports:        []validator.Import{{Module: "a\x1b", Name: "b", Offset: 130, Tier: spec.TierUnknown, MemberName: "a\x1b.npy"}},
		ImportsOmitted: 2,
	}
	return []*File{
		checked(t, c, "good.npy", goodFile),
		checked(t, c, "not\xffutf8.npy", strings.Replace(goodFile, "}  ", "}\t\t", 1)),
		checked(t, c, "empty.npz", "PK\x05\x06"+strings.Repeat("\x00", 18)),
		checked(t, c, "text.npy", "not an array"),
		c.File(Path("full.npz"), full, nil),
		c.File(Path("missing.npy"), nil, &fs.PathError{Op: "open", Path: "missing.npy", Err: fs.ErrNotExist}),
		c.File(Stdin{}, &validator.Report{Format: validator.Npz, Incomplete: "too large"}, nil),
	}
}

// TestFindingImport covers a finding about an import, which has it as --allow-import takes it, in a report that is
// read back, too. Other findings have none.
func TestFindingImport(t *testing.T) {
	found := Finding{Finding: validator.Finding{Rule: spec.PickleImportUnknown, Message: "import of mylib.Point", Import: "mylib.Point"}, Severity: spec.Error}
	text := found.AppendJSON(nil, found.Severity)
	validate(t, "finding", text)
	const want = `{"rule":"pickle-import-unknown","severity":"error","kind":"security","message":"import of mylib.Point","offset":0,"length":0,"pointer":"","member":"","import":"mylib.Point"}`
	if string(text) != want {
		t.Errorf("got %s, want %s", text, want)
	}
	var read File
	if err := read.UnmarshalJSON([]byte(`{"path":"a.npy","size":1,"format":"npy","ok":true,"verdict":"conforming","findings":[` + want + `]}`)); err != nil {
		t.Fatal(err)
	}
	if got := read.Findings[0].Import; got != "mylib.Point" {
		t.Errorf("read the import %q", got)
	}
	found.Import = ""
	if text := string(found.AppendJSON(nil, found.Severity)); strings.Contains(text, `"import"`) {
		t.Errorf("got an import in %s", text)
	}
}

// TestMarshal marshals what there is to say about files: it is what the schema says, whoever marshals it.
func TestMarshal(t *testing.T) {
	for _, f := range samples(t) {
		for _, v := range []any{f, *f} {
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			validate(t, "file", text)
			validate(t, "", text)
		}
		for _, finding := range f.Findings {
			text, err := json.Marshal(finding)
			if err != nil {
				t.Fatal(err)
			}
			validate(t, "finding", text)
		}
	}
}

// TestMarshalFile covers everything that can be said about a file.
func TestMarshalFile(t *testing.T) {
	want := `{"path":"full.npz","format":"npz","ok":false,"verdict":"nonconforming","members":[` +
		`{"name":"a\u001b.npy","key":"a\u001b","array":{"version":"1.0","dtype":"","itemsize":0,"shape":[],"fortran_order":false,"data_offset":128,"data_bytes":0}},` +
		`{"name":"text","key":"text"}],"findings":[` +
		`{"rule":"shape-negative","severity":"error","kind":"conformance","message":"shape[0] is -1","offset":61,"length":2,"pointer":"/shape/0","member":"a\\x1b.npy","member_base64":"YRsubnB5"},` +
		`{"rule":"npz-mixed-methods","severity":"note","kind":"conformance","message":"","offset":0,"length":0,"pointer":"","member":""}],` +
		`"omitted":[{"rule":"literal-long-suffix","severity":"warning","count":3}],"imports":[{"module":"a\u001b","name":"b","offset":130,"tier":"unknown","called":false,"member":"a\\x1b.npy"}],"imports_omitted":2}`
	got, err := json.Marshal(samples(t)[4])
	if err != nil || string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	got, err = json.Marshal(samples(t)[5])
	if want := `{"path":"missing.npy","format":"unknown","ok":false,"verdict":"not-checked","findings":[],"error":"file does not exist"}`; err != nil || string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// written returns a report in a format.
func written(t *testing.T, format Format, files []*File) string {
	t.Helper()
	var b bytes.Buffer
	var sum Summary
	err := format.Begin(&b)
	for n, f := range files {
		sum.Add(f)
		err = errors.Join(err, format.File(&b, int64(n), f))
	}
	sum.Decide(0)
	if err = errors.Join(err, format.End(&b, sum)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestFormats compares whole reports with the schema, and the objects in one form with those in the other.
func TestFormats(t *testing.T) {
	c := &Checker{
		Options: validator.Options{Depth: validator.Full, MaxHeaderSize: 4096, MaxMembers: 7, MaxSpool: 8, MaxFindings: 9},
		Policy: Policy{
			Ignore:     []spec.ID{spec.ShapeBool, spec.DataTrailing, spec.ShapeBool},
			Only:       []spec.ID{spec.ShapeBool},
			Severity:   map[spec.ID]spec.Severity{spec.DataTrailing: spec.Error, spec.ShapeBool: Off},
			DenyPickle: true,
			FailOn:     Never,

			AllowImports: []ImportPattern{"pandas.*", "mylib.Point", "pandas.*"},
			Overrides: []Override{
				{Paths: []string{"b.npy", "a/**"}, Ignore: []spec.ID{spec.ShapeBool}, Severity: map[spec.ID]spec.Severity{spec.DataTrailing: Off}, AllowImports: []ImportPattern{"b.*"}},
				{Paths: []string{"*\u202e"}},
			},
		},
	}
	head := c.Head()
	head.Shard = "2/3"
	head.Options.Include, head.Options.Exclude, head.Options.Follow = []string{"*.npy"}, []string{"tmp"}, true
	document := written(t, JSON{}, samples(t))
	validate(t, "document", []byte(document))
	text := written(t, NewJSONLines(head), samples(t))
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for _, line := range lines {
		validate(t, "", []byte(line))
	}
	validate(t, "headLine", []byte(lines[0]))
	validate(t, "trailer", []byte(lines[len(lines)-1]))
	want := `{"head":{"schema":1,"tool":{"name":"npycheck","version":"` + validator.Version + `"},"rules_sha256":"` + RulesSHA256() + `","options":{"depth":"full",` +
		`"max_header_size":4096,"max_members":7,"max_spool":8,"max_findings":9,"ignore":["data-trailing","shape-bool"],"only":["shape-bool"],"severity":{"data-trailing":"error","shape-bool":"off"},"deny_pickle":true,"allow_import":["mylib.Point","pandas.*"],"fail_on":"never",` +
		`"overrides":[{"paths":["a/**","b.npy"],"ignore":["shape-bool"],"severity":{"data-trailing":"off"},"allow_import":["b.*"]},{"paths":["*\u202e"]}],"include":["*.npy"],"exclude":["tmp"],"follow":true},"shard":"2/3"}}`
	if lines[0] != want {
		t.Errorf("got head\n%s\nwant\n%s", lines[0], want)
	}
	summary, found := strings.CutSuffix(lines[len(lines)-1], ","+lines[0][1:])
	if !found {
		t.Errorf("got trailer\n%s\nwant the head in it", lines[len(lines)-1])
	}
	want = `{"schema":1,"tool":{"name":"npycheck","version":"` + validator.Version + `"},"files":[` + "\n" +
		strings.Join(lines[1:len(lines)-1], ",\n") + "\n]," + summary[1:] + "}\n"
	if document != want {
		t.Errorf("got document\n%s\nwant\n%s", document, want)
	}
	empty := written(t, NewJSONLines(new(Checker).Head()), nil)
	if !strings.Contains(empty, `"options":{"depth":"default","max_header_size":1048576,"fail_on":"error"}}}`+"\n") {
		t.Errorf("got %s, want the defaults in the head", empty)
	}
	same := Checker{Options: validator.Options{MaxHeaderSize: -1, MaxMembers: 100_000, MaxSpool: 1 << 30, MaxFindings: 1000}}
	if got, want := same.Head(), new(Checker).Head(); !reflect.DeepEqual(got, want) {
		t.Errorf("got the head %+v for the defaults in so many words, want %+v", got, want)
	}
	for line := range strings.Lines(empty) {
		validate(t, "", []byte(line))
	}
	validate(t, "document", []byte(written(t, JSON{}, nil)))
}

// TestManyMembers covers an archive of which not all is said in one piece.
func TestManyMembers(t *testing.T) {
	r := &validator.Report{Format: validator.Npz}
	for range 10_000 {
		r.Members = append(r.Members, validator.Member{Name: "a.npy", Key: "a"})
	}
	var pieces longest
	f := new(Checker).File(Path("a.npz"), r, nil)
	if err := new(JSONLines).File(&pieces, 0, f); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(f)
	if err != nil || pieces.total != len(text)+1 || pieces.most > 2*maxPiece {
		t.Errorf("got %d bytes in pieces of up to %d, want %d in pieces of up to %d", pieces.total, pieces.most, len(text)+1, 2*maxPiece)
	}
}

// longest is a writer that knows the longest piece written to it.
type longest struct{ total, most int }

func (l *longest) Write(p []byte) (int, error) {
	l.total += len(p)
	l.most = max(l.most, len(p))
	return len(p), nil
}

// TestReportOfValidator covers what the validator itself writes of a file: it is what the schema says, and what a
// checker without a policy writes.
func TestReportOfValidator(t *testing.T) {
	c := &Checker{}
	for _, test := range []struct {
		name, content string
		options       validator.Options
	}{
		{name: "good.npy", content: goodFile},
		{name: "not\xffutf8.npy", content: strings.Replace(goodFile, "}  ", "}\t\t", 1)},
		{name: "two.npy", content: goodFile + goodFile},
		{name: "empty.npz", content: "PK\x05\x06" + strings.Repeat("\x00", 18)},
		{name: "text.npz", content: "not an array"},
		{name: "limited.npy", content: goodFile, options: validator.Options{MaxHeaderSize: 10}},
		{name: "omitted.npy", content: strings.Replace(goodFile, "}    ", "}\t \t\n", 1), options: validator.Options{MaxFindings: 1}},
	} {
		r, err := validator.Check(context.Background(), strings.NewReader(test.content), int64(len(test.content)), &test.options)
		if err != nil {
			t.Fatal(err)
		}
		got := r.AppendJSON([]byte("x"), test.name)[len("x"):]
		validate(t, "file", got)
		if want := text.AppendJSON(nil, c.File(Path(test.name), r, nil)); !bytes.Equal(got, want) {
			t.Errorf("%q: got %s, want %s", test.name, got, want)
		}
	}
	missing := validator.Report{Format: validator.Unknown, Incomplete: "no such file"}
	const want = `{"path":"a.npy","format":"unknown","ok":false,"verdict":"not-checked","findings":[],"error":"no such file"}`
	if got := missing.AppendJSON(nil, "a.npy"); string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	} else {
		validate(t, "file", got)
	}
}

// TestSummaryMatchesSchema covers everything that a summary can say.
func TestSummaryMatchesSchema(t *testing.T) {
	names := strings.Repeat("0a", 32)
	full := Summary{
		Files: 6, Conforming: 1, Nonconforming: 2, NotChecked: 3, Bytes: 70, Warning: 5, Stale: 2, Links: 4, Unverified: 1, Interrupted: true,
		Rules: map[spec.ID]int64{spec.ShapeBool: 3, spec.DataTrailing: 2}, Names: names,
	}
	for _, s := range []Summary{{}, full} {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		validate(t, "summary", text)
	}
	var b bytes.Buffer
	if err := NewJSONLines(Head{Schema: 1, Tool: Tool{"npycheck", "7"}}).End(&b, full); err != nil {
		t.Fatal(err)
	}
	want := `{"summary":{"ok":false,"files":6,"conforming":1,"nonconforming":2,"not_checked":3,"bytes":70,"error":0,"warning":5,"note":0,` +
		`"rules":{"data-trailing":2,"shape-bool":3},"stale_entries":2,"checksums_not_verified":1,"links_not_followed":4,"interrupted":true,"names_sha256":"` + names + `"},` +
		`"head":{"schema":1,"tool":{"name":"npycheck","version":"7"},"rules_sha256":"","options":{"depth":"","max_header_size":0,"fail_on":""}}}` + "\n"
	if b.String() != want {
		t.Errorf("got %s, want %s", &b, want)
	}
}
