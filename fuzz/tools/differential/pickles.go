package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/mutate"
	"github.com/npycheck/npycheck/fuzz/internal/plant"
	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// pickles has Python's unpickler list what pickles import.
func (r *run) pickles() oracle {
	return oracle{name: "pickles", subject: pickleSubject, readers: []command{r.python("unpickler", "python3", "pickle")}}
}

func pickleSubject(ctx context.Context, seed, number uint64) (*subject, error) {
	c := choice.Numbered(seed, number)
	content := plant.Object(c)
	if number%2 == 1 {
		content = mutate.Mutate(c, "pickle", validator.Npy, content, nil)
	}
	report, err := validator.Check(ctx, bytes.NewReader(content), int64(len(content)), &validator.Options{Depth: validator.Full, Decompressors: decompress.Methods(), Name: "file.npy"})
	if err != nil {
		return nil, err
	}
	s := &subject{content: content, format: "npy", class: report.Duty().String()}
	switch a := report.Array; {
	case a == nil || !a.DType.HasObject() || a.DataOffset > int64(len(content)):
		s.class = "not a pickle"
	case report.Incomplete != "" || report.ImportsOmitted > 0:
		s.class = "not walked to the end"
	case slices.ContainsFunc(report.Findings, func(f validator.Finding) bool { return slices.Contains(endless, f.Rule) }):
		s.class = "found to take long"
	default:
		s.sent = content[a.DataOffset:]
		first := firstArray(report)
		s.judge = func(reader string, a *answer) *disagreement { return judgePickle(reader, first, a) }
	}
	return s, nil
}

// firstArray returns what a report says about the first array: the unpickler is asked for one pickle, and npycheck
// walks the later ones, too.
func firstArray(report *validator.Report) *validator.Report {
	first := *report
	first.Findings = slices.DeleteFunc(slices.Clone(report.Findings), func(f validator.Finding) bool { return f.Array > 1 })
	first.Imports = slices.DeleteFunc(slices.Clone(report.Imports), func(i validator.Import) bool { return i.Array > 1 })
	return &first
}

// endless are the rules about pickles that may take Python long.
var endless = []spec.ID{spec.PickleWork, spec.PickleExpansion, spec.PickleAllocation}

// stops are the rules after which the walk of a pickle does not continue.
var stops = []string{spec.PickleMalformed.String(), spec.PickleTruncated.String()}

// judgePickle says how what Python imports disagrees with what npycheck lists. Where one of the two stops at a fault,
// it must have seen the same up to there.
func judgePickle(reader string, report *validator.Report, a *answer) *disagreement {
	d := &disagreement{reader: reader, rules: rulesOfReport(report, spec.Accept)}
	if a.Error != "" {
		d.kind, d.what = refuses, a.Error
		return d
	}
	if a.death != "" {
		d.kind, d.what = dies, a.death
		return d
	}
	got := make([][2]string, len(report.Imports))
	for i, imp := range report.Imports {
		got[i] = [2]string{plain(imp.Module), plain(imp.Name)}
	}
	want := slices.Clone(a.Imports)
	for i := range want {
		want[i] = [2]string{cut(want[i][0]), cut(want[i][1])}
	}
	stopped := slices.ContainsFunc(d.rules, func(rule string) bool { return slices.Contains(stops, rule) })
	if !a.Complete && len(got) > len(want) {
		got = got[:len(want)]
	}
	if stopped && len(want) > len(got) {
		want = want[:len(got)]
	}
	switch {
	case !slices.Equal(got, want):
		at := 0
		for at < min(len(got), len(want)) && got[at] == want[at] {
			at++
		}
		d.kind, d.what = differs, fmt.Sprintf("import %d of %d, expected %d", at, len(want), len(got))
	case !a.Complete && report.Duty() != spec.Reject:
		d.kind = refuses
	case a.Complete && stopped:
		d.kind = reads
		d.rules = nil
		for _, f := range report.Findings {
			if rule := f.Rule.String(); slices.Contains(stops, rule) {
				d.rules, d.what = []string{rule}, f.Message
			}
		}
	default:
		return nil
	}
	return d
}

// plain returns a name as in Python's JSON, which turns lone surrogates into U+FFFD.
func plain(name string) string { return strings.ToValidUTF8(name, "\ufffd") }

// maxName is how many bytes of a name a report shows before an ellipsis.
const maxName = 512

// cut returns as much of a name as a report shows.
func cut(name string) string {
	if len(name) <= maxName {
		return name
	}
	n := maxName
	for n > 0 && name[n]&0xc0 == 0x80 {
		n--
	}
	return name[:n] + "…"
}
