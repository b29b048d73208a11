package report

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/outcome"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestGitHub covers a report with files of every sort.
func TestGitHub(t *testing.T) {
	var summary strings.Builder
	notes := Levels{Show: spec.Note}
	got := written(t, NewGitHub(GitHubOptions{Levels: notes, Summary: &summary}), samples(t))
	want := `::error file=not\xffutf8.npy,title=header-padding-byte::padding byte 0x09 at offset 67, expected 0x20
::error file=text.npy,title=prefix-magic::file begins with 6e 6f 74 20 61 6e; looks like text: read it, then fetch or write the array
::error file=full.npz,title=shape-negative::[a\x1b.npy] shape[0] is -1
::error file=missing.npy,title=not-checked::file does not exist
::error file=<stdin>,title=not-checked::too large
::notice file=empty.npz,title=npz-empty::archive has no members
::notice file=full.npz,title=npz-mixed-methods::
incomplete: 2 of 7 files not checked; 3 errors, 3 warnings, 2 notes in 4 of 7 files; 1 file holds no array (empty.npz); not annotated: 3 warnings
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if markdown := written(t, NewMarkdown(), samples(t)); summary.String() != "\n"+markdown {
		t.Errorf("got the summary\n%s\nwant an empty line and\n%s", &summary, markdown)
	}
	summary.Reset()
	hidden := written(t, NewGitHub(GitHubOptions{Summary: &summary}), samples(t))
	if want := "\nincomplete: 2 of 7 files not checked; 3 errors, 3 warnings in 3 of 7 files; 2 notes hidden (--show note); 1 file holds no array (empty.npz); not annotated: 3 warnings\n"; strings.Contains(hidden, "notice") || !strings.HasSuffix(hidden, want) {
		t.Errorf("without notes: got\n%s\nwant at its end\n%s", hidden, want)
	}
	if text := summary.String(); strings.Contains(text, "| note |") || !strings.Contains(text, "\n2 notes hidden (`--show note`).\n") {
		t.Errorf("without notes: got the summary\n%s", text)
	}
	quiet := written(t, NewGitHub(GitHubOptions{Levels: notes, Quiet: true}), samples(t))
	if !strings.HasSuffix(quiet, "npz-mixed-methods::\nnot annotated: 3 warnings\n") {
		t.Errorf("quiet: got\n%s", quiet)
	}
	if quiet := written(t, NewGitHub(GitHubOptions{Quiet: true}), samples(t)[:1]); quiet != "" {
		t.Errorf("quiet, and nothing found: got %s", quiet)
	}
}

// TestGitHubLimits covers more to say than GitHub shows: errors after notes, and of each severity the first.
func TestGitHubLimits(t *testing.T) {
	var files []*File
	for i := range 12 {
		f := &File{Path: fmt.Sprintf("%d.npy", i), Verdict: validator.Conforming}
		for _, severity := range []spec.Severity{spec.Note, spec.Warning, spec.Error} {
			f.Findings = append(f.Findings, Finding{Finding: validator.Finding{Rule: spec.DataTrailing, Message: "m"}, Severity: severity})
		}
		files = append(files, f)
	}
	files = append(files, &File{Path: "missing.npy", Verdict: validator.NotChecked, Err: errors.New("gone")})
	var want strings.Builder
	for _, command := range []string{"error", "warning", "notice"} {
		for i := range 10 {
			fmt.Fprintf(&want, "::%s file=%d.npy,title=data-trailing::m\n", command, i)
		}
	}
	want.WriteString("incomplete: 1 of 13 files not checked; 12 errors, 12 warnings, 12 notes in 12 of 13 files; not annotated: 2 errors, 2 warnings, 2 notes, 1 file not checked\n")
	if got := written(t, NewGitHub(GitHubOptions{Levels: Levels{Show: spec.Note}}), files); got != want.String() {
		t.Errorf("got\n%s\nwant\n%s", got, &want)
	}
}

// TestGitHubBlocks covers several findings of a rule in a file, which are one annotation.
func TestGitHubBlocks(t *testing.T) {
	quotes := func(message string) Finding {
		return Finding{Finding: validator.Finding{Rule: spec.LiteralDoubleQuotes, Message: message}, Severity: spec.Warning}
	}
	files := []*File{
		{Path: "a.npy", Verdict: validator.Conforming, Findings: []Finding{quotes("first"), quotes("second")}, Omitted: []Omitted{{spec.LiteralDoubleQuotes, spec.Warning, 3}, {spec.DataTrailing, spec.Warning, 2}}},
		{Path: "b.npy", Verdict: validator.Conforming, Findings: []Finding{quotes("third")}},
	}
	const want = `::warning file=a.npy,title=literal-double-quotes::first (and 4 more in this file)
::warning file=b.npy,title=literal-double-quotes::third
ok: 8 warnings in 2 files; not annotated: 2 warnings
`
	if got := written(t, NewGitHub(GitHubOptions{}), files); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// command is what the runner of GitHub makes of a line.
type command struct {
	name, message string
	properties    map[string]string
}

// parseCommand reads a line as the runner does: the properties end at the next "::", and are split at commas.
func parseCommand(line string) (command, bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "::")
	if !ok {
		return command{}, false
	}
	head, message, ok := strings.Cut(rest, "::")
	if !ok {
		return command{}, false
	}
	data := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%")
	property := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
	name, list, _ := strings.Cut(head, " ")
	c := command{name, data.Replace(message), map[string]string{}}
	for pair := range strings.SplitSeq(list, ",") {
		key, value, _ := strings.Cut(pair, "=")
		c.properties[key] = property.Replace(value)
	}
	return c, true
}

// TestGitHubHostile gives the runner what files with hostile names are called.
func TestGitHubHostile(t *testing.T) {
	for _, test := range hostileNames {
		s := written(t, NewGitHub(GitHubOptions{}), []*File{hostileFile(test.name)})
		checkLog(t, s, regexp.MustCompile(`^::(error|warning|notice) file=[^:,]+,title=[a-z-]+::`))
		var got []command
		for line := range strings.Lines(s) {
			if c, ok := parseCommand(line); ok {
				got = append(got, c)
			}
		}
		noName := text.Inert(validator.Quote("no " + test.name))
		want := []command{
			{"error", noName, map[string]string{"file": test.shown, "title": "not-checked"}},
			{"error", "got " + test.shown, map[string]string{"file": test.shown, "title": "zip-header-mismatch"}},
			{"warning", "[" + test.shown + "] got " + test.shown, map[string]string{"file": test.shown, "title": "data-trailing"}},
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: got\n%q\nwant\n%q", test.name, got, want)
		}
	}
	path := "::error::x.npy"
	c, ok := parseCommand(written(t, NewGitHub(GitHubOptions{}), []*File{hostileFile(path)}))
	if !ok || !strings.HasSuffix(c.properties["file"], "::error::x.npy") {
		t.Errorf("%s: got %q", path, c)
	}
}

// TestGitHubSummaryError covers a summary that can't be written.
func TestGitHubSummaryError(t *testing.T) {
	full := errors.New("disk is full")
	g := NewGitHub(GitHubOptions{Summary: failing{full}})
	var b bytes.Buffer
	if err := g.End(&b, Summary{Outcome: outcome.OK}); err != full {
		t.Errorf("got error %v, want %v", err, full)
	}
	if want := "ok: 0 files, no findings\n"; b.String() != want {
		t.Errorf("got %s, want %s", &b, want)
	}
}

type failing struct{ error }

func (f failing) Write([]byte) (int, error) { return 0, f.error }
