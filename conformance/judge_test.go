package conformance_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

func expectCase(t *testing.T, id string) *conformance.Expectation {
	t.Helper()
	return expected(t, casesByID(t, id)[0])
}

// TestExpectUnchecked has a header that is longer than the validator's limit.
func TestExpectUnchecked(t *testing.T) {
	t.Parallel()
	const length = 1<<20 + 52
	file := append([]byte("\x93NUMPY\x02\x00"), length&0xff, 0, length>>16, 0)
	file = append(file, bytes.Repeat([]byte(" "), length)...)
	const want = "not checked to its end: header has 1048628 bytes, expected at most 1048576"
	if e, err := conformance.Expect(t.Context(), file, "a.npy"); err == nil || err.Error() != want {
		t.Errorf("got %+v, %v, want the error %s", e, err, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := conformance.Expect(ctx, file, "a.npy"); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
}

func TestJudgeExpected(t *testing.T) {
	t.Parallel()
	one := conformance.ParseArray(t, `{"dtype":"<f8","shape":[],"data":"000000000000e03f"}`)
	for _, test := range []struct {
		id      string
		answer  conformance.Answer
		cell    conformance.Cell
		message string
	}{
		{"zip/empty", conformance.Answer{Outcome: conformance.OutcomeAccept, Array: one}, conformance.CellWrongData, "read as an array, expected an archive"},
		{"zip/empty", conformance.Answer{Outcome: conformance.OutcomeAccept, Array: conformance.ParseArray(t, `{"members":{}}`)}, conformance.CellPass, ""},
		{"shape/bool-true", conformance.Answer{Outcome: conformance.OutcomeAccept, Array: one}, conformance.CellWrongVerdict, "read as <f8 of shape []"},
		{"shape/bool-true", conformance.Answer{Outcome: conformance.OutcomeAccept, Array: one, Message: "warning: odd"}, conformance.CellWrongVerdict, "read as <f8 of shape []: warning: odd"},
		{"shape/bool-true", conformance.Answer{Outcome: conformance.OutcomeAccept, Array: one, Message: strings.Repeat("x", 200)}, conformance.CellWrongVerdict, "read as <f8 of shape []: " + strings.Repeat("x", 174) + "…"},
	} {
		cell, message := conformance.Judge(expectCase(t, test.id), test.answer)
		if cell != test.cell || message != test.message {
			t.Errorf("%s: got %s: %s, want %s: %s", test.id, cell, message, test.cell, test.message)
		}
	}
}

// TestExpectSameKey has an archive with two members of one key: a reader that returns either of them is right.
func TestExpectSameKey(t *testing.T) {
	e := expectCase(t, "npz/key-is-name-without-suffix")
	if e.Duty != corpus.Either || len(e.Members) != 2 || e.Members[0].Array != nil || e.Members[1].Array != nil {
		t.Errorf("got duty %s and members %+v, want either, and two members without arrays", e.Duty, e.Members)
	}
}

// TestExpect compares what npycheck reads in every file to be accepted with what the corpus says
// about it, which was written by hand.
func TestExpect(t *testing.T) {
	arrays := 0
	for _, c := range corpus.Cases() {
		e := expected(t, c)
		if e.Duty != c.Duty {
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
		if d := conformance.CompareExpected(t, e, c.Array); d != "" {
			t.Errorf("%s: %s", c.ID, d)
		}
	}
	if arrays < 500 {
		t.Errorf("got %d arrays, want most of the corpus", arrays)
	}
}
