package pickle

import (
	"math"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
)

// budget counts what loading a pickle spends: an estimate from above, in nanoseconds of a machine of today and
// in bytes. What an opcode spends by its own bytes alone is left out, since that is linear.
type budget struct {
	nanos, bytes int64
	spelled      int64 // bytes of the collections whose elements the pickle spells out
	slow, large  bool  // was reported
}

// expense is something that loading a pickle spends time or memory on.
type expense uint8

const (
	spendHash       expense = iota // hashing: the unit is a nanosecond
	spendCollision                 // comparing a key with one of the same hash, for each pair
	spendProbe                     // looking at a slot of a table that another key has
	spendGCD                       // reducing a fraction of two ints, in units of 64 times 64 bytes
	spendDigits                    // reading an int of text, for each pair of digits
	spendCopy                      // a byte that a call or BUILD copies
	spendItem                      // an element of a collection that is made of another
	spendMemory                    // a byte of the table of such a collection
	spendAllocation                // a byte that NumPy allocates for a dtype or an array
	spendField                     // a field of a dtype that a masked array makes its mask of
	spendElement                   // an element of an array with fields that is set one by one
	spendSet                       // an empty set; what it takes is in shells
	spendDict
	spendList
	spendArray
	spendMasked
	spendScalar
	spendDType
	spendBuffer
	spendMapping
	spendDeque
	spendDecimal
	spendFraction
	spendPlain
	spendSeed         // a seed for a generator of random numbers
	spendMT19937      // filling the state of MT19937, by default also for a RandomState and a Generator
	spendBitGenerator // any other bit generator
	spendGenerator    // a Generator or RandomState around a bit generator
	expenses
)

// costs are the costs of each expense, measured with CPython 3.11 and 3.13 and NumPy 1.23 to 2.4 on a
// machine that loads a pickle of small ints at 20 ns for each, and rounded up.
var costs = [expenses]struct{ nanos, bytes float64 }{
	spendHash:         {1, 0},
	spendCollision:    {30, 0},
	spendProbe:        {4, 0},
	spendGCD:          {800, 0},
	spendDigits:       {0.003, 0},
	spendCopy:         {0.2, 1},
	spendItem:         {40, 0},
	spendMemory:       {0, 1},
	spendAllocation:   {0.3, 1},
	spendField:        {3000, 64},
	spendElement:      {100, 0},
	spendSet:          {50, 0},
	spendDict:         {30, 0},
	spendList:         {20, 0},
	spendArray:        {1000, 160},
	spendMasked:       {50_000, 1200},
	spendScalar:       {500, 64},
	spendDType:        {1500, 200},
	spendBuffer:       {2500, 160},
	spendMapping:      {700, 0},
	spendDeque:        {400, 0},
	spendDecimal:      {500, 112},
	spendFraction:     {6000, 112},
	spendPlain:        {500, 200},
	spendSeed:         {10_000, 1000},
	spendMT19937:      {290_000, 8000},
	spendBitGenerator: {60_000, 3000},
	spendGenerator:    {5000, 3000},
}

const gcdBlock = 64 // bytes

// The budget: what a pickle may spend at any time, and for each of its bytes up to there. NumPy's own
// pickles of masked arrays take up to 700 ns a byte. Those of collections take more bytes than all others,
// an empty deque 155 for each of its own, an empty set 112, and one of five small ints 53.
const (
	freeNanos      = 1_000_000_000
	nanosForByte   = 1000
	freeBytes      = 64 << 20
	bytesForByte   = 20
	spelledForByte = 160 // with the collections that are spelled out
)

// add spends n times an expense.
func (b *budget) add(e expense, n int64) {
	b.nanos = saturate(b.nanos, times(n, costs[e].nanos))
	b.bytes = saturate(b.bytes, times(n, costs[e].bytes))
}

// times returns a product, at most maxSize.
func times(n int64, cost float64) int64 {
	if x := math.Ceil(float64(n) * cost); x < maxSize {
		return int64(x)
	}
	return maxSize
}

// product returns the product of two counts, at most maxSize.
func product(a, b int64) int64 { return times(a, float64(b)) }

