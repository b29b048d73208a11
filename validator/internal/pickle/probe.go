package pickle

import (
	"container/list"
	"math/bits"
)

// The tables of CPython. A key goes to the slot that the low bits of its hash name. Where that is taken it
// probes one slot after another, in an order that the other bits decide for a dozen steps, and that is the
// same for all keys from there on. A file can choose numbers that all come to slots which are taken, one
// after the other, without any two of them having the same hash.

const (
	firstProbed = 64      // keys of a collection that are not followed
	maxSlots    = 1 << 17 // of a table with hashes
	maxBits     = 1 << 23 // slots of a table of bits
	fewProbes   = 512     // that are followed for each key
	moreProbes  = 1 << 28 // that are followed besides; then a key with many counts as if it probed all others
	manyProbes  = 1 << 36 // more than any file may cause
	recentKeys  = 1 << 10
)

// probeTable is the table of a dictionary or set, as far as a file can choose its keys. It holds their
// hashes, so that it can grow and a key that comes again is known. A large one is held in bits, which say
// what slots are taken, for each of the sizes that it may still get.
type probeTable struct {
	linear bool // a set, which tries ten slots in a row
	used   int64
	probes int64      // of all keys
	size   int64      // slots
	slots  []uint64   // hashes, stirred by slotMark, or 0
	extra  *int64     // how many of moreProbes are left
	bits   []bitSlots // the first is of this size, the next of twice as many
	recent *[recentKeys]uint64
	inUse  *list.Element // among the tables that may get keys; nil after that
	lost   bool          // got a key after that
}

// bitSlots says what slots of a table are taken, and how often keys probed to get there.
type bitSlots struct {
	taken  []uint64
	probes int64
}

// slotMark keeps hash 0 from looking like an empty slot.
const slotMark = 0x736c_6f74_6d61_726b

func newProbeTable(linear bool, extra *int64) *probeTable {
	t := &probeTable{linear: linear, extra: extra, used: firstProbed, size: 128}
	if linear {
		t.size = 512
	}
	t.slots = make([]uint64, t.size)
	return t
}

// memory returns the bytes that the table takes.
func (t *probeTable) memory() int64 {
	n := int64(8 * len(t.slots))
	for _, b := range t.bits {
		n += int64(8 * len(b.taken))
	}
	return n
}

// add puts a key into the table, as CPython does.
func (t *probeTable) add(hash uint64) {
	if t.lost || t.probes >= manyProbes || t.size > maxBits {
		return
	}
	if t.full() {
		t.grow()
	}
	if t.slots != nil {
		probes, again := t.put(hash)
		t.probes += probes
		if !again {
			t.used++
		}
		return
	}
	if r := &t.recent[spread(hash)%recentKeys]; *r == hash^slotMark {
		return
	} else {
		*r = hash ^ slotMark
	}
	t.used++
	for i := range t.bits {
		b := &t.bits[i]
		n := b.put(hash, t)
		b.probes += n
		if i == 0 {
			t.probes += n
		}
	}
}

// full reports whether the table grows before it takes another key.
func (t *probeTable) full() bool {
	if t.linear {
		return 5*t.used >= 3*(t.size-1)
	}
	return t.used >= 2*t.size/3
}

// grow makes the table larger, and puts all keys in it again.
func (t *probeTable) grow() {
	const small = 50_000
	t.size *= 2
	if t.linear && t.used <= small {
		t.size = powerOver(4 * t.used)
	}
	if t.slots == nil {
		t.bits = t.bits[1:]
		if len(t.bits) > 0 {
			t.probes += t.bits[0].probes
		}
		return
	}
	old := t.slots
	if t.size <= maxSlots {
		t.slots = make([]uint64, t.size)
		for _, h := range old {
			if h != 0 {
				probes, _ := t.put(h ^ slotMark)
				t.probes += probes
			}
		}
		return
	}
	t.slots, t.recent = nil, new([recentKeys]uint64)
	for size := t.size; size <= maxBits; size *= 2 {
		b := bitSlots{taken: make([]uint64, size/64)}
		for _, h := range old {
			if h != 0 {
				b.probes += b.put(h^slotMark, t)
			}
		}
		t.bits = append(t.bits, b)
	}
	t.probes += t.bits[0].probes
}

