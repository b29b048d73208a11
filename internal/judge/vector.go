package judge

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Vector is a file with its content, for comparing it with what a reader got.
type Vector struct {
	Array   *corpus.Array
	Members []corpus.Member
	More    int // members that follow and aren't listed
	Name    string
	Read    func() ([]byte, error) // the file
}

// NewVector returns the vector of a case, whose file read reads.
func NewVector(c *corpus.Case, read func(*corpus.Case) ([]byte, error)) *Vector {
	return &Vector{Array: c.Array, Members: c.Members, More: c.MoreMembers, Name: c.File, Read: func() ([]byte, error) { return read(c) }}
}

// Difference says how what a reader got differs from what the file holds. It is "" if it doesn't,
// or if the content is unknown.
func (v *Vector) Difference(got *Array) string {
	switch {
	case v.Array != nil && got.members != nil:
		return "read as an archive, expected an array"
	case v.Array != nil:
		return compareArray(v.Array, got, func() (*Elements, error) { return v.Elements(-1) })
	case v.Members == nil:
		return ""
	case got.members == nil:
		return "read as an array, expected an archive"
	}
	return v.compareMembers(got.members)
}

// AddOnes returns what a reader got with the file's shapes, where they differ only in dimensions of 1.
func (v *Vector) AddOnes(got *Array) *Array { return v.reshaped(got, addedOnes) }

// NoTrailingOnes is the trait of a language that drops dimensions of 1 at the end of a shape, as MATLAB and Octave do.
const NoTrailingOnes = "no-trailing-ones"

// RestoreOnes returns what a reader with the trait NoTrailingOnes got, with the file's shapes.
func (v *Vector) RestoreOnes(got *Array) *Array { return v.reshaped(got, droppedOnes) }

// reshaped returns what a reader got with the file's shapes, where they are alike.
func (v *Vector) reshaped(got *Array, alike func(got, want []string) bool) *Array {
	if got.members == nil {
		if v.Array == nil {
			return got
		}
		return got.reshaped(shapeText(v.Array.Shape), alike)
	}
	members := maps.Clone(got.members)
	for _, m := range v.Members {
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

// addedOnes reports whether shapes differ only in dimensions of 1.
func addedOnes(got, want []string) bool {
	one := func(d string) bool { return d == "1" }
	return slices.Equal(slices.DeleteFunc(got, one), slices.DeleteFunc(want, one))
}

// droppedOnes reports whether a shape of two or more dimensions lacks only trailing dimensions of 1.
func droppedOnes(got, want []string) bool {
	const matrix = 2
	n := len(got)
	return n >= matrix && n <= len(want) && slices.Equal(got, want[:n]) && !slices.ContainsFunc(want[n:], func(d string) bool { return d != "1" })
}

// keys are the names under which a reader may offer a member.
func keys(m *corpus.Member) []string { return []string{m.Key, m.Name, m.Key + ".npy"} }

// owed reports whether a reader has to offer a member. An array under a name that doesn't end with .npy may be
// left out (clause npz-5.2).
func owed(m corpus.Member) bool { return m.Array != nil && strings.HasSuffix(m.Name, ".npy") }

// compareMembers compares the arrays of an archive. A reader may leave out only members that it needn't offer.
func (v *Vector) compareMembers(got map[string]*Array) string {
	known, more := map[string]bool{}, 0
	// A reader that offers one member by its name does so for all: a name can be the key of another (clause npz-5.3).
	byName := !slices.ContainsFunc(v.Members, func(m corpus.Member) bool { return owed(m) && got[m.Name] == nil })
	for i, m := range v.Members {
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
		d := compareArray(m.Array, got[keys[at]], func() (*Elements, error) { return v.Elements(i) })
		if d != "" {
			return fmt.Sprintf("member %q: %s", m.Key, d)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		if known[key] {
			continue
		}
		if more++; more > v.More {
			return fmt.Sprintf("member %q is not in the archive", key)
		}
	}
	if more < v.More {
		return fmt.Sprintf("%d members are missing", v.More-more)
	}
	return ""
}

// Elements decodes the array of the file, or that of a member.
func (v *Vector) Elements(member int) (*Elements, error) {
	file, err := v.Read()
	if err != nil {
		return nil, err
	}
	return decodeFile(file, v.Name, member)
}

// Endless reports whether an array has more elements without bytes than anybody needs to visit.
func Endless(a *validator.Array) bool {
	if a.DType.Itemsize > 0 || slices.Contains(a.Shape, 0) {
		return false
	}
	count := int64(1)
	for _, d := range a.Shape {
		if d > maxElements/count {
			return true
		}
		count *= d
	}
	return false
}

// FromReport returns the array of a file, or that of a member of an archive, as the manifest has it, without its
// values. It is nil if that can't be determined, and for an array of Python objects.
func FromReport(file []byte, report *validator.Report, member int) *corpus.Array {
	array := report.Array
	if member >= 0 {
		array = report.Members[member].Array
	}
	if array == nil || array.DType.HasObject() {
		return nil
	}
	e, err := decodeReported(file, report, member)
	if err != nil {
		return nil
	}
	return described(e.DType, e.Shape, e.Fortran, e.Data)
}

// described returns an array as the manifest of the corpus has it, without its values. Its data is the elements in C
// order, little-endian and with zeros for padding, whatever the byte order of the dtype.
func described(dtype spec.DType, shape []int64, fortran bool, data []byte) *corpus.Array {
	return &corpus.Array{
		DType:        Normal(dtype).Descr(),
		Shape:        append([]int64{}, shape...), // nil would be null in JSON
		FortranOrder: fortran,
		SHA256:       SHA256(data),
	}
}
