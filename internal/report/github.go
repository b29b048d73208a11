package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/npycheck/npycheck/internal/inert"
	"github.com/npycheck/npycheck/internal/plural"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// maxAnnotations is the number of annotations of each severity that GitHub shows of a step.
const maxAnnotations = 10

// GitHubOptions adjust a report for GitHub Actions.
type GitHubOptions struct {
	Summary io.Writer // gets an empty line and a report as Markdown, in one piece at the end; may be nil
	Quiet   bool      // no line at the end, unless there is something without an annotation
}

// GitHub writes a report for the log of GitHub Actions: workflow commands that annotate the files, the worst first,
// and as many of each severity as GitHub shows for a step. The last line has the summary, and counts what has no
// annotation. It is for one report, and writes all of it at the end.
type GitHub struct {
	quiet       bool
	summary     io.Writer
	markdown    *Markdown
	annotations [spec.Error + 1][]string // the first of each severity
	notChecked  int64                    // files
}

// NewGitHub returns a GitHub.
func NewGitHub(o GitHubOptions) *GitHub {
	return &GitHub{quiet: o.Quiet, summary: o.Summary, markdown: NewMarkdown()}
}

// InOrder marks a format that remembers earlier files.
func (*GitHub) InOrder() {}

// Begin writes nothing.
func (*GitHub) Begin(io.Writer) error { return nil }

// File keeps the first annotations, and writes nothing.
func (g *GitHub) File(w io.Writer, n int64, f *File) error {
	if why := f.unsaid(); why != "" {
		g.notChecked++
		if g.room(spec.Error) {
			g.annotate(f, spec.Error, string(validator.NotChecked), why)
		}
	}
	for i := range f.Findings {
		found := &f.Findings[i]
		if !g.room(found.Severity) {
			continue
		}
		message := found.Message
		if within := Within(&found.Finding); within != "" {
			message = within + " " + message
		}
		g.annotate(f, found.Severity, found.Rule.String(), message)
	}
	return g.markdown.File(w, n, f)
}

func (g *GitHub) room(severity spec.Severity) bool {
	return len(g.annotations[severity]) < maxAnnotations
}

// annotate keeps a workflow command.
func (g *GitHub) annotate(f *File, severity spec.Severity, title, message string) {
	command := [...]string{spec.Note: "notice", spec.Warning: "warning", spec.Error: "error"}[severity]
	g.annotations[severity] = append(g.annotations[severity], fmt.Sprintf("::%s file=%s,title=%s::%s\n",
		command, commandProperty.Replace(displayPath(f)), commandProperty.Replace(title), commandData.Replace(inert.Text(message))))
}

// The escapes of workflow commands, as @actions/core has them.
var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// End writes the report, and the summary as Markdown.
func (g *GitHub) End(w io.Writer, s Summary) error {
	var text []byte
	for severity := spec.Error; severity >= spec.Note; severity-- {
		for _, command := range g.annotations[severity] {
			text = append(text, command...)
		}
	}
	rest := g.rest(s)
	switch {
	case !g.quiet:
		text = append(appendSummary(text, s), rest...)
		text = append(text, '\n')
	case rest != "":
		text = append(text, strings.TrimPrefix(rest, "; ")+"\n"...)
	}
	if err := write(w, text); err != nil || g.summary == nil {
		return err
	}
	return write(g.summary, g.markdown.append([]byte("\n"), s)) // there may be something before it
}

// rest counts everything without an annotation. Files that could not be checked are among the errors.
func (g *GitHub) rest(s Summary) string {
	var counts []string
	for _, of := range []struct {
		severity spec.Severity
		total    int64
	}{{spec.Error, s.Error + g.notChecked}, {spec.Warning, s.Warning}, {spec.Note, s.Note}} {
		if n := of.total - int64(len(g.annotations[of.severity])); n > 0 {
			counts = append(counts, plural.Count(n, of.severity.String()))
		}
	}
	if counts == nil {
		return ""
	}
	return "; not annotated: " + strings.Join(counts, ", ")
}
