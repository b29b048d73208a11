package second

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// Magic is how an array begins.
const Magic = "\x93NUMPY"

// Prefix is what comes before the text of a header.
type Prefix struct {
	Major, Minor byte
	Len          int   // of the prefix: 10 or 12
	Text         int64 // length of the text
}

// PrefixOf reads the prefix with which bytes begin, or returns false if they don't, whatever the version.
func PrefixOf(b []byte) (p Prefix, ok bool) {
	if len(b) < 10 || string(b[:6]) != Magic {
		return p, false
	}
	p = Prefix{Major: b[6], Minor: b[7], Len: 10}
	if p.Major == 1 {
		p.Text = int64(binary.LittleEndian.Uint16(b[8:]))
		return p, true
	}
	if p.Len = 12; len(b) < p.Len {
		return p, false
	}
	p.Text = int64(binary.LittleEndian.Uint32(b[8:]))
	return p, true
}

// Header is what the header of an array says.
type Header struct {
	DType   DType
	Fortran bool
	Shape   []int64

	End  int       // where the dictionary ends in the text, in bytes
	Keys [3]string // of the type, the order and the shape, "" for one that isn't ASCII; only for Any
}

// Header reads the text of a header of a version. DataOffset is where the data begins. The error is a Refusal.
func (r *Reader) Header(text string, major byte, dataOffset int) (h *Header, err error) {
	defer refused(&err)
	p := &parser{Reader: r, s: text, utf8: major == 3}
	if r.Level == Any {
		// What is before the dictionary doesn't matter, nor what is after it.
		for p.space(); p.pos < len(text) && text[p.pos] != '{' && text[p.pos] != '('; p.space() {
			p.pos++
		}
	} else {
		r.text(text, major, dataOffset)
		p.indentation()
	}
	d, ok := p.value().(dict)
	if !ok {
		refuse("no dictionary")
	}
	if r.Level == Any {
		h = r.byValues(d)
	} else {
		r.trailing(text[p.end:])
		h = r.byKeys(d)
	}
	h.End = p.end
	r.count(h)
	return h, nil
}

// maxCharacters is the length of the longest header that NumPy reads.
const maxCharacters = 10000

