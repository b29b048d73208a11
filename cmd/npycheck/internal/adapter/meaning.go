package adapter

import (
	"fmt"
	"slices"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/conformance"
)

// meaning says what a word in a report is about, first for readers, then for writers.
var meaning = map[conformance.Cell][2]string{
	conformance.CellEither: {
		"the file may be read correctly or rejected",
		"the array may be written or rejected",
	},
	conformance.CellUnsupported: {
		"the file needs something that the reader doesn't claim to support",
		"the array needs something that the writer doesn't claim to support",
	},
	conformance.CellWrongVerdict: {
		"the reader read what it must reject, or rejected what it must read",
		"the writer rejected the array, or wrote a file that breaks the format",
	},
	conformance.CellWrongData: {
		"the reader returned an array that differs from the one in the file",
		"the file has an array that differs from the one to be written",
	},
	conformance.CellException: {
		"the reader raised an error that it doesn't document, which its caller can catch",
		"the writer raised an error that it doesn't document, which its caller can catch",
	},
	conformance.CellCrash: {
		"the reader's process ended, or the reader panicked",
		"the writer's process ended, or the writer panicked",
	},
	conformance.CellHang: {
		"the reader took longer than --timeout",
		"the writer took longer than --timeout",
	},
	conformance.CellOutOfMemory: {
		"the reader took more memory than --memory",
		"the writer took more memory than --memory",
	},
}

// AppendMeanings appends a line for each of some words of a report that says what the word means, the best first.
func AppendMeanings(dst []byte, writer bool, occurs func(conformance.Cell) bool, colours report.Paint) []byte {
	cells := slices.DeleteFunc(conformance.Cells(), func(c conformance.Cell) bool { return meaning[c][0] == "" || !occurs(c) })
	for _, c := range cells {
		of := meaning[c][0]
		if writer {
			of = meaning[c][1]
		}
		dst = fmt.Appendf(dst, "%s: %s\n", CellText(c, colours), of)
	}
	return dst
}

// CellText returns the word for a cell, in its colour.
func CellText(c conformance.Cell, colours report.Paint) string {
	switch {
	case c.Failed():
		return colours.Bad(string(c))
	case c == conformance.CellPass:
		return colours.Good(string(c))
	}
	return colours.Bold(string(c))
}
