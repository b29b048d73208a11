package conformance

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/npycheck/npycheck/conformance/internal/planted"
	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/corpus"
)

// SetTempDir sets the folder in which a run makes its own.
func SetTempDir(o *Options, dir string) { o.tempDir = dir }

// FixedRequests returns requests without an array, as they are sent.
func FixedRequests() [][]byte {
	return [][]byte{
		(&protocol.Request{Op: protocol.Hello, Protocol: protocol.Version}).Line(),
		(&protocol.Request{Op: protocol.Read, ID: 1, Path: "/tmp/a.npy"}).Line(),
		(&protocol.Request{Op: protocol.Bye}).Line(),
	}
}

// WriteRequests returns the requests for a writer, as they are sent.
func WriteRequests(cases []corpus.Case) ([][]byte, error) {
	var lines [][]byte
	r := &runner{scratch: "/tmp"}
	tasks, err := r.writerTasks(cases, func(c *corpus.Case) ([]byte, error) { return fs.ReadFile(corpus.FS, c.File) })
	for i, t := range tasks {
		t.request.ID = int64(i + 1) // as the session sets it
		lines = append(lines, t.request.Line())
	}
	return lines, err
}

// WritePlanted has a writer of package planted write the contents of a file, and judges it as Session.Write does.
func WritePlanted(t *testing.T, w *planted.Writer, e *Expectation, name string) (Result, error) {
	c, array, err := e.written()
	if err != nil || c == nil {
		return Result{Cell: CellUnsupported}, err
	}
	if err := os.WriteFile(name, w.Write(plantedRequest(t, array)), 0o600); err != nil {
		return Result{}, err
	}
	return judgeWrite(t.Context(), c, Answer{Outcome: OutcomeAccept}, name)
}

// ParseArray returns the array of a message.
func ParseArray(t *testing.T, text string) *Array {
	t.Helper()
	array, err := protocol.ReadArray([]byte(text))
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
