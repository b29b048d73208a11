package conform

import (
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/adapter"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/results"
	"github.com/npycheck/npycheck/internal/text"
)

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
