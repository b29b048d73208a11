package fuzz

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
)

// Values after maxPickle bytes are written as None, and so are integers of more than maxBits bits: changes to a
// tree may double it again and again.
const (
	maxPickle = 1 << 20
	maxBits   = 1 << 18
)

// pickleWriter writes the opcodes of a tree, in the forms of a protocol.
type pickleWriter struct {
	*Gen
	protocol byte
	b        []byte
	all      bool          // as picklers do, each value goes to the memo, and not only shared ones
	refs     map[*node]int // how many hold a node
	memo     map[*node]int
	open     map[*node]bool // what is being written
	later    []*node
}

func newPickleWriter(g *Gen, protocol byte, all bool) *pickleWriter {
	return &pickleWriter{Gen: g, protocol: protocol, memo: make(map[*node]int), open: make(map[*node]bool), all: all}
}

func (w *pickleWriter) pickle(root *node) []byte {
	w.refs = make(map[*node]int)
	count := func(n *node) {
		for _, slot := range n.slots() {
			w.refs[*slot]++
		}
	}
	count(root)
	walk(root, func(slot **node) { count(*slot) })

	w.value(root)
	for len(w.later) > 0 {
		n := w.later[0]
		w.later = w.later[1:]
		w.get(w.memo[n])
		w.fill(n)
		w.add("0")
	}
	w.add(".")
	var head []byte
	if w.protocol >= 2 {
		head = append(head, '\x80', w.protocol)
	}
	if w.protocol >= 4 && len(w.b) >= 4 && !w.one(4) {
		head = binary.LittleEndian.AppendUint64(append(head, '\x95'), uint64(len(w.b)))
	}
	return append(head, w.b...)
}

func (w *pickleWriter) add(opcodes ...string) {
	for _, o := range opcodes {
		w.b = append(w.b, o...)
	}
}

func (w *pickleWriter) value(n *node) {
	if slot, ok := w.memo[n]; ok {
		w.get(slot)
		return
	}
	// A tuple that holds itself can't be written: only a list or the like can be in between.
	if w.open[n] || len(w.b) > maxPickle || n.kind == nodeInt && n.n.BitLen() > maxBits {
		w.add("N")
		return
	}
	w.open[n] = true
	defer delete(w.open, n)
	switch n.kind {
	case nodeNone:
		w.add("N")
		return
	case nodeBool:
		w.bool(n.n.Sign() != 0)
		return
	case nodeInt:
		w.number(n.n)
		return
	case nodeFloat:
		w.float(n.f)
		return
	case nodeOpcodes:
		w.add(n.s)
		return
	case nodeText:
		w.text(n.s)
	case nodeBytes:
		w.bytes(n.s)
	case nodeByteArray:
		w.byteArray(n.s)
	case nodeTuple:
		w.tuple(n.items)
	case nodeGlobal:
		w.global(n.s, n.name)
	case nodeList, nodeDict, nodeSet:
		w.empty(n.kind)
	case nodeFrozenSet:
		w.frozenSet(n)
	case nodeObject:
		w.call(n)
	}
	w.put(n)
	if n.late {
		w.later = append(w.later, n)
		return
	}
	w.fill(n)
}

// call leaves what a call returns. The early protocols have no opcode for an instance.
func (w *pickleWriter) call(n *node) {
	if n.new && w.protocol < 2 {
		w.value(global("copy_reg", "_reconstructor"))
		w.value(tuple(n.callee, global("__builtin__", "object"), none()))
		w.add("R")
		return
	}
	w.value(n.callee)
	w.value(n.args)
	w.add(map[bool]string{false: "R", true: "\x81"}[n.new])
}

func (w *pickleWriter) empty(kind nodeKind) {
	switch {
	case kind == nodeSet && w.protocol < 4:
		w.global(builtins(w.protocol), "set")
		w.add("(tR")
	case kind == nodeSet:
		w.add("\x8f")
	case w.protocol == 0:
		w.add(map[nodeKind]string{nodeList: "(l", nodeDict: "(d"}[kind])
	default:
		w.add(map[nodeKind]string{nodeList: "]", nodeDict: "}"}[kind])
	}
}

// fill gives a value that stands on top of the stack what it holds.
func (w *pickleWriter) fill(n *node) {
	switch n.kind {
	case nodeList:
		w.rows(n.items, 1, "a", "e")
	case nodeDict:
		w.rows(n.items, 2, "s", "u")
	case nodeSet:
		if w.protocol >= 4 {
			w.rows(n.items, len(n.items), "", "\x90")
		}
	case nodeObject:
		w.rows(n.appends, 1, "a", "e")
		w.rows(n.sets, 2, "s", "u")
		for _, state := range n.states {
			w.value(state)
			w.add("b")
		}
	}
}

// rows writes items, each row of them with an opcode, or all after a mark with another one.
func (w *pickleWriter) rows(items []*node, size int, one, many string) {
	if len(items) == 0 {
		return
	}
	single := one != "" && (w.protocol == 0 || len(items) == size)
	if !single {
		w.add("(")
	}
	for i, item := range items {
		w.value(item)
		if single && i%size == size-1 {
			w.add(one)
		}
	}
	if !single {
		w.add(many)
	}
}

func (w *pickleWriter) frozenSet(n *node) {
	if w.protocol < 4 {
		w.global(builtins(w.protocol), "frozenset")
		w.tuple([]*node{list(n.items...)})
		w.add("R")
		return
	}
	w.add("(")
	for _, item := range n.items {
		w.value(item)
	}
	w.add("\x91")
}

