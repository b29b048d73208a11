package pickle

import (
	"slices"

	"github.com/npycheck/npycheck/spec"
)

// caller makes of calls what they return.
type caller struct {
	*place
	imports    *imports
	budget     *budget
	references *references
	memo       *memo
	text       *textCheck
	notes      *notes
	latest     call // the call that is looked at
}

// call is a call of an import of a trusted tier.
type call struct {
	*caller
	global *global
	args   []value
	how    callKind
	again  bool // the arguments come from the memo
	result value
}

// callChecks are the checks of calls by their forms. A check returns nil for a call that a pickler writes, and
// unwritten for one that is not of its form.
var callChecks = [...]func(*call) *objection{
	formReconstruct:       (*call).reconstruct,
	formMaskedReconstruct: (*call).maskedReconstruct,
	formScalar:            (*call).scalar,
	formDType:             (*call).dtype,
	formFromBuffer:        (*call).fromBuffer,
	formEncode:            (*call).encode,
	formStringDType:       (*call).stringDType,
	formDTypeClass:        (*call).dtypeClass,
	formArrayClass:        (*call).sized,
	formMaskedClass:       (*call).sized,
	formMaskedConstant:    nothing,
	formScalarClass:       never,
	formPlainClass:        instance,
	formRandom:            (*call).random,
	formRandomClass:       never,
	formSeedSequence:      (*call).seedSequence,
	formReconstructor:     (*call).reconstructor,
	formSet:               (*call).collection,
	formCollection:        (*call).collection,
	formMapping:           (*call).collection,
	formDefaultDict:       (*call).defaultDict,
	formDeque:             (*call).deque,
	formBytes:             (*call).bytes,
	formRange:             numeric,
	formRangeList:         (*call).sized,
	formSlice:             slice,
	formObject:            nothing,
	formAtom:              atom,
	formComplex:           complexNumber,
	formDate:              date,
	formTimedelta:         timedelta,
	formTimezone:          timezone,
	formDecimal:           (*call).decimal,
	formConstant:          never,
}

// unwritten is the objection to a call that neither NumPy nor Python writes.
var unwritten = &objection{rule: spec.PickleCallForm}

// unless returns unwritten unless a call is as it should be.
func unless(ok bool) *objection {
	if ok {
		return nil
	}
	return unwritten
}

// invoke returns what a call returns, and reports it if it isn't one that NumPy or Python writes
// (clauses npy-8.8, npy-8.10 and npy-8.11).
func (c *caller) invoke(callee, args value, how callKind) value {
	switch callee.kind {
	case kindGlobal:
	case kindLost:
		c.fault(spec.PickleCallUnknown, "call of a value that npycheck didn't keep")
		return c.returned(anything().node.global, args)
	default:
		if !callee.doubtful() {
			c.fault(spec.PickleCallForm, "call of %v, want an import", callee)
		}
		return c.returned(anything().node.global, args)
	}
	g := callee.node.global
	c.imports.call(g)
	v := c.returned(g, args)
	if !g.trusted() {
		return v
	}
	if args.kind != kindTuple || args.node.items == nil && args.node.count > 0 {
		v.node.doubt = true
		if !args.doubtful() {
			c.fault(spec.PickleCallForm, "call of %v with %v as its arguments, want a short tuple", g, args)
		}
		return v
	}
	for i := range args.node.items {
		if args.node.items[i].back {
			c.memo.keep(args.node.items[i])
		}
	}
	c.budget.spendCall(g, args.node.items)
	v.hash, v.node.hashing = calledHash(g, &args)
	of := &c.latest
	*of = call{caller: c, global: g, args: args.node.items, how: how, again: args.back, result: v}
	o := of.check()
	v = of.result
	*of = call{} // lets go of the values
	if o != unwritten {
		c.object(o)
		return v
	}
	v.node.doubt = true
	if !args.doubtful() {
		c.fault(o.rule, "call of %v with %v, which NumPy and Python never write", g, values(args.node.items))
	}
	return v
}

// returned makes the object that a call returns.
func (c *caller) returned(g *global, args value) value {
	n := &node{size: 1, cost: objectCost, global: g}
	if args.node != nil {
		n.size = saturate(1, args.node.size)
		n.depth = args.node.depth
		if n.hold(&args) {
			c.references.referred(&args)
		}
	}
	return value{kind: kindObject, node: n, hash: chosen}
}

func (c *call) check() *objection {
	if c.how == byNew && c.global.tier == NumPy && c.global.form.function() {
		return unwritten
	}
	return callChecks[c.global.form](c)
}

// has reports whether there are n arguments.
func (c *call) has(n int) bool { return len(c.args) == n }

func never(*call) *objection { return unwritten }

func nothing(c *call) *objection { return unless(c.has(0)) }

func instance(c *call) *objection { return unless(c.has(0) && c.how == byNew) }

// class reports whether an argument is a class of one of the forms, or one that is unknown: making
// an instance of that is reported for itself.
func (c *call) class(v *value, forms ...callForm) bool {
	if v.kind != kindGlobal {
		return false
	}
	g := v.node.global
	c.imports.call(g)
	return !g.trusted() || slices.Contains(forms, g.form)
}

// lost objects to an argument that was let go and might decide on something.
func lost(format string, args ...any) *objection {
	return &objection{rule: spec.PickleNotFollowed, format: "pickle has " + format + " that npycheck didn't keep", args: args}
}

// sized objects to arguments of which one is a number that decides on a size, or to what else they are.
func (c *call) sized() *objection { return c.sizes(c.args...) }

func (c *call) sizes(args ...value) *objection {
	for i := range args {
		what := ""
		switch v := &args[i]; {
		case v.kind == kindInt || v.kind == kindBool:
			what = "the number"
		case v.kind == kindTuple && len(v.node.items) > 0 && numbers(v.node.items):
			what = "the shape"
		case v.kind == kindObject && (v.node.global.form == formRange || v.node.global.form == formRangeList):
			what = "the range"
		default:
			continue
		}
		return c.allocation("call of %v with %v: %s controls how much is allocated", c.global, values(c.args), what)
	}
	return unwritten
}

func (c *call) allocation(format string, args ...any) *objection {
	return &objection{rule: spec.PickleAllocation, format: format, args: args}
}

// made reports whether a value is what a call of the form returned, or is not known.
func (v *value) made(form callForm) bool {
	return v.kind == kindLost || v.doubtful() || v.kind == kindObject && v.node.global.form == form
}

func numbers(args []value) bool {
	for i := range args {
		if k := args[i].kind; k != kindInt && k != kindBool && k != kindFloat {
			return false
		}
	}
	return true
}

// callKind is how an opcode calls.
type callKind uint8

const (
	byReduce callKind = iota // callee(*args)
	byNew                    // callee.__new__(callee, *args)
)
