package pickle

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
)

// array is what a pickle says of an array.
type array struct {
	masked  bool
	plain   bool // of the class ndarray
	matrix  bool // of the class matrix, which has two dimensions
	faulty  bool // a finding says that it is not to be relied on
	quiet   bool // a finding is about where parts of its state come from
	dtype   *dtype
	shape   []int64
	count   int64 // the product of shape
	fortran bool
	items   int64 // elements of the list, for arrays of objects
	at, n   int64 // the opcode that built it
}

// build does what BUILD does: it gives a state to an object (clause npy-8.10).
func (p *machine) build(target *value, state value) {
	if target.kind == kindGlobal && target.doubtful() {
		return
	}
	if target.kind != kindObject {
		p.mutation(target)
		return
	}
	n := target.node
	if n.hold(&state) {
		p.referred(&state)
	}
	n.size = saturate(n.size, state.size())
	n.depth = max(n.depth, state.depth())
	p.bounds(n)
	again := n.built || n.frozen
	if !again {
		p.changes(target)
	}
	n.built = true
	switch {
	case again && !target.doubtful():
		p.again(target)
	case n.array != nil:
		p.arrayState(n.array, &state)
	case n.dtype != nil && n.dtype.kind != 'T':
		p.dtypeState(n, &state)
	case target.doubtful():
	default:
		target.hash, n.hashing = state.hash, saturate(n.hashing, state.hashing()) // of a UUID, which is its int
		p.state(n, &state)
	}
}

// again reports a BUILD of something that has its state. What the first gave to an instance can be the
// function that the second calls with its state, and memory in use doesn't survive another shape.
func (p *machine) again(target *value) {
	p.fault(spec.PickleMutation, "BUILD changes %v, which was built or used before", target)
	if a := target.node.array; a != nil {
		a.faulty = true
	}
	if t := target.node.dtype; t != nil {
		t.faulty = true
	}
}

// maxOldRank is how many dimensions NumPy 1 has room for. It doesn't count those of a state.
const maxOldRank = 32

// arrayState checks the state of an array: (version, shape, dtype, Fortran order, data), and of a
// masked one also mask and fill value.
func (p *machine) arrayState(a *array, state *value) {
	a.at, a.n = p.start, p.at-p.start
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
		p.badArray(a, "is %v, want a tuple of %d", state, want)
		return
	}
	version, ok := s[0].integer()
	if !ok || version < 0 || version > 1 {
		p.badArray(a, "has version %v, want 1", s[0])
		return
	}
	if a.shape, a.count, ok = arrayShape(&s[1]); !ok {
		p.badArray(a, "has the shape %v, want a tuple of at most 64 dimensions", s[1])
		return
	}
	if len(a.shape) > maxOldRank {
		a.faulty = true
		p.fault(spec.PickleState, "state of an array has %d dimensions, want at most %d: NumPy before 2.0 writes past the end of its own", len(a.shape), maxOldRank)
		return
	}
	if a.matrix && len(a.shape) < 2 {
		a.faulty = true
		p.fault(spec.PickleState, "state of a matrix has %s, want 2", fault.Count(int64(len(a.shape)), "dimension"))
		return
	}
	if a.matrix && len(a.shape) > 2 {
		p.fault(spec.PickleMatrix, "state of a matrix has %d dimensions, want 2: NumPy loads it, and crashes when it copies it", len(a.shape))
	}
	a.dtype = s[2].dtype()
	if s[2].kind == kindLost {
		a.faulty = true
		p.lose("an array with a dtype")
		return
	}
	if a.dtype == nil {
		p.badArray(a, "has the dtype %v", s[2])
		return
	}
	s[2].node.frozen = true
	if immense(a.shape, a.dtype.itemsize) {
		p.badArray(a, "has the shape %s of %s for each element, over 2^63 in all", shapeText(a.shape), fault.Count(max(a.dtype.itemsize, 0), "byte"))
		return
	}
	if !boolean(&s[3]) {
		p.badArray(a, "has the order %v, want True or False", s[3])
		return
	}
	a.fortran = s[3].n != 0
	p.arrayData(a, &s[4])
	if a.masked && !a.faulty {
		if what := memoryOf(saturatedProduct(fillFactor, a.dtype.itemsize), 1, p.at); what != "" {
			p.fault(spec.PickleExpansion, "fill value of a masked array: %s", what)
		}
		p.misfitting(maskedState(a, &s[5], &s[6]), "state of a masked array")
	}
}

// fillFactor is how many bytes NumPy takes for each of a fill value that it makes itself: it goes
// through an array of objects.
const fillFactor = 8

// arrayData checks the elements: a list for objects, bytes for everything else.
func (p *machine) arrayData(a *array, data *value) {
	raw := data.kind == kindBytes || data.kind == kindText || data.kind == kindByteArray
	if raw {
		p.copies(data.n)
	}
	p.spendArray(a, data)
	switch {
	case a.dtype.faulty:
		a.faulty = true
	case a.dtype.base != nil:
		// Its dimensions are those of the array in NumPy, and the memory of the array has no room for them.
		p.badArray(a, "has the dtype of a sub-array")
	case a.dtype.object && (raw || data.kind == kindLost):
		a.faulty = true
		p.fault(spec.PickleObjectBytes, "elements of an array of objects are %v: they would be taken for addresses", data)
	case a.dtype.object && data.kind != kindList:
		p.badArray(a, "has objects in %v, want a list", data)
	case a.dtype.object:
		a.items = data.node.count
		p.compared(a.dtype, data)
		if a.items != a.count {
			p.unevenArray(a)
		} else if what := memoryOf(a.dtype.itemsize, a.count, p.at); what != "" {
			p.fault(spec.PickleExpansion, "array of objects: %s", what)
		}
	case !raw && data.kind != kindLost:
		p.badArray(a, "has its elements in %v, want bytes", data)
	case raw && a.dtype.itemsize >= 0 && !sameProduct(a.count, a.dtype.itemsize, data.n):
		p.badArray(a, "has %v for %s of %s", data, fault.Count(a.count, "element"), fault.Count(a.dtype.itemsize, "byte"))
	case raw && a.dtype.itemsize == 0:
		p.blank(a)
	case raw:
		p.characters(a.dtype, data)
	}
}

