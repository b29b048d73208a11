package fuzz

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Made is an .npy file with objects that the generator made.
type Made struct {
	Content   []byte
	Mutations []string // in what it differs from what NumPy writes, as kinds of changes

	header   []byte
	root     *node
	protocol byte
}

// Uses returns the ways in which the pickle uses imports, each once.
func (m *Made) Uses() []Use { return uses(m.root, m.protocol) }

// Use is a way in which a pickle uses an import.
type Use struct {
	Module, Name string
	Way          string // one of Ways
}

// Ways are those in which a pickle uses an import.
var Ways = []string{wayElement, wayArgument, wayCalled, wayBuilt, waySink}

const (
	wayElement  = "element"  // it, or what it returns, is in a collection
	wayArgument = "argument" // it, or what it returns, is an argument of a call
	wayCalled   = "called"
	wayBuilt    = "built"         // what it returns gets a state, or items
	waySink     = "part of state" // what it returns is part of the state of something
)

// HostileObject returns the file of that number in the row of a seed: an array of objects, two times in
// three with changes that NumPy doesn't make.
func HostileObject(seed uint64, number int) Made {
	return newGen(&source{more: rand.NewPCG(seed, uint64(number))}).object()
}

// Object returns an .npy file of up to three objects as HostileObject makes it, and one time in four
// with a fault in its bytes.
func (g *Gen) Object() []byte {
	file := g.object().Content
	if g.one(4) {
		return g.spoil(file)
	}
	return file
}

// Pickle returns what Object has after its header, without a fault.
func (g *Gen) Pickle() []byte {
	file := g.object().Content
	return file[10+int(binary.LittleEndian.Uint16(file[8:])):]
}

// maker makes the values of one pickle.
type maker struct {
	*Gen
	protocol  byte
	later     bool   // it is of NumPy 2: 1.x doesn't have all its modules
	plain     bool   // without what npycheck warns of although NumPy writes it
	core      string // the module that releases call numpy.core or numpy._core
	changes   int    // that may still be made
	mutations []string
	nodes     int // made so far
	dtypes    map[string]*dtype
}

// validObject returns an array of objects as NumPy writes it.
func (g *Gen) validObject() File {
	m := g.maker()
	m.plain = true
	return File{Content: m.file(0).Content, Format: validator.Npy}
}

func (g *Gen) maker() *maker {
	m := &maker{Gen: g, protocol: byte(g.n(6)), core: "numpy.core", dtypes: make(map[string]*dtype)}
	if g.one(5) {
		m.later, m.core = true, "numpy._core"
	}
	return m
}

func (g *Gen) object() Made {
	m := g.maker()
	// Some are made while the values are, the rest when they stand. Of many changes one is seen for sure.
	var rounds int
	if !g.one(4) {
		m.changes = pickOf(g, 1, 1, 1, 2, 3, 5)
		if g.one(4) {
			rounds, m.changes = m.changes, 0
		}
	}
	return m.file(rounds)
}

// file returns an array of objects, changed in some rounds when it stands.
func (m *maker) file(rounds int) Made {
	g := m.Gen
	root, descr, shape := m.root()
	for range rounds {
		m.mutate(root)
	}
	header := []byte(spec.Magic + "\x01\x00")
	text := fmt.Sprintf("{'descr': %s, 'fortran_order': False, 'shape': %s, }", descr, shape)
	text += strings.Repeat(" ", 63-(len(header)+2+len(text))%64) + "\n"
	header = binary.LittleEndian.AppendUint16(header, uint16(len(text)))
	header = append(header, text...)
	return Made{
		Content:   append(slices.Clone(header), newPickleWriter(g, m.protocol, !g.one(3)).pickle(root)...),
		Mutations: m.mutations,
		header:    header,
		root:      root,
		protocol:  m.protocol,
	}
}

// odd reports whether to make something in another way than NumPy does, and notes what.
func (m *maker) odd(n int, what string) bool {
	if m.changes == 0 || !m.one(n) {
		return false
	}
	m.changes--
	m.mutations = append(m.mutations, what)
	return true
}

