package pickle

import (
	"slices"

	"github.com/npycheck/npycheck/spec"
)

// Text of fixed length is four bytes for each character. NumPy makes text of them without a look at its
// own failure to do so, and crashes over characters that don't exist. So the bytes of arrays and scalars
// are compared with the dtype, which stands on the stack by the time that they are read: each byte with
// the largest that it may be.

const maxLimits = 1 << 16 // bytes of an element that are compared

// textLimits returns the largest bytes of an element of the dtype, or nil if there are no limits.
func (t *dtype) textLimits() []byte {
	switch {
	case t.kind != 'U' || t.itemsize < 4 || t.itemsize > maxLimits:
		return nil
	case t.order == '>':
		return slices.Repeat([]byte{0, 0x10, 0xff, 0xff}, int(t.itemsize/4))
	}
	return slices.Repeat([]byte{0xff, 0xff, 0x10, 0}, int(t.itemsize/4))
}

// fieldLimits is textLimits of a structured type.
func fieldLimits(fields []structField, itemsize int64) []byte {
	if itemsize > maxLimits {
		return nil
	}
	var limits []byte
	for i := range fields {
		f := &fields[i]
		if f.dtype.limits == nil || f.at+int64(len(f.dtype.limits)) > itemsize {
			continue
		}
		if limits == nil {
			limits = slices.Repeat([]byte{0xff}, int(itemsize))
		}
		for j, l := range f.dtype.limits {
			limits[f.at+int64(j)] = min(limits[f.at+int64(j)], l)
		}
	}
	return limits
}

// takeLimits takes over the limits of a dtype that has its state.
func (t *dtype) takeLimits() {
	switch {
	case t.base != nil && t.base.limits != nil && t.itemsize <= maxLimits:
		t.limits = slices.Repeat(t.base.limits, int(t.itemsize)/len(t.base.limits))
	case t.fields < 0 && t.base == nil:
		t.limits = t.textLimits()
	}
}

// textCheck is the comparison of the latest bytes or text that were read.
type textCheck struct {
	limits []byte
	early  bool    // the dtype follows, since the bytes are those of a buffer
	most   [4]byte // of the bytes at each place of a character, if early
	at     int64   // bytes that were compared
	over   bool    // one is too large
	hash   uint64
	idle   bool // what is read is no data

	buffer *textCheck // the latest that was early
}

// end ends a comparison of what has the hash.
func (c *textCheck) end(hash uint64) {
	if !c.idle {
		c.hash = hash
		if c.early {
			buffer := *c
			buffer.buffer = nil
			c.buffer = &buffer
		}
	}
	c.idle = false
}

// begin begins a comparison with the dtype that stands on the stack, if there is one: NumPy writes the
// data of an array after its dtype and order, and that of a scalar after its dtype.
func (c *textCheck) begin(s *stack) {
	if last := len(s.vals) - 1; last >= 0 && s.vals[last].kind == kindText {
		c.idle = true // the encoding of the text that was read
		return
	}
	*c = textCheck{buffer: c.buffer}
	const near = 3 // with what makes bytes of text
	for i := len(s.vals) - 1; i >= max(0, len(s.vals)-near); i-- {
		if t := s.vals[i].dtype(); t != nil {
			c.limits = t.limits
			return
		}
	}
	if last := len(s.vals) - 1; last >= 0 && s.vals[last].kind == kindGlobal {
		c.early = s.vals[last].node.global.form == formFromBuffer // its first argument
	}
}

// compares reports whether there is anything to compare.
func (c *textCheck) compares() bool { return (c.limits != nil || c.early) && !c.idle }

// bytes compares what follows.
func (c *textCheck) bytes(b []byte) {
	switch {
	case !c.compares():
		return
	case c.early:
		for i := range b {
			place := &c.most[(c.at+int64(i))%4]
			*place = max(*place, b[i])
		}
	default:
		n := int64(len(c.limits))
		for i := range b {
			c.over = c.over || b[i] > c.limits[(c.at+int64(i))%n]
		}
	}
	c.at += int64(len(b))
}

// text compares what follows of the text that bytes are made of.
func (c *textCheck) text(b []byte) {
	if !c.compares() {
		return
	}
	for _, r := range string(b) {
		c.character(r)
	}
}

// character compares a character that stands for a byte.
func (c *textCheck) character(r rune) {
	switch {
	case !c.compares():
		return
	case c.early:
		place := &c.most[c.at%4]
		*place = max(*place, byte(min(r, 0xff)))
	default:
		c.over = c.over || r > rune(c.limits[c.at%int64(len(c.limits))])
	}
	c.at++
}

// against returns the comparison of what was read before its dtype with the limits of that, which must
// be those of nothing but text.
func (c *textCheck) against(limits []byte) (over, ok bool) {
	for i := range limits {
		if limits[i] != limits[i%4] {
			return false, false
		}
		over = over || c.most[i%4] > limits[i]
	}
	return over, true
}

// characters reports data with a character that doesn't exist (clause npy-8.13).
func (p *machine) characters(t *dtype, data *value) {
	if t.faulty || t.limits == nil || data.n == 0 {
		return
	}
	check := p.text
	switch {
	case int64(len(data.text)) == data.n:
		check = textCheck{limits: t.limits}
		check.bytes([]byte(data.text))
	case check.buffer != nil && check.buffer.hash == data.hash:
		var ok bool
		if check.over, ok = check.buffer.against(t.limits); !ok {
			p.unfollowed("the text in %v", data)
			return
		}
	case check.hash != data.hash || len(check.limits) == 0 || &check.limits[0] != &t.limits[0]:
		p.unfollowed("the text in %v", data)
		return
	}
	if check.over {
		p.fault(spec.PickleState, "%v of text have a character above 0x10FFFF, want none: NumPy crashes over it", data)
	}
}
