package inspect

import (
	"slices"

	"github.com/npycheck/npycheck/internal/pyimport"
)

const (
	maxFrame      = 8 * maxEntries // values above a mark; beyond it, those in the middle are dropped
	keptEnd       = 2 * maxEntries // at each end of such a frame
	maxStack      = 1 << 16
	maxFieldParts = 1 << 15 // fields of all dtypes together
)

// builder makes a tree of what the opcodes of a pickle say, one after the other. It takes bounded memory, whatever
// they say.
type builder struct {
	stack []*node
	marks []int
	memo  memo
	made  int // nodes since the last trim
	epoch uint32
	parts int  // of structured dtypes
	ended bool // the pickle ended with STOP
	over  bool // nothing more is followed
}

// step follows an opcode by its name. Arg is the text or the bytes that it makes, or its argument as it is in the file,
// or the beginning of either; n is the number of characters or bytes of the whole, or a slot of the memo. The opcode
// must be one that an unpickler can follow.
func (b *builder) step(op string, arg []byte, n int64) {
	if b.over {
		return
	}
	switch op {
	case "PROTO", "FRAME", "READONLY_BUFFER":
	case "STOP":
		b.ended = true
	case "MARK":
		b.marks = append(b.marks, len(b.stack))
	case "POP":
		if len(b.marks) > 0 && len(b.stack) == b.base() {
			b.frame()
		} else {
			b.pop()
		}
	case "POP_MARK":
		b.frame()
	case "DUP":
		top := b.pop()
		b.push(top)
		b.push(top)
	case "PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE":
		if len(b.stack) > 0 {
			b.memo.put(n, b.stack[len(b.stack)-1])
		}
	case "GET", "BINGET", "LONG_BINGET":
		if v := b.memo.get(n); v != nil {
			b.push(v)
		} else {
			b.make(&node{})
		}
	default:
		b.value(op, arg, n)
	}
}

// value follows an opcode that makes a value, or changes one.
func (b *builder) value(op string, arg []byte, n int64) {
	switch op {
	case "NONE":
		b.make(&node{kind: kindNone, text: "None"})
	case "NEWTRUE", "NEWFALSE":
		b.make(booleanNode(op == "NEWTRUE"))
	case "INT", "LONG", "BININT", "BININT1", "BININT2", "LONG1", "LONG4":
		b.make(integerNode(op, arg, n))
	case "FLOAT", "BINFLOAT":
		b.make(floatNode(op, arg))
	case "STRING", "BINSTRING", "SHORT_BINSTRING":
		b.make(&node{kind: kindText, text: decoded(arg[:min(len(arg), maxText/2)]), n: n})
	case "UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8":
		b.make(&node{kind: kindText, text: beginning(arg, true), n: n})
	case "BINBYTES", "SHORT_BINBYTES", "BINBYTES8":
		b.make(&node{kind: kindBytes, text: beginning(arg, false), n: n})
	case "BYTEARRAY8":
		b.make(&node{kind: kindByteArray, text: beginning(arg, false), n: n})
	case "GLOBAL":
		b.make(imported(names(arg)))
	case "STACK_GLOBAL":
		name, module := b.pop(), b.pop()
		if name.kind != kindText || module.kind != kindText {
			b.make(&node{kind: kindImport, text: nameless})
		} else {
			b.make(imported(module.text, name.text))
		}
	case "EXT1", "EXT2", "EXT4", "PERSID", "NEXT_BUFFER":
		b.make(&node{kind: kindImport, text: nameless})
	case "BINPERSID":
		b.pop()
		b.make(&node{kind: kindImport, text: nameless})
	default:
		b.collection(op, arg)
	}
}

// imported returns an import, or one of the two that are values.
func imported(module, name string) *node {
	n := &node{kind: kindImport, text: qualified(module, name)}
	n.tier, n.form = pyimport.Lookup(module, name)
	switch n.text {
	case "Ellipsis":
		n.kind, n.class = kindWritten, "ellipsis"
	case "NotImplemented":
		n.kind, n.class = kindWritten, "NotImplementedType"
	}
	return n
}

// collection follows an opcode that makes a collection or an object, or fills one.
func (b *builder) collection(op string, arg []byte) {
	switch op {
	case "EMPTY_LIST":
		b.make(&node{kind: kindList})
	case "EMPTY_DICT":
		b.make(&node{kind: kindDict})
	case "EMPTY_SET":
		b.make(&node{kind: kindSet})
	case "EMPTY_TUPLE":
		b.make(&node{kind: kindTuple})
	case "TUPLE1", "TUPLE2", "TUPLE3":
		b.tuple(b.popped(int(op[len("TUPLE")] - '0')))
	case "TUPLE":
		b.tuple(b.frame())
	case "LIST", "FROZENSET":
		items := b.frame()
		v := &node{kind: kindList}
		if op == "FROZENSET" {
			v.kind = kindFrozenSet
		}
		v.add(items)
		b.make(v)
	case "DICT":
		v := &node{kind: kindDict}
		v.set(b.frame())
		b.make(v)
	case "APPEND":
		items := b.popped(1)
		b.top().add(items)
	case "APPENDS", "ADDITEMS":
		items := b.frame()
		b.top().add(items)
	case "SETITEM":
		items := b.popped(2)
		b.top().set(items)
	case "SETITEMS":
		items := b.frame()
		b.top().set(items)
	case "BUILD":
		b.build(b.pop())
	case "REDUCE", "NEWOBJ":
		args, callee := b.pop(), b.pop()
		b.make(called(op, callee, args))
	case "NEWOBJ_EX":
		keywords, args, class := b.pop(), b.pop(), b.pop()
		v := &node{kind: kindObject, class: class.text, tier: class.tier, args: args}
		if keywords.pairs > 0 {
			v.args = &node{kind: kindTuple, n: 2, items: []*node{args, keywords}}
		}
		b.make(v)
	case "OBJ", "INST":
		items := b.frame()
		var class *node
		if op == "INST" {
			class = imported(names(arg))
		} else if len(items) > 0 {
			class, items = items[0], items[1:]
		} else {
			class = &node{}
		}
		args := &node{kind: kindTuple}
		args.add(items)
		b.make(called(op, class, args))
	default:
		b.over = true // an opcode that it doesn't know
	}
}

