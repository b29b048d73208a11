package rules

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/fix/remedy"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

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
