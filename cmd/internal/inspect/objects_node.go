package inspect

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/pyimport"
	"github.com/npycheck/npycheck/spec"
)

// kind is what a node stands for.
type kind uint8

const (
	kindLost kind = iota // a value that was let go
	kindNone
	kindBool
	kindInt
	kindFloat
	kindComplex
	kindText
	kindBytes
	kindByteArray
	kindWritten // a number, a date or a path that its text spells out
	kindTuple
	kindList
	kindDict
	kindSet
	kindFrozenSet
	kindImport // what an import names, not called
	kindDType
	kindArray
	kindScalar // an element of an array by itself
	kindObject // what a call returns
)

// The limits of what is kept of a value. What a page shows is less, see Limits.
const (
	maxText    = 200  // bytes of text, of bytes and of names
	maxItems   = 100  // elements of a list, a tuple or a set
	maxEntries = 500  // items of a dict
	maxDigits  = 64   // bytes of an int
	maxFields  = 1000 // of a dtype, with those of its fields
	maxType    = 1000 // bytes of the text of a dtype
)

// nameless stands for a name that the pickle doesn't have.
const nameless = "?"

// node is a value of a pickle.
type node struct {
	kind  kind
	text  string        // a number, the beginning of text or bytes, or the name of what was imported
	class string        // of an object, an array or a collection, unless it is the one that the kind stands for
	tier  spec.Tier     // of the import, or of the class
	form  pyimport.Form // of an import: how it is called
	im    string        // the imaginary part of a complex number, of which text is the real one
	n     int64         // characters of text, bytes of bytes, elements of a collection

	items   []*node // the first elements of a collection or an array of objects
	entries []*node // the first items of a dict, keys and values in turn
	args    *node   // with which the class was called: a tuple
	state   *node   // what the object was given

	pairs int64 // items of a dict
	dtype *spec.DType
	descr string  // of a dtype for which there is no spec.DType
	shape []int64 // of an array

	either bool   // a function may have made the object, as well as its class
	cut    bool   // there were parts, which were let go
	seen   uint32 // when trim last saw it
	nested int    // of a dtype: its fields at all depths
}

// children calls do for each part of a node, until it returns false.
func (n *node) children(do func(*node) bool) {
	for _, list := range [][]*node{n.items, n.entries, {n.args, n.state}} {
		for _, c := range list {
			if c != nil && !do(c) {
				return
			}
		}
	}
}

// parts returns how many parts a node has that are kept.
func (n *node) parts() int {
	count := len(n.items) + len(n.entries)
	for _, c := range []*node{n.args, n.state} {
		if c != nil {
			count++
		}
	}
	return count
}

// drop lets go of the parts of a node.
func (n *node) drop() {
	n.cut = n.cut || n.parts() > 0
	n.items, n.entries, n.args, n.state = nil, nil, nil, nil
}

// add adds elements to a collection.
func (n *node) add(items []*node) {
	if n.fixed() {
		return
	}
	for _, c := range items {
		if c.kind == kindLost && c.n > 0 {
			n.n += c.n
			n.cut = true // the place of what follows isn't known
			continue
		}
		n.n++
		if len(n.items) < maxItems && !n.cut {
			n.items = append(n.items, c)
		}
	}
}

// set adds items to a dict, keys and values in turn. Equal keys are not looked for.
func (n *node) set(items []*node) {
	if n.fixed() {
		return
	}
	count := int64(0)
	for i, c := range items {
		if c.kind == kindLost && c.n > 0 {
			count += c.n
			n.cut = true
			continue
		}
		count++
		if i%2 == 1 && len(n.entries) < 2*maxEntries && !n.cut {
			n.entries = append(n.entries, items[i-1], c)
		}
	}
	n.pairs += count / 2
}

// fixed reports whether a node can't get parts. If it could, it might contain itself, which is looked for only in others.
func (n *node) fixed() bool { return n.atom() || n.kind == kindWritten || n.kind == kindDType }

// characters counts the characters of a text, of which one may be a lone surrogate.
func characters(text string) (count int) {
	for i := range len(text) {
		if text[i]&0xc0 != 0x80 {
			count++
		}
	}
	return count
}

