package pickle

// weigh returns how many values a key counts as when it is added to a collection, or to a list that a collection is
// made of.
func (s *sameHashes) weigh(n *node, k key) int64 {
	if !k.chosen {
		return k.weight
	}
	if n.group == 0 {
		s.groups++
		n.group = s.groups
	}
	return saturatedProduct(k.weight, 1+s.add(n.group, k.hash))
}

const (
	fewCounters  = 1 << 12
	manyCounters = 1 << 18 // of 4 bytes each
	fullCounters = 4       // keys for each counter at which there are to be more of them
)

// sameHashes counts the keys of each hash in each collection. Keys of different hashes can share a counter, so a count
// that all counters have counts as chance. Keys of one hash always share a counter, so a file can only hide them
// among very many others.
type sameHashes struct {
	counters []uint32
	keys     int64 // counted so far
	groups   uint32
}

// add counts a key, and returns how many others of its collection have the same hash.
func (s *sameHashes) add(group uint32, hash uint64) int64 {
	if s.counters == nil {
		s.counters = make([]uint32, fewCounters)
	}
	if s.keys++; s.keys > fullCounters*fewCounters && len(s.counters) == fewCounters {
		few := s.counters
		s.counters = make([]uint32, manyCounters)
		for i := range s.counters {
			s.counters[i] = few[i%fewCounters] // the collection that it is copied from
		}
		s.keys *= manyCounters / fewCounters
	}
	c := &s.counters[spread(uint64(uint32(hash))^spread(uint64(group)))%uint64(len(s.counters))]
	met := int64(*c)
	if *c++; *c == 0 {
		*c--
	}
	return max(0, met-2*s.keys/int64(len(s.counters)))
}
