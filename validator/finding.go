package validator

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
	"github.com/npycheck/npycheck/validator/internal/quote"
)

// Quote makes text from a file, or the name of a file, fit for a terminal, a log or a report. It
// keeps printable characters and shows every other one, and each byte of invalid UTF-8, as an
// escape of Python: \x1b, \u202e. Text over 200 characters is cut and its length stated.
func Quote(s string) string { return quote.String(s) }

// report adds a finding about n bytes at the offset at of the file.
func (w *walk) report(rule spec.ID, at, n int64, pointer, format string, args ...any) {
	if w.faults.Full() {
		w.faults.Omit(rule, 1)
		return
	}
	w.faults.Add(fault.Fault{Rule: rule, Message: fmt.Sprintf(format, args...), Offset: at, Length: n, Pointer: pointer})
}

// reportEnd is report for bytes that are missing or surplus at the end. It says nothing where that isn't the
// fault of whoever wrote them.
func (w *walk) reportEnd(rule spec.ID, at, n int64, format string, args ...any) {
	if w.doubtful == nil || !w.doubtful() {
		w.report(rule, at, n, "", format, args...)
	}
}

// findings turns faults into what the report has.
func findings(faults []fault.Fault) []Finding {
	if len(faults) == 0 {
		return nil
	}
	findings := make([]Finding, len(faults))
	for i, f := range faults {
		findings[i] = Finding{f.Rule, f.Message, f.Offset, f.Length, f.Pointer, f.Name}
	}
	return findings
}

// sortFaults puts faults into the order of the bytes that they are about.
func sortFaults(faults []fault.Fault) {
	slices.SortStableFunc(faults, func(a, b fault.Fault) int {
		return cmp.Or(
			cmp.Compare(a.Offset, b.Offset),
			cmp.Compare(a.Length, b.Length),
			cmp.Compare(a.Rule.String(), b.Rule.String()),
			cmp.Compare(a.Pointer, b.Pointer),
		)
	})
}

// plural spells a count with its unit: "1 byte", "2 bytes".
func plural(n int64, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

const magic = spec.Magic
