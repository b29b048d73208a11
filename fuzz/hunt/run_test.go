package hunt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestMain collects garbage less often: nearly everything is garbage.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	m.Run()
}

// byteReader reads arrays of unsigned bytes in C order, and no others, as the validator understands them, but for one
// bug.
type byteReader struct {
	bug   string
	reads int
}

func (r *byteReader) Implementation() conformance.Implementation {
	return conformance.Implementation{Name: "bytes", Version: "1", Language: "Go", Features: []string{"npy"}}
}

func (r *byteReader) Close() {}

func (r *byteReader) Read(ctx context.Context, name string, file []byte) (conformance.Answer, error) {
	r.reads++
	report, err := validator.Check(ctx, bytes.NewReader(file), int64(len(file)), &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods(), Name: name})
	if err != nil {
		return conformance.Answer{}, err
	}
	breaks := func(rule spec.ID) bool {
		return slices.ContainsFunc(report.Findings, func(f validator.Finding) bool { return f.Rule == rule })
	}
	a := report.Array
	switch {
	case r.bug == "negative" && breaks(spec.ShapeNegative):
		return conformance.Answer{Outcome: conformance.OutcomeAccept, Array: judge.NewArray("|u1", []int64{0}, nil)}, nil
	case r.bug == "crash" && a != nil && a.Version == spec.Version2:
		return conformance.Answer{Outcome: conformance.OutcomeCrash, Message: "panic: index 17 out of range"}, nil
	case report.Duty() == spec.Reject:
		return conformance.Answer{Outcome: conformance.OutcomeReject, Message: "no"}, nil
	case a == nil || a.DType.Kind != 'u' || a.DType.Itemsize != 1 || a.FortranOrder && len(a.Shape) > 1:
		return conformance.Answer{Outcome: conformance.OutcomeUnsupported}, nil
	case r.bug == "refusal" && len(a.Shape) == 3:
		return conformance.Answer{Outcome: conformance.OutcomeReject, Message: "got 3 dimensions (1, 2, 3), expected 2"}, nil
	}
	offset := a.DataOffset
	if r.bug == "length" && a.Version != spec.Version1 { // it takes two bytes of the length
		offset = 12 + (offset-12)&math.MaxUint16
	}
	data := slices.Clone(file[offset:][:min(a.DataBytes, int64(len(file))-offset)])
	if len(data) > 3 && (r.bug == "data" || r.bug == "unstable" && r.reads%2 == 0) {
		data[3] ^= 1
	}
	return conformance.Answer{Outcome: conformance.OutcomeAccept, Array: judge.NewArray("|u1", a.Shape, data)}, nil
}

// greedyReader is a byteReader that looks for the shape wherever it is, and has the outcome for one that is large,
// before it checks anything. Or it does so for the length of the header.
type greedyReader struct {
	byteReader
	outcome conformance.Outcome
	header  bool
}

var anyShape = regexp.MustCompile(`['"]shape['"]\s*:\s*[(\[]([0-9, ]*)`)

func (r *greedyReader) Read(ctx context.Context, name string, file []byte) (conformance.Answer, error) {
	claim := uint64(1)
	switch {
	case r.header && len(file) >= 12 && file[6] > 1:
		claim = uint64(binary.LittleEndian.Uint32(file[8:]))
	case r.header:
	default:
		if m := anyShape.FindSubmatch(file); m != nil {
			for text := range strings.SplitSeq(string(m[1]), ",") {
				if n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64); err == nil && n < 1<<32 {
					claim *= n
				}
			}
		}
	}
	if claim > 1<<28 {
		return conformance.Answer{Outcome: r.outcome, Message: fmt.Sprintf("more than %d bytes", claim)}, nil
	}
	return r.byteReader.Read(ctx, name, file)
}

