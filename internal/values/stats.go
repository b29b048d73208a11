package values

import (
	"math/big"
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
