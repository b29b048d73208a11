package hunt

import (
	"bytes"
	"context"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/testing/schematest"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// sleeper takes 10 ms for a file, half a second for arrays of rank 4, and never answers about those of rank 3.
type sleeper struct {
	byteReader
	limit time.Duration
	*sleeps
}

// sleeps counts what several sleepers did.
type sleeps struct {
	whole  atomic.Int64 // hangs that were waited for in full
	little atomic.Int64 // and those that weren't
}

const sleeperTime = 2 * time.Second // that it may take

func openSleeper(s *sleeps) func(context.Context) (Reader, error) {
	return func(context.Context) (Reader, error) { return &sleeper{limit: sleeperTime, sleeps: s}, nil }
}

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
		r.whole.Add(1)
	} else {
		r.little.Add(1)
	}
	return conformance.Answer{Outcome: conformance.OutcomeHang, Message: "no answer", Took: r.limit}, nil
}

// TestRunHangs waits for a reader that hangs only where it is something new, and doesn't treat a slow one as
// hanging. A file takes 10 ms, so half a minute would be enough for 3000 if nothing were made smaller.
func TestRunHangs(t *testing.T) {
	for _, withCorpus := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var s sleeps
			report, err := Run(t.Context(), Options{Open: openSleeper(&s), Seed: 3, Duration: 30 * time.Second, Jobs: 1, Corpus: withCorpus})
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
			if report.Late == 0 || report.Aside == 0 || report.Runs < 700 {
				t.Errorf("got %d late files, %d set aside and %d others in half a minute, expected some, some and 700", report.Late, report.Aside, report.Runs)
			}
			t.Logf("%d files, %d late, %d set aside, %d long waits and %d short ones", report.Runs, report.Late, report.Aside, s.whole.Load(), s.little.Load())
		})
	}
}

// frail is a reader in a process that takes 50 ms to start. It hangs in 3 % of the files and crashes in 5 %, as their
// bytes decide, and takes 1 ms for the others.
type frail struct {
	sleeper
	down bool // the process has ended
}

func (r *frail) Read(ctx context.Context, name string, file []byte) (conformance.Answer, error) {
	if r.down {
		time.Sleep(50 * time.Millisecond)
	}
	r.down = true
	switch percent := crc32.ChecksumIEEE(file) % 100; {
	case percent < 3:
		time.Sleep(r.limit)
		return conformance.Answer{Outcome: conformance.OutcomeHang, Message: "no answer", Took: r.limit}, nil
	case percent < 8:
		time.Sleep(time.Millisecond)
		return conformance.Answer{Outcome: conformance.OutcomeCrash, Message: "panic: frail"}, nil
	}
	r.down = false
	time.Sleep(time.Millisecond)
	a, err := r.byteReader.Read(ctx, name, file)
	a.Took = time.Millisecond
	return a, err
}

// TestRunFrail asks a reader that often breaks down about 240 to 370 files a second, as the workers happen to take turns.
// If each of two workers waited for every hang, it would be 33.
func TestRunFrail(t *testing.T) {
	const seconds = 10
	synctest.Test(t, func(t *testing.T) {
		open := func(context.Context) (Reader, error) { return &frail{sleeper: sleeper{limit: sleeperTime}}, nil }
		report, err := Run(t.Context(), Options{Open: open, Seed: 1, Duration: seconds * time.Second, Jobs: 2})
		if err != nil {
			t.Fatal(err)
		}
		cells := map[Cell]int{}
		for _, f := range report.Findings {
			cells[f.Signature.Cell]++
		}
		if cells[conformance.CellHang] == 0 || cells[conformance.CellCrash] == 0 || len(cells) != 2 {
			t.Errorf("got the findings %v, expected hangs and crashes", cells)
		}
		if report.Runs < 150*seconds {
			t.Errorf("got %d files in %d s, want 150 a second", report.Runs, seconds)
		}
		t.Logf("%d files in %s, %d late, %d set aside, %v", report.Runs, report.Elapsed, report.Late, report.Aside, cells)
	})
}

// TestPace gives a reader a multiple of the time that its slow answers take, but never more than it has.
func TestPace(t *testing.T) {
	const ms = time.Millisecond
	repeat := func(n int, d time.Duration) []time.Duration { return slices.Repeat([]time.Duration{d}, n) }
	for _, test := range []struct {
		name string
		took []time.Duration
		want time.Duration // for an answer, 0 for all the time that there is
	}{
		{"nothing is known", nil, 0},
		{"little is known", repeat(15, 10*ms), 0},
		{"fast", repeat(16, 100*time.Microsecond), 40 * ms},
		{"slow", repeat(16, 10*ms), 80 * ms},
		{"very slow", repeat(16, 250*ms), 0},
		{"one slow answer in 16", append(repeat(15, 10*ms), 1000*ms), 80 * ms},
		{"two slow answers in 16", append(repeat(14, 10*ms), 100*ms, 100*ms), 800 * ms},
		{"eight slow answers in 128", append(repeat(120, 10*ms), repeat(8, 100*ms)...), 80 * ms},
		{"nine slow answers in 128", append(repeat(119, 10*ms), repeat(9, 100*ms)...), 800 * ms},
		{"fast again", append(repeat(128, 100*ms), repeat(128, 10*ms)...), 80 * ms},
	} {
		r := &sleeper{limit: sleeperTime}
		m := &measured{Reader: r, pace: &pace{}}
		for _, d := range test.took {
			m.pace.took(d)
		}
		limit, done := m.hurry()
		if limit != test.want || limit > 0 && r.limit != limit {
			t.Errorf("%s: got %s and set %s, expected %s", test.name, limit, r.limit, test.want)
		}
		if done(); r.limit != sleeperTime {
			t.Errorf("%s: got %s in the end, expected %s", test.name, r.limit, sleeperTime)
		}
	}
	without := &measured{Reader: &byteReader{}, pace: &pace{slow: 1}}
	if limit, done := without.hurry(); limit != 0 {
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
	report, err := run(t, Options{Open: open, Seed: 1, Runs: 1000, Jobs: 1})
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
	report, err := run(t, Options{Open: open, Seed: 1, Runs: 600, Jobs: 1, Dir: dir, Command: []string{"leaky"}, Protocol: conformance.JSONL})
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
