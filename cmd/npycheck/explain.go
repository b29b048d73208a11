package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
	"github.com/npycheck/npycheck/validator/report"
)

func newExplain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain RULE...",
		Short: "Explain rules, each with a file that breaks it and one fixed",
		Long: `explain says what a rule is about, who writes files that break it, what readers
do with them and how to fix them. Then it shows the clause that the rule
enforces, a small file that breaks it, and the same file fixed.`,
		Example: "  npycheck explain data-truncated\n  npycheck explain $(npycheck rules | cut -d' ' -f1) | less",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("explain needs a RULE; npycheck rules lists them")
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return ruleIDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			rules := make([]spec.Rule, len(args))
			for i, id := range args {
				rule, ok := spec.Lookup(id)
				if !ok {
					if doc := featureDoc(id); doc != "" {
						return usagef("%s is no rule, but a feature of files: %s", id, doc)
					}
					return usagef("unknown rule %s%s", quoted(id), cmp.Or(didYouMean(id, ruleIDs()), "; npycheck rules lists them"))
				}
				rules[i] = rule
			}
			columns := min(cmp.Or(terminalWidth(cmd.OutOrStdout()), textWidth), textWidth)
			var out []byte
			for i, rule := range rules {
				if i > 0 {
					out = append(out, '\n')
				}
				var err error
				if out, err = appendExplanation(cmd.Context(), out, rule, columns); err != nil {
					return err
				}
			}
			_, err := cmd.OutOrStdout().Write(out)
			return err
		},
	}
}

// featureDoc says what a feature of the corpus is, "" if there is none of that name. They stand next to rules in the
// findings of fuzz.
func featureDoc(name string) string {
	features := corpus.Features()
	i := slices.IndexFunc(features, func(f corpus.Feature) bool { return f.Name == name })
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
	dst = fmt.Appendf(dst, "  reader    %s\n", duty(r.Reader))
	dst = fmt.Appendf(dst, "  clause    %s\n", r.Clause)
	dst = fmt.Appendf(dst, "  since     %s\n\n", r.Since)
	dst = appendWrapped(dst, r.Doc, columns)
	if r.Fix != "" {
		dst = appendWrapped(append(dst, '\n'), "Fix: "+r.Fix, columns)
	}
	clauses := spec.Clauses()
	if i := slices.IndexFunc(clauses, func(c spec.Clause) bool { return c.ID == r.Clause }); i >= 0 {
		dst = appendClause(append(dst, '\n'), clauses[i], columns)
	}
	example := r.Example()
	checked, err := checkExample(ctx, example.Bad, example.Name)
	if err != nil {
		return nil, err
	}
	dst = fmt.Appendf(dst, "\nA file%s that breaks the rule:\n\n", called(example.Name))
	dst = appendExample(dst, example.Bad, checked.Findings)
	for _, f := range checked.Findings {
		dst = fmt.Appendf(dst, "\n  %s: %s [%s]\n", f.Severity(), f.Message, f.Rule)
	}
	dst = fmt.Appendf(dst, "\nThe same file%s fixed:\n\n", called(example.Name))
	return appendExample(dst, example.Good, nil), nil
}

// called tells the name of an example, if the rule is about it.
func called(name string) string {
	if name == "" {
		return ""
	}
	return " " + name
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

// checkExample returns the findings for an example. Some examples are about the content of the
// data, so it looks at everything.
func checkExample(ctx context.Context, file, name string) (*validator.Report, error) {
	return validator.Check(ctx, strings.NewReader(file), int64(len(file)), &validator.Options{Depth: validator.Full, Name: name})
}

func duty(d spec.Duty) string {
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

// appendExample appends a file as rows of hexadecimal. Carets stand under the bytes of the first
// finding, and "*" stands for rows like the one above, as in hexdump.
func appendExample(dst []byte, file string, findings []validator.Finding) []byte {
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
			return fmt.Appendf(dst, "  (%s)\n", report.Count(int64(len(file)-at), "more byte"))
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

// appendWrapped appends text with its lines broken anew, in so many columns. Empty lines part paragraphs.
func appendWrapped(dst []byte, text string, columns int) []byte {
	for i, paragraph := range strings.Split(text, "\n\n") {
		if i > 0 {
			dst = append(dst, '\n')
		}
		dst = appendLines(dst, paragraph, "", columns)
	}
	return dst
}

// appendLines appends a paragraph in lines of so many columns, each with the indent.
func appendLines(dst []byte, paragraph, indent string, columns int) []byte {
	width := 0
	for _, word := range strings.Fields(paragraph) {
		n := len([]rune(word))
		switch {
		case width > 0 && width+1+n <= columns:
			dst = append(dst, ' ')
			width++
		case width > 0:
			dst = append(dst, '\n')
			fallthrough
		default:
			dst = append(dst, indent...)
			width = len(indent)
		}
		dst = append(dst, word...)
		width += n
	}
	return append(dst, '\n')
}
