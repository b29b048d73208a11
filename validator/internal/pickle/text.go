package pickle

import (
	"strings"

	"github.com/npycheck/npycheck/internal/pyimport"
	"github.com/npycheck/npycheck/spec"
)

// textCheck is the comparison of the latest bytes or text that were read.
type textCheck struct {
	limits []byte
	early  bool    // the dtype follows, since the bytes are from a buffer
	most   [4]byte // of the bytes at each place of a character, if early
	at     int64   // bytes that were compared
	over   bool    // one is too large
	read   int64   // where it began, as of a value
	idle   bool    // the bytes are not data

	buffer *textCheck // the latest comparison that was early
}

// end ends a comparison of what begins at an offset.
func (c *textCheck) end(read int64) {
	if !c.idle {
		c.read = read
		if c.early {
			buffer := *c
			buffer.buffer = nil
			c.buffer = &buffer
		}
	}
	c.idle = false
}

// begin begins a comparison with the dtype at the end of vals, the stack, if there is one: NumPy writes the data of an
// array after its dtype and order, and that of a scalar after its dtype.
func (c *textCheck) begin(vals []value) {
	if last := len(vals) - 1; last >= 0 && vals[last].kind == kindText {
		c.idle = true // the encoding of the text that was read
		return
	}
	*c = textCheck{buffer: c.buffer}
	const near = 3 // with the function that makes bytes of text
	for i := len(vals) - 1; i >= max(0, len(vals)-near); i-- {
		if t := vals[i].dtype(); t != nil {
			c.limits = t.limits
			return
		}
	}
	if last := len(vals) - 1; last >= 0 && vals[last].kind == kindGlobal {
		c.early = vals[last].node.global.form == pyimport.FromBuffer // its first argument
	}
}

// compares reports whether there is anything to compare.
func (c *textCheck) compares() bool { return (len(c.limits) > 0 || c.early) && !c.idle }

// bytes compares what follows.
func (c *textCheck) bytes(b []byte) {
	switch {
	case !c.compares():
		return
	case c.early:
		for i := range b {
			most := &c.most[(c.at+int64(i))%4]
			*most = max(*most, b[i])
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
		most := &c.most[c.at%4]
		*most = max(*most, byte(min(r, 0xff)))
	default:
		c.over = c.over || r > rune(c.limits[c.at%int64(len(c.limits))])
	}
	c.at++
}

// encoded carries the comparison of a text over to the bytes that it is encoded to at an offset.
func (c *textCheck) encoded(text *value, read int64) {
	switch {
	case text.known:
		c.over = c.overIn(text)
	case c.read != text.read:
		return
	}
	c.read = read
}

// overIn reports whether a text that is kept has a character above the limits.
func (c *textCheck) overIn(text *value) bool {
	check := textCheck{limits: c.limits}
	if int64(len(text.text)) == text.n {
		check.bytes([]byte(text.text))
	} else {
		check.text([]byte(text.text))
	}
	return check.over
}

// against returns the comparison of bytes that were read before their dtype with the dtype's limits. The dtype must
// consist of text only.
func (c *textCheck) against(limits []byte) (over, ok bool) {
	for i := range limits {
		if limits[i] != limits[i%4] {
			return false, false
		}
		over = over || c.most[i%4] > limits[i]
	}
	return over, true
}

// judge objects to data with a code point that doesn't exist (clause npy-8.13).
func (c *textCheck) judge(t *dtype, data *value) *objection {
	if t.faulty || len(t.limits) == 0 || data.n == 0 {
		return nil
	}
	lost := &objection{misfit: &misfit{lost: true}, format: "text in %v", args: []any{data}}
	over := c.over
	switch {
	case data.known && data.text != "":
		over = (&textCheck{limits: t.limits}).overIn(data)
	case c.buffer != nil && c.buffer.read == data.read:
		var ok bool
		if over, ok = c.buffer.against(t.limits); !ok {
			return lost
		}
	case c.read != data.read || len(c.limits) == 0 || &c.limits[0] != &t.limits[0]:
		return lost
	}
	if !over {
		return nil
	}
	return &objection{rule: spec.PickleState, format: "string holds a code point above U+10FFFF, which crashes NumPy"}
}

// latin1 reports whether a value, as far as it is known, is text whose characters are all in Latin-1.
func latin1(v *value) bool {
	return v.kind == kindText && (!v.known || strings.IndexFunc(v.text, func(r rune) bool { return r > 0xff && r != '\uFFFD' }) < 0)
}

// latin1Bytes returns the bytes of a text whose characters are all below 0x100.
func latin1Bytes(s string) string {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if r > 0xff || len(b) == maxBytes {
			return ""
		}
		b = append(b, byte(r))
	}
	return string(b)
}
