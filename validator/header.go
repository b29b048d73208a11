package validator

import (
	"context"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/dtype"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// headerCheck is the text of a header, and what is known about it.
type headerCheck struct {
	headerText
	lit   *literal.Tree // of the text, if it was parsed
	array *headerArray
}

// header checks the header text and fills in the array that it describes.
func (w *walk) header() {
	w.array.layout = w.layout
	text := headerText{layout: w.layout, text: w.text, after: w.head[w.layout.total():], faults: &w.faults}
	h := headerCheck{headerText: text, lit: &w.lit, array: &w.array}
	t := w.tracer()
	if parsed := h.check(w.ctx, t == nil); !parsed {
		t.header(w.layout, w.text, nil)
		return
	}
	t.header(w.layout, w.text, &w.lit)
	// Beyond the limits of npycheck, the length of the data is unknown (clauses npy-3.3, npy-5.7 and npy-5.15).
	for _, id := range []spec.ID{spec.HeaderNestingDepth, spec.DescrSizeOverflow, spec.DescrItemsizeOverflow} {
		if w.faults.Has(id) {
			w.giveUp("%s", w.faults.Message(id))
		}
	}
}

// check checks the text. If compare is set, it need not be parsed when it is as NumPy writes it. The result reports
// whether it was parsed.
func (h *headerCheck) check(ctx context.Context, compare bool) (parsed bool) {
	if h.wrongLength() {
		return false
	}
	h.array.disputed = h.converted() // so its data is left alone
	h.array.early, h.array.slip = h.lost > 0, h.slipped()
	h.array.loading.characters = h.encoding()
	h.higherVersion()
	h.alignment()
	if compare {
		if end, ok := h.canonical(); ok {
			h.padding(end, false)
			return false
		}
	}
	start, ok := h.opening()
	if !ok {
		return false
	}
	v3 := h.layout.version == spec.Version3
	h.lit.Parse(ctx, literal.Source{Text: h.text, Offset: h.layout.prefixLen, Latin1: !v3, NoLong: v3, Faults: h.faults}, start)
	if h.lit.Complete() {
		h.padding(h.lit.End(h.lit.Root()), h.lit.Malformed())
	} else {
		h.newline()
	}
	if dict, ok := h.dictionary(); ok {
		found, disputed := readKeys(h.lit, dict)
		h.array.disputed = h.array.disputed || disputed
		h.values(&found)
	}
	h.lit.Finish()
	return true
}

// canonical reads the header that nearly every file has: a scalar dtype in NumPy's own spelling, with nothing to
// report. For any other header it returns false and leaves everything to the parser; a test keeps the two in step.
func (h *headerCheck) canonical() (end int, ok bool) {
	c, ok := readCanonical(h.text, h.array.shape[:0])
	if !ok || len(c.shape) > dtype.NumPy1MaxRank || c.fortranOrder && bothOrders(c.shape) {
		return 0, false
	}
	t, ok := spec.ParseCode(c.code)
	if !ok || !dtype.Plain(&t) {
		return 0, false
	}
	bytes, overflow := arrayBytes(t.Itemsize, c.shape)
	if overflow {
		return 0, false
	}
	a := h.array
	a.dtype, a.fortran, a.shape, a.bytes, a.known = t, c.fortranOrder, c.shape, bytes, true
	return c.end, true
}

// dictionary returns the node of the dictionary, and false if the text has none.
func (h *headerCheck) dictionary() (dict literal.Node, ok bool) {
	root := h.lit.Root()
	if root == 0 {
		return 0, false
	}
	dict = h.lit.Inner(root)
	k := h.lit.Kind(dict)
	if k != literal.Dict && k != literal.Bad && !h.lit.Malformed() {
		h.lit.Fault(spec.HeaderNotADictionary, root, "", "header is %s, expected a dictionary", k)
	}
	return dict, k == literal.Dict
}

// values checks the three values in the order of the keys.
func (h *headerCheck) values(found *entries) {
	a := h.array
	orderKnown, shapeKnown := false, false
	if n := found[keyDescr].value; n != 0 {
		a.dtype = dtype.Parse(h.lit, n)
		a.objects = a.dtype.HasObject()
		a.loading.view, a.loading.raw = dtype.Lost(&a.dtype, h.lit, n)
	}
	if n := found[keyOrder].value; n != 0 {
		a.fortran, orderKnown = readOrder(h.lit, n)
	}
	if n := found[keyShape].value; n != 0 {
		a.shape, shapeKnown = readShape(h.lit, n, a.dtype.Kind != 0 && a.dtype.Itemsize == 0, a.shape)
		dtype.Rank(h.lit, n, len(a.shape), "/shape", "shape")
	}
	if !shapeKnown {
		return
	}
	if a.fortran {
		orderEffect(h.lit, found[keyOrder].value, a.shape)
	}
	// Without a known itemsize the element count can still be too large.
	itemsize := int64(1)
	if a.dtype.Kind != 0 {
		itemsize = a.dtype.Itemsize
	}
	bytes, fits := checkSize(h.lit, found[keyShape].value, itemsize, a.shape)
	a.bytes, a.known = bytes, fits && a.dtype.Kind != 0 && orderKnown
}
