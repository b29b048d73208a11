package conformance

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/internal/conform/said"
)

// knownCause is a cause in a list of known failures.
type knownCause struct {
	text    string   // of the line, up to the reason
	rules   []string // patterns; none for any file
	message string   // a pattern
}

var errKnownCause = errors.New(`no message in quotes or no reason, expected CELL RULES "MESSAGE" REASON`)

func parseKnownCause(line string) (knownLine, error) {
	word, rest, _ := cutField(line)
	rules, rest, _ := cutField(rest)
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return knownLine{}, errKnownCause
	}
	message, err := strconv.Unquote(quoted)
	reason := strings.TrimSpace(rest[len(quoted):])
	if err != nil || reason == "" {
		return knownLine{}, errKnownCause
	}
	cause := &knownCause{text: fmt.Sprintf("%s %s %s", CellNamed(word), rules, quoted), message: message}
	if rules != "-" {
		cause.rules = strings.Split(rules, ",")
	}
	return knownLine{cause: cause, cell: CellNamed(word), word: word, reason: reason}, nil
}

// matches reports whether a result has the cause, whatever its cell.
func (c *knownCause) matches(r *Result) bool {
	missing := func(rule string) bool {
		return !slices.ContainsFunc(r.Rules, func(broken string) bool { return said.Like(rule, broken) })
	}
	return said.Like(c.message, said.Shape(r.Message)) && !slices.ContainsFunc(c.rules, missing)
}

// explain enters the reason into the results with the cause, and reports whether there are any.
func (l *knownLine) explain(r *Report) bool {
	found := false
	for i := range r.Results {
		result := &r.Results[i]
		if result.Outcome == OutcomeInvalid || !l.holds(result.Cell) || !l.cause.matches(result) {
			continue
		}
		found = true
		if result.Known == "" {
			result.Known = l.reason
		}
	}
	return found
}

// updated returns the line for the results that have the cause still and aren't listed, "" if there are none. They are
// listed then.
func (c *knownCause) updated(l *knownLine, r *Report, listed map[string]bool) string {
	found := false
	for i := range r.Results {
		result := &r.Results[i]
		if result.Cell == l.cell && result.Outcome != OutcomeInvalid && !listed[result.ID] && c.matches(result) {
			listed[result.ID] = true
			found = true
		}
	}
	if !found {
		return ""
	}
	return c.text + " " + l.reason
}
