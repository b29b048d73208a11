package pickle

import (
	"strings"
	"time"

	"github.com/npycheck/npycheck/internal/pyimport"
	"github.com/npycheck/npycheck/spec"
)

// The calls of Python's types. A check accepts only what the type's own __reduce__ returns: each argument by type and
// range.

// checkReconstructor checks a call of copyreg._reconstructor.
func checkReconstructor(c *invocation) *objection {
	if !c.has(3) || c.args[0].kind != kindGlobal {
		return unwritten
	}
	class, base, state := c.args[0].node.global, &c.args[1], &c.args[2]
	c.imports.call(class)
	c.result = c.returned(class, *state)
	if !class.trusted() {
		return nil
	}
	return unless((class.form == pyimport.PlainClass || class.form == pyimport.Object) &&
		base.kind == kindGlobal && base.node.global.form == pyimport.Object && state.kind == kindNone)
}

// checkSet checks a call that makes a set of a list, or an empty one.
func checkSet(c *invocation) *objection {
	if c.has(1) && c.args[0].kind == kindList && c.args[0].node.raw {
		return &objection{rule: spec.PickleMalformed, format: "%v is made from a value that Python can't hash", args: []any{c.global}}
	}
	return checkCollection(c, kindList)
}

// checkBuiltin checks a call of list, tuple or dict, which has no arguments: elements are added later.
func checkBuiltin(c *invocation) *objection {
	if c.has(1) {
		return c.sized(c.args[0])
	}
	return unless(c.has(0))
}

// checkMapping checks a call of OrderedDict, which Python 2 gives a list of lists, or Counter, which gets a dict.
func checkMapping(c *invocation) *objection {
	if c.global.name == "Counter" {
		return checkCollection(c, kindDict)
	}
	return checkCollection(c, kindList)
}

// checkCollection checks a call that makes a collection of one of another kind, or an empty one.
func checkCollection(c *invocation, kind valueKind) *objection {
	if !c.has(1) {
		return unless(c.has(0))
	}
	return c.contents(&c.args[0], kind)
}

// contents checks the argument of a call that makes a collection.
func (c *invocation) contents(v *value, kind valueKind) *objection {
	switch v.kind {
	case kind:
		c.bounds.collect(c.result.node, v, c.again || v.back)
		c.result.node.count, c.result.node.raw = v.node.count, v.node.raw
		return nil
	case kindLost:
		return notKept("elements of %v", c.global)
	}
	return c.sized(*v)
}

func checkDefaultDict(c *invocation) *objection {
	a := c.args
	if len(a) > 0 && a[0].kind == kindGlobal {
		g := a[0].node.global
		c.imports.call(g)
		return unless(len(a) == 1 && g.form != pyimport.Constant)
	}
	return unless(len(a) == 0 || len(a) == 1 && a[0].kind == kindNone)
}

// checkDeque checks a call of deque: Python 2 gives it a list, and Python 3 an empty tuple, perhaps with a length.
func checkDeque(c *invocation) *objection {
	a := c.args
	if len(a) == 0 {
		return nil
	}
	if o := c.contents(&a[0], kindList); o != nil && (a[0].kind != kindTuple || a[0].node.count > 0) {
		return o
	}
	if len(a) == 1 {
		return nil
	}
	n, ok := a[1].integer()
	return unless(len(a) == 2 && (a[1].kind == kindNone || a[1].kind == kindInt && ok && n >= 0))
}

// checkBytes checks a call of bytes without arguments, or of bytearray with bytes or with text and encoding.
func checkBytes(c *invocation) *objection {
	a := c.args
	switch {
	case len(a) == 0 && c.global.name == "bytes":
		c.result = value{kind: kindBytes, known: true}
		return nil
	case len(a) == 0:
		return nil
	case a[0].raw() || a[0].kind == kindLost:
		c.bounds.count(copiedBytes, a[0].n)
	}
	switch {
	case c.global.name == "bytes" && len(a) == 1:
		return checkSized(c)
	case c.global.name == "bytes":
		return unwritten
	case len(a) == 1:
		switch a[0].kind {
		case kindBytes:
			return nil
		case kindLost:
			return notKept("an argument of %v", c.global)
		}
		return checkSized(c)
	case len(a) == 2:
		return unless((latin1(&a[0]) || a[0].kind == kindLost) && (a[1].is("latin-1") || a[1].is("latin1")))
	}
	return unwritten
}

