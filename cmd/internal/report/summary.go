package report

import (
	"encoding/json"

	"github.com/npycheck/npycheck/internal/outcome"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Summary counts what a run found. As JSON it is the object "summary" of the schema.
type Summary struct {
	OK            bool  `json:"ok"`    // that the Outcome is outcome.OK
	Files         int64 `json:"files"` // the sum of the three that follow
	Conforming    int64 `json:"conforming"`
	Nonconforming int64 `json:"nonconforming"`
	NotChecked    int64 `json:"not_checked"`
	Bytes         int64 `json:"bytes"` // of those whose size is known

	// The findings that the policy shows, those that are only counted included.
	Error   int64 `json:"error"`
	Warning int64 `json:"warning"`
	Note    int64 `json:"note"`

	Rules map[spec.ID]int64 `json:"rules,omitempty"` // the same findings, by rule

	Known       int64 `json:"known,omitempty"`                  // findings that the baseline knows, which are not counted above
	Stale       int64 `json:"stale_entries,omitempty"`          // entries of the baseline without a finding, if they fail the run
	Unverified  int64 `json:"checksums_not_verified,omitempty"` // archives whose checksums were not compared
	Links       int64 `json:"links_not_followed,omitempty"`     // in folders
	Others      int64 `json:"other_files,omitempty"`            // files in folders whose names have other suffixes, which were not checked
	Excluded    int64 `json:"skipped_folders,omitempty"`        // by their names, such as .git and node_modules
	Interrupted bool  `json:"interrupted,omitempty"`            // there were more files

	Outcome outcome.Outcome `json:"-"` // as Decide has it

	// What the last line for people says besides:
	Worst   [spec.Error + 1]int64 `json:"-"` // files by the severity of their worst finding
	Excused int64                 `json:"-"` // nonconforming files whose errors are ignored, lowered or known
	Fixable Fixable               `json:"-"` // findings by what npycheck fix does about them
	Loading [spec.Error + 1]int64 `json:"-"` // findings by severity that help to load a file
	loads   loadGroups            // files for which np.load(path) isn't enough
	Missing string                `json:"-"` // of merged reports, the shards without one: "shard 2 of 3 is"; "" if there is none

	// Names is the SHA-256, in hexadecimal, of the names of all files that there were to check, those of other shards
	// included, in their order and each with a NUL after it. It is "" if they are not known to the last.
	Names string `json:"names_sha256,omitempty"`

	// Keys is, of a shard, the SHA-256 of what decides which shard has which file: in the order of the names, for a file
	// of a list a NUL, and for any other what its shard is chosen by, with a NUL after it. The same names can be spread
	// over shards in several ways, as those of data and of data/*.
	Keys string `json:"shard_keys_sha256,omitempty"`
}

// UnmarshalJSON reads a summary, also one of a report in which not_checked was unreadable.
func (s *Summary) UnmarshalJSON(text []byte) error {
	type summary Summary
	old := struct {
		*summary
		Unreadable int64 `json:"unreadable"`
	}{summary: (*summary)(s)}
	if err := json.Unmarshal(text, &old); err != nil {
		return err
	}
	s.NotChecked += old.Unreadable
	return nil
}

// Decide sets the outcome of a run that has come to its end, as the policy with that FailOn has it. Each change of the
// counts needs another decision.
func (s *Summary) Decide(failOn spec.Severity) {
	var worst spec.Severity
	switch {
	case s.Stale > 0:
		worst = Never // no level keeps them from failing a run
	case s.Error > 0:
		worst = spec.Error
	case s.Warning > 0:
		worst = spec.Warning
	case s.Note > 0:
		worst = spec.Note
	}
	s.Outcome = outcome.Of(s.NotChecked == 0 && !s.Interrupted && s.Missing == "", worst, failOn)
	s.OK = s.Outcome == outcome.OK
}

// Decide sets the outcome to that of a run in which f is the only file, and whose policy has that FailOn.
func (f *File) Decide(failOn spec.Severity) {
	var s Summary
	s.Add(f)
	s.Decide(failOn)
	f.Outcome = s.Outcome
}

// Add counts a file.
func (s *Summary) Add(f *File) {
	s.Files++
	switch f.Verdict {
	case validator.Conforming:
		s.Conforming++
	case validator.Nonconforming:
		s.Nonconforming++
	default:
		s.NotChecked++
	}
	s.Bytes += max(f.Size, 0)
	var worst spec.Severity
	broken := false
	count := func(rule spec.ID, severity spec.Severity, n int64) {
		s.count(rule, severity, n)
		worst = max(worst, severity)
		broken = broken || severity == spec.Error && rule.Rule().Level == spec.Must && rule.Rule().Kind == spec.Conformance
	}
	for i := range f.Findings {
		count(f.Findings[i].Rule, f.Findings[i].Severity, 1)
		if f.helpsToLoad(&f.Findings[i]) {
			s.Loading[f.Findings[i].Severity]++
		}
	}
	for _, o := range f.Omitted {
		count(o.Rule, o.Severity, int64(o.Count))
	}
	s.Fixable.add(f)
	if worst > 0 {
		s.Worst[worst]++
	}
	if f.Verdict == validator.Nonconforming && !broken {
		s.Excused++
	}
	if len(f.Load) > 0 {
		s.loads.add(groupLoads(displayPath(f), f.Load))
	}
	s.Known += int64(f.Known)
	if f.Unverified {
		s.Unverified++
	}
}

// Merge adds the counts of another part of the run. It leaves Names and Keys as they are.
func (s *Summary) Merge(t Summary) {
	s.Files += t.Files
	s.Conforming += t.Conforming
	s.Nonconforming += t.Nonconforming
	s.NotChecked += t.NotChecked
	s.Bytes += t.Bytes
	s.Error += t.Error
	s.Warning += t.Warning
	s.Note += t.Note
	for severity, n := range t.Worst {
		s.Worst[severity] += n
	}
	s.Fixable.merge(t.Fixable)
	for rule, n := range t.Rules {
		s.countRule(rule, n)
	}
	s.Excused += t.Excused
	for severity, n := range t.Loading {
		s.Loading[severity] += n
	}
	s.loads.add(t.loads)
	s.Known += t.Known
	s.Stale += t.Stale
	s.Unverified += t.Unverified
	s.Links += t.Links
	s.Others += t.Others
	s.Excluded += t.Excluded
	s.Interrupted = s.Interrupted || t.Interrupted
}

// count counts n findings.
func (s *Summary) count(rule spec.ID, severity spec.Severity, n int64) {
	*s.findings(severity) += n
	s.countRule(rule, n)
}

// filesFrom returns the number of files with findings of a severity or above.
func (s *Summary) filesFrom(severity spec.Severity) (n int64) {
	for ; severity <= spec.Error; severity++ {
		n += s.Worst[severity]
	}
	return n
}

// findings returns the number of findings with a severity.
func (s *Summary) findings(severity spec.Severity) *int64 {
	switch severity {
	case spec.Note:
		return &s.Note
	case spec.Warning:
		return &s.Warning
	}
	return &s.Error
}

func (s *Summary) countRule(rule spec.ID, n int64) {
	if s.Rules == nil {
		s.Rules = make(map[spec.ID]int64)
	}
	s.Rules[rule] += n
}
