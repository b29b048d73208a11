package inspect

import (
	"bytes"
	"encoding/binary"
	"io"
	"iter"
	"maps"
	"math"
	"math/big"
	"math/bits"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// Stats summarises the elements of an array. Min, Max and Mean leave out NaN and NaT, and are nil if there is nothing
// else. Complex numbers have no order, so they have a mean only, of the elements without NaN in either part; dates
// have none.
type Stats struct {
	Count int64 // elements that were there
	Min   *Value
	Max   *Value
	Mean  *Value

	Missing     int64  // elements that are MissingName
	MissingName string // "NaN", "NaT", or "" for types without such a value
	Zero        int64
	HasZero     bool // zeros were counted, as they are in all types but dates

	Subnormal bool // all are too small for a normal float32 or float64, as of another byte order; and not all are zero

	ZeroTail int64 // bytes at the end of the elements that are zero, as in blocks that were never written
}

// statistic takes in whole elements.
type statistic interface {
	add(b []byte)
	result(s *Stats)
}

// quotient returns the float64 that is nearest to sum / n.
func quotient(sum *big.Int, n int64) float64 {
	mean, _ := new(big.Rat).SetFrac(sum, big.NewInt(n)).Float64()
	return mean
}

func pointer(v Value) *Value { return &v }

// gather reads count elements of a numeric type from r, or as many as there are, and returns their statistics. An
// error of r comes with those of the elements before it. Numbers are added up exactly, so that the mean is rounded only
// once. Long doubles that are not those of x86 are an error, since their dtype doesn't say what they are.
func gather(t *spec.DType, r io.Reader, count int64) (*Stats, error) {
	const about = 256 << 10
	stats, of := &Stats{}, newStatistic(t)
	size := t.Itemsize
	buffer := make([]byte, min(about/size, max(count, 0))*size)
	for count > 0 {
		want := int64(len(buffer))
		if count <= want/size {
			want = count * size
		}
		n, err := io.ReadFull(r, buffer[:want])
		whole := int64(n) / size
		elements := buffer[:whole*size]
		of.add(elements)
		stats.Count += whole
		tail := len(elements) - len(bytes.TrimRight(elements, "\x00"))
		if tail < len(elements) {
			stats.ZeroTail = 0
		}
		stats.ZeroTail += int64(tail)
		count -= whole
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			of.result(stats)
			return stats, err
		}
	}
	of.result(stats)
	if long, ok := of.(*longStatistic); ok && !long.x86() {
		return nil, errLongDouble
	}
	return stats, nil
}

// newStatistic returns a statistic for a type, or nil for a type that isn't Numeric.
func newStatistic(t *spec.DType) statistic {
	switch size := t.Itemsize; t.Kind {
	case 'b', 'i', 'u', 'm', 'M':
		if size <= 2 {
			return newCountStatistic(t)
		}
		return newIntStatistic(t)
	case 'f':
		switch size {
		case 2:
			return newCountStatistic(t)
		case 4, 8:
			return newFloatStatistic(t)
		}
		return newLongStatistic(t)
	case 'c':
		if size <= 16 {
			return newComplexStatistic(t)
		}
		return newLongStatistic(t)
	}
	return nil
}

// Numeric reports whether there are statistics of a type: of booleans, integers, real and complex numbers, dates and
// spans of time.
func Numeric(t *spec.DType) bool {
	return !t.Struct && t.Base == nil && strings.IndexByte("biufcmM", t.Kind) >= 0
}

// countStatistic counts each of the values that one or two bytes can have: booleans, integers and float16.
type countStatistic struct {
	kind    byte
	size    int
	swapped bool

	few    []byte  // the data, until there are too many
	counts []int64 // by the bytes as a little-endian number
}

// maxFew is the number of bytes up to which counting in a map is faster than scanning all counts.
const maxFew = 4 << 10

func newCountStatistic(t *spec.DType) *countStatistic {
	return &countStatistic{kind: t.Kind, size: int(t.Itemsize), swapped: t.Order == '>'}
}

func (s *countStatistic) add(b []byte) {
	if s.counts == nil {
		if len(s.few)+len(b) <= maxFew {
			s.few = append(s.few, b...)
			return
		}
		s.counts = make([]int64, 1<<(8*s.size))
		s.add(s.few)
	}
	if s.size == 1 {
		s.addBytes(b)
	} else {
		s.addPairs(b)
	}
}

