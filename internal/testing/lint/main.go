// Command lint looks for faults of prose and layout in the whole checkout: what people read, how long it is, and what
// documents name. It prints a line for each, and ends with 1 if there are some. Tests hold behaviour, this the rest.
//
//	go run ./internal/testing/lint
//
// A limit is passed by a comment that says why, in the line before or in the same one:
//
//	//lint:allow function-length: one switch, and each case of it a line
//
// In Markdown the comment is <!-- lint:allow wording: a quotation -->, and elsewhere it begins with # or //. A comment
// without a reason is a fault, and so is one that isn't needed.
package main

import (
	"cmp"
	"fmt"
	"log"
	"os"
	"slices"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
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

func main() {
	log.SetFlags(0)
	log.SetPrefix("lint: ")
	t, err := checkout()
	if err != nil {
		log.Fatal(err)
	}
	packages, err := listPackages()
	if err != nil {
		log.Fatal(err)
	}
	faults := slices.Concat(
		checkWording(t),
		checkFunctions(t),
		checkMessages(t),
		checkRules(t, spec.Rules()),
		checkLengths(t),
		checkLinks(t),
		checkContents(t),
		checkNumbers(t, len(corpus.Cases())),
		checkMap(t, packages),
		checkCoverage(t, spec.Clauses()),
		checkDocumentation(t, packages),
	)
	faults = t.allow(faults)
	for _, f := range faults {
		fmt.Printf("%s:%d: %s\n", f.file, f.line, f.text)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

// sorted returns faults in the order of files and lines, each once.
func sorted(faults []fault) []fault {
	slices.SortStableFunc(faults, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	return slices.Compact(faults)
}
