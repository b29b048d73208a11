package fuzz

import (
	"bytes"
	"testing"
	"time"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz/hunt"
	"github.com/npycheck/npycheck/spec"
)

// TestFuzzText has runs with little and with much to report.
func TestFuzzText(t *testing.T) {
	crash := &hunt.Finding{
		Signature: hunt.Signature{Cell: conformance.CellCrash, Traits: []string{"v2"}},
		Account:   "panic: \x1b[31mindex 17", File: make([]byte, 1), Folder: "crash-1",
	}
	negative := &hunt.Finding{
		Signature: hunt.Signature{Cell: conformance.CellWrongVerdict, Duty: corpus.Reject, Rules: []spec.ID{spec.ShapeNegative}},
		Account:   "read as |u1 of shape [0]", File: make([]byte, 128), Folder: "fail-1",
	}
	refusal := &hunt.Finding{
		Signature: hunt.Signature{Cell: conformance.CellWrongVerdict, Duty: corpus.Accept},
		Account:   "no", File: make([]byte, 130),
	}
	reader := conformance.Implementation{Name: "npyio", Version: "1.0", Language: "Go"}
	for _, test := range []struct {
		what   string
		report hunt.Report
		want   string
	}{
		{"nothing found", hunt.Report{Implementation: reader, Seed: 7, Runs: 12345, ThisRun: 12345, Elapsed: 10 * time.Second, Share: 0.254},
			`npyio 1.0 (Go), seed 7: 12,345 files in 10s, 1,235/s; 25% of the time in the reader
0 findings; 0 failures known
`},
		{"findings", hunt.Report{Implementation: conformance.Implementation{Name: "npyio"}, Seed: 7, Runs: 2, ThisRun: 1, Known: 1, Elapsed: 960 * time.Millisecond,
			Findings: []*hunt.Finding{negative, refusal, crash}, CorpusFailures: 1, Late: 1, Suspects: 1, Incomplete: "interrupted"},
			`out/crash-1: crash: panic: \x1b[31mindex 17 [v2], 1 byte
out/fail-1: wrong-verdict: got accept, expected reject: read as |u1 of shape [0] [shape-negative], 128 bytes
wrong-verdict: got reject, expected accept: no, 130 bytes
npyio, seed 7: 2 files in 1s, 2/s; 0% of the time in the reader
1 file of these in this run
3 findings; 1 failure known; 1 failure of the corpus left out, which npycheck conform shows
Not waited for: 1 file that took long, as those do in which the reader hangs
Not judged: 1 file with a fault, from which the reader and npycheck read different arrays; a second reader, --against, would show who is right
Incomplete: interrupted
wrong-verdict: the reader read what it must reject, or rejected what it must read
crash: the reader's process ended, or the reader panicked
Use npycheck explain RULE for more about a rule in brackets.
`},
		{"a finding without a rule", hunt.Report{Implementation: reader, Seed: 1, Findings: []*hunt.Finding{crash}},
			`out/crash-1: crash: panic: \x1b[31mindex 17 [v2], 1 byte
npyio 1.0 (Go), seed 1: 0 files in 0s, 0/s; 0% of the time in the reader
1 finding; 0 failures known
crash: the reader's process ended, or the reader panicked
`},
		{"a writer", hunt.Report{Implementation: reader, Writer: true, Seed: 1, Findings: []*hunt.Finding{negative}},
			`out/fail-1: wrong-verdict: read as |u1 of shape [0], 128 bytes
npyio 1.0 (Go), writer, seed 1: 0 files in 0s, 0/s; 0% of the time in the writer
1 finding; 0 failures known
wrong-verdict: the writer rejected the array, or wrote a file that breaks the format
Use npycheck explain RULE for more about a rule in brackets.
`},
	} {
		var out bytes.Buffer
		if err := writeFuzzText(&out, &test.report, "out"); err != nil || out.String() != test.want {
			t.Errorf("%s: got %v\n%s\nwant\n%s", test.what, err, &out, test.want)
		}
	}
}

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
