package conformance

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

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

// Difference is Array.Difference for the answers of two readers about the file: what their languages do to shapes is
// none.
func (a *Answer) Difference(b *Answer, e *Expectation) string {
	got := b.Array
	if a.ranksDiffer(e) || b.ranksDiffer(e) {
		got = got.like(a.Array)
	}
	return a.Array.Difference(got)
}

// ranksDiffer reports whether the array of an answer may have another rank than the file.
func (a *Answer) ranksDiffer(e *Expectation) bool {
	if a.by == nil {
		return false
	}
	settled := a.by.settle(*a, e.Format, e.Features)
	return settled.anyRank || settled.dropsOnes
}

// like returns an array with the shape of another one, if they differ in nothing but dimensions of 1, and an archive
// of such arrays.
func (a *Array) like(b *Array) *Array {
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

// identity tells two arrays or archives apart, byte by byte.
func (a *Array) identity() string {
	switch {
	case a == nil:
		return ""
	case a.members == nil && a.data != nil:
		return a.dtype + " " + a.shape + " " + hexSum(a.data)
	case a.members == nil:
		return a.dtype + " " + a.shape + " " + a.sum
	}
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(a.members)) {
		parts = append(parts, fmt.Sprintf("%q %s", key, a.members[key].identity()))
	}
	return strings.Join(parts, ";")
}
