// Reads and writes with npyio, whose module has moved: moved.go and before.go have its two places.
package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"adapter"
)

func main() {
	adapter.Library{
		Name:   "npyio",
		Module: module,
		Features: []string{
			"npy", "npz", "v1", "v2", "bool", "int", "int64", "uint", "uint64", "float", "complex",
			"big-endian", "fortran-order", "0d", "1d", "2d", "nd", "empty", "long-header",
			"deflate", "data-descriptor", "zip64",
		},
		Read:  read,
		Write: write,
	}.Main()
}

func read(name string) (*adapter.File, error) {
	if strings.HasSuffix(name, ".npz") {
		return readArchive(name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := newReader(f)
	if err != nil {
		return nil, err
	}
	a, err := array(r.Header, r.Read)
	return &adapter.File{Array: a}, err
}

func readArchive(name string) (*adapter.File, error) {
	r, err := openArchive(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	members := map[string]*adapter.Array{}
	for _, key := range r.Keys() {
		read := func(to any) error { return r.Read(key, to) }
		header := r.Header(key)
		if header == nil { // Read says why
			return nil, errors.Join(read(new([]float64)), fmt.Errorf("no header of %q", key))
		}
		if members[key], err = array(*header, read); err != nil {
			return nil, err
		}
	}
	return &adapter.File{Members: members}, nil
}

// array returns what read reads into a slice of the type that npyio finds for the header.
func array(h header, read func(any) error) (*adapter.Array, error) {
	element := typeOf(h)
	if element == nil { // Read says why
		return nil, errors.Join(read(new([]float64)), fmt.Errorf("no reflect type for %q", h.Descr.Type))
	}
	if kind := element.Kind(); kind == reflect.Array || kind == reflect.Interface {
		return nil, fmt.Errorf("%w: npyio reads %s into its own type Array only", adapter.ErrUnsupported, h.Descr.Type)
	}
	data := reflect.New(reflect.SliceOf(element))
	if err := read(data.Interface()); err != nil {
		return nil, err
	}
	switch element.Kind() {
	case reflect.String:
		return text(h, data.Elem().Interface().([]string))
	case reflect.Struct:
		if element.Name() != "Num" {
			return nil, fmt.Errorf("%w: npyio doesn't document records", adapter.ErrUnsupported)
		}
		a, err := adapter.Of(data.Elem().Interface(), h.Descr.Shape, h.Descr.Fortran)
		a.DType = "<f2"
		return a, err
	}
	return adapter.Of(data.Elem().Interface(), h.Descr.Shape, h.Descr.Fortran)
}

// typeOf returns npyio's type for the elements. Where there is none, the function that looks it up returns nil in
// some releases and panics in others. A user who knows the type of the elements never calls it.
func typeOf(h header) (t reflect.Type) {
	defer func() {
		if recover() != nil {
			t = nil
		}
	}()
	return typeFrom(h.Descr.Type)
}

// maxPadding is the number of bytes to which short strings are padded. A few bytes can claim to be a
// string of gigabytes.
const maxPadding = 1 << 24

// text turns strings back into the bytes of the type that the header names: |S5, 5S, <U5 or, since
// the module moved, '<U5'.
func text(h header, elements []string) (*adapter.Array, error) {
	length, err := strconv.Atoi(strings.Trim(h.Descr.Type, "'<>|=SaU"))
	if err != nil {
		return nil, err
	}
	a := &adapter.Array{DType: fmt.Sprintf("|S%d", length), Shape: append([]int{}, h.Descr.Shape...)}
	size := length
	if strings.Contains(h.Descr.Type, "U") {
		a.DType, size = fmt.Sprintf("<U%d", length), 4*length
	}
	for i, s := range elements {
		if size == length {
			a.Data = append(a.Data, s...)
		} else {
			for _, r := range s {
				a.Data = append(a.Data, byte(r), byte(r>>8), byte(r>>16), 0)
			}
		}
		if missing := size*(i+1) - len(a.Data); missing > 0 && missing <= maxPadding {
			a.Data = append(a.Data, make([]byte, missing)...)
		}
	}
	if h.Descr.Fortran {
		a.Data = adapter.RowMajor(a.Data, a.Shape, size)
	}
	return a, nil
}

func write(name string, f *adapter.File) error {
	if f.Members != nil {
		members := map[string]any{}
		for _, key := range slices.Sorted(maps.Keys(f.Members)) {
			v, err := value(f.Members[key])
			if err != nil {
				return err
			}
			members[key+".npy"] = v // npyio uses member names as keys
		}
		return writeArchive(name, members)
	}
	v, err := value(f.Array)
	if err != nil {
		return err
	}
	w, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(writeArray(w, v), w.Close())
}

// value returns an array as npyio expects it: a number, a slice, or an array of arrays.
func value(a *adapter.Array) (any, error) {
	if a.Fortran {
		return nil, fmt.Errorf("%w: npyio writes C order", adapter.ErrUnsupported)
	}
	elements, err := a.Elements()
	if err != nil {
		return nil, err
	}
	v := reflect.ValueOf(elements)
	switch len(a.Shape) {
	case 0:
		return v.Index(0).Interface(), nil
	case 1:
		return elements, nil
	}
	if v.Len() == 0 {
		return nil, fmt.Errorf("%w: an array without elements has one dimension", adapter.ErrUnsupported)
	}
	t := v.Type().Elem()
	for _, extent := range slices.Backward(a.Shape) {
		t = reflect.ArrayOf(extent, t)
	}
	out := reflect.New(t).Elem()
	fill(out, v)
	return out.Interface(), nil
}

// fill copies elements into an array of arrays and returns the rest.
func fill(to, elements reflect.Value) reflect.Value {
	if to.Kind() != reflect.Array {
		to.Set(elements.Index(0))
		return elements.Slice(1, elements.Len())
	}
	for i := range to.Len() {
		elements = fill(to.Index(i), elements)
	}
	return elements
}
