package fuzz

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// Object returns an .npy file of up to three objects, with a pickle of its array.
func (g *Gen) Object() []byte {
	t, _ := spec.ParseCode("|O")
	count := g.n(4)
	file, err := spec.Header{DType: t, Shape: []int64{int64(count)}}.Append(nil, spec.Version{}, spec.EraGrowth)
	if err != nil {
		panic(err)
	}
	return append(file, g.Pickle(count)...)
}

// Pickle returns a pickle of an array of so many objects as NumPy writes it, in any protocol, and one
// time in four with a fault.
func (g *Gen) Pickle(count int) []byte {
	a := &assembler{Gen: g, protocol: byte(g.n(6))}
	if a.protocol >= 2 {
		a.add("\x80", string(rune(a.protocol)))
	}
	start := len(a.b)
	a.array(count)
	a.add(".")
	if a.protocol >= 4 && !g.one(4) {
		opcodes := string(a.b[start:])
		a.b = a.b[:start]
		a.add("\x95", string(binary.LittleEndian.AppendUint64(nil, uint64(len(opcodes)))), opcodes)
	}
	if g.one(4) {
		return g.spoil(a.b)
	}
	return a.b
}

// assembler writes the opcodes that leave a value on the stack, in the forms of a protocol.
type assembler struct {
	*Gen
	protocol byte
	b        []byte
	memo     int // values in the memo
}

func (a *assembler) add(opcodes ...string) {
	for _, o := range opcodes {
		a.b = append(a.b, o...)
	}
}

// array leaves an array of objects, as ndarray.__reduce__ describes it.
func (a *assembler) array(count int) {
	core := pickOf(a.Gen, "numpy.core.multiarray", "numpy._core.multiarray")
	a.call(core, "_reconstruct", func() { a.global("numpy", "ndarray") }, func() { a.tuple(func() { a.number(0) }) }, func() { a.bytes("b") })
	a.remember()
	a.tuple(
		func() { a.number(1) },
		func() { a.tuple(func() { a.number(count) }) },
		a.dtype,
		func() { a.bool(false) },
		func() { a.list(count, func() { a.value(3) }) },
	)
	a.add("b")
}

// dtype leaves dtype('O').
func (a *assembler) dtype() {
	a.call("numpy", "dtype", func() { a.text("O8") }, func() { a.bool(false) }, func() { a.bool(true) })
	a.remember()
	none := func() { a.add("N") }
	minus := func() { a.number(-1) }
	a.tuple(func() { a.number(3) }, func() { a.text("|") }, none, none, none, minus, minus, func() { a.number(63) })
	a.add("b")
}

// value leaves anything that may stand in an array, or now and then what must not.
func (a *assembler) value(depth int) {
	item := func() { a.value(depth - 1) }
	choices := 14
	if depth == 0 {
		choices = 7
	}
	switch a.n(choices) {
	case 0:
		a.number(a.n(1<<20)>>a.n(20) - 1)
	case 1:
		a.text(pickOf(a.Gen, "", "a", "numpy", "os", "\u65e5"))
	case 2:
		a.bytes(pickOf(a.Gen, "", "b", "\xff\x00"))
	case 3:
		a.bool(a.one(2))
	case 4:
		a.add("N")
	case 5:
		a.float(float64(a.n(64)) / 4)
	case 6:
		a.recall()
	case 7:
		a.tuple([]func(){item, item, item, item, item}[:a.n(6)]...)
	case 8:
		a.list(a.n(4), item)
	case 9:
		a.dict(item)
	case 10:
		a.call("collections", "OrderedDict")
	case 11:
		a.call("datetime", "date", func() { a.bytes("\x07\xea\x0b\x15") })
	case 12:
		a.array(a.n(3))
	case 13:
		a.hostile(item)
	}
	if a.one(3) {
		a.remember()
	}
}

// hostile leaves what nobody should unpickle.
func (a *assembler) hostile(item func()) {
	switch a.n(6) {
	case 0:
		a.call(pickOf(a.Gen, "os", "posix", "numpy"), pickOf(a.Gen, "system", "load"), func() { a.text("id") })
	case 1:
		a.add("(", "ios\nsystem\n")
	case 2:
		a.global("builtins", "list")
		a.tuple(item)
		a.add("\x81")
	case 3:
		a.add("(")
		item()
		item()
		a.add("1N")
	case 4:
		item()
		a.add("20")
	case 5:
		a.add(pickOf(a.Gen, "I0x1\n", "L1_0L\n", "F 1\n", "g 0\n", "Pid\n", "\x82\x01", "]\x8f\x93", "\x8a\x01\x80"))
	}
}

