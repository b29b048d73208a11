package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator"
)

// Read reads the JSON form of a report. It returns an error for anything other than one report with
// known words and without two results for a case.
func Read(r io.Reader) (*conformance.Report, error) {
	var report conformance.Report
	d := json.NewDecoder(r)
	if err := d.Decode(&report); err != nil {
		return nil, fmt.Errorf("not a report: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("not a report: text after the JSON document")
	}
	if report.Schema != 1 {
		return nil, fmt.Errorf("got schema %d, expected 1", report.Schema)
	}
	seen := make(map[string]bool, len(report.Results))
	for i, result := range report.Results {
		switch {
		case result.ID == "":
			return nil, errors.New("a result has no id")
		case seen[result.ID]:
			return nil, fmt.Errorf("two results for case %.100q", result.ID)
		case !slices.Contains(conformance.Cells(), result.Cell):
			return nil, fmt.Errorf("case %.100q: got cell %.20q, expected one of %s", result.ID, result.Cell, join(conformance.Cells()))
		case !slices.Contains(conformance.Outcomes(), result.Outcome):
			return nil, fmt.Errorf("case %.100q: got outcome %.20q, expected one of %s", result.ID, result.Outcome, join(conformance.Outcomes()))
		}
		seen[result.ID] = true
		if result.Rules == nil {
			report.Results[i].Rules = []string{}
		}
	}
	slices.SortFunc(report.Results, func(a, b conformance.Result) int { return strings.Compare(a.ID, b.ID) })
	return &report, nil
}

func join[T ~string](words []T) string {
	var b strings.Builder
	for i, word := range words {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(word))
	}
	return b.String()
}

// Regression is the difference between two runs. Its JSON form is the document of npycheck conform
// regression --format json. The lists are sorted by ID.
type Regression struct {
	Schema    int                  `json:"schema"` // 1
	Old       Side                 `json:"old"`
	New       Side                 `json:"new"`
	Failing   []Change             `json:"failing"` // failed now and not before
	Passing   []Change             `json:"passing"` // failed before and not now
	Changed   []Change             `json:"changed"` // another cell or outcome, but no better or worse
	Added     []conformance.Result `json:"added"`   // cases that only the new run has
	Removed   []conformance.Result `json:"removed"` // cases that only the old run has
	Unchanged int                  `json:"unchanged"`
}

// Side is one of the two runs.
type Side struct {
	Implementation conformance.Implementation `json:"implementation"`
	Corpus         string                     `json:"corpus"`
	Profile        string                     `json:"profile,omitempty"`
	Writer         bool                       `json:"writer,omitempty"`
	Summary        map[conformance.Cell]int   `json:"summary"`
}

// Change is a case with another result.
type Change struct {
	ID    string      `json:"id"`
	Duty  corpus.Duty `json:"duty"` // in the new run
	Rules []string    `json:"rules"`
	Old   Verdict     `json:"old"`
	New   Verdict     `json:"new"`
}

// Verdict is the result of one run for a case.
type Verdict struct {
	Outcome conformance.Outcome `json:"outcome"`
	Cell    conformance.Cell    `json:"cell"`
	Message string              `json:"message,omitempty"`
}

// Compare compares two reports. Messages are not compared: their wording isn't stable. It returns
// an error if one report is of a reader and the other of a writer, or if they measure with
// different profiles.
func Compare(before, after *conformance.Report) (*Regression, error) {
	if before.Writer != after.Writer {
		return nil, fmt.Errorf("got results of a %s, expected those of a %s, as in the old report", roleName(after), roleName(before))
	}
	if before.Profile != after.Profile {
		return nil, fmt.Errorf("got results for profile %.20q, expected %.20q, as in the old report",
			after.Profile, before.Profile)
	}
	if before.FailOnWarning != after.FailOnWarning {
		return nil, errors.New("in one of the reports a file with a warning fails, in the other it doesn't")
	}
	for _, r := range []*conformance.Report{before, after} {
		if r.Incomplete != "" {
			return nil, fmt.Errorf("the results of %s are incomplete: %s", r.Implementation.Name, validator.Quote(r.Incomplete))
		}
	}
	g := &Regression{
		Schema:  1,
		Old:     newSide(before),
		New:     newSide(after),
		Failing: []Change{}, Passing: []Change{}, Changed: []Change{},
		Added: []conformance.Result{}, Removed: []conformance.Result{},
	}
	had := make(map[string]conformance.Result, len(before.Results))
	for _, result := range before.Results {
		had[result.ID] = result
	}
	for _, now := range after.Results {
		was, ok := had[now.ID]
		if !ok {
			g.Added = append(g.Added, now)
			continue
		}
		delete(had, now.ID)
		change := Change{ID: now.ID, Duty: now.Duty, Rules: now.Rules,
			Old: Verdict{was.Outcome, was.Cell, was.Message}, New: Verdict{now.Outcome, now.Cell, now.Message}}
		switch {
		case now.Cell.Failed() && !was.Cell.Failed():
			g.Failing = append(g.Failing, change)
		case was.Cell.Failed() && !now.Cell.Failed():
			g.Passing = append(g.Passing, change)
		case now.Cell != was.Cell || now.Outcome != was.Outcome:
			g.Changed = append(g.Changed, change)
		default:
			g.Unchanged++
		}
	}
	for _, was := range before.Results {
		if _, ok := had[was.ID]; ok {
			g.Removed = append(g.Removed, was)
		}
	}
	return g, nil
}

