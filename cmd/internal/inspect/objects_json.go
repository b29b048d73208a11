package inspect

import (
	"encoding/hex"
	"fmt"
	"math"
	"strconv"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// nodeJSON is a value in JSON, as info.schema.json describes it.
type nodeJSON struct {
	Type    string        `json:"type"`
	Name    string        `json:"name,omitempty"`
	Import  spec.Tier     `json:"import,omitempty"`
	Value   any           `json:"value,omitempty"`
	DType   string        `json:"dtype,omitempty"`
	Shape   *[]int64      `json:"shape,omitempty"`
	Length  *int64        `json:"length,omitempty"`
	SameAs  *string       `json:"same_as,omitempty"`
	Cycle   bool          `json:"cycle,omitempty"`
	Cut     bool          `json:"cut,omitempty"`
	Args    []*nodeJSON   `json:"args,omitempty"`
	Items   []*nodeJSON   `json:"items,omitempty"`
	Entries [][]*nodeJSON `json:"entries,omitempty"`
	State   *nodeJSON     `json:"state,omitempty"`
	Partial bool          `json:"partial,omitempty"`
}

// AppendJSON appends the tree.
func (t *Tree) AppendJSON(dst []byte) []byte {
	w := jsonWriter{places: make(map[*node]string), on: make(map[*node]bool), left: 2 * maxNodes}
	root := w.node(t.root, "")
	root.Partial = t.partial
	return text.AppendJSON(dst, root)
}

// jsonWriter remembers where values are.
type jsonWriter struct {
	places map[*node]string // JSON pointers
	on     map[*node]bool   // the nodes that are being written
	left   int              // how many more may be written: arguments that objects share come again with each
}

func (w *jsonWriter) node(n *node, at string) *nodeJSON {
	w.left--
	j := &nodeJSON{Type: shortened(n.typeName(), shownName)}
	if n.tier == spec.TierUnknown || n.tier == spec.TierDangerous {
		j.Import = n.tier
	}
	w.describe(j, n)
	if first, again := w.places[n]; again && n.repeats() {
		j.SameAs, j.Cycle = &first, w.on[n]
		return j
	}
	w.places[n], w.on[n] = at, true
	defer delete(w.on, n)
	j.Cut = n.cut
	if n.args != nil {
		j.Cut = j.Cut || n.args.cut
		j.Args = w.list(n.args.items, at+"/args/")
	}
	j.Items = w.list(n.items, at+"/items/")
	for i := 0; i < len(n.entries) && w.left > 0; i += 2 {
		j.Entries = append(j.Entries, []*nodeJSON{
			w.node(n.entries[i], fmt.Sprintf("%s/entries/%d/0", at, i/2)),
			w.node(n.entries[i+1], fmt.Sprintf("%s/entries/%d/1", at, i/2)),
		})
	}
	if n.state != nil {
		j.State = w.node(n.state, at+"/state")
	}
	j.Cut = j.Cut || w.left <= 0
	return j
}

func (w *jsonWriter) list(items []*node, at string) (list []*nodeJSON) {
	for i, c := range items {
		if w.left <= 0 {
			break
		}
		list = append(list, w.node(c, at+strconv.Itoa(i)))
	}
	return list
}

// describe enters what is known of a node besides its parts.
func (w *jsonWriter) describe(j *nodeJSON, n *node) {
	switch n.kind {
	case kindBool:
		j.Value = n.text == "True"
	case kindInt:
		j.Value = numberJSON(n.text)
		if n.cut {
			j.Value, j.Length = nil, &n.n
		}
	case kindFloat:
		j.Value = floatJSON(n.text)
	case kindComplex:
		j.Value = []any{floatJSON(n.text), floatJSON(n.im)}
	case kindText:
		j.Value, j.Length = n.text, &n.n
		n.cut = n.n > int64(characters(n.text))
	case kindBytes, kindByteArray:
		j.Value, j.Length = hex.EncodeToString([]byte(n.text)), &n.n
		n.cut = n.n > int64(len(n.text))
	case kindWritten:
		j.Value = n.text
	case kindTuple, kindList, kindSet, kindFrozenSet:
		j.Length = &n.n
	case kindDict:
		j.Length = &n.pairs
	case kindImport:
		j.Name = n.text
	case kindDType:
		j.DType = n.typeText()
	case kindArray:
		j.DType = n.typeText()
		if n.shape != nil {
			j.Shape = &n.shape
		}
	case kindScalar:
		j.DType = n.typeText()
		j.Type = n.scalarType()
		if v := n.value(); v != nil {
			j.Value = v.JSON
		}
	}
}

// scalarType returns the name of the type of a scalar.
func (n *node) scalarType() string {
	if n.dtype == nil {
		return "numpy.generic"
	}
	bits := strconv.FormatInt(8*n.dtype.Itemsize, 10)
	switch n.dtype.Kind {
	case 'b':
		return "numpy.bool"
	case 'i':
		return "numpy.int" + bits
	case 'u':
		return "numpy.uint" + bits
	case 'f':
		if n.dtype.Itemsize > 8 {
			return "numpy.longdouble"
		}
		return "numpy.float" + bits
	case 'c':
		if n.dtype.Itemsize > 16 {
			return "numpy.clongdouble"
		}
		return "numpy.complex" + bits
	case 'M':
		return "numpy.datetime64"
	case 'm':
		return "numpy.timedelta64"
	case 'S':
		return "numpy.bytes_"
	case 'U':
		return "numpy.str_"
	case 'V':
		return "numpy.void"
	}
	return "numpy.generic"
}

// numberJSON returns an int as a number, or as text if programs might round it.
func numberJSON(text string) any {
	const exact = 1 << 53
	if v, err := strconv.ParseInt(text, 10, 64); err == nil && -exact <= v && v <= exact {
		return v
	}
	return text
}

// floatJSON returns a float as a number, or what JSON has no number for as text.
func floatJSON(text string) any {
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || math.IsNaN(v):
		return "NaN"
	case math.IsInf(v, 1):
		return "Infinity"
	case math.IsInf(v, -1):
		return "-Infinity"
	case v == 0 && math.Signbit(v):
		return "-0.0"
	}
	return v
}
