package inspect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/npycheck/npycheck/internal/pyimport"
)

// called returns what the call of an import with arguments makes: in a form of its own if it is a constructor of Python
// or NumPy, and else an object of the class, as which a function counts too.
func called(op string, callee, args *node) *node {
	if callee.kind != kindImport {
		return &node{kind: kindObject, class: nameless, args: args}
	}
	name := callee.text
	if n := constructed(callee, args.items); n != nil && !args.cut {
		if op != "NEWOBJ" {
			return n
		}
		name += ".__new__" // doesn't initialize: a deque stays empty
	}
	return &node{kind: kindObject, class: name, tier: callee.tier, args: args, either: op == "REDUCE"}
}

// constructed returns what a call of a known constructor makes, or nil.
func constructed(callee *node, a []*node) *node {
	switch callee.form {
	case pyimport.Reconstructor:
		if len(a) == 3 && a[0].kind == kindImport {
			return instance(a[0], a[2])
		}
	case pyimport.Encode:
		if len(a) == 2 && a[0].kind == kindText {
			return &node{kind: kindBytes, text: latin1(a[0].text), n: a[0].n}
		}
	case pyimport.Complex:
		if len(a) == 2 && a[0].kind == kindFloat && a[1].kind == kindFloat {
			return &node{kind: kindComplex, text: a[0].text, im: a[1].text}
		}
	case pyimport.Date:
		return dated(callee.text, a)
	case pyimport.Timedelta:
		return span(callee.text, a)
	case pyimport.Decimal:
		return exact(callee.text, a)
	case pyimport.Path:
		return path(callee.text, a)
	case pyimport.Set, pyimport.Collection, pyimport.Mapping, pyimport.DefaultDict, pyimport.Deque, pyimport.Bytes, pyimport.Atom:
		return collected(callee, a)
	case pyimport.NoForm:
		if callee.text == "copyreg.__newobj__" && len(a) > 0 && a[0].kind == kindImport {
			return &node{kind: kindObject, class: a[0].text, tier: a[0].tier, args: &node{kind: kindTuple, items: a[1:], n: int64(len(a) - 1)}}
		}
	}
	return ofNumPy(callee.form, a)
}

// instance returns an instance of a class that may be a subclass of one of Python's own, with the value that this one
// has.
func instance(class, value *node) *node {
	n := &node{kind: kindObject, class: class.text, tier: class.tier}
	switch value.kind {
	case kindNone:
	case kindList, kindDict:
		n.items, n.n, n.entries, n.pairs = slices.Clip(value.items), value.n, slices.Clip(value.entries), value.pairs
	default:
		n.args = &node{kind: kindTuple, items: []*node{value}, n: 1}
	}
	return n
}

// ofNumPy returns what a constructor of NumPy makes.
func ofNumPy(form pyimport.Form, a []*node) *node {
	switch form {
	case pyimport.Reconstruct, pyimport.MaskedReconstruct:
		if len(a) >= 3 && a[0].kind == kindImport {
			return &node{kind: kindArray, class: a[0].text, tier: a[0].tier}
		}
	case pyimport.FromBuffer:
		if len(a) >= 4 && a[1].kind == kindDType {
			return viewed(a)
		}
	case pyimport.Scalar:
		if len(a) != 2 || a[0].kind != kindDType {
			return nil
		}
		n := &node{kind: kindScalar, dtype: a[0].dtype, descr: a[0].descr}
		if a[1].kind == kindBytes || a[1].kind == kindText {
			n.text, n.n = a[1].text, a[1].n
			if a[1].kind == kindText {
				n.text = latin1(a[1].text)
			}
		} else {
			n.state = a[1]
		}
		return n
	case pyimport.DType:
		if len(a) > 0 {
			return newDType(a[0])
		}
	case pyimport.StringDType:
		return &node{kind: kindDType, descr: "StringDType()"}
	case pyimport.DTypeClass:
		if len(a) == 1 && a[0].kind == kindImport {
			return a[0]
		}
	}
	return nil
}

// viewed returns the array that _frombuffer makes of bytes, a dtype, a shape, an order and perhaps a permutation.
func viewed(a []*node) *node {
	shape, ok := dimensions(a[2])
	if !ok {
		return nil
	}
	if len(a) == 5 {
		axes, ok := dimensions(a[4])
		if !ok || len(axes) != len(shape) {
			return nil
		}
		from := slices.Clone(shape)
		for i, axis := range axes {
			if axis >= int64(len(from)) {
				return nil
			}
			shape[i] = from[axis]
		}
	}
	return &node{kind: kindArray, class: "numpy.ndarray", dtype: a[1].dtype, descr: a[1].descr, shape: shape}
}

