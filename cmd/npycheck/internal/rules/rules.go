// Package rules has the commands rules and explain.
package rules

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/inert"
	"github.com/npycheck/npycheck/spec"
)

func NewRules() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the rules",
		Long: `rules lists the rules in the order in which a file is read. For each it gives
the severity, what the rule protects, and what a reader must do with a file
that breaks it: accept it, reject it, or either. On a terminal that is too
narrow for the table, the title of a rule stands below its name.`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out, rules := cmd.OutOrStdout(), spec.Rules()
			switch format {
			case "text":
				return writeRulesText(out, rules, cli.TerminalWidth(out))
			case "json":
				return writeRulesJSON(out, rules)
			case "markdown":
				return writeRulesMarkdown(out, rules)
			}
			return cli.Usagef("--format %s: want text, json or markdown", cli.Quoted(format))
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "`FORMAT` of the list: text, json or markdown")
	cli.CompleteWords(cmd, "format", "text", "json", "markdown")
	return cmd
}

// writeRulesText writes the rules as a table. If that is wider than the terminal, it writes the rest
// of each row below the name. Without a terminal there are 0 columns.
func writeRulesText(w io.Writer, rules []spec.Rule, columns int) error {
	var text bytes.Buffer
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, r := range rules {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", r.Name, r.Level.Severity(), r.Kind, r.Reader, r.Title)
	}
	table.Flush()
	if columns > 0 && slices.ContainsFunc(bytes.Split(text.Bytes(), []byte("\n")), func(line []byte) bool { return len(line) > columns }) {
		text.Reset()
		for _, r := range rules {
			about := fmt.Sprintf("%s, %s, %s: %s", r.Level.Severity(), r.Kind, r.Reader, r.Title)
			text.Write(appendLines([]byte(r.Name+"\n"), about, "  ", columns))
		}
	}
	_, err := text.WriteTo(w)
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
	Fix      string `json:"fix"`
	Since    string `json:"since"`
}

func writeRulesJSON(w io.Writer, rules []spec.Rule) error {
	text := []byte(`{"schema":1,"rules":[`)
	for i, r := range rules {
		if i > 0 {
			text = append(text, ',')
		}
		text = inert.AppendJSON(append(text, '\n'), ruleJSON{
			ID:       r.Name,
			Severity: r.Level.Severity().String(),
			Level:    r.Level.String(),
			Kind:     r.Kind.String(),
			Reader:   r.Reader.String(),
			Clause:   r.Clause,
			Title:    r.Title,
			Doc:      r.Doc,
			Fix:      r.Fix,
			Since:    r.Since,
		})
	}
	_, err := w.Write(append(text, "\n]}\n"...))
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
