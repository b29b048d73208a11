package pickle

import (
	"math"
	"math/bits"
	"slices"
)

const (
	maxMemo     = 1 << 15 // the first slots, whose values are always kept
	maxGap      = 16      // of numbers between those slots and the next: picklers leave no gap
	maxMemoCost = 1 << 14 // units
	maxLate     = 1 << 10 // later slots of each sort of values that checks need
	maxSpans    = 256
	maxOpen     = 1 << 12
	maxRecent   = 1 << 10 // the latest slots, which keep small values
	maxRecentOf = 16      // units of a value that they keep
	maxAgain    = 1 << 10 // slots that were stored again; beyond it all slots count as stored again
)

// memo is the memo of the abstract machine. It knows which slots are taken, and keeps the values of
// the first ones. Of later ones it keeps what picklers refer to in arguments: imports, dtypes, and
// texts that are the same object each time. The latest ones keep everything small, since names of
// fields are reused at once. Other values become kindLost.
type memo struct {
	first []value
	late  map[int64]value
	taken [lateSorts]int64 // how many values of each sort late has
	own   *[maxLate]int64  // the slots of the latest values of sortOwnDType
	cost  int64

	recent *[maxRecent]recentValue                        // slot i is in number i modulo maxRecent
	open   map[int64]value                                // values of later slots, still on the stack where they were made
	traces [maxTraces / traceBlock]*[traceBlock]memoTrace // slot i is in number i modulo maxTraces

	spans     []slotSpan     // the slots that are taken, in order
	size      int64          // how many that are
	highest   int64          // the highest of them, -1 at first
	again     map[int64]bool // the slots that were stored more than once
	redefined bool
	scattered bool // too many spans: nothing is known any more
}

// slotSpan is the slots from lo to hi-1.
type slotSpan struct{ lo, hi int64 }

// find returns the number of the first slotSpan that ends after slot i, and whether it contains the slot.
func (m *memo) find(i int64) (int, bool) {
	if n := len(m.spans); n > 0 && i >= m.spans[n-1].hi {
		return n, false
	}
	n, _ := slices.BinarySearchFunc(m.spans, i, func(s slotSpan, i int64) int {
		if s.hi <= i {
			return -1
		}
		return 1
	})
	return n, n < len(m.spans) && m.spans[n].lo <= i
}

// put stores a value, and returns false if the slot was taken or comes after a later one.
func (m *memo) put(i int64, v value) bool {
	n, taken := m.find(i)
	if taken {
		m.storedAgain(i)
	}
	m.note(i, &v, v.home)
	if v.home && i >= int64(len(m.first)) && len(m.open) < maxOpen {
		if m.open == nil {
			m.open = make(map[int64]value)
		}
		m.open[i] = v
	}
	v.home = false
	fresh := i > m.highest
	m.highest = max(m.highest, i)
	if m.scattered {
		return fresh
	}
	if !taken {
		m.size++
		m.claim(n, i)
	}
	m.store(i, v)
	return fresh
}

// storedAgain records that a slot with a value gets another. Only the first slots are sure to keep the latest value;
// for the others it is then unknown which of the two they have.
func (m *memo) storedAgain(i int64) {
	m.redefined = true
	delete(m.open, i)
	if m.again == nil {
		m.again = make(map[int64]bool)
	}
	if len(m.again) < maxAgain {
		m.again[i] = true
	}
}

// uncertain reports whether a slot was stored again, as far as that is known.
func (m *memo) uncertain(i int64) bool { return m.again[i] || len(m.again) == maxAgain }

// claim makes slot i part of the spans, the first of which that ends after it is number n.
func (m *memo) claim(n int, i int64) {
	before := n > 0 && m.spans[n-1].hi == i
	after := n < len(m.spans) && m.spans[n].lo == i+1
	switch {
	case before && after:
		m.spans[n-1].hi = m.spans[n].hi
		m.spans = slices.Delete(m.spans, n, n+1)
	case before:
		m.spans[n-1].hi++
	case after:
		m.spans[n].lo--
	case len(m.spans) == maxSpans:
		*m = memo{scattered: true, highest: m.highest}
	default:
		m.spans = slices.Insert(m.spans, n, slotSpan{i, i + 1})
	}
}

func (m *memo) store(i int64, v value) {
	if m.scattered {
		return
	}
	if i < min(maxMemo, int64(len(m.first))+maxGap) {
		for int64(len(m.first)) <= i {
			m.first = append(m.first, value{})
		}
		old := &m.first[i]
		m.cost -= old.cost()
		if m.cost+v.cost() <= maxMemoCost {
			m.cost += v.cost()
			*old = v
			return
		}
		*old = value{}
	}
	delete(m.late, i)
	m.later(i, v, v.sort())
	if m.recent == nil {
		m.recent = new([maxRecent]recentValue)
	}
	if v.cost() > maxRecentOf {
		v = value{}
	}
	m.recent[i%maxRecent] = recentValue{i, v}
}

// tally is the first store to a slot that was taken or out of order, and the number of such stores.
type tally struct {
	at, n, count int64
	value        uint32
}

func (f *tally) add(at, n int64, value uint32) {
	if f.count == 0 {
		f.at, f.n, f.value = at, n, value
	}
	f.count++
}