// spend spends n times an expense, and reports if that is more than the pickle up to here may spend
// (clause npy-8.11).
func (p *machine) spend(e expense, n int64) {
	b := &p.budget
	b.add(e, n)
	size := p.at - p.begin
	if allowed := freeNanos + nanosForByte*size; b.nanos > allowed && !b.slow && !p.done {
		b.slow = true
		p.fault(spec.PickleWork, "loading the first %s of the pickle takes work for over %d ms, out of all proportion", fault.Count(size, "byte"), allowed/1_000_000)
	}
	p.allocated()
}

// spell spends the memory of a collection whose elements the pickle spells out.
func (p *machine) spell(n int64) {
	p.budget.spelled = saturate(p.budget.spelled, n)
	p.allocated()
}

// allocated reports if the pickle up to here takes more memory than it may (clause npy-8.11).
func (p *machine) allocated() {
	b := &p.budget
	if b.large || p.done {
		return
	}
	size := p.at - p.begin
	allowed := freeBytes + bytesForByte*size
	if b.bytes <= allowed {
		allowed = freeBytes + spelledForByte*size
		if saturate(b.bytes, b.spelled) <= allowed {
			return
		}
	}
	b.large = true
	p.fault(spec.PickleAllocation, "loading the first %s of the pickle takes memory of over %d MiB, out of all proportion", fault.Count(size, "byte"), allowed>>20)
}

// hashing returns how long hashing a value takes, in nanoseconds. Python keeps the hashes of text and
// bytes, and not those of tuples, which it works out again each time from all that is in them.
func (v *value) hashing() int64 {
	const (
		small  = 10
		byByte = 0.6
	)
	switch {
	case v.node != nil:
		return saturate(v.node.hashing, small)
	case v.kind == kindInt && !v.known:
		return saturate(times(v.n, byByte), small)
	case v.kind == kindRun:
		return small * v.n
	}
	return small
}

// hold makes a value part of n. What is complete by then is known; a value that still stands where it was
// made, such as a list that is to hold itself, is remembered as open. hold reports whether v was part of a
// value already, and is not open.
func (n *node) hold(v *value) bool {
	m := v.node
	if m == nil {
		return false
	}
	again := m.shared || m.held && !v.home && !m.home
	m.held = true
	for _, open := range []*node{m, m.opens} {
		if open != nil && open != n && open.home && (n.opens == nil || !n.opens.home || open.born < n.opens.born) {
			n.opens = open
		}
	}
	return again
}

// referred notes that a value gets another holder. If it holds one that stood open by then, and that one is
// changed after it was made part of it, whatever holds the value stands for more than was counted.
func (p *machine) referred(v *value) {
	opens := v.node.opens
	if v.kind == kindLost {
		p.outdate(0) // which it holds is not known
	}
	switch {
	case v.kind == kindLost && p.cyclic:
		p.fault(spec.PickleNotFollowed, "%s refers to a value that npycheck did not keep, and that held another before its end", p.op.name)
	case opens == nil || opens == v.node:
	case opens.home:
		p.outdate(opens.born)
	case p.cyclic:
		p.fault(spec.PickleNotFollowed, "%s refers again to a value that is part of what it holds itself", p.op.name)
	}
}

// changes reports that a value is changed after it was made part of another, of which size, depth and
// hash are those of before (clause npy-8.11). A list that holds itself is changed on the stack where it
// was made, by all that was made after it.
func (p *machine) changes(target *value) {
	n := target.node
	p.cyclic = p.cyclic || n.held && target.home
	switch {
	case n.held && !target.home:
	case n.held && p.stale.first <= n.born && n.born <= p.stale.last:
	case target.home && target.slot > 0 && p.watched[target.slot]:
	default:
		return
	}
	p.fault(spec.PickleNotFollowed, "%s changes %v, which is part of another value already", p.op.name, target)
}

// numberSpan is a range of the numbers of values that can be changed.
type numberSpan struct{ first, last uint32 }

