package conformance

import (
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// vector is a file with what it holds, for comparing what a reader got with it.
type vector struct {
	array   *corpus.Array
	members []corpus.Member
	name    string
	read    func() ([]byte, error) // the file
}

func newVector(c *corpus.Case, read func(*corpus.Case) ([]byte, error)) *vector {
	return &vector{c.Array, c.Members, c.File, func() ([]byte, error) { return read(c) }}
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

// compareMembers compares the arrays of an archive. What a reader leaves out must be no array.
func (v *vector) compareMembers(got map[string]*Array) string {
	known := map[string]bool{}
	for i, m := range v.members {
		keys := []string{m.Key, m.Name, m.Key + ".npy"}
		for _, key := range keys {
			known[key] = true
		}
		if m.Array == nil {
			continue
		}
		at := slices.IndexFunc(keys, func(key string) bool { return got[key] != nil })
		if at < 0 {
			return fmt.Sprintf("member %q is missing", m.Key)
		}
		d := compareArray(m.Array, got[keys[at]], func() (*elements, error) { return v.elements(i) })
		if d != "" {
			return fmt.Sprintf("member %q: %s", m.Key, d)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		if !known[key] {
			return fmt.Sprintf("member %q is not in the archive", key)
		}
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

// decodeFile decodes the array of a file, or that of a member of an archive. The validator reads the
// header.
func decodeFile(file []byte, name string, member int) (*elements, error) {
	report, err := validator.Check(context.Background(), bytes.NewReader(file), int64(len(file)), &validator.Options{Name: name})
	if err != nil {
		return nil, err
	}
	return decodeReported(file, report, member)
}

// decodeReported decodes what the validator has a report of.
func decodeReported(file []byte, report *validator.Report, member int) (*elements, error) {
	array, data := report.Array, file
	if member >= 0 {
		if member >= len(report.Members) {
			return nil, errors.New("the archive has fewer members")
		}
		m := report.Members[member]
		array = m.Array
		var err error
		if data, err = memberData(file, &m); err != nil {
			return nil, err
		}
	}
	if array == nil || array.DataOffset > int64(len(data)) {
		return nil, errors.New("the header can't be understood")
	}
	list, err := decode(array.DType, array.Shape, array.FortranOrder, data[array.DataOffset:])
	if err != nil {
		return nil, err
	}
	return &elements{normal(array.DType), array.Shape, array.FortranOrder, list}, nil
}

// maxMember is how much of an unpacked member is read, in bytes.
const maxMember = 64 << 20

func memberData(file []byte, m *validator.Member) ([]byte, error) {
	if m.Offset < 0 || m.Offset > int64(len(file)) {
		return nil, errors.New("the member can't be found")
	}
	data := file[m.Offset:]
	if m.Stored {
		return data, nil
	}
	unpacked, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), maxMember))
	if err != nil {
		return nil, fmt.Errorf("the member can't be unpacked: %w", err)
	}
	return unpacked, nil
}

// elements are the elements of an array in C order, each little-endian and with zeros for padding.
type elements struct {
	dtype   spec.DType // little-endian
	shape   []int64
	fortran bool // the order in the file
	list    [][]byte
}
