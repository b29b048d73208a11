package rules

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/settings"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
)

func NewExplain() *cobra.Command {
	var clause bool
	cmd := &cobra.Command{
		Use:   "explain RULE...",
		Short: "Explain rules, each with a file that breaks it and one fixed",
		Example: `  npycheck explain data-truncated
  npycheck explain 'shape-*' | less
  npycheck explain npy-2.8`,
		Long: `For each rule there is what it is about, who writes files that break it, what
readers do with them and how to fix them, then a small file that breaks it, and
what is different in that file fixed. npycheck rules lists the rules, and
--clause adds the text of the clause that the rule enforces.

explain also knows clauses of the specification, such as npy-2.8, the verdicts
conforming, nonconforming and not-checked, and the words known and interrupted
of a report.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.MissingArgument(cmd, "explain needs a RULE; npycheck rules lists them")
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return slices.Concat(topics(settings.RuleIDs()), clauseIDs()), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			stdout := cmd.OutOrStdout()
			e := &explainer{columns: min(cmp.Or(cli.TerminalWidth(stdout), textWidth), textWidth), paint: cli.PaintFor(stdout), clause: clause}
			var out []byte
			for i, name := range settings.ExpandRules(args) {
				if i > 0 {
					out = append(out, '\n')
				}
				var err error
				if out, err = e.appendTopic(cmd.Context(), out, name); err != nil {
					return err
				}
			}
			_, err := stdout.Write(out)
			return err
		},
	}
	cmd.Flags().BoolVar(&clause, "clause", false, "show the text of the clause that a rule enforces")
	return cmd
}

// appendTopic appends the explanation of a rule, of a word in reports, or of a clause.
func (e *explainer) appendTopic(ctx context.Context, dst []byte, name string) ([]byte, error) {
	if rule, ok := spec.Lookup(name); ok {
		return e.appendRule(ctx, dst, rule)
	}
	if w, ok := lookupWord(name); ok {
		return e.appendWord(dst, w), nil
	}
	if c, ok := lookupClause(name); ok {
		return e.appendClause(dst, c), nil
	}
	if slices.Contains(spec.Areas(), name) {
		return nil, cli.Usagef("%s is an area; npycheck rules %s lists its rules, and npycheck explain '%s-*' explains them", name, name, name)
	}
	if doc := featureDoc(name); doc != "" {
		return nil, cli.Usagef("%s is not a rule, but a feature of files: %s", name, doc)
	}
	return nil, cli.Usagef("unknown rule %s%s", cli.Quoted(name), cmp.Or(cli.DidYouMean(name, topics(settings.RuleIDs())), "; npycheck rules lists them"))
}

// featureDoc describes a feature of the corpus, "" if there is none of that name. They appear next to rules in the
// findings of fuzz.
func featureDoc(name string) string {
	features := corpus.Features()
	i := slices.IndexFunc(features, func(f corpus.Term) bool { return f.Name == name })
	if i < 0 {
		return ""
	}
	return features[i].Doc
}
