package validator

import "math"

// canonicalHeader is the content of a header whose dtype is a type string.
type canonicalHeader struct {
	code         []byte // the type string
	fortranOrder bool
	shape        []int64
	end          int // of the dictionary in the text
}

// readCanonical reads a header text as NumPy writes it for a type string and dimensions of at most 18 digits. It compares
// and doesn't parse, which takes a fifth of the time. For any other text it returns false, which doesn't mean that the text
// is wrong. The dimensions are appended to dims.
func readCanonical(text []byte, dims []int64) (h canonicalHeader, ok bool) {
	c := comparison{text: text}
	if !c.skip("{'descr': '") {
		return h, false
	}
	h.code = c.until('\'')
	if !c.skip("', 'fortran_order': ") {
		return h, false
	}
	h.fortranOrder = c.skip("True")
	if !h.fortranOrder && !c.skip("False") || !c.skip(", 'shape': (") {
		return h, false
	}
	if h.shape, ok = c.dimensions(dims); !ok || !c.skip("), }") {
		return h, false
	}
	h.end = c.pos
	return h, true
}

// comparison is a position in a text.
type comparison struct {
	text []byte
	pos  int
}

func (c *comparison) skip(s string) bool {
	if len(c.text)-c.pos < len(s) || string(c.text[c.pos:c.pos+len(s)]) != s {
		return false
	}
	c.pos += len(s)
	return true
}

// until returns the text up to the byte b, or at most the length of a type string.
func (c *comparison) until(b byte) []byte {
	start := c.pos
	for c.pos < len(c.text) && c.pos-start < 32 && c.text[c.pos] != b {
		c.pos++
	}
	return c.text[start:c.pos]
}

// dimensions appends the dimensions between the parentheses of a shape.
func (c *comparison) dimensions(dims []int64) ([]int64, bool) {
	for first := len(dims); ; {
		d, digits := c.number()
		switch {
		case digits == 0 && len(dims) == first:
			return dims, true // ()
		case digits == 0 || digits > 18:
			return dims, false
		}
		dims = append(dims, d)
		if !c.skip(", ") {
			return dims, len(dims) > first+1 || c.skip(",")
		}
	}
}

// number returns a decimal number and how many digits it has: 0 if there is none, and a very large
// number if it has a leading zero, which Python doesn't write.
func (c *comparison) number() (v int64, digits int) {
	for c.pos < len(c.text) && '0' <= c.text[c.pos] && c.text[c.pos] <= '9' && digits < 19 {
		v = v*10 + int64(c.text[c.pos]-'0')
		c.pos++
		digits++
	}
	if digits > 1 && c.text[c.pos-digits] == '0' {
		return 0, math.MaxInt
	}
	return v, digits
}