func newSide(r *conformance.Report) Side {
	return Side{Implementation: r.Implementation, Corpus: r.Corpus, Profile: r.Profile, Writer: r.Writer, Summary: Count(r.Results)}
}

// Empty reports whether the two runs had the same results.
func (g *Regression) Empty() bool {
	return len(g.Failing)+len(g.Passing)+len(g.Changed)+len(g.Added)+len(g.Removed) == 0
}

// Summary says in one line what changed.
func (g *Regression) Summary() string {
	if g.Empty() {
		return fmt.Sprintf("no change in %s", text.Count(int64(g.Unchanged), "case"))
	}
	var parts []string
	for _, part := range []struct {
		n    int
		word string
	}{
		{len(g.Failing), "newly failing"},
		{len(g.Passing), "newly passing"},
		{len(g.Changed), "changed"},
		{len(g.Added), "added"},
		{len(g.Removed), "removed"},
		{g.Unchanged, "unchanged"},
	} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.word))
		}
	}
	return strings.Join(parts, ", ")
}

// A comment on a pull request has at most 65,536 characters.
const (
	maxListed  = 30    // cases that a list shows
	maxComment = 50000 // bytes after which no list continues
)

// WriteMarkdown writes the comparison as a comment for a pull request.
func (g *Regression) WriteMarkdown(w io.Writer) error {
	var b bytes.Buffer
	name := implementationCode(g.New.Implementation)
	if before := implementationCode(g.Old.Implementation); before != name {
		name = before + " → " + name
	}
	fmt.Fprintf(&b, "### Conformance of %s: %s\n\n", name, g.Summary())
	b.WriteString("| |" + cellHeads() + "\n|---|" + strings.Repeat("--:|", len(conformance.Cells())) + "\n")
	fmt.Fprintf(&b, "| old, corpus %s |%s\n", code(g.Old.Corpus), cellCounts(g.Old.Summary))
	fmt.Fprintf(&b, "| new, corpus %s |%s\n", code(g.New.Corpus), cellCounts(g.New.Summary))

	for _, list := range []struct {
		heading string
		changes []Change
	}{{"Newly failing", g.Failing}, {"Newly passing", g.Passing}, {"Changed", g.Changed}} {
		if len(list.changes) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n#### %s: %d\n\n", list.heading, len(list.changes))
		b.WriteString("| case | duty | old | new | message |\n|---|---|---|---|---|\n")
		for i, c := range list.changes {
			if i == maxListed || b.Len() > maxComment {
				fmt.Fprintf(&b, "\n… and %d more\n", len(list.changes)-i)
				break
			}
			message := c.New.Message
			if !c.New.Cell.Failed() {
				message = c.Old.Message
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", code(c.ID), plainWord(string(c.Duty)), c.Old, c.New, code(message))
		}
	}
	for _, list := range []struct {
		heading string
		results []conformance.Result
	}{{"Cases added", g.Added}, {"Cases removed", g.Removed}} {
		if len(list.results) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n#### %s: %d\n\n|%s\n|%s\n|%s\n", list.heading, len(list.results),
			cellHeads(), strings.Repeat("--:|", len(conformance.Cells())), cellCounts(Count(list.results)))
		failed := slices.DeleteFunc(slices.Clone(list.results), func(r conformance.Result) bool { return !r.Cell.Failed() })
		if len(failed) > 0 {
			b.WriteString("\n| failing case | duty | result | message |\n|---|---|---|---|\n")
		}
		for i, r := range failed {
			if i == maxListed || b.Len() > maxComment {
				fmt.Fprintf(&b, "\n… and %d more\n", len(failed)-i)
				break
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", code(r.ID), plainWord(string(r.Duty)),
				Verdict{Outcome: r.Outcome, Cell: r.Cell}, code(r.Message))
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// String returns the cell, with the outcome if the cell doesn't imply it.
func (v Verdict) String() string {
	if string(v.Cell) == string(v.Outcome) {
		return string(v.Cell)
	}
	return fmt.Sprintf("%s (%s)", v.Cell, v.Outcome)
}
