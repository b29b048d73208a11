package validator

import (
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
)

// rowBytes returns the number of bytes of one item of the outer axis of the data, and what such an item is called. The
// outer axis of an array in Fortran order is the last one. It returns 0 if the array has no axis or its items have no
// bytes.
func (a *headerArray) rowBytes() (n int64, unit string) {
	if len(a.shape) == 0 || a.bytes == 0 {
		return 0, ""
	}
	switch {
	case len(a.shape) == 1:
		return a.dtype.Itemsize, "element"
	case a.fortran && len(a.shape) == 2:
		return a.bytes / a.shape[1], "column"
	case a.fortran:
		return a.bytes / a.shape[len(a.shape)-1], "slice"
	}
	return a.bytes / a.shape[0], "row"
}

// rowsOf says how many rows the bytes of truncated data would fill. They need not be intact: bytes may be missing
// anywhere.
func (a *headerArray) rowsOf(have int64) string {
	n, unit := a.rowBytes()
	if n == 0 || have < n {
		return ""
	}
	return fmt.Sprintf(" (%d of %s)", have/n, text.Count(a.bytes/n, unit))
}

// moreRows says what surplus bytes may be: rows that were added without updating the header, rows left from a longer
// file that was overwritten, or the other half of data whose itemsize the header halves. Zeros suggest none of these.
func (a *headerArray) moreRows(surplus int64, zeros bool) string {
	n, unit := a.rowBytes()
	switch {
	case zeros:
		return "starting with zeros, expected the end of the file"
	case n == 0 || surplus%n != 0:
		return "expected the end of the file"
	case surplus == a.bytes:
		return "as many as the data has; is the real itemsize twice as large?"
	case len(a.shape) == 1:
		return "the size of " + text.Count(surplus/n, "more "+unit)
	}
	return fmt.Sprintf("the size of %s of %s", text.Count(surplus/n, "more "+unit), a.rowShape())
}

// rowShape is the shape of an item of the outer axis, as Python shows it, or its number of dimensions.
func (a *headerArray) rowShape() string {
	shape := a.shape[1:]
	if a.fortran {
		shape = a.shape[:len(a.shape)-1]
	}
	const most = 8
	if len(shape) > most {
		return fmt.Sprintf("%d dimensions", len(shape))
	}
	var text strings.Builder
	for i, d := range shape {
		if i > 0 {
			text.WriteString(", ")
		}
		fmt.Fprint(&text, d)
	}
	if len(shape) == 1 {
		text.WriteByte(',')
	}
	return "shape (" + text.String() + ")"
}