func (w *pickleWriter) tuple(items []*node) {
	short := w.protocol >= 2 && len(items) <= 3
	if !short {
		w.add("(")
	}
	for _, item := range items {
		w.value(item)
	}
	if short {
		w.add([]string{")", "\x85", "\x86", "\x87"}[len(items)])
		return
	}
	w.add("t")
}

func (w *pickleWriter) global(module, name string) {
	if w.protocol < 4 || w.one(6) {
		w.add("c", module, "\n", name, "\n")
		return
	}
	w.text(module)
	w.text(name)
	w.add("\x93")
}

func (w *pickleWriter) bool(x bool) {
	switch {
	case w.protocol < 2 && x:
		w.add("I01\n")
	case w.protocol < 2:
		w.add("I00\n")
	case x:
		w.add("\x88")
	default:
		w.add("\x89")
	}
}

func (w *pickleWriter) number(n *big.Int) {
	le := binary.LittleEndian
	switch small := n.IsInt64() && n.Int64() == int64(int32(n.Int64())); {
	case w.protocol == 0 && small:
		w.add("I", n.String(), "\n")
	case !small && w.protocol < 2:
		w.add("L", n.String(), "L\n")
	case small && n.Int64() >= 0 && n.Int64() < 1<<8:
		w.b = append(w.b, 'K', byte(n.Int64()))
	case small && n.Int64() >= 0 && n.Int64() < 1<<16:
		w.b = le.AppendUint16(append(w.b, 'M'), uint16(n.Int64()))
	case small:
		w.b = le.AppendUint32(append(w.b, 'J'), uint32(n.Int64()))
	default:
		b := twosComplement(n)
		if len(b) < 256 {
			w.b = append(w.b, '\x8a', byte(len(b)))
		} else {
			w.b = le.AppendUint32(append(w.b, '\x8b'), uint32(len(b)))
		}
		w.b = append(w.b, b...)
	}
}

// twosComplement returns the bytes of a number as LONG1 holds them.
func twosComplement(n *big.Int) []byte {
	size := n.BitLen()/8 + 1
	if n.Sign() < 0 {
		n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), uint(8*size)))
	}
	b := n.FillBytes(make([]byte, size))
	slices.Reverse(b)
	return b
}

func (w *pickleWriter) float(x float64) {
	if w.protocol == 0 {
		s := strings.ToLower(fmt.Sprintf("%g", x))
		w.add("F", strings.TrimPrefix(s, "+"), "\n")
		return
	}
	w.b = binary.BigEndian.AppendUint64(append(w.b, 'G'), math.Float64bits(x))
}

func (w *pickleWriter) text(s string) {
	le := binary.LittleEndian
	switch {
	case w.protocol == 0:
		w.add("V")
		for _, r := range s {
			if r > 0xffff {
				w.add(fmt.Sprintf("\\U%08x", r))
			} else if r == '\\' || r == '\n' || r == '\r' || r == 0 || r == 0x1a || r > 0xff {
				w.add(fmt.Sprintf("\\u%04x", r))
			} else {
				w.b = append(w.b, byte(r))
			}
		}
		w.add("\n")
	case w.protocol < 4 || len(s) > 255:
		w.add("X", string(le.AppendUint32(nil, uint32(len(s)))), s)
	default:
		w.b = append(append(w.b, 0x8c, byte(len(s))), s...)
	}
}

// bytes leaves bytes, for which the early protocols call an encoder.
func (w *pickleWriter) bytes(s string) {
	if w.protocol < 3 {
		w.global("_codecs", "encode")
		w.add("(")
		w.text(latin1(s))
		w.text("latin1")
		w.add("tR")
		return
	}
	if len(s) < 256 {
		w.b = append(w.b, 'C', byte(len(s)))
	} else {
		w.b = binary.LittleEndian.AppendUint32(append(w.b, 'B'), uint32(len(s)))
	}
	w.add(s)
}

func (w *pickleWriter) byteArray(s string) {
	if w.protocol >= 5 {
		w.b = append(binary.LittleEndian.AppendUint64(append(w.b, 0x96), uint64(len(s))), s...)
		return
	}
	w.global(builtins(w.protocol), "bytearray")
	w.add("(")
	if w.protocol < 3 {
		w.text(latin1(s))
		w.text("latin-1")
	} else {
		w.bytes(s)
	}
	w.add("tR")
}

// latin1 returns the text of a character for each byte.
func latin1(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

func builtins(protocol byte) string {
	if protocol < 3 {
		return "__builtin__"
	}
	return "builtins"
}

// put keeps the value on top of the stack in the memo.
func (w *pickleWriter) put(n *node) {
	if !w.all && w.refs[n] < 2 && !n.late {
		return
	}
	slot := len(w.memo)
	w.memo[n] = slot
	switch {
	case w.protocol == 0:
		w.add(fmt.Sprintf("p%d\n", slot))
	case w.protocol >= 4:
		w.add("\x94")
	case slot < 256:
		w.b = append(w.b, 'q', byte(slot))
	default:
		w.b = binary.LittleEndian.AppendUint32(append(w.b, 'r'), uint32(slot))
	}
}

func (w *pickleWriter) get(slot int) {
	switch {
	case w.protocol == 0:
		w.add(fmt.Sprintf("g%d\n", slot))
	case slot < 256:
		w.b = append(w.b, 'h', byte(slot))
	default:
		w.b = binary.LittleEndian.AppendUint32(append(w.b, 'j'), uint32(slot))
	}
}
