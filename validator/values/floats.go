package values

import (
	"encoding/binary"
	"math"
	"math/big"

	"github.com/npycheck/npycheck/spec"
)

// sum adds up finite numbers along with the error of each addition, in four lanes that don't wait for each other.
type sum struct{ total, errors [4]float64 }

func (s *sum) add(x []float64) {
	t0, t1, t2, t3 := s.total[0], s.total[1], s.total[2], s.total[3]
	e0, e1, e2, e3 := s.errors[0], s.errors[1], s.errors[2], s.errors[3]
	for ; len(x) >= 4; x = x[4:] {
		v0, v1, v2, v3 := x[0], x[1], x[2], x[3]
		n0, n1, n2, n3 := t0+v0, t1+v1, t2+v2, t3+v3
		b0, b1, b2, b3 := n0-t0, n1-t1, n2-t2, n3-t3
		e0 += (t0 - (n0 - b0)) + (v0 - b0)
		e1 += (t1 - (n1 - b1)) + (v1 - b1)
		e2 += (t2 - (n2 - b2)) + (v2 - b2)
		e3 += (t3 - (n3 - b3)) + (v3 - b3)
		t0, t1, t2, t3 = n0, n1, n2, n3
	}
	for _, v := range x {
		n := t0 + v
		b := n - t0
		e0 += (t0 - (n - b)) + (v - b)
		t0 = n
	}
	s.total = [4]float64{t0, t1, t2, t3}
	s.errors = [4]float64{e0, e1, e2, e3}
}

// exact returns the sum of all lanes without rounding it.
func (s *sum) exact() *big.Rat {
	all := new(big.Rat)
	for i := range s.total {
		all.Add(all, new(big.Rat).SetFloat64(s.total[i]))
		all.Add(all, new(big.Rat).SetFloat64(s.errors[i]))
	}
	return all
}

// From huge on, numbers are added up as the scale-th part of them, so that no sum overflows.
const (
	huge  = 0x1p960
	scale = 0x1p64
)

// mean adds up numbers that are not NaN.
type mean struct {
	count          int64
	small, scaled  sum
	above, below   int64 // infinite ones
	scaledElements [chunk]float64
}

// add takes in numbers, all between least and most. It may change them.
func (m *mean) add(x []float64, least, most float64) {
	m.count += int64(len(x))
	if math.IsInf(least, 0) || math.IsInf(most, 0) {
		finite := x[:0]
		for _, v := range x {
			switch {
			case v > math.MaxFloat64:
				m.above++
			case v < -math.MaxFloat64:
				m.below++
			default:
				finite = append(finite, v)
			}
		}
		x = finite
	}
	if -huge < least && most < huge {
		m.small.add(x)
		return
	}
	parts := m.scaledElements[:len(x)]
	for i, v := range x {
		parts[i] = v / scale
	}
	m.scaled.add(parts)
}

// value returns the mean, if there is one.
func (m *mean) value() (v float64, ok bool) {
	switch {
	case m.count == 0:
		return 0, false
	case m.above > 0 && m.below > 0:
		return math.NaN(), true
	case m.above > 0:
		return math.Inf(1), true
	case m.below > 0:
		return math.Inf(-1), true
	}
	all := new(big.Rat).SetFloat64(scale)
	all.Mul(all, m.scaled.exact())
	return quotient(all.Add(all, m.small.exact()), m.count), true
}

// floatStatistic takes in real numbers of 2, 4 and 8 bytes.
type floatStatistic struct {
	decode func(dst []float64, src []byte)
	numbers
	swap [8 * chunk]byte
	list [chunk]float64

	nan, zero   int64
	least, most float64
	mean        mean
}

func newFloatStatistic(t *spec.DType) *floatStatistic {
	return &floatStatistic{
		decode:  floatDecoder(t.Itemsize),
		numbers: numbers{int(t.Itemsize), t.Order == '>'},
		least:   math.Inf(1),
		most:    math.Inf(-1),
	}
}

