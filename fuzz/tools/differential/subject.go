package main

import (
	"context"
	"fmt"
	"regexp"
	"strings"
)

// subject is a file that is read.
type subject struct {
	content []byte
	format  string
	sent    []byte // what the readers get; nil if there is nothing for them
	judge   func(reader string, a *answer) *disagreement
	class   string // for the counts
}

// oracle makes files and has other programs read them.
type oracle struct {
	name    string
	readers []command
	subject func(ctx context.Context, seed, number uint64) (*subject, error)
}

// The kinds of disagreements.
const (
	reads   = "reads"   // what readers have to reject
	hides   = "hides"   // in rows only: it reads the file, and doesn't look at other faults
	refuses = "refuses" // what readers have to read
	differs = "differs" // it reads something else
	dies    = "dies"
)

// disagreement is something that a reader does with a file and npycheck doesn't expect.
type disagreement struct {
	reader string
	kind   string
	rules  []string // that the file breaks; of reads only those for which readers have to reject it
	others []string // of reads: all rules that it breaks
	what   string   // in the words of the reader
}

// volatile are the parts of messages that change from file to file.
var volatile = regexp.MustCompile(`'[^']*'|"[^"]*"|b?'.*|".*|0x[0-9a-f]+|-?[0-9]+(\.[0-9]+)?|[0-9a-f]{8,}`)

// signature distinguishes disagreements.
func (d *disagreement) signature() string {
	return fmt.Sprintf("%s | %s | %s | %s", d.reader, d.kind, strings.Join(d.rules, " "), volatile.ReplaceAllString(d.what, "#"))
}
