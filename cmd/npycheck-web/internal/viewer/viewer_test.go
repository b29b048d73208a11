package viewer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/validator"
)

// npy returns a file of format version 1.0.
func npy(descr, shape, data string) []byte {
	header := "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }"
	header += strings.Repeat(" ", 63-(10+len(header))%64) + "\n"
	return []byte("\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), 0}) + header + data)
}

func open(name string, b []byte) *File { return Open(name, bytes.NewReader(b), int64(len(b))) }

// TestReport has the size after the path, as the command prints it, and the error of a file that can't be read.
func TestReport(t *testing.T) {
	ctx := context.Background()
	got := string(open("a.npy", npy("'|u1'", "(2,)", "ab")).Report(ctx, Options{}))
	if want := `{"path":"a.npy","size":130,"format":"npy","ok":true,"verdict":"conforming","array":{"version":"1.0","dtype":"|u1","itemsize":1,` +
		`"shape":[2],"fortran_order":false,"data_offset":128,"data_bytes":2},"findings":[]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	got = string(Open("a\xff.npy", failing{}, 200).Report(ctx, Options{}))
	if want := `{"path":"a\ufffd.npy","path_base64":"Yf8ubnB5","size":200,"format":"unknown","ok":false,"verdict":"not-checked","findings":[],"error":"gone"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	wrong := npy("'|b1'", "(2,)", "\x01\x07")
	for depth, findings := range map[validator.Depth]int{0: 1, validator.Header: 0} {
		if got := strings.Count(string(open("a.npy", wrong).Report(ctx, Options{Depth: depth})), `"rule":"data-bool-value"`); got != findings {
			t.Errorf("depth %s: got %d findings, want %d", depth, got, findings)
		}
	}
}

type failing struct{}

func (failing) ReadAt([]byte, int64) (int, error) { return 0, errors.New("gone") }

// shown returns what Contents adds to what npycheck info prints.
func shown(t *testing.T, f *File) contentsJSON {
	t.Helper()
	var answer struct {
		Info  json.RawMessage
		Shown contentsJSON
	}
	if err := json.Unmarshal(f.Contents(context.Background()), &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Shown
}

func TestContents(t *testing.T) {
	got := shown(t, open("a.npy", npy("[('a', '<i4'), ('', '|V4'), ('b', [('c', '>f8'), ('d', '<U3', (2,))])]", "(1,)", strings.Repeat("\x00", 40))))
	if len(got.Arrays) != 1 || got.Arrays[0].Shape != "(1,)" || got.Arrays[0].Type.Text != "structure of 2 fields" {
		t.Fatalf("got %+v", got.Arrays)
	}
	var fields []string
	for _, f := range got.Arrays[0].Type.Fields {
		fields = append(fields, fmt.Sprintf("%d+%d %s%s: %s", f.Offset, f.Itemsize, strings.Repeat("  ", f.Depth), f.Name, f.Text))
	}
	if got, want := strings.Join(fields, "\n"), strings.Join([]string{
		"0+4 a: int32, little-endian",
		"4+4 : 4 raw bytes",
		"8+32 b: structure of 2 fields",
		"8+8   c: float64, big-endian",
		"16+24   d: subarray (2,) of text of 3 characters, little-endian",
	}, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	first, last := got.Regions[0], got.Regions[len(got.Regions)-1]
	if first.Name != "magic" || first.Bytes != "934e554d5059" || last.Offset != 192 || last.Length != 40 || last.Member != validator.NoMember {
		t.Errorf("got regions %+v to %+v", first, last)
	}
}

// TestElements reads a table, the fields of a structure, and numbers, from data that ends early.
func TestElements(t *testing.T) {
	ctx := context.Background()
	f := open("a.npy", npy("'<i2'", "(2, 3)", "\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00"))
	shown(t, f)
	whole := inspect.Plane{Rows: inspect.Part{Axis: 0, Step: 1, Count: 2}, Columns: inspect.Part{Axis: 1, Step: 1, Count: 3}, Index: []int64{0, 0}}
	q := &Query{Place: Place{Member: validator.NoMember}, Plane: whole, Field: -1}
	if got, err := f.Table(ctx, q); string(got) != `{"values":[["1","2","3"],["4","5",null]]}` || err != nil {
		t.Errorf("got %s and %v", got, err)
	}
	if got, err := f.Picture(ctx, q); fmt.Sprint(got) != "[1 2 3 4 5 NaN]" || err != nil || !math.IsNaN(got[5]) {
		t.Errorf("got %v and %v", got, err)
	}
	if got, err := f.Statistics(ctx, q.Place); !strings.Contains(string(got), `"stats":{"count":5,"min":1,"max":5,"mean":3,"zero":0}`) || err != nil {
		t.Errorf("got %s and %v", got, err)
	}

	f = open("a.npy", npy("[('a', '|u1'), ('b', '<f4')]", "(2,)", "\x07\x00\x00\x80\x3f\x08\x00\x00\x00\xc0"))
	shown(t, f)
	q.Plane = inspect.Plane{Rows: inspect.Part{Axis: 0, Step: 1, Count: 2}, Columns: inspect.Part{Axis: inspect.NoAxis, Step: 1, Count: 1}, Index: []int64{0}}
	q.Fields = true
	if got, err := f.Table(ctx, q); string(got) != `{"values":[["7","1"],["8","-2"]]}` || err != nil {
		t.Errorf("got %s and %v", got, err)
	}
	q.Fields, q.Field = false, 1
	if got, err := f.Picture(ctx, q); fmt.Sprint(got) != "[1 -2]" || err != nil {
		t.Errorf("got %v and %v", got, err)
	}
	if _, err := f.Picture(ctx, &Query{Place: q.Place, Plane: q.Plane, Field: -1}); err == nil {
		t.Error("a picture of structures: got no error")
	}
}

// TestElementsOfNothing asks for arrays that aren't there, and before the contents are known.
func TestElementsOfNothing(t *testing.T) {
	f := open("a.npy", npy("'|O'", "(1,)", "\x80\x02]N."))
	q := &Query{Plane: inspect.Plane{Index: []int64{0}}}
	if _, err := f.Table(context.Background(), q); err == nil {
		t.Error("before Contents: got no error")
	}
	shown(t, f)
	for _, p := range []Place{{Member: validator.NoMember}, {Member: 0}, {Member: -2}, {Member: validator.NoMember, Array: 1}, {Member: validator.NoMember, Array: -1}} {
		q.Place = p
		if got, err := f.Table(context.Background(), q); err == nil {
			t.Errorf("%+v: got %s", p, got)
		}
	}
}

// TestFix says what npycheck fix does about a file, with the command, and which values are in doubt.
func TestFix(t *testing.T) {
	good := string(npy("'<i4'", "(3,)", "abcdefghijkl"))
	tab, crlf := strings.Replace(good, "}  ", "}\t ", 1), strings.ReplaceAll(good, "\n", "\r\n")
	noFix := strings.Replace(good, "<i4", "<i9", 1)
	for _, test := range []struct {
		name, file, text, command, doubt, unread string
	}{
		{"a.npy", good, "", "", "", ""},
		{"d/a b.npy", tab, "It fixes what was found. No value changes: ", `npycheck fix "a b.npy"`, "", ""},
		{"-a.npy", tab, "It fixes what was found. No value changes: ", "npycheck fix ./-a.npy", "", ""},
		{"$(a).npy", tab, "It fixes what was found. No value changes: ", "npycheck fix FILE", "", ""},
		{"\u202ea.npy", tab, "It fixes what was found. No value changes: ", "npycheck fix FILE", "", ""},
		{"a.npy", crlf, "It fixes what was found. No value changes: ", "npycheck fix a.npy", "header-newlines-converted", "line endings were converted"},
		{"a.npy", good[:134], "", "", "data-truncated", ""},
		{"a.npy", tab[:134], "", "", "data-truncated", ""},
		{"a.npy", good + good, "It fixes what was found. Each array gets a file of its own. No value changes: ", "npycheck fix --split a.npy", "", ""},
		{"a.npz", good, "It fixes what was found. The file gets a name that ends in .npy.", "npycheck fix --rename a.npz", "", ""},
		{"a.npy", noFix, "", "", "descr-invalid-size", ""},
		{"a.npy", tab + "\n", "It fixes what was found. It cuts off 1 byte after the data. No value changes: ", "npycheck fix a.npy", "data-trailing", ""},
		{"a.npy", good + "abcde", "It fixes what was found. It cuts off 5 bytes after the data. No value changes: ", "npycheck fix --cut a.npy", "data-trailing", ""},
		{"a.npy", strings.Replace(tab, "<i4", "|b1", 1)[:131], "It fixes 1 of 2 findings. No value changes: ", "npycheck fix a.npy", "", ""},
		{"a.npy", "\x1f\x8b\x08", "", "", "", ""},
	} {
		f := open(test.name, []byte(test.file))
		f.Report(t.Context(), Options{})
		text, err := f.Fix(t.Context())
		var fix fixJSON
		if err != nil || json.Unmarshal(text, &fix) != nil {
			t.Fatalf("%s: got %s, %v", test.name, text, err)
		}
		if !strings.HasPrefix(fix.Text, test.text) || (fix.Text == "") != (test.text == "") || fix.Command != test.command {
			t.Errorf("%s: got %+v, want %q and %s", test.name, fix, test.text, test.command)
		}
		if test.doubt == "" && len(fix.Doubts) > 0 || test.doubt != "" && !slices.Equal(fix.Doubts, []doubtJSON{{Place{Member: validator.NoMember}, test.doubt}}) {
			t.Errorf("%s: got doubts %+v, want %q", test.name, fix.Doubts, test.doubt)
		}
		if a := shown(t, f).Arrays; len(a) > 0 && (!strings.HasPrefix(a[0].Unread, test.unread) || (a[0].Unread == "") != (test.unread == "")) {
			t.Errorf("%s: got unread %q, want %q", test.name, a[0].Unread, test.unread)
		}
	}
	if text, err := open("a.npy", nil).Fix(t.Context()); err == nil {
		t.Errorf("before a check: got %s", text)
	}
}

// TestRules has what npycheck explain has.
func TestRules(t *testing.T) {
	var rules []ruleJSON
	if err := json.Unmarshal(Rules(), &rules); err != nil {
		t.Fatal(err)
	}
	for _, r := range rules {
		if r.Name == "shape-bool" {
			if r.Severity != "error" || r.Kind != "conformance" || r.Reader != "reject" || r.Clause == "" || r.Doc == "" || r.Owner == "" || r.Remedy == "" {
				t.Errorf("got %+v", r)
			}
			return
		}
	}
	t.Errorf("got %d rules without shape-bool", len(rules))
}

// TestOutcomes compares the outcome of files, and the "ok" of their reports, with what the command says about them.
func TestOutcomes(t *testing.T) {
	text, err := os.ReadFile("../../../npycheck/testdata/outcomes.txt")
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) != 2 || words[0] == "#" || words[1] == "nowhere.npy" {
			continue
		}
		files++
		content, err := os.ReadFile("../../../../corpus/vectors/" + words[1])
		if err != nil {
			t.Fatal(err)
		}
		f := open(words[1], content)
		var report struct{ OK bool }
		if err := json.Unmarshal(f.Report(t.Context(), Options{}), &report); err != nil {
			t.Fatal(err)
		}
		if got := f.Outcome(); !strings.EqualFold(got, words[0]) || report.OK != (words[0] == "ok") {
			t.Errorf("%s: got %s and %v, want %s", words[1], got, report.OK, words[0])
		}
	}
	if files < 25 {
		t.Errorf("got %d files, want at least 25", files)
	}
	if got := open("a.npy", nil).Outcome(); got != "Incomplete" {
		t.Errorf("got %s of a file that was not checked, want Incomplete", got)
	}
}
