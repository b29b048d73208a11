package validator

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/spec"
)

// report adds a finding about n bytes at the offset at of the file.
func (w *walk) report(rule spec.ID, at, n int64, pointer, format string, args ...any) {
	if w.full() {
		w.omit(rule, 1)
		return
	}
	w.findings = append(w.findings, Finding{
		Rule:    rule,
		Message: fmt.Sprintf(format, args...),
		Offset:  at,
		Length:  n,
		Pointer: pointer,
		Member:  w.member,
	})
}

// omit counts findings that are not kept.
func (w *walk) omit(rule spec.ID, n int) {
	if w.omitted == nil {
		w.omitted = make(map[spec.ID]int)
	}
	w.omitted[rule] += n
}

// full reports whether further findings are only counted.
func (w *walk) full() bool { return len(w.findings) >= w.opt.maxFindings() }

// sorted returns the findings in the order of the bytes they are about.
func (w *walk) sorted() []Finding {
	if len(w.findings) == 0 {
		return nil
	}
	sortFindings(w.findings)
	return w.findings
}

func sortFindings(findings []Finding) {
	slices.SortStableFunc(findings, func(a, b Finding) int {
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
