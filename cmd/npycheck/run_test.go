package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// newTestRunner returns a runner that prints the names of the files and doesn't read them.
func newTestRunner(out io.Writer) *runner {
	policy, err := newPolicy(nil, nil, nil, false, "error")
	if err != nil {
		panic(err)
	}
	return &runner{
		jobs:     4,
		maxBatch: 8,
		policy:   policy,
		reporter: linesReporter{},
		out:      out,
		progress: func(int64) {},
		checkFile: func(context.Context, string, *validator.Options) (*validator.Report, error) {
			return &validator.Report{Format: validator.Npy}, nil
		},
	}
}

func names(n int) []input {
	in := make([]input, n)
	for i := range in {
		in[i].path = fmt.Sprintf("%06d", i)
	}
	return in
}

// paths returns the paths in a report as JSON Lines.
func paths(report string) []string {
	var out []string
	for line := range strings.Lines(report) {
		if rest, ok := strings.CutPrefix(line, `{"path":"`); ok {
			path, _, _ := strings.Cut(rest, `"`)
			out = append(out, path)
		}
	}
	return out
}

func TestRunOrder(t *testing.T) {
	// The first file is ready only after the second.
	var out bytes.Buffer
	r := newTestRunner(&out)
	second := make(chan struct{})
	r.checkFile = func(_ context.Context, name string, _ *validator.Options) (*validator.Report, error) {
		switch name {
		case "000000":
			<-second
		case "000001":
			close(second)
		}
		return &validator.Report{Format: validator.Npy}, nil
	}
	sum, err := r.run(t.Context(), slices.Values(names(1000)))
	if err != nil {
		t.Fatal(err)
	}
	if sum.files != 1000 || sum.conforming != 1000 || sum.interrupted {
		t.Errorf("got %+v, want 1000 conforming files", sum)
	}
	if got := paths(out.String()); len(got) != 1000 || !slices.IsSorted(got) {
		t.Errorf("got %d paths, in order: %v; want 1000 in order", len(got), slices.IsSorted(got))
	}
}

func TestRunLargeReports(t *testing.T) {
	// Every file has more to say than a piece holds, and the first keeps the others waiting.
	var out bytes.Buffer
	r := newTestRunner(&out)
	message := strings.Repeat("x", maxPiece)
	r.checkFile = func(context.Context, string, *validator.Options) (*validator.Report, error) {
		return &validator.Report{Findings: []validator.Finding{{Rule: spec.DataTrailing, Message: message}}}, nil
	}
	sum, err := r.run(t.Context(), slices.Values(names(100)))
	if err != nil {
		t.Fatal(err)
	}
	if got := paths(out.String()); len(got) != 100 || !slices.IsSorted(got) || sum.files != 100 {
		t.Errorf("got %d paths and %d files, want 100 in order", len(got), sum.files)
	}
}

func TestRunPanic(t *testing.T) {
	var out bytes.Buffer
	r := newTestRunner(&out)
	r.reporter = &textReporter{paint: newPaint(false)}
	r.checkFile = func(_ context.Context, name string, _ *validator.Options) (*validator.Report, error) {
		if name == "000003" {
			var none []int
			_ = none[len(name)]
		}
		return &validator.Report{Format: validator.Npy}, nil
	}
	sum, err := r.run(t.Context(), slices.Values(names(9)))
	if err != nil {
		t.Fatal(err)
	}
	want := "000003: unreadable: internal error: runtime error: index out of range [6] with length 0; please report this file\n" +
		"9 files: 8 conforming, 0 nonconforming, 1 unreadable; 0 errors, 0 warnings, 0 notes\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", &out, want)
	}
	if code := r.policy.exitCode(sum); code != exitIncomplete {
		t.Errorf("got exit code %d, want %d", code, exitIncomplete)
	}
}

func TestRunInterrupted(t *testing.T) {
	// A worker that hangs, as on a dead disk, doesn't keep the run from ending.
	ctx, cancel := context.WithCancel(t.Context())
	var out bytes.Buffer
	r := newTestRunner(&out)
	r.reporter = documentReporter{}
	hang := make(chan struct{})
	defer close(hang)
	r.checkFile = func(_ context.Context, name string, _ *validator.Options) (*validator.Report, error) {
		if name == "000050" {
			cancel()
			<-hang
		}
		return &validator.Report{Format: validator.Npy}, nil
	}
	sum, err := r.run(ctx, slices.Values(names(1000)))
	if err != nil {
		t.Fatal(err)
	}
	if !sum.interrupted || sum.files > 50 {
		t.Errorf("got %+v, want an interrupted run of at most 50 files", sum)
	}
	validateReport(t, out.Bytes())
	if !strings.Contains(out.String(), `"interrupted":true`) {
		t.Errorf("the document doesn't say that the run was interrupted:\n%s", &out)
	}
	if code := r.policy.exitCode(sum); code != exitIncomplete {
		t.Errorf("got exit code %d, want %d", code, exitIncomplete)
	}
}

func TestInterruptWhileReadingStdin(t *testing.T) {
	stdin, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	defer writer.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	if code := run(ctx, []string{"check", "-"}, stdin, &stdout, &stderr); code != exitIncomplete {
		t.Errorf("got exit code %d, want %d", code, exitIncomplete)
	}
	if want := "npycheck: interrupted; 0 files checked, the others were not\n"; stderr.String() != want {
		t.Errorf("got %q on stderr, want %q", &stderr, want)
	}
}

type failingWriter struct{ left int }

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errors.New("disk is full")
	}
	return len(p), nil
}

func TestRunWriteError(t *testing.T) {
	for _, left := range []int{0, 10, 1000, 50000} {
		r := newTestRunner(&failingWriter{left})
		_, err := r.run(t.Context(), slices.Values(names(1000)))
		if err == nil || err.Error() != "disk is full" {
			t.Errorf("with room for %d bytes got error %v, want that the disk is full", left, err)
		}
	}
}

// TestOmittedFindings has findings that the report only counts: they count for the exit code like
// those that are listed, and flags hide them like those.
func TestOmittedFindings(t *testing.T) {
	omitted := map[spec.ID]int{spec.LiteralNumberBase: 20, spec.ShapeNegative: 3}
	for _, test := range []struct {
		ignore []string
		failOn string
		want   exitCode
	}{
		{nil, "error", exitFindings},
		{nil, "never", exitOK},
		{[]string{"shape-negative"}, "error", exitOK},
		{[]string{"shape-negative"}, "warning", exitFindings},
	} {
		p, err := newPolicy(test.ignore, nil, nil, false, test.failOn)
		if err != nil {
			t.Fatal(err)
		}
		r := result{report: &validator.Report{Omitted: omitted}}
		r.omitted, r.omittedBy = p.judgeOmitted(omitted)
		var s summary
		s.add(&r)
		if got := p.exitCode(s); got != test.want {
			t.Errorf("--ignore %v --fail-on %s: got exit code %d, want %d", test.ignore, test.failOn, got, test.want)
		}
		if got := len(r.omitted); got != 2-len(test.ignore) {
			t.Errorf("--ignore %v: got %d rules of omitted findings, want %d", test.ignore, got, 2-len(test.ignore))
		}
	}
}
