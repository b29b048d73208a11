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

	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/settings"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
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

// textWidth is the width of prose in columns, unless the terminal is narrower.
const textWidth = 80

// explainer writes explanations.
type explainer struct {
	columns int // that prose has
	paint   report.Paint
	clause  bool // show the text of the clause of a rule
}

// heading appends a line that stands out, wrapped.
func (e *explainer) heading(dst []byte, text string) []byte {
	wrapped := string(appendWrapped(nil, text, e.columns))
	return append(append(dst, e.paint.Bold(wrapped[:len(wrapped)-1])...), '\n')
}

// appendRule appends the explanation of a rule.
func (e *explainer) appendRule(ctx context.Context, dst []byte, r spec.Rule) ([]byte, error) {
	dst = append(e.heading(dst, r.Name+": "+r.Title), '\n')
	severity := r.Level.Severity()
	dst = fmt.Appendf(dst, "  severity  %s (%s)\n", e.paint.Severity(severity, severity.String()), r.Level)
	dst = fmt.Appendf(dst, "  kind      %s\n", r.Kind)
	dst = fmt.Appendf(dst, "  reader    %s\n", Duty(r.Reader))
	c, _ := lookupClause(r.Clause)
	dst = fmt.Appendf(dst, "  clause    %s: %s\n", r.Clause, c.Title)
	dst = fmt.Appendf(dst, "  since     %s\n\n", r.Since)
	dst = appendWrapped(dst, r.Doc, e.columns)
	dst = appendWrapped(append(dst, '\n'), "If you have such a file: "+r.Owner, e.columns)
	if r.Author != "" {
		dst = appendWrapped(append(dst, '\n'), "If your program wrote it: "+r.Author, e.columns)
	}
	dst = appendWrapped(append(dst, '\n'), remedy.Advice(r), e.columns)
	if e.clause {
		dst = e.appendClauseText(append(dst, '\n'), c)
	}
	return e.appendExample(ctx, dst, r)
}

