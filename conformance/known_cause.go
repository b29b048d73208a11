package conformance

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/internal/conform/said"
)

// knownCause is a cause in a list of known failures.
type knownCause struct {
	text    string   // RULES "MESSAGE"
	rules   []string // patterns; none for any file
	message string   // a pattern
}

var errKnownCause = errors.New(`no message in quotes or no reason, expected CELL RULES "MESSAGE" REASON`)

// parseKnownCause reads what follows the cell in a line, and returns the reason, too.
func parseKnownCause(line string) (*knownCause, string, error) {
	rules, rest, _ := cutField(line)
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return nil, "", errKnownCause
	}
	message, err := strconv.Unquote(quoted)
	reason := strings.TrimSpace(rest[len(quoted):])
	if err != nil || reason == "" {
		return nil, "", errKnownCause
	}
	cause := &knownCause{text: rules + " " + quoted, message: message}
	if rules != "-" {
		cause.rules = strings.Split(rules, ",")
	}
	return cause, reason, nil
}

// cutField cuts the first word off. It is false if nothing follows.
func cutField(s string) (word, rest string, ok bool) {
	i := strings.IndexAny(s, " \t")
	if i < 0 {
		return s, "", false
	}
	return s[:i], strings.TrimLeft(s[i:], " \t"), true
}

// matches reports whether a result has the cause, whatever its cell.
func (c *knownCause) matches(r *Result) bool {
	missing := func(rule string) bool {
		return !slices.ContainsFunc(r.Rules, func(broken string) bool { return said.Like(rule, broken) })
	}
	return said.Like(c.message, said.Shape(r.Message)) && !slices.ContainsFunc(c.rules, missing)
}

// explain enters a reason into the results with the cause and a cell that holds, and reports whether there are any.
func (c *knownCause) explain(r *Report, holds func(Cell) bool, reason string) bool {
	found := false
	for i := range r.Results {
		result := &r.Results[i]
		if result.Outcome == OutcomeInvalid || !holds(result.Cell) || !c.matches(result) {
			continue
		}
		found = true
		if result.Known == "" {
			result.Known = reason
		}
	}
	return found
}

// list enters the results with the cause and the cell that aren't listed yet, and reports whether there are any.
func (c *knownCause) list(r *Report, cell Cell, listed map[string]bool) bool {
	found := false
	for i := range r.Results {
		result := &r.Results[i]
		if result.Cell == cell && result.Outcome != OutcomeInvalid && !listed[result.ID] && c.matches(result) {
			listed[result.ID] = true
			found = true
		}
	}
	return found
}
