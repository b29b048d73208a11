package hunt

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/schematest"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// sleeper takes 10 ms for a file, half a second for arrays of rank 4, and never answers about those of rank 3.
type sleeper struct {
	byteReader
	limit  time.Duration
	whole  int // hangs that were waited for in full
	little int // and those that weren't
}

const sleeperTime = 2 * time.Second // that it may take

func (r *sleeper) Limit(d time.Duration) time.Duration {
	if r.limit = min(d, sleeperTime); d <= 0 {
		r.limit = sleeperTime
	}
	return r.limit
}

func (r *sleeper) Read(ctx context.Context, name string, file []byte) (conformance.Answer, error) {
	report, err := validator.Check(ctx, bytes.NewReader(file), int64(len(file)), nil)
	if err != nil {
		return conformance.Answer{}, err
	}
	rank := 0
	if a := report.Array; a != nil {
		rank = len(a.Shape)
	}
	takes := 10 * time.Millisecond
	switch rank {
	case 3:
		takes = time.Hour
	case 4:
		takes = 500 * time.Millisecond
	}
	if takes <= r.limit {
		time.Sleep(takes)
		return r.byteReader.Read(ctx, name, file)
	}
	time.Sleep(r.limit)
	if r.limit == sleeperTime {
		r.whole++
	} else {
		r.little++
	}
	return conformance.Answer{Outcome: conformance.OutcomeHang, Message: "no answer", Took: r.limit}, nil
}

// TestRunHangs waits for a reader that hangs only where it is something new, and doesn't treat a slow one as
// hanging.
func TestRunHangs(t *testing.T) {
	for _, withCorpus := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			r := &sleeper{}
			r.Limit(0)
			begin := time.Now()
			report, err := Run(t.Context(), Options{
				Open: func(context.Context) (Reader, error) { return r, nil },
				Seed: 3, Duration: time.Minute, Jobs: 1, Corpus: withCorpus,
			})
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			for _, f := range report.Findings {
				if f.Signature.Cell != conformance.CellHang {
					t.Errorf("got %+v: %s", f.Signature, f.Account)
				} else if a := expectation(t, "input.npy", f.File).Report.Array; a == nil || len(a.Shape) != 3 {
					t.Errorf("got a hang in %+v, want one of rank 3", a)
				} else if f.Signature.Duty == "" && len(f.Signature.Rules) == 0 {
					found++
				}
			}
			if !withCorpus && found == 0 {
				t.Error("no conforming file that the reader hangs in was found")
			}
			if waited := time.Duration(r.whole) * sleeperTime; !withCorpus && waited > 30*time.Second {
				t.Errorf("waited %s of %s for hangs, want less than half of it", waited, time.Since(begin))
			}
			if r.little < 10 || report.Late == 0 || report.Runs < 500 {
				t.Errorf("got %d short waits, %d late files and %d files in a minute, want 10, some and 500", r.little, report.Late, report.Runs)
			}
		})
	}
}

// TestHurry never gives a reader more time than it has.
func TestHurry(t *testing.T) {
	r := &sleeper{}
	for _, test := range []struct{ took, want time.Duration }{
		{100 * time.Microsecond, hurryLeast},
		{2 * time.Millisecond, 100 * time.Millisecond},
		{60 * time.Millisecond, 0}, // all that it has
	} {
		m := &measured{Reader: r, took: 10 * test.took, answers: 10}
		limit, done := m.hurry()
		if limit != test.want || limit > 0 && r.limit != limit {
			t.Errorf("at %s an answer got %s and set %s, want %s", test.took, limit, r.limit, test.want)
		}
		if done(); r.limit != sleeperTime {
			t.Errorf("got %s in the end, want %s", r.limit, sleeperTime)
		}
	}
	if limit, done := (&measured{Reader: &byteReader{}, took: 1, answers: 1}).hurry(); limit != 0 {
		t.Errorf("got the limit %s for a reader without one", limit)
	} else {
		done()
	}
}

// lateReader dies after its answers about arrays of rank 3, which shows at the next file.
type lateReader struct {
	byteReader
	doomed bool
}

