package pickle

import (
	"math/big"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// mutateTree changes a tree at one place.
func mutateTree(m *Maker, root *Node) {
	var slots []**Node
	var nodes []*Node
	walk(root, func(slot **Node) {
		slots = append(slots, slot)
		nodes = append(nodes, *slot)
	})
	// Changes to only one kind of value come first: otherwise most would apply to texts and numbers.
	at := m.N(len(slots))
	if kind := choice.Of(m.Chooser, nodeInt, nodeText, nodeBytes, nodeTuple, nodeDict, nodeList, nodeObject, nodeObject, nodeNone); m.One(2) {
		var of []int
		for i, n := range nodes {
			if n.Kind == kind {
				of = append(of, i)
			}
		}
		if len(of) > 0 {
			at = of[m.N(len(of))]
		}
	}
	slot, n := slots[at], nodes[at]
	what := ""
	switch m.N(10) {
	case 0:
		what, *slot = "tree: another value", m.value(2)
	case 1:
		what, *slot = "tree: a value of the tree", nodes[m.N(len(nodes))]
	default:
		what = alter(m, slot, n)
	}
	m.mutations = append(m.mutations, what)
}

// alter changes a value in a way that suits its kind, and returns what it did.
func alter(m *Maker, slot **Node, n *Node) string {
	switch n.Kind {
	case nodeInt, nodeBool:
		if m.One(2) {
			*slot = m.nasty()
			return "number: another"
		}
		*slot = bigNumber(new(big.Int).Add(n.n, big.NewInt(int64(choice.Of(m.Chooser, -1, 1, 2, 8, 64)))))
		return "number: a neighbour"
	case nodeText:
		if m.One(2) {
			*slot = attributeName(m)
			return "text: an attribute"
		}
		*slot = textOf(choice.Of(m.Chooser, n.S+"x", strings.ToUpper(n.S), "", "<", ">", "|", "=", "O", "O8", "S", "U", "V", "M8", "V0", "f8", "S0", "x", "b", n.S+n.S))
		return "text: another"
	case nodeBytes, nodeByteArray:
		b := []byte(n.S)
		switch m.N(4) {
		case 0:
			b = append(b, 0)
		case 1:
			b = b[:m.N(len(b)+1)]
		case 2:
			if len(b) > 0 {
				b[m.N(len(b))] = byte(m.N(256))
			}
		case 3:
			if n.Kind == nodeBytes {
				*slot = &Node{Kind: nodeByteArray, S: n.S}
				return "bytes: a bytearray"
			}
		}
		*slot = &Node{Kind: n.Kind, S: string(b)}
		return "bytes: others"
	case nodeTuple, nodeList, nodeSet, nodeFrozenSet:
		return alterItems(m, n)
	case nodeDict:
		return alterDict(m, n)
	case nodeObject:
		return alterObject(m, slot, n)
	case nodeGlobal:
		*slot = anyClass(m)
		return "import: another"
	}
	*slot = m.Leaf()
	return "tree: a leaf"
}

func alterItems(m *Maker, n *Node) string {
	if n.Kind == nodeList && m.One(3) {
		n.late = true
		return "list: filled late"
	}
	if len(n.Items) == 0 || m.One(5) {
		n.Items = append(slices.Clone(n.Items), m.value(1))
		return "items: one more"
	}
	i, j := m.N(len(n.Items)), m.N(len(n.Items))
	n.Items = slices.Clone(n.Items)
	switch m.N(3) {
	case 0:
		n.Items[i], n.Items[j] = n.Items[j], n.Items[i]
		return "items: exchanged"
	case 1:
		n.Items = slices.Delete(n.Items, i, i+1)
		return "items: one less"
	}
	n.Items[i] = m.value(2)
	return "items: another"
}

func alterDict(m *Maker, n *Node) string {
	count := len(n.Items) / 2
	switch m.N(6) {
	case 0:
		n.late = true
		return "dict: filled late"
	case 1:
		if count > 0 {
			i := 2 * m.N(count)
			n.Items = slices.Delete(slices.Clone(n.Items), i, i+2)
			return "dict: one less"
		}
	case 2:
		if count > 0 {
			n.Items[2*m.N(count)+1] = m.value(2)
			return "dict: another value"
		}
	case 3:
		if count > 1 {
			i, j := 2*m.N(count)+1, 2*m.N(count)+1
			n.Items[i], n.Items[j] = n.Items[j], n.Items[i]
			return "dict: values exchanged"
		}
	case 4:
		n.Items = append(slices.Clone(n.Items), m.key(1), m.value(1))
		return "dict: one more"
	}
	n.Items = append(slices.Clone(n.Items), attributeName(m), attributeValue(m))
	return "dict: an attribute"
}

func alterObject(m *Maker, slot **Node, n *Node) string {
	switch m.N(12) {
	case 0:
		n.late = true
		return "object: filled late"
	case 1:
		if len(n.States) > 0 {
			n.States = append(n.States, n.States[0])
		} else {
			n.States = append(n.States, m.value(1))
		}
		return "object: built again"
	case 2:
		n.States = []*Node{dict(attributeName(m), attributeValue(m))}
		return "object: state of attributes"
	case 3:
		n.States = []*Node{Tuple(none(), dict(attributeName(m), attributeValue(m)))}
		return "object: state of slots"
	case 4:
		n.States = nil
		return "object: without state"
	case 5:
		n.States = choice.Of(m.Chooser, anyArray(m, 1), random(m), polynomial(m, 1), m.dtypeNode(), maskedArray(m, 1)).States
		return "object: state of another class"
	case 6:
		n.new = !n.new
		return "object: called otherwise"
	case 7:
		n.callee = anyClass(m)
		return "object: of another class"
	case 8:
		n.sets = append(n.sets, attributeName(m), attributeValue(m))
		return "object: items set"
	case 9:
		n.appends = append(n.appends, m.value(1))
		return "object: items appended"
	case 10:
		if len(n.States) > 0 {
			n.args, n.States[0] = Tuple(n.States[0]), n.args
		}
		return "object: arguments and state exchanged"
	}
	*slot = call(n.callee, n.args.Items...)
	(*slot).States = n.States
	if m.One(2) {
		(*slot).args = Tuple(append(slices.Clone(n.args.Items), m.Leaf())...)
	} else if len(n.args.Items) > 0 {
		(*slot).args.Items[m.N(len(n.args.Items))] = m.value(1)
	}
	return "object: other arguments"
}
