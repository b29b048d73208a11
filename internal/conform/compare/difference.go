package compare

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/conform/said"
	"github.com/npycheck/npycheck/spec"
)

// Difference says in one line how the array that one reader returned differs from that of another. It is "" if both
// are the same to their users, or if that can't be determined: one has a wider type, or only a hash. What an archive
// has under a key that the other lacks is not a difference: readers offer different members.
func (a *Array) Difference(other *Array) string {
	switch {
	case (a.members == nil) != (other.members == nil):
		return said.Line(fmt.Sprintf("read as %s and as %s", a, other))
	case a.members == nil:
		return said.Line(a.singleDifference(other))
	}
	for _, key := range slices.Sorted(maps.Keys(a.members)) {
		if b := other.members[key]; b != nil {
			if d := a.members[key].singleDifference(b); d != "" {
				return said.Line(fmt.Sprintf("member %q: %s", key, d))
			}
		}
	}
	return ""
}

// Like returns an array with the shape of another one, if they differ in nothing but dimensions of 1, and an archive
// of such arrays.
func (a *Array) Like(b *Array) *Array {
	if a.members == nil || b.members == nil {
		return a.reshaped(b.shape, addedOnes)
	}
	members := maps.Clone(a.members)
	for key, m := range members {
		if other := b.members[key]; other != nil {
			members[key] = m.reshaped(other.shape, addedOnes)
		}
	}
	return &Array{members: members}
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

// firstDifference finds the first element that differs between two arrays of a type.
func firstDifference(t *spec.DType, a, b []byte) string {
	count := len(a) / int(t.Itemsize)
	if len(a) != count*int(t.Itemsize) {
		return "other elements"
	}
	x, y := Elements{DType: *t, Data: slices.Clone(a)}, Elements{DType: *t, Data: slices.Clone(b)}
	settle(t, x.Data)
	settle(t, y.Data)
	for i := range count {
		if e, f := x.At(i), y.At(i); !bytes.Equal(e, f) {
			return fmt.Sprintf("element %d is 0x%x and 0x%x", i, e[:min(len(e), 16)], f[:min(len(f), 16)])
		}
	}
	return ""
}

func (a *Array) hash() string {
	if a.data == nil {
		return a.sum
	}
	return SHA256(a.data)
}

// Identity identifies an array or archive, byte by byte.
func (a *Array) Identity() string {
	switch {
	case a == nil:
		return ""
	case a.members == nil && a.data != nil:
		return a.dtype + " " + a.shape + " " + SHA256(a.data)
	case a.members == nil:
		return a.dtype + " " + a.shape + " " + a.sum
	}
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(a.members)) {
		parts = append(parts, fmt.Sprintf("%q %s", key, a.members[key].Identity()))
	}
	return strings.Join(parts, ";")
}
