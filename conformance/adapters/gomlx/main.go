// Reads and writes with the package numpy of github.com/gomlx/gomlx.
package main

import (
	"errors"
	"fmt"
	"strings"

	"adapter"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/core/tensors/numpy"
)

func main() {
	adapter.Library{
		Name:   "gomlx",
		Module: "github.com/gomlx/gomlx",
		Features: []string{
			"npy", "npz", "v1", "v2", "v3", "bool", "int", "int64", "uint", "uint64", "float16", "float", "complex",
			"fortran-order", "0d", "1d", "2d", "nd", "empty", "long-header",
			"deflate", "data-descriptor", "zip64",
		},
		Read:  read,
		Write: write,
	}.Main()
}

// names are gomlx's types as NumPy spells them.
var names = map[dtypes.DType]string{
	dtypes.Bool: "|b1",
	dtypes.Int8: "|i1", dtypes.Int16: "<i2", dtypes.Int32: "<i4", dtypes.Int64: "<i8",
	dtypes.Uint8: "|u1", dtypes.Uint16: "<u2", dtypes.Uint32: "<u4", dtypes.Uint64: "<u8",
	dtypes.Float16: "<f2", dtypes.Float32: "<f4", dtypes.Float64: "<f8",
	dtypes.Complex64: "<c8", dtypes.Complex128: "<c16",
}

func read(name string) (*adapter.File, error) {
	if !strings.HasSuffix(name, ".npz") {
		t, err := numpy.FromNpyFile(name)
		if err != nil {
			return nil, err
		}
		a, err := array(t)
		return &adapter.File{Array: a}, err
	}
	archive, err := numpy.FromNpzFile(name)
	if err != nil {
		return nil, err
	}
	members := map[string]*adapter.Array{}
	for key, t := range archive {
		if members[key], err = array(t); err != nil {
			return nil, err
		}
	}
	return &adapter.File{Members: members}, nil
}

// array returns the contents of a tensor. gomlx has every tensor in C order, and frees its memory
// only on request.
func array(t *tensors.Tensor) (*adapter.Array, error) {
	a := &adapter.Array{DType: names[t.DType()], Shape: append([]int{}, t.Shape().Dimensions...)}
	err := t.ConstBytes(func(data []byte) { a.Data = append(a.Data, data...) })
	return a, errors.Join(err, t.FinalizeAll())
}

func write(name string, f *adapter.File) error {
	if f.Members == nil {
		t, err := tensor(f.Array)
		if err != nil {
			return err
		}
		return numpy.ToNpyFile(t, name)
	}
	archive := map[string]*tensors.Tensor{}
	for key, a := range f.Members {
		t, err := tensor(a)
		if err != nil {
			return err
		}
		archive[key] = t
	}
	return numpy.ToNpzFile(archive, name)
}

func tensor(a *adapter.Array) (*tensors.Tensor, error) {
	if a.Fortran {
		return nil, fmt.Errorf("%w: gomlx writes C order", adapter.ErrUnsupported)
	}
	for dtype, name := range names {
		if name == a.DType {
			t := tensors.FromShape(shapes.Make(dtype, a.Shape...))
			if len(a.Data) == 0 {
				return t, nil
			}
			return t, t.MutableBytes(func(data []byte) { copy(data, a.Data) })
		}
	}
	return nil, fmt.Errorf("%w: gomlx has no %s", adapter.ErrUnsupported, a.DType)
}
