package choice

import "math/rand/v2"

// source yields the decisions of a generator from bytes, two for each, and continues with random ones
// when they run out: a fuzz engine that changes a byte changes one decision and keeps the rest.
type source struct {
	data []byte
	more *rand.PCG
}

func newSource(data []byte) *source {
	seed := uint64(14695981039346656037)
	for _, b := range data {
		seed = (seed ^ uint64(b)) * 1099511628211
	}
	return &source{data: data, more: rand.NewPCG(seed, uint64(len(data)))}
}

// Uint64 repeats the bytes, since a choice among a power of two depends on the low bits and any other
// on all of them.
func (s *source) Uint64() uint64 {
	if len(s.data) == 0 {
		return s.more.Uint64()
	}
	v := uint64(s.data[0])
	if len(s.data) > 1 {
		v = v<<8 | uint64(s.data[1])
	}
	s.data = s.data[min(2, len(s.data)):]
	return v * 0x0001_0001_0001_0001
}

func (s *source) Int63() int64 { return int64(s.Uint64() >> 1) }

func (s *source) Seed(int64) {}
