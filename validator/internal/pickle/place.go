package pickle

import (
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// place is where a walk is, with the findings so far. Everything that reports something shares it.
type place struct {
	faults   finding.List
	begin    int64 // offset of the pickle
	start    int64 // of the opcode
	at       int64 // of the next byte
	op       *opcode
	ops      int64 // opcodes up to this one
	done     bool  // the walk is over
	protocol uint8
	limit    string // why not everything was checked
	headed   bool   // there is a header to agree with
}

// report adds a finding about n bytes.
func (p *place) report(rule spec.ID, at, n int64, format string, args ...any) {
	p.faults.Addf(rule, at, n, "", format, args...)
}

// fault adds a finding about the opcode.
func (p *place) fault(rule spec.ID, format string, args ...any) {
	p.report(rule, p.start, p.at-p.start, format, args...)
}

// malformed ends the walk with a finding about the opcode.
func (p *place) malformed(format string, args ...any) {
	p.done = true
	p.report(spec.PickleMalformed, p.start, p.at-p.start, format, args...)
}

// giveUp ends the walk at a limit of npycheck.
func (p *place) giveUp(what string) {
	if !p.done {
		p.done = true
		p.limit = fmt.Sprintf("pickle has %s at offset %d; the rest was not checked", what, p.start)
	}
}

// lose records that the walk continues without something that it should have checked.
func (p *place) lose(what string) {
	p.fault(spec.PickleLateChange, "pickle has %s that npycheck no longer keeps", what)
}

// mutation reports an opcode that changes a value that it must not change.
func (p *place) mutation(target fmt.Stringer) {
	p.fault(spec.PickleMutation, "%s must not change %v", p.op.name, target)
}

// unfollowed reports a value that other values depend on and that was dropped, so that it wasn't checked.
func (p *place) unfollowed(format string, args ...any) {
	p.fault(spec.PickleLateChange, "%s was not checked: npycheck no longer keeps its parts", fmt.Sprintf(format, args...))
}

// misfitting reports what is wrong with a value of a state.
func (p *place) misfitting(m *misfit, format string, args ...any) {
	if m == nil || m.mute {
		return
	}
	what := fmt.Sprintf(format, args...)
	switch {
	case m.lost && m.path == "":
		p.unfollowed("%s", what)
	case m.lost:
		p.unfollowed("%s of the %s", m.path, what)
	case m.path == "" || strings.HasPrefix(m.got, "attribute") || strings.HasPrefix(m.got, "no attribute"):
		p.fault(spec.PickleState, "%s has %s, expected %s", what, m.got, m.want)
	default:
		p.fault(spec.PickleState, "%s has %s as %s, expected %s", what, m.got, m.path, m.want)
	}
}

// object reports an objection, if there is one.
func (p *place) object(o *objection) {
	switch {
	case o == nil:
	case o.misfit != nil:
		p.misfitting(o.misfit, o.format, o.args...)
	case o.rule == spec.PickleMalformed:
		p.malformed(o.format, o.args...)
	default:
		p.fault(o.rule, o.format, o.args...)
	}
}