func (s *countStatistic) addBytes(b []byte) {
	// Four tables, since neighbours are often equal, and updating the same counter twice in a row is slow.
	var counts [4][256]uint32 // of a buffer's worth of elements
	for ; len(b) >= 4; b = b[4:] {
		counts[0][b[0]]++
		counts[1][b[1]]++
		counts[2][b[2]]++
		counts[3][b[3]]++
	}
	for _, v := range b {
		counts[0][v]++
	}
	for i := range s.counts {
		s.counts[i] += int64(counts[0][i]) + int64(counts[1][i]) + int64(counts[2][i]) + int64(counts[3][i])
	}
}

func (s *countStatistic) addPairs(b []byte) {
	counts := (*[1 << 16]int64)(s.counts)
	for ; len(b) >= 8; b = b[8:] {
		four := binary.LittleEndian.Uint64(b)
		counts[uint16(four)]++
		counts[uint16(four>>16)]++
		counts[uint16(four>>32)]++
		counts[uint16(four>>48)]++
	}
	for ; len(b) >= 2; b = b[2:] {
		counts[binary.LittleEndian.Uint16(b)]++
	}
}

// all returns the values that occur, each with its count.
func (s *countStatistic) all() iter.Seq2[uint16, int64] {
	if s.counts == nil {
		counts := make(map[uint16]int64)
		for b := s.few; len(b) > 0; b = b[s.size:] {
			u := uint16(b[0])
			if s.size == 2 {
				u |= uint16(b[1]) << 8
			}
			counts[u]++
		}
		return maps.All(counts)
	}
	return func(yield func(uint16, int64) bool) {
		for i, n := range s.counts {
			if n > 0 && !yield(uint16(i), n) {
				return
			}
		}
	}
}

func (s *countStatistic) result(stats *Stats) {
	if s.kind == 'f' {
		s.halves(stats)
	} else {
		s.integers(stats)
	}
}

func (s *countStatistic) integers(stats *Stats) {
	least, most, count, sum := int64(math.MaxInt64), int64(math.MinInt64), int64(0), new(big.Int)
	for u, n := range s.all() {
		v := s.integer(u)
		if v == 0 {
			stats.Zero += n
		}
		least, most, count = min(least, v), max(most, v), count+n
		sum.Add(sum, new(big.Int).Mul(big.NewInt(v), big.NewInt(n)))
	}
	stats.HasZero = true
	if count == 0 {
		return
	}
	show := integer
	if s.kind == 'b' {
		show = func(v int64) Value { return boolean(v != 0) }
	}
	stats.Min, stats.Max = pointer(show(least)), pointer(show(most))
	stats.Mean = pointer(real64(quotient(sum, count)))
}

// integer returns the integer that has the given bytes, or that has the truth of them.
func (s *countStatistic) integer(u uint16) int64 {
	switch {
	case s.kind == 'b':
		return int64(min(u, 1))
	case s.kind == 'i' && s.size == 1:
		return int64(int8(u))
	case s.swapped:
		u = bits.ReverseBytes16(u)
	}
	if s.kind == 'i' {
		return int64(int16(u))
	}
	return int64(u)
}

// halves reads the values as float16, whose last bit is 2^-24 in the least of them.
func (s *countStatistic) halves(stats *Stats) {
	least, most := int64(math.MaxInt64), int64(math.MinInt64)
	sum := sum{unit: -24}
	for u, n := range s.all() {
		if s.swapped {
			u = bits.ReverseBytes16(u)
		}
		v := half(u)
		switch {
		case v != v:
			stats.Missing += n
			continue
		case math.IsInf(v, 1):
			sum.above += n
		case math.IsInf(v, -1):
			sum.below += n
		case v == 0:
			stats.Zero += n
		default:
			part := big.NewInt(int64(math.Ldexp(v, 24)))
			sum.total.Add(&sum.total, part.Mul(part, big.NewInt(n)))
		}
		sum.count += n
		place := ordered64(int64(math.Float64bits(v)))
		least, most = min(least, place), max(most, place)
	}
	stats.MissingName, stats.HasZero = "NaN", true
	if stats.Mean = sum.mean64(); stats.Mean != nil {
		show := func(v int64) *Value { return pointer(realOf(2, math.Float64frombits(uint64(ordered64(v))))) }
		stats.Min, stats.Max = show(least), show(most)
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
