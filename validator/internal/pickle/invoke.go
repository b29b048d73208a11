package pickle

import "github.com/npycheck/npycheck/spec"

// callChecks are the checks of calls by their forms. A check returns nil for a call that a pickler writes, and
// unwritten for one that is not of its form.
var callChecks = [...]func(*invocation) *objection{
	formReconstruct:       checkReconstruct,
	formMaskedReconstruct: checkMaskedReconstruct,
	formScalar:            checkScalar,
	formDType:             checkDType,
	formFromBuffer:        checkFromBuffer,
	formEncode:            checkEncode,
	formStringDType:       checkStringDType,
	formDTypeClass:        checkDTypeClass,
	formArrayClass:        checkSized,
	formMaskedClass:       checkSized,
	formMaskedConstant:    checkNothing,
	formScalarClass:       checkNever,
	formPlainClass:        checkNothing,
	formRandom:            checkRandom,
	formRandomClass:       checkNever,
	formSeedSequence:      checkSeedSequence,
	formReconstructor:     checkReconstructor,
	formSet:               checkSet,
	formCollection:        checkBuiltin,
	formMapping:           checkMapping,
	formDefaultDict:       checkDefaultDict,
	formDeque:             checkDeque,
	formBytes:             checkBytes,
	formRange:             checkRange,
	formRangeList:         checkSized,
	formSlice:             checkSlice,
	formObject:            checkNothing,
	formAtom:              checkAtom,
	formComplex:           checkComplex,
	formDate:              checkDate,
	formTimedelta:         checkTimedelta,
	formTimezone:          checkTimezone,
	formDecimal:           checkDecimal,
	formPath:              checkPath,
	formNamespace:         checkNothing,
	formZoneClass:         checkNever,
	formZone:              checkZone,
	formException:         checkException,
	formConstant:          checkNever,
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
	if g.form == formGetattr {
		return c.zoneMethod(g, &args, how)
	}
	c.imports.call(g)
	v := c.returned(g, args)
	if !g.trusted() {
		return v
	}
	if !g.form.written(how) {
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
	v.hash = calledHash(g, &args)
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
func (f callForm) written(how callKind) bool {
	switch f {
	case formObject, formArrayClass, formMaskedClass:
		return true
	case formPlainClass:
		return how == byNew
	}
	return how == byReduce
}