// build gives a state to the value on the top of the stack.
func (b *builder) build(state *node) {
	top := b.top()
	if top.kind == kindDType && len(state.items) > 4 {
		b.parts += len(state.items[3].items) + len(state.items[4].entries)
		if b.parts > maxFieldParts {
			top.dtype, top.descr = nil, "a structured type"
			return
		}
	}
	top.give(state)
}

func (b *builder) tuple(items []*node) {
	v := &node{kind: kindTuple}
	v.add(items)
	b.make(v)
}

// make pushes a new node.
func (b *builder) make(n *node) {
	b.push(n)
	if b.made++; b.made > maxMade {
		b.made = 0
		b.epoch++
		trim(b.stack, &b.memo, b.epoch)
	}
}

func (b *builder) push(n *node) {
	if base := b.base(); len(b.stack)-base >= maxFrame {
		middle := b.stack[base+keptEnd : len(b.stack)-keptEnd]
		run := &node{}
		for _, c := range middle {
			if c.kind == kindLost && c.n > 0 {
				run.n += c.n
			} else {
				run.n++
			}
		}
		all := b.stack
		b.stack = append(append(all[:base+keptEnd], run), all[len(all)-keptEnd:]...)
		clear(all[len(b.stack):])
	}
	b.stack = append(b.stack, n)
	b.over = b.over || len(b.stack) > maxStack
}

func (b *builder) base() int {
	if len(b.marks) == 0 {
		return 0
	}
	return b.marks[len(b.marks)-1]
}

// top returns the value on the top of the stack.
func (b *builder) top() *node {
	if len(b.stack) == 0 {
		return &node{}
	}
	return b.stack[len(b.stack)-1]
}

func (b *builder) pop() *node {
	n := len(b.stack)
	if n == 0 || n == b.base() {
		return &node{}
	}
	v := b.stack[n-1]
	if v.kind == kindLost && v.n > 1 { // several, of which one is taken
		b.stack[n-1] = &node{n: v.n - 1}
		return &node{}
	}
	b.stack[n-1] = nil
	b.stack = b.stack[:n-1]
	return v
}

// popped takes n values off the stack and returns them in their order.
func (b *builder) popped(n int) []*node {
	items := make([]*node, n)
	for i := n - 1; i >= 0; i-- {
		items[i] = b.pop()
	}
	return items
}

// frame takes off the stack what is above the last mark, and the mark.
func (b *builder) frame() []*node {
	base := b.base()
	if len(b.marks) > 0 {
		b.marks = b.marks[:len(b.marks)-1]
	}
	items := slices.Clone(b.stack[base:])
	clear(b.stack[base:])
	b.stack = b.stack[:base]
	return items
}

const (
	maxMade  = 1 << 15 // nodes that are made before trim looks for those that are still needed
	maxKept  = 1 << 14 // of those that it keeps with their parts, apart from those on the stack and in the memo
	maxFirst = 1 << 13 // slots of the memo that are kept
	maxLate  = 1 << 12 // of the other slots those that are kept, the latest
)

// memo has the values of the first slots and of the latest ones.
type memo struct {
	first []*node
	late  map[int64]*node
	ring  []int64 // slots in late, from next on the oldest first
	next  int
}

func (m *memo) put(slot int64, n *node) {
	if slot < 0 {
		return
	}
	if slot < maxFirst {
		for int64(len(m.first)) <= slot {
			m.first = append(m.first, nil)
		}
		m.first[slot] = n
		return
	}
	if m.late == nil {
		m.late, m.ring = make(map[int64]*node), make([]int64, maxLate)
	}
	if _, again := m.late[slot]; !again {
		delete(m.late, m.ring[m.next])
		m.ring[m.next] = slot
		m.next = (m.next + 1) % maxLate
	}
	m.late[slot] = n
}

// get returns the value of a slot, or nil if it was let go.
func (m *memo) get(slot int64) *node {
	if 0 <= slot && slot < int64(len(m.first)) {
		return m.first[slot]
	}
	return m.late[slot]
}

func (m *memo) each(do func(*node)) {
	for _, n := range m.first {
		if n != nil {
			do(n)
		}
	}
	for _, n := range m.late {
		do(n)
	}
}

// trim bounds memory, whatever the pickle does: breadth first from the bottom of the stack, where the outermost
// collections are, a certain number of nodes keep their parts. Each call has an epoch of its own.
func trim(stack []*node, m *memo, epoch uint32) {
	queue := make([]*node, 0, maxKept)
	see := func(n *node) bool {
		if n.seen != epoch {
			n.seen = epoch
			queue = append(queue, n)
		}
		return true
	}
	for _, n := range stack {
		see(n)
	}
	for at := 0; at < len(queue); at++ {
		if n := queue[at]; len(queue)+n.parts() > len(stack)+maxKept {
			n.drop()
		} else {
			n.children(see)
		}
	}
	m.each(func(n *node) {
		if n.seen != epoch {
			n.drop()
		}
	})
}