// dropped notes that a value was taken off the stack that may hold others before their end: it can come
// back from the memo, and is not what it was by then.
func (p *machine) dropped(v *value) {
	if v.node == nil || v.node.opens == nil || !v.node.opens.home {
		return
	}
	p.outdate(v.node.opens.born)
}

// outdate notes that values from number first on are not to be changed any more where they are held.
func (p *machine) outdate(first uint32) {
	if p.stale.last > 0 {
		first = min(first, p.stale.first)
	}
	p.stale = numberSpan{first, p.born}
}

// watch notes a reference to a value that was let go and may not be complete.
func (p *machine) watch(slot int64) {
	const most = 1 << 10
	if len(p.watched) == most {
		p.lose("a reference to a value before its end")
		return
	}
	if p.watched == nil {
		p.watched = make(map[uint32]bool)
	}
	p.watched[uint32(slot+1)] = true
}

// manyChosen is the weight of keys with chosen hashes up to which it doesn't matter which they are.
const manyChosen = 64

// meet counts a value that may be compared with others of the same hash, or come to the same slots of a
// table, which is that of a set if it is linear.
func (n *node) meet(keys *keyCounts, v *value, linear bool) {
	if v.kind == kindList && v.node.count > 0 {
		if v.node.safe {
			return
		}
		v, linear = &value{kind: kindInt, known: true, hash: v.node.first}, false // a pair
	}
	if v.safe() {
		return
	}
	if v.kind == kindRun {
		n.chosen = uint32(min(uint64(n.chosen)+uint64(v.node.chosen), math.MaxUint32))
		if m := v.node.met; m != nil {
			n.meetings(m.group).join(m)
		}
		return
	}
	// What takes long to hash takes long to compare, by the product of two weights.
	const unit = 20
	weight := int64(1)
	if w := v.hashing(); w > 2*unit {
		weight = int64(math.Sqrt(float64(w)/unit)) + 1
	}
	first := n.chosen == 0
	n.chosen = uint32(min(uint64(n.chosen)+uint64(weight), math.MaxUint32))
	if n.chosen <= manyChosen || first {
		return
	}
	if n.met == nil {
		n.met = &meetings{group: keys.group()}
	}
	n.met.add(product(weight, keys.add(n.met.group, v.hash, weight)))
	if v.hash != chosen && !n.forArray {
		keys.tables.add(n.met, v.hash, linear)
	}
}

// meetings counts keys of a collection, or elements that may become keys, that have the same hash.
type meetings struct {
	group uint32
	pairs int64 // by the product of their weights
	paid  int64 // pairs that were paid for

	table  *probeTable
	probed int64 // probes that were paid for
}

func (m *meetings) add(pairs int64) { m.pairs = saturate(m.pairs, pairs) }

// join adds those of keys that were let go.
func (m *meetings) join(others *meetings) {
	m.add(others.pairs)
	if m.table == nil {
		m.table = others.table
	}
}

// meetings returns those of a value, which begin in a group.
func (n *node) meetings(group uint32) *meetings {
	if n.met == nil {
		n.met = &meetings{group: group}
	}
	return n.met
}

// follow notes what a dictionary would make of a list that gets these elements: Python 2 writes an
// OrderedDict as a list of lists, each of a key and its value.
func (n *node) follow(items []value) {
	if n.count == 0 && len(items) > 0 {
		n.first, n.safe = items[0].hash, items[0].safe()
	}
	for i := range items {
		n.loose = n.loose || items[i].kind != kindList
	}
}

// insert spends what it takes to make values keys of a dictionary or elements of a set.
func (p *machine) insert(n *node, keys []value, linear bool) {
	for i := range keys {
		p.spend(spendHash, keys[i].hashing())
		n.meet(&p.keys, &keys[i], linear)
	}
	m := n.met
	if m == nil {
		return
	}
	if m.pairs > m.paid {
		p.spend(spendCollision, m.pairs-m.paid)
		m.paid = m.pairs
	}
	if t := m.table; t != nil {
		p.spend(spendProbe, t.probes-m.probed)
		m.probed = t.probes
		if t.unknown() && !p.untold {
			p.untold = true
			p.lose("a table of keys")
		}
	}
}
