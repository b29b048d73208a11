package pickle

import (
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
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

// objection is what is wrong with an opcode: a message about a rule, or a misfit whose description begins with it.
type objection struct {
	rule   spec.ID
	format string
	args   []any
	misfit *misfit
}

// misfit is what is wrong with a value: what it is and what was expected, or that it is unknown.
type misfit struct {
	path string // from the state to the value: "state.pos"
	got  string
	want string
	lost bool // the value was dropped, so that it can't be compared
	mute bool // the origin of the value has a finding already
}

func joined(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// frames reports whether a pickle keeps to its protocol and its frames.
type frames struct {
	*place
	newer  bool  // an opcode newer than the protocol was reported
	end    int64 // where the frame ends, 0 outside of frames
	failed bool  // a frame was reported
}

// checkProtocol reports the first opcode that is newer than the protocol (clause npy-8.5). Without
// PROTO the protocol is 0 or 1.
func (f *frames) checkProtocol() {
	if f.protocol == 0 && f.op.proto == 1 {
		f.protocol = 1
		return
	}
	f.newer = true
	f.fault(spec.PickleProtocol, "%s needs protocol %d, but the pickle has protocol %d", f.op.name, f.op.proto, f.protocol)
}

// setProtocol does what PROTO does.
func (f *frames) setProtocol(n int64) {
	switch {
	case n < int64(f.op.proto):
		f.newer = true // whatever follows
		f.fault(spec.PickleProtocol, "PROTO says protocol %d, expected 2 or more", n)
	case n > highestProtocol:
		f.fault(spec.PickleProtocol, "pickle has protocol %d, expected at most %d", n, highestProtocol)
	case f.ops > 1:
		f.fault(spec.PickleProtocol, "PROTO is opcode %d of the pickle, expected it first and only once", f.ops)
	}
	f.protocol = uint8(min(n, highestProtocol))
}

// frame begins a frame of n bytes (clause npy-8.6).
func (f *frames) frame(n int64) {
	if f.failed {
		return
	}
	const smallest = 4
	switch {
	case f.end > 0:
		f.fail("FRAME inside a frame that ends at offset %d", f.end)
	case n < smallest:
		f.fail("frame has %s, expected at least %d", text.Count(n, "byte"), smallest)
	case n > 1<<62:
		f.fail("frame has 2^62 bytes or more")
	default:
		f.end = f.at + n
	}
}

// fail reports a frame. Later frames aren't reported: their positions are uncertain.
func (f *frames) fail(format string, args ...any) {
	f.failed, f.end = true, 0
	f.fault(spec.PickleFrame, format, args...)
}

// pass checks where an opcode ends.
func (f *frames) pass() {
	if f.end == 0 || f.at < f.end || f.done {
		return
	}
	if f.at > f.end && !f.failed {
		f.fail("%s extends %s past the end of its frame", f.op.name, text.Count(f.at-f.end, "byte"))
	}
	f.end = 0
}

// stop checks where STOP ends (clause npy-8.6).
func (f *frames) stop(end int64) {
	if f.end > f.at && !f.failed {
		f.report(spec.PickleFrame, end-1, 1, "pickle ends %s before its frame", text.Count(f.end-f.at, "byte"))
	}
}
