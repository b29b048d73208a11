package report

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/seeded"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// hostileNames are names and texts that a form of report, a terminal or a service may treat as something else, as
// every report shows them.
var hostileNames = []struct{ name, shown string }{
	{"new\nline::error::x", `new\x0aline::error::x`},
	{"carriage\rreturn", `carriage\x0dreturn`},
	{"\x1b[31mred", `\x1b[31mred`},
	{"csi\u009b2J", `csi\x9b2J`},
	{"nul\x00", `nul\x00`},
	{"]]>", "]]>"},
	{"x::error::y", "x::error::y"},
	{"##[error]x", `##\x5berror]x`},
	{"a##vso[task.setvariable variable=b]c", `a##vso\x5btask.setvariable variable=b]c`},
	{"##teamcity[buildStatus text='x']", `##teamcity\x5bbuildStatus text='x']`},
	{"#\u034f#v\ufe0fso[x]", "#\u034f#v\ufe0fso\\x5bx]"},
	{"###[x]##[y]", `###\x5bx]##\x5by]`},
	{"#[a]## [b]##1[c]", "#[a]## [b]##1[c]"},
	{"section_start:1:a[collapsed=true]\r\x1b[0Kx", `section_start:1:a[collapsed=true]\x0d\x1b[0Kx`},
	{"right\u202eypn.left", `right\u202eypn.left`},
	{"line\u2028", `line\u2028`},
	{"not\xffutf8", `not\xffutf8`},
	{"\ufffe\U000e0041", `\ufffe\U000e0041`},
	{`"quo'ted"`, `"quo'ted"`},
	{"<script>alert(1)</script>", "<script>alert(1)</script>"},
	{"<!-- <![CDATA[ <?xml", "<!-- <![CDATA[ <?xml"},
	{"a|b", "a|b"},
	{`a\|b`, `a\|b`},
	{"`code` ``", "`code` ``"},
	{"a`|[x](https://example.org)", "a`|[x](https://example.org)"},
	{"%0A::error::x%", "%0A::error::x%"},
	{"a,b=c::d", "a,b=c::d"},
	{"&amp;&#10;", "&amp;&#10;"},
	{"@team #1 https://example.org [a](b) *x* ![i](j) $x$", "@team #1 https://example.org [a](b) *x* ![i](j) $x$"},
	{"a:5: error: b [c]:7: note: d [data-trailing]", "a:5: error: b [c]:7: note: d [data-trailing]"},
	{"a[b]", "a[b]"},
	{"[x", "[x"},
	{"x]", "x]"},
	{`C:\data\a.npy`, `C:\data\a.npy`},
	{`\`, `\`},
	{"é字\U0001f600", "é字\U0001f600"},
	{strings.Repeat("x", 201), strings.Repeat("x", 200) + "… (201 bytes)"},
}

// hostileFile has a name as its path, that of a member, a part of a message and of an error.
func hostileFile(name string) *File {
	shown := validator.Quote(name)
	f := new(Checker).File(Path(name), &validator.Report{
		Format:  validator.Npz,
		Members: make([]validator.Member, 1),
		Findings: []validator.Finding{
			{Rule: spec.ZipHeaderMismatch, Message: "got " + shown, Offset: 30},
			{Rule: spec.DataTrailing, Message: "got " + shown, Offset: 152, Base: validator.BaseContent, MemberName: name},
		},
	}, nil)
	f.Err = errors.New("no " + name)
	return f
}

// checkLog makes sure that neither a terminal nor the log of a service acts on a text, but for the commands that are
// meant.
func checkLog(t *testing.T, text string, commands *regexp.Regexp) {
	t.Helper()
	for line := range strings.Lines(text) {
		if lineCommand.MatchString(line) && (commands == nil || !commands.MatchString(line)) {
			t.Errorf("got a command: %q", line)
		}
	}
	if unfit := regexp.MustCompile(`[\x00-\x09\x0b-\x1f\x7f-\x{9f}\x{2028}\x{202e}]|##(vso|teamcity)?\[`).FindString(text); unfit != "" {
		t.Errorf("got %q in %q", unfit, text)
	}
}

