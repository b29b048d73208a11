package conformance_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/npycheck/npycheck/conformance"
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
			// A process of its own for each file has given no answer before it dies, and no file is to blame.
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

func TestStartErrors(t *testing.T) {
	t.Parallel()
	f := newFakeRun(t, conformance.JSONL, "odd-feature")
	var adapter *conformance.AdapterError
	if _, err := conformance.Start(t.Context(), f.Adapter); !errors.As(err, &adapter) {
		t.Errorf("got error %v, want that of an adapter", err)
	}
	f.nothingLeft(t)
	var command *conformance.CommandError
	if _, err := conformance.Start(t.Context(), conformance.Adapter{Command: []string{"no-such-program"}}); !errors.As(err, &command) {
		t.Errorf("got error %v, want that of a command", err)
	}
}

// TestSessionClaims asks a reader that refuses what it doesn't claim to know: a Session and a Run think the
// same of it.
func TestSessionClaims(t *testing.T) {
	t.Parallel()
	ids := []string{"order/c-1d", "shape/bool-true", "zip/empty"}
	for _, test := range []struct {
		features []string
		want     []conformance.Cell
	}{
		{nil, []conformance.Cell{"fail", "pass", "fail"}},
		{[]string{"npy", "v1", "1d", "float", "int"}, []conformance.Cell{"fail", "pass", "unsupported"}},
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

// TestRank tests a reader without arrays of rank 0 and 1, as one in a language of matrices: what it returns
// with another rank is unsupported if all else is right, and only for those ranks.
func TestRank(t *testing.T) {
	t.Parallel()
	matrix := []string{"npy", "v1", "bool", "int", "float", "fortran-order", "2d"}
	for _, test := range []struct {
		id       string
		features []string
		shape    string
		cell     conformance.Cell
		message  string
	}{
		{"order/c-1d", matrix, "[3,1]", "unsupported", "read with another rank: shape [3,1], want [3]"},
		{"order/c-1d", matrix, "[1,3]", "unsupported", "read with another rank: shape [1,3], want [3]"},
		{"order/c-0d", matrix, "[1,1]", "unsupported", "read with another rank: shape [1,1], want []"},
		{"order/c-1d", matrix, "[3]", "pass", ""},
		{"order/c-1d", matrix, "[4,1]", "wrong-data", "shape [4,1], want [3]"},
		{"order/c-1d", append(matrix, "1d"), "[3,1]", "wrong-data", "shape [3,1], want [3]"},
		{"order/c-1d", nil, "[3,1]", "wrong-data", "shape [3,1], want [3]"},
	} {
		f := newFakeRun(t, conformance.JSONL, "right")
		f.Protocol = conformance.Exec
		f.Cases = casesByID(t, test.id)
		array := f.Cases[0].Array
		f.Command = []string{program("fake"), "-say", `{"dtype":"` + array.DType + `","shape":` + test.shape + `,"sha256":"` + array.SHA256 + `"}`, "exec", "says"}
		f.Implementation.Features = test.features
		report, err := conformance.Run(t.Context(), f.Options)
		if err != nil {
			t.Fatal(err)
		}
		if r := report.Results[0]; r.Cell != test.cell || r.Message != test.message {
			t.Errorf("%s as %s: got %s: %s, want %s: %s", test.id, test.shape, r.Cell, r.Message, test.cell, test.message)
		}
	}
}

func TestExecFeatures(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ feature, want string }{
		{"<f8", `unknown feature "<f8", want npy, npz and features that protocol.md lists`},
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
}
