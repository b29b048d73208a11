package fuzz

import (
	"testing"
	"time"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/fuzz/hunt"
)

// TestBarState has runs that end after a time, after a number of files, after whichever comes first, and never.
func TestBarState(t *testing.T) {
	running := hunt.Status{Runs: 1500, Elapsed: 15 * time.Second, Findings: 1, Novel: 2000, Left: 45*time.Second + 400*time.Millisecond}
	const files = "1,500 files 100/s 1 finding 2,000 kinds"
	byTime := cli.State{Plain: true, Text: files, Rest: "45s", Done: 15e9, Total: 60e9}
	byNumber := cli.State{Plain: true, Text: files, Rest: "1500 of 2000", Done: 1500, Total: 2000}
	for _, test := range []struct {
		what     string
		status   hunt.Status
		duration time.Duration
		runs     int64
		want     cli.State
	}{
		{"the corpus", hunt.Status{Corpus: 5, Cases: 9, Runs: 1}, time.Minute, 0, cli.State{Plain: true, Text: "asking about the corpus first", Rest: "5 of 9", Done: 5, Total: 9}},
		{"a time", running, time.Minute, 0, byTime},
		{"a number", running, 0, 2000, byNumber},
		{"the number first", running, time.Minute, 2000, byNumber},
		{"the time first", running, time.Minute, 20000, byTime},
		{"no limit", hunt.Status{Runs: 1}, 0, 0, cli.State{Plain: true, Text: "1 file 0/s 0 findings 0 kinds", Rest: "1 of 0", Done: 1}},
	} {
		if got := barState(&test.status, test.duration, test.runs); got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.what, got, test.want)
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 12345: "12,345", 1002003: "1,002,003"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
	if got := perSecond(1500, 1500*time.Millisecond); got != "1,000/s" {
		t.Errorf("got %s, want 1,000/s", got)
	}
	if got := perSecond(3, 0); got != "0/s" {
		t.Errorf("got %s, want 0/s", got)
	}
}
