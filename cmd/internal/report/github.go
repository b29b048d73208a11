package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// maxAnnotations is the number of annotations of each severity that GitHub shows of a step.
const maxAnnotations = 10

// GitHubOptions adjust a report for GitHub Actions.
type GitHubOptions struct {
	Levels
	Summary io.Writer // gets an empty line and a report as Markdown, in one piece at the end; may be nil
	Quiet   bool      // no line at the end, unless there is something without an annotation
}

// GitHub writes a report for the log of GitHub Actions: workflow commands that annotate the files, the worst first, one
// for the findings of a rule in a file, or in a member or an array of it, and as many of each severity as GitHub shows
// for a step. The last line has the verdict, and counts what has no annotation. It is for one report, and writes all of
// it at the end.
type GitHub struct {
	Levels
	quiet       bool
	summary     io.Writer
	markdown    *Markdown
	annotations [spec.Error + 1][]string // the first of each severity
	rest        [spec.Error + 1]int64    // findings without an annotation
	restFiles   int64                    // files that were not checked, without an annotation
}

// NewGitHub returns a GitHub.
func NewGitHub(o GitHubOptions) *GitHub {
	return &GitHub{Levels: o.Levels, quiet: o.Quiet, summary: o.Summary, markdown: newMarkdown(o.Levels)}
}

// InOrder reports true: it remembers earlier files.
func (*GitHub) InOrder() bool { return true }

// Begin writes nothing.
func (*GitHub) Begin(io.Writer) error { return nil }

// File keeps the first annotations, and writes nothing.
func (g *GitHub) File(w io.Writer, n int64, f *File) error {
	if why := f.unsaid(g.Shown()); why != "" && !g.annotate(f, spec.Error, string(validator.NotChecked), why) {
		g.restFiles++
	}
	for _, b := range f.blocks(g.Levels, false) {
		if b.first == nil || !g.annotate(f, b.severity, b.rule.String(), b.annotation()) {
			g.rest[b.severity] += b.size()
		}
	}
	return g.markdown.File(w, n, f)
}

// annotation returns the message of an annotation.
func (b *block) annotation() string {
	message := b.first.Message
	if within := Within(&b.first.Finding); within != "" {
		message = within + " " + message
	}
	if more := b.more(); more != "" {
		message += " (" + more + ")"
	}
	return message
}

// annotate keeps a workflow command, if there is room for it.
func (g *GitHub) annotate(f *File, severity spec.Severity, title, message string) bool {
	if len(g.annotations[severity]) >= maxAnnotations {
		return false
	}
	command := [...]string{spec.Note: "notice", spec.Warning: "warning", spec.Error: "error"}[severity]
	g.annotations[severity] = append(g.annotations[severity], fmt.Sprintf("::%s file=%s,title=%s::%s\n",
		command, commandProperty.Replace(displayPath(f)), commandProperty.Replace(title), commandData.Replace(text.Inert(message))))
	return true
}

// The escapes of workflow commands, as @actions/core has them.
var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// End writes the report, and the summary as Markdown.
func (g *GitHub) End(w io.Writer, s Summary) error {
	var words []byte
	for severity := spec.Error; severity >= spec.Note; severity-- {
		for _, command := range g.annotations[severity] {
			words = append(words, command...)
		}
	}
	rest := g.notAnnotated()
	switch {
	case !g.quiet && rest != "":
		words = fmt.Appendf(words, "%s: %s; %s\n", outcomeWord(s.Outcome), text.Inert(g.verdict(s)), rest)
	case !g.quiet:
		words = fmt.Appendf(words, "%s: %s\n", outcomeWord(s.Outcome), text.Inert(g.verdict(s)))
	case rest != "":
		words = append(append(words, rest...), '\n')
	}
	if err := write(w, words); err != nil || g.summary == nil {
		return err
	}
	return write(g.summary, g.markdown.append([]byte("\n"), s)) // there may be something before it
}

// notAnnotated counts everything without an annotation.
func (g *GitHub) notAnnotated() string {
	var counts []string
	for severity := spec.Error; severity >= spec.Note; severity-- {
		if n := g.rest[severity]; n > 0 {
			counts = append(counts, text.Count(n, severity.String()))
		}
	}
	if g.restFiles > 0 {
		counts = append(counts, text.Count(g.restFiles, "file")+" not checked")
	}
	if counts == nil {
		return ""
	}
	return "not annotated: " + strings.Join(counts, ", ")
}
