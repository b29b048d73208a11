package conformance_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// fewCases are five files to be accepted, three to be rejected, three that readers may accept or reject, the
// last of which has no array, and one that is only to be survived.
var fewCases = []string{
	"order/c-1d", "order/c-0d", "descr/grid-be-f2-1d-v1", "order/fortran-2d", "order/fortran-struct",
	"descr/unknown-x8", "data/truncated-last-byte", "descr/dict-empty",
	"data/trailing-0d", "header/padding-tab", "pickle/0d",
	"shape/zero-itemsize-2-31",
}

func casesByID(t testing.TB, ids ...string) []corpus.Case {
	t.Helper()
	all := corpus.Cases()
	var cases []corpus.Case
	for _, id := range ids {
		i := slices.IndexFunc(all, func(c corpus.Case) bool { return c.ID == id })
		if i < 0 {
			t.Fatalf("no case %s", id)
		}
		cases = append(cases, all[i])
	}
	return cases
}

// summary returns the non-empty cells of a report, the best first.
func summary(r *conformance.Report) string {
	var parts []string
	for _, cell := range conformance.Cells() {
		if n := r.Summary[cell]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, cell))
		}
	}
	return strings.Join(parts, ", ")
}

const (
	perfect  = "9 pass, 3 either"
	mistaken = "4 pass, 1 either, 7 wrong-data"
	allFail  = "12 wrong-verdict"
	allCrash = "12 crash"
	allHang  = "12 hang"
	allRaise = "12 exception"
)

// fakeTest is the expected judgement of a bad adapter.
type fakeTest struct {
	mode        string
	exec, jsonl string // the cells of the cases; "" for a mode that the protocol doesn't have
	message     string // message in the first result of exec, or of jsonl if there is none
}

// run runs the fake with both protocols, and looks for leftovers.
func (test fakeTest) run(t *testing.T) {
	first := true
	for _, tier := range []struct {
		protocol conformance.Protocol
		want     string
	}{{conformance.Exec, test.exec}, {conformance.JSONL, test.jsonl}} {
		if tier.want == "" {
			continue
		}
		withMessage := first
		first = false
		t.Run(fmt.Sprintf("%s/%s", test.mode, tier.protocol), func(t *testing.T) {
			t.Parallel()
			f := newFakeRun(t, tier.protocol, test.mode)
			report, err := conformance.Run(t.Context(), f.Options)
			if err != nil {
				t.Fatal(err)
			}
			if got := summary(report); got != tier.want {
				t.Errorf("got %s, want %s", got, tier.want)
				for _, r := range report.Results {
					t.Logf("    %s: %s, %s: %s", r.ID, r.Outcome, r.Cell, r.Message)
				}
			}
			if got := report.Results[0].Message; withMessage && got != test.message {
				t.Errorf("got message %q, want %q", got, test.message)
			}
			f.nothingLeft(t)
		})
	}
}

