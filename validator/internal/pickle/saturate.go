package pickle

import "math"

// maxCount is where counts saturate.
const maxCount = 1 << 60

// saturate returns the sum of two counts, or maxCount.
func saturate(a, b int64) int64 { return min(a+b, maxCount) }

// saturatedProduct is the product of two numbers that are not negative, or maxCount.
func saturatedProduct(a, b int64) int64 {
	if b > 0 && a > maxCount/b {
		return maxCount
	}
	return min(a*b, maxCount)
}

// times returns a product, at most maxCount.
func times(n int64, cost float64) int64 {
	if x := math.Ceil(float64(n) * cost); x < maxCount {
		return int64(x)
	}
	return maxCount
}

// product returns the product of two counts, at most maxCount.
func product(a, b int64) int64 { return times(a, float64(b)) }
