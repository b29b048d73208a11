// Package plural spells and reads numbers with their unit.
package plural

import "fmt"

// Count returns a number and its unit: "1 byte", "2 bytes".
func Count(n int64, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}
