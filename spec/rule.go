package spec

import (
	"fmt"
	"strings"
)

// Level is the strength of the requirement that a rule checks, in the words of RFC 2119.
type Level uint8

// The levels, weakest first, so that they compare.
const (
	May    Level = iota + 1 // an observation: nothing is wrong
	Should                  // a writer has a reason to deviate, or made a harmless mistake
	Must                    // no conforming writer does this
)

func (l Level) String() string { return [...]string{"", "MAY", "SHOULD", "MUST"}[l] }

// Severity returns how a finding of this level is reported.
func (l Level) Severity() Severity { return Severity(l) }

// Severity is how severe a finding is. It follows from the level of its rule.
type Severity uint8

// The severities, weakest first, so that they compare.
const (
	Note    = Severity(May)
	Warning = Severity(Should)
	Error   = Severity(Must)
)

func (s Severity) String() string { return [...]string{"", "note", "warning", "error"}[s] }

// MarshalText returns the name of the severity.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets the severity to the one with the given name.
func (s *Severity) UnmarshalText(name []byte) error {
	for severity := Note; severity <= Error; severity++ {
		if severity.String() == string(name) {
			*s = severity
			return nil
		}
	}
	return fmt.Errorf("unknown severity %q", name)
}

// Kind says what a rule protects.
type Kind uint8

// The kinds of rules. Only an error of kind Conformance makes a file nonconforming.
const (
	Conformance Kind = iota + 1 // the format itself
	Limit                       // a resource bound of NumPy, of Python or of npycheck
	Security                    // harm that a conforming file can do to its reader
	Portability                 // a conforming file that means different things on different machines
)

func (k Kind) String() string {
	return [...]string{"", "conformance", "limit", "security", "portability"}[k]
}

// Duty is what a reader must do with a file that breaks a rule and no other.
type Duty uint8

// The duties, mildest first: the duty for a file is the largest among its findings.
const (
	Accept Duty = iota + 1 // read it correctly
	Either                 // read it correctly or reject it
	Reject                 // reject it
)

func (d Duty) String() string { return [...]string{"", "accept", "either", "reject"}[d] }

// Rule is one requirement of the format in checkable form.
type Rule struct {
	ID     ID
	Name   string // "<area>-<defect>" in kebab case; never reused
	Level  Level
	Kind   Kind
	Reader Duty
	Clause string // the clause that it enforces: "npy-4.2"
	Title  string // one line, lower case, no period
	Doc    string // why the rule exists, who writes such files, what readers do with them
	Owner  string // what to do with such a file: it never says to change what damage may have changed
	Author string // what to change in the program that wrote it; "" if nothing is wrong
	Fix    FixNote
	Since  string // the npycheck version that first had the rule
}

// Area returns the first word of the rule's name, which also names the folder of the corpus.
func (r Rule) Area() string {
	area, _, _ := strings.Cut(r.Name, "-")
	return area
}
