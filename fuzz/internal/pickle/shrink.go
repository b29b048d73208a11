package pickle

import (
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// Shrink returns a smaller file that keep accepts, or the file itself. It asks at most that many times.
func (m *Made) Shrink(tries int, keep func([]byte) bool) []byte {
	render := func() []byte {
		g := choice.New(nil)
		return append(slices.Clone(m.header), NewWriter(g, m.protocol, false).Pickle(m.root)...)
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
		var slots []**Node
		walk(m.root, func(slot **Node) { slots = append(slots, slot) })
		for _, slot := range slots {
			old := *slot
			if old.Kind == nodeNone {
				continue
			}
			for _, smaller := range append([]*Node{none()}, old.parts()...) {
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

// parts returns the objects and collections in the node.
func (n *Node) parts() []*Node {
	var parts []*Node
	for _, slot := range n.slots() {
		if k := (*slot).Kind; k >= nodeTuple && k != nodeGlobal && len(parts) < 8 {
			parts = append(parts, *slot)
		}
	}
	return parts
}

// drop leaves out the items of a collection that good doesn't need, and reports whether there are any.
func (n *Node) drop(good func() bool) (dropped bool) {
	size := 1
	if n.Kind == nodeDict {
		size = 2
	}
	if n.Kind != nodeTuple && n.Kind != nodeList && n.Kind != nodeDict && n.Kind != nodeSet && n.Kind != nodeFrozenSet {
		return false
	}
	for i := 0; i+size <= len(n.Items); {
		old := n.Items
		n.Items = slices.Delete(slices.Clone(old), i, i+size)
		if good() {
			dropped = true
			continue
		}
		n.Items = old
		i += size
	}
	return dropped
}