// call leaves what an import makes of its arguments.
func (a *assembler) call(module, name string, args ...func()) {
	a.global(module, name)
	a.tuple(args...)
	a.add("R")
}

func (a *assembler) global(module, name string) {
	if a.protocol < 4 || a.one(6) {
		a.add("c", module, "\n", name, "\n")
		return
	}
	a.text(module)
	a.text(name)
	a.add("\x93")
}

func (a *assembler) tuple(items ...func()) {
	short := a.protocol >= 2 && len(items) <= 3
	if !short {
		a.add("(")
	}
	for _, item := range items {
		item()
	}
	if short {
		a.add([]string{")", "\x85", "\x86", "\x87"}[len(items)])
		return
	}
	a.add("t")
}

// list leaves a list whose items come one by one, or behind a mark.
func (a *assembler) list(count int, item func()) {
	single := a.protocol == 0 || count == 1
	if a.protocol == 0 {
		a.add("(l")
	} else {
		a.add("]")
	}
	if !single {
		a.add("(")
	}
	for range count {
		item()
		if single {
			a.add("a")
		}
	}
	if !single {
		a.add("e")
	}
}

func (a *assembler) dict(item func()) {
	if a.protocol == 0 {
		a.add("(d")
	} else {
		a.add("}")
	}
	for i := range a.n(3) {
		a.text(fmt.Sprintf("key%d", i))
		item()
		a.add("s")
	}
}

func (a *assembler) number(n int) {
	le := binary.LittleEndian
	switch {
	case a.protocol == 0 || a.one(20):
		a.add(fmt.Sprintf("I%d\n", n))
	case n >= 0 && n < 1<<8:
		a.b = append(a.b, 'K', byte(n))
	case n >= 0 && n < 1<<16:
		a.b = le.AppendUint16(append(a.b, 'M'), uint16(n))
	default:
		a.b = le.AppendUint32(append(a.b, 'J'), uint32(n))
	}
}

func (a *assembler) float(x float64) {
	if a.protocol == 0 {
		a.add(fmt.Sprintf("F%g\n", x))
		return
	}
	a.b = binary.BigEndian.AppendUint64(append(a.b, 'G'), math.Float64bits(x))
}

func (a *assembler) bool(x bool) {
	switch {
	case a.protocol < 2 && x:
		a.add("I01\n")
	case a.protocol < 2:
		a.add("I00\n")
	case x:
		a.add("\x88")
	default:
		a.add("\x89")
	}
}

func (a *assembler) text(s string) {
	switch {
	case a.protocol == 0:
		a.add("V", strings.ReplaceAll(s, "\u65e5", "\\u65e5"), "\n")
	case a.protocol < 4:
		a.add("X", string(binary.LittleEndian.AppendUint32(nil, uint32(len(s)))), s)
	default:
		a.b = append(append(a.b, 0x8c, byte(len(s))), s...)
	}
}

// bytes leaves bytes, for which the early protocols call an encoder.
func (a *assembler) bytes(s string) {
	if a.protocol >= 3 {
		a.b = append(append(a.b, 'C', byte(len(s))), s...)
		return
	}
	var latin strings.Builder
	for i := range len(s) {
		latin.WriteRune(rune(s[i]))
	}
	a.call("_codecs", "encode", func() { a.add("X", string(binary.LittleEndian.AppendUint32(nil, uint32(latin.Len()))), latin.String()) },
		func() { a.text("latin1") })
}

// remember keeps the value on top of the stack in the memo.
func (a *assembler) remember() {
	switch {
	case a.protocol == 0:
		a.add(fmt.Sprintf("p%d\n", a.memo))
	case a.protocol < 4:
		a.b = append(a.b, 'q', byte(a.memo))
	default:
		a.add("\x94")
	}
	a.memo++
}

// recall leaves a value from the memo, if there is one.
func (a *assembler) recall() {
	switch {
	case a.memo == 0:
		a.add("N")
	case a.protocol == 0:
		a.add(fmt.Sprintf("g%d\n", a.n(a.memo)))
	default:
		a.b = append(a.b, 'h', byte(a.n(min(a.memo, 256))))
	}
}
