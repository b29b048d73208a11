package validator

import (
	"math"
	"math/bits"

	"github.com/npycheck/npycheck/spec"
)

// shortcut reads the header that nearly every file has: a scalar dtype in NumPy's own spelling,
// with nothing to report. It compares instead of parsing, which takes a fifth of the time. For any
// other header it returns false and leaves everything to the parser; a test holds the two together.
func (w *walk) shortcut() (end int, ok bool) {
	c := cursor{text: w.text}
	if !c.skip("{'descr': '") {
		return 0, false
	}
	code := c.until('\'')
	t, ok := spec.ParseCode(code)
	if !ok || !plainScalar(&t) {
		return 0, false
	}
	if !c.skip("', 'fortran_order': ") {
		return 0, false
	}
	fortran := c.skip("True")
	if !fortran && !c.skip("False") || !c.skip(", 'shape': (") {
		return 0, false
	}
	a := &w.array
	total, long := t.Itemsize, 0
	for len(a.shape) <= spec.NumPy1MaxRank {
		d, digits := c.number()
		if digits == 0 && len(a.shape) == 0 {
			break // ()
		}
		hi, lo := bits.Mul64(uint64(total), uint64(max(d, 1)))
		if digits == 0 || digits > 18 || hi != 0 || lo > math.MaxInt64 {
			a.shape = a.shape[:0]
			return 0, false
		}
		total = int64(lo)
		if d == 0 {
			long = math.MinInt
		} else if d > 1 {
			long++
		}
		a.shape = append(a.shape, d)
		if !c.skip(", ") {
			break
		}
	}
	if len(a.shape) == 1 && !c.skip(",") || !c.skip("), }") || len(a.shape) > spec.NumPy1MaxRank || fortran && long < 2 {
		a.shape = a.shape[:0]
		return 0, false
	}
	if long < 0 {
		total = 0
	}
	a.dtype, a.fortran, a.bytes = t, fortran, total
	a.orderKnown, a.shapeKnown, a.known = true, true, true
	return c.pos, true
}

// plainScalar reports whether there is nothing to say of a scalar type in NumPy's own spelling.
func plainScalar(t *spec.DType) bool {
	switch t.Kind {
	case 'V', 'O':
		return false
	case 'm', 'M':
		return t.Unit != spec.NoUnit
	case 'f': // no long double
		return t.Itemsize <= 8
	case 'c':
		return t.Itemsize <= 16
	}
	return t.Itemsize > 0
}

// cursor goes through a text.
type cursor struct {
	text []byte
	pos  int
}

func (c *cursor) skip(s string) bool {
	if len(c.text)-c.pos < len(s) || string(c.text[c.pos:c.pos+len(s)]) != s {
		return false
	}
	c.pos += len(s)
	return true
}

// until returns the text up to the byte b, or at most the length of a type string.
func (c *cursor) until(b byte) []byte {
	start := c.pos
	for c.pos < len(c.text) && c.pos-start < 32 && c.text[c.pos] != b {
		c.pos++
	}
	return c.text[start:c.pos]
}

// number returns a decimal number and how many digits it has: 0 if there is none, and very many if
// it begins with a zero that Python doesn't write.
func (c *cursor) number() (v int64, digits int) {
	for c.pos < len(c.text) && digit(c.text[c.pos]) && digits < 19 {
		v = v*10 + int64(c.text[c.pos]-'0')
		c.pos++
		digits++
	}
	if digits > 1 && c.text[c.pos-digits] == '0' {
		return 0, math.MaxInt
	}
	return v, digits
}
