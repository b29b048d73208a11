package values

import (
	"io"
	"math"
	"math/big"

	"github.com/npycheck/npycheck/spec"
)

// Stats says what the elements of an array are, as numbers. Min, Max and Mean leave out NaN and NaT, and are nil if
// there is nothing else. Complex numbers have no order, so they have a mean only, of the elements without NaN in
// either part; dates have none.
type Stats struct {
	Count int64 // elements that were there
	Min   *Value
	Max   *Value
	Mean  *Value

	Missing     int64  // elements that are MissingName
	MissingName string // "NaN", "NaT", or "" for types without such a value
	Zero        int64
	HasZero     bool // zeros were counted, as they are in all types but dates
}

// statistic takes in whole elements.
type statistic interface {
	add(b []byte)
	result(s *Stats)
}

// newStatistic returns what gathers statistics of a type, or nil for a type that isn't numeric.
func newStatistic(t *spec.DType) statistic {
	if t.Struct || t.Base != nil {
		return nil
	}
	switch size := t.Itemsize; t.Kind {
	case 'b', 'i', 'u', 'm', 'M':
		if size == 1 {
			return &byteStatistic{kind: t.Kind}
		}
		return newIntStatistic(t)
	case 'f':
		switch size {
		case 2, 4, 8:
			return newFloatStatistic(t)
		case 10, 12, 16:
			return &longStatistic{size: int(size), swapped: t.Order == '>'}
		}
	case 'c':
		if size == 8 || size == 16 {
			return newComplexStatistic(t)
		}
	}
	return nil
}

// Numeric reports whether there are statistics of a type: of booleans, integers, real numbers, complex ones made of
// float32 or float64, dates and spans of time.
func Numeric(t *spec.DType) bool { return newStatistic(t) != nil }

// Gather reads count elements of a numeric type from r, or as many as there are, and returns their statistics. An
// error of r comes with those of the elements before it. Real numbers are added up with their rounding errors, and
// integers exactly, so that the mean is that of the numbers and not of their order. Long doubles that are not those
// of x86 are an error, since their dtype doesn't say what they are.
func Gather(t *spec.DType, r io.Reader, count int64) (*Stats, error) {
	const about = 256 << 10
	stats, of := &Stats{}, newStatistic(t)
	size := t.Itemsize
	buffer := make([]byte, about/size*size)
	for count > 0 {
		want := int64(len(buffer))
		if count <= want/size {
			want = count * size
		}
		n, err := io.ReadFull(r, buffer[:want])
		whole := int64(n) / size
		of.add(buffer[:whole*size])
		stats.Count += whole
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

// chunk is the number of elements that are decoded at a time: few enough to stay in the fastest cache.
const chunk = 1024

// quotient returns the float64 that is nearest to sum / n.
func quotient(sum *big.Rat, n int64) float64 {
	mean, _ := new(big.Rat).Quo(sum, new(big.Rat).SetInt64(n)).Float64()
	return mean
}

// byteStatistic counts each of the values that a byte can have.
type byteStatistic struct {
	kind   byte
	counts [256]int64
}

func (s *byteStatistic) add(b []byte) {
	// Four tables, since neighbours are often equal, and a counter takes a while to be there again.
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

func (s *byteStatistic) result(stats *Stats) {
	least, most, sum, count := int64(math.MaxInt64), int64(math.MinInt64), new(big.Int), int64(0)
	for i, n := range s.counts {
		if n == 0 {
			continue
		}
		v := int64(i)
		switch {
		case s.kind == 'i':
			v = int64(int8(i))
		case s.kind == 'b' && i != 0:
			v = 1
		}
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
	show := func(v int64) *Value { return pointer(integer(v)) }
	if s.kind == 'b' {
		show = func(v int64) *Value { return pointer(boolean(v != 0)) }
	}
	stats.Min, stats.Max = show(least), show(most)
	stats.Mean = pointer(real64(quotient(new(big.Rat).SetInt(sum), count)))
}

func pointer(v Value) *Value { return &v }
