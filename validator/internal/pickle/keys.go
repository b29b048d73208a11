package pickle

import "math"

// manyChosen is the weight of keys with chosen hashes up to which it doesn't matter which they are.
const manyChosen = 64

func (m *meetings) add(pairs int64) { m.pairs = saturate(m.pairs, pairs) }

const (
	fewCounters  = 1 << 12
	manyCounters = 1 << 18 // of 4 bytes each
	fullCounters = 4       // values for each counter at which there are to be more of them
	noise        = 8       // what a counter may have more than twice the mean
)

// keyCounts counts the values of each hash in each group, which is a collection and what was made of it.
// Values of different hashes can share a counter, and so can groups: what a counter has that all have is
// taken for chance. Values of one hash always share theirs, so that no file can hide them but among very
// many others.
type keyCounts struct {
	counters []uint32
	mass     int64 // the sum of the counters
	values   int64 // that were counted by now
	groups   uint32
	tables   probeTables
}

// group returns the number of a new group.
func (k *keyCounts) group() uint32 {
	k.groups++
	return k.groups
}

// add counts a value with a weight, and returns the weight of the others in its group that have the same
// hash.
func (k *keyCounts) add(group uint32, hash uint64, weight int64) int64 {
	if k.counters == nil {
		k.counters = make([]uint32, fewCounters)
	}
	if k.values++; k.values > fullCounters*fewCounters && len(k.counters) == fewCounters {
		k.grow()
	}
	c := &k.counters[spread(hash^spread(uint64(group)))%uint64(len(k.counters))]
	met := int64(*c)
	*c = uint32(min(met+weight, math.MaxUint32))
	k.mass += int64(*c) - met
	return max(0, met-2*k.mass/int64(len(k.counters))-noise)
}

// grow makes the counters many. Each of the new ones begins where the old one is that it takes over from.
func (k *keyCounts) grow() {
	few := k.counters
	k.counters = make([]uint32, manyCounters)
	for i := range k.counters {
		k.counters[i] = few[i%fewCounters]
	}
	k.mass *= manyCounters / fewCounters
}

// join adds those of keys that were let go.
func (m *meetings) join(others *meetings) {
	m.add(others.pairs)
	if m.table == nil {
		m.table = others.table
	}
}
