package conformance

import (
	"errors"
	"iter"
	"strings"

	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/internal/text"
)

// knownCause is a cause in a list of known failures.
type knownCause struct {
	judge.Failures
	text string // RULES "MESSAGE"
}

var errKnownCause = errors.New(`no message in quotes or no reason, expected CELL RULES "MESSAGE" REASON`)

// parseKnownCause reads what follows the cell in a line, and returns the reason, too.
func parseKnownCause(line string) (*knownCause, string, error) {
	failures, reason, err := judge.ParseFailures(line)
	if err != nil {
		return nil, "", errKnownCause
	}
	rules, rest := text.CutWord(line)
	return &knownCause{failures, rules + " " + strings.TrimSpace(strings.TrimSuffix(rest, reason))}, reason, nil
}

// in yields the results with the cause and a cell that holds.
func (c *knownCause) in(r *Report, holds func(Cell) bool) iter.Seq[*Result] {
	return func(yield func(*Result) bool) {
		for i := range r.Results {
			result := &r.Results[i]
			if result.Outcome == OutcomeInvalid || !holds(result.Cell) || !c.Match(result.Rules, text.MessageShape(result.Message)) {
				continue
			}
			if !yield(result) {
				return
			}
		}
	}
}

// explain enters a reason into the results with the cause and a cell that holds, and reports whether there are any.
func (c *knownCause) explain(r *Report, holds func(Cell) bool, reason string) bool {
	found := false
	for result := range c.in(r, holds) {
		found = true
		if result.Known == "" {
			result.Known = reason
		}
	}
	return found
}

// list enters the results with the cause and the cell that aren't listed yet, and reports whether there are any.
func (c *knownCause) list(r *Report, cell Cell, listed map[string]bool) bool {
	before := len(listed)
	for result := range c.in(r, func(c Cell) bool { return c == cell }) {
		listed[result.ID] = true
	}
	return len(listed) > before
}
