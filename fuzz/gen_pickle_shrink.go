package fuzz

import "slices"

// Shrink returns a smaller file of which keep holds, or the file itself. It asks at most so many times.
func (m *Made) Shrink(tries int, keep func([]byte) bool) []byte {
	render := func() []byte {
		g := newGen(newSource(nil))
		return append(slices.Clone(m.header), newPickleWriter(g, m.protocol, false).pickle(m.root)...)
	}
	best := m.Content
	good := func() bool {
		tries--
		content := render()
		if tries < 0 || !keep(content) {
			return false
		}
		best = content
		return true
	}
	if !good() {
		return best
	}
	for changed := true; changed && tries > 0; {
		changed = false
		var slots []**node
		walk(m.root, func(slot **node) { slots = append(slots, slot) })
		for _, slot := range slots {
			old := *slot
			if old.kind == nodeNone {
				continue
			}
			for _, smaller := range append([]*node{none()}, old.parts()...) {
				*slot = smaller
				if good() {
					changed = true
					break
				}
				*slot = old
			}
		}
		for _, slot := range slots {
			changed = (*slot).drop(good) || changed
		}
	}
	return best
}

// parts returns the objects and collections that the node holds.
func (n *node) parts() []*node {
	var parts []*node
	for _, slot := range n.slots() {
		if k := (*slot).kind; k >= nodeTuple && k != nodeGlobal && len(parts) < 8 {
			parts = append(parts, *slot)
		}
	}
	return parts
}

// drop leaves out the items of a collection that good holds without, and reports whether there are any.
func (n *node) drop(good func() bool) (dropped bool) {
	size := 1
	if n.kind == nodeDict {
		size = 2
	}
	if n.kind != nodeTuple && n.kind != nodeList && n.kind != nodeDict && n.kind != nodeSet && n.kind != nodeFrozenSet {
		return false
	}
	for i := 0; i+size <= len(n.items); {
		old := n.items
		n.items = slices.Delete(slices.Clone(old), i, i+size)
		if good() {
			dropped = true
			continue
		}
		n.items = old
		i += size
	}
	return dropped
}
