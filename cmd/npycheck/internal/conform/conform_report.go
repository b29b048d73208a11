package conform

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/adapter"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/results"
	"github.com/npycheck/npycheck/internal/text"
)

// reportFormats are the forms that a report can have.
var reportFormats = []string{"text", "json", "junit", "markdown", "html"}

// writeReport writes a report in one of reportFormats, as text with all failures or with their causes.
func writeReport(w io.Writer, r *conformance.Report, format string, all bool) error {
	switch format {
	case "json":
		return writeReportJSON(w, r)
	case "junit":
		return results.JUnit(w, r)
	case "markdown":
		return results.Markdown(w, r)
	case "html":
		return results.HTML(w, r)
	}
	return writeReportText(w, r, all)
}

// writeReportJSON writes one result per line, so that two reports can be compared line by line.
func writeReportJSON(w io.Writer, r *conformance.Report) error {
	head := *r
	head.Results = []conformance.Result{}
	s := text.AppendJSON(nil, head)
	o := text.Object(s[:len(s)-len(`,"results":[]}`)])
	o = o.Lines("results", len(r.Results), func(dst []byte, i int) []byte { return text.AppendJSON(dst, r.Results[i]) })
	_, err := w.Write(append(o.End(), '\n'))
	return err
}

// writeReportText writes a line for each cause of unknown failures, or for each such failure, then the failures by area,
// and at the end, where a terminal shows it, how many cases there are in each cell.
func writeReportText(w io.Writer, r *conformance.Report, all bool) error {
	colours := cli.PaintFor(w)
	var out []byte
	if all {
		out = appendFailures(out, r, colours)
	} else {
		out = appendCauses(out, r, colours)
	}
	failed, rules := false, false
	known := map[conformance.Cell]int{}
	for _, result := range r.Results {
		if result.Known != "" {
			known[result.Cell]++
		}
		if unexpected(result) {
			failed = true
			rules = rules || len(results.Rules(&result, r.Writer)) > 0
		}
		if result.Remark != "" {
			out = fmt.Appendf(out, "%s: remark: %s\n", cli.QuotedText(result.ID), cli.QuotedText(result.Remark))
		}
	}
	out = appendAreas(out, r)
	out = fmt.Appendf(out, "%s, corpus %s", adapter.ImplementationText(r.Implementation), cli.QuotedText(r.Corpus))
	if r.Profile != "" {
		out = fmt.Appendf(out, ", profile %s", r.Profile)
	}
	if r.Writer {
		out = append(out, ", writer"...)
	}
	out = fmt.Appendf(out, ": %s\n", text.Count(int64(len(r.Results)), "case"))
	if r.Incomplete != "" {
		out = fmt.Appendf(out, "Incomplete: %s\n", cli.QuotedText(r.Incomplete))
	}
	for _, cell := range conformance.Cells() {
		padding := strings.Repeat(" ", cellWidth-len(cell))
		out = fmt.Appendf(out, "  %s%s %6d", adapter.CellText(cell, colours), padding, r.Summary[cell])
		if known[cell] > 0 {
			out = fmt.Appendf(out, ", %d of them known", known[cell])
		}
		out = append(out, '\n')
	}
	out = adapter.AppendMeanings(out, r.Writer, func(cell conformance.Cell) bool { return r.Summary[cell] > 0 }, colours)
	if acceptedNothing(r) {
		out = append(out, "No file was accepted, not even what every reader reads: the adapter may not work.\n"...)
	}
	if failed && !r.Writer {
		out = append(out, "Use npycheck corpus show CASE to see the file of a case.\n"...)
	}
	if rules {
		out = append(out, "Use npycheck explain RULE for more about a rule in brackets.\n"...)
	}
	_, err := w.Write(out)
	return err
}

