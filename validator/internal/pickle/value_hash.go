package pickle

import (
	"math"
	"math/bits"
	"slices"
)

// scalarHash is the hash of a scalar of NumPy, as far as a file can choose it. That of a time is its number,
// whatever the unit.
func scalarHash(t *dtype, data *value) uint64 {
	if t == nil {
		return chosenHash
	}
	switch t.kind {
	case 'c':
		b := []byte(data.text)
		if !data.known || len(b) != int(t.itemsize) || len(b) != 8 && len(b) != 16 {
			return chosenHash
		}
		if t.order == '>' {
			slices.Reverse(b)
			return floatHash(bitsFloat(b[len(b)/2:])) + imagFactor*floatHash(bitsFloat(b[:len(b)/2]))
		}
		return floatHash(bitsFloat(b[:len(b)/2])) + imagFactor*floatHash(bitsFloat(b[len(b)/2:]))
	case 'f':
		b := []byte(data.text)
		switch {
		case !data.known || len(b) != int(t.itemsize) || len(b) != 2 && len(b) != 4 && len(b) != 8:
			return chosenHash // NumPy has no others that small, but this may be a file that it refuses
		case t.order == '>':
			slices.Reverse(b)
		}
		if len(b) == 2 {
			return data.hash // few values
		}
		return floatHash(bitsFloat(b))
	}
	return data.hash
}

// The constants of the hash of a tuple, from xxHash.
const (
	tuplePrime1 = 11400714785074694791
	tuplePrime2 = 14029467366897019727
	tuplePrime5 = 2870177450012600261
)

// tupleHash is the hash of a tuple.
func tupleHash(items []value) uint64 {
	acc := uint64(tuplePrime5)
	for i := range items {
		acc += items[i].hash * tuplePrime2
		acc = bits.RotateLeft64(acc, 31) * tuplePrime1
	}
	return acc + (uint64(len(items)) ^ (tuplePrime5 ^ 3527539))
}

// setHash is the hash of a frozenset of at most maxSetHash elements, and chosen for others and where two
// elements have the same hash, of which Python may keep one.
func setHash(items []value) uint64 {
	const maxSetHash = 16
	if len(items) > maxSetHash {
		return chosenHash
	}
	h := uint64(0)
	for i := range items {
		e := items[i].hash
		for j := range i {
			if items[j].hash == e {
				return chosenHash
			}
		}
		h ^= (e ^ 89869747 ^ e<<16) * 3644798167
	}
	h ^= uint64(len(items)+1) * 1927868237
	h ^= h>>11 ^ h>>25
	return h*69069 + 907133923
}

// meet counts a value that may be compared with others of the same hash, or come to the same slots of a
// table, which is that of a set if it is linear.
func (n *node) meet(keys *keyCounts, v *value, linear bool) {
	if v.kind == kindList && v.node.count > 0 {
		if v.node.safe {
			return
		}
		v, linear = &value{kind: kindInt, known: true, hash: v.node.first}, false // a pair
	}
	if v.safe() {
		return
	}
	if v.kind == kindRun {
		n.chosen = uint32(min(uint64(n.chosen)+uint64(v.node.chosen), math.MaxUint32))
		if m := v.node.met; m != nil {
			n.meetings(m.group).join(m)
		}
		return
	}
	// What takes long to hash takes long to compare, by the product of two weights.
	const unit = 20
	weight := int64(1)
	if w := v.hashing(); w > 2*unit {
		weight = int64(math.Sqrt(float64(w)/unit)) + 1
	}
	first := n.chosen == 0
	n.chosen = uint32(min(uint64(n.chosen)+uint64(weight), math.MaxUint32))
	if n.chosen <= manyChosen || first {
		return
	}
	if n.met == nil {
		n.met = &meetings{group: keys.group()}
	}
	n.met.add(product(weight, keys.add(n.met.group, v.hash, weight)))
	if v.hash != chosenHash && !n.forArray {
		n.met.table = keys.tables.add(n.met.table, v.hash, linear)
	}
}

// meetings returns those of a value, which begin in a group.
func (n *node) meetings(group uint32) *meetings {
	if n.met == nil {
		n.met = &meetings{group: group}
	}
	return n.met
}

// follow notes what a dictionary would make of a list that gets these elements: Python 2 writes an
// OrderedDict as a list of lists, each of a key and its value.
func (n *node) follow(items []value) {
	if n.count == 0 && len(items) > 0 {
		n.first, n.safe = items[0].hash, items[0].safe()
	}
	for i := range items {
		n.loose = n.loose || items[i].kind != kindList
	}
}

// closeTable closes the table of a value that is complete.
func (k *keyCounts) closeTable(v *value) {
	if v.node != nil && v.node.met != nil && v.node.met.table != nil {
		k.tables.close(v.node.met.table)
	}
}

// calledHash returns the hash of what a call returns, and how long hashing it takes.
func calledHash(g *global, args *value) (hash uint64, nanos int64) {
	const (
		quick    = 200
		decimal  = 4000
		fraction = 1600
	)
	a := args.node.items
	switch g.form {
	case formScalar:
		if len(a) == 2 {
			return scalarHash(a[0].dtype(), &a[1]), quick
		}
	case formTimedelta, formDate, formTimezone:
		// The last two have bytes or text in them, whose hash is keyed, or few values for each hash.
		return tupleHash(a), quick
	case formSet:
		if len(a) == 1 && a[0].kind == kindList {
			return a[0].hash, quick
		}
	case formComplex:
		if len(a) == 2 {
			return a[0].hash + a[1].hash*imagFactor, quick
		}
	case formAtom:
		if len(a) == 1 && (a[0].kind == kindInt || a[0].kind == kindFloat) {
			return a[0].hash, a[0].hashing()
		}
	case formDecimal:
		nanos = decimal
		if g.name == "Fraction" {
			nanos = fraction
		}
		for i := range a {
			nanos = saturate(nanos, a[i].length()+a[i].hashing())
		}
		switch {
		case len(a) == 2:
			return ratioHash(a[0].hash, a[1].hash), nanos
		case len(a) == 1 && a[0].kind == kindInt:
			return a[0].hash, nanos
		case len(a) == 1 && a[0].kind == kindText && a[0].known:
			return fractionText(a[0].text), nanos
		}
		return chosenHash, nanos
	case formObject, formRandom:
		return spread(uint64(g.at)), quick
	}
	return chosenHash, quick
}
