package pickle

import (
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

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
