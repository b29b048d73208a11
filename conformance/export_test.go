package conformance

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/npycheck/npycheck/conformance/internal/planted"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/validator"
)

// What the test of the corpus decodes files with.
var (
	Normal   = normal
	Unsigned = unsigned
	Float    = float
	FlagsOf  = flagsOf
)

// Decode returns the elements of an array and their number.
func Decode(array *validator.Array, data []byte) ([]byte, int, error) {
	e, err := decode(array, data)
	if err != nil {
		return nil, 0, err
	}
	return e.data, e.count, nil
}

// SetTempDir sets the folder in which a run makes its own.
func SetTempDir(o *Options, dir string) { o.tempDir = dir }

// DecodeMessage reads a message of an adapter: an output, an answer to a read with the ID 7, a
// hello, or what stands with exit code 2.
func DecodeMessage(kind string, text []byte) error {
	switch kind {
	case "output":
		if a := accepted(request{Op: opRead}, text, ""); a.Outcome != OutcomeAccept {
			return fmt.Errorf("%s: %s", a.Outcome, a.Message)
		}
	case "answer":
		var m answerMessage
		if err := decodeObject(text, &m); err != nil {
			return err
		}
		if a := m.answer(request{Op: opRead, ID: 7}); a.Outcome == OutcomeInvalid {
			return fmt.Errorf("%s: %s", a.Outcome, a.Message)
		}
	case "hello":
		var m helloMessage
		if err := decodeObject(text, &m); err != nil {
			return err
		}
		_, err := m.hello()
		return err
	case "exit2":
		m := newExit2Message()
		if err := decodeObject(text, &m); err != nil {
			return err
		}
		return m.check()
	default:
		panic(kind)
	}
	return nil
}

// FixedRequests returns requests without an array, as they are sent.
func FixedRequests() [][]byte {
	return [][]byte{
		request{Op: opHello, Protocol: protocolVersion}.line(),
		request{Op: opRead, ID: 1, Path: "/tmp/a.npy"}.line(),
		request{Op: opBye}.line(),
	}
}

// WriteRequests returns the requests for a writer, as they are sent.
func WriteRequests(cases []corpus.Case) ([][]byte, error) {
	var lines [][]byte
	r := &runner{scratch: "/tmp"}
	tasks, err := r.writerTasks(cases, func(c *corpus.Case) ([]byte, error) { return fs.ReadFile(corpus.FS, c.File) })
	for i, t := range tasks {
		t.request.ID = int64(i + 1) // as the session sets it
		lines = append(lines, t.request.line())
	}
	return lines, err
}

// Line is what becomes of the text of an adapter.
var Line = cleanMessage

// Words are what becomes of standard error.
var Words = lastWords

// WritePlanted has a writer of package planted write what a file holds, and judges it as Session.Write does.
func WritePlanted(t *testing.T, w *planted.Writer, e *Expectation, name string) (Result, error) {
	c, array, err := e.written()
	if err != nil {
		return Result{}, err
	}
	if err := os.WriteFile(name, w.Write(plantedRequest(t, array)), 0o600); err != nil {
		return Result{}, err
	}
	return judgeWrite(t.Context(), c, Answer{Outcome: OutcomeAccept}, name)
}

// CompareWritten compares what a writer wrote with what it was asked for.
var CompareWritten = compareWritten

// SameDType reports whether a type as an adapter spells it is the same as one of a case.
func SameDType(got, want string) bool {
	g, ok1 := parseDType(got)
	w, ok2 := parseDType(want)
	return ok1 && ok2 && sameType(g, w)
}

// CompareRead compares an array that a reader sent with that of a case, whose file is given.
func CompareRead(c corpus.Case, file []byte, message string) (string, error) {
	var m arrayMessage
	if err := json.Unmarshal([]byte(message), &m); err != nil {
		return "", err
	}
	got, err := m.array()
	if err != nil {
		return "", err
	}
	v := newVector(&c, func(*corpus.Case) ([]byte, error) { return file, nil })
	return v.difference(got), nil
}

// ParseArray returns the array of a message.
func ParseArray(t *testing.T, text string) *Array {
	t.Helper()
	var m arrayMessage
	if err := decodeObject([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	array, err := m.array()
	if err != nil {
		t.Fatal(err)
	}
	return array
}

// CompareExpected compares the array that a case has with an expectation, as if a reader had sent it.
func CompareExpected(t *testing.T, e *Expectation, a *corpus.Array) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"dtype": a.DType, "shape": append([]int64{}, a.Shape...), "sha256": a.SHA256})
	if err != nil {
		t.Fatal(err)
	}
	cell, message := Judge(e, Answer{Outcome: OutcomeAccept, Array: ParseArray(t, string(text))})
	if cell != CellPass {
		return fmt.Sprintf("%s: %s", cell, message)
	}
	return ""
}
