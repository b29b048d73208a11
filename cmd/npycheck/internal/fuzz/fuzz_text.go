package fuzz

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/adapter"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz/hunt"
	"github.com/npycheck/npycheck/internal/results"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// writeFuzzText writes a line for each finding, the worst first, and at the end, where a terminal shows it,
// a summary of the run.
func writeFuzzText(w io.Writer, found *hunt.Report, dir string) error {
	list := slices.Clone(found.Findings)
	slices.SortStableFunc(list, func(a, b *hunt.Finding) int {
		return hunt.CompareCells(b.Signature.Cell, a.Signature.Cell)
	})
	colours := cli.PaintFor(w)
	var out []byte
	rules := false
	for _, g := range list {
		if g.Folder != "" {
			out = fmt.Appendf(out, "%s/%s: ", cli.QuotedText(dir), g.Folder)
		}
		out = fmt.Appendf(out, "%s: %s", adapter.CellText(g.Signature.Cell, colours), text.Inert(fuzzAccount(found, g)))
		rules = rules || len(g.Signature.Rules) > 0
		if about := g.Signature.Words(); len(about) > 0 && !found.Writer { // the account for a writer names its rules
			out = fmt.Appendf(out, " [%s]", strings.Join(about, ", "))
		}
		out = fmt.Appendf(out, ", %s\n", text.Count(int64(len(g.File)), "byte"))
	}
	out = append(out, adapter.ImplementationText(found.Implementation)...)
	who := "reader"
	if found.Writer {
		who = "writer"
		out = append(out, ", writer"...)
	}
	out = fmt.Appendf(out, ", seed %d: %s in %s, %s; %.0f%% of the time in the %s\n", found.Seed, groupedCount(found.Runs, "file"),
		found.Elapsed.Round(time.Second/10), perSecond(found.Runs, found.Elapsed), 100*found.Share, who)
	if found.ThisRun < found.Runs {
		out = fmt.Appendf(out, "%s of these in this run\n", groupedCount(found.ThisRun, "file"))
	}
	out = fmt.Appendf(out, "%s; %s known", text.Count(int64(len(list)), "finding"), text.Count(found.Known, "failure"))
	if found.CorpusFailures > 0 {
		out = fmt.Appendf(out, "; %s of the corpus left out, which npycheck conform shows", text.Count(int64(found.CorpusFailures), "failure"))
	}
	out = append(out, '\n')
	if found.Late > 0 {
		out = fmt.Appendf(out, "Not waited for: %s that took long, as those do in which the reader hangs\n", text.Count(found.Late, "file"))
	}
	if found.Aside > 0 {
		out = fmt.Appendf(out, "Set aside: %s like those in which the reader hangs\n", text.Count(found.Aside, "file"))
	}
	if found.Suspects > 0 {
		out = fmt.Appendf(out, "Not judged: %s with a fault, from which the reader and npycheck read different arrays; a second reader, --against, would show who is right\n", text.Count(found.Suspects, "file"))
	}
	if found.Incomplete != "" {
		out = fmt.Appendf(out, "Incomplete: %s\n", cli.QuotedText(found.Incomplete))
	}
	out = adapter.AppendMeanings(out, found.Writer, func(cell conformance.Cell) bool {
		return slices.ContainsFunc(list, func(g *hunt.Finding) bool { return g.Signature.Cell == cell })
	}, colours)
	if rules {
		out = append(out, "Use npycheck explain RULE for more about a rule in brackets.\n"...)
	}
	_, err := w.Write(out)
	return err
}

// fuzzAccount says what is wrong with the answer of a finding, quoted.
func fuzzAccount(found *hunt.Report, g *hunt.Finding) string {
	if g.Signature.Cell != conformance.CellWrongVerdict || found.Writer {
		return validator.Quote(g.Account)
	}
	result := conformance.Result{Duty: g.Signature.Duty, Outcome: conformance.OutcomeReject, Cell: conformance.CellWrongVerdict, Message: g.Account}
	if result.Duty == corpus.Reject {
		result.Outcome = conformance.OutcomeAccept
	}
	return results.Account(&result)
}

// startBar shows a bar on stderr for a run that ends after a time or a number of files, or never. It returns
// a function that is called with the progress of the run, and one that removes the bar.
func startBar(stderr io.Writer, duration time.Duration, runs int64) (func(hunt.Status), func()) {
	var latest atomic.Pointer[hunt.Status]
	latest.Store(new(hunt.Status))
	bar := cli.StartBar(stderr, func() cli.State { return barState(latest.Load(), duration, runs) })
	return func(status hunt.Status) { latest.Store(&status) }, bar.End
}

// barState returns what the bar shows of the progress of a run.
func barState(status *hunt.Status, duration time.Duration, runs int64) cli.State {
	s := cli.State{Plain: true, Done: status.Runs, Total: runs}
	s.Text = fmt.Sprintf("%s %s %s %s", groupedCount(status.Runs, "file"), perSecond(status.Runs, status.Elapsed),
		text.Count(status.Findings, "finding"), groupedCount(status.Novel, "kind"))
	if status.Cases > 0 {
		s.Text, s.Done, s.Total = "asking about the corpus first", status.Corpus, status.Cases
	}
	s.Rest = fmt.Sprintf("%d of %d", s.Done, s.Total)
	// Whichever ends the run first.
	if status.Cases == 0 && duration > 0 && (runs == 0 || float64(status.Elapsed)/float64(duration) > float64(status.Runs)/float64(runs)) {
		s.Done, s.Total, s.Rest = int64(status.Elapsed), int64(duration), status.Left.Round(time.Second).String()
	}
	return s
}

// perSecond returns how many there were in each second.
func perSecond(n int64, elapsed time.Duration) string {
	if elapsed <= 0 {
		return "0/s"
	}
	return grouped(int64(math.Round(float64(n)/elapsed.Seconds()))) + "/s"
}

// grouped writes a number as people do: 12,345.
func grouped(n int64) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", grouped(n/1000), n%1000)
}

// groupedCount writes a number of things: 1 file, 12,345 files.
func groupedCount(n int64, thing string) string {
	return grouped(n) + strings.TrimPrefix(text.Count(n, thing), fmt.Sprint(n))
}
