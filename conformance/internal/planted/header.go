package planted

import (
	"math"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// header is what a header says.
type header struct {
	dtype dtype
	shape []int64
	f     bool
	count int64
}

func (h *header) bytes(r *Reader) int64 {
	if r.has("bytes-wrap-32") {
		return int64(int32(h.count * h.dtype.size))
	}
	return h.count * h.dtype.size
}

// maxCharacters is the length of the longest header that NumPy reads.
const maxCharacters = 10000

func (r *Reader) header(s string, major byte, start int) *header {
	total := start + len(s)
	// NumPy 1.9 to 1.13 took the prefix of version 2.0 for two bytes shorter than it is.
	aligned := total%16 == 0 || major == 2 && (total-2)%16 == 0
	if !r.Lax && !aligned || r.has("alignment-64-only") && total%64 != 0 {
		refuse("the data is not aligned")
	}
	if major == 3 && !utf8.ValidString(s) && !r.has("utf-8-unchecked") {
		refuse("the header is not UTF-8")
	}
	if r.has("ascii-only") && strings.IndexFunc(s, func(c rune) bool { return c >= 0x80 }) >= 0 {
		refuse("the header is not ASCII")
	}
	if strings.IndexByte(s, 0) >= 0 && !r.has("string-ends-at-nul") {
		refuse("a NUL in the header")
	}
	if !r.Lax {
		if utf8.RuneCountInString(s) > maxCharacters && len(s) > maxCharacters && (major < 3 || utf8.RuneCountInString(s) > maxCharacters) {
			refuse("the header is too long")
		}
		for _, c := range []byte(s) {
			if c >= 0x80 && major < 3 || c < ' ' && c != '\n' {
				refuse("byte %#x in the header", c)
			}
		}
		if !strings.HasSuffix(s, "\n") {
			refuse("the header doesn't end with a newline")
		}
	}
	if r.has("header-limit-bytes") && len(s) > maxCharacters {
		refuse("the header is too long")
	}
	p := &parser{Reader: r, s: s, utf8: major == 3 && !r.has("utf-8-as-latin1") || r.has("latin1-as-utf-8")}
	if r.Lax && p.pos < len(s) {
		p.pos = len(s) - len(strings.TrimLeft(s, " \t\f"))
		if at := strings.LastIndexByte(s[:p.pos], '\f'); major == 3 && at >= 0 && at+1 < p.pos {
			refuse("the dictionary is indented") // the form feed hides only what is before it
		}
	}
	if r.has("brace-searched") {
		p.pos = max(0, strings.IndexByte(s, '{'))
	}
	if p.pos >= len(s) || s[p.pos] != '{' {
		refuse("no dictionary")
	}
	if r.has("ends-at-first-brace") {
		p.s = s[:strings.IndexByte(s, '}')+1]
	}
	dict := p.value()
	rest := s[min(p.pos, len(s)):]
	padding := " \n"
	if r.Lax {
		padding = " \t\r\n\f"
	}
	trailing := strings.Trim(rest, padding) != "" && !r.has("trailing-text") && !r.has("ends-at-first-brace")
	if trailing || !r.Lax && strings.Trim(strings.TrimSuffix(rest, "\n"), " ") != "" {
		refuse("text after the dictionary")
	}
	return r.keys(dict)
}

func (r *Reader) keys(dict value) *header {
	h := &header{}
	var descr, order, shape *value
	for i := 0; i < len(dict.items); i += 2 {
		key, v := dict.items[i], &dict.items[i+1]
		name := key.text
		if key.kind != 's' {
			if !r.has("keys-not-text") {
				refuse("a key is not a string")
			}
			continue
		}
		if r.has("keys-in-any-case") {
			name = strings.ToLower(name)
		}
		if r.has("keys-trimmed") {
			name = strings.TrimSpace(name)
		}
		if r.has("keys-by-position") {
			name = []string{"descr", "fortran_order", "shape", ""}[min(i/2, 3)]
		}
		if r.has("keys-by-first-letter") && name != "" {
			name = map[byte]string{'d': "descr", 'f': "fortran_order", 's': "shape"}[name[0]]
		}
		var slot **value
		switch name {
		case "descr":
			slot = &descr
		case "fortran_order":
			slot = &order
		case "shape":
			slot = &shape
		default:
			if !r.has("keys-extra") && !r.has("keys-by-first-letter") {
				refuse("the key %q", name)
			}
			continue
		}
		switch {
		case *slot == nil, r.has("keys-last-wins"):
			*slot = v
		case !r.has("keys-first-wins"):
			refuse("the key %q occurs twice", name)
		}
	}
	if order == nil && r.has("order-optional") {
		order = &value{kind: 'b'}
	}
	if shape == nil && r.has("shape-optional") {
		shape = &value{kind: '('}
	}
	if descr == nil || order == nil || shape == nil {
		refuse("a key is missing")
	}
	switch {
	case order.kind == 'b':
		h.f = order.truth
	case order.kind == 'i' && r.has("order-number"):
		h.f = order.n != 0
	case order.kind == 's' && r.has("order-text"):
		h.f = order.text != ""
	default:
		refuse("fortran_order is not a bool")
	}
	if r.has("order-ignored") {
		h.f = false
	}
	if r.has("fortran-refused") && h.f {
		refuse("Fortran order")
	}
	h.dtype = r.dtype(*descr, true)
	if r.has("structures-unsupported-raw") && h.dtype.kind == 'R' {
		h.dtype = dtype{kind: 'V', size: h.dtype.size}
	}
	r.shape(h, *shape)
	return h
}

func (r *Reader) shape(h *header, v value) {
	if v.kind != '(' && !(v.kind == '[' && r.has("shape-list")) && !(v.kind == 'i' && r.has("shape-number")) {
		refuse("shape is not a tuple")
	}
	items := v.items
	if v.kind == 'i' {
		items = []value{v}
	}
	if len(items) > 32 && !r.Lax || len(items) > 64 || r.has("rank-4") && len(items) > 4 {
		refuse("rank %d", len(items))
	}
	if r.has("rank-0-refused") && len(items) == 0 {
		refuse("rank 0")
	}
	h.shape = []int64{}
	for _, d := range items {
		switch {
		case d.kind == 'b' && r.has("shape-bools"):
			d.n = 0
			if d.truth {
				d.n = 1
			}
		case d.kind != 'i' && r.has("shape-skips"):
			continue
		case d.kind != 'i':
			refuse("a dimension is not an integer")
		case d.minus && d.n > 0 && r.has("shape-unknown-dimension"):
			d.n = 1
		case d.minus && d.n > 0 && r.has("shape-absolute"):
		case d.minus && d.n > 0:
			refuse("a negative dimension")
		}
		h.shape = append(h.shape, int64(d.n))
	}
	r.reshape(h)
	r.count(h)
}

// reshape has the bugs of shapes.
func (r *Reader) reshape(h *header) {
	if r.has("rank-0-as-1") && len(h.shape) == 0 {
		h.shape = []int64{1}
	}
	if r.has("ones-dropped") && len(h.shape) > 1 {
		var rest []int64
		for _, d := range h.shape {
			if d != 1 {
				rest = append(rest, d)
			}
		}
		h.shape = append([]int64{}, rest...)
	}
	if r.has("shape-reversed") || r.has("fortran-shape-reversed") && h.f {
		for i, j := 0, len(h.shape)-1; i < j; i, j = i+1, j-1 {
			h.shape[i], h.shape[j] = h.shape[j], h.shape[i]
		}
	}
	if r.has("empty-refused") {
		for _, d := range h.shape {
			if d == 0 {
				refuse("no elements")
			}
		}
	}
	if r.has("rank-flat") && len(h.shape) > 3 {
		n := int64(1)
		for _, d := range h.shape {
			n *= d
		}
		h.shape = []int64{n}
	}
}

// count returns the number of elements, if it is possible.
func (r *Reader) count(h *header) {
	// Even if a dimension is 0 the product of the others counts: NumPy computes strides.
	count, zero := uint64(max(h.dtype.size, 1)), false
	h.count = 1
	for _, d := range h.shape {
		h.count *= d
		if zero = zero || d == 0; d == 0 {
			continue
		}
		hi, lo := bits.Mul64(count, uint64(d))
		if hi > 0 || lo > math.MaxInt64 {
			if r.has("product-wraps") {
				continue
			}
			if !r.Lax || !zeroIn(h.shape) {
				if r.has("product-allocated") {
					panic(ending{Exception, "an array of exabytes"})
				}
				refuse("the array is too large")
			}
			lo = 1
		}
		count = lo
	}
	if r.has("count-wraps-32") {
		h.count = int64(uint32(h.count))
	}
}

func zeroIn(shape []int64) bool {
	for _, d := range shape {
		if d == 0 {
			return true
		}
	}
	return false
}
