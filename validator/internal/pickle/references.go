package pickle

import "github.com/npycheck/npycheck/spec"

// hold makes a value part of n. A complete value is known; one that is still on the stack where it was made, such as a
// list that will contain itself, is recorded as open. hold reports whether v was part of a value already, and is not
// open.
func (n *node) hold(v *value) bool {
	m := v.node
	if m == nil {
		return false
	}
	again := m.shared || m.held && !v.home && !m.home
	m.held = true
	for _, open := range []*node{m, m.opens} {
		if open != nil && open != n && open.home && (n.opens == nil || !n.opens.home || open.born < n.opens.born) {
			n.opens = open
		}
	}
	return again
}

// numberSpan is a range of the numbers of values that can be changed.
type numberSpan struct{ first, last uint32 }

// references tracks which values hold others that are not complete.
type references struct {
	*place
	born    uint32          // values so far that can be changed
	cyclic  bool            // a value was changed where it was made after it was made part of another
	stale   numberSpan      // values that were dropped may hold these before their end
	watched map[uint32]bool // memo slots of values that were dropped and referred to, and can still be changed
}

// referred records that a value gets another holder. If it contains a value that was still open, and that one is
// changed later, every holder is larger than was counted.
func (r *references) referred(v *value) {
	opens := v.node.opens
	if v.kind == kindLost {
		r.outdate(0) // which it holds is not known
	}
	switch {
	case v.kind == kindLost && r.cyclic:
		r.fault(spec.PickleLateChange, "%s refers to a value that npycheck no longer keeps and that held an incomplete one", r.op.name)
	case opens == nil || opens == v.node:
	case opens.home:
		r.outdate(opens.born)
	case r.cyclic:
		r.fault(spec.PickleLateChange, "%s refers again to a value that contains itself", r.op.name)
	}
}

// changes reports a change to a value that is already part of another, whose size and depth are then out of date
// (clause npy-8.11). A list that contains itself is changed on the stack where it was made, by values made after it.
func (r *references) changes(target *value) {
	n := target.node
	r.cyclic = r.cyclic || n.held && target.home
	switch {
	case n.held && !target.home:
	case n.held && r.stale.first <= n.born && n.born <= r.stale.last:
	case target.home && target.slot > 0 && r.watched[target.slot]:
	default:
		return
	}
	r.fault(spec.PickleLateChange, "%s changes %v that is already part of another value", r.op.name, target)
}

// dropped records that a value was taken off the stack that may hold incomplete ones: it can come back from the memo
// after those have changed.
func (r *references) dropped(v *value) {
	if v.node == nil || v.node.opens == nil || !v.node.opens.home {
		return
	}
	r.outdate(v.node.opens.born)
}

// outdate records that values from number first on must not be changed any more where they are held.
func (r *references) outdate(first uint32) {
	if r.stale.last > 0 {
		first = min(first, r.stale.first)
	}
	r.stale = numberSpan{first, r.born}
}

// watch records a reference to a value that was dropped and may not be complete.
func (r *references) watch(slot int64) {
	const most = 1 << 10
	if len(r.watched) == most {
		r.lose("a reference to an incomplete value")
		return
	}
	if r.watched == nil {
		r.watched = make(map[uint32]bool)
	}
	r.watched[uint32(slot+1)] = true
}
