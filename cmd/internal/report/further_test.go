package report

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// furtherFiles are a file of three arrays and an archive with two in a member, each with a fault in the second.
func furtherFiles(t *testing.T) []*File {
	c := &Checker{Options: validator.Options{Depth: validator.Full}}
	spoilt := strings.Replace(goodFile, "}  ", "}\t ", 1)
	archive := &validator.Report{Format: validator.Npz, Findings: []validator.Finding{
		{Rule: spec.DataTruncated, Message: "data truncated: 1 of 24 bytes", Offset: 281, Base: validator.BaseContent, Array: 2, MemberName: "b.npy"},
	}}
	return []*File{checked(t, c, "a.npy", goodFile+spoilt+goodFile), c.File(Path("a.npz"), archive, nil)}
}

// TestFurtherArrays covers the place of a finding in a further array in each format.
func TestFurtherArrays(t *testing.T) {
	for _, test := range []struct {
		name   string
		format Format
		want   []string // in this order
	}{
		{"text", NewText(TextOptions{Levels: Levels{Show: spec.Note}, NoHex: true}), []string{
			"note[data-second-array]: file holds 3 arrays; np.load(path) returns only the first\n  --> a.npy:152\n",
			"error[header-padding-byte]: padding byte 0x09 at offset 219, expected 0x20\n  --> a.npy[2]:219\n",
			"error[data-truncated]: data truncated: 1 of 24 bytes\n  --> a.npz[b.npy][2]:281\n"}},
		{"compact", Compact{Levels{Show: spec.Note}}, []string{
			"a.npy:152: note: ", "a.npy[2]:219: error: padding byte", "a.npz[b.npy][2]:281: error: data"}},
		{"json", JSON{}, []string{
			`"arrays":[{"version":"1.0",`, `"data_offset":280,`, `"data_offset":432,`,
			`"offset":219,"length":1,"pointer":"","member":"","array":2,"excerpt"`, `"member":"b.npy","array":2}`}},
		{"sarif", NewSARIF(""), []string{
			`{"text":"array 2, offset 219: padding byte`, `"fullyQualifiedName":"[2]"`,
			`{"text":"b.npy, array 2, offset 281: data`, `"fullyQualifiedName":"b.npy[2]"`}},
		{"junit", NewJUnit(0), []string{"[2] offset 219: padding byte", "[b.npy][2] offset 281: data"}},
		{"github", NewGitHub(GitHubOptions{}), []string{"a.npy,title=header-padding-byte::[2] padding byte", "a.npz,title=data-truncated::[b.npy][2] data"}},
		{"gitlab", NewGitLab(""), []string{`"description":"array 2, offset 219: padding byte`, `"description":"b.npy, array 2, offset 281: data`}},
		{"html", NewHTML(Head{}), []string{"array 2, offset 219", "<code>b.npy</code>, array 2, offset 281 of the content"}},
		{"markdown", NewMarkdown(), []string{"a.npy[2]", "a.npz[b.npy][2]"}},
	} {
		text := written(t, test.format, furtherFiles(t))
		if test.name == "json" {
			validate(t, "", []byte(text))
		}
		rest := text
		for _, want := range test.want {
			at := strings.Index(rest, want)
			if at < 0 {
				t.Errorf("%s: got no %q in this place of\n%s", test.name, want, text)
				break
			}
			rest = rest[at+len(want):]
		}
	}
}

// TestFurtherCompact parses the lines of findings in further arrays.
func TestFurtherCompact(t *testing.T) {
	pattern := regexp.MustCompile(CompactPattern)
	lines := strings.Split(written(t, Compact{Levels{Show: spec.Note}}, furtherFiles(t)), "\n")
	for i, want := range [][]string{1: {"a.npy", "2", "", "219"}, 2: {"a.npz", "b.npy", "2", "281"}} {
		if m := pattern.FindStringSubmatch(lines[i]); want != nil && (m == nil || !slices.Equal(m[1:5], want)) {
			t.Errorf("%q: got %q, want %q", lines[i], m, want)
		}
	}
}

// TestFurtherReadBack reads files back as they were written, with their fingerprints.
func TestFurtherReadBack(t *testing.T) {
	for _, f := range furtherFiles(t) {
		text, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		var got File
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if last := got.Findings[len(got.Findings)-1]; last.Array != 2 {
			t.Errorf("%s: got array %d, want 2", f.Path, last.Array)
		}
		if !slices.Equal(got.Fingerprints(), f.Fingerprints()) {
			t.Errorf("%s: got the fingerprints %v, want %v", f.Path, got.Fingerprints(), f.Fingerprints())
		}
	}
	var f File
	const negative = `{"path":"a.npy","format":"npy","ok":true,"verdict":"conforming","findings":[{"rule":"data-trailing","severity":"warning","array":-2}]}`
	if err := json.Unmarshal([]byte(negative), &f); err == nil {
		t.Error("got a finding in array -2, want an error")
	}
}

// TestFurtherFingerprints distinguishes the same fault in two arrays, and leaves fingerprints of the first as they are.
func TestFurtherFingerprints(t *testing.T) {
	fault := func(array int) Finding {
		return Finding{Finding: validator.Finding{Rule: spec.ShapeNegative, Message: "shape[0] is -1", Array: array}, Severity: spec.Error}
	}
	f := File{Findings: []Finding{fault(0), fault(2), fault(3), fault(2)}}
	prints := f.Fingerprints()
	if seen := slices.Compact(slices.Sorted(slices.Values(prints))); len(seen) != 4 {
		t.Errorf("got %v, want four of them", prints)
	}
	alone := File{Findings: []Finding{fault(2)}}
	if alone.Fingerprints()[0] != prints[1] {
		t.Errorf("got %v for array 2 alone, want %s", alone.Fingerprints(), prints[1])
	}
}
