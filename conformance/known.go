package conformance

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/conformance/internal/protocol"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/text"
)

// KnownFailures is a list of expected failures, one per line: PATTERN CELL REASON. The pattern is of path.Match,
// for IDs of cases. A line may also name a cause, as in a list of npycheck fuzz: CELL RULES "MESSAGE" REASON. It is about
// all failures of the cell with such a message, apart from what differs from file to file. RULES are rules that the file
// breaks, separated by commas, or "-" for any; in them and in the message "*" stands for any characters. Empty lines and
// lines that begin with "#" are comments.
type KnownFailures struct {
	name  string // of the file, for messages
	lines []knownLine
}

// knownLine is a line of the list. The pattern of a comment and of a cause is empty.
type knownLine struct {
	pattern string
	cause   *knownCause
	cell    Cell
	word    string // for the cell, which may be one of an earlier version
	reason  string
	comment string
}

// ParseKnownFailures reads a list. The name is for messages only.
func ParseKnownFailures(name, text string) (*KnownFailures, error) {
	k := &KnownFailures{name: name}
	seen := map[string]int{}
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) { // some editors on Windows write this first
		line = strings.TrimSpace(line)
		number := len(k.lines) + 1
		if line == "" || line[0] == '#' {
			k.lines = append(k.lines, knownLine{comment: line})
			continue
		}
		entry, err := parseKnown(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		what := entry.pattern
		if entry.cause != nil {
			what = fmt.Sprintf("%s %s", entry.cell, entry.cause.text)
		}
		if before := seen[what]; before > 0 {
			return nil, fmt.Errorf("%s:%d: %q is already in line %d", name, number, what, before)
		}
		seen[what] = number
		k.lines = append(k.lines, entry)
	}
	return k, nil
}

func parseKnown(line string) (knownLine, error) {
	pattern, rest := text.CutWord(line)
	if cell := CellNamed(pattern); cell.Failed() && slices.Contains(Cells(), cell) {
		cause, reason, err := parseKnownCause(rest)
		return knownLine{cause: cause, cell: cell, word: pattern, reason: reason}, err
	}
	cell, reason := text.CutWord(rest)
	entry := knownLine{pattern: pattern, cell: CellNamed(cell), word: cell, reason: reason}
	if _, err := path.Match(pattern, ""); err != nil {
		return entry, fmt.Errorf("%q is not a pattern", pattern)
	}
	switch {
	case reason == "":
		return entry, errors.New("no reason, expected PATTERN CELL REASON")
	case !slices.Contains(Cells(), entry.cell) || !entry.cell.Failed():
		return entry, fmt.Errorf("got cell %q, expected one that is a failure: %s", cell, failures())
	}
	return entry, nil
}

func failures() string {
	var words []string
	for _, c := range Cells() {
		if c.Failed() {
			words = append(words, string(c))
		}
	}
	return strings.Join(words, ", ")
}

// Apply enters the reasons into the report, and returns what is wrong with the list. If part is true, cases may not have
// run.
func (k *KnownFailures) Apply(r *Report, cases []corpus.Case, part bool) []string {
	var problems []string
	for number, entry := range k.lines {
		if entry.cause != nil {
			if !entry.cause.explain(r, entry.holds, entry.reason) && !part {
				problems = append(problems, fmt.Sprintf("%s:%d: stale: no failure in this run has this cause", k.name, number+1))
			}
			continue
		}
		if entry.pattern == "" {
			continue
		}
		complain := func(format string, args ...any) {
			problems = append(problems, fmt.Sprintf("%s:%d: ", k.name, number+1)+fmt.Sprintf(format, args...))
		}
		found := false
		for i := range r.Results {
			result := &r.Results[i]
			if !entry.matches(result.ID) {
				continue
			}
			found = true
			switch {
			case result.Outcome == OutcomeInvalid: // a failure of the adapter can't be a known one
				complain("%s: got an invalid answer, listed as %s", result.ID, entry.cell)
			case entry.holds(result.Cell):
				if result.Known == "" {
					result.Known = entry.reason
				}
			case !result.Cell.Failed():
				complain("%s: unexpected %s, listed as %s", result.ID, result.Cell, entry.cell)
			default:
				complain("%s: got %s, listed as %s", result.ID, result.Cell, entry.cell)
			}
		}
		elsewhere := part && slices.ContainsFunc(cases, func(c corpus.Case) bool { return entry.matches(c.ID) })
		if !found && !elsewhere {
			complain("%s: stale: no case in this run has this ID", entry.pattern)
		}
	}
	return problems
}

// holds reports whether the line is about results with the cell. An earlier version had one word for a process over its
// limit and for an allocation error that was raised.
func (l *knownLine) holds(c Cell) bool {
	return l.cell == c || c == CellException && protocol.Answered(l.word) == string(c)
}

// explains reports whether the reason of the line is one for results with the cell. To an earlier version an exception
// was a crash.
func (l *knownLine) explains(c Cell) bool {
	return l.holds(c) || c == CellException && l.cell == CellCrash
}

func (l *knownLine) matches(id string) bool {
	ok, _ := path.Match(l.pattern, id) // the pattern was validated
	return ok
}

// Update returns the text of the list that the report calls for, with all comments and the entries that still apply.
func (k *KnownFailures) Update(r *Report) string {
	var out strings.Builder
	listed := map[string]bool{}
	for _, entry := range k.lines {
		if entry.cause != nil {
			if entry.cause.list(r, entry.cell, listed) {
				fmt.Fprintf(&out, "%s %s %s\n", entry.cell, entry.cause.text, entry.reason)
			}
			continue
		}
		if entry.pattern == "" {
			fmt.Fprintln(&out, entry.comment)
			continue
		}
		var holding []Result
		cells := map[Cell]bool{}
		whole := true
		for _, result := range r.Results {
			if !entry.matches(result.ID) {
				continue
			}
			cells[result.Cell] = true
			explained := entry.explains(result.Cell)
			whole = whole && explained
			if explained && !listed[result.ID] {
				holding = append(holding, result)
				listed[result.ID] = true
			}
		}
		if whole && len(cells) == 1 && len(holding) > 0 {
			fmt.Fprintf(&out, "%s %s %s\n", entry.pattern, holding[0].Cell, entry.reason)
			continue
		}
		for _, result := range holding {
			fmt.Fprintf(&out, "%s %s %s\n", escapePattern(result.ID), result.Cell, entry.reason)
		}
	}
	for _, result := range r.Results {
		if !result.Cell.Failed() || listed[result.ID] {
			continue
		}
		reason := result.Message
		if reason == "" {
			reason = fmt.Sprintf("the outcome is %s, expected %s", result.Outcome, result.Duty)
		}
		fmt.Fprintf(&out, "%s %s %s\n", escapePattern(result.ID), result.Cell, reason)
	}
	return out.String()
}

// escapePattern returns the pattern that matches the ID only.
func escapePattern(id string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(id)
}
