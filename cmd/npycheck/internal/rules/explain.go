package rules

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/settings"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/plural"
	"github.com/npycheck/npycheck/internal/report"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

func NewExplain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain RULE...",
		Short: "Explain rules, each with a file that breaks it and one fixed",
		Long: `explain says what a rule is about, who writes files that break it, what readers
do with them and how to fix them. Then it shows the clause that the rule
enforces, a small file that breaks it, and the same file fixed.

It also explains the verdicts conforming, nonconforming and not-checked, and
the words known and interrupted of a report, and shows clauses: npy-2.8.`,
		Example: "  npycheck explain data-truncated\n  npycheck explain $(npycheck rules | cut -d' ' -f1) | less",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef("explain needs a RULE; npycheck rules lists them")
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return topics(settings.RuleIDs()), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			columns := min(cmp.Or(cli.TerminalWidth(cmd.OutOrStdout()), textWidth), textWidth)
			var out []byte
			for i, name := range args {
				if i > 0 {
					out = append(out, '\n')
				}
				var err error
				if out, err = appendTopic(cmd.Context(), out, name, columns); err != nil {
					return err
				}
			}
			_, err := cmd.OutOrStdout().Write(out)
			return err
		},
	}
}

// appendTopic appends what is to be said of a rule, of a word that stands in reports, or of a clause.
func appendTopic(ctx context.Context, dst []byte, name string, columns int) ([]byte, error) {
	if rule, ok := spec.Lookup(name); ok {
		return appendExplanation(ctx, dst, rule, columns)
	}
	if w, ok := lookupWord(name); ok {
		return w.append(dst, columns), nil
	}
	if c, ok := lookupClause(name); ok {
		dst = appendWrapped(dst, c.ID+": "+c.Title, columns)
		dst = appendClause(append(dst, '\n'), c, columns)
		if len(c.Rules) > 0 {
			dst = appendWrapped(append(dst, '\n'), "Rules: "+strings.Join(c.Rules, ", "), columns)
		}
		return dst, nil
	}
	if doc := featureDoc(name); doc != "" {
		return nil, cli.Usagef("%s is no rule, but a feature of files: %s", name, doc)
	}
	return nil, cli.Usagef("unknown rule %s%s", cli.Quoted(name), cmp.Or(cli.DidYouMean(name, topics(settings.RuleIDs())), "; npycheck rules lists them"))
}

// featureDoc says what a feature of the corpus is, "" if there is none of that name. They stand next to rules in the
// findings of fuzz.
func featureDoc(name string) string {
	features := corpus.Features()
	i := slices.IndexFunc(features, func(f corpus.Term) bool { return f.Name == name })
	if i < 0 {
		return ""
	}
	return features[i].Doc
}

// appendExplanation appends what is to be said of a rule, with running text in lines of so many columns.
func appendExplanation(ctx context.Context, dst []byte, r spec.Rule, columns int) ([]byte, error) {
	dst = append(appendWrapped(dst, r.Name+": "+r.Title, columns), '\n')
	dst = fmt.Appendf(dst, "  severity  %s (%s)\n", r.Level.Severity(), r.Level)
	dst = fmt.Appendf(dst, "  kind      %s\n", r.Kind)
	dst = fmt.Appendf(dst, "  reader    %s\n", Duty(r.Reader))
	dst = fmt.Appendf(dst, "  clause    %s\n", r.Clause)
	dst = fmt.Appendf(dst, "  since     %s\n\n", r.Since)
	dst = appendWrapped(dst, r.Doc, columns)
	if r.Fix != "" {
		dst = appendWrapped(append(dst, '\n'), "Fix: "+r.Fix, columns)
	}
	if c, ok := lookupClause(r.Clause); ok {
		dst = appendClause(append(dst, '\n'), c, columns)
	}
	example := r.Example()
	checked, err := CheckExample(ctx, example.Bad, example.Name)
	if err != nil {
		return nil, err
	}
	dst = fmt.Appendf(dst, "\nA file%s that breaks the rule:\n\n", called(example.Name))
	dst = AppendExample(dst, example.Bad, checked.Findings)
	for _, f := range checked.Findings {
		dst = fmt.Appendf(dst, "\n  %s: %s [%s]\n", f.Severity(), f.Message, f.Rule)
	}
	dst = fmt.Appendf(dst, "\nThe same file%s fixed:\n\n", called(example.Name))
	return AppendExample(dst, example.Good, nil), nil
}

