package pickle

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
