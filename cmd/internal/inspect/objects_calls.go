package inspect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// called returns what the call of an import with arguments makes: in a form of its own if it is a constructor of Python
// or NumPy, and else an object of the class, as which a function counts too.
func called(op string, callee, args *node) *node {
	if callee.kind != kindImport {
		return &node{kind: kindObject, class: nameless, args: args}
	}
	name := callee.text
	if n := constructed(strings.Replace(name, "numpy._core.", "numpy.core.", 1), args.items); n != nil && !args.cut {
		if op != "NEWOBJ" {
			return n
		}
		name += ".__new__" // doesn't initialize: a deque stays empty
	}
	return &node{kind: kindObject, class: name, tier: callee.tier, args: args, either: op == "REDUCE"}
}

// constructed returns what a call of a known constructor makes, or nil.
func constructed(name string, a []*node) *node {
	switch name {
	case "copyreg._reconstructor":
		if len(a) == 3 && a[0].kind == kindImport {
			return instance(a[0], a[2])
		}
	case "copyreg.__newobj__":
		if len(a) > 0 && a[0].kind == kindImport {
			return &node{kind: kindObject, class: a[0].text, tier: a[0].tier, args: &node{kind: kindTuple, items: a[1:], n: int64(len(a) - 1)}}
		}
	case "_codecs.encode":
		if len(a) == 2 && a[0].kind == kindText {
			return &node{kind: kindBytes, text: latin1(a[0].text), n: a[0].n}
		}
	case "complex":
		if len(a) == 2 && a[0].kind == kindFloat && a[1].kind == kindFloat {
			return &node{kind: kindComplex, text: a[0].text, im: a[1].text}
		}
	}
	switch module, rest, _ := strings.Cut(name, "."); module {
	case "numpy":
		return ofNumPy(rest, a)
	case "datetime":
		return dated(name, rest, a)
	case "decimal", "fractions":
		return exact(name, a)
	case "pathlib":
		return path(name, a)
	case "collections":
		return collected(name, a)
	}
	return collected(name, a)
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
func ofNumPy(name string, a []*node) *node {
	switch name {
	case "core.multiarray._reconstruct", "core._internal._reconstruct", "ma.core._mareconstruct", "ma._mareconstruct":
		if len(a) >= 3 && a[0].kind == kindImport {
			return &node{kind: kindArray, class: a[0].text, tier: a[0].tier}
		}
	case "core.numeric._frombuffer":
		if len(a) >= 4 && a[1].kind == kindDType {
			return viewed(a)
		}
	case "core.multiarray.scalar":
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
	case "dtype":
		if len(a) > 0 {
			return newDType(a[0])
		}
	case "core._internal._convert_to_stringdtype_kwargs":
		return &node{kind: kindDType, descr: "StringDType()"}
	case "core._DType_reconstruct":
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
func collected(name string, a []*node) *node {
	n := &node{class: name}
	switch name {
	case "set":
		n.kind, n.class = kindSet, ""
	case "frozenset":
		n.kind, n.class = kindFrozenSet, ""
	case "list":
		n.kind, n.class = kindList, ""
	case "collections.deque":
		n.kind = kindList
	case "tuple":
		n.kind, n.class = kindTuple, ""
	case "dict":
		n.kind, n.class = kindDict, ""
	case "collections.OrderedDict", "collections.Counter":
		n.kind = kindDict
	case "collections.defaultdict":
		n.kind = kindDict
		return n
	case "bytearray", "bytes":
		return bytesNode(name, a)
	case "int", "long", "float", "bool", "str", "unicode":
		if len(a) == 1 && a[0].atom() {
			return a[0]
		}
		return nil
	default:
		return nil
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

// dated returns a date, a time or a span of time, without a time zone.
func dated(name, class string, a []*node) *node {
	n := &node{kind: kindWritten, class: name}
	if class == "timedelta" {
		return span(n, a)
	}
	if len(a) == 0 || len(a) > 2 || a[0].kind != kindBytes && a[0].kind != kindText {
		return nil
	}
	b := a[0].text
	if a[0].kind == kindText {
		b = latin1(b)
	}
	switch {
	case class == "date" && len(b) == 4:
		n.text = dateText(b)
	case class == "time" && len(b) == 6:
		n.text = timeText(b)
	case class == "datetime" && len(b) == 10:
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

// span gives a timedelta its days, seconds and microseconds, as Python spells them.
func span(n *node, a []*node) *node {
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