// appendExample appends a case of the corpus that breaks a rule, with carets under what the rule is about, and what is
// different in the case without the fault. A note is not a fault.
func (e *explainer) appendExample(ctx context.Context, dst []byte, r spec.Rule) ([]byte, error) {
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
	own, note := checked.Findings[at], r.Level.Severity() == spec.Note
	title := "A file that breaks the rule, "
	if note {
		title = "A file with it, "
	}
	dst = e.heading(append(dst, '\n'), title+bad.ID+" of the corpus:")
	dst = AppendExample(append(dst, '\n'), faulty, own.Offset, own.Length, e.paint.Carets(r.Level.Severity()))
	for _, f := range checked.Findings {
		dst = fmt.Appendf(dst, "\n  %s: %s [%s]\n", e.paint.Severity(f.Severity(), f.Severity().String()), f.Message, f.Rule)
	}
	if note {
		return dst, nil
	}
	dst = e.heading(append(dst, '\n'), "What is different in the fixed file, "+good.ID+" of the corpus:")
	return appendChanges(append(dst, '\n'), faulty, fixed, func(carets ...any) string { return e.paint.Good(carets[0].(string)) }), nil
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

// lookupClause returns the clause of that ID.
func lookupClause(id string) (c spec.Clause, ok bool) {
	clauses := spec.Clauses()
	i := slices.IndexFunc(clauses, func(c spec.Clause) bool { return c.ID == id })
	if i < 0 {
		return spec.Clause{}, false
	}
	return clauses[i], true
}

func clauseIDs() []string {
	var ids []string
	for _, c := range spec.Clauses() {
		ids = append(ids, c.ID)
	}
	return ids
}

// appendClause appends a clause of the specification: its text, its rules with the duty of readers, and its cases.
func (e *explainer) appendClause(dst []byte, c spec.Clause) []byte {
	dst = e.heading(dst, c.ID+": "+c.Title)
	dst = e.appendClauseText(append(dst, '\n'), c)
	if len(c.Rules) == 0 {
		return append(dst, "\nNo rule enforces it.\n"...)
	}
	width := 0
	for _, name := range c.Rules {
		width = max(width, len(name))
	}
	dst = e.heading(append(dst, '\n'), "Rules, and what a reader does with a file that breaks them:")
	dst = append(dst, '\n')
	for _, name := range c.Rules {
		rule, _ := spec.Lookup(name)
		dst = fmt.Appendf(dst, "  %s  %s\n", e.paint.Severity(rule.Level.Severity(), fmt.Sprintf("%-*s", width, name)), rule.Reader)
	}
	var cases []string
	for _, c2 := range corpus.Cases() {
		if slices.ContainsFunc(c2.Rules, func(rule string) bool { return slices.Contains(c.Rules, rule) }) {
			cases = append(cases, c2.ID)
		}
	}
	more := ""
	if n := len(cases) - maxClauseCases; n > 0 {
		cases, more = cases[:maxClauseCases], fmt.Sprintf(" and %d more", n)
	}
	return appendWrapped(append(dst, '\n'), fmt.Sprintf("Cases: %s%s; npycheck corpus list --rule %s", strings.Join(cases, ", "), more, strings.Join(c.Rules, ",")), e.columns)
}

// maxClauseCases is how many cases of a clause are named.
const maxClauseCases = 6

// appendClauseText appends the text of a clause. Tables, lists and grammar keep their lines.
func (e *explainer) appendClauseText(dst []byte, c spec.Clause) []byte {
	dst = appendWrapped(dst, fmt.Sprintf("Clause %s, %s (%s):", c.ID, c.Strength, c.Sources), e.columns)
	for _, paragraph := range strings.Split(c.Text, "\n\n") {
		dst = append(dst, '\n')
		if !strings.ContainsAny(paragraph[:1], "|-`") {
			dst = appendWrapped(dst, paragraph, e.columns)
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

// word is a term in reports that isn't the name of a rule.
type word struct {
	name  string
	title string
	doc   string
	exit  string // the exit code of check
	do    string
}

var words = []word{
	{
		name:  string(validator.Conforming),
		title: "the file follows the format",
		doc: "The verdict of a file that was checked for everything that --depth asks for, and has no error of kind conformance. It may " +
			"have other findings: warnings, notes, and errors of kind security, limit or portability, such as a pickle that can run code.",
		exit: "0, or 1 if the file has a finding at or above --fail-on (default error).",
		do:   "Nothing, if there are no findings. Errors of kind security come first: don't load such a file.",
	},
	{
		name:  string(validator.Nonconforming),
		title: "the file breaks the format",
		doc: "The verdict of a file with an error of kind conformance. No flag changes the verdict: --ignore, --severity and a " +
			"baseline only change which findings are shown and counted.",
		exit: "1, or 0 if no finding that counts is at or above --fail-on (default error).",
		do:   "Read the errors. npycheck explain RULE, with the name in brackets, says how to fix each.",
	},
	{
		name:  string(validator.NotChecked),
		title: "the file was not checked, or not to its end",
		doc: "It is not known whether the file conforms. The report says why: it can't be opened or read, it " +
			"changed during the check, a member of the archive is encrypted or compressed by an unknown method, or a limit was reached. " +
			"What was found until then is reported, too.",
		exit: "3, whatever else was found and whatever --fail-on is.",
		do: "Remove the reason and check again: fetch or write the file again, without encryption, or raise the limit that the reason " +
			"names, such as --max-header-size. If the file is not for you to check, leave it out with --exclude.",
	},
	{
		name:  "known",
		title: "findings that the baseline has",
		doc: "With --baseline, the summary counts the findings that the baseline has, and the report doesn't list them. They are in none " +
			"of the other counts of findings.",
		exit: "They don't change it.",
		do:   "Nothing. Without --baseline the report lists them. When they are fixed, write the baseline again with npycheck baseline.",
	},
	{
		name:  "interrupted",
		title: "the check was ended before its last file",
		doc:   "A signal, such as that of Ctrl-C, ended the run. The report has the files that were checked until then; there were more.",
		exit:  "3, whatever was found.",
		do:    "Run the check again. With --resume FILE, which has to be given from the start, it continues the report in FILE.",
	},
}

// lookupWord returns the word of that name.
func lookupWord(name string) (w word, ok bool) {
	i := slices.IndexFunc(words, func(w word) bool { return w.name == name })
	if i < 0 {
		return word{}, false
	}
	return words[i], true
}

// appendWord appends what a word means.
func (e *explainer) appendWord(dst []byte, w word) []byte {
	dst = e.heading(dst, w.name+": "+w.title)
	for _, paragraph := range []string{w.doc, "Exit code: " + w.exit, "What to do: " + w.do} {
		dst = appendWrapped(append(dst, '\n'), paragraph, e.columns)
	}
	return dst
}

// topics returns what explain explains.
func topics(rules []string) []string {
	for _, w := range words {
		rules = append(rules, w.name)
	}
	return rules
}

// appendWrapped appends text rewrapped to the width in columns. Empty lines separate paragraphs.
func appendWrapped(dst []byte, text string, columns int) []byte {
	for i, paragraph := range strings.Split(text, "\n\n") {
		if i > 0 {
			dst = append(dst, '\n')
		}
		dst = appendLines(dst, paragraph, "", columns)
	}
	return dst
}

// appendLines appends a paragraph wrapped to the width in columns, each line with the indent.
func appendLines(dst []byte, paragraph, indent string, columns int) []byte {
	words := strings.Join(strings.Fields(paragraph), " ")
	return append(text.AppendWrapped(append(dst, indent...), words, len(indent), indent, columns), '\n')
}
