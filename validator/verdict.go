package validator

import (
	"iter"
	"strings"

	"github.com/npycheck/npycheck/internal/outcome"
	"github.com/npycheck/npycheck/spec"
)

// Format is the format that a file turned out to have.
type Format string

// The formats.
const (
	Npy     Format = "npy"
	Npz     Format = "npz"
	Unknown Format = "unknown"
)

// FormatOf returns the format that the suffix of a file's name promises, in lower or upper case, or Unknown.
func FormatOf(name string) Format {
	switch {
	case hasSuffixFold(name, ".npy"):
		return Npy
	case hasSuffixFold(name, ".npz"):
		return Npz
	}
	return Unknown
}

// hasSuffixFold is strings.HasSuffix, ignoring case.
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
	Arrays   []*Array        // all of them in order, including Array, if there are several; else none
	Members  []Member        // of an .npz file, in the order of its directory
	Findings []Finding       // those of the archive, then those of each member; ordered by offset, length and rule
	Omitted  map[spec.ID]int // number of findings beyond Options.MaxFindings, by rule
	Unseen   map[spec.ID]int // those of Omitted that readers may never see: see Finding.Unseen

	// Followed has findings that aren't among Findings because they follow from an error that is: for example, the
	// faults inside a member with a wrong checksum. Whoever ignores the error has to look at these.
	Followed []Finding

	// Imports lists what the pickle of an object array imports, in the order of the file, and ImportsOmitted counts
	// those beyond the first 1000; dangerous ones replace others in the list. A list of harmless imports is not a
	// promise that loading the file is safe.
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

// OK reports whether the check reached the end without an error of any kind. A conforming file with a pickle that runs
// a command isn't OK.
func (r *Report) OK() bool {
	var worst spec.Severity
	for id := range r.broken() {
		worst = max(worst, id.Rule().Level.Severity())
	}
	return outcome.Of(r.Incomplete == "", worst, spec.Error) == outcome.OK
}

// Duty returns what is required of a reader: the strictest duty among the file's findings, listed or not.
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