// TestCompact covers a report with files of every sort.
func TestCompact(t *testing.T) {
	all := Compact{Levels{Show: spec.Note}}
	got := written(t, all, samples(t))
	want := `not\xffutf8.npy:67: error: padding byte 0x09 at offset 67, expected 0x20 [header-padding-byte]
empty.npz:0: note: archive has no members [npz-empty]
text.npy:0: error: file begins with 6e 6f 74 20 61 6e; looks like text: read it, then fetch or write the array [prefix-magic]
full.npz[a\x1b.npy]:61: error: shape[0] is -1 [shape-negative]
full.npz:0: note:  [npz-mixed-methods]
full.npz:0: warning: 3 more findings not listed [literal-long-suffix]
missing.npy:0: error: file does not exist [not-checked]
<stdin>:0: error: too large [not-checked]
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	notes := regexp.MustCompile(`(?m)^.*: note: .*\n`)
	if got, want := written(t, Compact{}, samples(t)), notes.ReplaceAllString(want, ""); got != want {
		t.Errorf("by default: got\n%s\nwant no notes:\n%s", got, want)
	}
	if got := written(t, Compact{Levels{Show: spec.Error, FailOn: spec.Note}}, samples(t)); got != want {
		t.Errorf("if notes fail the run: got\n%s\nwant\n%s", got, want)
	}
}

// TestCompactIsUnambiguous parses the lines of files with hostile names.
func TestCompactIsUnambiguous(t *testing.T) {
	if _, ok := spec.Lookup(string(validator.NotChecked)); ok {
		t.Fatalf("there is a rule %s", validator.NotChecked)
	}
	// Those that don't stand in a path as every report shows them, and those in a member.
	paths := map[string]string{
		"a:5: error: b [c]:7: note: d [data-trailing]": `a\x3a5: error: b [c]\x3a7: note: d [data-trailing\x5d`,
		"a[b]": `a[b\x5d`,
		"x]":   `x\x5d`,

		"##teamcity[buildStatus text='x']": `##teamcity\x5bbuildStatus text='x'\x5d`,
		"#\u034f#v\ufe0fso[x]":             "#\u034f#v\ufe0fso\\x5bx\\x5d",
		"###[x]##[y]":                      `###\x5bx]##\x5by\x5d`,
		"#[a]## [b]##1[c]":                 `#[a]## [b]##1[c\x5d`,
	}
	members := strings.NewReplacer("[", `\x5b`, "]", `\x5d`, ":", `\x3a`)
	pattern := regexp.MustCompile(CompactPattern)
	for _, test := range hostileNames {
		s := written(t, Compact{}, []*File{hostileFile(test.name)})
		checkLog(t, s, nil)
		path, ok := paths[test.name]
		if !ok {
			path = test.shown
		}
		want := [][]string{
			{path, "", "", "30", "error", "got " + test.shown, "zip-header-mismatch"},
			{path, members.Replace(test.shown), "", "152", "warning", "got " + test.shown, "data-trailing"},
			{path, "", "", "0", "error", validator.Quote("no " + test.name), "not-checked"},
		}
		want[2][5] = text.Inert(want[2][5])
		lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
		if len(lines) != len(want) {
			t.Errorf("%q: got %d lines, want %d", test.name, len(lines), len(want))
			continue
		}
		for i, line := range lines {
			m := pattern.FindStringSubmatch(line)
			if m == nil {
				t.Errorf("%q doesn't match", line)
				continue
			}
			for j, part := range m[1:] {
				if part != want[i][j] {
					t.Errorf("%q: got %q in group %d, want %q", line, part, j+1, want[i][j])
				}
			}
		}
	}
}

// FuzzCompact parses lines of any path and member.
func FuzzCompact(tf *testing.F) {
	f := seeded.F{F: tf}
	f.Add("a[b:5", "c]:6: note", ": 7: ]:8: error: x [y]")
	pattern := regexp.MustCompile(CompactPattern)
	f.Fuzz(func(t *testing.T, path, member, message string) {
		if path == "" {
			return // no file has no name
		}
		file := &File{Path: path, Findings: []Finding{{Finding: validator.Finding{Rule: spec.DataTrailing, MemberName: member, Message: validator.Quote(message), Offset: 5}, Severity: spec.Note}}}
		s := strings.TrimSuffix(written(t, Compact{Levels{Show: spec.Note}}, []*File{file}), "\n")
		m := pattern.FindStringSubmatch(s)
		if m == nil || m[1] != compactPath(file) || (m[2] != "") != (member != "") || m[3] != "" || m[4] != strconv.Itoa(5) || m[5] != "note" || m[6] != text.Inert(validator.Quote(message)) || m[7] != "data-trailing" {
			t.Errorf("%q is parsed as %q", s, m)
		}
	})
}
