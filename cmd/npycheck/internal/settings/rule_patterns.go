package settings

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/spec"
)

// RuleIDs returns the IDs of all rules, in the order of the table.
func RuleIDs() []string {
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
		return nil // path.Match gives more characters a meaning
	}
	var rules []spec.ID
	for _, r := range spec.Rules() {
		if matched, err := path.Match(word, r.Name); matched && err == nil {
			rules = append(rules, r.ID)
		}
	}
	return rules
}

// ExpandRules replaces each pattern among words by the names of the rules that it matches, if any.
func ExpandRules(words []string) []string {
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
	for _, name := range RuleIDs() {
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

// parseRules looks up the rules that words stand for. The names of their sources are for messages.
func parseRules(words []string, where func(i int) string) ([]spec.ID, error) {
	var rules []spec.ID
	for i, word := range words {
		named := rulesNamed(word)
		if len(named) == 0 {
			return nil, cli.Usagef("%s %s: %s%s", where(i), cli.Quoted(word), noRule(word), cmp.Or(cli.DidYouMean(word, slices.Concat(RuleIDs(), ruleFamilies())), "; npycheck rules lists them"))
		}
		rules = append(rules, named...)
	}
	slices.Sort(rules)
	return slices.Compact(rules), nil
}

// keptRules are the rules of kind security that patterns matched and don't take off or lower: whoever wants that names
// them in full.
type keptRules struct {
	rules      map[spec.ID]bool
	denyPickle bool // arrays of objects are errors
}

// level returns the level that no pattern lowers.
func (k *keptRules) level(rule spec.ID) spec.Severity {
	if k.denyPickle && rule == spec.PicklePresent {
		return spec.Error
	}
	return rule.Rule().Level.Severity()
}

// drop removes them from the rules that a word stands for.
func (k *keptRules) drop(word string, rules []spec.ID) []spec.ID {
	if !strings.Contains(word, "*") {
		return rules
	}
	return slices.DeleteFunc(rules, func(id spec.ID) bool {
		security := id.Rule().Kind == spec.Security
		if security {
			k.rules[id] = true
		}
		return security
	})
}

// String says which rules stay, or is "".
func (k *keptRules) String() string {
	if len(k.rules) == 0 {
		return ""
	}
	names := make([]string, 0, len(k.rules))
	for _, id := range slices.Sorted(maps.Keys(k.rules)) {
		names = append(names, id.String())
	}
	return "patterns don't apply to security rules; to ignore or lower these, name them: " + strings.Join(names, ", ")
}

// parseIgnored looks up the rules that words turn off.
func parseIgnored(words []string, where func(i int) string, kept *keptRules) ([]spec.ID, error) {
	var rules []spec.ID
	for i, word := range words {
		named, err := parseRules([]string{word}, func(int) string { return where(i) })
		if err != nil {
			return nil, err
		}
		rules = append(rules, kept.drop(word, named)...)
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

// ruleLevel is a setting to report some rules at a level.
type ruleLevel struct {
	Rules, Level string
	where        string // for messages
}

// parseLevels returns the levels of rules. The name of a rule beats a pattern, a longer pattern beats a
// shorter one, and of two of equal length the later one wins.
func parseLevels(wishes []ruleLevel, kept *keptRules) (map[spec.ID]spec.Severity, error) {
	weight := func(w ruleLevel) int {
		if !strings.Contains(w.Rules, "*") {
			return 1000
		}
		return len(w.Rules)
	}
	wishes = slices.Clone(wishes)
	slices.SortStableFunc(wishes, func(a, b ruleLevel) int { return cmp.Compare(weight(a), weight(b)) })
	levels := make(map[spec.ID]spec.Severity)
	for _, w := range wishes {
		severity, ok := parseSeverity(w.Level)
		if w.Level == report.LevelName(report.Off) {
			severity, ok = report.Off, true
		}
		if !ok {
			return nil, cli.Usagef("%s %s: expected the level error, warning, note or off", w.where, cli.Quoted(w.Level))
		}
		rules, err := parseRules([]string{w.Rules}, func(int) string { return w.where })
		if err != nil {
			return nil, err
		}
		for _, rule := range rules {
			if severity < kept.level(rule) && len(kept.drop(w.Rules, []spec.ID{rule})) == 0 {
				continue
			}
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