// acceptedNothing reports whether files had to be accepted and none was: an adapter whose library is
// missing rejects everything, and is right about all that must be rejected. Calling a file unsupported is right
// for one that doesn't claim all.
func acceptedNothing(r *conformance.Report) bool {
	wanted := false
	for _, result := range r.Results {
		if result.Outcome == conformance.OutcomeAccept {
			return false
		}
		refused := result.Outcome == conformance.OutcomeReject || result.Outcome == conformance.OutcomeException ||
			result.Outcome == conformance.OutcomeUnsupported && len(r.Implementation.Features) == 0
		wanted = wanted || result.Duty == corpus.Accept && refused
	}
	return wanted
}

// maxCauses is the number of lines for causes: a report of the worst reader fits on a screen or two.
const maxCauses = 24

// cellWidth is the width of the longest cell.
const cellWidth = len("out-of-memory")

// appendFailures appends how each unknown failure came about.
func appendFailures(out []byte, r *conformance.Report, colours report.Paint) []byte {
	for _, result := range r.Results {
		if unexpected(result) {
			out = appendCause(out, r, &results.Group{Cause: result.Cause(), Results: []conformance.Result{result}}, colours)
		}
	}
	return out
}

// appendCauses appends a line for each cause of the unknown failures, the worst first.
func appendCauses(out []byte, r *conformance.Report, colours report.Paint) []byte {
	groups := results.Groups(slices.DeleteFunc(slices.Clone(r.Results), func(r conformance.Result) bool { return !unexpected(r) }))
	for i, g := range groups {
		if i == maxCauses && len(groups) > maxCauses+1 {
			rest := 0
			for _, g := range groups[i:] {
				rest += len(g.Results)
			}
			return fmt.Appendf(out, "… and %s in %s; --all lists each case\n", text.Count(int64(len(groups)-i), "more cause"), text.Count(int64(rest), "case"))
		}
		out = appendCause(out, r, &g, colours)
	}
	return out
}

// appendCause appends a line with the cases of a cause, what they did, and the rule.
func appendCause(out []byte, of *conformance.Report, g *results.Group, colours report.Paint) []byte {
	var ids []string
	for _, id := range g.Such() {
		ids = append(ids, colours.Bold(cli.QuotedText(id)))
	}
	if n := len(g.Results); n > 1 {
		out = fmt.Appendf(out, "%d × ", n)
	}
	out = append(out, strings.Join(ids, ", ")...)
	if len(g.Results) > len(ids) {
		out = append(out, ", …"...)
	}
	out = fmt.Appendf(out, ": %s: %s", adapter.CellText(g.Cause.Cell, colours), text.Inert(g.Account()))
	if rules := g.Rules(of.Writer); len(rules) > 0 {
		out = fmt.Appendf(out, " [%s]", cli.QuotedText(strings.Join(rules, ", ")))
	}
	return append(out, '\n')
}

// appendAreas appends a table of the failures by area, if there are failures in several areas.
func appendAreas(out []byte, r *conformance.Report) []byte {
	failed := slices.DeleteFunc(conformance.Cells(), func(c conformance.Cell) bool { return !c.Failed() || r.Summary[c] == 0 })
	areas := results.ByArea(r.Results)
	if len(areas) < 2 || len(failed) == 0 {
		return out
	}
	width := len("area")
	for _, a := range areas {
		width = max(width, len(cli.QuotedText(a.Name)))
	}
	out = fmt.Appendf(out, "%-*s   cases", width, "area")
	for _, c := range failed {
		out = fmt.Appendf(out, "  %s", c)
	}
	out = append(out, '\n')
	for _, a := range areas {
		counts := results.Count(a.Results)
		out = fmt.Appendf(out, "%-*s  %6d", width, cli.QuotedText(a.Name), len(a.Results))
		for _, c := range failed {
			out = fmt.Appendf(out, "  %*d", len(c), counts[c])
		}
		out = append(out, '\n')
	}
	return out
}

// unexpected reports whether a result is a failure that no list explains.
func unexpected(r conformance.Result) bool { return r.Cell.Failed() && r.Known == "" }
