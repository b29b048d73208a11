package spec

import "errors"

// MaxItemsize is the largest itemsize that fits NumPy's C int, in bytes (clause npy-5.15).
const MaxItemsize = 1<<31 - 1

// errItemsize says that a structured type or a subarray is larger than MaxItemsize (clause
// npy-5.15).
var errItemsize = errors.New("itemsize over 2147483647 bytes")

// DType is the type of an array's elements: a scalar type, a structured type or a subarray.
type DType struct {
	// Kind is the letter that NumPy gives to the type: b i u f c m M S U V or O; V for structured types and subarrays,
	// and 0 for the zero DType, which describes nothing.
	Kind byte

	Order    byte  // '<' or '>'; '|' for types without an order, and '=' where it is left to the machine that reads
	Struct   bool  // a structured type; it may have no fields
	Unit     Unit  // the unit of m and M
	Multiple int32 // the count before the unit: 25 in [25s]; 0 without unit

	Itemsize int64   // bytes
	Fields   []Field // in the order of their offsets, padding included
	Base     *DType  // the element of a subarray; nil for other types
	Shape    []int64 // the dimensions of a subarray
}

// Field is a field of a structured type, or the padding between two fields.
type Field struct {
	Name    string // WTF-8: UTF-8 that may also encode lone surrogates, as Python strings can
	Title   string // WTF-8, "" without title
	Titled  bool
	Padding bool // unnamed void bytes that NumPy writes as ('', '|Vn')
	Offset  int64
	Type    DType
}

// Unit is the unit of a datetime or timedelta type (clause npy-5.9).
type Unit uint8

// The units, in NumPy's order. NoUnit is the generic datetime, which any unit can replace.
const (
	NoUnit Unit = iota
	Years
	Months
	Weeks
	Days
	Hours
	Minutes
	Seconds
	Milliseconds
	Microseconds
	Nanoseconds
	Picoseconds
	Femtoseconds
	Attoseconds
)

var unitNames = [...]string{"", "Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"}

// String returns the unit as a type string spells it: "D", "ms"; "" for NoUnit.
func (u Unit) String() string { return unitNames[u] }

// parseUnit returns the unit with this spelling in a type string. NoUnit has none.
func parseUnit[T characters](name T) (u Unit, ok bool) {
	for u = Years; u <= Attoseconds; u++ {
		if string(name) == unitNames[u] {
			return u, true
		}
	}
	return NoUnit, false
}

// objectSize is the itemsize of an object: a pointer in memory, which no file contains.
const objectSize = 8

// Scalar returns a scalar type, or false if NumPy has none of that kind and itemsize on any platform (clause npy-5.3).
// Single bytes are in the order '|', and any other type is in the order '=' unless it is given '<' or '>' (clause npy-5.4).
func Scalar(kind, order byte, itemsize int64) (t DType, ok bool) {
	single := false
	switch kind {
	case 'b':
		ok, single = itemsize == 1, true
	case 'i', 'u':
		ok, single = itemsize == 1 || itemsize == 2 || itemsize == 4 || itemsize == 8, itemsize == 1
	case 'f':
		switch itemsize {
		case 2, 4, 8, 10, 12, 16:
			ok = true
		}
	case 'c':
		switch itemsize {
		case 8, 16, 20, 24, 32:
			ok = true
		}
	case 'm', 'M':
		ok = itemsize == 8
	case 'S', 'V':
		ok, single = 0 <= itemsize && itemsize <= MaxItemsize, true
	case 'U':
		ok = 0 <= itemsize && itemsize <= MaxItemsize && itemsize%4 == 0
	case 'O':
		ok, single = itemsize == objectSize, true
	}
	switch {
	case !ok:
		return DType{}, false
	case single:
		order = '|'
	case order != '<' && order != '>':
		order = '='
	}
	return DType{Kind: kind, Order: order, Itemsize: itemsize}, true
}

// Struct returns the structured type of the given fields, padding included, and sets their offsets, one directly after
// the other as a descr lays them out. It keeps the slice. The only error is an itemsize over MaxItemsize.
func Struct(fields []Field) (DType, error) {
	var size int64
	for i := range fields {
		n := fields[i].Type.Itemsize
		if n < 0 || n > MaxItemsize-size {
			return DType{}, errItemsize
		}
		fields[i].Offset = size
		size += n
	}
	return DType{Kind: 'V', Order: '|', Struct: true, Itemsize: size, Fields: fields}, nil
}

// Subarray returns the type of a subarray of base, and base itself for the shape (), which describes a plain element
// (clause npy-5.14). It keeps the slice. The only error is an itemsize, a number of elements or a dimension over
// MaxItemsize, or a negative dimension.
func Subarray(base DType, shape []int64) (DType, error) {
	if len(shape) == 0 {
		return base, nil
	}
	zero := false
	for _, d := range shape {
		if d < 0 || d > MaxItemsize {
			return DType{}, errItemsize
		}
		zero = zero || d == 0
	}
	var size int64
	if !zero {
		count := int64(1)
		for _, d := range shape {
			if count > MaxItemsize/d {
				return DType{}, errItemsize
			}
			count *= d
		}
		if base.Itemsize < 0 || base.Itemsize > MaxItemsize/count {
			return DType{}, errItemsize
		}
		size = count * base.Itemsize
	}
	return DType{Kind: 'V', Order: '|', Itemsize: size, Base: &base, Shape: shape}, nil
}

// HasObject reports whether the type is or contains objects, so that arrays hold a pickle (clause npy-8.1).
func (t *DType) HasObject() bool {
	// A chain of subarrays is walked, not recursed into.
	for t.Base != nil {
		t = t.Base
	}
	for i := range t.Fields {
		if t.Fields[i].Type.HasObject() {
			return true
		}
	}
	return t.Kind == 'O'
}
