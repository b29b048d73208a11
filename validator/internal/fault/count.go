package fault

import "fmt"

// Count spells a number with its unit: "1 byte", "2 bytes".
func Count(n int64, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}