// text refuses texts that no writer makes.
func (r *Reader) text(s string, major byte, dataOffset int) {
	// NumPy 1.9 to 1.13 took the prefix of version 2.0 for two bytes shorter than it is.
	aligned := dataOffset%16 == 0 || major == 2 && (dataOffset-2)%16 == 0
	r.strictly(aligned, "the data is not aligned")
	r.must(strings.IndexByte(s, 0) < 0, "string-ends-at-nul", "a NUL in the header")
	if r.Level > Strict {
		return
	}
	if len(s) > maxCharacters && (major < 3 || utf8.RuneCountInString(s) > maxCharacters) {
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

// indentation skips what a lax reader may find before the dictionary.
func (p *parser) indentation() {
	if p.Level == Lax {
		p.pos = len(p.s) - len(strings.TrimLeft(p.s, " \t\f"))
		if at := strings.LastIndexByte(p.s[:p.pos], '\f'); p.utf8 && at >= 0 && at+1 < p.pos {
			refuse("the dictionary is indented") // the form feed hides only what is before it
		}
	}
	if p.peek() != '{' {
		refuse("no dictionary")
	}
}

// trailing refuses texts after a dictionary that aren't padding.
func (r *Reader) trailing(rest string) {
	padding := " \n"
	if r.Level == Lax {
		padding = " \t\r\n\f"
	}
	r.must(strings.Trim(rest, padding) == "", "trailing-text", "text after the dictionary")
	r.strictly(strings.Trim(strings.TrimSuffix(rest, "\n"), " ") == "", "newlines after the dictionary")
}

// byValues takes the values of a dictionary by their types, which differ, so that the spelling of the keys doesn't matter.
func (r *Reader) byValues(d dict) *Header {
	h := &Header{}
	var seen [3]bool
	var descr value
	for _, e := range d {
		i := 0
		switch v := e.value.(type) {
		case bool:
			i, h.Fortran = 1, v
		case tuple:
			i = 2
			r.shape(h, v)
		default:
			descr = v
		}
		if seen[i] {
			refuse("two values of one type")
		}
		seen[i] = true
		if key, ok := e.key.(string); ok && ASCII(key) {
			h.Keys[i] = key
		}
	}
	if slices.Contains(seen[:], false) {
		refuse("a key is missing")
	}
	h.DType = r.dtype(descr, true)
	return h
}

// keyOf returns how a reader reads the i-th key.
func (r *Reader) keyOf(name string, i int) string {
	switch {
	case r.has("keys-in-any-case"):
		return strings.ToLower(name)
	case r.has("keys-trimmed"):
		return strings.TrimSpace(name)
	case r.has("keys-by-position"):
		return []string{"descr", "fortran_order", "shape", ""}[min(i, 3)]
	case r.has("keys-by-first-letter") && name != "":
		return map[byte]string{'d': "descr", 'f': "fortran_order", 's': "shape"}[name[0]]
	}
	return name
}

// byKeys takes the values of a dictionary by their keys.
func (r *Reader) byKeys(d dict) *Header {
	at := map[string]value{}
	for i, e := range d {
		key, ok := e.key.(string)
		r.must(ok, "keys-not-text", "a key is not a string")
		if !ok {
			continue
		}
		name := r.keyOf(key, i)
		if name != "descr" && name != "fortran_order" && name != "shape" {
			r.must(r.has("keys-by-first-letter"), "keys-extra", "the key %q", name)
			continue
		}
		_, again := at[name]
		r.must(!again || r.has("keys-last-wins"), "keys-first-wins", "the key %q occurs twice", name)
		if !again || r.has("keys-last-wins") {
			at[name] = e.value
		}
	}
	if _, ok := at["descr"]; !ok {
		refuse("the key descr is missing")
	}
	if _, ok := at["fortran_order"]; !ok {
		r.must(false, "order-optional", "the key fortran_order is missing")
		at["fortran_order"] = false
	}
	if _, ok := at["shape"]; !ok {
		r.must(false, "shape-optional", "the key shape is missing")
		at["shape"] = tuple{}
	}
	h := &Header{DType: r.dtype(at["descr"], true)}
	switch order := at["fortran_order"].(type) {
	case bool:
		h.Fortran = order
	case int64:
		r.must(false, "order-number", "fortran_order is not a bool")
		h.Fortran = order != 0
	case string:
		r.must(false, "order-text", "fortran_order is not a bool")
		h.Fortran = order != ""
	default:
		refuse("fortran_order is not a bool")
	}
	r.shape(h, at["shape"])
	return h
}

// shape reads a shape.
func (r *Reader) shape(h *Header, v value) {
	dims, ok := v.(tuple)
	switch v := v.(type) {
	case list:
		r.must(false, "shape-list", "shape is not a tuple")
		dims, ok = tuple(v), true
	case int64:
		r.must(false, "shape-number", "shape is not a tuple")
		dims, ok = tuple{v}, true
	}
	if !ok {
		refuse("shape is not a tuple")
	}
	if len(dims) > 32 && r.Level == Strict || len(dims) > 64 && r.Level < Any {
		refuse("rank %d", len(dims))
	}
	h.Shape = []int64{}
	for _, item := range dims {
		if truth, ok := item.(bool); ok && r.has("shape-bools") {
			item = int64(0)
			if truth {
				item = int64(1)
			}
		}
		n, ok := item.(int64)
		r.must(ok, "shape-skips", "a dimension is not an integer")
		switch {
		case !ok:
			continue
		case n < 0 && r.has("shape-unknown-dimension"):
			n = 1
		case n < 0 && r.has("shape-absolute"):
			n = -n
		case n < 0:
			refuse("a negative dimension")
		}
		h.Shape = append(h.Shape, n)
	}
}

// count refuses shapes of more bytes than there can be. Even if a dimension is 0 the product of the others counts: NumPy
// computes strides.
func (r *Reader) count(h *Header) {
	if r.Level > Strict && slices.Contains(h.Shape, 0) {
		return
	}
	count := uint64(max(h.DType.Size, 1))
	for _, n := range h.Shape {
		if n == 0 {
			continue
		}
		hi, lo := bits.Mul64(count, uint64(n))
		if (hi > 0 || lo > math.MaxInt64) && !r.has("product-wraps") {
			r.must(false, "product-allocated", "the array is too large")
		}
		count = lo
	}
}

// Count returns the number of elements.
func (h *Header) Count() int64 {
	count := int64(1)
	for _, n := range h.Shape {
		count *= n
	}
	return count
}

// Bytes returns the length of the data, or -1 for an array of objects, whose pickle has any length.
func (h *Header) Bytes() int64 {
	if h.DType.Objects() {
		return -1
	}
	return h.Count() * h.DType.Size
}
