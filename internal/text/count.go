package text

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Count returns a number and its unit: "1 byte", "2 bytes".
func Count(n int64, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

// ParseSize reads a positive number of bytes with or without a binary unit: "65536", "64KiB", "1GiB".
func ParseSize(s string) (int64, error) {
	digits, unit := s, int64(1)
	for i, suffix := range []string{"KiB", "MiB", "GiB"} {
		if d, ok := strings.CutSuffix(s, suffix); ok {
			digits, unit = d, 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseUint(digits, 10, 63)
	if err != nil || n == 0 || int64(n) > math.MaxInt64/unit {
		return 0, errors.New("expected a number of bytes, KiB, MiB or GiB, for example 64KiB")
	}
	return int64(n) * unit, nil
}
