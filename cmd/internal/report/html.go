package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// The limits of a page: browsers take seconds for more, and nobody reads it.
const (
	htmlFindings     = 5000 // of each severity
	htmlFileFindings = 100  // of a file
	htmlOpenFiles    = 20   // files with more than notes, after which all are folded
	htmlOpen         = 100  // findings, after which they are, too
)

// HTML writes a report as one page that loads nothing: the verdict, the files with their findings, the bytes of each,
// filters, and the rules with what they mean. It shows thousands of findings, the worst ones of each file, and counts
// the rest.
type HTML struct {
	head Head

	room         [spec.Error + 1]int // for findings, by severity; a file that can't be read counts as an error
	trees        htmlTrees
	shown        int   // findings
	files        int   // on the page
	opened       int   // files with more than notes
	unfolded     int   // findings of these
	unchecked    int64 // files of which no finding says why they were not checked
	unshown      int64 // findings for which there was no room
	unshownFiles int64 // files with nothing else
	rules        map[spec.ID]*htmlRule
}

// NewHTML returns an HTML for a report with the head of a [Checker].
func NewHTML(head Head) *HTML {
	h := &HTML{head: head, rules: make(map[spec.ID]*htmlRule)}
	for severity := range h.room {
		h.room[severity] = htmlFindings
	}
	return h
}

// InOrder reports true: it counts what it shows.
func (*HTML) InOrder() bool { return true }

// Trees returns what takes the trees of the next file, or nil if there is no room for them on the page. It is safe for
// concurrent use.
func (h *HTML) Trees() *inspect.Trees {
	if h.trees.full() {
		return nil
	}
	return inspect.NewTrees(inspect.DefaultDepth, htmlFileTrees)
}

// Begin writes the part before the files. The summary, which is known last, will be shown before them.
func (h *HTML) Begin(w io.Writer) error { return write(w, []byte(htmlBegin(h.head))) }

// File writes a file with the worst of its findings, in their order.
func (h *HTML) File(w io.Writer, n int64, f *File) error {
	if f.Silent() {
		return nil
	}
	h.count(n, f)
	var file htmlFile
	why := f.unsaid(spec.Note)
	if why != "" {
		h.unchecked++
		if h.room[spec.Error] > 0 {
			h.room[spec.Error]--
			file.Error = text.Inert(why)
		}
	}
	show := h.choose(f.Findings)
	h.unshown += int64(len(f.Findings) - len(show))
	if len(show) == 0 && file.Error == "" && (len(f.Findings) > 0 || why != "") {
		h.unshownFiles++
		return nil
	}
	more := make(map[spec.ID]int)
	for i := range f.Findings {
		if len(show) > 0 && show[0] == i {
			file.Findings = append(file.Findings, h.finding(&f.Findings[i]))
			show = show[1:]
		} else {
			more[f.Findings[i].Rule]++
		}
	}
	h.files++
	file.Number = h.files
	if file.Error != "" || slices.ContainsFunc(file.Findings, func(f htmlFinding) bool { return f.Severity > spec.Note }) {
		file.Open = h.opened < htmlOpenFiles && h.unfolded < htmlOpen
		h.opened++
		h.unfolded += len(file.Findings)
	}
	file.Path, file.About, file.Counts = displayPath(f), about(f), severities(f)
	file.More, file.Trees = htmlCounts(more), h.trees.add(f)
	for _, o := range f.Omitted {
		file.Counted = append(file.Counted, htmlCount{o.Rule, o.Count})
	}
	return write(w, []byte(file.markup()))
}

// severities counts the findings of a file, the worst first.
func severities(f *File) []htmlSeverity {
	var sum Summary
	sum.Add(f)
	var counts []htmlSeverity
	for severity := spec.Error; severity >= spec.Note; severity-- {
		if n := *sum.findings(severity); n > 0 {
			counts = append(counts, htmlSeverity{severity, n})
		}
	}
	return counts
}

// choose returns the findings of a file that there is room for, in order; errors take precedence.
func (h *HTML) choose(findings []Finding) []int {
	var show []int
	for severity := spec.Error; severity >= spec.Note; severity-- {
		for i := range findings {
			if findings[i].Severity == severity && len(show) < htmlFileFindings && h.room[severity] > 0 {
				show = append(show, i)
				h.room[severity]--
				h.shown++
			}
		}
	}
	slices.Sort(show)
	return show
}

