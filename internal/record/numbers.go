package record

import (
	"fmt"

	"github.com/npycheck/npycheck/internal/table"
)

// share returns n as a percentage of the claimed cases, or a dash if there are none.
func share(t table.Tally, n int) string {
	if t.Claimed == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f%%", 100*t.Share(n))
}

// group returns a number with a comma after its thousands.
func group(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
