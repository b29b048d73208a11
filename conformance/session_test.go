package conformance_test

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/judge"
)

// TestSession asks about files in any order, with a reader that dies on the way.
func TestSession(t *testing.T) {
	t.Parallel()
	for _, protocol := range []conformance.Protocol{conformance.Exec, conformance.JSONL} {
		t.Run(string(protocol), func(t *testing.T) {
			t.Parallel()
			f := newFakeRun(t, protocol, "dies=2")
			session, err := conformance.Start(t.Context(), f.Adapter)
			if err != nil {
				t.Fatal(err)
			}
			// With a process for each file, none has answered before it dies, and no earlier file is to blame.
			remarks := map[conformance.Protocol][]bool{
				conformance.Exec:  {false, false, false, false, false},
				conformance.JSONL: {false, false, true, false, true},
			}[protocol]
			for i, id := range []string{"order/c-1d", "descr/unknown-x8", "order/c-1d", "order/fortran-2d", "order/c-0d"} {
				c := casesByID(t, id)[0]
				answer, err := session.Ask(t.Context(), filepath.Join("../corpus/vectors", filepath.FromSlash(c.File)))
				if err != nil {
					t.Fatal(err)
				}
				e := &conformance.Expectation{Duty: c.Duty, Array: c.Array}
				if cell, message := conformance.Judge(e, answer); cell != "pass" || (answer.Remark != "") != remarks[i] {
					t.Errorf("%s, question %d: got %s (%s), remark %q; want pass, with a remark: %t", id, i, cell, message, answer.Remark, remarks[i])
				}
			}
			if _, err := session.Ask(t.Context(), "no-such-file.npy"); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("got error %v, want that there is no such file", err)
			}
			session.Close()
			f.nothingLeft(t)
		})
	}
}

