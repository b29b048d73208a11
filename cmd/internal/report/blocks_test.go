package report

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// shownBlocks returns the lines of a report as text that say which findings it lists, and which not.
func shownBlocks(t *testing.T, f *File) string {
	text := written(t, NewText(TextOptions{NoHex: true}), []*File{f})
	return strings.Join(regexp.MustCompile(`(?m)^(  --> .*|.*\[.*\]: .*|  and .*)\n`).FindAllString(text, -1), "")
}

// TestBlocksOfMembers covers findings of one rule in several members and arrays.
func TestBlocksOfMembers(t *testing.T) {
	in := func(member string, array int, message string) Finding {
		return Finding{Finding: validator.Finding{Rule: spec.DataTruncated, Message: message, MemberName: member, Array: array, Member: validator.NoMember}, Severity: spec.Error}
	}
	f := &File{Path: "a.npz", Verdict: validator.Nonconforming, Findings: []Finding{
		in("a.npy", 0, "1"), in("b.npy", 0, "2"), in("a.npy", 0, "3"), in("a.npy", 1, "4"), in("a.npy", 1, "5"), in("", 0, "6"), in("", 0, "7"),
	}}
	const want = `error[data-truncated]: 1
  --> a.npz[a.npy]
  and 1 more in this member
error[data-truncated]: 2
  --> a.npz[b.npy]
error[data-truncated]: 4
  --> a.npz[a.npy][1]
  and 1 more in this array
error[data-truncated]: 6
  --> a.npz
  and 1 more in this file
`
	if got := shownBlocks(t, f); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	const annotations = `::error file=a.npz,title=data-truncated::[a.npy] 1 (and 1 more in this member)
::error file=a.npz,title=data-truncated::[b.npy] 2
::error file=a.npz,title=data-truncated::[a.npy][1] 4 (and 1 more in this array)
::error file=a.npz,title=data-truncated::6 (and 1 more in this file)
FAILED: 7 errors in 1 file
`
	if got := written(t, NewGitHub(GitHubOptions{}), []*File{f}); got != annotations {
		t.Errorf("got\n%s\nwant\n%s", got, annotations)
	}
}

// TestBlocksOfNames covers imports: none hides another, as the author of a file decides which comes first. GitHub has no
// room for all of them.
func TestBlocksOfNames(t *testing.T) {
	of := func(name string) Finding {
		return Finding{Finding: validator.Finding{Rule: spec.PickleImportUnknown, Message: "import of " + name, Member: validator.NoMember}, Severity: spec.Warning}
	}
	f := &File{Path: "a.npy", Verdict: validator.Conforming, Findings: []Finding{of("a.b"), of("c.d"), of("a.b")}}
	const want = `warning[pickle-import-unknown]: import of a.b
  --> a.npy
  and 1 more in this file
warning[pickle-import-unknown]: import of c.d
  --> a.npy
`
	if got := shownBlocks(t, f); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	const annotation = "::warning file=a.npy,title=pickle-import-unknown::import of a.b (and 2 more in this file)\nok: 3 warnings in 1 file\n"
	if got := written(t, NewGitHub(GitHubOptions{}), []*File{f}); got != annotation {
		t.Errorf("got\n%s\nwant\n%s", got, annotation)
	}
}

// TestBlocksLimit covers more members than there are blocks for, with and without findings that are only counted.
func TestBlocksLimit(t *testing.T) {
	f := &File{Path: "a.npz", Verdict: validator.Nonconforming}
	var want strings.Builder
	for i := range 12 {
		name := fmt.Sprintf("%d.npy", i)
		f.Findings = append(f.Findings, Finding{Finding: validator.Finding{Rule: spec.DataTruncated, Message: "m", MemberName: name, Member: validator.NoMember}, Severity: spec.Error})
		if i < 10 {
			fmt.Fprintf(&want, "error[data-truncated]: m\n  --> a.npz[%s]\n", name)
		}
	}
	if got, want := shownBlocks(t, f), want.String()+"  and 2 more in this file (--format compact lists them)\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	f.Omitted = []Omitted{{spec.DataTruncated, spec.Error, 100}}
	if got, want := shownBlocks(t, f), want.String()+"  and 102 more in this file (--format compact lists them)\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := written(t, NewGitHub(GitHubOptions{}), []*File{f}), "::[9.npy] m (and 102 more in this file)\nFAILED: 112 errors in 1 file\n"; strings.Count(got, "::error ") != 10 || !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s\nwant 10 annotations, and at the end\n%s", got, want)
	}
	f.Findings = f.Findings[:1]
	if got, want := shownBlocks(t, f), "error[data-truncated]: m\n  --> a.npz[0.npy]\n  and 100 more in this file\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if text := written(t, NewText(TextOptions{}), []*File{f}); !strings.Contains(text, "\nMore than 100 findings: --summary counts them by rule\n") {
		t.Errorf("got no hint at --summary for 101 findings in one block:\n%s", text)
	}
}
