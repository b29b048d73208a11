// Package results writes the results of a run of package conformance for people and for CI services, and
// compares two of them.
package results

import (
	"io"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/record"
)

// HTML writes a report as a self-contained page: each case with its bytes, what the clauses say about them, and what the
// reader or writer did.
func HTML(w io.Writer, r *conformance.Report) error { return record.WritePage(w, r) }
