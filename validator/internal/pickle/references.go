package pickle

import "github.com/npycheck/npycheck/spec"

// hold makes a value part of n. What is complete by then is known; a value that still stands where it was
// made, such as a list that is to hold itself, is remembered as open. hold reports whether v was part of a
// value already, and is not open.
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

// references knows what values hold others that are not complete.
type references struct {
	*place
	born    uint32          // values so far that can be changed
	cyclic  bool            // a value was changed where it was made after it was made part of another
	stale   numberSpan      // values that were dropped may hold these before their end
	watched map[uint32]bool // memo slots of values that were let go and referred to, and can still be changed
}

// referred notes that a value gets another holder. If it holds one that stood open by then, and that one is
// changed after it was made part of it, whatever holds the value stands for more than was counted.
func (r *references) referred(v *value) {
	opens := v.node.opens
	if v.kind == kindLost {
		r.outdate(0) // which it holds is not known
	}
	switch {
	case v.kind == kindLost && r.cyclic:
		r.fault(spec.PickleNotFollowed, "%s refers to a value that npycheck didn't keep, and that held an incomplete one", r.op.name)
	case opens == nil || opens == v.node:
	case opens.home:
		r.outdate(opens.born)
	case r.cyclic:
		r.fault(spec.PickleNotFollowed, "%s refers again to a value that contains itself", r.op.name)
	}
}

// changes reports that a value is changed after it was made part of another, of which size, depth and
// hash are those of before (clause npy-8.11). A list that holds itself is changed on the stack where it
// was made, by all that was made after it.
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
	r.fault(spec.PickleNotFollowed, "%s changes %v, which is already part of another value", r.op.name, target)
}

// dropped notes that a value was taken off the stack that may hold others before their end: it can come
// back from the memo, and is not what it was by then.
func (r *references) dropped(v *value) {
	if v.node == nil || v.node.opens == nil || !v.node.opens.home {
		return
	}
	r.outdate(v.node.opens.born)
}

// outdate notes that values from number first on are not to be changed any more where they are held.
func (r *references) outdate(first uint32) {
	if r.stale.last > 0 {
		first = min(first, r.stale.first)
	}
	r.stale = numberSpan{first, r.born}
}

// watch notes a reference to a value that was let go and may not be complete.
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
