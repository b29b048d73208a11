package pickle

import "github.com/npycheck/npycheck/internal/pyimport"

// statesOf returns the patterns of the states that an object may get, and false if BUILD must not be used on it.
// Without a pattern, no state may be given: CPython's picklers write none, and what a user has put into __dict__
// doesn't belong in a data file.
func statesOf(n *node) ([]pattern, bool) {
	switch n.global.form {
	case pyimport.Mapping:
		return nil, true
	case pyimport.PlainClass:
		return []pattern{dictOf(attributesOf(n.global)...)}, true
	case pyimport.Random:
		return randomStates(n.global.name, n.class), true
	case pyimport.Namespace:
		return []pattern{namespaceState()}, true
	case pyimport.Exception:
		return exceptionStates(n.global.name), true
	case pyimport.SeedSequence:
		return []pattern{seedState()}, true
	}
	return nil, false
}

// attributesOf is the row of a class whose instances are made without arguments and get attributes.
func attributesOf(g *global) []stateAttribute {
	switch g.name {
	case "UUID":
		return []stateAttribute{
			always("int", anyInt()),
			sometimes("is_safe", anInt(-1, 0)), // Python 3.7 and later
		}
	case "poly1d":
		return []stateAttribute{
			always("coeffs", numbersOf(-1)),
			sometimes("_variable", aText()),
			sometimes("variable", aText()),         // up to NumPy 1.11
			sometimes("order", anInt(-1, 1<<31-1)), // likewise
		}
	}
	// Polynomial, Chebyshev and the others of numpy.polynomial.
	return []stateAttribute{
		always("coef", numbersOf(-1)),
		sometimes("domain", numbersOf(2)),
		sometimes("window", numbersOf(2)),
		sometimes("_symbol", aText()), // NumPy 1.24 and later
		sometimes("symbol", aText()),
	}
}

// stateSizes are the numbers of bit generators.
const (
	mtWords     = 624
	philoxWords = 4
	sfcWords    = 4
)

// generatorState is the row of a bit generator by its name, without what a RandomState adds.
func generatorState(name string) []stateAttribute {
	carry := []stateAttribute{always("has_uint32", anInt(0, 1)), always("uinteger", anInt(0, 1<<32-1))}
	row := []stateAttribute{always("bit_generator", theText(name))}
	switch name {
	case "MT19937":
		// NumPy reads and writes at the position without checking it.
		return append(row, always("state", dictOf(always("key", unsigned(mtWords, 4)), always("pos", anInt(0, mtWords)))))
	case "PCG64", "PCG64DXSM":
		row = append(row, always("state", dictOf(always("state", anyInt()), always("inc", anyInt()))))
	case "Philox":
		row = append(row, always("state", dictOf(always("counter", unsigned(philoxWords, 8)), always("key", unsigned(philoxWords/2, 8)))),
			always("buffer", unsigned(philoxWords, 8)), always("buffer_pos", anInt(0, philoxWords)))
	case "SFC64":
		row = append(row, always("state", dictOf(always("state", unsigned(sfcWords, 8)))))
	}
	return append(row, carry...)
}

// bitGeneratorName reports whether a text names a bit generator of NumPy.
func bitGeneratorName(name string) bool {
	switch name {
	case "MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64":
		return true
	}
	return false
}

// randomStates are the rows of what the constructors of numpy.random return; name is the bit generator's.
func randomStates(constructor, name string) []pattern {
	row := generatorState(name)
	switch constructor {
	case "__bit_generator_ctor":
		return []pattern{dictOf(row...), tupleOf(dictOf(row...), aSeed())} // NumPy 1.17 to 1.26, and 2.0
	case "__generator_ctor":
		return []pattern{dictOf(row...)}
	}
	gauss := []stateAttribute{always("has_gauss", anInt(0, 1)), always("gauss", aFloat())}
	rows := []pattern{dictOf(append(row, gauss...)...)}
	if name == "MT19937" { // up to NumPy 1.16
		rows = append(rows, tupleOf(theText(name), unsigned(mtWords, 4), anInt(0, mtWords), anInt(0, 1), aFloat()))
	}
	return rows
}

// aSeed is the seed of a bit generator of NumPy 2.
func aSeed() pattern {
	return pattern{want: "a SeedSequence or None", fits: func(v *value) bool {
		return v.kind == kindNone || v.kind == kindObject && v.node.global.form == pyimport.SeedSequence
	}}
}

// seedState is the row of SeedSequence: entropy, children spawned, pool, pool size, spawn key.
func seedState() pattern {
	entropy := pattern{want: "None, an int, or a list, a tuple or an array of ints", fits: func(v *value) bool {
		switch v.kind {
		case kindNone, kindInt, kindList:
			return true
		case kindTuple:
			return ints(v)
		}
		a := v.plainArray()
		return a != nil && (a.dtype.kind == 'i' || a.dtype.kind == 'u')
	}}
	key := pattern{want: "a tuple of ints", fits: ints}
	t := tupleOf(entropy, anInt(0, 1<<32-1), pattern{}, anInt(4, 1<<16), key)
	t.list[2] = pattern{want: "an array of unsigned 4-byte integers, as many as the pool size", fits: func(v *value) bool {
		a := v.plainArray()
		return a != nil && len(a.shape) == 1 && a.dtype.kind == 'u' && a.dtype.itemsize == 4
	}}
	outside := t.fits
	t.fits = func(v *value) bool { return outside(v) && poolSize(v) }
	t.want = "a tuple of 5 items with a pool of the stated size"
	return t
}

// poolSize reports whether the pool of a SeedSequence has the stated size, if both are present.
func poolSize(v *value) bool {
	a := v.node.items[2].plainArray()
	size, ok := v.node.items[3].integer()
	return a == nil || a.faulty || !ok || a.count == size
}

// ints reports whether a value is a tuple of ints.
func ints(v *value) bool {
	if v.kind != kindTuple || int64(len(v.node.items)) != v.node.count {
		return false
	}
	for i := range v.node.items {
		if v.node.items[i].kind != kindInt {
			return false
		}
	}
	return true
}