// TestFakes checks how the harness judges each bad adapter.
func TestFakes(t *testing.T) {
	t.Parallel()
	for _, test := range []fakeTest{
		{"right", perfect, perfect, ""},
		{"accept-all", "1 pass, 1 either, 3 wrong-verdict, 7 wrong-data", "1 pass, 1 either, 3 wrong-verdict, 7 wrong-data", "dtype <f8, expected <i2"},
		{"reject-all", "4 pass, 3 either, 5 wrong-verdict", "4 pass, 3 either, 5 wrong-verdict", "no"},
		{"unsupported-all", "1 pass, 11 unsupported", "1 pass, 11 unsupported", "not yet"},

		{"lying-digest", mistaken, mistaken, "elements with SHA-256 000000000000…, expected 47dc540c94ce…"},
		{"wrong-shape", mistaken, mistaken, "shape [1], expected []"},
		{"wrong-dtype", mistaken, mistaken, "dtype |V1, expected <i2"},

		{"crash", allCrash, allCrash, "exit status 2: panic: broken"},
		{"exits-42", allCrash, allCrash, "exit status 42"},
		{"admits", "", allCrash, "caught"},
		{"hang", allHang, allHang, "no answer in 300ms"},
		{"hog", "2 out-of-memory", "2 out-of-memory", "more than 128 MiB of memory"},
		{"dies=3", perfect, perfect, ""}, // which no file does alone
		{"dies-after=0", "", "8 pass, 3 either, 1 crash", ""},
		{"dies-after=1", "", "8 pass, 3 either, 1 crash", ""}, // the last file
		{"stutters=0", "", "8 pass, 3 either, 1 wrong-verdict", ""},
		{"stutters=1", "", "8 pass, 3 either, 1 wrong-verdict", ""},
		{"rots=0", "", "8 pass, 3 either, 1 crash", ""},
		{"sticks=0", "", "8 pass, 3 either, 1 hang", ""},
		{"dies=1", "", perfect, ""},
		{"spins", "2 hang", "2 hang", "no answer in 100ms"},
		{"raises", "", allRaise, "caught"},
		{"exhausts", allRaise, "", "bad_alloc"},
		{"uncaught", allRaise, allCrash, "KeyError: 'descr'"},
		{"dies=0", allCrash, allCrash, "exit status 3: fatal: tired of FILE"},

		{"child-hang", allHang, allHang, "no answer in 300ms"},
		{"child-hog", "2 out-of-memory", "2 out-of-memory", "more than 128 MiB of memory"},
		{"orphan", perfect, perfect, ""},
		{"daemon", perfect, perfect, ""},

		{"chatty", "3 pass, 1 either, 8 wrong-verdict", allFail, `standard output: it is not a JSON object: Loading FILE {"dtype":"\u003ci2","shape":[],"sha256":"47dc540c94ceb704a23875c11273e16bb0b8a87aed84de911f2133568115f254"}`},
		{"garbage", allFail, allFail, `standard output: invalid character 'o' in literal null (expecting 'u'): {"dtype": nope}`},
		{"empty", allFail, allFail, "standard output: it is empty"},
		{"half-line", allFail, allCrash, `standard output: unfinished JSON object: {"dtype":"<f8","sha`},
		{"flood", "2 wrong-verdict", "2 wrong-verdict", "more than 32 MiB on standard output"},
		{"flood-stderr", "2 pass", "2 pass", strings.Repeat("x", 199) + "…"},
		{"floods-stderr", "2 wrong-verdict", "2 wrong-verdict", "more than 64 MiB on standard error"},
		{"close-stdout", allHang, allFail, "no answer in 2s"},
		{"litter", perfect, perfect, ""},
		{"twice", allFail, allFail, `standard output: unexpected text after the JSON object: {"a":1} {"a":2}`},
		{"wrong-id", "", allFail, "the answer has the id 2, expected 1"},
		{"late", "", perfect, ""},

		{"slow-start", "", perfect, ""},
		{"numbers", "", "9 pass, 2 either, 1 unsupported", ""},
		{"only-npz", "", "1 pass, 11 unsupported", "the implementation doesn't claim to know npy"},
		{"after-bye", "", perfect, ""},
	} {
		if testing.Short() && !slices.Contains([]string{"right", "crash", "hang", "floods-stderr"}, test.mode) {
			continue // the others start hundreds of processes
		}
		test.run(t)
	}
}

// TestFakeSpike has a harness of its own. A process begins with the peak of the one that started it, and that of the
// tests would hide the spike.
func TestFakeSpike(t *testing.T) {
	t.Parallel()
	for _, protocol := range []conformance.Protocol{conformance.Exec, conformance.JSONL} {
		f := newFakeRun(t, protocol, "spike=320")
		cmd := f.harness(f.Timeout, "order/c-1d", "descr/unknown-x8")
		if runtime.GOOS != "windows" { // which knows no such heritage
			cmd = exec.Command("sh", append([]string{"-c", `"$@"; exit $?`, "sh"}, cmd.Args...)...)
		}
		out, err := cmd.CombinedOutput()
		if want := "1 pass, 1 out-of-memory\n"; err != nil || string(out) != want {
			t.Errorf("%s: got %s, %v, want %s", protocol, out, err, want)
		}
		f.nothingLeft(t)
	}
}

// fakeRun is a run of a fake over few cases, in their order unless the mode is one that takes long.
type fakeRun struct {
	conformance.Options
	pids    string // the file with the processes that were started
	scratch string // the folder for temporary files
}

