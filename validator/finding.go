package validator

import (
	"github.com/npycheck/npycheck/internal/quote"
	"github.com/npycheck/npycheck/spec"
)

// Quote makes text from a file, or the name of a file, fit for a terminal, a log or a report. It
// keeps printable characters and shows every other one, and each byte of invalid UTF-8, as an
// escape of Python: \x1b, \u202e. Text over 200 characters is cut and its length stated.
func Quote(s string) string { return quote.String(s) }

// Finding is one violation.
type Finding struct {
	Rule    spec.ID
	Message string // what was got and what was wanted; fit for a terminal
	Offset  int64  // first byte concerned
	Length  int64  // bytes concerned; 0 for a place between two bytes, and for missing ones: the end of the file
	Base    Base   // what the offset counts from
	Pointer string // place in the header, as a JSON pointer: "/descr/1/0", "/shape/2"

	Array      int    // which of several arrays in a row it is about (clause npy-7.2): 2 for the second; 0 for the first and the file
	Member     int    // index in Report.Members, or NoMember; also for a member that the report doesn't list
	MemberName string // as the archive has it, decoded: it needs quoting. "" for an array, and for the archive itself

	Import string // module, a dot, and name of the import that it is about, cut as in Report.Imports; it needs quoting

	// Unseen says that a reader of arrays need not come across it: it is in a member that the directory doesn't list, or
	// in what only its local header says (clause npz-1.5), in a bare pickle (clause npz-5.5), under a name that doesn't
	// end in .npy (clause npz-5.2), or in an array after the first (clause npy-7.2).
	Unseen bool

	Excerpt Excerpt
}

// Severity returns the severity of the rule.
func (f Finding) Severity() spec.Severity { return f.Rule.Rule().Level.Severity() }

// Duty returns what a reader owes the file for the finding: the duty of the rule, but for what is unseen no more
// than Either (clauses npy-7.2, npz-1.5, npz-5.2 and npz-5.5).
func (f Finding) Duty() spec.Duty { return owed(f.Rule, f.Unseen) }

func owed(rule spec.ID, unseen bool) spec.Duty {
	duty := rule.Rule().Reader
	if unseen {
		duty = min(duty, spec.Either)
	}
	return duty
}

// Kind returns what the rule protects that the finding names.
func (f Finding) Kind() spec.Kind { return f.Rule.Rule().Kind }