// TestRunOneCause covers readers that break down for one reason, whatever else is wrong with the file.
func TestRunOneCause(t *testing.T) {
	for _, test := range []struct {
		outcome conformance.Outcome
		cell    Cell
		header  bool
		want    spec.ID
	}{
		{conformance.OutcomeOutOfMemory, conformance.CellOutOfMemory, false, spec.DataTruncated},
		{conformance.OutcomeHang, conformance.CellHang, false, spec.DataTruncated},
		{conformance.OutcomeOutOfMemory, conformance.CellOutOfMemory, true, spec.PrefixHeaderTruncated},
	} {
		open := func(context.Context) (Reader, error) {
			return &greedyReader{outcome: test.outcome, header: test.header}, nil
		}
		report, err := run(t, Options{Open: open, Seed: 3, Runs: 6000, Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Findings) != 1 || report.Findings[0].Signature.Cell != test.cell || !slices.Equal(report.Findings[0].Signature.Rules, []spec.ID{test.want}) || report.Findings[0].Runs < 20 {
			for _, f := range report.Findings {
				t.Errorf("got %+v %d times: %q", f.Signature, f.Runs, f.File)
			}
			t.Errorf("want one %s, of %v, many times", test.cell, test.want)
		}
	}
}

func openBytes(bug string) func(context.Context) (Reader, error) {
	return func(context.Context) (Reader, error) { return &byteReader{bug: bug}, nil }
}

// run is Run while time stands still, so that a schedule by time is the same each time.
func run(t *testing.T, o Options) (report *Report, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { report, err = Run(t.Context(), o) })
	return report, err
}

// TestRun finds each of some bugs, and says what it is in a small file.
func TestRun(t *testing.T) {
	for _, test := range []struct {
		bug  string
		want Signature
		size int // bytes that the file has at most
	}{
		{"negative", Signature{Cell: conformance.CellWrongVerdict, Duty: corpus.Reject, Rules: []spec.ID{spec.ShapeNegative}}, 128},
		{"crash", Signature{Cell: conformance.CellCrash, Traits: []string{"prefix-version-higher-than-needed", "v2"}, Message: "panic: index # out of range"}, 160},
		{"refusal", Signature{Cell: conformance.CellWrongVerdict, Duty: corpus.Accept, Traits: []string{"nd"}, Message: "got # dimensions (…), expected #"}, 192},
		{"data", Signature{Cell: conformance.CellWrongData, Duty: corpus.Accept, Message: "element"}, 160},
		{"unstable", Signature{Cell: CellUnstable, Message: "read twice"}, 200},
	} {
		t.Run(test.bug, func(t *testing.T) {
			const runs = 4000
			report, err := run(t, Options{Open: openBytes(test.bug), Seed: 1, Runs: runs, Jobs: 1})
			if err != nil {
				t.Fatal(err)
			}
			if report.Runs != runs || report.Incomplete != "" {
				t.Errorf("got %d files, %q, want %d to the end", report.Runs, report.Incomplete, runs)
			}
			at := slices.IndexFunc(report.Findings, func(f *Finding) bool { return compareSignatures(&f.Signature, &test.want) == 0 })
			if at < 0 {
				for _, f := range report.Findings {
					t.Errorf("got %+v: %s", f.Signature, f.Account)
				}
				t.Fatalf("want %+v", test.want)
			}
			if f := report.Findings[at]; len(f.File) > test.size {
				t.Errorf("got a file of %d bytes, want at most %d", len(f.File), test.size)
			}
		})
	}
}

