package rules

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
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

// appendTopic appends the explanation of a rule, of a word in reports, or of a clause.
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

// appendExplanation appends the explanation of a rule, its prose wrapped to the width in columns.
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
	return appendExample(ctx, dst, r, columns)
}

// appendExample appends a case of the corpus that breaks a rule, with carets under what the rule is about, and the
// case without the fault.
func appendExample(ctx context.Context, dst []byte, r spec.Rule, columns int) ([]byte, error) {
	bad, good, ok := corpus.Example(r.Name)
	if !ok {
		return append(dst, "\nNo file of the corpus breaks the rule.\n"...), nil
	}
	faulty, err := fs.ReadFile(corpus.FS, bad.File)
	if err != nil {
		return nil, err
	}
	fixed, err := fs.ReadFile(corpus.FS, good.File)
	if err != nil {
		return nil, err
	}
	checked, err := CheckExample(ctx, faulty, path.Base(bad.File))
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(checked.Findings, func(f validator.Finding) bool { return f.Rule == r.ID })
	if at < 0 {
		return nil, fmt.Errorf("%s doesn't break %s", bad.ID, r.Name)
	}
	own := checked.Findings[at]
	dst = appendWrapped(append(dst, '\n'), "A file that breaks the rule, "+bad.ID+" of the corpus:", columns)
	dst = AppendExample(append(dst, '\n'), faulty, own.Offset, own.Length)
	for _, f := range checked.Findings {
		dst = fmt.Appendf(dst, "\n  %s: %s [%s]\n", f.Severity(), f.Message, f.Rule)
	}
	dst = appendWrapped(append(dst, '\n'), "The same file fixed, "+good.ID+" of the corpus:", columns)
	return AppendExample(append(dst, '\n'), fixed, own.Offset, Unmarked), nil
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

// appendClause appends a clause of the register. Tables, lists and grammar keep their lines.
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

// CheckExample returns the findings for a file of that name. Some cases are about the content of the data, so it checks
// everything.
func CheckExample(ctx context.Context, file []byte, name string) (*validator.Report, error) {
	return validator.Check(ctx, bytes.NewReader(file), int64(len(file)), &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods(), Name: name})
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

// maxExampleRows is how many rows of a long example are shown.
const maxExampleRows = 24

// Unmarked is the length of a place that has no carets.
const Unmarked = -1

// AppendExample appends a file as hexadecimal rows, of a long one those around a place. Carets go under the
// bytes there, and "*" stands for rows like the one above, as in hexdump.
func AppendExample(dst, file []byte, offset, length int64) []byte {
	// Carets under all of a long range would hide the bytes: there are some in two rows at most.
	length = min(length, 2*report.RowBytes-offset%report.RowBytes)
	rows := exampleRows(file, offset, length)
	// The place is in the last row that begins before it, or after the last row if it is the end of the file.
	in := len(rows) - 1
	for in > 0 && int64(rows[in].at) > offset {
		in--
	}
	from := 0
	if in >= maxExampleRows {
		from = min(in-maxExampleRows/2, len(rows)-maxExampleRows)
		dst = fmt.Appendf(dst, "  (%s before)\n", plural.Count(int64(rows[from].at), "byte"))
	}
	for i, r := range rows[from:] {
		if i == maxExampleRows {
			return fmt.Appendf(dst, "  (%s)\n", plural.Count(int64(len(file)-r.at), "more byte"))
		}
		row := file[r.at:min(r.at+report.RowBytes, len(file))]
		end := int64(r.at + len(row))
		if length == Unmarked || offset == end && end < int64(len(file)) { // the caret goes under the next row
			dst = report.AppendRow(dst, int64(r.at), row, -1, 0, fmt.Sprint)
		} else {
			dst = report.AppendRow(dst, int64(r.at), row, offset, length, fmt.Sprint)
		}
		if r.repeated {
			dst = append(dst, "  *\n"...)
		}
	}
	return dst
}

// exampleRow is a row at an offset, perhaps followed by others with the same bytes.
type exampleRow struct {
	at       int
	repeated bool
}

// exampleRows returns the rows of a file, with equal ones grouped. Rows with carets are never grouped.
func exampleRows(file []byte, offset, length int64) (rows []exampleRow) {
	for at := 0; at < len(file); at += report.RowBytes {
		end := min(at+report.RowBytes, len(file))
		last := end == len(file)
		marked := length != Unmarked && (offset < int64(end) && int64(at) < offset+max(length, 1) || last && offset == int64(end))
		if at > 0 && bytes.Equal(file[at-report.RowBytes:at], file[at:end]) && !marked {
			rows[len(rows)-1].repeated = true
			continue
		}
		rows = append(rows, exampleRow{at, false})
	}
	return rows
}

// textWidth is the width of prose in columns, unless the terminal is narrower.
const textWidth = 80