// atom reports whether a node has no parts and is not the kind of thing that is shared.
func (n *node) atom() bool {
	switch n.kind {
	case kindWritten, kindScalar:
		return n.state == nil
	}
	return n.kind < kindWritten || n.kind == kindImport
}

// signed spells an integer in two's complement, the lowest byte first.
func signed(arg []byte) string {
	if n := len(arg); 0 < n && n <= 8 { // as nearly all are
		var b [8]byte
		copy(b[8-n:], arg)
		return strconv.FormatInt(int64(binary.LittleEndian.Uint64(b[:]))>>(64-8*n), 10)
	}
	b := make([]byte, len(arg))
	for i, c := range arg {
		b[len(b)-1-i] = c
	}
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return n.String()
}

// integerNode returns the value of an opcode with an integer of n bytes.
func integerNode(op string, arg []byte, n int64) *node {
	switch op {
	case "INT", "LONG":
		text := line(arg)
		if op == "INT" && (text == "00" || text == "01") {
			return booleanNode(text == "01")
		}
		text = strings.TrimSuffix(text, "L")
		if len(text) > maxText {
			return &node{kind: kindInt, n: n / 2, cut: true}
		}
		return &node{kind: kindInt, text: text}
	case "BININT1", "BININT2":
		arg = append(arg[:len(arg):len(arg)], 0) // not signed
	}
	if n > maxDigits {
		return &node{kind: kindInt, n: n, cut: true}
	}
	return &node{kind: kindInt, text: signed(arg)}
}

func booleanNode(v bool) *node {
	if v {
		return &node{kind: kindBool, text: "True"}
	}
	return &node{kind: kindBool, text: "False"}
}

// floatNode returns the value of an opcode with a float.
func floatNode(op string, arg []byte) *node {
	var f float64
	if op == "FLOAT" {
		f, _ = strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(line(arg)), "_", ""), 64)
	} else if len(arg) >= 8 {
		f = math.Float64frombits(binary.BigEndian.Uint64(arg))
	}
	return &node{kind: kindFloat, text: floatText(f)}
}

// floatText spells a float as Python does.
func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	if a := math.Abs(f); f != 0 && (a < 1e-4 || a >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// line returns an argument without its newline.
func line(arg []byte) string {
	text, _, _ := strings.Cut(string(arg), "\n")
	return text
}

// names returns the module and the name in the argument of GLOBAL and INST.
func names(arg []byte) (module, name string) {
	module, rest, _ := strings.Cut(string(arg), "\n")
	name, _, whole := strings.Cut(rest, "\n")
	if !whole {
		name += "…"
	}
	return module, name
}

// qualified returns the name of an import. Python 3 has other names for some modules of Python 2.
func qualified(module, name string) string {
	switch module {
	case "builtins", "__builtin__":
		return name
	case "copy_reg":
		module = "copyreg"
	}
	return module + "." + name
}

// dotted reports whether a text is Python identifiers with dots between them.
func dotted(s string) bool {
	begins := true
	for _, r := range s {
		switch {
		case r == '_' || unicode.IsLetter(r):
			begins = false
		case begins:
			return false
		case r == '.':
			begins = true
		case !unicode.IsDigit(r):
			return false
		}
	}
	return !begins
}

// beginning returns the beginning of a text or of bytes that is kept.
func beginning(arg []byte, text bool) string {
	if len(arg) <= maxText {
		return string(arg)
	}
	arg = arg[:maxText]
	if text {
		for i := len(arg) - 1; i > len(arg)-utf8.UTFMax; i-- {
			if utf8.RuneStart(arg[i]) {
				if !utf8.FullRune(arg[i:]) {
					arg = arg[:i]
				}
				break
			}
		}
	}
	return string(arg)
}

// decoded returns the text that stands for bytes of Python 2, one character for each.
func decoded(b []byte) string {
	text := make([]rune, len(b))
	for i, c := range b {
		text[i] = rune(c)
	}
	return string(text)
}

// latin1 returns the bytes that a text of Latin-1 stands for.
func latin1(text string) string {
	b := make([]byte, 0, len(text))
	for _, r := range text {
		b = append(b, byte(r))
	}
	return string(b)
}
