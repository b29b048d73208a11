package hunt

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/internal/text"
)

// Known is a list of failures that are known. It is a text with a line for each entry:
//
//	CELL RULES "MESSAGE" REASON…
//
// It is about failures of that cell, with that message, at files that have all of RULES: rules and traits of the
// signature, separated by commas, or "-" for any file. The message is quoted as in Go. In RULES and in the message
// "*" stands for any characters; \* and \\ are a star and a backslash. Empty lines and lines that begin with "#" are comments.
//
//	wrong-data - "dtype <f#, expected >f#" ignores the byte order
//	crash descr-* "panic: runtime error: *" issue 12
//
// The failure of reading a file that must be rejected has no message. It is known if each of its rules is.
type Known struct {
	name    string // of the file, for messages
	entries []*knownEntry
}

// knownEntry is a line of the list. The cell of a comment is empty.
type knownEntry struct {
	judge.Failures
	cell Cell
	text string // the whole line
	seen atomic.Bool
}

// maxKnown is the number of lines that a list may have: each is compared with each failure.
const maxKnown = 10_000

// ParseKnown reads a list. The name is for messages only.
func ParseKnown(name, text string) (*Known, error) {
	k := &Known{name: name}
	lines := map[string]int{}
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) { // editors on Windows begin a file so
		number := len(k.entries) + 1
		entry, err := parseKnown(strings.TrimSpace(line))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		if key := fmt.Sprintf("%s %q %q", entry.cell, entry.Rules, entry.Message); entry.cell != "" {
			if before := lines[key]; before > 0 {
				return nil, fmt.Errorf("%s:%d: this failure is already in line %d", name, number, before)
			}
			lines[key] = number
		}
		if number > maxKnown {
			return nil, fmt.Errorf("%s: more than %d lines", name, maxKnown)
		}
		k.entries = append(k.entries, entry)
	}
	return k, nil
}

func parseKnown(line string) (*knownEntry, error) {
	e := &knownEntry{text: line}
	if line == "" || line[0] == '#' {
		return e, nil
	}
	cell, rest := text.CutWord(line)
	if e.cell = conformance.CellNamed(cell); !slices.Contains(failures(), e.cell) {
		return nil, fmt.Errorf("got cell %q, expected one that is a failure: %s", cell, joined(failures()))
	}
	var err error
	e.Failures, _, err = judge.ParseFailures(rest)
	return e, err
}

// failures are the cells that are failures, the worst last.
func failures() []Cell {
	cells := slices.DeleteFunc(conformance.Cells(), func(c Cell) bool { return !c.Failed() })
	return append([]Cell{CellDiffers, CellUnstable}, cells...)
}

func joined[S ~string](words []S) string {
	var text []string
	for _, w := range words {
		text = append(text, string(w))
	}
	return strings.Join(text, ", ")
}

// Match reports whether the list has the failure. It may be called from several goroutines.
func (k *Known) Match(s *Signature) bool {
	if !s.read() {
		return k.has(s)
	}
	for i := range s.Rules {
		one := *s
		one.Rules, one.Traits = s.Rules[i:i+1], nil
		if !k.has(&one) {
			return false
		}
	}
	return true
}

func (k *Known) has(s *Signature) bool {
	words := s.Words()
	for _, e := range k.entries {
		if e.cell == s.Cell && e.Match(words, s.Message) {
			e.seen.Store(true)
			return true
		}
	}
	return false
}

// Unseen returns a line for each entry that no failure of this run matched. The failure may be fixed, or the run was
// too short to find it.
func (k *Known) Unseen() []string {
	var lines []string
	n := 0
	for i, e := range k.entries {
		if e.cell == "" || e.seen.Load() {
			continue
		}
		if n++; n <= maxUnseen {
			lines = append(lines, fmt.Sprintf("%s:%d: not seen in this run: %s", k.name, i+1, e.text))
		}
	}
	if n > maxUnseen {
		lines = append(lines, fmt.Sprintf("%s: %d more not seen in this run", k.name, n-maxUnseen))
	}
	return lines
}

// maxUnseen is how many entries Unseen names.
const maxUnseen = 20

// Update returns the text of the list with the findings of a run at the end, each with its account for a reason.
// Existing entries stay: a short run sees only some of the failures.
func (k *Known) Update(findings []*Finding) string {
	var out strings.Builder
	for _, e := range k.entries {
		fmt.Fprintln(&out, e.text)
	}
	for _, f := range findings {
		if k.Match(&f.Signature) {
			continue
		}
		rules := cmp.Or(strings.Join(f.Signature.Words(), ","), "-")
		fmt.Fprintf(&out, "%s %s %s %s\n", f.Signature.Cell, rules, strconv.Quote(text.Literally.Replace(f.Signature.Message)), cmp.Or(strings.TrimSpace(f.Account), "no message"))
	}
	return out.String()
}
