package record

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/table"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// pageResult is the second line of a page: what came out.
type pageResult struct {
	Word string // "OK", "Failed" or "Incomplete", and "" for a matrix
	Text string
}

// runResult says how the run of one reader or writer came out. Failures that are known don't fail a run.
func runResult(r *conformance.Report) pageResult {
	t := table.NewTally(r.Results)
	known := 0
	for _, result := range r.Results {
		if result.Cell.Failed() && result.Known != "" {
			known++
		}
	}
	what := "file"
	if r.Writer {
		what = "array"
	}
	claimed := fmt.Sprintf("%s %ss that it claims to support", group(t.Claimed), what)
	all := "all " + claimed
	if t.Claimed == 1 {
		claimed = "one " + what + " that it claims to support"
		all = "the " + claimed
	}
	result := pageResult{Word: "OK", Text: "it passes on " + all}
	switch {
	case t.Claimed == 0:
		result = pageResult{Word: "Incomplete", Text: "it claims to support none of the " + what + "s"}
	case t.Failed > 0:
		result = pageResult{Word: "Failed", Text: fmt.Sprintf("%s of the %s", group(t.Failed), claimed)}
		if known == t.Failed {
			result.Word = "OK"
		}
		if !r.Writer {
			result.Text += fmt.Sprintf(", %s of them severely", group(t.Severe))
		}
		if known > 0 {
			result.Text += fmt.Sprintf("; %s known", text.Count(int64(known), "failure"))
		}
	}
	if r.Incomplete != "" && result.Word == "OK" {
		result.Word = "Incomplete"
	}
	return result
}

// matrixResult compares the newest releases of the readers of a matrix, which are in the order of their ranking.
func matrixResult(readers []column) pageResult {
	readers = slices.DeleteFunc(slices.Clone(readers), func(c column) bool { return c.newest != c.item || c.all.Claimed == 0 })
	if len(readers) < 2 {
		return pageResult{}
	}
	passing := 0
	for _, c := range readers {
		if c.all.Failed == 0 {
			passing++
		}
	}
	text := "No reader passes on every file that it claims to support."
	switch {
	case passing == 1:
		text = fmt.Sprintf("1 of %d readers passes on every file that it claims to support.", len(readers))
	case passing > 1:
		text = fmt.Sprintf("%d of %d readers pass on every file that they claim to support.", passing, len(readers))
	}
	name := func(c column) string {
		return validator.Quote(c.item.Name) + " " + validator.Quote(shortVariant(c.item.Variant))
	}
	severe := func(c column) string { return share(c.all, c.all.Severe) }
	worst, best := readers[0], readers[len(readers)-1]
	text += fmt.Sprintf(" Severe failures range from %s of these files (%s) to %s (%s)", severe(best), name(best), severe(worst), name(worst))
	for _, c := range readers[1 : len(readers)-1] {
		if c.item.Name == "numpy" {
			text += fmt.Sprintf("; NumPy %s has %s", validator.Quote(releaseForm.FindString(c.item.Variant)), severe(c))
		}
	}
	return pageResult{Text: text + "."}
}

var pseudoVersion = regexp.MustCompile(`^v?[0-9]+\.[0-9]+\.[0-9]+-(?:.*\.)?[0-9]{14}-([0-9a-f]{12})$`)

// shortVariant returns a variant, or the abbreviated commit of one that is a pseudo-version of Go.
func shortVariant(variant string) string {
	if m := pseudoVersion.FindStringSubmatch(variant); m != nil {
		return m[1][:7]
	}
	return variant
}
