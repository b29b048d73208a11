package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/npycheck/npycheck/corpus/internal/cases"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// judged is a case, and what the validator says about its file.
type judged struct {
	cases.Case
	report *validator.Report
	lines  []string // of its findings, as the table of its area has them
}

func judgeCase(ctx context.Context, c cases.Case) (judged, error) {
	r, err := validator.Check(ctx, bytes.NewReader(c.Bytes), int64(len(c.Bytes)), &validator.Options{
		Depth: validator.Full, Decompressors: decompress.Methods(), Name: c.File(),
	})
	if err != nil {
		return judged{}, fmt.Errorf("%s: %w", c.ID, err)
	}
	j := judged{Case: c, report: r}
	for _, f := range judge.Findings(r) {
		line := fmt.Sprintf("%s %s %d %d", c.ID, f.Rule, f.Offset, f.Length)
		if f.Pointer != "" {
			line += " " + f.Pointer
		}
		if f.Array > 0 {
			line += fmt.Sprintf(" array %d", f.Array)
		}
		if f.Member != nil {
			line += fmt.Sprintf(" %s %d %+q", cmp.Or(f.Base, "member"), f.Member.Index, f.Member.Name)
		}
		j.lines = append(j.lines, line+"\n")
	}
	return j, nil
}

// fault returns where the entry of a case contradicts the validator.
func (j *judged) fault() error {
	var errs []error
	add := func(what, entry, found string) {
		if entry != found {
			errs = append(errs, fmt.Errorf("%s: %s: the entry says %s, the validator finds %s", j.ID, what, cmp.Or(entry, "none"), cmp.Or(found, "none")))
		}
	}
	stated := strings.Fields(j.Rules)
	for _, name := range stated {
		if _, ok := spec.Lookup(name); !ok {
			errs = append(errs, fmt.Errorf("%s: no rule has the name %q", j.ID, name))
		}
	}
	var found []string
	for _, f := range j.report.Findings {
		found = append(found, f.Rule.String())
	}
	slices.Sort(stated)
	slices.Sort(found)
	add("rules", strings.Join(stated, " "), strings.Join(slices.Compact(found), " "))
	if j.Duty != cases.Survive {
		add("duty", string(j.Duty), j.report.Duty().String())
	}
	switch v := j.report.Verdict(); v {
	case validator.Conforming, validator.Nonconforming:
		add("verdict", map[bool]string{false: "conforming", true: "nonconforming"}[j.Violates], string(v))
	}
	return errors.Join(errs...)
}

// show writes the findings of a case with their bytes.
func (j *judged) show(w io.Writer) error {
	fmt.Fprintf(w, "%s: %s\n", j.ID, j.Story)
	for i := range j.report.Findings {
		f := &j.report.Findings[i]
		out := fmt.Appendf(nil, "%s[%s]: %s\n  --> %s:%d%s\n", f.Severity(), f.Rule, f.Message, j.File(), f.Offset, in(f))
		for at := 0; at < len(f.Excerpt.Bytes); at += text.RowBytes {
			row := f.Excerpt.Bytes[at:min(at+text.RowBytes, len(f.Excerpt.Bytes))]
			out = text.AppendRow(out, f.Excerpt.Offset+int64(at), []byte(row), f.Offset, f.Length, fmt.Sprint)
		}
		if _, err := w.Write(out); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "(%s, %s)\n\n", text.Count(int64(len(j.report.Findings)), "finding"), text.Count(int64(len(j.Bytes)), "byte"))
	return err
}

// in says which member a finding is about, if it is about one.
func in(f *validator.Finding) string {
	if f.MemberName == "" {
		return ""
	}
	return " in member " + text.Literal(f.MemberName)
}

// showCase shows a case and its twin. It makes the large cases only if the case isn't a small one.
func showCase(ctx context.Context, w io.Writer, id string) error {
	byID := make(map[string]cases.Case)
	for _, list := range []func() []cases.Case{cases.Small, cases.All} {
		for _, c := range list() {
			byID[c.ID] = c
		}
		if _, ok := byID[id]; ok {
			break
		}
	}
	c, ok := byID[id]
	if !ok {
		return fmt.Errorf("no case has the ID %.100q", id)
	}
	var errs []error
	for _, c := range []cases.Case{byID[c.Twin], c} {
		if c.ID == "" {
			continue
		}
		j, err := judgeCase(ctx, c)
		if err != nil {
			return err
		}
		if err := j.show(w); err != nil {
			return err
		}
		errs = append(errs, c.Check(byID), j.fault())
	}
	return errors.Join(errs...)
}

// judgeAll returns all cases, in their order.
func judgeAll(ctx context.Context) ([]judged, error) {
	all := cases.All()
	if err := cases.Check(all); err != nil {
		return nil, err
	}
	done, errs := make([]judged, len(all)), make([]error, len(all))
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				if done[i], errs[i] = judgeCase(ctx, all[i]); errs[i] == nil {
					errs[i] = done[i].fault()
				}
			}
		})
	}
	for i := range all {
		next <- i
	}
	close(next)
	group.Wait()
	return done, errors.Join(errs...)
}

// writeFindings writes the tables of findings below a folder, and returns the cases that are new or have other lines.
func writeFindings(top string, all []judged) (changed []judged, err error) {
	dir := filepath.Join(top, "corpus", "internal", "cases", "findings")
	lines := make(map[string][]string) // those of before, by case
	for _, area := range cases.Areas() {
		text, err := os.ReadFile(filepath.Join(dir, area+".txt"))
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			id, _, _ := strings.Cut(line, " ")
			lines[id] = append(lines[id], line)
		}
	}
	tables := make(map[string]string)
	for _, j := range all {
		tables[j.Area()] += strings.Join(j.lines, "")
		if !slices.Equal(lines[j.ID], j.lines) || isNew(top, j.Case) {
			changed = append(changed, j)
		}
	}
	for _, area := range cases.Areas() {
		if err := os.WriteFile(filepath.Join(dir, area+".txt"), []byte(tables[area]), 0o666); err != nil {
			return nil, err
		}
	}
	return changed, nil
}

// isNew reports whether there is no vector of a case.
func isNew(top string, c cases.Case) bool {
	name := filepath.Join(top, "corpus", "vectors", filepath.FromSlash(c.File()))
	for _, name := range []string{name, name + ".gz"} {
		if _, err := os.Stat(name); err == nil {
			return false
		}
	}
	return true
}