// root returns the array of the file with its descr and its shape.
func (m *maker) root() (n *node, descr, shape string) {
	count := 1 + m.n(3)
	shape = fmt.Sprintf("(%d,)", count)
	t := m.objectDType()
	if m.one(6) {
		if s := m.dtype(2); s.object && len(s.fields) > 0 {
			t = s
		}
	}
	elements := make([]*node, count)
	for i := range elements {
		elements[i] = m.element(t, 3)
	}
	data := list(elements...)
	if m.one(20) {
		mask := bytesOf(strings.Repeat("\x00", min(1<<16, count*t.flagSize)))
		return m.masked("MaskedArray", tuple(number(count)), t, data, mask, m.fill(t)), t.descr, shape
	}
	return m.array("ndarray", tuple(number(count)), t, data), t.descr, shape
}

// nodeKind is a type of Python that pickles have opcodes for.
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
	nodeOpcodes // written as they are
)

// node is a value. A value that several others hold is written once.
type node struct {
	kind  nodeKind
	n     *big.Int
	f     float64
	s     string // text, bytes, or the module of an import
	name  string
	items []*node // of a dictionary: keys and values in turn
	late  bool    // it is filled after the whole tree was written

	// What is called makes an object, which then gets items and states.
	callee, args *node
	new          bool // by its __new__
	appends      []*node
	sets         []*node
	states       []*node
}

func none() *node                      { return &node{} }
func number[N int | int64](n N) *node  { return &node{kind: nodeInt, n: big.NewInt(int64(n))} }
func bigNumber(n *big.Int) *node       { return &node{kind: nodeInt, n: n} }
func float(f float64) *node            { return &node{kind: nodeFloat, f: f} }
func textOf(s string) *node            { return &node{kind: nodeText, s: s} }
func bytesOf(s string) *node           { return &node{kind: nodeBytes, s: s} }
func tuple(items ...*node) *node       { return &node{kind: nodeTuple, items: items} }
func list(items ...*node) *node        { return &node{kind: nodeList, items: items} }
func dict(items ...*node) *node        { return &node{kind: nodeDict, items: items} }
func global(module, name string) *node { return &node{kind: nodeGlobal, s: module, name: name} }
func call(f *node, args ...*node) *node {
	return &node{kind: nodeObject, callee: f, args: tuple(args...)}
}
func (n *node) build(state *node) *node { n.states = append(n.states, state); return n }
func instance(f *node, args ...*node) *node {
	return &node{kind: nodeObject, callee: f, args: tuple(args...), new: true}
}

func boolean(b bool) *node {
	n := &node{kind: nodeBool, n: new(big.Int)}
	if b {
		n.n.SetInt64(1)
	}
	return n
}

// slots returns where the node holds others.
func (n *node) slots() []**node {
	var s []**node
	for _, row := range [][]*node{n.items, n.appends, n.sets, n.states} {
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
func walk(root *node, f func(slot **node)) {
	seen := map[*node]bool{root: true}
	for rest := []*node{root}; len(rest) > 0; {
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

// uses lists the ways in which a tree uses imports.
func uses(root *node, protocol byte) []Use {
	seen := make(map[Use]bool)
	var found []Use
	note := func(n *node, way string) {
		if n.kind == nodeObject {
			n = n.callee
		}
		u := Use{n.s, n.name, way}
		if n.kind == nodeGlobal && !seen[u] {
			seen[u] = true
			found = append(found, u)
		}
	}
	visit := func(n *node) {
		for _, item := range n.items {
			note(item, wayElement)
		}
		for _, item := range append(n.appends, n.sets...) {
			note(item, wayElement)
		}
		if n.kind == nodeBytes && protocol < 3 {
			note(global("_codecs", "encode"), wayCalled)
		}
		if n.kind != nodeObject {
			return
		}
		note(n.callee, wayCalled)
		for _, arg := range n.args.items {
			note(arg, wayArgument)
		}
		if len(n.states)+len(n.appends)+len(n.sets) > 0 {
			note(n, wayBuilt)
		}
		for _, state := range n.states {
			note(state, waySink)
			walk(state, func(slot **node) {
				if (*slot).kind == nodeObject {
					note(*slot, waySink)
				}
			})
		}
	}
	visit(root)
	walk(root, func(slot **node) { visit(*slot) })
	return found
}
