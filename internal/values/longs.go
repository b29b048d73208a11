package values

import "github.com/npycheck/npycheck/spec"

// longStatistic takes in long doubles, and complex numbers made of them.
type longStatistic struct {
	size    int // of a long double
	swapped bool
	parts   int // of an element: 2 if it is complex

	longEvidence
	count, nan, zero int64   // of elements; count leaves out NaN
	sums             [2]*sum // of the parts
	least, most      longDouble
}

func newLongStatistic(t *spec.DType) *longStatistic {
	s := &longStatistic{size: int(t.Itemsize), swapped: t.Order == '>', parts: 1}
	if t.Kind == 'c' {
		s.size, s.parts = s.size/2, 2
	}
	for i := range s.parts {
		s.sums[i] = newLongSum()
	}
	return s
}

func (s *longStatistic) add(b []byte) {
	for ; len(b) >= s.parts*s.size && !s.invalid; b = b[s.parts*s.size:] {
		var x [2]longDouble // without an imaginary part it is zero
		for i := range s.parts {
			x[i] = longDoubleOf(b[i*s.size:(i+1)*s.size], s.swapped)
			s.see(x[i])
		}
		s.number(x)
	}
}

func (s *longStatistic) number(x [2]longDouble) {
	if x[0].nan() || x[1].nan() {
		s.nan++
		return
	}
	if x[0].zero() && x[1].zero() {
		s.zero++
	}
	if s.count == 0 || x[0].less(s.least) {
		s.least = x[0]
	}
	if s.count == 0 || s.most.less(x[0]) {
		s.most = x[0]
	}
	s.count++
	for i, sum := range s.sums[:s.parts] {
		sum.reserve(1)
		if x[i].infinite() {
			sum.addInfinite(x[i].negative)
		} else {
			sum.addLong(x[i])
		}
	}
}

func (s *longStatistic) result(stats *Stats) {
	stats.Missing, stats.MissingName = s.nan, "NaN"
	stats.Zero, stats.HasZero = s.zero, true
	switch {
	case s.count == 0:
	case s.parts == 2:
		stats.Mean = pointer(complexOf(*s.sums[0].meanLong(), *s.sums[1].meanLong()))
	default:
		stats.Min, stats.Max, stats.Mean = pointer(s.least.value()), pointer(s.most.value()), s.sums[0].meanLong()
	}
}
