package fuzz

import (
	"fmt"
	"io"
	"math"
	"strings"
	"sync/atomic"
	"time"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/fuzz/hunt"
	"github.com/npycheck/npycheck/internal/text"
)

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
