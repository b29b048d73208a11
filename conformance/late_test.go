package conformance_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
)

// TestLate tests which file is blamed when a process that has answered breaks down. The files are asked for in
// the order c-1d, c-0d, fortran-2d.
func TestLate(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		mode string
		want []string // the results, sorted by ID
	}{
		{"dies-after=0", []string{
			"order/c-0d crash crash: after the answer: ended badly, exit status 3",
			"order/c-1d accept pass",
			"order/fortran-2d accept pass",
		}},
		{"stutters=0", []string{
			`order/c-0d invalid wrong-verdict: after the answer: an unsolicited line: {"id":1,"outcome":"accept","array":{"dtype":"\u003cf8","shape":[],"sha256":"4cfa5b42ca669328764e67cd9a34bb8f90b16ed7ca8d85e8443783d7ccce15ed"}}`,
			"order/c-1d accept pass",
			"order/fortran-2d accept pass",
		}},
		{"rots=0", []string{
			"order/c-0d crash crash: at order/fortran-2d, after order/c-0d: ended without an answer, exit status 3: fatal: rotten",
			"order/c-1d accept pass",
			"order/fortran-2d accept pass",
		}},
		// It may break down after some files and not after others. Breaking down after a harmless one counts.
		{"dirty=2", []string{
			"order/c-0d accept pass",
			"order/c-1d accept pass",
			"order/fortran-2d crash crash: after order/c-1d, but not alone: ended without an answer, exit status 3: fatal: what the file before left on the stack",
		}},
		{"dies=2", []string{
			"order/c-0d accept pass",
			"order/c-1d accept pass",
			"order/fortran-2d accept pass; crash once, but not again, alone or after the file before it, so it isn't counted: ended without an answer, exit status 3: fatal: tired of FILE",
		}},
		{"leaks", []string{
			"order/c-0d accept pass",
			"order/c-1d accept pass",
			"order/fortran-2d accept pass",
		}},
		{"once", []string{
			"order/c-0d accept pass; crash once, but not again, alone or after the file before it, so it isn't counted: ended without an answer, exit status 3: fatal: another file",
			"order/c-1d accept pass",
			"order/fortran-2d accept pass; crash once, but not again, alone or after the file before it, so it isn't counted: ended without an answer, exit status 3: fatal: another file",
		}},
		{"babbles=0", []string{
			`order/c-0d accept wrong-data: dtype |V1, expected <f8; after the answer: an unsolicited line: {"id":1,"outcome":"accept","array":{"dtype":"|V1","shape":[],"sha256":"4cfa5b42ca669328764e67cd9a34bb8f90b16ed7ca8d85e8443783d7ccce15ed"}}`,
			"order/c-1d accept wrong-data: dtype |V1, expected <f8",
			"order/fortran-2d accept wrong-data: dtype |V1, expected <i2",
		}},
		{"dies=0", []string{
			"order/c-0d crash crash: ended without an answer, exit status 3: fatal: tired of FILE",
			"order/c-1d crash crash: ended without an answer, exit status 3: fatal: tired of FILE",
			"order/fortran-2d crash crash: ended without an answer, exit status 3: fatal: tired of FILE",
		}},
		{"wrong-id", []string{
			"order/c-0d invalid wrong-verdict: the answer has the id 2, expected 1",
			"order/c-1d invalid wrong-verdict: the answer has the id 2, expected 1",
			"order/fortran-2d invalid wrong-verdict: the answer has the id 2, expected 1",
		}},
	} {
		t.Run(test.mode, func(t *testing.T) {
			t.Parallel()
			f := newFakeRun(t, conformance.JSONL, test.mode)
			f.Cases = casesByID(t, "order/c-1d", "order/c-0d", "order/fortran-2d")
			report, err := conformance.Run(t.Context(), f.Options)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range report.Results {
				got = append(got, describe(r))
			}
			if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
			f.nothingLeft(t)
		})
	}
}

// describe returns a result in one line.
func describe(r conformance.Result) string {
	text := fmt.Sprintf("%s %s %s", r.ID, r.Outcome, r.Cell)
	if r.Message != "" {
		text += ": " + r.Message
	}
	if r.Remark != "" {
		text += "; " + r.Remark
	}
	return text
}

