// Package literal parses the text of a header, a Python literal, into a tree whose nodes know their positions, and
// reports faults in its spelling.
package literal

import (
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// Kind is the kind of a node.
type Kind uint8

// The kinds of nodes.
const (
	Bad Kind = iota // could not be parsed; already reported
	Dict
	List
	Tuple
	Set
	Group // redundant parentheses around its only child
	String
	Bytes
	Int
	Float // or a complex number
	Bool
	None
	Ellipsis
	Object // no literal, but a class or a type as repr writes it, in the metadata of a type
)

func (k Kind) String() string {
	return [...]string{"something unreadable", "a dictionary", "a list", "a tuple", "a set", "parentheses", "a string",
		"a bytes literal", "an integer", "a floating-point number", "a boolean", "None", "an ellipsis", "an object"}[k]
}

// Source is a text to parse, with its context in the file.
type Source struct {
	Text   []byte
	Offset int64         // of the text in the file
	Latin1 bool          // bytes from 0x80 on are latin1, not UTF-8
	NoLong bool          // readers of the format version don't know the suffix L of Python 2
	Faults *finding.List // where faults go
}

// Node is a node of a tree. The node 0 means that there is none.
type Node int32

// node is a part of the literal. Positions count from the start of the text. The children of a
// dictionary are its keys and values in turn.
type node struct {
	kind      Kind
	negative  bool // an integer with a minus sign
	escaped   bool // a string whose value is not simply the bytes between its quotes
	explained bool // another finding is about what Finish would report
	parent    bool // has children; the first is the next node of the slice
	pos, end  int32
	next      Node // next sibling
}

// Tree is the parse of a text. Node 0 stands for the place around the root. The zero Tree is empty. A tree that parses
// again reuses its memory.
type Tree struct {
	src   Source
	nodes []node
	stack []frame // of the parser, kept for its memory

	root      Node
	complete  bool // the root was parsed to its end
	malformed bool // a syntax error was reported
	groups    bool // there are nodes of kind Group
	objects   bool // there are nodes of kind Object
	loose     int  // first place where the layout differs from NumPy's, -1 for none
	untidy    bool // whitespace other than spaces was reported
}

// frame is a bracket that is still open.
type frame struct {
	node   Node // the node of the bracket
	last   Node // its last child so far
	key    Node // in a dictionary, the key whose value comes next
	items  int32
	commas int32
	pairs  int32 // items of a dictionary that have a colon
	sign   sign  // signs before a parenthesis
	open   byte
}

// wantsItem reports whether an item may come next, and not a comma or a colon.
func (f *frame) wantsItem() bool { return f.items == f.commas || f.key != 0 }

type sign struct {
	pos      int32
	count    int32
	negative bool
	plus     bool
}

// Reset empties the tree. It keeps memory for at most the given number of nodes.
func (t *Tree) Reset(keep int) {
	nodes, stack := t.nodes[:0], t.stack[:0]
	if cap(nodes) > keep {
		nodes = nil
	}
	*t = Tree{nodes: nodes, stack: stack}
}

// Root returns the outermost node.
func (t *Tree) Root() Node { return t.root }

// Complete reports whether the root was parsed to its end.
func (t *Tree) Complete() bool { return t.complete }

// Malformed reports whether the text has a syntax error, so that something may be missing in the tree.
func (t *Tree) Malformed() bool { return t.malformed }

// Kind returns what a node is.
func (t *Tree) Kind(n Node) Kind { return t.nodes[n].kind }

// First returns the first child of a node.
func (t *Tree) First(n Node) Node {
	if t.nodes[n].parent {
		return n + 1
	}
	return 0
}

// Next returns the next child of the same parent.
func (t *Tree) Next(n Node) Node { return t.nodes[n].next }

// Inner returns the node inside redundant parentheses, or n itself.
func (t *Tree) Inner(n Node) Node {
	for t.nodes[n].kind == Group {
		n = t.First(n)
	}
	return n
}

// Text returns the part of the text that a node stands for.
func (t *Tree) Text(n Node) []byte { return t.src.Text[t.nodes[n].pos:t.nodes[n].end] }

// Pos returns where a node begins in the text.
func (t *Tree) Pos(n Node) int { return int(t.nodes[n].pos) }

// End returns where a node ends in the text.
func (t *Tree) End(n Node) int { return int(t.nodes[n].end) }

// Escaped reports whether the value of a string differs from the bytes between its quotes.
func (t *Tree) Escaped(n Node) bool { return t.nodes[n].escaped }

// Negative reports whether an integer has a minus sign.
func (t *Tree) Negative(n Node) bool { return t.nodes[n].negative }

// Explain keeps Finish from reporting a node that is an object, or the parentheses around it.
func (t *Tree) Explain(n Node) {
	t.nodes[n].explained = true
	for t.nodes[n].kind == Group {
		n = t.First(n)
		t.nodes[n].explained = true
	}
}

// Excerpt returns the text of a node, fit for a message, or "" if no message is needed.
func (t *Tree) Excerpt(n Node) string { return t.quoted(t.Text(n)) }

// Full reports whether faults are only counted, so that they need no pointers and messages.
func (t *Tree) Full() bool { return t.src.Faults.Full() }

func (t *Tree) quoted(b []byte) string {
	if t.Full() {
		return ""
	}
	return text.QuoteBytes(b)
}

// Fault reports a fault of a node.
func (t *Tree) Fault(rule spec.ID, n Node, pointer, format string, args ...any) {
	t.report(rule, t.Pos(n), t.End(n), pointer, format, args...)
}

func (t *Tree) report(rule spec.ID, pos, end int, pointer, format string, args ...any) {
	t.src.Faults.Addf(rule, t.src.Offset+int64(pos), int64(end-pos), pointer, format, args...)
}

// Finish reports the remaining faults of form once the values have been checked: objects and redundant parentheses that
// no other finding is about, and a layout that is not NumPy's, unless a more severe finding covers it.
func (t *Tree) Finish() {
	if t.objects {
		for n := range Node(len(t.nodes)) {
			if nd := t.nodes[n]; nd.kind == Object && !nd.explained && !t.malformed {
				t.Fault(spec.HeaderNotALiteral, n, "", "header is not a Python literal: unexpected %s, expected a value", t.Excerpt(n))
				t.malformed = true
			}
		}
	}
	if t.groups {
		for n := range Node(len(t.nodes)) {
			inner := t.Inner(n)
			if nd := t.nodes[n]; nd.kind == Group && !nd.explained && t.Kind(inner) != Bad {
				t.Fault(spec.LiteralParentheses, n, "", "parentheses around %s, expected none", t.Kind(inner))
			}
		}
	}
	if t.loose >= 0 && !t.untidy && !t.malformed {
		t.report(spec.HeaderStyleNotCanonical, t.loose, t.loose+1, "", "spacing or commas differ from NumPy's from here on")
	}
}
