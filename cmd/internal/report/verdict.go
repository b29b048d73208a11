package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/internal/outcome"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// Levels are the severities from which on a report for people lists findings, and from which on they fail a run.
type Levels struct {
	Show   spec.Severity // findings below it are only counted, unless they fail a run; 0 is Warning
	FailOn spec.Severity // as Policy.FailOn

	// Single means that the user named one file, and so wants to know how to load it: findings that say so are listed,
	// whatever their severity is.
	Single bool
}

// Shown returns the lowest severity of findings that are listed.
func (l Levels) Shown() spec.Severity {
	return min(cmp.Or(l.Show, spec.Warning), cmp.Or(l.FailOn, spec.Error))
}

// outcomeWord returns the first word of the last line for people: a failure has to be seen at the end of a long log.
func outcomeWord(o outcome.Outcome) string {
	switch o {
	case outcome.OK:
		return "ok"
	case outcome.Failed:
		return "FAILED"
	}
	return "incomplete"
}

// verdict says in a line, after the outcome, what was found, what is hidden and what was not looked at.
func (l Levels) verdict(s Summary) string {
	parts := []string{}
	add := func(n int64, format string, args ...any) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	if s.Missing != "" {
		add(1, "%s missing", s.Missing)
	}
	if s.Interrupted {
		add(1, "interrupted after %s", text.Count(s.Files, "file"))
	}
	add(s.NotChecked, "%s not checked", ofFiles(s.NotChecked, s.Files))
	listed, hidden, least := l.counts(s)
	switch {
	case listed != "" && l.FailOn == Never && s.Error > 0:
		add(1, "%s in %s (--fail-on never)", listed, ofFiles(l.files(s), s.Files))
	case listed != "":
		add(1, "%s in %s", listed, ofFiles(l.files(s), s.Files))
	case s.NotChecked == 0 && !s.Interrupted:
		add(1, "%s, %s", text.Count(s.Files, "file"), l.none(hidden != ""))
	}
	if hidden != "" {
		add(1, "%s hidden (--show %s)", hidden, least)
	}
	parts = append(parts, s.loads.parts(s.Files)...)
	add(s.Known, "%d known to the baseline", s.Known)
	add(s.Excused, "%s", s.excused())
	add(s.Stale, "%s", s.stale())
	add(s.Unverified, "checksums of %s not verified (--depth full)", text.Count(s.Unverified, "archive"))
	add(s.Links, "%s not followed (--follow)", text.Count(s.Links, "link"))
	add(s.Others, "%s skipped", text.Count(s.Others, "other file"))
	add(s.Excluded, "%s skipped by default (--no-default-excludes)", text.Count(s.Excluded, "folder"))
	return strings.Join(parts, "; ")
}

// files returns the number of files with findings that are listed.
func (l Levels) files(s Summary) int64 {
	if l.Single {
		return s.Files
	}
	return s.filesFrom(l.Shown())
}

// lists reports whether a finding is listed.
func (l Levels) lists(f *File, found *Finding) bool {
	return found.Severity >= l.Shown() || l.Single && f.helpsToLoad(found)
}

// counts spells the numbers of findings that are listed and of those that aren't, and returns the lowest severity of
// the latter.
func (l Levels) counts(s Summary) (listed, hidden string, least spec.Severity) {
	var in, out []string
	for severity := spec.Error; severity >= spec.Note; severity-- {
		shown, n := int64(0), *s.findings(severity)
		switch {
		case severity >= l.Shown():
			shown = n
		case l.Single:
			shown = s.Loading[severity]
		}
		if shown > 0 {
			in = append(in, text.Count(shown, severity.String()))
		}
		if n > shown {
			out, least = append(out, text.Count(n-shown, severity.String())), severity
		}
	}
	return strings.Join(in, ", "), strings.Join(out, ", "), least
}

// stale counts the entries of the baseline that fail the run.
func (s *Summary) stale() string {
	if s.Stale == 1 {
		return "1 stale entry in the baseline"
	}
	return fmt.Sprintf("%d stale entries in the baseline", s.Stale)
}

// excused says that files don't conform although no error says so.
func (s *Summary) excused() string {
	their, why := "their", "ignored or lowered by --ignore, --only, --severity or the configuration file"
	if s.Excused == 1 {
		their = "its"
	}
	if s.Known > 0 {
		why = "known, ignored or lowered"
	}
	return fmt.Sprintf("%s nonconforming, %s errors %s", text.Count(s.Excused, "file"), their, why)
}

// none says that nothing is listed, while other findings may be hidden.
func (l Levels) none(hidden bool) string {
	switch {
	case !hidden:
		return "no findings"
	case l.Shown() == spec.Error:
		return "no errors"
	}
	return "no errors or warnings"
}

// ofFiles spells how many of all files something is about: "2 of 8 files", "8 files".
func ofFiles(n, all int64) string {
	if n == all {
		return text.Count(all, "file")
	}
	return fmt.Sprintf("%d of %s", n, text.Count(all, "file"))
}
