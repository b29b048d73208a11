package judge

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
)

// MaxInvalid is the number of answers in a row after which a run, or a hunt, ends if none keeps to the protocol.
const MaxInvalid = 25

// Failures is a pattern of failures, as lists of known failures have it: RULES "MESSAGE". RULES are separated by commas,
// or "-" for any file. In them and in the message "*" stands for any characters, as text.Like describes.
type Failures struct {
	Rules   []string
	Message string
}

// Errors of a line.
var (
	errNoMessage = errors.New(`no message in quotes, expected CELL RULES "MESSAGE" REASON`)
	errNoReason  = errors.New(`no reason, expected CELL RULES "MESSAGE" REASON`)
)

// ParseFailures reads the pattern that a line begins with, and the reason that follows it.
func ParseFailures(line string) (f Failures, reason string, err error) {
	rules, rest := text.CutWord(line)
	quoted, err := strconv.QuotedPrefix(rest)
	if err == nil {
		f.Message, err = strconv.Unquote(quoted)
	}
	if err != nil {
		return f, "", errNoMessage
	}
	if reason = strings.TrimSpace(rest[len(quoted):]); reason == "" {
		return f, "", errNoReason
	}
	if rules != "-" {
		f.Rules = strings.Split(rules, ",")
	}
	return f, reason, nil
}

// Match reports whether a failure with the rules and the shape of its message is one of them.
func (f *Failures) Match(rules []string, shape string) bool {
	missing := func(rule string) bool {
		return !slices.ContainsFunc(rules, func(broken string) bool { return text.Like(rule, broken) })
	}
	return text.Like(f.Message, shape) && !slices.ContainsFunc(f.Rules, missing)
}
