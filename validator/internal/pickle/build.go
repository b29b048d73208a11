package pickle

import (
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// builder gives states to objects.
type builder struct {
	*place
	bounds     *bounds
	references *references
	fields     *fieldKeeper
	memo       *memo
	text       *textCheck
	uneven     []*array // arrays whose list of elements is too long or too short
}

// build does what BUILD does: it gives a state to an object (clause npy-8.10).
func (b *builder) build(target *value, state value) {
	if target.kind == kindGlobal && target.doubtful() {
		return
	}
	if target.kind != kindObject {
		b.mutation(target)
		return
	}
	n := target.node
	if n.hold(&state) {
		b.references.referred(&state)
	}
	n.size = saturate(n.size, state.size())
	n.depth = max(n.depth, state.depth())
	b.bounds.nesting(n)
	again := n.built || n.frozen
	if !again {
		b.references.changes(target)
	}
	n.built = true
	switch {
	case again && !target.doubtful():
		b.again(target)
	case n.array != nil:
		b.arrayState(n.array, &state)
	case n.dtype != nil && n.dtype.kind != 'T':
		b.dtypeState(n, &state)
	case target.doubtful():
	default:
		b.state(n, &state)
	}
}

// again reports a second BUILD of an object. The first can give an instance the function that the second calls with
// its state, and changing the shape of an array in use corrupts memory.
func (b *builder) again(target *value) {
	b.fault(spec.PickleMutation, "BUILD changes %v, which was already built or used", target)
	if a := target.node.array; a != nil {
		a.faulty = true
	}
	if t := target.node.dtype; t != nil {
		t.faulty = true
	}
}

// arrayState checks the state of an array: (version, shape, dtype, Fortran order, data), and of a
// masked one also mask and fill value.
func (b *builder) arrayState(a *array, state *value) {
	a.at, a.n = b.start, b.at-b.start
	a.quiet = state.doubtful()
	want := 5
	if a.masked {
		want = 7
	}
	var s []value
	if state.kind == kindTuple {
		s = state.node.items
	}
	if len(s) == want-1 && want == 5 {
		s = append([]value{{kind: kindInt, known: true, n: 1}}, s...) // before NumPy 1.0
	}
	if len(s) != want {
		b.badArray(a, "is %v, expected a tuple of %d items", state, want)
		return
	}
	version, ok := s[0].integer()
	if !ok || version < 0 || version > 1 {
		b.badArray(a, "has version %v, expected 1", s[0])
		return
	}
	if a.shape, a.count, ok = arrayShape(&s[1]); !ok {
		b.badArray(a, "has shape %v, expected a tuple of at most 64 dimensions", s[1])
		return
	}
	if len(a.shape) > maxOldRank {
		a.faulty = true
		b.fault(spec.PickleState, "array state has %d dimensions, expected at most %d: NumPy before 2.0 overruns a buffer", len(a.shape), maxOldRank)
		return
	}
	if a.matrix && len(a.shape) < 2 {
		a.faulty = true
		b.fault(spec.PickleState, "matrix state has %s, expected 2", text.Count(int64(len(a.shape)), "dimension"))
		return
	}
	if a.matrix && len(a.shape) > 2 {
		b.fault(spec.PickleMatrix, "matrix state has %d dimensions, expected 2: NumPy loads it, but crashes when copying it", len(a.shape))
	}
	a.dtype = s[2].dtype()
	if s[2].kind == kindLost {
		a.faulty = true
		b.lose("an array with a dtype")
		return
	}
	if a.dtype == nil {
		b.badArray(a, "has %v as its dtype", s[2])
		return
	}
	s[2].node.frozen = true
	if immense(a.shape, a.dtype.itemsize) {
		b.badArray(a, "has shape %s with %d-byte elements, over 2^63 bytes in total", shapeText(a.shape), max(a.dtype.itemsize, 0))
		return
	}
	if !boolean(&s[3]) {
		b.badArray(a, "has Fortran order %v, expected True or False", s[3])
		return
	}
	a.fortran = s[3].n != 0
	b.arrayData(a, &s[4])
	if a.masked && !a.faulty {
		if what := memoryOf(saturatedProduct(fillFactor, a.dtype.itemsize), 1, b.at); what != "" {
			b.fault(spec.PickleExpansion, "fill value of a masked array: %s", what)
		}
		b.misfitting(maskedState(a, &s[5], &s[6]), "masked array state")
	}
}

// arrayData checks the elements: a list for objects, bytes for everything else.
func (b *builder) arrayData(a *array, data *value) {
	raw := data.raw()
	b.bounds.array(a, data)
	switch {
	case a.dtype.faulty:
		a.faulty = true
	case a.dtype.base != nil:
		// NumPy gives it the dimensions of the array, whose memory has no room for them.
		b.badArray(a, "has a subarray dtype")
	case a.dtype.object && (raw || data.kind == kindLost):
		a.faulty = true
		b.fault(spec.PickleObjectBytes, "object array has %v as elements: NumPy would treat them as addresses", data)
	case a.dtype.object && data.kind != kindList:
		b.badArray(a, "has %v for its objects, expected a list", data)
	case a.dtype.object:
		a.items = data.node.count
		b.compared(a.dtype, data)
		if a.items != a.count {
			b.unevenArray(a)
		} else if what := memoryOf(a.dtype.itemsize, a.count, b.at); what != "" {
			b.fault(spec.PickleExpansion, "object array: %s", what)
		}
	case !raw && data.kind != kindLost:
		b.badArray(a, "has %v for its elements, expected bytes", data)
	case raw && a.dtype.itemsize >= 0 && !sameProduct(a.count, a.dtype.itemsize, data.n):
		b.badArray(a, "has %v for %s of %s", data, text.Count(a.count, "element"), text.Count(a.dtype.itemsize, "byte"))
	case raw && a.dtype.itemsize == 0:
		b.object(a.emptyElements(b.at))
	case raw:
		b.object(b.text.judge(a.dtype, data))
	}
}

func (b *builder) badArray(a *array, format string, args ...any) {
	a.faulty = true
	if !a.quiet {
		b.fault(spec.PickleCallForm, "array state "+format, args...)
	}
}

// unevenArray remembers an array whose list has more or fewer elements than its shape. If it turns out to be the array
// of the file, that concerns the header too.
func (b *builder) unevenArray(a *array) {
	const kept = 16
	a.faulty = true
	if len(b.uneven) < kept {
		b.uneven = append(b.uneven, a)
		return
	}
	b.report(spec.PickleCallForm, a.at, a.n, "%s", a.uneven())
}

// compared checks that all elements of a list were compared with the dtype of its array.
func (b *builder) compared(t *dtype, list *value) {
	e := list.node.elements
	switch {
	case !t.particular() || list.node.count == 0:
	case e == nil || e.dtype != t:
		b.unfollowed("element list of an array with fields")
	case e.misfit != nil:
		b.misfitting(e.misfit, "element %d of an array", e.at)
	case e.count != list.node.count:
		b.unfollowed("element list of an array with fields")
	}
}

// state checks the state that BUILD gives to an object that is neither an array nor a dtype.
func (b *builder) state(n *node, v *value) {
	rows, ok := statesOf(n)
	switch {
	case !ok:
		b.mutation(&value{kind: kindObject, node: n})
		return
	case v.kind == kindLost:
		b.unfollowed("state of %v", n.global)
		return
	case v.quiet():
		n.doubt = true
		return
	}
	row := rowFor(rows, v)
	if row == nil {
		n.doubt = true
		b.fault(spec.PickleState, "state of %v is %v, expected %s", n.global, *v, wants(rows))
		return
	}
	if m := row.judge(v, ""); m != nil {
		n.doubt = true
		b.misfitting(m, "state of %v", n.global)
		return
	}
	b.memo.keepEntries(v)
}

// dtypeState checks the state that BUILD gives to a dtype (clause npy-8.12).
func (b *builder) dtypeState(n *node, state *value) {
	t := n.dtype
	if t.faulty {
		return
	}
	what := b.fields.badState(t, state)
	t.takeLimits()
	n.cost += int32(len(t.limits) / costUnit)
	if what == "" && !t.faulty && t.fields >= 0 {
		for _, name := range state.node.items[3].node.items {
			b.memo.keep(name)
		}
	}
	if what != "" {
		t.faulty = true
		rule := spec.PickleDtypeState
		if t.overlay {
			rule = spec.PickleState // NumPy has made such types, and crashes on some of them
		}
		if !state.doubtful() {
			b.fault(rule, "dtype state has %s", what)
		}
	}
}
