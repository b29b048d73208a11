package pickle

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// HostileCall returns the file with that number in a seed's sequence: an array of objects made by calls of all that
// npycheck lets pickles import, with arguments, states and items some of which are what NumPy and Python
// write, and others wrong, too large, or used repeatedly.
func HostileCall(seed uint64, n int) Made {
	m := newMaker(choice.Numbered(seed, uint64(n)))
	elements := make([]*Node, 1+m.N(3))
	for i := range elements {
		elements[i] = hostile(m, 2)
	}
	count := len(elements)
	root := m.Array("ndarray", Tuple(Number(count)), m.ObjectDType(), List(elements...))
	return arrayOf(m, root, "'|O'", fmt.Sprintf("(%d,)", count))
}

// hostile returns the result of a call, or a collection of such results.
func hostile(m *Maker, depth int) *Node {
	n := hostileCall(m, depth)
	if !m.One(6) {
		return n
	}
	m.note("calls: used again")
	times := choice.Of(m.Chooser, 2, 2, 2, 2, 10, 10, 10, 10, 30, 30, 30, 100, 100, 300, 3000)
	switch m.N(5) {
	case 0: // the same arguments, repeatedly
		again := make([]*Node, times)
		for i := range again {
			again[i] = &Node{Kind: nodeObject, callee: n.callee, args: n.args, new: n.new, States: n.States}
		}
		return Tuple(again...)
	case 1: // the key of many dictionaries
		key := choice.Of(m.Chooser, n, Tuple(n, n, n), tripledNode(m, n))
		again := make([]*Node, times)
		for i := range again {
			again[i] = dict(key, none())
		}
		return List(again...)
	case 2: // a number that equals another
		power := choice.Of(m.Chooser, 1, 100, 1000, 4000, 9999)
		ten := bigNumber(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(power)), nil))
		equal := m.call("decimal", "Decimal", textOf("1E+"+big.NewInt(int64(power)).String()))
		if power > 1000 {
			times = min(times, 30) // it takes long to print
		}
		again := make([]*Node, times)
		for i := range again {
			again[i] = dict(ten, none(), equal, n)
		}
		return List(again...)
	case 3: // keys with one hash
		keys := &Node{Kind: nodeFrozenSet}
		for i := range min(times, 300) { // the time to load them, which npycheck doesn't bound, grows with the square
			multiple := bigNumber(new(big.Int).Mul(big.NewInt(1<<61-1), big.NewInt(int64(i+9))))
			keys.Items = append(keys.Items, choice.Of(m.Chooser, multiple, Tuple(Number(1), multiple), m.call("fractions", "Fraction", multiple, Number(1))))
		}
		return keys
	}
	return tripledNode(m, n)
}

// tripledNode returns a tuple of three references to one of three references, and so on.
func tripledNode(m *Maker, n *Node) *Node {
	for range choice.Of(m.Chooser, 2, 4, 6, 8) {
		n = Tuple(n, n, n)
	}
	return n
}

// hostileCall returns a call of an import.
func hostileCall(m *Maker, depth int) *Node {
	pair := Imports[m.N(len(Imports))]
	if !m.One(20) {
		pair = Imports[callable(m)]
	}
	args := writtenArguments(m, pair[1])
	for i := range args {
		if m.One(6) {
			m.note("argument: another")
			args[i] = hostileValue(m, depth)
		}
	}
	switch m.N(24) {
	case 0:
		m.note("argument: one more")
		args = append(args, hostileValue(m, depth))
	case 1:
		if len(args) > 0 {
			m.note("argument: one less")
			args = args[:len(args)-1]
		}
	}
	n := call(global(pair[0], pair[1]), args...)
	if n.new = len(args) == 0 && m.One(3); !m.One(8) {
		return n
	}
	m.note("call: state or items")
	switch m.N(4) {
	case 0:
		n.States = choice.Of(m.Chooser, random(m), polynomial(m, 1), m.dtypeNode(), maskedArray(m, 1), seedSequence(m)).States
	case 1:
		n.build(choice.Of(m.Chooser, hostileValue(m, depth), Tuple(hostileValue(m, depth), hostileValue(m, depth)), dict(attributeName(m), hostileValue(m, depth))))
	case 2:
		n.appends = append(n.appends, hostileValue(m, depth))
	default:
		n.sets = append(n.sets, m.key(1), hostileValue(m, depth))
	}
	return n
}

// callable returns the number of an import that may be called.
func callable(m *Maker) int {
	for {
		i := m.N(len(Imports))
		switch module, name := Imports[i][0], Imports[i][1]; {
		case name == "dtype" || name == "poly1d" || strings.HasPrefix(name, "_") || module != "numpy" && module != "numpy.dtypes" && m.One(2):
			return i
		}
	}
}

