package pickle

import "math/big"

// nodeKind is a Python type that pickles have opcodes for.
type nodeKind uint8

const (
	nodeNone nodeKind = iota
	nodeBool
	nodeInt
	nodeFloat
	nodeText
	nodeBytes
	nodeByteArray
	nodeTuple
	nodeList
	nodeDict
	nodeSet
	nodeFrozenSet
	nodeGlobal
	nodeObject
	NodeOpcodes // written as they are
)

// Node is a value. A value that several others contain is written once.
type Node struct {
	Kind  nodeKind
	n     *big.Int
	f     float64
	S     string // text, bytes, or the module of an import
	name  string
	Items []*Node // of a dictionary: keys and values in turn
	late  bool    // it is filled after the whole tree was written

	// What is called makes an object, which then gets items and states.
	callee, args *Node
	new          bool // by its __new__
	appends      []*Node
	sets         []*Node
	States       []*Node
}

func none() *Node { return &Node{} }

func Number[N int | int64](n N) *Node { return &Node{Kind: nodeInt, n: big.NewInt(int64(n))} }

func bigNumber(n *big.Int) *Node { return &Node{Kind: nodeInt, n: n} }

func float(f float64) *Node { return &Node{Kind: nodeFloat, f: f} }

func textOf(s string) *Node { return &Node{Kind: nodeText, S: s} }

func BytesOf(s string) *Node { return &Node{Kind: nodeBytes, S: s} }

func Tuple(items ...*Node) *Node { return &Node{Kind: nodeTuple, Items: items} }

func List(items ...*Node) *Node { return &Node{Kind: nodeList, Items: items} }

func dict(items ...*Node) *Node { return &Node{Kind: nodeDict, Items: items} }

func global(module, name string) *Node { return &Node{Kind: nodeGlobal, S: module, name: name} }

func call(f *Node, args ...*Node) *Node {
	return &Node{Kind: nodeObject, callee: f, args: Tuple(args...)}
}

func (n *Node) build(state *Node) *Node { n.States = append(n.States, state); return n }

func instance(f *Node, args ...*Node) *Node {
	return &Node{Kind: nodeObject, callee: f, args: Tuple(args...), new: true}
}

func boolean(b bool) *Node {
	n := &Node{Kind: nodeBool, n: new(big.Int)}
	if b {
		n.n.SetInt64(1)
	}
	return n
}

// slots returns where the node refers to others.
func (n *Node) slots() []**Node {
	var s []**Node
	for _, row := range [][]*Node{n.Items, n.appends, n.sets, n.States} {
		for i := range row {
			s = append(s, &row[i])
		}
	}
	if n.callee != nil {
		s = append(s, &n.callee)
	}
	if n.args != nil {
		s = append(s, &n.args)
	}
	return s
}

// walk calls f with each node of a tree once, and with the slot that it was found in.
func walk(root *Node, f func(slot **Node)) {
	seen := map[*Node]bool{root: true}
	for rest := []*Node{root}; len(rest) > 0; {
		n := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		for _, slot := range n.slots() {
			if !seen[*slot] {
				seen[*slot] = true
				rest = append(rest, *slot)
				f(slot)
			}
		}
	}
}
