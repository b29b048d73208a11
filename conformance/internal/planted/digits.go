package planted

import (
	"math"
	"strconv"
)

// digits returns a number after a round trip through text with that many digits.
func digits(x float64, n int) float64 {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', n-1, 64), 64)
	if err != nil {
		return math.Inf(int(math.Copysign(1, x)))
	}
	return y
}