// TestSpares starts processes beforehand once one has broken down, and ends them.
func TestSpares(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		mode  string
		least int // processes
		most  int
	}{
		{"right", 1, 1},
		{"dies=1", 2 + runtime.GOMAXPROCS(0), 10 + runtime.GOMAXPROCS(0)},
	} {
		f := newFakeRun(t, conformance.JSONL, test.mode)
		session, err := conformance.Start(t.Context(), f.Adapter)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range casesByID(t, "order/c-1d", "order/fortran-2d") {
			if a, err := session.Ask(t.Context(), filepath.Join("../corpus/vectors", filepath.FromSlash(c.File))); err != nil || a.Outcome != conformance.OutcomeAccept {
				t.Errorf("%s: %s: got %s, %v", test.mode, c.ID, a.Outcome, err)
			}
		}
		started := func() int {
			text, err := os.ReadFile(f.pids)
			if err != nil {
				t.Fatal(err)
			}
			return strings.Count(string(text), "\n")
		}
		for range 3000 {
			if started() >= test.least {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		session.Close()
		if n := started(); n < test.least || n > test.most {
			t.Errorf("%s: got %d processes, want %d to %d", test.mode, n, test.least, test.most)
		}
		f.nothingLeft(t)
	}
}

func TestStartErrors(t *testing.T) {
	t.Parallel()
	f := newFakeRun(t, conformance.JSONL, "odd-feature")
	var adapter *conformance.AdapterError
	if _, err := conformance.Start(t.Context(), f.Adapter); !errors.As(err, &adapter) {
		t.Errorf("got error %v, want that of an adapter", err)
	}
	f.nothingLeft(t)
	if _, err := conformance.Start(t.Context(), conformance.Adapter{Command: []string{"no-such-program"}}); !errors.As(err, &adapter) || adapter.Err == nil {
		t.Errorf("got error %v, want that of a command", err)
	}
}

// TestSessionClaims asks a reader that refuses what it doesn't claim to know: a Session and a Run agree
// about it.
func TestSessionClaims(t *testing.T) {
	t.Parallel()
	ids := []string{"order/c-1d", "shape/bool-true", "zip/empty"}
	for _, test := range []struct {
		features []string
		want     []conformance.Cell
	}{
		{nil, []conformance.Cell{"wrong-verdict", "pass", "wrong-verdict"}},
		{[]string{"npy", "v1", "1d", "float", "int"}, []conformance.Cell{"wrong-verdict", "pass", "unsupported"}},
		{[]string{"npy", "v1", "0d", "float", "int"}, []conformance.Cell{"unsupported", "unsupported", "unsupported"}},
	} {
		f := newFakeRun(t, conformance.Exec, "reject-all")
		f.Implementation.Features = test.features
		f.Cases = casesByID(t, ids...)
		report, err := conformance.Run(t.Context(), f.Options)
		if err != nil {
			t.Fatal(err)
		}
		session, err := conformance.Start(t.Context(), f.Adapter)
		if err != nil {
			t.Fatal(err)
		}
		defer session.Close()
		for i, c := range f.Cases {
			if got := report.Results[i]; got.ID != c.ID || got.Cell != test.want[i] {
				t.Errorf("%v: Run: got %s %s, want %s %s", test.features, got.ID, got.Cell, c.ID, test.want[i])
			}
			answer, err := session.Ask(t.Context(), filepath.Join("../corpus/vectors", filepath.FromSlash(c.File)))
			if err != nil {
				t.Fatal(err)
			}
			e := &conformance.Expectation{Duty: c.Duty, Format: c.Format, Features: c.Features, Array: c.Array, Members: c.Members}
			if got, _ := conformance.Judge(e, answer); got != test.want[i] {
				t.Errorf("%v: Session: %s: got %s, want %s", test.features, c.ID, got, test.want[i])
			}
		}
	}
}

// TestRank tests a reader without arrays of rank 0 and 1, as in a matrix language: what it returns
// with another rank is unsupported if all else is right, and only for those ranks. If its language drops
// dimensions of 1 at the end of a shape, a file with such dimensions is read right. Other differences are reported
// first.
func TestRank(t *testing.T) {
	t.Parallel()
	matrix := []string{"npy", "v1", "bool", "int", "float", "fortran-order", "2d", "nd"}
	drops := []string{"no-trailing-ones"}
	const other = "0000000000000000000000000000000000000000000000000000000000000000"
	for _, test := range []struct {
		id       string
		features []string
		traits   []string
		shape    string
		sum      string // "" for the file's
		cell     conformance.Cell
		message  string
	}{
		{"order/c-1d", matrix, nil, "[3,1]", "", "unsupported", "read with another rank: shape [3,1], expected [3]"},
		{"order/c-1d", matrix, nil, "[1,3]", "", "unsupported", "read with another rank: shape [1,3], expected [3]"},
		{"order/c-0d", matrix, nil, "[1,1]", "", "unsupported", "read with another rank: shape [1,1], expected []"},
		{"order/c-1d", matrix, nil, "[3]", "", "pass", ""},
		{"order/c-1d", matrix, nil, "[4,1]", "", "wrong-data", "shape [4,1], expected [3]"},
		{"order/c-1d", append(matrix, "1d"), nil, "[3,1]", "", "wrong-data", "shape [3,1], expected [3]"},
		{"order/c-1d", nil, nil, "[3,1]", "", "wrong-data", "shape [3,1], expected [3]"},
		{"order/c-1d", matrix, nil, "[3,1]", other, "wrong-data", "elements with SHA-256 000000000000…, expected a7f7d102d910…"},
		{"shape/8d", matrix, drops, "[1,2,1,2,1,3]", "", "pass", ""},
		{"shape/8d", matrix, drops, "[1,2,1,2,1,3,1]", "", "pass", ""},
		{"shape/8d", matrix, drops, "[1,2,1,2,1,3]", other, "wrong-data", "elements with SHA-256 000000000000…, expected adc4289fa7f0…"},
		{"shape/8d", matrix, drops, "[2,2,1,3]", "", "wrong-data", "shape [2,2,1,3], expected [1,2,1,2,1,3,1,1]"},
		{"shape/8d", matrix, drops, "[1,2,1,2,1,3,1,1,1]", "", "wrong-data", "shape [1,2,1,2,1,3,1,1,1], expected [1,2,1,2,1,3,1,1]"},
		{"shape/8d", matrix, nil, "[1,2,1,2,1,3]", "", "wrong-data", "shape [1,2,1,2,1,3], expected [1,2,1,2,1,3,1,1]"},
		{"order/c-middle-of-three", matrix, drops, "[1,7]", "", "pass", ""},
		{"order/c-middle-of-three", matrix, drops, "[7]", "", "wrong-data", "shape [7], expected [1,7,1]"},
		{"order/c-1d", matrix, drops, "[3,1]", "", "unsupported", "read with another rank: shape [3,1], expected [3]"},
		{"order/c-1d", append(matrix, "1d"), drops, "[3,1]", "", "wrong-data", "shape [3,1], expected [3]"},
	} {
		f := newFakeRun(t, conformance.JSONL, "right")
		f.Protocol = conformance.Exec
		f.Cases = casesByID(t, test.id)
		array := f.Cases[0].Array
		sum := cmp.Or(test.sum, array.SHA256)
		f.Command = []string{program("fake"), "-say", `{"dtype":"` + array.DType + `","shape":` + test.shape + `,"sha256":"` + sum + `"}`, "exec", "says"}
		f.Implementation.Features, f.Implementation.Traits = test.features, test.traits
		report, err := conformance.Run(t.Context(), f.Options)
		if err != nil {
			t.Fatal(err)
		}
		if r := report.Results[0]; r.Cell != test.cell || r.Message != test.message {
			t.Errorf("%s as %s: got %s: %s, want %s: %s", test.id, test.shape, r.Cell, r.Message, test.cell, test.message)
		}
	}
}

// TestRanksOfReaders compares what readers of different languages return.
func TestRanksOfReaders(t *testing.T) {
	t.Parallel()
	says := func(shape, data string, i conformance.Implementation) conformance.Answer {
		f := newFakeRun(t, conformance.Exec, "right")
		f.Command = []string{program("fake"), "-say", `{"dtype":"|u1","shape":` + shape + `,"data":"` + data + `"}`, "exec", "says"}
		f.Implementation = i
		session, err := conformance.Start(t.Context(), f.Adapter)
		if err != nil {
			t.Fatal(err)
		}
		defer session.Close()
		a, err := session.Ask(t.Context(), "../corpus/vectors/accept/order/c-1d.npy")
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	any := conformance.Implementation{}
	matrix := conformance.Implementation{Features: []string{"npy", "v1", "int", "2d", "nd"}}
	drops := conformance.Implementation{Traits: []string{judge.NoTrailingOnes}}
	flat := &conformance.Expectation{Features: []string{"v1", "int", "1d"}}
	for _, test := range []struct {
		shape, data, otherShape, otherData string
		first, second                      conformance.Implementation
		want                               string
	}{
		{"[2]", "0102", "[2,1]", "0102", any, matrix, ""},
		{"[2,1]", "0102", "[2]", "0102", matrix, any, ""},
		{"[2]", "0102", "[2,1]", "0102", any, any, "shape [2] and [2,1]"},
		{"[1,2,1]", "0102", "[1,2]", "0102", any, drops, ""},
		{"[1,2,1]", "0102", "[1,2]", "0103", any, drops, "element 1 is 0x02 and 0x03"},
		{"[2]", "0102", "[3,1]", "010203", any, matrix, "shape [2] and [3,1]"},
	} {
		a, b := says(test.shape, test.data, test.first), says(test.otherShape, test.otherData, test.second)
		if got := a.Difference(&b, flat); got != test.want {
			t.Errorf("%s and %s: got %q, want %q", test.shape, test.otherShape, got, test.want)
		}
	}
}

func TestExecFeatures(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ feature, want string }{
		{"<f8", `unknown feature "<f8", expected npy, npz and features that protocol.md lists`},
		{"v1", "features include neither npy nor npz"},
	} {
		f := newFakeRun(t, conformance.Exec, "right")
		f.Implementation.Features = []string{test.feature}
		if _, err := conformance.Run(t.Context(), f.Options); err == nil || err.Error() != test.want {
			t.Errorf("Run: got error %v, want %s", err, test.want)
		}
		if _, err := conformance.Start(t.Context(), f.Adapter); err == nil || err.Error() != test.want {
			t.Errorf("Start: got error %v, want %s", err, test.want)
		}
	}
	f := newFakeRun(t, conformance.Exec, "right")
	f.Implementation.Traits = []string{"trailing-ones"}
	const want = `unknown trait "trailing-ones", expected no-trailing-ones`
	if _, err := conformance.Run(t.Context(), f.Options); err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}