// blank looks at an array whose elements have no bytes: a copy of it may have a character for each, which
// is up to four bytes.
func (p *machine) blank(a *array) {
	if what := memoryOf(4, a.count, p.at); what != "" {
		p.fault(spec.PickleExpansion, "copy of an array of elements of zero bytes: %s", what)
	}
}

func (p *machine) badArray(a *array, format string, args ...any) {
	a.faulty = true
	if !a.quiet {
		p.fault(spec.PickleCallForm, "state of an array "+format, args...)
	}
}

// unevenArray remembers an array whose list has not as many elements as its shape. If it turns out to
// be the array of the file, that is a matter of the header too.
func (p *machine) unevenArray(a *array) {
	const kept = 16
	a.faulty = true
	if len(p.uneven) < kept {
		p.uneven = append(p.uneven, a)
		return
	}
	p.reportUneven(a)
}

func (p *machine) reportUneven(a *array) {
	p.report(spec.PickleCallForm, a.at, a.n, "state of an array has a list of %d for %s", a.items, fault.Count(a.count, "element"))
}

// agreement compares the array that the pickle builds with the header (clause npy-8.12).
func (p *machine) agreement() {
	var a *array
	if p.value.kind == kindObject {
		a = p.value.node.array
	}
	for _, u := range p.uneven {
		if u != a || p.config.Header == nil {
			p.reportUneven(u)
		}
	}
	if p.config.Header == nil {
		return
	}
	if a == nil {
		if p.value.node == nil || p.value.node.global == nil || p.value.node.global.trusted() {
			p.fault(spec.PickleNotArray, "pickle builds %v, want an array", p.value)
		}
		return
	}
	header := p.config.Header
	what := ""
	switch {
	case a.faulty && !slices.Contains(p.uneven, a):
		return
	case !p.value.node.built:
		a.at, a.n = p.start, p.at-p.start
		what = "has no state"
	case !slices.Equal(a.shape, header.Shape):
		what = fmt.Sprintf("has the shape %s, and the header says %s", shapeText(a.shape), shapeText(header.Shape))
	case a.items != a.count && a.faulty:
		what = fmt.Sprintf("has a list of %d for %s", a.items, fault.Count(a.count, "element"))
	case !a.dtype.object:
		what = "has a dtype without objects"
	case a.fortran != header.Fortran && !bothOrders(a.shape):
		what = fmt.Sprintf("has Fortran order %v, and the header says %v", a.fortran, header.Fortran)
	case a.dtype.kind == 'T' && !header.DType.Struct:
		return
	default:
		if what = p.differs(a.dtype, &header.DType, ""); what == "" {
			return
		}
	}
	p.report(spec.PickleHeaderMismatch, a.at, a.n, "pickled array %s", what)
}

func shapeText(shape []int64) string {
	const shown = 8
	text := "("
	for i, d := range shape {
		if i == shown {
			text += "…"
			break
		}
		text += fmt.Sprintf("%d, ", d)
	}
	return text + ")"
}

// arrayShape returns the dimensions that a tuple holds, and their product.
func arrayShape(v *value) (shape []int64, count int64, ok bool) {
	if v.kind != kindTuple || int64(len(v.node.items)) != v.node.count || v.node.count > maxItems {
		return nil, 0, false
	}
	count, zero := 1, false
	for i := range v.node.items {
		d, ok := v.node.items[i].integer()
		if !ok || d < 0 {
			return nil, 0, false
		}
		shape = append(shape, d)
		zero = zero || d == 0
		if hi, lo := bits.Mul64(uint64(count), uint64(max(d, 1))); hi == 0 && lo < 1<<62 {
			count = int64(lo)
		} else {
			count = 1 << 62
		}
	}
	if zero {
		count = 0
	}
	return shape, count, true
}

// sameProduct reports whether count elements of size bytes are n bytes.
func sameProduct(count, size, n int64) bool {
	hi, lo := bits.Mul64(uint64(count), uint64(size))
	return hi == 0 && lo == uint64(n)
}

// immense reports whether dimensions are more than NumPy can multiply. It takes 0 for 1, and so does an
// element of no bytes.
func immense(shape []int64, itemsize int64) bool {
	n := max(itemsize, 1)
	for _, d := range shape {
		hi, lo := bits.Mul64(uint64(n), uint64(max(d, 1)))
		if hi > 0 || lo > math.MaxInt64 {
			return true
		}
		n = int64(lo)
	}
	return false
}

// bothOrders reports whether an array of this shape is the same in both orders.
func bothOrders(shape []int64) bool {
	long := 0
	for _, d := range shape {
		if d == 0 {
			return true
		}
		if d > 1 {
			long++
		}
	}
	return long < 2
}
