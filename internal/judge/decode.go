package judge

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/npycheck/npycheck/internal/decompress"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Elements are the elements of an array in C order, each little-endian and with zeros for padding.
type Elements struct {
	DType   spec.DType // little-endian
	Shape   []int64
	Fortran bool // the order in the file
	Count   int
	Data    []byte // one element after the other
}

// At returns an element.
func (e *Elements) At(i int) []byte {
	size := int(e.DType.Itemsize)
	return e.Data[i*size:][:size]
}

// decodeFile decodes the array of a file, or that of a member of an archive. The validator reads the
// header.
func decodeFile(file []byte, name string, member int) (*Elements, error) {
	report, err := validator.Check(context.Background(), bytes.NewReader(file), int64(len(file)), &validator.Options{Depth: validator.Structure, Name: name, Decompressors: decompress.Methods()})
	if err != nil {
		return nil, err
	}
	return decodeReported(file, report, member)
}

// decodeReported decodes an array that the validator has a report on.
func decodeReported(file []byte, report *validator.Report, member int) (*Elements, error) {
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
	return Decode(array, data[array.DataOffset:])
}

// maxMember is the number of bytes of an unpacked member that are read.
const maxMember = 64 << 20

func memberData(file []byte, m *validator.Member) ([]byte, error) {
	if m.Offset < 0 || m.Offset > int64(len(file)) {
		return nil, errors.New("the member can't be found")
	}
	if m.Stored {
		return file[m.Offset:], nil
	}
	r, err := m.Open(bytes.NewReader(file), &validator.Options{Decompressors: decompress.Methods()})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	unpacked, err := io.ReadAll(io.LimitReader(r, maxMember))
	if err != nil {
		return nil, fmt.Errorf("the member can't be unpacked: %w", err)
	}
	return unpacked, nil
}

// maxElements is the number of elements without bytes that are listed.
const maxElements = 1 << 20

// Decode takes the elements of an array from the data of its file.
func Decode(array *validator.Array, data []byte) (*Elements, error) {
	e := &Elements{DType: Normal(array.DType), Shape: array.Shape, Fortran: array.FortranOrder}
	if slices.Contains(e.Shape, 0) {
		return e, nil
	}
	size := int(array.DType.Itemsize)
	limit := maxElements
	if size > 0 {
		limit = len(data) / size
	}
	count := 1
	for _, d := range e.Shape {
		if d > int64(limit/count) {
			return nil, fmt.Errorf("got %d bytes of data, expected more", len(data))
		}
		count *= int(d)
	}
	if count > limit {
		return nil, fmt.Errorf("got %d bytes of data, expected %d", len(data), size)
	}
	e.Count, e.Data = count, make([]byte, count*size)
	for c := range count {
		at := c
		if e.Fortran {
			// The index of element c, from its last dimension to the first.
			at = 0
			stride := count
			rest := c
			for i := len(e.Shape) - 1; i >= 0; i-- {
				d := int(e.Shape[i])
				stride /= d
				at += rest % d * stride
				rest /= d
			}
		}
		decodeElement(&array.DType, e.At(c), data[at*size:][:size])
	}
	return e, nil
}

func decodeElement(t *spec.DType, dst, src []byte) {
	switch {
	case t.Base != nil:
		for n := int(t.Base.Itemsize); n > 0 && len(src) >= n; dst, src = dst[n:], src[n:] {
			decodeElement(t.Base, dst[:n], src[:n])
		}
	case t.Struct:
		for _, f := range t.Fields {
			if !f.Padding {
				end := f.Offset + f.Type.Itemsize
				decodeElement(&f.Type, dst[f.Offset:end], src[f.Offset:end])
			}
		}
	default:
		copy(dst, src)
		if t.Order != '>' {
			return
		}
		unit := len(dst)
		switch t.Kind {
		case 'c':
			unit /= 2
		case 'U':
			unit = 4
		}
		for ; len(dst) > 0; dst = dst[unit:] {
			slices.Reverse(dst[:unit])
		}
	}
}

// Unsigned returns an unsigned integer.
func Unsigned(e []byte) uint64 {
	var b [8]byte
	copy(b[:], e)
	return binary.LittleEndian.Uint64(b[:])
}

// Float returns a floating-point number.
func Float(e []byte) float64 {
	bits := Unsigned(e[:min(len(e), 8)])
	switch len(e) {
	case 4:
		return float64(math.Float32frombits(uint32(bits)))
	case 8:
		return math.Float64frombits(bits)
	case 10, 12, 16: // the long double of x86; the corpus has only numbers that fit a double
		top := binary.LittleEndian.Uint16(e[8:])
		return (1 - 2*float64(top>>15)) * math.Ldexp(float64(bits), int(top&0x7fff)-16383-63)
	}
	sign, exponent, fraction := 1-2*float64(bits>>15), int(bits>>10&31), float64(bits&0x3ff)
	switch {
	case exponent == 31 && fraction != 0:
		return math.NaN()
	case exponent == 31:
		return math.Inf(int(sign))
	case exponent == 0:
		return sign * math.Ldexp(fraction, -24)
	}
	return sign * math.Ldexp(fraction+0x400, exponent-25)
}
