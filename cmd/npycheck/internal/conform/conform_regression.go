package conform

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/results"
	"github.com/npycheck/npycheck/internal/text"
)

func newConformRegression() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "regression OLD.json NEW.json",
		Short: "Compare two results: what fails now and didn't before",
		Long: `The reports are those of npycheck conform --format json. They are compared case
by case: the result and the outcome, not the message. The Markdown form suits a
comment on a pull request.

Exit codes:
  0  nothing changed
  1  a case has another result or outcome than before, for better or worse, or
     is in one report only
  2  the command line is wrong, or the reports can't be compared
  3  a report can't be read, or the output can't be written`,
		Example: `  npycheck conform regression old.json new.json
  npycheck conform regression --format markdown old.json new.json >comment.md`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return cli.MissingArgument(cmd, "regression needs two reports, OLD.json and NEW.json, got %s", text.Count(int64(len(args)), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			write, ok := map[string]func(io.Writer, *results.Regression) error{
				"text": writeRegressionText,
				"json": func(w io.Writer, g *results.Regression) error {
					_, err := w.Write(append(text.AppendJSON(nil, g), '\n'))
					return err
				},
				"markdown": func(w io.Writer, g *results.Regression) error { return g.WriteMarkdown(w) },
			}[format]
			if !ok {
				return cli.Usagef("--format %s: expected text, json or markdown", cli.Quoted(format))
			}
			before, err := readReport(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			after, err := readReport(cmd.Context(), args[1])
			if err != nil {
				return err
			}
			regression, err := results.Compare(before, after)
			if err != nil {
				return cli.Usagef("%s: %v", cli.Quoted(args[1]), err)
			}
			if err := write(cmd.OutOrStdout(), regression); err != nil {
				return &cli.WriteError{What: "the comparison", Err: err}
			}
			if !regression.Empty() {
				return cli.ExitCode(cli.ExitFindings)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "`FORMAT` of the comparison: text, json or markdown")
	cli.CompleteWords(cmd, "format", "text", "json", "markdown")
	return cmd
}

func readReport(ctx context.Context, path string) (*conformance.Report, error) {
	text, err := cli.ReadText(ctx, path)
	if err != nil {
		return nil, err
	}
	report, err := results.Read(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return report, nil
}

// writeRegressionText writes a line for each case that changed. Each line begins with one of our words,
// so that a CI service can't mistake an ID for a command.
func writeRegressionText(w io.Writer, g *results.Regression) error {
	out := bufio.NewWriter(w)
	for _, list := range []struct {
		word    string
		changes []results.Change
	}{{"failing", g.Failing}, {"passing", g.Passing}, {"changed", g.Changed}} {
		for _, c := range list.changes {
			fmt.Fprintf(out, "%s: %s: %s, was %s%s\n", list.word, cli.QuotedText(c.ID), c.New, c.Old, said(c.New.Message))
		}
	}
	for _, list := range []struct {
		word    string
		results []conformance.Result
	}{{"added", g.Added}, {"removed", g.Removed}} {
		for _, r := range list.results {
			fmt.Fprintf(out, "%s: %s: %s%s\n", list.word, cli.QuotedText(r.ID), results.Verdict{Outcome: r.Outcome, Cell: r.Cell}, said(r.Message))
		}
	}
	fmt.Fprintln(out, g.Summary())
	return out.Flush()
}

func said(message string) string {
	if message == "" {
		return ""
	}
	return ": " + cli.QuotedText(message)
}
