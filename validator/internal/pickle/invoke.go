package pickle

import (
	"github.com/npycheck/npycheck/internal/pyimport"
	"github.com/npycheck/npycheck/spec"
)

// callChecks are the checks of calls by their forms. A check returns nil for a call that a pickler writes, and
// unwritten for one that is not of its form.
var callChecks = [...]func(*invocation) *objection{
	pyimport.Reconstruct:       checkReconstruct,
	pyimport.MaskedReconstruct: checkMaskedReconstruct,
	pyimport.Scalar:            checkScalar,
	pyimport.DType:             checkDType,
	pyimport.FromBuffer:        checkFromBuffer,
	pyimport.Encode:            checkEncode,
	pyimport.StringDType:       checkStringDType,
	pyimport.DTypeClass:        checkDTypeClass,
	pyimport.ArrayClass:        checkSized,
	pyimport.MaskedClass:       checkSized,
	pyimport.MaskedConstant:    checkNothing,
	pyimport.ScalarClass:       checkNever,
	pyimport.PlainClass:        checkNothing,
	pyimport.Random:            checkRandom,
	pyimport.RandomClass:       checkNever,
	pyimport.SeedSequence:      checkSeedSequence,
	pyimport.Reconstructor:     checkReconstructor,
	pyimport.Set:               checkSet,
	pyimport.Collection:        checkBuiltin,
	pyimport.Mapping:           checkMapping,
	pyimport.DefaultDict:       checkDefaultDict,
	pyimport.Deque:             checkDeque,
	pyimport.Bytes:             checkBytes,
	pyimport.Range:             checkRange,
	pyimport.RangeList:         checkSized,
	pyimport.Slice:             checkSlice,
	pyimport.Object:            checkNothing,
	pyimport.Atom:              checkAtom,
	pyimport.Complex:           checkComplex,
	pyimport.Date:              checkDate,
	pyimport.Timedelta:         checkTimedelta,
	pyimport.Timezone:          checkTimezone,
	pyimport.Decimal:           checkDecimal,
	pyimport.Path:              checkPath,
	pyimport.Namespace:         checkNothing,
	pyimport.ZoneClass:         checkNever,
	pyimport.Zone:              checkZone,
	pyimport.Exception:         checkException,
	pyimport.Constant:          checkNever,
}

// invoke returns what a call returns, and reports it if it isn't one that NumPy or Python writes
// (clauses npy-8.8, npy-8.10 and npy-8.11).
func (c *caller) invoke(callee, args value, how callKind) value {
	switch callee.kind {
	case kindGlobal:
	case kindLost:
		c.fault(spec.PickleCallUnknown, "call of an unknown value")
		return c.returned(anything().node.global, args)
	default:
		if !callee.doubtful() {
			c.fault(spec.PickleCallForm, "call of %v, expected an import", callee)
		}
		return c.returned(anything().node.global, args)
	}
	g := callee.node.global
	if g.form == pyimport.Getattr {
		return c.zoneMethod(g, &args, how)
	}
	c.imports.call(g)
	v := c.returned(g, args)
	if !g.trusted() {
		return v
	}
	if !written(g.form, how) {
		v.node.doubt = true
		if !args.doubtful() {
			c.fault(spec.PickleCallForm, "call of %v by %s, which neither NumPy nor Python writes", g, c.op.name)
		}
		return v
	}
	if args.kind != kindTuple || args.node.items == nil && args.node.count > 0 {
		v.node.doubt = true
		if !args.doubtful() {
			c.fault(spec.PickleCallForm, "call of %v with %v as its arguments, expected a short tuple", g, args)
		}
		return v
	}
	for i := range args.node.items {
		if args.node.items[i].back {
			c.memo.keep(args.node.items[i])
		}
	}
	c.bounds.call(g, args.node.items)
	of := &c.latest
	*of = invocation{caller: c, global: g, args: args.node.items, again: args.back, result: v}
	o := callChecks[g.form](of)
	v = of.result
	*of = invocation{} // lets go of the values
	if o != unwritten {
		c.object(o)
		return v
	}
	v.node.doubt = true
	if !args.doubtful() {
		c.fault(o.rule, "call %v is not one that NumPy or Python writes", callText{g, args.node.items})
	}
	return v
}

// written reports whether picklers write calls of the form in this way. Of classes with arguments NEWOBJ makes objects
// that aren't initialized, such as an empty deque, and of functions nothing. Arrays have a rule of their own.
func written(f pyimport.Form, how callKind) bool {
	switch f {
	case pyimport.Object, pyimport.ArrayClass, pyimport.MaskedClass:
		return true
	case pyimport.PlainClass:
		return how == byNew
	}
	return how == byReduce
}