// put puts a hash into a slot, and returns how many slots it probed and whether it was there already.
func (t *probeTable) put(hash uint64) (probes int64, again bool) {
	most := fewProbes + *t.extra
	p := startProbing(hash, uint64(t.size), t.linear)
	defer func() { *t.extra -= max(0, p.count-fewProbes) }()
	for ; p.count <= most; p.next() {
		switch s := &t.slots[p.slot()]; *s {
		case 0:
			*s = hash ^ slotMark
			return p.count, false
		case hash ^ slotMark:
			return p.count, true
		}
	}
	return t.used, false
}

// put is that of probeTable. It looks at the slots of a row at once.
func (b *bitSlots) put(hash uint64, t *probeTable) int64 {
	most := fewProbes + *t.extra
	p := startProbing(hash, uint64(64*len(b.taken)), t.linear)
	defer func() { *t.extra -= max(0, p.count-fewProbes) }()
	for p.count <= most {
		word, bit := p.at/64, p.at%64
		taken := b.taken[word] >> bit
		if bit+p.last > 63 {
			taken |= b.taken[word+1] << (64 - bit)
		}
		free := uint64(bits.TrailingZeros64(^taken))
		if free <= p.last {
			p.count += int64(free)
			i := p.at + free
			b.taken[i/64] |= 1 << (i % 64)
			return p.count
		}
		p.count += int64(p.last)
		p.row = p.last
		p.next()
	}
	return t.used
}

// probing is the way of a key through a table.
type probing struct {
	mask, perturb uint64
	at            uint64
	row, last     uint64 // slots after the one that it came to
	count         int64
	linear        bool
}

func startProbing(hash, size uint64, linear bool) probing {
	p := probing{mask: size - 1, perturb: hash, at: hash & (size - 1), count: 1, linear: linear}
	p.begin()
	return p
}

func (p *probing) slot() uint64 { return p.at + p.row }

// begin decides how many slots in a row there are to try.
func (p *probing) begin() {
	const linearProbes = 9
	p.row, p.last = 0, 0
	if p.linear && p.at+linearProbes <= p.mask {
		p.last = linearProbes
	}
}

// next goes on to another slot.
func (p *probing) next() {
	p.count++
	if p.row < p.last {
		p.row++
		return
	}
	p.perturb >>= 5
	p.at = (p.at*5 + p.perturb + 1) & p.mask
	p.begin()
}

// unknown reports whether it is not known any more how often keys of the table probe.
func (t *probeTable) unknown() bool { return t.lost || t.size > maxBits }

// probeTables are the tables of collections that may still get keys, the one that was used last at the end.
type probeTables struct {
	order list.List
	taken int64 // bytes
	extra int64 // see moreProbes
}

// add puts a hash into a table, or into a new one, and returns that. The tables that were not used for
// longest are let go when there is no room for all.
func (o *probeTables) add(t *probeTable, hash uint64, linear bool) *probeTable {
	const most = 4 << 20 // bytes
	if t == nil {
		t = newProbeTable(linear, &o.extra)
		t.inUse = o.order.PushBack(t)
		o.taken += t.memory()
	}
	if t.inUse == nil {
		t.lost = true
		return t
	}
	o.order.MoveToBack(t.inUse)
	before := t.memory()
	t.add(hash)
	o.taken += t.memory() - before
	for o.taken > most && o.order.Len() > 1 {
		o.close(o.order.Front().Value.(*probeTable))
	}
	return t
}

// close lets a table go that gets no more keys. How often they probed stays known.
func (o *probeTables) close(t *probeTable) {
	if t.inUse != nil {
		o.taken -= t.memory()
		o.order.Remove(t.inUse)
		t.inUse, t.slots, t.bits, t.recent = nil, nil, nil, nil
	}
}

// spread mixes the bits of a number, as SplitMix64 does.
func spread(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// powerOver returns the smallest power of two above n.
func powerOver(n int64) int64 { return 1 << bits.Len64(uint64(n)) }

// meetings counts keys of a collection, or elements that may become keys, that have the same hash.
type meetings struct {
	group uint32
	pairs int64 // by the product of their weights
	paid  int64 // pairs that were paid for

	table  *probeTable
	probed int64 // probes that were paid for
}