// hostileValue returns something that may break a constructor.
func hostileValue(m *Maker, depth int) *Node {
	if depth > 0 && m.One(4) {
		return hostileCall(m, depth-1)
	}
	switch m.N(13) {
	case 0:
		return m.nasty()
	case 1:
		return call(m.builtin(map[bool]string{false: "range", true: "xrange"}[m.Protocol < 3]), Number(0), Number(choice.Of[int64](m.Chooser, 0, 5, 200_000_000, 1<<40)), Number(choice.Of(m.Chooser, 0, 1, -1)))
	case 2:
		return textOf(choice.Of(m.Chooser, "", "abc", "1e999999999", "1/0", "-1", "nan", "C", "K", "F", "latin1", "rot13", "PCG64", "Infinity", "1_0", " 1", "\u0100", strings.Repeat("9", 1+m.N(4400))))
	case 3:
		return BytesOf(choice.Of(m.Chooser, "", "b", "\xff\xff\xff\xff", "\x00\x00\x00\x00", "\x07\xe4\x02\x1e", "\x07\xe4\x02\x1e\x18\x3c\x3c\xff\xff\xff", m.raw(m.N(40))))
	case 4:
		return Tuple(m.nasty(), m.nasty())
	case 5:
		return choice.Of(m.Chooser, Tuple(), List(), dict(), Tuple(Number(0)), Tuple(Number(0), Number(1)), List(Number(1), Number(0)))
	case 6:
		return bigNumber(new(big.Int).Lsh(big.NewInt(int64(1+m.N(255))), uint(m.N(20_000))))
	case 7:
		return float(choice.Of(m.Chooser, 0, -1, 1e300, math.NaN(), math.Inf(1)))
	case 8:
		return anyClass(m)
	case 9:
		return anyArray(m, 1)
	case 10:
		return m.dtypeNode()
	case 11:
		return m.call("datetime", "timedelta", Number(choice.Of(m.Chooser, -1, 0, 1, 2, 999_999_999)), Number(choice.Of(m.Chooser, 0, 86399)), Number(0))
	}
	return m.value(1)
}

// writtenArguments are the arguments that NumPy and Python give to the import with the name.
func writtenArguments(m *Maker, name string) []*Node {
	switch name {
	case "_reconstruct":
		return []*Node{global("numpy", "ndarray"), Tuple(Number(0)), BytesOf("b")}
	case "_mareconstruct":
		return []*Node{global("numpy.ma.core", "MaskedArray"), global("numpy", "ndarray"), Tuple(Number(0)), BytesOf("b")}
	case "scalar":
		return scalarOf(m, m.plainDType()).args.Items
	case "dtype":
		return []*Node{textOf(choice.Of(m.Chooser, "f8", "i4", "V8", "S3", "U2", "O8", "M8")), boolean(false), boolean(true)}
	case "_frombuffer":
		t := m.makePlain("f8")
		if m.One(2) {
			return []*Node{BytesOf(m.raw(16)), t.Node, Tuple(Number(1), Number(2)), textOf("K"), Tuple(Number(1), Number(0))}
		}
		return []*Node{BytesOf(m.raw(16)), t.Node, Tuple(Number(2)), textOf(choice.Of(m.Chooser, "C", "F"))}
	case "encode":
		return []*Node{textOf("a\u00e4"), textOf("latin1")}
	case "_convert_to_stringdtype_kwargs":
		return []*Node{boolean(true), none()}
	case "_DType_reconstruct":
		return []*Node{global("numpy", "float64")}
	case "__generator_ctor", "__randomstate_ctor", "__bit_generator_ctor":
		return []*Node{textOf(choice.Of(m.Chooser, "PCG64", "MT19937", "Philox", "SFC64"))}
	case "__pyx_unpickle_SeedSequence":
		return []*Node{global("numpy.random.bit_generator", "SeedSequence"), Number(choice.Of(m.Chooser, 0xc464c19, 0x3eaa222, 0xf88304a)), none()}
	case "_reconstructor":
		return []*Node{global("uuid", "UUID"), m.builtin("object"), none()}
	case "set", "frozenset":
		return []*Node{List(m.key(1), m.key(1))}
	case "OrderedDict":
		return []*Node{List(List(m.key(1), m.Leaf()))}
	case "Counter":
		return []*Node{dict(textOf("a"), Number(1))}
	case "defaultdict":
		return []*Node{m.builtin("list")}
	case "deque":
		return []*Node{choice.Of(m.Chooser, Tuple(), List(m.Leaf())), Number(m.N(5))}
	case "bytearray":
		return []*Node{textOf("abc"), textOf("latin-1")}
	case "range", "xrange", "slice":
		return []*Node{Number(0), Number(10), Number(2)}
	case "int", "long":
		return []*Node{Number(5)}
	case "float":
		return []*Node{float(1.5)}
	case "bool":
		return []*Node{boolean(true)}
	case "str", "unicode":
		return []*Node{textOf("a")}
	case "complex":
		return []*Node{float(1), float(-2)}
	case "date":
		return []*Node{BytesOf("\x07\xe4\x02\x1d")}
	case "time":
		return []*Node{BytesOf("\x17\x3b\x3b\x0f\x42\x3f")}
	case "datetime":
		return []*Node{BytesOf("\x07\xe4\x02\x1d\x17\x3b\x3b\x0f\x42\x3f")}
	case "timedelta":
		return []*Node{Number(-1), Number(86399), Number(999_999)}
	case "timezone":
		return []*Node{m.call("datetime", "timedelta", Number(0), Number(3600), Number(0)), textOf("x")}
	case "Decimal":
		return []*Node{textOf(choice.Of(m.Chooser, "1.5", "NaN", "-Infinity", "1E+9999", "0E-10", "sNaN12"))}
	case "Fraction":
		return choice.Of(m.Chooser, []*Node{Number(1), Number(3)}, []*Node{textOf("1/3")})
	}
	return nil
}