func newFakeRun(t *testing.T, protocol conformance.Protocol, mode string) *fakeRun {
	t.Helper()
	dir := t.TempDir()
	f := &fakeRun{pids: filepath.Join(dir, "pids"), scratch: filepath.Join(dir, "scratch")}
	if err := os.Mkdir(f.scratch, 0o777); err != nil {
		t.Fatal(err)
	}
	f.Cases = casesByID(t, fewCases...)
	f.Command = []string{program("fake"), "-pids", f.pids, string(protocol), mode}
	f.Protocol = protocol
	f.Jobs = 1
	f.Timeout = 5 * time.Minute // on a busy machine, with the race detector, a flood takes one
	f.Memory = 128 << 20
	conformance.SetTempDir(&f.Options, f.scratch)
	switch mode {
	case "hang", "child-hang":
		f.Timeout = 300 * time.Millisecond
		f.Jobs = 4
	case "spins": // which costs all of the time
		f.Timeout = 100 * time.Millisecond
		f.Cases = f.Cases[:2]
	case "sticks=0":
		f.Timeout = 500 * time.Millisecond
	case "close-stdout": // it must get as far as that
		f.Timeout = 2 * time.Second
		f.Jobs = 12
	case "daemon":
		f.Jobs = 4
	case "hog", "child-hog", "flood", "flood-stderr", "floods-stderr":
		f.Cases = f.Cases[:2] // which is much to take or to write
	}
	return f
}

// harness returns a command that runs the fake over cases in a process of its own, with the same limit of memory.
func (f *fakeRun) harness(timeout time.Duration, ids ...string) *exec.Cmd {
	return exec.Command("harness", append([]string{string(f.Protocol), timeout.String(), strconv.FormatInt(f.Memory, 10), strings.Join(ids, ",")}, f.Command...)...)
}

// nothingLeft checks that the run left no process and no file.
func (f *fakeRun) nothingLeft(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(f.pids)
	if err != nil {
		t.Fatal(err)
	}
	for pid := range strings.FieldsSeq(string(text)) {
		// A killed process has to be scheduled once more to end. Leftover ones would live for hours.
		for try := 0; lives(t, pid); try++ {
			if try == 1000 {
				t.Errorf("process %s lives on", pid)
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	entries, err := os.ReadDir(f.scratch)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		t.Errorf("%s is left", e.Name())
	}
}

// TestFakeErrors tests runs that measure nothing.
func TestFakeErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		protocol conformance.Protocol
		mode     string
		want     string
	}{
		{conformance.JSONL, "never-starts", "did not say hello: no answer in 500ms; does it flush its output?"},
		{conformance.JSONL, "exits-at-once", "did not say hello: ended without an answer, exit status 0"},
		{conformance.JSONL, "other-version", `did not say hello: unknown field "protocol"`},
		{conformance.JSONL, "odd-feature", `did not say hello: unknown feature "<f8", expected npy, npz and features that protocol.md lists`},
		{conformance.JSONL, "only-formats", "claims no file with an array: its features are npy, npz; expected a version, a type and a rank among them"},
		{conformance.JSONL, "only-version", "claims no file with an array: its features are npy, v1; expected a version, a type and a rank among them"},
		{conformance.JSONL, "no-such-mode", "did not say hello: ended without an answer, exit status 100: fake: no mode no-such-mode"},
		{conformance.Exec, "moves", "changed the corpus: the folder with the files was replaced"},
		{conformance.Exec, "vandal=0", "changed the corpus: case order/c-1d: accept/order/c-1d.npy: the file is missing"},
	} {
		t.Run(test.mode, func(t *testing.T) {
			t.Parallel()
			if test.mode == "moves" && runtime.GOOS == "windows" {
				t.Skip("an open folder stays where it is")
			}
			f := newFakeRun(t, test.protocol, test.mode)
			if test.mode == "never-starts" {
				f.StartTimeout = 500 * time.Millisecond
			}
			_, err := conformance.Run(t.Context(), f.Options)
			var adapter *conformance.AdapterError
			if !errors.As(err, &adapter) || adapter.Command != program("fake") || !strings.HasPrefix(adapter.Message, test.want) {
				t.Errorf("got error %v, want that the adapter %s", err, test.want)
			}
			f.nothingLeft(t)
		})
	}
	t.Run("writer", func(t *testing.T) {
		t.Parallel()
		f := newFakeRun(t, conformance.JSONL, "right")
		f.Writer = true
		want := fmt.Sprintf("the adapter %q does not write: its only op is read", program("fake"))
		if _, err := conformance.Run(t.Context(), f.Options); err == nil || err.Error() != want {
			t.Errorf("got error %v, want %s", err, want)
		}
		f.nothingLeft(t)
	})
	t.Run("hangs", func(t *testing.T) {
		t.Parallel()
		f := newFakeRun(t, conformance.JSONL, "hang")
		f.Timeout = 100 * time.Millisecond
		f.Cases = corpus.Cases()[:100]
		const want = "answered none of 20 cases in 100ms each"
		var adapter *conformance.AdapterError
		if _, err := conformance.Run(t.Context(), f.Options); !errors.As(err, &adapter) || adapter.Message != want {
			t.Errorf("got error %v, want that the adapter %s", err, want)
		}
		f.nothingLeft(t)
	})
	t.Run("invalid", func(t *testing.T) {
		t.Parallel()
		f := newFakeRun(t, conformance.JSONL, "empty")
		f.Cases = corpus.Cases()[:100]
		const want = "broke the protocol in 25 cases in a row: the answer: it is empty"
		var adapter *conformance.AdapterError
		report, err := conformance.Run(t.Context(), f.Options)
		if !errors.As(err, &adapter) || adapter.Message != want || report != nil {
			t.Errorf("got error %v, report %v; want that the adapter %s, and no report", err, report, want)
		}
		f.nothingLeft(t)
	})
	t.Run("echoes", func(t *testing.T) {
		t.Parallel()
		if testing.Short() {
			t.Skip("starts a hundred processes")
		}
		f := newFakeRun(t, conformance.JSONL, "echoes")
		f.Cases = slices.Repeat(f.Cases, 4)
		const want = "broke the protocol in 25 cases in a row: after the answer: an unsolicited line: "
		var adapter *conformance.AdapterError
		report, err := conformance.Run(t.Context(), f.Options)
		if !errors.As(err, &adapter) || !strings.HasPrefix(adapter.Message, want) || report == nil || len(report.Results) != 25 {
			t.Errorf("got error %v, report %v; want that the adapter %s, and a report of 25 results", err, report, want)
		}
		f.nothingLeft(t)
	})
	t.Run("command", func(t *testing.T) {
		t.Parallel()
		f := newFakeRun(t, conformance.JSONL, "right")
		f.Command = []string{filepath.Join(t.TempDir(), "nothing")}
		var adapter *conformance.AdapterError
		if _, err := conformance.Run(t.Context(), f.Options); !errors.As(err, &adapter) || adapter.Err == nil {
			t.Errorf("got error %v, want that the command can't be started", err)
		}
	})
}