// get returns the value of slot i, and false if the slot is empty.
func (m *memo) get(i int64) (value, bool) {
	if m.scattered {
		return value{kind: kindLost}, true
	}
	if i < int64(len(m.first)) && m.first[i].kind != kindAbsent {
		return m.first[i], true
	}
	if _, taken := m.find(i); !taken {
		return value{}, false
	}
	if m.uncertain(i) {
		return m.trace(i).value(), true
	}
	if v, ok := m.late[i]; ok {
		return v, true
	}
	if v, ok := m.open[i]; ok {
		v.home = false
		return v, true
	}
	if m.recent != nil {
		if r := &m.recent[i%maxRecent]; r.slot == i && r.v.kind != kindAbsent {
			return r.v, true
		}
	}
	return m.trace(i).value(), true
}

// keep stores v again in the slot that it came from, unless another value may have replaced it.
// What was used once in an import or a call is likely to be used again.
func (m *memo) keep(v value) {
	if v.slot == 0 || m.redefined || m.scattered {
		return
	}
	i := int64(v.slot) - 1
	if i < int64(len(m.first)) && m.first[i].kind != kindAbsent {
		return
	}
	if _, ok := m.late[i]; !ok {
		m.later(i, v, sortUsed)
	}
}

// keepEntries keeps the texts and arrays of a state in the memo, since the states of other instances of
// the class refer to the same ones.
func (m *memo) keepEntries(v *value) {
	if v.kind != kindDict || v.node.entries == nil || v.node.entries.owner != v.node {
		return
	}
	for _, e := range v.node.entries.list {
		m.keep(e.key)
		m.keep(e.value)
	}
}

func (m *memo) later(i int64, v value, sort lateSort) {
	if sort == sortNone || m.taken[sort] == maxLate && sort != sortOwnDType {
		return
	}
	if m.late == nil {
		m.late = make(map[int64]value)
	}
	if sort == sortOwnDType {
		if m.own == nil {
			m.own = new([maxLate]int64)
		}
		oldest := &m.own[m.taken[sort]%maxLate]
		if old, ok := m.late[*oldest]; ok && old.sort() == sort {
			delete(m.late, *oldest)
		}
		*oldest = i
	}
	m.taken[sort]++
	m.late[i] = v
}

// trace returns the trace of a slot.
func (m *memo) trace(i int64) *memoTrace {
	block := &m.traces[i%maxTraces/traceBlock]
	if *block == nil {
		*block = new([traceBlock]memoTrace)
	}
	return &(*block)[i%traceBlock]
}

// note records what a slot holds. Slots that share a trace get the maximum of each property, and so do the values of a
// slot that was stored again.
func (m *memo) note(i int64, v *value, open bool) {
	if m.scattered {
		return
	}
	t := memoTrace{
		size:   uint8(bits.Len64(uint64(v.size() - 1))),
		depth:  uint8(min((v.depth()+1)/2, math.MaxUint8)),
		length: uint8(bits.Len64(uint64(max(v.length(), 1) - 1))),
	}
	if open {
		t.length |= traceOpen
	}
	if v.node != nil && v.node.opens != nil {
		t.size |= traceHolds
	}
	old := m.trace(i)
	if m.highest < maxTraces && !m.uncertain(i) {
		*old = t
		return
	}
	if m.uncertain(i) {
		t.length |= old.length & traceOpen
	}
	*old = memoTrace{
		size:   max(old.size&^traceHolds, t.size&^traceHolds) | (old.size|t.size)&traceHolds,
		depth:  max(old.depth, t.depth),
		length: max(old.length&^traceOpen, t.length&^traceOpen) | t.length&traceOpen,
	}
}

// lateSort is a sort of values that late has room for. Each sort has its own room, so that many
// values of one don't push out another.
type lateSort uint8

const (
	sortNone     lateSort = iota
	sortImport            // imports
	sortName              // texts that imports consist of, and fixed arguments
	sortLetter            // text or bytes of no or one character, which Python has only once
	sortDType             // dtypes that NumPy has only once
	sortOwnDType          // other dtypes; the latest are kept
	sortUsed              // values that were part of an import or a call
	lateSorts
)

// sort returns the sort of a value that may come back from the memo.
func (v *value) sort() lateSort {
	switch v.kind {
	case kindGlobal:
		return sortImport
	case kindObject:
		switch t := v.node.dtype; {
		case t == nil:
		case t.kind == 'V' || t.kind == 'M' || t.kind == 'm' || t.kind == 'S' || t.kind == 'U':
			return sortOwnDType
		default:
			return sortDType
		}
	case kindText, kindBytes:
		switch {
		case !v.known:
		case v.n <= 1 && len(v.text) <= 2:
			return sortLetter
		case words[v.text]:
			return sortName
		}
	}
	return sortNone
}

const (
	maxTraces  = 1 << 19
	traceBlock = 1 << 9
)

// memoTrace is what is known of a value in the memo that was dropped: its size, its depth and the cost of copying it,
// each rounded up.
type memoTrace struct {
	size   uint8 // bits of the number, and a flag
	depth  uint8 // half of it
	length uint8 // bits of the number, and a flag
}

const (
	traceOpen  = 1 << 6 // it is on the stack where it was made and can still be changed
	traceHolds = 1 << 7 // with the size: it holds a value that can still be changed
)

// value returns a value in place of the one that was dropped. Whether it is open is known.
func (t memoTrace) value() value {
	v := value{kind: kindLost, known: t.length&traceOpen != 0, n: 1 << (t.length &^ traceOpen)}
	v.node = &node{size: 1 << (t.size &^ traceHolds), shared: t.size&traceHolds != 0, depth: 2 * int32(t.depth)}
	return v
}

// recentValue is the value of one of the latest slots.
type recentValue struct {
	slot int64
	v    value // kindAbsent if it isn't kept
}
