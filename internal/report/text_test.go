package report

import (
	"errors"
	"strings"
	"testing"

	"github.com/fatih/color"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestText covers a report with files of every sort.
func TestText(t *testing.T) {
	c := &Checker{Options: validator.Options{Depth: validator.Structure}}
	tab := strings.Replace(goodFile, "}  ", "}\t ", 1)
	member := validator.Finding{Rule: spec.DataTrailing, Message: "##[error] in a message", Base: validator.BaseContent, MemberName: "##[a]\x1b.npy"}
	files := []*File{
		checked(t, c, "good.npy", goodFile),
		checked(t, c, "tab.npy", tab),
		checked(t, c, "::warning::cut.npy", goodFile[:148]),
		c.File(Path("a.npz"), &validator.Report{Format: validator.Npz, Members: make([]validator.Member, 1),
			Findings: []validator.Finding{member}, Omitted: map[spec.ID]int{spec.ShapeNegative: 1, spec.LiteralLongSuffix: 2}}, nil),
		c.File(Stdin{}, nil, errors.New("no\x1b luck")),
	}
	want := `tab.npy: error: padding byte 0x09 at offset 67, expected 0x20 [header-padding-byte]
  00000040  2c 20 7d 09 20 20 20 20  20 20 20 20 20 20 20 20  |, }.            |
                     ^^
./::warning::cut.npy: error: data truncated: 20 of 24 bytes (2 of 3 elements); fetch or write it again [data-truncated]
  00000090  00 00 00 00                                       |....|
                        ^
a.npz[##\x5ba]\x1b.npy]: warning: ##\x5berror] in a message [data-trailing]
a.npz: 2 more findings not listed [literal-long-suffix]
a.npz: 1 more finding not listed [shape-negative]
<stdin>: not-checked: no\x1b luck
5 files: 1 conforming, 3 nonconforming, 1 not checked; 3 errors, 3 warnings, 0 notes; checksums of 1 archive not verified (--depth full)
`
	if got := written(t, NewText(TextOptions{}), files); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	quiet := want[:strings.LastIndex(strings.TrimSuffix(want, "\n"), "\n")+1]
	if got := written(t, NewText(TextOptions{Quiet: true}), files); got != quiet {
		t.Errorf("quiet: got\n%s\nwant\n%s", got, quiet)
	}
	colours := written(t, NewText(TextOptions{Colours: true}), files[1:2])
	if !strings.HasPrefix(colours, "\x1b[1mtab.npy\x1b[22m: \x1b[31;1merror\x1b[0;22m: padding") {
		t.Errorf("got %q, want colours", colours)
	}
	// On a terminal too it is the option that decides.
	defer func(before bool) { color.NoColor = before }(color.NoColor)
	color.NoColor = false
	if got := written(t, NewText(TextOptions{}), files); got != want {
		t.Errorf("on a terminal: got %q, want no colours", got)
	}
}

// TestTextSummary covers each part of the summary that says what was left out.
func TestTextSummary(t *testing.T) {
	const none = "1 file: 1 conforming, 0 nonconforming; 0 errors, 0 warnings, 1 note"
	for _, test := range []struct {
		has  Summary
		want string
	}{
		{Summary{}, none},
		{Summary{NotChecked: 1}, "1 file: 1 conforming, 0 nonconforming, 1 not checked; 0 errors, 0 warnings, 1 note"},
		{Summary{Known: 1}, none + "; 1 known"},
		{Summary{Unverified: 1}, none + "; checksums of 1 archive not verified (--depth full)"},
		{Summary{Links: 1}, none + "; 1 link not followed (--follow)"},
		{Summary{Others: 1}, none + "; 1 file of another kind not checked"},
		{Summary{Interrupted: true}, none + "; interrupted"},
		{Summary{Links: 2, Interrupted: true}, none + "; 2 links not followed (--follow); interrupted"},
	} {
		test.has.Files, test.has.Conforming, test.has.Note = 1, 1, 1
		var b strings.Builder
		if err := NewText(TextOptions{}).End(&b, test.has); err != nil || b.String() != test.want+"\n" {
			t.Errorf("got %s, %v, want %s", &b, err, test.want)
		}
	}
}
