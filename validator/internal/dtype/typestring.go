package dtype

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// typeString is a string of the literal that was parsed as a type.
type typeString struct {
	node   literal.Node
	code   []byte
	dtype  spec.DType
	faults codeFaults
}

// typeString parses the string at node n.
func (w *walk) typeString(n literal.Node) typeString {
	var code []byte
	if text := w.tree.Text(n); w.tree.Escaped(n) || !ascii(text) {
		code = []byte(w.tree.Value(n))
	} else {
		code = text[1 : len(text)-1]
	}
	t, faults := parseCode(code)
	w.little = w.little || t.Order == '<'
	w.big = w.big || t.Order == '>'
	return typeString{n, code, t, faults}
}

// judge reports the faults of a type string; n is its node with its parentheses. Sized means that the number of bytes
// may be reported.
func (w *walk) judge(n literal.Node, s *typeString, sized bool) {
	order := orderIn(s.code)
	faults := s.faults
	if lostSize(&s.dtype) && (order == '<' || order == '>') {
		// Right for the type that was lost (clause npy-5.8).
		faults &^= orderOnSingleByte
	}
	w.codeFaults(n, s, faults)
	t := &s.dtype
	switch {
	case t.Kind == 0 || t.Struct:
	case t.Itemsize == 0:
		if sized {
			w.fault(spec.DescrZeroItemsize, n, "%s %s has elements of zero bytes", w.subject(), w.tree.Excerpt(n))
		}
	case lostSize(t):
		was, remedy := lostType(order, t.Itemsize, len(w.path) > 0)
		w.fault(spec.DescrVoidLostType, n, "%s %s is %s%s", w.subject(), w.tree.Excerpt(n), was, remedy)
	case (t.Kind == 'M' || t.Kind == 'm') && t.Unit == spec.NoUnit && s.faults&sizeMissing == 0:
		w.fault(spec.DescrDatetimeGeneric, n, "%s %s has no time unit", w.subject(), w.tree.Excerpt(n))
	}
}

// Plain reports whether a scalar type in NumPy's own spelling, as [spec.ParseCode] reads it, never
// has a finding. Raw bytes and objects may have one.
func Plain(t *spec.DType) bool {
	switch t.Kind {
	case 'V', 'O':
		return false
	case 'm', 'M':
		return t.Unit != spec.NoUnit
	case 'f': // no long double
		return t.Itemsize <= 8
	case 'c':
		return t.Itemsize <= 16
	}
	return t.Itemsize > 0
}

// codeFaults reports faults of a type string.
func (w *walk) codeFaults(n literal.Node, s *typeString, faults codeFaults) {
	if faults == 0 {
		return
	}
	foreign := ""
	if faults&(invalidSize|unknownCode) != 0 {
		foreign = foreignType(s.code)
	}
	for _, f := range codeFaultTable {
		if faults&f.fault != 0 {
			w.fault(f.rule, n, "%s %s %s%s", w.subject(), w.tree.Excerpt(s.node), f.says, foreign)
		}
	}
}
