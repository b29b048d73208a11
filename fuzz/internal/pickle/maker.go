package pickle

import "github.com/npycheck/npycheck/fuzz/internal/choice"

// Maker makes the values of one pickle.
type Maker struct {
	*choice.Chooser
	Protocol  byte
	later     bool   // it is NumPy 2's: 1.x doesn't have all its modules
	plain     bool   // without what npycheck warns about although NumPy writes it
	Core      string // the module that releases call numpy.core or numpy._core
	changes   int    // that may still be made
	mutations []string
	nodes     int // made so far
	DTypes    map[string]*DType
}

func newMaker(g *choice.Chooser) *Maker {
	m := &Maker{Chooser: g, Protocol: byte(g.N(6)), Core: "numpy.core", DTypes: make(map[string]*DType)}
	if g.One(5) {
		m.later, m.Core = true, "numpy._core"
	}
	return m
}

// odd reports whether to make something differently from NumPy, and records what.
func (m *Maker) odd(n int, what string) bool {
	if m.changes == 0 || !m.One(n) {
		return false
	}
	m.changes--
	m.mutations = append(m.mutations, what)
	return true
}

func (m *Maker) note(what string) { m.mutations = append(m.mutations, what) }

func (m *Maker) call(module, name string, args ...*Node) *Node {
	return call(global(module, name), args...)
}

// builtin returns an import from Python's builtins.
func (m *Maker) builtin(name string) *Node { return global(builtins(m.Protocol), name) }

// registry returns the module that Python 3 calls copyreg.
func (m *Maker) registry() string {
	if m.Protocol < 3 {
		return "copy_reg"
	}
	return "copyreg"
}

// since2 returns the second of two names if the pickle is NumPy 2's.
func (m *Maker) since2(old, later string) string {
	if m.later {
		return later
	}
	return old
}

func builtins(protocol byte) string {
	if protocol < 3 {
		return "__builtin__"
	}
	return "builtins"
}

// DType is a pickled dtype, with what is needed to make elements of it.
type DType struct {
	Node     *Node
	code     string
	descr    string
	size     int // bytes of an element
	flagSize int // bytes of an element of its mask
	object   bool
	string   bool // of variable length
	fields   []field
	base     *DType // of a subarray
	shape    []*Node
	count    int    // elements of a subarray
	unit     string // of a datetime
}

type field struct {
	name string
	at   int
	DType
}
