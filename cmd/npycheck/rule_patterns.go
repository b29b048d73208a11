package main

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/report"
)

// ruleIDs returns the IDs of all rules, in the order of the table.
func ruleIDs() []string {
	rules := spec.Rules()
	ids := make([]string, len(rules))
	for i, r := range rules {
		ids[i] = r.Name
	}
	return ids
}

// rulesNamed returns the rules that a word stands for: the one with this name or, if there is a "*" in it, all
// whose names it matches.
func rulesNamed(word string) []spec.ID {
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789-*") != "" {
		return nil // path.Match would take some characters for more than they are
	}
	var rules []spec.ID
	for _, r := range spec.Rules() {
		if matched, err := path.Match(word, r.Name); matched && err == nil {
			rules = append(rules, r.ID)
		}
	}
	return rules
}

// expandRules replaces each pattern among words by the names of the rules that it matches, if there are any.
func expandRules(words []string) []string {
	var names []string
	for _, word := range words {
		rules := rulesNamed(word)
		for _, rule := range rules {
			names = append(names, rule.String())
		}
		if len(rules) == 0 {
			names = append(names, word)
		}
	}
	return names
}

// ruleFamilies returns the patterns for the rules whose names begin alike: "header-*", "pickle-import-*".
func ruleFamilies() []string {
	count := map[string]int{}
	var families []string
	for _, name := range ruleIDs() {
		for i := range name {
			if name[i] != '-' {
				continue
			}
			family := name[:i+1] + "*"
			if count[family]++; count[family] == 2 {
				families = append(families, family)
			}
		}
	}
	return families
}

// parseRules looks up the rules that words stand for. The names of where the words are from are for messages.
func parseRules(words []string, where func(i int) string) ([]spec.ID, error) {
	var rules []spec.ID
	for i, word := range words {
		named := rulesNamed(word)
		if len(named) == 0 {
			return nil, usagef("%s %s: %s%s", where(i), quoted(word), noRule(word), cmp.Or(didYouMean(word, slices.Concat(ruleIDs(), ruleFamilies())), "; npycheck rules lists them"))
		}
		rules = append(rules, named...)
	}
	slices.Sort(rules)
	return slices.Compact(rules), nil
}

func noRule(word string) string {
	if strings.Contains(word, "*") {
		return "no rule matches"
	}
	return "unknown rule"
}

// ruleLevel is the wish to report some rules at a level.
type ruleLevel struct {
	rules, level string
	where        string // for messages
}

// parseLevels returns the levels of rules. The name of a rule goes before a pattern, a longer pattern before a
// shorter one, and of two alike the later one.
func parseLevels(wishes []ruleLevel) (map[spec.ID]spec.Severity, error) {
	weight := func(w ruleLevel) int {
		if !strings.Contains(w.rules, "*") {
			return 1000
		}
		return len(w.rules)
	}
	wishes = slices.Clone(wishes)
	slices.SortStableFunc(wishes, func(a, b ruleLevel) int { return cmp.Compare(weight(a), weight(b)) })
	levels := make(map[spec.ID]spec.Severity)
	for _, w := range wishes {
		severity, ok := parseSeverity(w.level)
		if w.level == report.LevelName(report.Off) {
			severity, ok = report.Off, true
		}
		if !ok {
			return nil, usagef("%s %s: want the level error, warning, note or off", w.where, quoted(w.level))
		}
		rules, err := parseRules([]string{w.rules}, func(int) string { return w.where })
		if err != nil {
			return nil, err
		}
		for _, rule := range rules {
			levels[rule] = severity
		}
	}
	return levels, nil
}

func parseSeverity(s string) (spec.Severity, bool) {
	for _, severity := range []spec.Severity{spec.Note, spec.Warning, spec.Error} {
		if s == severity.String() {
			return severity, true
		}
	}
	return 0, false
}

// parseFailOn returns the level that --fail-on names.
func parseFailOn(s string) (spec.Severity, bool) {
	if s == "never" {
		return report.Never, true
	}
	return parseSeverity(s)
}
