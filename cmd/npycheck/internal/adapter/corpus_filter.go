package adapter

import (
	"cmp"
	"path"
	"slices"

	"github.com/spf13/pflag"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/settings"
	"github.com/npycheck/npycheck/corpus"
)

// CorpusFilter selects cases: those that have a word of each non-empty list.
type CorpusFilter struct {
	duty, area, rule, feature, flag, importance []string
}

// Register adds the flags of the filter.
func (f *CorpusFilter) Register(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.duty, "duty", nil, "only cases of these `DUTIES`: accept, reject, either, survive")
	flags.StringSliceVar(&f.area, "area", nil, "only cases of these `AREAS`, the first part of the ID")
	flags.StringSliceVar(&f.rule, "rule", nil, "only cases that break one of these `RULES`; 'header-*' matches every rule with that prefix")
	flags.StringSliceVar(&f.feature, "feature", nil, "only cases that need one of these `FEATURES`")
	flags.StringSliceVar(&f.flag, "flag", nil, "only cases with one of these `FLAGS`")
	flags.StringSliceVar(&f.importance, "importance", nil, "only cases of this `IMPORTANCE`: high, medium, low")
	cli.Group(flags, cli.GroupCases, "duty", "area", "rule", "feature", "flag", "importance")
}

// filterWords is a list of the filter, with the words that it accepts besides those of the cases.
type filterWords struct {
	name         string
	given, known []string
	of           func(corpus.Case) []string
}

func (f *CorpusFilter) lists() []filterWords {
	duties := []string{string(corpus.Accept), string(corpus.Reject), string(corpus.Either), string(corpus.Survive)}
	var features, flags []string
	for _, feature := range corpus.Features() {
		features = append(features, feature.Name)
	}
	for _, flag := range corpus.Flags() {
		flags = append(flags, flag.Name)
	}
	return []filterWords{
		{"duty", f.duty, duties, func(c corpus.Case) []string { return []string{string(c.Duty)} }},
		{"area", f.area, nil, func(c corpus.Case) []string { return []string{caseArea(c)} }},
		{"rule", settings.ExpandRules(f.rule), settings.RuleIDs(), func(c corpus.Case) []string { return c.Rules }},
		{"feature", f.feature, features, func(c corpus.Case) []string { return c.Features }},
		{"flag", f.flag, flags, func(c corpus.Case) []string { return c.Flags }},
		{"importance", f.importance, []string{"high", "medium", "low"}, func(c corpus.Case) []string { return []string{c.Importance} }},
	}
}

// Given reports whether the filter leaves cases out.
func (f *CorpusFilter) Given() bool {
	return slices.ContainsFunc(f.lists(), func(list filterWords) bool { return len(list.given) > 0 })
}

// Check returns an error for a word that none of the cases has and none could have, which is most often a
// typing error.
func (f *CorpusFilter) Check(flags *pflag.FlagSet, cases []corpus.Case) error {
	for _, list := range f.lists() {
		if flags.Changed(list.name) && len(list.given) == 0 {
			return cli.Usagef("--%s names nothing", list.name)
		}
		if len(list.given) == 0 {
			continue
		}
		known := slices.Clone(list.known)
		for _, c := range cases {
			known = append(known, list.of(c)...)
		}
		slices.Sort(known)
		known = slices.Compact(known)
		for _, word := range list.given {
			if !slices.Contains(known, word) {
				hint := cmp.Or(cli.DidYouMean(word, known), "; npycheck rules lists them")
				if list.name != "rule" {
					hint = cli.WantOneOf(word, known)
				}
				return cli.Usagef("unknown %s %s in --%s%s", list.name, cli.Quoted(word), list.name, hint)
			}
		}
	}
	return nil
}

// Choose returns the cases that the filter selects.
func (f *CorpusFilter) Choose(cases []corpus.Case) []corpus.Case {
	lists := slices.DeleteFunc(f.lists(), func(list filterWords) bool { return len(list.given) == 0 })
	return slices.DeleteFunc(slices.Clone(cases), func(c corpus.Case) bool {
		return slices.ContainsFunc(lists, func(list filterWords) bool {
			return !slices.ContainsFunc(list.of(c), func(word string) bool { return slices.Contains(list.given, word) })
		})
	})
}

func caseArea(c corpus.Case) string { return path.Dir(c.ID) }
