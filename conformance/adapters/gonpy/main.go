// Reads and writes with github.com/kshedden/gonpy.
package main

import (
	"fmt"

	"adapter"

	"github.com/kshedden/gonpy"
)

func main() {
	adapter.Library{
		Name:   "gonpy",
		Module: "github.com/kshedden/gonpy",
		Features: []string{
			"npy", "v1", "v2", "int", "int64", "uint", "uint64", "float", "complex",
			"big-endian", "fortran-order", "0d", "1d", "2d", "nd", "empty", "long-header",
		},
		Read:  read,
		Write: write,
	}.Main()
}

func read(name string) (*adapter.File, error) {
	r, err := gonpy.NewFileReader(name)
	if err != nil {
		return nil, err
	}
	elements, err := get(r)
	if err != nil {
		return nil, err
	}
	a, err := adapter.Of(elements, r.Shape, r.ColumnMajor)
	return &adapter.File{Array: a}, err
}

// get calls the method for the type that the reader has found in the header.
func get(r *gonpy.NpyReader) (any, error) {
	switch r.Dtype {
	case "i1":
		return r.GetInt8()
	case "i2":
		return r.GetInt16()
	case "i4":
		return r.GetInt32()
	case "i8":
		return r.GetInt64()
	case "u1":
		return r.GetUint8()
	case "u2":
		return r.GetUint16()
	case "u4":
		return r.GetUint32()
	case "u8":
		return r.GetUint64()
	case "f4":
		return r.GetFloat32()
	case "f8":
		return r.GetFloat64()
	case "c8":
		return r.GetComplex64()
	case "c16":
		return r.GetComplex128()
	}
	return nil, fmt.Errorf("no method for %q", r.Dtype)
}

func write(name string, f *adapter.File) error {
	if f.Members != nil {
		return fmt.Errorf("%w: gonpy has no archives", adapter.ErrUnsupported)
	}
	elements, err := f.Elements()
	if err != nil {
		return err
	}
	if _, ok := elements.([]bool); ok {
		return fmt.Errorf("%w: gonpy has no booleans", adapter.ErrUnsupported)
	}
	w, err := gonpy.NewFileWriter(name)
	if err != nil {
		return err
	}
	w.Shape, w.ColumnMajor = f.Shape, f.Fortran
	switch v := elements.(type) {
	case []int8:
		return w.WriteInt8(v)
	case []int16:
		return w.WriteInt16(v)
	case []int32:
		return w.WriteInt32(v)
	case []int64:
		return w.WriteInt64(v)
	case []uint8:
		return w.WriteUint8(v)
	case []uint16:
		return w.WriteUint16(v)
	case []uint32:
		return w.WriteUint32(v)
	case []uint64:
		return w.WriteUint64(v)
	case []float32:
		return w.WriteFloat32(v)
	case []float64:
		return w.WriteFloat64(v)
	case []complex64:
		return w.WriteComplex64(v)
	default:
		return w.WriteComplex128(v.([]complex128))
	}
}
