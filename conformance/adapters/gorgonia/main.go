// Reads and writes with gorgonia.org/tensor.
package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"

	"adapter"

	"gorgonia.org/tensor"
)

func main() {
	adapter.Library{
		Name:   "gorgonia",
		Module: "gorgonia.org/tensor",
		Features: []string{
			"npy", "v1", "int", "int64", "uint", "uint64", "float", "complex", "1d", "2d", "nd", "long-header",
		},
		Read:  read,
		Write: write,
	}.Main()
}

func read(name string) (*adapter.File, error) {
	r, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	t := new(tensor.Dense)
	if err := t.ReadNpy(r); err != nil {
		return nil, err
	}
	a, err := adapter.Of(elements(t.Data()), t.Shape(), false)
	return &adapter.File{Array: a}, err
}

// elements returns data as a slice. The data of a scalar is a number, and numbers of 64 bits are of the types int and
// uint.
func elements(data any) any {
	v := reflect.ValueOf(data)
	if v.Kind() != reflect.Slice {
		v = reflect.Append(reflect.MakeSlice(reflect.SliceOf(v.Type()), 0, 1), v)
	}
	switch list := v.Interface().(type) {
	case []int:
		return fixed[int64](list)
	case []uint:
		return fixed[uint64](list)
	default:
		return list
	}
}

func fixed[To, From int | int64 | uint | uint64](list []From) []To {
	out := make([]To, len(list))
	for i, element := range list {
		out[i] = To(element)
	}
	return out
}

func write(name string, f *adapter.File) error {
	if f.Array.Fortran {
		return fmt.Errorf("%w: gorgonia writes C order", adapter.ErrUnsupported)
	}
	elements, err := f.Array.Elements()
	if err != nil {
		return err
	}
	if len(f.Array.Data) == 0 {
		return fmt.Errorf("%w: gorgonia has no tensors without elements", adapter.ErrUnsupported)
	}
	options := []tensor.ConsOpt{tensor.WithShape(f.Array.Shape...), tensor.WithBacking(elements)}
	if len(f.Array.Shape) == 0 {
		options = []tensor.ConsOpt{tensor.FromScalar(reflect.ValueOf(elements).Index(0).Interface())}
	}
	w, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(tensor.New(options...).WriteNpy(w), w.Close())
}
