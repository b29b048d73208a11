package validator

import (
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// descrWalk is the place in descr that is being looked at, and what was seen on the way.
type descrWalk struct {
	*walk
	path   []int32 // indexes from the top of descr down
	little bool    // a type in little-endian order was seen
	big    bool
}

// descr checks the value of descr and returns the dtype that it describes: the zero DType if it
// can't be told. The depth of the recursion is bounded by maxNesting.
func (w *walk) descr(n int32) spec.DType {
	d := descrWalk{walk: w}
	value := w.inner(n)
	var t spec.DType
	switch k := w.lit.nodes[value].kind; k {
	case nodeString:
		var faults spec.CodeFaults
		t, faults = d.code(value)
		d.codeFaults(n, value, faults)
		if faults&spec.FaultSizeMissing == 0 {
			d.remarks(n, t, true)
		}
	case nodeList:
		t = d.structure(value)
	case nodeTuple:
		if _, ok := d.pairShape(n, value); ok {
			d.reportNode("descr-tuple-top-level", n, "/descr", "descr is a tuple, want a type string or a list of fields")
		}
	default:
		d.otherKind(n, k)
	}
	if d.little && d.big {
		d.reportNode("descr-mixed-byte-order", n, "/descr", "fields are of both byte orders")
	}
	w.array.objects = t.HasObject()
	return t
}

func (d *descrWalk) pointer() string {
	if d.full() {
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

func (d *descrWalk) otherKind(n int32, k kind) {
	switch k {
	case nodeBad:
	case nodeDict:
		d.reportNode("descr-dict", n, d.pointer(), "%s is a dictionary, want a type string or a list of fields", d.subject())
	default:
		d.reportNode("descr-invalid-type", n, d.pointer(), "%s is %s, %s, want a type string or a list of fields", d.subject(), d.excerpt(n), k)
	}
}

// code parses the type string at node n.
func (d *descrWalk) code(n int32) (spec.DType, spec.CodeFaults) {
	nd := d.lit.nodes[n]
	if nd.escaped {
		return spec.ParseCode(d.value(n))
	}
	t, faults := spec.ParseCode(d.text[nd.pos+1 : nd.end-1])
	d.little = d.little || t.Order == '<'
	d.big = d.big || t.Order == '>'
	return t, faults
}

// codeFaults reports what is wrong with the type string at value; n is value with its parentheses.
func (d *descrWalk) codeFaults(n, value int32, faults spec.CodeFaults) {
	if faults == 0 {
		return
	}
	for fault := range faults.All() {
		d.reportNode(fault.Rule(), n, d.pointer(), "%s is %s, %s", d.subject(), d.excerpt(value), codeFaultMessage(fault))
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
func (d *descrWalk) remarks(n int32, t spec.DType, top bool) {
	switch {
	case t.Kind == 0:
	case t.Itemsize == 0:
		d.reportNode("descr-zero-itemsize", n, d.pointer(), "%s is %s, elements of zero bytes", d.subject(), d.excerpt(n))
	case top && t.Kind == 'V' && t.Itemsize <= 2:
		d.reportNode("descr-void-lost-type", n, d.pointer(), "descr is %s, which packages with types of their own write in place of the type", d.excerpt(n))
	case (t.Kind == 'M' || t.Kind == 'm') && t.Unit == spec.NoUnit:
		d.reportNode("descr-datetime-generic", n, d.pointer(), "%s is %s, without a unit", d.subject(), d.excerpt(n))
	}
}
