package fix

import (
	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Outlook is what npycheck fix does about the findings of a file.
type Outlook map[place]remedy.Fix

// place is where a finding is, and what it is about: no two of a file have the same.
type place struct {
	rule           spec.ID
	offset, length int64
	member, array  int
	base           validator.Base
	pointer        string
}

func placeOf(f *validator.Finding) place {
	return place{
		rule: f.Rule, offset: f.Offset, length: f.Length, member: f.Member, array: f.Array, base: f.Base, pointer: f.Pointer,
	}
}

// Of returns what fix does about a finding of the file.
func (o Outlook) Of(f *validator.Finding) remedy.Fix { return o[placeOf(f)] }

// Outlook returns what the plan for a file does about its findings: without further flags, and with those that the plan
// was asked about.
func (p *Plan) Outlook() Outlook {
	o := Outlook{}
	for i := range p.Left {
		if l := &p.Left[i]; l.Fix != 0 {
			o[placeOf(&l.Finding)] = l.Fix
		}
	}
	if p.Changes() {
		for i := range p.Fixed {
			o[placeOf(&p.Fixed[i])] = remedy.Fixed
		}
	}
	return o
}
