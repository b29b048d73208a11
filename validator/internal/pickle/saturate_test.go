package pickle

import "testing"

// TestSaturate covers sums and products around the largest count.
func TestSaturate(t *testing.T) {
	const most = 1 << 60
	for _, test := range []struct{ a, b, sum, product int64 }{
		{0, 0, 0, 0},
		{2, 3, 5, 6},
		{most, 0, most, 0},
		{most - 1, 1, most, most - 1},
		{most - 2, 1, most - 1, most - 2},
		{most, 1, most, most},
		{most, most, most, most},
		{1 << 30, 1 << 30, 1 << 31, most},
		{1 << 30, 1<<30 - 1, 1<<31 - 1, most - 1<<30},
		{1 << 30, 1<<30 + 1, 1<<31 + 1, most},
		{3, most / 3, most/3 + 3, most / 3 * 3},
		{3, most/3 + 1, most/3 + 4, most},
	} {
		if got := saturate(test.a, test.b); got != test.sum {
			t.Errorf("%d + %d: got %d, want %d", test.a, test.b, got, test.sum)
		}
		if got := saturatedProduct(test.a, test.b); got != test.product {
			t.Errorf("%d × %d: got %d, want %d", test.a, test.b, got, test.product)
		}
	}
}