// TestFakeCancelled interrupts runs that would take over a minute.
func TestFakeCancelled(t *testing.T) {
	t.Parallel()
	for _, protocol := range []conformance.Protocol{conformance.Exec, conformance.JSONL} {
		for _, mode := range []string{"hang", "child-hang", "never-starts"} {
			if mode == "never-starts" && protocol == conformance.Exec {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s", mode, protocol), func(t *testing.T) {
				t.Parallel()
				f := newFakeRun(t, protocol, mode)
				f.Timeout = 5 * time.Minute // on a busy machine, with the race detector, a flood takes one
				ctx, cancel := context.WithCancel(t.Context())
				go func() {
					for { // until it hangs
						if text, _ := os.ReadFile(f.pids); len(text) > 0 || ctx.Err() != nil {
							break
						}
						time.Sleep(time.Millisecond)
					}
					cancel()
				}()
				if _, err := conformance.Run(ctx, f.Options); !errors.Is(err, context.Canceled) {
					t.Errorf("got error %v, want %v", err, context.Canceled)
				}
				f.nothingLeft(t)
			})
		}
	}
}

// TestFakeParallel checks that the number of jobs doesn't change the results.
func TestFakeParallel(t *testing.T) {
	t.Parallel()
	f := newFakeRun(t, conformance.JSONL, "dies=0")
	f.Jobs = 8
	report, err := conformance.Run(t.Context(), f.Options)
	if err != nil {
		t.Fatal(err)
	}
	if got := summary(report); got != allCrash {
		t.Errorf("got %s, want %s", got, allCrash)
	}
	if !slices.IsSortedFunc(report.Results, func(a, b conformance.Result) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("the results are not sorted")
	}
	f.nothingLeft(t)
}
