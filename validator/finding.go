package validator

import (
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// Quote makes text from a file, or the name of a file, fit for a terminal, a log or a report. It
// keeps printable characters and shows every other one, and each byte of invalid UTF-8, as a Python
// escape: \x1b, \u202e. Text over 200 characters is cut and its length stated.
func Quote(s string) string { return text.Quote(s) }

// Finding is one violation.
type Finding struct {
	Rule    spec.ID
	Message string // what was found and what was expected; fit for a terminal
	Offset  int64  // first byte concerned
	Length  int64  // bytes concerned; 0 for a place between two bytes, and for missing ones: the end of the file
	Base    Base   // what the offset counts from
	Pointer string // place in the header, as a JSON pointer: "/descr/1/0", "/shape/2"

	Array      int    // number of the array (clause npy-7.2): 2 for the second; 0 for the first and the file
	Member     int    // index in Report.Members, or NoMember; also for a member that the report doesn't list
	MemberName string // as in the archive, decoded; it needs quoting. "" for an array, and for the archive itself

	Import string // module, a dot, and name of the import that it is about, cut as in Report.Imports; it needs quoting

	Remedy bool // the message says what to do about this file, so that it needs no help besides

	// Unseen means that a reader of arrays may never see it: it is in a member that the directory doesn't list, in a
	// value that only its local header has (clause npz-1.5), in a bare pickle (clause npz-5.5), under a name that
	// doesn't end in .npy (clause npz-5.2), or in an array after the first (clause npy-7.2).
	Unseen bool

	Excerpt Excerpt
}

// Severity returns the severity of the rule.
func (f Finding) Severity() spec.Severity { return f.Rule.Rule().Level.Severity() }

// Duty returns what the finding requires of a reader: the duty of the rule, but at most Either if it is unseen
// (clauses npy-7.2, npz-1.5, npz-5.2 and npz-5.5).
func (f Finding) Duty() spec.Duty { return owed(f.Rule, f.Unseen) }

func owed(rule spec.ID, unseen bool) spec.Duty {
	duty := rule.Rule().Reader
	if unseen {
		duty = min(duty, spec.Either)
	}
	return duty
}

// Kind returns the kind of the rule: what it protects.
func (f Finding) Kind() spec.Kind { return f.Rule.Rule().Kind }