func (r *lateReader) Read(ctx context.Context, name string, file []byte) (conformance.Answer, error) {
	a, err := r.byteReader.Read(ctx, name, file)
	if r.doomed {
		a.Late = &conformance.Answer{Outcome: conformance.OutcomeCrash, Message: "signal: aborted"}
	}
	r.doomed = a.Array != nil && strings.Count(a.Array.String(), ",") == 2 // of three dimensions
	return a, err
}

// TestRunLate finds the file after which a reader dies.
func TestRunLate(t *testing.T) {
	open := func(context.Context) (Reader, error) { return &lateReader{}, nil }
	report, err := run(t, Options{Open: open, Seed: 1, Runs: 2000, Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Findings) == 0 {
		t.Error("got no finding")
	}
	for _, f := range report.Findings {
		if f.Signature.Cell != conformance.CellCrash || f.Signature.Message != "signal: aborted" || len(expectation(t, "input.npy", f.File).Report.Array.Shape) != 3 {
			t.Errorf("got %+v: %s", f.Signature, f.Account)
		}
	}
}

// leakyReader dies at the file after an array of rank 3, whatever that is.
type leakyReader struct{ lateReader }

func (r *leakyReader) Read(ctx context.Context, name string, file []byte) (conformance.Answer, error) {
	a, err := r.lateReader.Read(ctx, name, file)
	if a.Late != nil {
		a.Late.AtNext = true
	}
	return a, err
}

// TestRunNext names the file after which a reader dies and the file at which it does, and keeps both.
func TestRunNext(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	open := func(context.Context) (Reader, error) { return &leakyReader{}, nil }
	report, err := run(t, Options{Open: open, Seed: 1, Runs: 2000, Jobs: 1, Dir: dir, Command: []string{"leaky"}, Protocol: conformance.JSONL})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Findings) == 0 {
		t.Fatal("got no finding")
	}
	for _, f := range report.Findings {
		next := "next." + string(f.NextFormat)
		want := "at " + next + ", after input.npy: signal: aborted"
		if f.Signature.Message != want || f.Account != "crash: "+want && f.Account != want {
			t.Errorf("got the message %q and the account %q, want %q", f.Signature.Message, f.Account, want)
		}
		folder := filepath.Join(dir, f.Folder)
		if kept, err := os.ReadFile(filepath.Join(folder, next)); err != nil || !bytes.Equal(kept, f.Next) {
			t.Errorf("%s: %v; got %d bytes, want %d", next, err, len(kept), len(f.Next))
		}
		text, err := os.ReadFile(filepath.Join(folder, "finding.json"))
		if err == nil {
			err = schematest.Read(t, "finding.schema.json").Validate(t, text)
		}
		if err != nil || !strings.Contains(string(text), `"name": "`+next+`"`) {
			t.Errorf("%v; got %s, want %s in it", err, text, next)
		}
		readme, err := os.ReadFile(filepath.Join(folder, "README.md"))
		for _, part := range []string{"reads `" + next + "` next", `"id":2,"path":` + strconv.Quote(filepath.Join(folder, next))} {
			if err != nil || !strings.Contains(string(readme), part) {
				t.Errorf("%v; got %s, want %q in it", err, readme, part)
			}
		}
	}
}

// TestCanonical covers no array for one that is larger than its file.
func TestCanonical(t *testing.T) {
	for _, shape := range [][]int64{{4}, {math.MaxInt64}, {math.MaxInt64 - 100}} {
		header, err := spec.Header{DType: spec.DType{Kind: 'u', Order: '|', Itemsize: 1}, Shape: shape}.Append(nil, spec.Version{}, spec.Era64)
		if err != nil {
			t.Fatal(err)
		}
		file := append(header, 1, 2, 3, 4)
		e, err := conformance.Expect(t.Context(), file, "input.npy")
		if err != nil {
			t.Fatal(err)
		}
		got := canonical(&failure{file: file, format: validator.Npy, expected: e})
		if want := e.Duty == corpus.Accept; (got != nil) != want {
			t.Errorf("%v: got %d bytes, want some: %t", shape, len(got), want)
		} else if want && !slices.Equal(got[len(got)-4:], []byte{1, 2, 3, 4}) {
			t.Errorf("%v: got the data %v", shape, got[len(got)-4:])
		}
	}
}
