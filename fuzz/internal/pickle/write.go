package pickle

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// Values after maxPickle bytes are written as None, and so are integers of more than maxBits bits: changes to a
// tree may double it again and again.
const (
	maxPickle = 1 << 20
	maxBits   = 1 << 18
)

// Writer writes the opcodes of a tree, in the forms of a protocol.
type Writer struct {
	*choice.Chooser
	protocol byte
	b        []byte
	all      bool          // as in picklers, each value goes to the memo, and not only shared ones
	refs     map[*Node]int // how many nodes refer to a node
	memo     map[*Node]int
	open     map[*Node]bool // what is being written
	later    []*Node
}

func NewWriter(g *choice.Chooser, protocol byte, all bool) *Writer {
	return &Writer{Chooser: g, protocol: protocol, memo: make(map[*Node]int), open: make(map[*Node]bool), all: all}
}

func (w *Writer) Pickle(root *Node) []byte {
	w.refs = make(map[*Node]int)
	count := func(n *Node) {
		for _, slot := range n.slots() {
			w.refs[*slot]++
		}
	}
	count(root)
	walk(root, func(slot **Node) { count(*slot) })

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
	if w.protocol >= 4 && len(w.b) >= 4 && !w.One(4) {
		head = binary.LittleEndian.AppendUint64(append(head, '\x95'), uint64(len(w.b)))
	}
	return append(head, w.b...)
}

func (w *Writer) add(opcodes ...string) {
	for _, o := range opcodes {
		w.b = append(w.b, o...)
	}
}

func (w *Writer) value(n *Node) {
	if slot, ok := w.memo[n]; ok {
		w.get(slot)
		return
	}
	// A tuple that contains itself can't be written: something like a list must be in between.
	if w.open[n] || len(w.b) > maxPickle || n.Kind == nodeInt && n.n.BitLen() > maxBits {
		w.add("N")
		return
	}
	w.open[n] = true
	defer delete(w.open, n)
	switch n.Kind {
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
	case NodeOpcodes:
		w.add(n.S)
		return
	case nodeText:
		w.text(n.S)
	case nodeBytes:
		w.bytes(n.S)
	case nodeByteArray:
		w.byteArray(n.S)
	case nodeTuple:
		w.tuple(n.Items)
	case nodeGlobal:
		w.global(n.S, n.name)
	case nodeList, nodeDict, nodeSet:
		w.empty(n.Kind)
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
func (w *Writer) call(n *Node) {
	if n.new && w.protocol < 2 {
		w.value(global("copy_reg", "_reconstructor"))
		w.value(Tuple(n.callee, global("__builtin__", "object"), none()))
		w.add("R")
		return
	}
	w.value(n.callee)
	w.value(n.args)
	w.add(map[bool]string{false: "R", true: "\x81"}[n.new])
}

func (w *Writer) empty(kind nodeKind) {
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

// fill gives the value on top of the stack its contents.
func (w *Writer) fill(n *Node) {
	switch n.Kind {
	case nodeList:
		w.rows(n.Items, 1, "a", "e")
	case nodeDict:
		w.rows(n.Items, 2, "s", "u")
	case nodeSet:
		if w.protocol >= 4 {
			w.rows(n.Items, len(n.Items), "", "\x90")
		}
	case nodeObject:
		w.rows(n.appends, 1, "a", "e")
		w.rows(n.sets, 2, "s", "u")
		for _, state := range n.States {
			w.value(state)
			w.add("b")
		}
	}
}

// rows writes items, each row of them with an opcode, or all after a mark with another one.
func (w *Writer) rows(items []*Node, size int, one, many string) {
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

func (w *Writer) frozenSet(n *Node) {
	if w.protocol < 4 {
		w.global(builtins(w.protocol), "frozenset")
		w.tuple([]*Node{List(n.Items...)})
		w.add("R")
		return
	}
	w.add("(")
	for _, item := range n.Items {
		w.value(item)
	}
	w.add("\x91")
}

func (w *Writer) tuple(items []*Node) {
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

func (w *Writer) global(module, name string) {
	if w.protocol < 4 || w.One(6) {
		w.add("c", module, "\n", name, "\n")
		return
	}
	w.text(module)
	w.text(name)
	w.add("\x93")
}

func (w *Writer) bool(x bool) {
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

func (w *Writer) number(n *big.Int) {
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

// twosComplement returns the bytes of a number as in LONG1.
func twosComplement(n *big.Int) []byte {
	size := n.BitLen()/8 + 1
	if n.Sign() < 0 {
		n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), uint(8*size)))
	}
	b := n.FillBytes(make([]byte, size))
	slices.Reverse(b)
	return b
}

func (w *Writer) float(x float64) {
	if w.protocol == 0 {
		s := strings.ToLower(fmt.Sprintf("%g", x))
		w.add("F", strings.TrimPrefix(s, "+"), "\n")
		return
	}
	w.b = binary.BigEndian.AppendUint64(append(w.b, 'G'), math.Float64bits(x))
}

func (w *Writer) text(s string) {
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
func (w *Writer) bytes(s string) {
	if w.protocol < 3 {
		w.global("_codecs", "encode")
		w.add("(")
		w.text(Latin1(s))
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

func (w *Writer) byteArray(s string) {
	if w.protocol >= 5 {
		w.b = append(binary.LittleEndian.AppendUint64(append(w.b, 0x96), uint64(len(s))), s...)
		return
	}
	w.global(builtins(w.protocol), "bytearray")
	w.add("(")
	if w.protocol < 3 {
		w.text(Latin1(s))
		w.text("latin-1")
	} else {
		w.bytes(s)
	}
	w.add("tR")
}

// Latin1 returns the text of a character for each byte.
func Latin1(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// put keeps the value on top of the stack in the memo.
func (w *Writer) put(n *Node) {
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

func (w *Writer) get(slot int) {
	switch {
	case w.protocol == 0:
		w.add(fmt.Sprintf("g%d\n", slot))
	case slot < 256:
		w.b = append(w.b, 'h', byte(slot))
	default:
		w.b = binary.LittleEndian.AppendUint32(append(w.b, 'j'), uint32(slot))
	}
}