// TestPlanLarge gives even a reader that reads 20 files a second several headers of more than 65,535 bytes in the first
// 30 s, also if half of the time goes to something else. One of the first is enough for a reader that takes two bytes of
// their length.
func TestPlanLarge(t *testing.T) {
	p, err := newPlan(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	p.found(arm{"zip", modeMutant})
	choices := rand.New(rand.NewPCG(1, 1))
	q := &asker{reader: &measured{Reader: &byteReader{bug: "length"}, pace: &pace{}}}
	large, found := 0, 0 // found: the first file that shows the bug
	for n := 1; n <= 600; n++ {
		next := p.next(choices)
		p.took(next, 50*time.Millisecond)
		if next.mode != modeLarge || next.area == "data" {
			continue
		}
		large++
		file := next.made(1, uint64(n))
		e, err := q.expect(t.Context(), file.Content, file.Format)
		if err != nil {
			t.Fatal(err)
		}
		f, _, err := q.try(t.Context(), e, file.Format)
		if err != nil {
			t.Fatal(err)
		}
		if f != nil && f.signature.Cell == conformance.CellWrongData && found == 0 {
			found = n
		}
	}
	if large < 10 || found == 0 || found > 200 {
		t.Errorf("got %d files with a long header, and the bug in file %d, expected 10 and one of the first 200", large, found)
	}
}

// TestRunRight finds nothing in a reader without a bug, and nothing that is known.
func TestRunRight(t *testing.T) {
	report, err := run(t, Options{Open: openBytes(""), Seed: 2, Runs: 2500, Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		t.Errorf("got %+v: %s", f.Signature, f.Account)
	}
	known := func(s *Signature) bool { return slices.Contains(s.Rules, spec.ShapeNegative) }
	report, err = run(t, Options{Open: openBytes("negative"), Seed: 1, Runs: 2500, Jobs: 1, Known: known})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Findings) > 0 || report.Known == 0 {
		t.Errorf("got %d findings and %d known failures, want 0 and some", len(report.Findings), report.Known)
	}
}

// TestRunCorpus leaves out what the corpus shows.
func TestRunCorpus(t *testing.T) {
	report, err := run(t, Options{Open: openBytes("negative"), Seed: 1, Runs: 1500, Jobs: 2, Corpus: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Findings) > 0 || report.CorpusFailures == 0 {
		t.Errorf("got %d findings and %d failures of the corpus, want 0 and some", len(report.Findings), report.CorpusFailures)
	}
}

// TestShape makes one message of those that say the same of different files.
func TestShape(t *testing.T) {
	file := []byte("\x93NUMPY\x01\x00v\x00{'descr': '<f8',\n 'fortran_order' : False, 'shape': (3, 4), }   \n")
	for _, test := range []struct{ message, want string }{
		{"element 3 is 0x1f2e, expected 0x1f2f", "element # is #, expected #"},
		{"panic: slice bounds out of range [35:7]", "panic: slice bounds out of range [#:#]"},
		{`invalid key "abc" at 7`, "invalid key … at #"},
		{"can't reshape (3, 4) into (12,)", "can't reshape (…) into (…)"},
		{"got 1, 2, 3", "got #"},
		{"no number", "no number"},
		{`parsing ")\"))": invalid syntax`, "parsing …: invalid syntax"},
		{"syntax error: --> 1:11 | 1 | {'descr': ␊ | ^--- | = expected value", "syntax error:"},
		{"invalid header: {'descr': '<f8', 'fortran_order' : False, 'shape': (3, 4), }", "invalid header: …"},
		{"no fortran_order in the header", "no fortran_order in the header"},
	} {
		if got := shape(test.message, file); got != test.want {
			t.Errorf("%q: got %q, want %q", test.message, got, test.want)
		}
	}
	// As long as a reader likes, and all of it from the file.
	long := strings.Repeat("{'descr': '<f8',\n ", 1<<16)
	if got := shape("invalid header: "+long, []byte(long)); got != "invalid header:…" {
		t.Errorf("got %q for %d bytes of the file", got, len(long))
	}
}

// TestPlan makes sure that no area starves, and that a list of areas counts.
func TestPlan(t *testing.T) {
	p, err := newPlan([]string{"shape", "zip"}, false)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.arms) != 8 {
		t.Errorf("got %d arms, want four modes of two areas", len(p.arms))
	}
	// An arm that takes ten times as long gets a tenth of the files. Half of the time goes to what found something.
	rand := rand.New(rand.NewPCG(1, 1))
	p.found(arm{"zip", modeMutant})
	recent, files, all := time.Duration(0), map[arm]int{}, time.Duration(0)
	for range 20_000 {
		next := p.next(rand)
		d := time.Millisecond
		if next.area == "zip" {
			d *= 10
		}
		p.took(next, d)
		if all += d; next.recent {
			recent += d
		} else {
			files[next.arm]++
		}
		if (next.mode == modeFault) != (next.rule != 0) || next.mode == modeFault && next.rule.Rule().Area() != next.area {
			t.Fatalf("got %+v", next)
		}
	}
	if share := float64(recent) / float64(all); share < 0.49 || share > 0.51 {
		t.Errorf("got %.2f of the time for what found something, want half", share)
	}
	for m := range modeLarge {
		if cheap, costly := files[arm{"shape", m}], files[arm{"zip", m}]; costly < 100 || cheap < 9*costly || cheap > 11*costly {
			t.Errorf("mode %d: got %d files that cost little and %d that cost ten times as much", m, cheap, costly)
		}
	}
	if err := p.limit(&conformance.Implementation{Features: []string{"npy", "v1"}}); err != nil {
		t.Fatal(err)
	}
	for _, a := range p.arms {
		if a.area != "shape" {
			t.Errorf("got area %s for a reader of arrays", a.area)
		}
	}
	if p, err = newPlan([]string{"zip"}, false); err != nil {
		t.Fatal(err)
	}
	if err := p.limit(&conformance.Implementation{Features: []string{"npy", "v1"}}); !errors.Is(err, ErrAreas) {
		t.Errorf("got %v for an area of archives and a reader of arrays", err)
	}
	if _, err := newPlan([]string{"shapes"}, false); err == nil {
		t.Error("got no error for an unknown area")
	}
}
