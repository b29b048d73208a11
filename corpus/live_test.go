//go:build live

package corpus

import (
	"testing"

	"github.com/npycheck/npycheck/internal/testing/live"
)

// TestRecordedByNumPy lets each release of NumPy read every vector, and compares the results with the record.
func TestRecordedByNumPy(t *testing.T) { live.Run(t, "corpus/recorded/record", "--check") }

// The examples read a copy of the corpus.

func TestExampleInC(t *testing.T)          { live.Run(t, "corpus/testdata/examples/c") }
func TestExampleInRust(t *testing.T)       { live.Run(t, "corpus/testdata/examples/rust") }
func TestExampleInJava(t *testing.T)       { live.Run(t, "corpus/testdata/examples/java") }
func TestExampleInGo(t *testing.T)         { live.Run(t, "corpus/testdata/examples/go") }
func TestExampleInPython(t *testing.T)     { live.Run(t, "corpus/testdata/examples/python") }
func TestExampleInJavaScript(t *testing.T) { live.Run(t, "corpus/testdata/examples/javascript") }
