package report

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Summary counts what a run found. As JSON it is the object "summary" of the schema.
type Summary struct {
	Files         int64 `json:"files"` // the sum of the three that follow
	Conforming    int64 `json:"conforming"`
	Nonconforming int64 `json:"nonconforming"`
	Unreadable    int64 `json:"unreadable"`

	// The findings that the policy shows, those that are only counted included.
	Error   int64 `json:"error"`
	Warning int64 `json:"warning"`
	Note    int64 `json:"note"`

	Known       int64 `json:"known,omitempty"`                  // findings that the baseline knows, which are not counted above
	Unverified  int64 `json:"checksums_not_verified,omitempty"` // archives whose checksums were not compared
	Links       int64 `json:"links_not_followed,omitempty"`     // in folders
	Others      int64 `json:"other_files,omitempty"`            // files in folders whose names have other suffixes, which were not checked
	Interrupted bool  `json:"interrupted,omitempty"`            // there were more files
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
		s.Unreadable++
	}
	for i := range f.Findings {
		*s.findings(f.Findings[i].Severity)++
	}
	for _, o := range f.Omitted {
		*s.findings(o.Severity) += int64(o.Count)
	}
	s.Known += int64(f.Known)
	if f.Unverified {
		s.Unverified++
	}
}

// Merge adds the counts of another part of the run.
func (s *Summary) Merge(t Summary) {
	s.Files += t.Files
	s.Conforming += t.Conforming
	s.Nonconforming += t.Nonconforming
	s.Unreadable += t.Unreadable
	s.Error += t.Error
	s.Warning += t.Warning
	s.Note += t.Note
	s.Known += t.Known
	s.Unverified += t.Unverified
	s.Links += t.Links
	s.Others += t.Others
	s.Interrupted = s.Interrupted || t.Interrupted
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
