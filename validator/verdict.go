package validator

import (
	"iter"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// Format is what a file turned out to be.
type Format string

// The formats.
const (
	Npy     Format = "npy"
	Npz     Format = "npz"
	Unknown Format = "unknown"
)

// FormatOf returns the format that the name of a file promises by its suffix, in small letters or in capitals, or
// Unknown.
func FormatOf(name string) Format {
	switch {
	case hasSuffixFold(name, ".npy"):
		return Npy
	case hasSuffixFold(name, ".npz"):
		return Npz
	}
	return Unknown
}

// hasSuffixFold is strings.HasSuffix, but for the case of letters.
func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}

// Verdict is the answer for a whole file.
type Verdict string

// The verdicts.
const (
	Conforming    Verdict = "conforming"
	Nonconforming Verdict = "nonconforming"
	NotChecked    Verdict = "not-checked" // not checked, or not to its end
)

// Report is the result of checking one file. As JSON it is what AppendJSON appends, not what json.Marshal makes of it.
type Report struct {
	Format   Format
	Array    *Array          // of an .npy file, the first; nil when the header can't be understood
	Arrays   []*Array        // all of them in their order if several follow each other, as Array; else none
	Members  []Member        // of an .npz file, in the order of its directory
	Findings []Finding       // those of the archive, then those of each member; ordered by offset, length and rule
	Omitted  map[spec.ID]int // number of findings beyond Options.MaxFindings, by rule
	Unseen   map[spec.ID]int // those of Omitted that readers need not come across, as Finding.Unseen says

	// Followed has what is not among Findings because it follows from an error that is: what is wrong inside a
	// member with a wrong checksum, for example. Whoever passes over the error has to look at these.
	Followed []Finding

	// Imports lists what the pickle of an object array imports, in the order of the file, and ImportsOmitted counts those
	// beyond the first 1000, of which dangerous ones take the place of others. A list of harmless imports is not a promise
	// that loading the file is safe.
	Imports        []Import
	ImportsOmitted int

	Incomplete string // the limit that ended the check before the end of the file; "" for a file that was checked whole
}

// Verdict returns NotChecked for a check that didn't reach the end, Nonconforming for a file with an error of
// kind Conformance, and Conforming otherwise.
func (r *Report) Verdict() Verdict {
	if r.Incomplete != "" {
		return NotChecked
	}
	for id := range r.broken() {
		rule := id.Rule()
		if rule.Level == spec.Must && rule.Kind == spec.Conformance {
			return Nonconforming
		}
	}
	return Conforming
}

// Duty returns what a reader owes the file: the strictest duty among its findings, listed or not.
func (r *Report) Duty() spec.Duty {
	duty := spec.Accept
	for i := range r.Findings {
		duty = max(duty, r.Findings[i].Duty())
	}
	for id, n := range r.Omitted {
		duty = max(duty, owed(id, n == r.Unseen[id]))
	}
	return duty
}

// broken yields the rules that the file breaks, some of them more than once.
func (r *Report) broken() iter.Seq[spec.ID] {
	return func(yield func(spec.ID) bool) {
		for i := range r.Findings {
			if !yield(r.Findings[i].Rule) {
				return
			}
		}
		for id := range r.Omitted {
			if !yield(id) {
				return
			}
		}
	}
}
