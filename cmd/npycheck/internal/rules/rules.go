// Package rules has the commands rules and explain.
package rules

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/settings"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

func NewRules() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "rules [RULES...]",
		Short: "List the rules",
		Example: `  npycheck rules
  npycheck rules header
  npycheck rules 'pickle-import-*' descr-datetime
  npycheck rules --format markdown`,
		Long: `The rules are in the order in which a file is read, by area: the first word of
their names. RULES are areas, names, beginnings of names, or patterns with "*".

The formats json and markdown also say what a rule protects, what a reader must
do with a file that breaks it, accept it, reject it, or either, and which clause
of the specification it enforces. So does npycheck explain for one rule.`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return slices.Concat(spec.Areas(), settings.RuleIDs()), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			rules, err := chosenRules(args)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			switch format {
			case "text":
				return writeRulesText(out, rules, min(cmp.Or(cli.TerminalWidth(out), textWidth), textWidth))
			case "json":
				return writeRulesJSON(out, rules)
			case "markdown":
				return writeRulesMarkdown(out, rules)
			}
			return cli.Usagef("--format %s: expected text, json or markdown", cli.Quoted(format))
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "`FORMAT` of the list: text, json or markdown")
	cli.CompleteWords(cmd, "format", "text", "json", "markdown")
	return cmd
}

// chosenRules returns the rules that words stand for, in the order of the table; all for no words.
func chosenRules(words []string) ([]spec.Rule, error) {
	all := spec.Rules()
	if len(words) == 0 {
		return all, nil
	}
	chosen := map[string]bool{}
	for _, word := range words {
		names := settings.ExpandRules([]string{word})
		if _, known := spec.Lookup(names[0]); !known {
			names = settings.ExpandRules([]string{word + "*"})
		}
		if _, known := spec.Lookup(names[0]); !known {
			return nil, cli.Usagef("no rule is named %s or begins so%s", cli.Quoted(word), cli.DidYouMean(word, slices.Concat(spec.Areas(), settings.RuleIDs())))
		}
		for _, name := range names {
			chosen[name] = true
		}
	}
	return slices.DeleteFunc(all, func(r spec.Rule) bool { return !chosen[r.Name] }), nil
}

// minTitle is the least number of columns for titles beside the names of rules. If there are fewer, titles stand below.
const minTitle = 24

// writeRulesText writes the rules as a table with titles, grouped by area, that fits into the columns.
func writeRulesText(w io.Writer, rules []spec.Rule, columns int) error {
	colours := cli.PaintFor(w)
	width := len("RULE")
	for _, r := range rules {
		width = max(width, len(r.Name))
	}
	indent := strings.Repeat(" ", width+len("  ")+len("SEVERITY  "))
	text := fmt.Appendf(nil, "%s\n", colours.Bold(fmt.Sprintf("%-*s  SEVERITY  TITLE", width, "RULE")))
	area := ""
	for _, r := range rules {
		if of, _, _ := strings.Cut(r.Name, "-"); of != area {
			area = of
			text = fmt.Appendf(text, "\n%s\n", colours.Bold(area))
		}
		severity := r.Level.Severity()
		colour := colours.Severity(severity, fmt.Sprintf("%-8s", severity))
		if columns < len(indent)+minTitle {
			text = fmt.Appendf(text, "%s  %s\n", r.Name, strings.TrimRight(colour, " "))
			text = appendLines(text, r.Title, "  ", columns)
			continue
		}
		title := string(appendLines(nil, r.Title, indent, columns))
		text = fmt.Appendf(text, "%-*s  %s  %s", width, r.Name, colour, title[len(indent):])
	}
	_, err := w.Write(text)
	return err
}

type ruleJSON struct {
	ID       string `json:"id"`
	Severity string `json:"severity"`
	Level    string `json:"level"`
	Kind     string `json:"kind"`
	Reader   string `json:"reader"`
	Clause   string `json:"clause"`
	Title    string `json:"title"`
	Doc      string `json:"doc"`
	Owner    string `json:"owner"`
	Author   string `json:"author,omitempty"`
	Since    string `json:"since"`
}

func writeRulesJSON(w io.Writer, rules []spec.Rule) error {
	o := text.NewObject(nil).Int("schema", 1).Lines("rules", len(rules), func(dst []byte, i int) []byte {
		r := &rules[i]
		return text.AppendJSON(dst, ruleJSON{
			ID:       r.Name,
			Severity: r.Level.Severity().String(),
			Level:    r.Level.String(),
			Kind:     r.Kind.String(),
			Reader:   r.Reader.String(),
			Clause:   r.Clause,
			Title:    r.Title,
			Doc:      r.Doc,
			Owner:    r.Owner,
			Author:   r.Author,
			Since:    r.Since,
		})
	})
	_, err := w.Write(append(o.End(), '\n'))
	return err
}

func writeRulesMarkdown(w io.Writer, rules []spec.Rule) error {
	var b strings.Builder
	b.WriteString("| rule | severity | kind | reader | clause | title |\n|---|---|---|---|---|---|\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", r.Name, r.Level.Severity(), r.Kind, r.Reader, r.Clause, strings.ReplaceAll(r.Title, "|", `\|`))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