// checkRange checks a call of range: start, stop and step, which isn't 0.
func checkRange(c *invocation) *objection {
	return unless(c.has(3) && c.args[0].kind == kindInt && c.args[1].kind == kindInt && c.args[2].kind == kindInt && !isNumber(&c.args[2], 0))
}

// checkSlice checks a call of slice: of whatever can be an index, labels included.
func checkSlice(c *invocation) *objection {
	if !c.has(3) {
		return unwritten
	}
	for i := range c.args {
		switch v := &c.args[i]; v.kind {
		case kindNone, kindBool, kindInt, kindFloat, kindText, kindLost:
		case kindObject:
			if f := v.node.global.form; !v.doubtful() && f != pyimport.Scalar && f != pyimport.Date && f != pyimport.Timedelta {
				return unwritten
			}
		default:
			return unwritten
		}
	}
	return nil
}

// checkComplex checks a call of complex: two floats.
func checkComplex(c *invocation) *objection {
	for i := range c.args {
		if v := &c.args[i]; v.kind != kindFloat && (v.kind != kindInt || !v.known) {
			return unwritten
		}
	}
	return unless(c.has(2))
}

// checkAtom checks a call of a type of numbers or text with a value of the type.
func checkAtom(c *invocation) *objection {
	if !c.has(1) {
		return unless(c.has(0))
	}
	v := &c.args[0]
	switch c.global.name {
	case "int", "long":
		return unless(v.kind == kindInt || v.kind == kindBool)
	case "float":
		return unless(v.kind == kindFloat || v.kind == kindInt && v.known)
	case "bool":
		return unless(v.kind == kindBool || v.kind == kindInt && v.known)
	}
	return unless(v.kind == kindText || v.kind == kindLost)
}

// slowToHash is the number of values that a Decimal or a Fraction counts as when it is a key.
const slowToHash = 200

// checkDecimal checks a call of Decimal: its text. An exponent becomes a size once it is converted to an int.
func checkDecimal(c *invocation) *objection {
	if c.global.name == "Fraction" {
		return checkFraction(c)
	}
	a := c.args
	switch {
	case len(a) == 1 && a[0].kind == kindLost:
		return notKept("an argument of %v", c.global)
	case len(a) != 1 || a[0].kind != kindText || !a[0].known && a[0].n <= maxText:
		return unwritten
	case !a[0].known:
		return beyond("call %v has over %d digits", callText{c.global, a}, maxText)
	}
	exponent, ok := decimalExponent(a[0].text)
	if !ok {
		return unwritten
	}
	if exponent > maxExponent {
		return beyond("call %v has an exponent over %d", callText{c.global, a}, maxExponent)
	}
	size := a[0].n + exponent
	c.result.node.size += slowToHash + size*size/1000 // an int is compared with it digit by digit
	return nil
}

// beyond objects to a value beyond a bound.
func beyond(format string, args ...any) *objection {
	return &objection{rule: spec.PickleWork, format: format, args: args}
}

// decimalExponent returns the absolute exponent in the text of a decimal number, at most 10^9, and false if the text
// is not one.
func decimalExponent(text string) (exponent int64, ok bool) {
	text = strings.TrimPrefix(text, "-")
	if text == "Infinity" {
		return 0, true
	}
	if rest, nan := strings.CutPrefix(strings.TrimPrefix(text, "s"), "NaN"); nan {
		return 0, rest == "" || digits(rest)
	}
	number, power, scientific := text, "", false
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		number, power, scientific = text[:i], text[i+1:], true
	}
	whole, part, pointed := strings.Cut(number, ".")
	power = strings.TrimPrefix(strings.TrimPrefix(power, "+"), "-")
	if !digits(whole) || pointed && !digits(part) || scientific && !digits(power) {
		return 0, false
	}
	for _, d := range []byte(power) {
		exponent = min(exponent*10+int64(d-'0'), 1e9)
	}
	return exponent, true
}

