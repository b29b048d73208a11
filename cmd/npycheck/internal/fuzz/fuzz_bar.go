package fuzz

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/fuzz/hunt"
	"github.com/npycheck/npycheck/internal/text"
)

// startBar shows a bar on stderr for a run that ends after a time or a number of files, or never. It returns
// a function that is called with the progress of the run, and one that removes the bar.
func startBar(stderr io.Writer, duration time.Duration, runs int64) (func(hunt.Status), func()) {
	narrow := func(s cli.State) string { return s.Text }
	wide := narrow
	if duration > 0 || runs > 0 {
		wide = func(s cli.State) string { return s.Text + " " + cli.Gauge + " " + s.Left }
	}
	p := cli.StartBar(stderr, cli.Layout{Wide: wide, Narrow: narrow}, nil)
	return func(status hunt.Status) { p.Bar.Set(func(s *cli.State) { show(s, status, duration, runs) }) }, p.End
}

// show makes a bar show the progress of a run.
func show(s *cli.State, status hunt.Status, duration time.Duration, runs int64) {
	if status.Cases > 0 {
		s.Text, s.Left = "asking about the corpus first", fmt.Sprintf("%d of %d", status.Corpus, status.Cases)
		s.Done, s.Total = status.Corpus, status.Cases
		return
	}
	s.Text = fmt.Sprintf("%s %s %s %s", groupedCount(status.Runs, "file"), perSecond(status.Runs, status.Elapsed),
		text.Count(status.Findings, "finding"), groupedCount(status.Novel, "kind"))
	if status.Left > 0 {
		s.Left = status.Left.Round(time.Second).String()
	}
	// Whichever ends the run first.
	if duration > 0 && (runs == 0 || float64(status.Elapsed)/float64(duration) > float64(status.Runs)/float64(runs)) {
		s.Done, s.Total = int64(status.Elapsed), int64(duration)
	} else {
		s.Done, s.Total = status.Runs, runs
	}
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