// count enters the findings of a file into the table of rules.
func (h *HTML) count(n int64, f *File) {
	for i := range f.Findings {
		r := h.rule(f.Findings[i].Rule, n+1)
		r.Findings++
		r.Severity = max(r.Severity, f.Findings[i].Severity)
	}
	for _, o := range f.Omitted {
		r := h.rule(o.Rule, n+1)
		r.Findings += int64(o.Count)
		r.Severity = max(r.Severity, o.Severity)
	}
}

// rule returns the line of a rule in the table, with the file of that number counted once.
func (h *HTML) rule(rule spec.ID, n int64) *htmlRule {
	r, ok := h.rules[rule]
	if !ok {
		r = new(htmlRule)
		h.rules[rule] = r
	}
	if r.last != n {
		r.Files++
		r.last = n
	}
	return r
}

// htmlCounts returns counts in the order of the rules.
func htmlCounts(counts map[spec.ID]int) []htmlCount {
	var list []htmlCount
	for _, rule := range spec.Rules() {
		if n := counts[rule.ID]; n > 0 {
			list = append(list, htmlCount{rule.ID, n})
		}
	}
	return list
}

// about describes a file in one line.
func about(f *File) string {
	s := string(f.Verdict)
	if f.Format != validator.Unknown {
		s = string(f.Format) + ", " + s
	}
	array := f.array
	if f.Array != nil {
		array = &arrayJSON{f.Array.DType.Descr(), f.Array.Shape}
	}
	if array != nil {
		s += ", " + quoteInert(array.DType) + " of shape " + validator.Quote(text.Shape(array.Shape))
	}
	return s
}

// finding returns a finding as the page shows it.
func (h *HTML) finding(f *Finding) htmlFinding {
	found := htmlFinding{
		Severity: f.Severity,
		Rule:     f.Rule,
		Message:  text.Inert(f.Message),
		Member:   quoteInert(f.MemberName),
		Place:    fmt.Sprintf("offset %d", f.Offset),
		Pointer:  quoteInert(f.Pointer),
		Rows:     htmlRows(f),
	}
	if f.Array > 0 {
		found.Place = fmt.Sprintf("array %d, %s", f.Array, found.Place)
	}
	if f.Base == validator.BaseContent {
		found.Place += " of the content"
	}
	if f.Length > 0 {
		found.Place += ", " + text.Count(f.Length, "byte")
	}
	found.Help = f.needed().Hint()
	if r, own := h.rules[f.Rule], ownersHelp(&f.Finding); !r.helped && own != "" && f.needed() != remedy.Fixed {
		found.Help, r.helped = strings.TrimSpace(found.Help+" "+own), true
	}
	return found
}

// End writes the verdict, the summary, the filters and the rules.
func (h *HTML) End(w io.Writer, s Summary) error {
	end := htmlEnd{
		Summary:   s,
		Findings:  s.Error + s.Warning + s.Note,
		With:      s.filesFrom(spec.Note),
		Files:     h.files,
		Shown:     int64(h.shown),
		LeftOut:   h.leftOut(),
		Unchecked: h.unchecked,
		Rules:     h.describe(),
	}
	levels := Levels{Show: spec.Note, FailOn: h.head.Options.failOn()}
	end.Outcome, end.Verdict = s.Outcome.Title(), levels.verdict(s)
	end.Fixable = levels.fixable(s.Fixable)
	for severity := spec.Error; severity >= spec.Note; severity-- {
		if n := *s.findings(severity); n > 0 {
			end.Severities = append(end.Severities, htmlSeverity{severity, n})
		}
	}
	return write(w, []byte(end.markup()))
}

// leftOut counts what there was no room for.
func (h *HTML) leftOut() string {
	var counts []string
	if h.unshown > 0 {
		counts = append(counts, text.Count(h.unshown, "finding"))
	}
	if h.unshownFiles > 0 {
		counts = append(counts, text.Count(h.unshownFiles, "whole file"))
	}
	return strings.Join(counts, " and ")
}

// describe returns the rules that have findings: the worst first, and of those the ones in most files.
func (h *HTML) describe() []*htmlRule {
	clauses := make(map[string]spec.Clause)
	for _, c := range spec.Clauses() {
		clauses[c.ID] = c
	}
	var rules []*htmlRule
	for _, r := range spec.Rules() {
		described, ok := h.rules[r.ID]
		if !ok {
			continue
		}
		described.Name, described.Title, described.Kind = r.Name, r.Title, r.Kind
		described.Clause, described.Page = r.Clause, clausePage(clauses[r.Clause])
		described.Doc, described.Help = strings.Split(r.Doc, "\n\n"), r.Owner
		rules = append(rules, described)
	}
	slices.SortStableFunc(rules, func(a, b *htmlRule) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(b.Files, a.Files))
	})
	return rules
}
