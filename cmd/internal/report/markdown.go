package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/outcome"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

const (
	// maxRows is the number of files that a report as Markdown names for each rule.
	maxRows = 10

	// maxMarkdown is the number of bytes after which no table continues. GitHub drops the summary of a step of more
	// than 1 MiB.
	maxMarkdown = 900_000
)

// Markdown writes a report as Markdown, for the summary of a job: the outcome, the counts, and the findings by rule and file, the
// worst first. Of each rule it names the first files, and of each file the first finding; the rest is counted. It is
// for one report, and writes all of it at the end.
type Markdown struct {
	Levels
	rules      map[atSeverity]*markdownRule
	notChecked markdownRule
}

// markdownRule has the findings of a report by one rule.
type markdownRule struct {
	findings, files int64
	last            int64 // the number of the last file, counted from 1
	rows            []markdownRow
}

// markdownRow has the findings by one rule in one file. Its text is fit for a terminal.
type markdownRow struct {
	findings       int64
	place, message string
	offset         string // "" for what is about the whole file
}

// NewMarkdown returns a Markdown.
func NewMarkdown() *Markdown { return newMarkdown(Levels{Show: spec.Note}) }

// newMarkdown returns a Markdown that lists findings as far as the levels show them.
func newMarkdown(l Levels) *Markdown {
	return &Markdown{Levels: l, rules: make(map[atSeverity]*markdownRule)}
}

// InOrder reports true: it remembers earlier files.
func (*Markdown) InOrder() bool { return true }

// Begin writes nothing.
func (*Markdown) Begin(io.Writer) error { return nil }

// File counts the findings of a file, and writes nothing.
func (m *Markdown) File(_ io.Writer, n int64, f *File) error {
	for i := range f.Findings {
		found := &f.Findings[i]
		if found.Severity < m.Shown() {
			continue
		}
		if row := m.rule(found.Rule, found.Severity).add(n, 1); row != nil {
			row.place = displayPath(f) + Within(&found.Finding)
			row.message = found.Message
			row.offset = fmt.Sprint(found.Offset)
		}
	}
	for _, o := range f.Omitted {
		if o.Severity < m.Shown() {
			continue
		}
		if row := m.rule(o.Rule, o.Severity).add(n, int64(o.Count)); row != nil {
			row.place, row.message = displayPath(f), "not listed"
		}
	}
	if why := f.unsaid(m.Shown()); why != "" {
		if row := m.notChecked.add(n, 1); row != nil {
			row.place, row.message = displayPath(f), why
		}
	}
	return nil
}

func (m *Markdown) rule(id spec.ID, severity spec.Severity) *markdownRule {
	at := atSeverity{id, severity}
	r, ok := m.rules[at]
	if !ok {
		r = new(markdownRule)
		m.rules[at] = r
	}
	return r
}

// add counts findings in the nth file. It returns a row to be filled in if this is one of the first files with the
// rule, and the first that is heard of it.
func (r *markdownRule) add(n, findings int64) *markdownRow {
	r.findings += findings
	known := r.last == n+1
	if !known {
		r.files++
		r.last = n + 1
		if r.files <= maxRows {
			r.rows = append(r.rows, markdownRow{})
		}
	}
	if r.files > maxRows {
		return nil
	}
	row := &r.rows[len(r.rows)-1]
	row.findings += findings
	if known {
		return nil
	}
	return row
}

// End writes the report.
func (m *Markdown) End(w io.Writer, s Summary) error { return write(w, m.append(nil, s)) }

// markdownSign returns a sign in the colour of the outcome, as Markdown has no colours.
func markdownSign(o outcome.Outcome) string {
	switch o {
	case outcome.OK:
		return "✅"
	case outcome.Failed:
		return "❌"
	}
	return "⚠️"
}

func (m *Markdown) append(dst []byte, s Summary) []byte {
	dst = fmt.Appendf(dst, "## %s %s: npycheck found %s, %s and %s in %s\n\n", markdownSign(s.Outcome), s.Outcome.Title(),
		text.Count(s.Error, "error"), text.Count(s.Warning, "warning"), text.Count(s.Note, "note"), text.Count(s.Files, "file"))
	dst = fmt.Appendf(dst, "<sub>%d conforming, %d nonconforming, %d not checked</sub>\n", s.Conforming, s.Nonconforming, s.NotChecked)
	if _, hidden, least := m.counts(s); hidden != "" {
		dst = fmt.Appendf(dst, "\n%s hidden (`--show %s`).\n", hidden, least)
	}
	for _, line := range m.fixable(s.Fixable) {
		at := strings.Index(line, "npycheck fix")
		dst = fmt.Appendf(dst, "\n%s`%s`.\n", line[:at], line[at:])
	}
	if s.Known > 0 {
		dst = fmt.Appendf(dst, "\n%s known to the baseline not listed.\n", text.Count(s.Known, "finding"))
	}
	if s.Excused > 0 {
		dst = fmt.Appendf(dst, "\n%s.\n", s.excused())
	}
	if s.Unverified > 0 {
		dst = fmt.Appendf(dst, "\nChecksums of %s not verified (`--depth full`).\n", text.Count(s.Unverified, "archive"))
	}
	if s.Links > 0 {
		dst = fmt.Appendf(dst, "\n%s not followed (`--follow`).\n", text.Count(s.Links, "link"))
	}
	if s.Excluded > 0 {
		dst = fmt.Appendf(dst, "\n%s skipped by default (`--no-default-excludes`).\n", text.Count(s.Excluded, "folder"))
	}
	if s.Others > 0 {
		dst = fmt.Appendf(dst, "\n%s of another kind not checked.\n", text.Count(s.Others, "file"))
	}
	if s.Stale > 0 {
		dst = fmt.Appendf(dst, "\n**%s.**\n", s.stale())
	}
	if s.Missing != "" {
		dst = fmt.Appendf(dst, "\n**%s missing.**\n", strings.ToUpper(s.Missing[:1])+s.Missing[1:])
	}
	if s.Interrupted {
		dst = append(dst, "\n**Interrupted: there were more files.**\n"...)
	}
	if len(m.rules) == 0 && m.notChecked.files == 0 {
		return dst
	}
	dst = append(dst, "\n| severity | rule | file | findings | offset | first finding |\n|---|---|---|--:|--:|---|\n"...)
	dst = m.notChecked.append(dst, string(validator.NotChecked), "")
	rules := slices.SortedFunc(maps.Keys(m.rules), func(a, b atSeverity) int {
		return cmp.Or(cmp.Compare(b.severity, a.severity), cmp.Compare(a.rule, b.rule))
	})
	for i, at := range rules {
		if len(dst) > maxMarkdown {
			return fmt.Appendf(dst, "\n… and the findings of %s\n", text.Count(int64(len(rules)-i), "more rule"))
		}
		dst = m.rules[at].append(dst, at.severity.String(), "`"+at.rule.String()+"`")
	}
	return dst
}

// append appends the rows of a rule, the last of which counts the files that have none, and their findings.
func (r *markdownRule) append(dst []byte, severity, rule string) []byte {
	files, findings := r.files, r.findings
	for _, row := range r.rows {
		if len(dst) > maxMarkdown {
			break
		}
		dst = fmt.Appendf(dst, "| %s | %s | %s | %d | %s | %s |\n", severity, rule, text.MarkdownCode(row.place), row.findings, row.offset, text.MarkdownCode(row.message))
		files--
		findings -= row.findings
	}
	if files > 0 {
		dst = fmt.Appendf(dst, "| %s | %s | … and %s | %d | | |\n", severity, rule, text.Count(files, "more file"), findings)
	}
	return dst
}
