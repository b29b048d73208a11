package pickle

import (
	"math/bits"
	"slices"

	"github.com/npycheck/npycheck/internal/pyimport"
)

// scalarHash is the hash of a NumPy scalar, as far as a file can choose it. That of a time is its number, whatever the
// unit.
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
		if items[i].unsure() {
			return chosenHash
		}
		acc += items[i].hash * tuplePrime2
		acc = bits.RotateLeft64(acc, 31) * tuplePrime1
	}
	return acc + (uint64(len(items)) ^ (tuplePrime5 ^ 3527539))
}

// setHash is the hash of a frozenset of at most maxSetHash elements. It is chosen for larger ones, and if two elements
// have the same hash, since Python may keep only one.
func setHash(items []value) uint64 {
	const maxSetHash = 16
	if len(items) > maxSetHash {
		return chosenHash
	}
	h := uint64(0)
	for i := range items {
		e := items[i].hash
		if items[i].unsure() {
			return chosenHash
		}
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

// unsure reports whether a part of the hash of a value is unknown, so that the file may have chosen it.
func (v *value) unsure() bool {
	return v.hash == chosenHash || v.kind == kindLost && v.node != nil && v.node.chosen
}

// chosen reports whether a file can have any number of different values with the hash of this one. There are few
// ints of 64 bits and floats of each hash. The hashes of text and bytes are keyed.
func (v *value) chosen() bool {
	switch v.kind {
	case kindInt:
		return !v.known
	case kindTuple, kindFrozenSet, kindRun:
		return true
	case kindObject:
		switch v.node.global.form {
		case pyimport.Date, pyimport.Timezone, pyimport.Timedelta, pyimport.Atom, pyimport.Object, pyimport.Random, pyimport.Bytes, pyimport.Path, pyimport.Exception, pyimport.Zone:
			return false
		}
		return true
	}
	return false
}

// key returns what is hashed if a value becomes a key. For a list that is the first element: Python 2 writes an
// OrderedDict as a list of lists, each of a key and its value.
func (v *value) key() key {
	switch v.kind {
	case kindList:
		return v.node.first
	case kindLost:
		return key{v.hash, v.size(), v.unsure()}
	}
	return key{v.hash, v.size(), v.chosen()}
}

// calledHash returns the hash of what a call returns.
func calledHash(g *global, args *value) uint64 {
	a := args.node.items
	switch g.form {
	case pyimport.Scalar:
		if len(a) == 2 {
			return scalarHash(a[0].dtype(), &a[1])
		}
	case pyimport.Timedelta, pyimport.Date, pyimport.Timezone:
		// The last two contain bytes or text, whose hash is keyed, or have few values for each hash.
		return tupleHash(a)
	case pyimport.Set:
		if len(a) == 1 && a[0].kind == kindList {
			return a[0].hash
		}
	case pyimport.Complex:
		if len(a) == 2 {
			return a[0].hash + a[1].hash*imagFactor
		}
	case pyimport.Atom:
		if len(a) == 1 && (a[0].kind == kindInt || a[0].kind == kindFloat) {
			return a[0].hash
		}
	case pyimport.Decimal:
		switch {
		case len(a) == 2:
			return ratioHash(a[0].hash, a[1].hash)
		case len(a) == 1 && a[0].kind == kindText && a[0].known:
			return fractionText(a[0].text)
		}
	case pyimport.Path:
		return tupleHash(a) // of text, whose hash is keyed
	case pyimport.Object, pyimport.Random, pyimport.Exception, pyimport.Zone:
		return spread(uint64(g.at))
	}
	return chosenHash
}