// called tells the name of an example, if the rule is about it.
func called(name string) string {
	if name == "" {
		return ""
	}
	return " " + name
}

// lookupClause returns the clause of that ID.
func lookupClause(id string) (c spec.Clause, ok bool) {
	clauses := spec.Clauses()
	i := slices.IndexFunc(clauses, func(c spec.Clause) bool { return c.ID == id })
	if i < 0 {
		return spec.Clause{}, false
	}
	return clauses[i], true
}

// appendClause appends a clause of the register. Tables, lists and grammar are left as they are there.
func appendClause(dst []byte, c spec.Clause, columns int) []byte {
	dst = appendWrapped(dst, fmt.Sprintf("Clause %s, %s (%s):", c.ID, c.Strength, c.Sources), columns)
	for _, paragraph := range strings.Split(c.Text, "\n\n") {
		dst = append(dst, '\n')
		if !strings.ContainsAny(paragraph[:1], "|-`") {
			dst = appendWrapped(dst, paragraph, columns)
			continue
		}
		for line := range strings.Lines(paragraph + "\n") {
			if !strings.HasPrefix(line, "```") {
				dst = append(append(dst, "  "...), line...)
			}
		}
	}
	return dst
}

// CheckExample returns the findings for an example. Some examples are about the content of the
// data, so it looks at everything.
func CheckExample(ctx context.Context, file, name string) (*validator.Report, error) {
	return validator.Check(ctx, strings.NewReader(file), int64(len(file)), &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods(), Name: name})
}

func Duty(d spec.Duty) string {
	switch d {
	case spec.Accept:
		return "accept: reads the file correctly"
	case spec.Either:
		return "either: reads the file correctly or rejects it"
	default:
		return "reject: rejects the file"
	}
}

// maxExampleRows is the number of rows that are shown of a long example.
const maxExampleRows = 24

// AppendExample appends a file as rows of hexadecimal. Carets stand under the bytes of the first
// finding, and "*" stands for rows like the one above, as in hexdump.
func AppendExample(dst []byte, file string, findings []validator.Finding) []byte {
	offset, length := int64(-1), int64(0)
	if len(findings) > 0 {
		offset = findings[0].Offset
		// Carets under all of a long range would hide the bytes: there are some in two rows at most.
		length = min(findings[0].Length, 2*report.RowBytes-offset%report.RowBytes)
	}
	rows, squeezed := 0, false
	for at := 0; at < len(file); at += report.RowBytes {
		row := file[at:min(at+report.RowBytes, len(file))]
		last := at+len(row) == len(file)
		marked := offset < int64(at+len(row)) && int64(at) < offset+max(length, 1) || last && offset == int64(len(file))
		if at > 0 && file[at-report.RowBytes:at] == row && !marked {
			if !squeezed {
				dst = append(dst, "  *\n"...)
			}
			squeezed = true
			continue
		}
		squeezed = false
		if rows++; rows > maxExampleRows {
			return fmt.Appendf(dst, "  (%s)\n", plural.Count(int64(len(file)-at), "more byte"))
		}
		if !last && offset == int64(at+len(row)) {
			dst = report.AppendRow(dst, int64(at), []byte(row), -1, 0, fmt.Sprint) // the caret stands under the next row
			continue
		}
		dst = report.AppendRow(dst, int64(at), []byte(row), offset, length, fmt.Sprint)
	}
	return dst
}

// textWidth is the number of columns of running text on a terminal that isn't narrower.
const textWidth = 80
