package validator

import (
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// descrWalk is the place in descr that is being looked at, and what was seen on the way.
type descrWalk struct {
	lit    *literal.Tree
	text   []byte
	faults *fault.List
	path   []int32 // indexes from the top of descr down
	little bool    // a type in little-endian order was seen
	big    bool
}

// descr checks the value of descr and returns the dtype that it describes: the zero DType if it
// can't be told. The depth of the recursion is bounded by maxNesting.
func (h *header) descr(n literal.Node) spec.DType {
	d := descrWalk{lit: h.lit, text: h.text, faults: h.faults}
	value := h.lit.Inner(n)
	var t spec.DType
	switch k := h.lit.Kind(value); k {
	case literal.String:
		var faults spec.CodeFaults
		t, faults = d.code(value)
		d.codeFaults(n, value, d.withoutLostOrder(value, t, faults))
		if faults&spec.FaultSizeMissing == 0 {
			d.remarks(n, t, true)
		}
	case literal.List:
		t = d.structure(value)
	case literal.Tuple:
		if _, ok := d.pairShape(n, value); ok {
			d.lit.Fault(spec.DescrTupleTopLevel, n, "/descr", "descr is a tuple, want a type string or a list of fields")
		}
	default:
		d.otherKind(n, k)
	}
	if d.little && d.big {
		d.lit.Fault(spec.DescrMixedByteOrder, n, "/descr", "fields are of both byte orders")
	}
	return t
}

func (d *descrWalk) pointer() string {
	if d.faults.Full() {
		return ""
	}
	var b strings.Builder
	b.WriteString("/descr")
	for _, i := range d.path {
		fmt.Fprintf(&b, "/%d", i)
	}
	return b.String()
}

// down runs f for the item i of the present place.
func (d *descrWalk) down(i int32, f func()) {
	d.path = append(d.path, i)
	f()
	d.path = d.path[:len(d.path)-1]
}

func (d *descrWalk) subject() string {
	if len(d.path) == 0 {
		return "descr"
	}
	return "type"
}

func (d *descrWalk) otherKind(n literal.Node, k literal.Kind) {
	switch k {
	case literal.Bad:
	case literal.Dict:
		d.lit.Fault(spec.DescrDict, n, d.pointer(), "%s is a dictionary, want a type string or a list of fields", d.subject())
	default:
		d.lit.Fault(spec.DescrInvalidType, n, d.pointer(), "%s is %s, %s, want a type string or a list of fields", d.subject(), d.lit.Excerpt(n), k)
	}
}

// code parses the type string at node n.
func (d *descrWalk) code(n literal.Node) (spec.DType, spec.CodeFaults) {
	if d.lit.Escaped(n) {
		return spec.ParseCode(d.lit.Value(n))
	}
	text := d.lit.Text(n)
	t, faults := spec.ParseCode(text[1 : len(text)-1])
	d.little = d.little || t.Order == '<'
	d.big = d.big || t.Order == '>'
	return t, faults
}

// codeFaults reports what is wrong with the type string at value; n is value with its parentheses.
func (d *descrWalk) codeFaults(n, value literal.Node, faults spec.CodeFaults) {
	if faults == 0 {
		return
	}
	foreign := ""
	if faults&(spec.FaultInvalidSize|spec.FaultUnknownCode) != 0 {
		foreign = foreignType(d.lit.Text(value))
	}
	for fault := range faults.All() {
		d.lit.Fault(fault.Rule(), n, d.pointer(), "%s is %s, %s%s", d.subject(), d.lit.Excerpt(value), codeFaultMessage(fault), foreign)
	}
}

func codeFaultMessage(fault spec.CodeFaults) string {
	switch fault {
	case spec.FaultUnknownCode:
		return "which names no type"
	case spec.FaultInvalidSize:
		return "a size that the type does not have"
	case spec.FaultNativeByteOrder:
		return "which leaves the byte order to the machine, want '<' or '>' in front"
	case spec.FaultOrderOnSingleByte:
		return "a byte order on a type that has none, want '|' in front"
	case spec.FaultOrderMissingSingleByte:
		return "want '|' in front"
	case spec.FaultTypeName:
		return "a type name, want byte order, kind and size as in '<f8'"
	case spec.FaultCTypeCode:
		return "a C type, want byte order, kind and size as in '<i8'"
	case spec.FaultTypeNumber:
		return "a NumPy type number, want byte order, kind and size as in '<f8'"
	case spec.FaultPlatformLongdouble:
		return "a long double, whose format differs between platforms"
	case spec.FaultOtherPlatformFloat:
		return "a long double that only some platforms have"
	case spec.FaultSizeSyntax:
		return "want the size as a plain decimal number"
	case spec.FaultSizeMissing:
		return "want a size behind the kind"
	case spec.FaultSizeNegative:
		return "want a size that is not negative"
	case spec.FaultSizeOverflow:
		return "want an itemsize of at most 2147483647 bytes"
	case spec.FaultTrailingGarbage:
		return "want nothing behind the size"
	case spec.FaultAliasA:
		return "want the kind S for byte strings"
	case spec.FaultObjectSize:
		return "want '|O' without a size"
	case spec.FaultCommaString:
		return "several types or repeat counts in one string, want a list of fields"
	case spec.FaultDatetimeUnit:
		return "want one of the units Y M W D h m s ms us ns ps fs as in brackets"
	case spec.FaultDatetimeForm:
		return "want the unit as NumPy writes it, such as [s] or [25s]"
	case spec.FaultDatetimeMultiple:
		return "want a multiple from 1 to 2147483647"
	case spec.FaultDatetimeDivisor:
		return "want a unit without a divisor"
	case spec.FaultDatetimeDivisorZero:
		return "a division by zero, of which NumPy dies"
	}
	return "which is not canonical"
}

// remarks adds the notes on a type that nothing is wrong with. Top tells that it is all of descr.
func (d *descrWalk) remarks(n literal.Node, t spec.DType, top bool) {
	switch {
	case t.Kind == 0:
	case t.Itemsize == 0:
		d.lit.Fault(spec.DescrZeroItemsize, n, d.pointer(), "%s is %s, elements of zero bytes", d.subject(), d.lit.Excerpt(n))
	case lostSize(t):
		d.lit.Fault(spec.DescrVoidLostType, n, d.pointer(), "%s is %s, raw bytes: %s", d.subject(), d.lit.Excerpt(n), lostType(d.orderOf(n), t.Itemsize, top))
	case (t.Kind == 'M' || t.Kind == 'm') && t.Unit == spec.NoUnit:
		d.lit.Fault(spec.DescrDatetimeGeneric, n, d.pointer(), "%s is %s, without a unit", d.subject(), d.lit.Excerpt(n))
	}
}

// orderOf returns the byte order that a type string begins with, or 0.
func (d *descrWalk) orderOf(n literal.Node) byte {
	value := d.lit.Inner(n)
	if d.lit.Escaped(value) || len(d.lit.Text(value)) < 3 {
		return 0
	}
	switch c := d.text[d.lit.Pos(value)+1]; c {
	case '<', '>', '|', '=':
		return c
	}
	return 0
}

// withoutLostOrder takes the byte order of raw bytes out of their faults where a package with types of
// its own writes it: the order is right for the type that was lost (clause npy-5.8).
func (d *descrWalk) withoutLostOrder(n literal.Node, t spec.DType, faults spec.CodeFaults) spec.CodeFaults {
	if order := d.orderOf(n); lostSize(t) && (order == '<' || order == '>') {
		return faults &^ spec.FaultOrderOnSingleByte
	}
	return faults
}

// lostSize reports whether a type is raw bytes of the size of a type of ml_dtypes.
func lostSize(t spec.DType) bool {
	return t.Kind == 'V' && !t.Struct && t.Base == nil && (t.Itemsize == 1 || t.Itemsize == 2)
}

// lostType says what raw bytes of 1 or 2 bytes may be, and how to get it back. NumPy itself writes '|'
// before raw bytes; ml_dtypes writes '<' or '>'.
func lostType(order byte, size int64, top bool) string {
	sure := "perhaps"
	if order == '<' || order == '>' {
		sure = "probably"
	}
	of := ""
	if !top {
		of = " of the field"
	}
	switch {
	case size == 1:
		return sure + " one of the small types of ml_dtypes or JAX, such as float8_e4m3fn or int4, whose name the file doesn't hold; " +
			"a.view(ml_dtypes.float8_e4m3fn)" + of + ", or what it was, restores it"
	case order == '>':
		return sure + " bfloat16 of ml_dtypes or JAX in big-endian order, whose name the file doesn't hold; " +
			"a.view('>u2').astype('u2').view(ml_dtypes.bfloat16)" + of + " restores it"
	}
	return sure + " bfloat16 of ml_dtypes or JAX, whose name the file doesn't hold; a.view(ml_dtypes.bfloat16)" + of + " restores it"
}

// foreignType says which types of ml_dtypes are saved with a quoted type string that NumPy refuses.
func foreignType(quoted []byte) string {
	switch string(quoted[1 : len(quoted)-1]) {
	case "<f1", ">f1":
		return "; float8_e5m2 of ml_dtypes is saved so and can't be loaded: put '|V1' in its place and use a.view(ml_dtypes.float8_e5m2)"
	case "<W4", ">W4":
		return "; complex32 and bcomplex32 of ml_dtypes are saved so and can't be loaded: put '|V4' in its place and use a.view(ml_dtypes.complex32)"
	}
	return ""
}
