package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

func TestDisplayPath(t *testing.T) {
	for _, test := range []struct{ path, want string }{
		{"a.npy", "a.npy"},
		{"C:/a##b.npy", "C:/a##b.npy"},
		{"a::b", "a::b"},
		{"::a", "./::a"},
		{"  ::a", "./  ::a"},
		{"\u034f:\ufe0f:a", "./\u034f:\ufe0f:a"},
		{"##", `#\x23`},
		{"a##vso", `a#\x23vso`},
		{"a#\u034f#", "a#\u034f\\x23"},
		{"#a#b", "#a#b"},
		{"\x1b", `\x1b`},
	} {
		if got := strings.ReplaceAll(DisplayPath(test.path), `.\`, "./"); got != test.want {
			t.Errorf("%q: got %s, want %s", test.path, got, test.want)
		}
	}
}

// TestNoCommands covers commands of services made up of parts: the name of a file, that of a member, and bytes.
func TestNoCommands(t *testing.T) {
	head := new(Checker).Head()
	for _, parts := range [][2]string{{"a##vso", "task.setvariable variable=PATH]b"}, {"##", "error]b"}, {"a", "##vso[task.complete result=Succeeded]"}, {"##teamcity[a", "b"}} {
		found := validator.Finding{Rule: spec.DataTrailing, Message: "got " + validator.Quote(parts[1]), Base: validator.BaseContent, MemberName: parts[1],
			Excerpt: validator.Excerpt{Bytes: "##vso[a.b]######[a]##"}}
		f := new(Checker).File(Path(parts[0]), &validator.Report{Format: validator.Npz, Members: []validator.Member{{Name: parts[1], Key: parts[1]}}, Findings: []validator.Finding{found}, Incomplete: parts[1]}, nil)
		for _, format := range []Format{
			NewText(TextOptions{}), NewByRule(TextOptions{}), NewText(TextOptions{Colours: true}), Compact{}, JSON{}, NewJSONLines(head), NewJUnit(0), NewMarkdown(),
			NewGitHub(GitHubOptions{}), NewSARIF(""), NewGitLab(""), NewHTML(head), NewBaselineWriter(""),
		} {
			if got := text.CommandStart.FindString(written(t, format, []*File{f})); got != "" {
				t.Errorf("%q as %s: got %q", parts, fmt.Sprintf("%T", format), got)
			}
		}
	}
}
