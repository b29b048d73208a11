package conformance

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/npycheck/npycheck/spec"
)

// Array is the array or the archive that a reader returned.
type Array struct {
	dtype   string
	shape   string // as in a message: "[4,3]"
	data    []byte // nil if only the hash was sent
	sum     string // the hash in lower case if only it was sent
	members map[string]*Array
}

// NewArray returns the array that a reader returned which is called without a protocol: its dtype as
// protocol.md spells it, and its elements in C order, little-endian, with the padding that the dtype has.
func NewArray(dtype string, shape []int64, data []byte) *Array {
	return &Array{dtype: dtype, shape: shapeText(shape), data: append([]byte{}, data...)}
}

// NewArchive returns the archive that such a reader returned, by the keys of its members.
func NewArchive(members map[string]*Array) *Array { return &Array{members: members} }

// String tells what the reader got, in a few words.
func (a *Array) String() string {
	if a.members != nil {
		return fmt.Sprintf("an archive with %d arrays", len(a.members))
	}
	return fmt.Sprintf("%s of shape %s", a.dtype, a.shape)
}

// Difference tells in one line how the array that one reader returned differs from that of another. It is ""
// if both are the same to those who use them, or if that can't be told: one has a wider type, or only a hash.
// What an archive has under a key that the other lacks is no difference: readers offer different members.
func (a *Array) Difference(other *Array) string {
	switch {
	case (a.members == nil) != (other.members == nil):
		return line(fmt.Sprintf("read as %s and as %s", a, other))
	case a.members == nil:
		return line(a.singleDifference(other))
	}
	for _, key := range slices.Sorted(maps.Keys(a.members)) {
		if b := other.members[key]; b != nil {
			if d := a.members[key].singleDifference(b); d != "" {
				return line(fmt.Sprintf("member %q: %s", key, d))
			}
		}
	}
	return ""
}

func (a *Array) singleDifference(b *Array) string {
	x, ok1 := parseDType(a.dtype)
	y, ok2 := parseDType(b.dtype)
	if !ok1 || !ok2 {
		if a.dtype != b.dtype {
			return fmt.Sprintf("dtype %s and %s", a.dtype, b.dtype)
		}
	} else if !sameType(x, y) {
		if wider(&x, &y) || wider(&y, &x) {
			return ""
		}
		return fmt.Sprintf("dtype %s and %s", a.dtype, b.dtype)
	}
	if a.shape != b.shape {
		return fmt.Sprintf("shape %s and %s", a.shape, b.shape)
	}
	if a.data == nil || b.data == nil {
		if a.hash() != b.hash() && !(ok1 && ambiguous(&x)) {
			return "other elements"
		}
		return ""
	}
	if bytes.Equal(a.data, b.data) {
		return ""
	}
	if len(a.data) != len(b.data) {
		return fmt.Sprintf("%d bytes of data and %d", len(a.data), len(b.data))
	}
	if !ok1 || x.Itemsize <= 0 {
		return "other elements"
	}
	return firstDifference(&x, a.data, b.data)
}

// firstDifference finds the first element that two arrays of a type don't share.
func firstDifference(t *spec.DType, a, b []byte) string {
	count := len(a) / int(t.Itemsize)
	if len(a) != count*int(t.Itemsize) {
		return "other elements"
	}
	x, y := elements{dtype: *t, data: slices.Clone(a)}, elements{dtype: *t, data: slices.Clone(b)}
	settle(t, x.data)
	settle(t, y.data)
	for i := range count {
		if e, f := x.at(i), y.at(i); !bytes.Equal(e, f) {
			return fmt.Sprintf("element %d is 0x%x and 0x%x", i, e[:min(len(e), 16)], f[:min(len(f), 16)])
		}
	}
	return ""
}

func (a *Array) hash() string {
	if a.data == nil {
		return a.sum
	}
	return hexSum(a.data)
}
