package said

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Failures is a pattern of failures, as lists of known failures have it: RULES "MESSAGE". RULES are separated by commas,
// or "-" for any file. In them and in the message "*" stands for any characters, as Like describes.
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
	rules, rest := CutWord(line)
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

// CutWord cuts the first word off. The rest is empty if nothing follows.
func CutWord(s string) (word, rest string) {
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		return s[:i], strings.TrimLeft(s[i:], " \t")
	}
	return s, ""
}

// Match reports whether a failure with the rules and the shape of its message is one of them.
func (f *Failures) Match(rules []string, shape string) bool {
	missing := func(rule string) bool {
		return !slices.ContainsFunc(rules, func(broken string) bool { return Like(rule, broken) })
	}
	return Like(f.Message, shape) && !slices.ContainsFunc(f.Rules, missing)
}
