package runner

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/testing/schematest"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// newTestRunner returns a runner that prints file names.
func newTestRunner(out io.Writer) *Runner {
	outputs := []ReportOutput{{Format: report.NewJSONLines(new(report.Checker).Head()), To: out, Name: "the report"}}
	return &Runner{Jobs: 4, MaxBatch: 8, Check: new(FileChecker).Check, Outputs: outputs, Progress: func(int64) {}}
}

// testInput is a file that doesn't exist: check returns the result of checking it.
type testInput struct {
	name  string
	check func(name string) *validator.Report
}

func (in testInput) Name() string                { return in.name }
func (in testInput) Open() (files.Source, error) { return in, nil }
func (in testInput) Close() error                { return nil }
func (in testInput) Check(context.Context, *validator.Options) (*validator.Report, error) {
	return in.check(in.name), nil
}

func good(string) *validator.Report { return &validator.Report{Format: validator.Npy} }

// testInputs returns n files.
func testInputs(n int, check func(name string) *validator.Report) iter.Seq[files.Input] {
	return func(yield func(files.Input) bool) {
		for i := range n {
			if !yield(testInput{fmt.Sprintf("%06d", i), check}) {
				return
			}
		}
	}
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
	check := func(name string) *validator.Report {
		switch name {
		case "000000":
			<-second
		case "000001":
			close(second)
		}
		return good(name)
	}
	sum, err := r.Run(t.Context(), testInputs(1000, check))
	if err != nil {
		t.Fatal(err)
	}
	if sum.Files != 1000 || sum.Conforming != 1000 || sum.Interrupted {
		t.Errorf("got %+v, want 1000 conforming files", sum)
	}
	if got := paths(out.String()); len(got) != 1000 || !slices.IsSorted(got) {
		t.Errorf("got %d paths, in order: %v; want 1000 in order", len(got), slices.IsSorted(got))
	}
}

func TestRunLargeReports(t *testing.T) {
	// Every file has more output than fits a piece, and the first keeps the others waiting.
	var out bytes.Buffer
	r := newTestRunner(&out)
	message := strings.Repeat("x", maxPiece)
	check := func(string) *validator.Report {
		return &validator.Report{Findings: []validator.Finding{{Rule: spec.DataTrailing, Message: message}}}
	}
	sum, err := r.Run(t.Context(), testInputs(100, check))
	if err != nil {
		t.Fatal(err)
	}
	if got := paths(out.String()); len(got) != 100 || !slices.IsSorted(got) || sum.Files != 100 {
		t.Errorf("got %d paths and %d files, want 100 in order", len(got), sum.Files)
	}
}

func TestRunPanic(t *testing.T) {
	var out bytes.Buffer
	r := newTestRunner(&out)
	r.Outputs[0].Format = report.NewText(report.TextOptions{})
	check := func(name string) *validator.Report {
		if name == "000003" {
			var none []int
			_ = none[len(name)]
		}
		return good(name)
	}
	sum, err := r.Run(t.Context(), testInputs(9, check))
	if err != nil {
		t.Fatal(err)
	}
	want := "error[not-checked]: internal error: runtime error: index out of range [6] with length 0; please report this file\n  --> 000003\n" +
		"incomplete: 1 of 9 files not checked\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", &out, want)
	}
	if code := Exit(sum.Outcome); code != cli.ExitCode(cli.ExitIncomplete) {
		t.Errorf("got exit code %d, want %d", code, cli.ExitIncomplete)
	}
}

func TestRunInterrupted(t *testing.T) {
	// A worker that hangs, as on a dead disk, doesn't keep the run from ending.
	ctx, cancel := context.WithCancel(t.Context())
	var out bytes.Buffer
	r := newTestRunner(&out)
	r.Outputs[0].Format = report.JSON{}
	hang := make(chan struct{})
	defer close(hang)
	check := func(name string) *validator.Report {
		if name == "000050" {
			cancel()
			<-hang
		}
		return good(name)
	}
	sum, err := r.Run(ctx, testInputs(1000, check))
	if err != nil {
		t.Fatal(err)
	}
	if !sum.Interrupted || sum.Files > 50 {
		t.Errorf("got %+v, want an interrupted run of at most 50 files", sum)
	}
	schematest.Read(t, "../../../../validator/report.schema.json").Check(t, out.Bytes())
	if !strings.Contains(out.String(), `"interrupted":true`) {
		t.Errorf("the document doesn't say that the run was interrupted:\n%s", &out)
	}
	if code := Exit(sum.Outcome); code != cli.ExitCode(cli.ExitIncomplete) {
		t.Errorf("got exit code %d, want %d", code, cli.ExitIncomplete)
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
		_, err := r.Run(t.Context(), testInputs(1000, good))
		if err == nil || err.Error() != "disk is full" {
			t.Errorf("with room for %d bytes got error %v, want that the disk is full", left, err)
		}
	}
}

// TestShare hands over inputs of a batch, as long as there is somebody to take them.
func TestShare(t *testing.T) {
	b := newBatch(10, slices.Collect(testInputs(7, good)))
	idle := make(chan *batch, 2)
	b.share(6, idle)
	if len(b.inputs) != 7 || b.rest != nil {
		t.Errorf("after the last input: got %d inputs and the rest %+v, want all and none", len(b.inputs), b.rest)
	}
	b.share(0, idle)
	b.share(1, idle)
	b.share(0, idle) // nobody is idle
	var got []int64
	for part := b; part != nil; part = part.rest {
		got = append(got, part.first, int64(len(part.inputs)))
	}
	if expected := []int64{10, 3, 13, 1, 14, 3}; !slices.Equal(got, expected) {
		t.Errorf("got the firsts and lengths %v, want %v", got, expected)
	}
	if first, second := <-idle, <-idle; first.inputs[0].Name() != "000004" || second.inputs[0].Name() != "000003" {
		t.Errorf("got %s and %s, want 000004 and 000003", first.inputs[0].Name(), second.inputs[0].Name())
	}
}

// TestRunShare has a batch of slow inputs and two workers: the second takes over some, and the report keeps the order.
func TestRunShare(t *testing.T) {
	var out bytes.Buffer
	r := newTestRunner(&out)
	r.ordered = bufio.NewWriterSize(nil, maxPiece)
	both := make(chan struct{})
	end := sync.OnceFunc(func() { close(both) })
	var running atomic.Int32
	check := func(name string) *validator.Report {
		if name == "000000" {
			time.Sleep(2 * patience)
			return good(name)
		}
		defer running.Add(-1)
		if running.Add(1) == 2 {
			end()
		}
		select {
		case <-both:
		case <-time.After(time.Minute):
			t.Error("no second worker took over a part of the batch")
			end()
		}
		return good(name)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	b, todo, idle := newBatch(0, slices.Collect(testInputs(20, check))), make(chan *batch, 1), make(chan *batch)
	todo <- b
	close(todo)
	for range 2 {
		go r.worker(ctx, todo, idle)
	}
	var total report.Summary
	if err := r.takeAll(ctx, b, &total, nil); err != nil {
		t.Fatal(err)
	}
	if got := paths(out.String()); len(got) != 20 || !slices.IsSorted(got) || total.Files != 20 {
		t.Errorf("got %v and %d files, want 20 in order", got, total.Files)
	}
}
