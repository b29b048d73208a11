package pickle

import (
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// The calls of the types of Python.

// checkReconstructor checks a call of copyreg._reconstructor.
func (c *invocation) checkReconstructor() *objection {
	if !c.has(3) || c.args[0].kind != kindGlobal {
		return unwritten
	}
	class, base, state := c.args[0].node.global, &c.args[1], &c.args[2]
	c.imports.call(class)
	c.result = c.returned(class, *state)
	if !class.trusted() {
		return nil
	}
	return unless((class.form == formPlainClass || class.form == formObject) &&
		base.kind == kindGlobal && base.node.global.form == formObject && state.kind == kindNone)
}

// checkCollection checks a call that makes a collection of another, or an empty one.
func (c *invocation) checkCollection() *objection {
	if !c.has(1) {
		return unless(c.has(0))
	}
	v := &c.args[0]
	if c.global.form == formSet && v.node != nil && v.kind != kindObject && v.node.raw {
		return &objection{rule: spec.PickleMalformed, format: "%v is made from a value that Python can't hash", args: []any{c.global}}
	}
	return c.contents(v)
}

// contents checks what a collection is made of.
func (c *invocation) contents(v *value) *objection {
	switch v.kind {
	case kindList, kindTuple, kindDict, kindSet, kindFrozenSet:
		c.budget.collect(c.result.node, v, c.again || v.back)
		c.result.node.count, c.result.node.raw = v.node.count, v.node.raw
		return nil
	case kindLost:
		return notKept("elements of %v", c.global)
	}
	return c.sizes(*v)
}

func (c *invocation) checkDefaultDict() *objection {
	a := c.args
	if len(a) > 0 && a[0].kind == kindGlobal {
		c.imports.call(a[0].node.global)
	}
	if len(a) > 2 || len(a) > 0 && a[0].kind != kindNone && a[0].kind != kindGlobal {
		return unwritten
	}
	if len(a) == 2 {
		return c.contents(&a[1])
	}
	return nil
}

func (c *invocation) checkDeque() *objection {
	a := c.args
	if len(a) > 2 {
		return unwritten
	}
	if len(a) > 0 {
		if o := c.contents(&a[0]); o != nil {
			return o
		}
	}
	return unless(len(a) < 2 || a[1].kind == kindNone || a[1].kind == kindInt)
}

func (c *invocation) checkBytes() *objection {
	a := c.args
	if len(a) > 0 && a[0].kind != kindInt {
		c.budget.copies(a[0].n)
	}
	switch len(a) {
	case 0:
		if c.global.name == "bytes" {
			c.result = value{kind: kindBytes, known: true}
		}
		return nil
	case 1:
		switch a[0].kind {
		case kindText, kindBytes, kindByteArray:
			return nil
		case kindLost:
			return notKept("an argument of %v", c.global)
		}
		return c.checkSized()
	case 2:
		return unless((a[0].kind == kindText || a[0].kind == kindLost) && (a[1].is("latin-1") || a[1].is("latin1")))
	}
	return unwritten
}

func checkNumeric(c *invocation) *objection {
	return unless(len(c.args) > 0 && len(c.args) <= 3 && allNumbers(c.args))
}

func checkSlice(c *invocation) *objection { return unless(len(c.args) > 0 && len(c.args) <= 3) }

func checkComplex(c *invocation) *objection { return unless(len(c.args) <= 2 && allNumbers(c.args)) }

func checkTimedelta(c *invocation) *objection { return unless(c.has(3) && allNumbers(c.args)) }

// checkAtom checks a call of a type of numbers or text.
func checkAtom(c *invocation) *objection {
	if !c.has(1) {
		return unless(c.has(0))
	}
	switch v := &c.args[0]; v.kind {
	case kindBool, kindInt, kindFloat, kindLost:
		return nil
	case kindText, kindBytes:
		return unless(v.n <= maxDigits)
	}
	return unwritten
}

// checkDate checks a call of a date or a time: bytes, which Python 2 writes as text, and perhaps a time zone.
func checkDate(c *invocation) *objection {
	size := map[string]int64{"date": 4, "time": 6, "datetime": 10}[c.global.name]
	a, n := c.args, len(c.args)
	if n == 0 || n > 2 || n == 2 && c.global.name == "date" {
		return unwritten
	}
	packed := (a[0].kind == kindBytes || a[0].kind == kindText) && a[0].n == size
	return unless((packed || a[0].kind == kindLost) && (n < 2 || a[1].made(formTimezone)))
}

func checkTimezone(c *invocation) *objection {
	a, n := c.args, len(c.args)
	return unless((n == 1 || n == 2) && a[0].made(formTimedelta) && (n < 2 || a[1].kind == kindText || a[1].kind == kindLost))
}

// checkDecimal checks a call of Decimal or Fraction. An exponent is a size: 1e999999999 takes a gigabyte as soon as
// somebody looks at it, and as a fraction at once.
func (c *invocation) checkDecimal() *objection {
	maxExponent := 1_000_000
	if c.global.name == "Fraction" {
		maxExponent = 0
	}
	a := c.args
	switch {
	case len(a) == 2 || len(a) == 1 && a[0].kind == kindInt:
		return unless(c.global.name == "Fraction" && allNumbers(a))
	case len(a) == 1 && a[0].kind == kindLost:
		return notKept("an argument of %v", c.global)
	case len(a) != 1 || a[0].kind != kindText || !a[0].known:
		return unwritten
	}
	i := strings.IndexAny(a[0].text, "eE")
	if i < 0 {
		return nil
	}
	exponent := 0
	for _, d := range []byte(strings.Trim(a[0].text[i+1:], "+-")) {
		if d < '0' || d > '9' {
			return unwritten
		}
		exponent = min(exponent*10+int(d-'0'), maxExponent+1)
	}
	if exponent > maxExponent {
		return c.allocation("call of %v with %v: the exponent controls how much is allocated", c.global, valueList(a))
	}
	return nil
}
