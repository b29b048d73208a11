// Command lint looks for faults of prose and layout in the whole checkout: what people read, how long it is, and what
// documents name. It prints a line for each, and ends with 1 if there are some. Tests hold behaviour, this the rest.
//
//	go run ./internal/testing/lint            prints faults
//	go run ./internal/testing/lint -figures   prints how large the project is, and how large it may be
//
// A limit is passed by a comment that says why, in the line before or in the same one:
//
//	//lint:allow function-length: one switch, and each case of it a line
//
// In Markdown the comment is <!-- lint:allow wording: a quotation -->, and elsewhere it begins with # or //. A comment
// without a reason is a fault, and so is one that isn't needed.
package main

import (
	"fmt"
	"log"
	"os"
	"slices"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
)

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
	lines, err := documented(t, packages)
	if err != nil {
		log.Fatal(err)
	}
	sizes := t.figures(lines)
	if slices.Equal(os.Args[1:], []string{"-figures"}) {
		writeFigures(os.Stdout, sizes)
		return
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
		checkSizes(t, sizes),
	)
	faults = t.allow(faults)
	for _, f := range faults {
		fmt.Printf("%s:%d: %s\n", f.file, f.line, f.text)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}
