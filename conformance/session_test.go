package conformance_test

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/validator"
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
			// A process of its own for each file has given no answer before it dies.
			want := map[conformance.Protocol][]conformance.Cell{
				conformance.Exec:  {"pass", "pass", "pass", "pass", "pass"},
				conformance.JSONL: {"pass", "pass", "crash", "pass", "pass"},
			}[protocol]
			for i, id := range []string{"order/c-1d", "descr/number-0", "order/c-1d", "order/fortran-2d", "order/c-0d"} {
				c := casesByID(t, id)[0]
				answer, err := session.Ask(t.Context(), filepath.Join("../corpus/vectors", filepath.FromSlash(c.File)))
				if err != nil {
					t.Fatal(err)
				}
				e := &conformance.Expectation{Duty: c.Duty, Array: c.Array}
				if cell, message := conformance.Judge(e, answer); cell != want[i] {
					t.Errorf("%s, question %d: got %s (%s), want %s", id, i, cell, message, want[i])
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

// TestExpect compares what npycheck reads of every file that is to be accepted with what the corpus says
// of it, which was written by hand.
func TestExpect(t *testing.T) {
	arrays := 0
	for _, c := range corpus.Cases() {
		file, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			t.Fatal(err)
		}
		report, err := validator.Check(t.Context(), bytes.NewReader(file), int64(len(file)), &validator.Options{Depth: validator.Full, Name: c.File})
		if err != nil {
			t.Fatal(err)
		}
		e := conformance.Expect(file, report)
		if c.Duty != corpus.Survive && e.Duty != c.Duty {
			t.Errorf("%s: got duty %s, want %s", c.ID, e.Duty, c.Duty)
		}
		if c.Duty != corpus.Accept || c.Array == nil {
			continue
		}
		if e.Array == nil {
			t.Errorf("%s: got no array, want %s %v", c.ID, c.Array.DType, c.Array.Shape)
			continue
		}
		arrays++
		// A reader that returned what the corpus says is right.
		if d, err := conformance.CompareExpected(e, c.Array); err != nil || d != "" {
			t.Errorf("%s: %s, error %v", c.ID, d, err)
		}
	}
	if arrays < 500 {
		t.Errorf("got %d arrays, want most of the corpus", arrays)
	}
}
