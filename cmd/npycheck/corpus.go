package main

import (
	"fmt"
	"io"
	"path"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/validator/report"
)

func newCorpus() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "corpus COMMAND",
		Short: "The test files for readers: list, copy, show and verify them",
		Long: `corpus gives access to the conformance corpus: .npy and .npz files, each with a note
on what it is and what a reader must do with it. They are part of the program.

A reader must read a file in the folder accept correctly and reject one in reject. It
may do either with a file in either, and must come to no harm from one in survive.`,
		Args: subcommandOnly,
		RunE: func(*cobra.Command, []string) error {
			return usagef("corpus needs a command: list, copy, show or verify")
		},
		DisableFlagsInUseLine: true,
	}
	cmd.AddCommand(newCorpusList(), reporting(newCorpusCopy()), newCorpusShow(), reporting(newCorpusVerify()))
	return cmd
}

// corpusFilter selects cases: those that have one of the words of every list that isn't empty.
type corpusFilter struct {
	duty, area, rule, feature, flag []string
}

func newCorpusList() *cobra.Command {
	var format string
	var filter corpusFilter
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the cases",
		Long: `list lists the cases of the corpus and what a reader must do with them, sorted by ID.
Flags select cases: of several values for one flag a case must match one; of several
flags it must match all.

The JSON form is the manifest with the selected cases.`,
		Example: `  npycheck corpus list --duty reject --area shape
  npycheck corpus list --rule header-padding-byte,header-padding-nul
  npycheck corpus list --feature big-endian --format json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, name := range []string{"duty", "area", "rule", "feature", "flag"} {
				if words, err := cmd.Flags().GetStringSlice(name); err == nil && cmd.Flags().Changed(name) && len(words) == 0 {
					return usagef("--%s names nothing", name)
				}
			}
			if err := filter.check(); err != nil {
				return err
			}
			cases := slices.DeleteFunc(corpus.Cases(), func(c corpus.Case) bool { return !filter.selects(c) })
			switch format {
			case "text":
				return writeCasesText(cmd.OutOrStdout(), cases)
			case "json":
				return writeCasesJSON(cmd.OutOrStdout(), cases)
			}
			return usagef("--format %s: want text or json", quoted(format))
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringSliceVar(&filter.duty, "duty", nil, "only cases of these `DUTIES`: accept, reject, either, survive")
	flags.StringSliceVar(&filter.area, "area", nil, "only cases of these `AREAS`, the first part of the ID")
	flags.StringSliceVar(&filter.rule, "rule", nil, "only cases that break one of these `RULES`")
	flags.StringSliceVar(&filter.feature, "feature", nil, "only cases that need one of these `FEATURES`")
	flags.StringSliceVar(&filter.flag, "flag", nil, "only cases with one of these `FLAGS`")
	flags.StringVar(&format, "format", "text", "`FORMAT` of the list: text or json")
	return cmd
}

// check returns an error for a word that no case can have, which is most often a typing error.
func (f *corpusFilter) check() error {
	var areas, features, flags []string
	for _, c := range corpus.Cases() {
		if area := caseArea(c); !slices.Contains(areas, area) {
			areas = append(areas, area)
		}
	}
	for _, feature := range corpus.Features() {
		features = append(features, feature.Name)
	}
	for _, flag := range corpus.Flags() {
		flags = append(flags, flag.Name)
	}
	duties := []string{string(corpus.Accept), string(corpus.Reject), string(corpus.Either), string(corpus.Survive)}
	for _, list := range []struct {
		name         string
		given, known []string
	}{
		{"duty", f.duty, duties},
		{"area", f.area, areas},
		{"rule", f.rule, ruleIDs()},
		{"feature", f.feature, features},
		{"flag", f.flag, flags},
	} {
		for _, word := range list.given {
			if !slices.Contains(list.known, word) {
				return usagef("unknown %s %s in --%s%s", list.name, quoted(word), list.name, didYouMean(word, list.known))
			}
		}
	}
	return nil
}

func (f *corpusFilter) selects(c corpus.Case) bool {
	return hasOne(f.duty, string(c.Duty)) &&
		hasOne(f.area, caseArea(c)) &&
		hasOne(f.rule, c.Rules...) &&
		hasOne(f.feature, c.Features...) &&
		hasOne(f.flag, c.Flags...)
}

// hasOne reports whether one of the words is wanted. If nothing is, anything goes.
func hasOne(wanted []string, words ...string) bool {
	return len(wanted) == 0 || slices.ContainsFunc(words, func(word string) bool { return slices.Contains(wanted, word) })
}

func caseArea(c corpus.Case) string { return path.Dir(c.ID) }

func writeCasesText(w io.Writer, cases []corpus.Case) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range cases {
		fmt.Fprintf(table, "%s\t%s\t%s\n", c.ID, c.Duty, c.Comment)
	}
	return table.Flush()
}

func writeCasesJSON(w io.Writer, cases []corpus.Case) error {
	text := fmt.Appendf(nil, `{"schema":1,"version":"%s","cases":[`, corpus.Version())
	for i, c := range cases {
		if i > 0 {
			text = append(text, ',')
		}
		text = report.AppendJSON(append(text, '\n'), c)
	}
	_, err := w.Write(append(text, "\n]}\n"...))
	return err
}
