package conformance

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/corpus"
)

// vector is a file with what it holds, for comparing what a reader got with it.
type vector struct {
	array   *corpus.Array
	members []corpus.Member
	more    int // members that follow and aren't listed
	name    string
	read    func() ([]byte, error) // the file
}

func newVector(c *corpus.Case, read func(*corpus.Case) ([]byte, error)) *vector {
	return &vector{array: c.Array, members: c.Members, more: c.MoreMembers, name: c.File, read: func() ([]byte, error) { return read(c) }}
}

// difference tells how what a reader got differs from what the file holds. It is "" if it doesn't, or
// if nobody says what that is.
func (v *vector) difference(got *Array) string {
	switch {
	case v.array != nil && got.members != nil:
		return "read as an archive, want an array"
	case v.array != nil:
		return compareArray(v.array, got, func() (*elements, error) { return v.elements(-1) })
	case v.members == nil:
		return ""
	case got.members == nil:
		return "read as an array, want an archive"
	}
	return v.compareMembers(got.members)
}

// reshaped returns what a reader got with the shapes that the file has, where they are alike.
func (v *vector) reshaped(got *Array, alike func(got, want []string) bool) *Array {
	if got.members == nil {
		if v.array == nil {
			return got
		}
		return got.reshaped(shapeText(v.array.Shape), alike)
	}
	members := maps.Clone(got.members)
	for _, m := range v.members {
		for _, key := range keys(&m) {
			if members[key] != nil && m.Array != nil {
				members[key] = members[key].reshaped(shapeText(m.Array.Shape), alike)
			}
		}
	}
	return &Array{members: members}
}

func (a *Array) reshaped(shape string, alike func(got, want []string) bool) *Array {
	extents := func(shape string) []string {
		return slices.DeleteFunc(strings.Split(strings.Trim(shape, "[]"), ","), func(d string) bool { return d == "" })
	}
	if !alike(extents(a.shape), extents(shape)) {
		return a
	}
	again := *a
	again.shape = shape
	return &again
}

// addedOnes reports whether shapes differ in nothing but dimensions of 1.
func addedOnes(got, want []string) bool {
	one := func(d string) bool { return d == "1" }
	return slices.Equal(slices.DeleteFunc(got, one), slices.DeleteFunc(want, one))
}

// droppedOnes reports whether a shape of a matrix, or of more dimensions, lacks nothing but dimensions of 1 at its end.
func droppedOnes(got, want []string) bool {
	const matrix = 2
	n := len(got)
	return n >= matrix && n <= len(want) && slices.Equal(got, want[:n]) && !slices.ContainsFunc(want[n:], func(d string) bool { return d != "1" })
}

// keys are the names under which a reader may offer a member.
func keys(m *corpus.Member) []string { return []string{m.Key, m.Name, m.Key + ".npy"} }

// owed reports whether a reader has to offer a member. An array under another name than one that ends with .npy may be
// left out (clause npz-5.2).
func owed(m corpus.Member) bool { return m.Array != nil && strings.HasSuffix(m.Name, ".npy") }

// compareMembers compares the arrays of an archive. What a reader leaves out must be nothing that it owes.
func (v *vector) compareMembers(got map[string]*Array) string {
	known, more := map[string]bool{}, 0
	// Who offers members by their names does so for all: a name can be the key of another (clause npz-5.3).
	byName := !slices.ContainsFunc(v.members, func(m corpus.Member) bool { return owed(m) && got[m.Name] == nil })
	for i, m := range v.members {
		keys := keys(&m)
		for _, key := range keys {
			known[key] = true
		}
		if m.Array == nil {
			continue
		}
		at := slices.IndexFunc(keys, func(key string) bool { return got[key] != nil && (!byName || key == m.Name) })
		if at < 0 && !owed(m) {
			continue
		}
		if at < 0 {
			return fmt.Sprintf("member %q is missing", m.Key)
		}
		d := compareArray(m.Array, got[keys[at]], func() (*elements, error) { return v.elements(i) })
		if d != "" {
			return fmt.Sprintf("member %q: %s", m.Key, d)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		if known[key] {
			continue
		}
		if more++; more > v.more {
			return fmt.Sprintf("member %q is not in the archive", key)
		}
	}
	if more < v.more {
		return fmt.Sprintf("%d members are missing", v.more-more)
	}
	return ""
}

// elements decodes the array of the file, or that of a member.
func (v *vector) elements(member int) (*elements, error) {
	file, err := v.read()
	if err != nil {
		return nil, err
	}
	return decodeFile(file, v.name, member)
}
