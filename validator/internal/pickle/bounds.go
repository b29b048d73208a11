package pickle

import (
	"github.com/npycheck/npycheck/internal/pyimport"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// A few bytes can keep the program that loads a pickle busy, or fill its memory, using only calls that picklers write.
// npycheck doesn't compute what Python and NumPy spend. It bounds quantities, and reports those beyond a bound (clause
// npy-8.11).

const (
	maxDigits      = 4300 // up to which Python turns text into an int, and an int into text
	maxIntBytes    = 1786 // of as many digits
	maxExponent    = 10_000
	maxDepth       = 500
	maxMarks       = 1000
	maxExpansion   = 1000 // values for each opcode
	freeExpansion  = 1_000_000
	collectionItem = 100 // bytes that an element of a collection takes at most
)

// quantity is something of which a pickle may have a fixed amount, and more for each of its bytes.
type quantity uint8

const (
	keyValues   quantity = iota // values that are hashed or compared because they are part of a key
	slowObjects                 // objects that take long to make, see slowCalls
	copiedBytes                 // bytes that calls and BUILD copy or allocate besides those in the file
	quantities
)

var quantityRows = [quantities]struct {
	free   int64
	each   float64
	rule   spec.ID
	format string
}{
	keyValues:   {10_000_000, 10, spec.PickleWork, "keys in the first %s of the pickle have over %d values to hash and compare"},
	slowObjects: {100_000, 0.125, spec.PickleWork, "first %s of the pickle make the equivalent of over %d slow objects"},
	copiedBytes: {48 << 20, 16, spec.PickleExpansion, "calls in the first %s of the pickle copy over %d bytes"},
}

// slowCalls has the number of slow objects that a call counts as, about one per 10 microseconds.
var slowCalls = map[pyimport.Form]int64{
	pyimport.MaskedReconstruct: 5,
	pyimport.SeedSequence:      1,
	pyimport.Path:              1,
}

// bounds counts the quantities of a pickle.
type bounds struct {
	*place
	counts   [quantities]int64
	reported [quantities]bool

	deep, expanded, long bool // was reported
}

// count adds to a quantity, and reports the first opcode that exceeds it.
func (b *bounds) count(q quantity, n int64) {
	b.counts[q] = saturate(b.counts[q], n)
	row, size := &quantityRows[q], b.at-b.begin
	most := row.free + int64(row.each*float64(size))
	if b.counts[q] > most && !b.reported[q] && !b.done {
		b.reported[q] = true
		b.fault(row.rule, row.format, text.Count(size, "byte"), most)
	}
}

// nesting reports a collection that nests too deeply or expands to too many values.
func (b *bounds) nesting(n *node) {
	if n.depth > maxDepth && !b.deep {
		b.deep = true
		b.fault(spec.PickleDepth, "pickle nests collections over %d deep", maxDepth)
	}
	if most := freeExpansion + maxExpansion*b.ops; n.size > most && !b.expanded {
		b.expanded = true
		b.fault(spec.PickleExpansion, "%s expand to over %d values through shared references", text.Count(b.ops, "opcode"), most)
	}
}

// digits reports the first int of more digits than Python turns into text.
func (b *bounds) digits(v *value) {
	if v.kind == kindInt && !v.known && v.n > maxIntBytes && !b.long && !b.done {
		b.long = true
		b.fault(spec.PickleWork, "int of %s has over %d digits", text.Count(v.n, "byte"), maxDigits)
	}
}

// call counts what a call of a trusted import makes.
func (b *bounds) call(g *global, args []value) {
	n := slowCalls[g.form]
	switch g.form {
	case pyimport.Random:
		n = slowRandom(g, args)
	case pyimport.Decimal:
		each := int64(1000)
		if g.name == "Fraction" {
			n, each = 1, 150
		}
		for i := range args {
			n += args[i].digits() / each
		}
	}
	if n > 0 {
		b.count(slowObjects, n)
	}
}

// slowRandom is the count of a constructor of numpy.random. Each fills the state of a new bit generator, by default of
// MT19937, unless it is given one.
func slowRandom(g *global, args []value) int64 {
	const mt, other = 29, 6
	if len(args) == 0 {
		return mt
	}
	switch v := &args[0]; {
	case v.kind == kindObject:
		return 1
	case v.kind == kindText && v.known && v.text != "MT19937", v.kind == kindGlobal && v.node.global.name != "MT19937":
		return other
	}
	return mt
}

// array counts what the state of an array makes.
func (b *bounds) array(a *array, data *value) {
	const (
		elements = 100 // of a structured type, each set by itself, as slow as one object
		fields   = 3   // of the dtype of a mask
	)
	t, weight := a.dtype, max(a.dtype.weight, 1)
	b.count(copiedBytes, data.length())
	if t.object && t.kind != 'O' {
		b.count(copiedBytes, saturatedProduct(a.count, max(t.itemsize, 1)))
		b.count(slowObjects, saturatedProduct(a.count, weight)/elements)
	}
	if a.masked {
		b.count(copiedBytes, 2*max(t.itemsize, 0))
		b.count(slowObjects, weight/fields)
	}
}

// collect counts what is hashed and copied to make a collection of a list. One that comes from the memo can be
// copied again.
func (b *bounds) collect(n *node, list *value, again bool) {
	if again {
		b.count(copiedBytes, saturatedProduct(collectionItem, list.node.count))
	}
	switch n.global.form {
	case pyimport.Set, pyimport.Mapping:
		b.count(keyValues, list.node.keyed)
	}
}
