package report

import (
	"strings"
	"time"

	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/internal/outcome"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// File is a report's content on one file. As JSON it is the object "file" of the schema.
type File struct {
	Path  string // the name of the input
	Stdin bool   // it is standard input

	Size     int64     // bytes; -1 if unknown
	Modified time.Time // when its content changed last, if somebody asked for it; zero if nobody knows

	ETag string // of a file of a server; "" if there is none

	// InEveryShard means that the report of every shard has the file, because it can't be opened and may stand for
	// several.
	InEveryShard bool

	Format  validator.Format
	Outcome outcome.Outcome    // as Decide has it
	Verdict validator.Verdict  // a property of the file, whatever the policy is
	Array   *validator.Array   // nil for an archive, and when the header can't be understood
	Arrays  []*validator.Array // all of them, if several follow each other; nil for one that can't be understood
	Members []validator.Member // of an archive, in the order of its directory

	Findings []Finding // those that the policy shows
	Omitted  []Omitted // further ones, in the order of their rules
	Known    int       // number of those that the baseline knows, which are in neither

	Imports        []validator.Import // of the pickles
	ImportsOmitted int                // number of further ones

	Load []validator.Load // how np.load reads it, where its path isn't enough; whatever the policy is

	SHA256 string // of the file with findings, in hexadecimal, if somebody asked for it and it can be read again

	Trees *inspect.Trees // what is in the Python objects, if somebody asked for it

	// FixUnknown means that nobody knows what npycheck fix does about the findings: it was not planned, since the file is
	// on a server, in a pipe, or large.
	FixUnknown bool

	Err        error // why the file was not checked, or not to its end
	Unverified bool  // it is an archive, and its checksums were not compared

	// Of a file that was read from a report:
	json    []byte
	saidOK  bool       // json has that it is ok
	array   *arrayJSON // or nil
	members int        // number of them
}

// Silent reports whether a file has nothing to report but its verdict.
func (f *File) Silent() bool { return len(f.Findings) == 0 && len(f.Omitted) == 0 && f.Err == nil }

// Brief returns f without its list of arrays, its members and its imports, which may be very many.
func (f *File) Brief() *File {
	b := *f
	b.Arrays, b.Members, b.Imports = nil, nil, nil
	return &b
}

// Finding is a finding at the severity that the policy gives it, in place of that of the rule. As JSON it is the
// object "finding" of the schema.
type Finding struct {
	validator.Finding
	Severity spec.Severity
	Fix      remedy.Fix // what npycheck fix does about it in this file
}

// needed returns what npycheck fix does about a finding, or 0 for a note, which needs no action.
func (f *Finding) needed() remedy.Fix {
	if f.Severity <= spec.Note {
		return 0
	}
	return f.Fix
}

// Omitted are findings of a rule that are only counted, at the severity that the policy gives them. As JSON it is
// the object "omitted" of the schema.
type Omitted struct {
	Rule     spec.ID       `json:"rule"`
	Severity spec.Severity `json:"severity"`
	Count    int           `json:"count"`
}

// unsaid returns why the file was not checked, or not to its end. It is "" if a finding says it already that is listed,
// as those of a severity or above are.
func (f *File) unsaid(listed spec.Severity) string {
	if f.Err == nil || f.limit(listed) != 0 {
		return ""
	}
	return ErrorText(f.Err)
}

// limit returns the rule of the finding, of a severity or above, that says why the file was not checked to its end, or
// 0: a limit that ends a check is a finding.
func (f *File) limit(listed spec.Severity) spec.ID {
	if f.Err == nil {
		return 0
	}
	why := ErrorText(f.Err)
	for i := range f.Findings {
		found := &f.Findings[i]
		rule := found.Rule.Rule()
		if found.Severity >= listed && rule.Kind == spec.Limit && rule.Level == spec.Must && strings.HasSuffix(why, found.Message) {
			return found.Rule
		}
	}
	return 0
}

// arrayJSON has the parts of an array that formats other than JSON show.
type arrayJSON struct {
	DType string  `json:"dtype"`
	Shape []int64 `json:"shape"`
}
