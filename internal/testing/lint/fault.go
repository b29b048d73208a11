package main

import (
	"cmp"
	"slices"
)

// A fault is what is wrong at a line of a file.
type fault struct {
	file  string
	line  int
	limit string // that a comment may pass, or ""
	text  string
}

// Limits that a comment may pass.
const (
	documentLength = "document-length"
	functionLength = "function-length"
	messageLength  = "message-length"
	ruleText       = "rule-text"
	wording        = "wording"
)

var limits = []string{documentLength, functionLength, messageLength, ruleText, wording}

// sorted returns faults in the order of files and lines, each once.
func sorted(faults []fault) []fault {
	slices.SortStableFunc(faults, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	return slices.Compact(faults)
}