func floatDecoder(size int64) func(dst []float64, src []byte) {
	le := binary.LittleEndian
	switch size {
	case 2:
		return func(dst []float64, src []byte) {
			for i := range dst {
				dst[i] = half(le.Uint16(src[2*i:]))
			}
		}
	case 4:
		return func(dst []float64, src []byte) {
			for i := range dst {
				dst[i] = float64(math.Float32frombits(le.Uint32(src[4*i:])))
			}
		}
	}
	return func(dst []float64, src []byte) {
		for i := range dst {
			dst[i] = math.Float64frombits(le.Uint64(src[8*i:]))
		}
	}
}

// half returns the number that has the given bits as a float16.
func half(bits uint16) float64 {
	sign := uint32(bits&0x8000) << 16
	magnitude := uint32(bits & 0x7fff)
	if magnitude >= 0x7c00 { // infinite, or NaN
		return float64(math.Float32frombits(sign | 0x7f800000 | magnitude<<13))
	}
	// As a float32, the exponent is too small by the difference of the two biases.
	v := math.Float32frombits(magnitude<<13) * (1 << 112)
	return float64(math.Float32frombits(math.Float32bits(v) | sign))
}

func (s *floatStatistic) add(b []byte) {
	var first []byte
	for len(b) > 0 {
		first, b = s.next(b, s.swap[:], chunk)
		x := s.list[:len(first)/s.size]
		s.decode(x, first)
		least, most, zeros, nans := look(x)
		if nans > 0 {
			x = withoutNaN(x)
			s.nan += nans
		}
		s.zero += zeros
		s.least, s.most = min(s.least, least), max(s.most, most)
		s.mean.add(x, least, most)
	}
}

// look returns what is in x, with +Inf and -Inf as the least and the most of nothing but NaN.
func look(x []float64) (least, most float64, zeros, nans int64) {
	least, most = math.Inf(1), math.Inf(-1)
	for _, v := range x {
		if v < least {
			least = v
		}
		if v > most {
			most = v
		}
		if v == 0 {
			zeros++
		}
		if v != v {
			nans++
		}
	}
	return least, most, zeros, nans
}

func withoutNaN(x []float64) []float64 {
	kept := x[:0]
	for _, v := range x {
		if v == v {
			kept = append(kept, v)
		}
	}
	return kept
}

func (s *floatStatistic) result(stats *Stats) {
	stats.Missing, stats.MissingName = s.nan, "NaN"
	stats.Zero, stats.HasZero = s.zero, true
	if v, ok := s.mean.value(); ok {
		stats.Min, stats.Max, stats.Mean = pointer(realOf(s.size, s.least)), pointer(realOf(s.size, s.most)), pointer(real64(v))
	}
}

// complexStatistic takes in complex numbers of 8 and 16 bytes.
type complexStatistic struct {
	decode func(dst []float64, src []byte)
	numbers
	swap  [8 * chunk]byte
	list  [chunk]float64
	parts [2][chunk / 2]float64

	nan, zero int64
	mean      [2]mean
}

func newComplexStatistic(t *spec.DType) *complexStatistic {
	size := t.Itemsize / 2
	return &complexStatistic{decode: floatDecoder(size), numbers: numbers{int(size), t.Order == '>'}}
}

func (s *complexStatistic) add(b []byte) {
	var first []byte
	for len(b) > 0 {
		first, b = s.next(b, s.swap[:], chunk)
		x := s.list[:len(first)/s.size]
		s.decode(x, first)
		n := 0
		for ; len(x) >= 2; x = x[2:] {
			re, im := x[0], x[1]
			if re != re || im != im {
				s.nan++
				continue
			}
			if re == 0 && im == 0 {
				s.zero++
			}
			s.parts[0][n], s.parts[1][n] = re, im
			n++
		}
		for i := range s.parts {
			least, most, _, _ := look(s.parts[i][:n])
			s.mean[i].add(s.parts[i][:n], least, most)
		}
	}
}

func (s *complexStatistic) result(stats *Stats) {
	stats.Missing, stats.MissingName = s.nan, "NaN"
	stats.Zero, stats.HasZero = s.zero, true
	re, ok := s.mean[0].value()
	im, _ := s.mean[1].value()
	if ok {
		stats.Mean = pointer(complexOf(real64(re), real64(im)))
	}
}
