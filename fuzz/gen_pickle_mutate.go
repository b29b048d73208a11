package fuzz

import (
	"math/big"
	"slices"
	"strings"
)

// mutate changes a tree at one place.
func (m *maker) mutate(root *node) {
	var slots []**node
	var nodes []*node
	walk(root, func(slot **node) {
		slots = append(slots, slot)
		nodes = append(nodes, *slot)
	})
	// What only one kind of value can get comes first: else most changes would meet texts and numbers.
	at := m.n(len(slots))
	if kind := pickOf(m.Gen, nodeInt, nodeText, nodeBytes, nodeTuple, nodeDict, nodeList, nodeObject, nodeObject, nodeNone); m.one(2) {
		var of []int
		for i, n := range nodes {
			if n.kind == kind {
				of = append(of, i)
			}
		}
		if len(of) > 0 {
			at = of[m.n(len(of))]
		}
	}
	slot, n := slots[at], nodes[at]
	what := ""
	switch m.n(10) {
	case 0:
		what, *slot = "tree: another value", m.value(2)
	case 1:
		what, *slot = "tree: a value of the tree", nodes[m.n(len(nodes))]
	default:
		what = m.alter(slot, n)
	}
	m.mutations = append(m.mutations, what)
}

// alter changes a value in the way of its kind, and returns what it did.
func (m *maker) alter(slot **node, n *node) string {
	switch n.kind {
	case nodeInt, nodeBool:
		if m.one(2) {
			*slot = m.nasty()
			return "number: another"
		}
		*slot = bigNumber(new(big.Int).Add(n.n, big.NewInt(int64(pickOf(m.Gen, -1, 1, 2, 8, 64)))))
		return "number: a neighbour"
	case nodeText:
		if m.one(2) {
			*slot = m.attribute()
			return "text: an attribute"
		}
		*slot = textOf(pickOf(m.Gen, n.s+"x", strings.ToUpper(n.s), "", "<", ">", "|", "=", "O", "O8", "S", "U", "V", "M8", "V0", "f8", "S0", "x", "b", n.s+n.s))
		return "text: another"
	case nodeBytes, nodeByteArray:
		b := []byte(n.s)
		switch m.n(4) {
		case 0:
			b = append(b, 0)
		case 1:
			b = b[:m.n(len(b)+1)]
		case 2:
			if len(b) > 0 {
				b[m.n(len(b))] = byte(m.n(256))
			}
		case 3:
			if n.kind == nodeBytes {
				*slot = &node{kind: nodeByteArray, s: n.s}
				return "bytes: a bytearray"
			}
		}
		*slot = &node{kind: n.kind, s: string(b)}
		return "bytes: others"
	case nodeTuple, nodeList, nodeSet, nodeFrozenSet:
		return m.alterItems(n)
	case nodeDict:
		return m.alterDict(n)
	case nodeObject:
		return m.alterObject(slot, n)
	case nodeGlobal:
		*slot = m.class()
		return "import: another"
	}
	*slot = m.leaf()
	return "tree: a leaf"
}

func (m *maker) alterItems(n *node) string {
	if n.kind == nodeList && m.one(3) {
		n.late = true
		return "list: filled late"
	}
	if len(n.items) == 0 || m.one(5) {
		n.items = append(slices.Clone(n.items), m.value(1))
		return "items: one more"
	}
	i, j := m.n(len(n.items)), m.n(len(n.items))
	n.items = slices.Clone(n.items)
	switch m.n(3) {
	case 0:
		n.items[i], n.items[j] = n.items[j], n.items[i]
		return "items: exchanged"
	case 1:
		n.items = slices.Delete(n.items, i, i+1)
		return "items: one less"
	}
	n.items[i] = m.value(2)
	return "items: another"
}

func (m *maker) alterDict(n *node) string {
	count := len(n.items) / 2
	switch m.n(6) {
	case 0:
		n.late = true
		return "dict: filled late"
	case 1:
		if count > 0 {
			i := 2 * m.n(count)
			n.items = slices.Delete(slices.Clone(n.items), i, i+2)
			return "dict: one less"
		}
	case 2:
		if count > 0 {
			n.items[2*m.n(count)+1] = m.value(2)
			return "dict: another value"
		}
	case 3:
		if count > 1 {
			i, j := 2*m.n(count)+1, 2*m.n(count)+1
			n.items[i], n.items[j] = n.items[j], n.items[i]
			return "dict: values exchanged"
		}
	case 4:
		n.items = append(slices.Clone(n.items), m.key(1), m.value(1))
		return "dict: one more"
	}
	n.items = append(slices.Clone(n.items), m.attribute(), m.attributeValue())
	return "dict: an attribute"
}

func (m *maker) alterObject(slot **node, n *node) string {
	switch m.n(12) {
	case 0:
		n.late = true
		return "object: filled late"
	case 1:
		if len(n.states) > 0 {
			n.states = append(n.states, n.states[0])
		} else {
			n.states = append(n.states, m.value(1))
		}
		return "object: built again"
	case 2:
		n.states = []*node{dict(m.attribute(), m.attributeValue())}
		return "object: state of attributes"
	case 3:
		n.states = []*node{tuple(none(), dict(m.attribute(), m.attributeValue()))}
		return "object: state of slots"
	case 4:
		n.states = nil
		return "object: without state"
	case 5:
		n.states = pickOf(m.Gen, m.anyArray(1), m.random(), m.polynomial(1), m.dtypeNode(), m.maskedArray(1)).states
		return "object: state of another class"
	case 6:
		n.new = !n.new
		return "object: called otherwise"
	case 7:
		n.callee = m.class()
		return "object: of another class"
	case 8:
		n.sets = append(n.sets, m.attribute(), m.attributeValue())
		return "object: items set"
	case 9:
		n.appends = append(n.appends, m.value(1))
		return "object: items appended"
	case 10:
		if len(n.states) > 0 {
			n.args, n.states[0] = tuple(n.states[0]), n.args
		}
		return "object: arguments and state exchanged"
	}
	*slot = call(n.callee, n.args.items...)
	(*slot).states = n.states
	if m.one(2) {
		(*slot).args = tuple(append(slices.Clone(n.args.items), m.leaf())...)
	} else if len(n.args.items) > 0 {
		(*slot).args.items[m.n(len(n.args.items))] = m.value(1)
	}
	return "object: other arguments"
}