// collected returns a collection that is made by a call: an empty one, or of the elements of a list or a dict.
func collected(callee *node, a []*node) *node {
	n := &node{class: callee.text}
	switch callee.form {
	case pyimport.Deque:
		n.kind = kindList
	case pyimport.Mapping:
		n.kind = kindDict
	case pyimport.DefaultDict:
		n.kind = kindDict
		return n
	case pyimport.Bytes:
		return bytesNode(callee.text, a)
	case pyimport.Atom:
		if len(a) == 1 && a[0].atom() {
			return a[0]
		}
		return nil
	default:
		kinds := map[string]kind{"set": kindSet, "frozenset": kindFrozenSet, "list": kindList, "tuple": kindTuple, "dict": kindDict}
		n.kind, n.class = kinds[callee.text], ""
	}
	if len(a) == 0 {
		return n
	}
	from := a[0]
	switch {
	case n.kind == kindDict && from.kind == kindDict:
		n.entries, n.pairs = slices.Clip(from.entries), from.pairs
	case n.kind == kindDict && from.kind == kindList:
		for _, pair := range from.items {
			if len(pair.items) != 2 {
				return nil
			}
			n.set(pair.items)
		}
		n.pairs = from.n
	case from.kind == kindList || from.kind == kindTuple:
		n.items, n.n = slices.Clip(from.items), from.n
	default:
		return nil
	}
	n.cut = from.cut
	return n
}

// bytesNode returns bytes or a bytearray.
func bytesNode(name string, a []*node) *node {
	n := &node{kind: kindBytes}
	if name == "bytearray" {
		n.kind = kindByteArray
	}
	if len(a) > 0 {
		switch n.text, n.n = a[0].text, a[0].n; a[0].kind {
		case kindBytes:
		case kindText:
			n.text = latin1(n.text)
		default:
			return nil
		}
	}
	return n
}

// exact returns a Decimal or a Fraction.
func exact(name string, a []*node) *node {
	n := &node{kind: kindWritten, class: name}
	switch {
	case len(a) == 1 && a[0].kind == kindText:
		n.text, n.n = a[0].text, a[0].n
	case len(a) == 2 && a[0].kind == kindInt && a[1].kind == kindInt:
		n.text = a[0].text
		if a[1].text != "1" {
			n.text += "/" + a[1].text
		}
	default:
		return nil
	}
	return n
}

// path returns a path that is made of its parts.
func path(name string, a []*node) *node {
	separator := "/"
	if strings.Contains(name, "Windows") {
		separator = `\`
	}
	text := ""
	for _, part := range a {
		if part.kind != kindText {
			return nil
		}
		if text != "" && !strings.HasSuffix(text, separator) {
			text += separator
		}
		text += part.text
		if len(text) > maxText {
			return nil
		}
	}
	if text == "" {
		text = "."
	}
	return &node{kind: kindWritten, class: name, text: text}
}

// dated returns a date or a time.
func dated(name string, a []*node) *node {
	n := &node{kind: kindWritten, class: name}
	if len(a) == 0 || len(a) > 2 || a[0].kind != kindBytes && a[0].kind != kindText {
		return nil
	}
	b := a[0].text
	if a[0].kind == kindText {
		b = latin1(b)
	}
	switch {
	case name == "datetime.date" && len(b) == 4:
		n.text = dateText(b)
	case name == "datetime.time" && len(b) == 6:
		n.text = timeText(b)
	case name == "datetime.datetime" && len(b) == 10:
		n.text = dateText(b) + "T" + timeText(b[4:])
	default:
		return nil
	}
	if len(a) == 2 {
		n.state = a[1]
	}
	return n
}

func dateText(b string) string {
	return fmt.Sprintf("%04d-%02d-%02d", int(b[0])<<8|int(b[1]), b[2]&0x7f, b[3])
}

func timeText(b string) string {
	text := fmt.Sprintf("%02d:%02d:%02d", b[0]&0x7f, b[1], b[2])
	if micros := int(b[3])<<16 | int(b[4])<<8 | int(b[5]); micros > 0 {
		text += fmt.Sprintf(".%06d", micros)
	}
	return text
}

// span returns a timedelta: days, seconds and microseconds, as Python spells them.
func span(name string, a []*node) *node {
	n := &node{kind: kindWritten, class: name}
	var parts [3]int64
	if len(a) != 3 {
		return nil
	}
	for i := range a {
		v, err := strconv.ParseInt(a[i].text, 10, 32)
		if err != nil || a[i].kind != kindInt {
			return nil
		}
		parts[i] = v
	}
	at := time.Time{}.Add(time.Duration(parts[1])*time.Second + time.Duration(parts[2])*time.Microsecond)
	n.text = at.Format("15:04:05")
	if parts[2] != 0 {
		n.text = at.Format("15:04:05.000000")
	}
	n.text = strings.TrimPrefix(n.text, "0")
	switch days := parts[0]; {
	case days == 1 || days == -1:
		n.text = fmt.Sprintf("%d day, %s", days, n.text)
	case days != 0:
		n.text = fmt.Sprintf("%d days, %s", days, n.text)
	}
	return n
}

// give does what BUILD does.
func (n *node) give(state *node) {
	switch {
	case n.kind == kindDType:
		n.giveState(state)
	case n.fixed():
	case n.kind == kindArray && n.dtype == nil && n.descr == "" && state.kind == kindTuple:
		s := state.items
		if len(s) == 4 {
			s = append([]*node{nil}, s...) // before NumPy 1.0 there was no version
		}
		if len(s) < 5 || s[2].kind != kindDType {
			n.state = state
			return
		}
		n.dtype, n.descr = s[2].dtype, s[2].descr
		n.shape, _ = dimensions(s[1])
		if list := s[4]; list.kind == kindList {
			n.items, n.n, n.cut = slices.Clip(list.items), list.n, list.cut
		}
	default:
		n.state = state
	}
}