// digits reports whether a text consists of one or more decimal digits.
func digits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// checkFraction checks a call of Fraction: numerator and denominator, or, up to Python 3.11, their text.
func checkFraction(c *invocation) *objection {
	c.result.node.size += slowToHash
	a := c.args
	switch {
	case len(a) == 2:
		return unless(a[0].kind == kindInt && a[1].kind == kindInt && (!a[1].known || a[1].n > 0))
	case len(a) == 1 && a[0].kind == kindLost:
		return notKept("an argument of %v", c.global)
	case len(a) != 1 || a[0].kind != kindText || !a[0].known && a[0].n <= maxText:
		return unwritten
	case !a[0].known:
		return beyond("call %v has over %d digits", callText{c.global, a}, maxText)
	}
	whole, part, ratio := strings.Cut(strings.TrimPrefix(a[0].text, "-"), "/")
	return unless(digits(whole) && (!ratio || digits(part) && strings.Trim(part, "0") != ""))
}

// The calls of datetime.

// checkTimedelta checks a call of timedelta: days, seconds and microseconds, normalised.
func checkTimedelta(c *invocation) *objection {
	if !c.has(3) {
		return unwritten
	}
	var n [3]int64
	for i := range n {
		v := &c.args[i]
		if v.kind != kindInt || !v.known {
			return unwritten
		}
		n[i] = v.n
	}
	const most = 999_999_999
	days, seconds, micros := n[0], n[1], n[2]
	if days < -most || days > most || seconds < 0 || seconds >= 86400 || micros < 0 || micros >= 1_000_000 {
		return unwritten
	}
	c.result.known, c.result.n = true, max(-2, min(days, 2))*86400+seconds
	if micros > 0 && days < 0 {
		c.result.n++ // only to check its size
	}
	return nil
}

// checkTimezone checks a call of timezone: less than a day from UTC, and perhaps its name.
func checkTimezone(c *invocation) *objection {
	a, n := c.args, len(c.args)
	if n < 1 || n > 2 || !a[0].made(pyimport.Timedelta) || n == 2 && a[1].kind != kindText && a[1].kind != kindLost {
		return unwritten
	}
	const day = 86400
	return unless(!a[0].known || a[0].kind != kindObject || a[0].n > -day && a[0].n < day)
}

// checkDate checks a call of a date or a time: its packed bytes, which Python 2 writes as text, and perhaps a time
// zone.
func checkDate(c *invocation) *objection {
	a, n := c.args, len(c.args)
	if n == 0 || n > 2 || n == 2 && (c.global.name == "date" || !a[1].made(pyimport.Timezone) && !a[1].made(pyimport.Zone)) {
		return unwritten
	}
	if a[0].kind == kindLost {
		return nil
	}
	b, ok := packed(&a[0])
	if !ok {
		return unwritten
	}
	const fold = 0x80 // distinguishes two equal local times
	switch c.global.name {
	case "date":
		return unless(len(b) == 4 && isDate(b))
	case "time":
		if len(b) == 6 {
			b[0] &^= fold
		}
		return unless(len(b) == 6 && isTime(b))
	}
	if len(b) == 10 {
		b[2] &^= fold
	}
	return unless(len(b) == 10 && isDate(b[:4]) && isTime(b[4:]))
}

// packed returns the bytes of a date or a time: text of Python 2 has a character for each.
func packed(v *value) ([]byte, bool) {
	switch {
	case !v.known || v.n > 10:
		return nil, false
	case v.kind == kindBytes || v.kind == kindText && int64(len(v.text)) == v.n:
		return []byte(v.text), true
	}
	b := latin1Bytes(v.text)
	return []byte(b), v.kind == kindText && int64(len(b)) == v.n
}

// isDate reports whether bytes are a year, a month and a day.
func isDate(b []byte) bool {
	year, month, day := int(b[0])<<8|int(b[1]), int(b[2]), int(b[3])
	if year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 {
		return false
	}
	return day <= time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// isTime reports whether bytes are an hour, a minute, a second and microseconds.
func isTime(b []byte) bool {
	micros := int(b[3])<<16 | int(b[4])<<8 | int(b[5])
	return b[0] < 24 && b[1] < 60 && b[2] < 60 && micros < 1_000_000
}