// TestRepeat asks more than once: the worst answer counts, and a remark says that they differ.
func TestRepeat(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ mode, want string }{
		{"right", "order/c-1d accept pass"},
		{"flips", "order/c-1d reject wrong-verdict: not today; the answers differ: 3 × accept, 2 × reject"},
		{"grows", "order/c-1d accept wrong-data: shape [4], expected [3]; the answers differ: 1 × accept, 4 × accept with another array"},
		{"dies-after=0", "order/c-0d crash crash: after the answer: ended badly, exit status 3; the answers differ: 5 × accept, 4 × crash"},
	} {
		t.Run(test.mode, func(t *testing.T) {
			t.Parallel()
			f := newFakeRun(t, conformance.JSONL, test.mode)
			id, _, _ := strings.Cut(test.want, " ")
			f.Cases = casesByID(t, id)
			f.Repeat = 5
			report, err := conformance.Run(t.Context(), f.Options)
			if err != nil {
				t.Fatal(err)
			}
			if got := describe(report.Results[0]); got != test.want || report.Repeat != 5 {
				t.Errorf("got %s, want %s", got, test.want)
			}
			f.nothingLeft(t)
		})
	}
}

// TestAltered tests that a run ends as soon as a file is found altered, with the results until then.
func TestAltered(t *testing.T) {
	t.Parallel()
	f := newFakeRun(t, conformance.JSONL, "vandal=2")
	report, err := conformance.Run(t.Context(), f.Options)
	const want = "changed the corpus: case descr/grid-be-f2-1d-v1: accept/descr/grid-be-f2-1d-v1.npy: the file is missing"
	var adapter *conformance.AdapterError
	if !errors.As(err, &adapter) || adapter.Message != want {
		t.Fatalf("got error %v, want that the adapter %s", err, want)
	}
	if got := summary(report); got != "2 pass" || !strings.HasSuffix(report.Incomplete, want) {
		t.Errorf("got %s, incomplete: %s; want 2 pass, incomplete: … %s", got, report.Incomplete, want)
	}
	f.nothingLeft(t)
}

// TestInterruptedReport tests the report of a run that is interrupted at its second case.
func TestInterruptedReport(t *testing.T) {
	t.Parallel()
	f := newFakeRun(t, conformance.JSONL, "right")
	ctx, cancel := context.WithCancel(t.Context())
	f.Progress = cancel
	report, err := conformance.Run(ctx, f.Options)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got error %v, want %v", err, context.Canceled)
	}
	if got := summary(report); got != "1 pass" || report.Incomplete != "1 of 12 cases ran: interrupted" || report.Results[0].ID != "order/c-1d" {
		t.Errorf("got %s, incomplete: %q; want 1 pass, 1 of 12 cases ran: interrupted", got, report.Incomplete)
	}
	f.nothingLeft(t)
}

// TestMeasured tests that results have the time and, where the system reports it, the memory.
func TestMeasured(t *testing.T) {
	t.Parallel()
	f := newFakeRun(t, conformance.JSONL, "right")
	f.Cases = f.Cases[:1]
	report, err := conformance.Run(t.Context(), f.Options)
	if err != nil {
		t.Fatal(err)
	}
	r := report.Results[0]
	if r.DurationMS <= 0 || runtime.GOOS == "linux" && r.PeakBytes < 100<<10 {
		t.Errorf("got %v ms and %d bytes", r.DurationMS, r.PeakBytes)
	}
	if want := f.Cases[0]; r.Importance != want.Importance || strings.Join(r.Features, " ") != strings.Join(want.Features, " ") {
		t.Errorf("got importance %q and features %q, want %q and %q", r.Importance, r.Features, want.Importance, want.Features)
	}
}

// TestSessionLate tests what a session reports about the previous file: its outcome, and whether it came only when the
// next file was asked for.
func TestSessionLate(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		mode, message string
		atNext        bool
	}{
		{"dies-after=0", "after the answer: ended badly, exit status 3", false},
		{"rots=0", "ended without an answer, exit status 3: fatal: rotten", true},
	} {
		f := newFakeRun(t, conformance.JSONL, test.mode)
		session, err := conformance.Start(t.Context(), f.Adapter)
		if err != nil {
			t.Fatal(err)
		}
		defer session.Close()
		for i, id := range []string{"order/c-1d", "order/c-0d", "order/fortran-2d"} {
			name := filepath.Join("../corpus/vectors", filepath.FromSlash(casesByID(t, id)[0].File))
			answer, err := session.Ask(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			if answer.Outcome != conformance.OutcomeAccept || (answer.Late != nil) != (i == 2) || answer.Remark != "" {
				t.Errorf("%s, %s: got %s, late %+v, remark %q; want accept, late %t, no remark", test.mode, id, answer.Outcome, answer.Late, answer.Remark, i == 2)
			}
			if late := answer.Late; late != nil && (late.Outcome != conformance.OutcomeCrash || late.Message != test.message || late.AtNext != test.atNext) {
				t.Errorf("%s: got %s, %q, at the next file %t; want a crash, %q, %t", test.mode, late.Outcome, late.Message, late.AtNext, test.message, test.atNext)
			}
		}
	}
}
