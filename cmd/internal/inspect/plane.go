// Package plane reads two dimensions of an array at an index of the others: the elements of a table or of a picture,
// wherever they are in the data.
package inspect

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// maxElements is how many elements a plane may have.
const maxElements = 1 << 20

// Layout is what is known of the data: its dtype, and where the elements are.
type Layout struct {
	DType   *spec.DType
	Shape   []int64
	Fortran bool
}

// Plane is a choice of elements: along Rows and along Columns, at Index of the other axes. An array with fewer than
// two axes has NoAxis for the missing ones.
type Plane struct {
	Rows    Part    `json:"rows"`
	Columns Part    `json:"columns"`
	Index   []int64 `json:"index"` // of each axis; those of Rows and Columns don't matter
}

// NoAxis stands for an axis of one element that the array doesn't have.
const NoAxis = -1

// Part is Count indexes of an axis, from First on, each Step after the one before.
type Part struct {
	Axis  int   `json:"axis"`
	First int64 `json:"first"`
	Step  int64 `json:"step"`
	Count int64 `json:"count"`
}

// Elements are those of a plane, row by row.
type Elements struct {
	Data    []byte
	Missing []bool // which the data ends before, or within; nil if it has all
}

// Read returns the elements of the plane, of data that begins at an offset of r. The layout must have a number of bytes
// that an int64 holds.
func (p *Plane) Read(l *Layout, r io.ReaderAt, offset int64) (*Elements, error) {
	if err := p.check(l); err != nil {
		return nil, err
	}
	strides := l.strides()
	start := offset
	for axis, i := range p.Index {
		if axis != p.Rows.Axis && axis != p.Columns.Axis {
			start += i * strides[axis]
		}
	}
	row, column := p.Rows.stride(strides), p.Columns.stride(strides)
	start += p.Rows.First*row + p.Columns.First*column
	row, column = row*p.Rows.Step, column*p.Columns.Step

	size := l.DType.Itemsize
	if size*p.Rows.Count*p.Columns.Count > maxBytes {
		return nil, fmt.Errorf("the elements have %d bytes each, so there are too many", size)
	}
	out := &Elements{Data: make([]byte, size*p.Rows.Count*p.Columns.Count)}
	b := blocks{r: r}
	// Elements that are near each other are read after each other.
	outer, inner := p.Rows.Count, p.Columns.Count
	along := row < column
	if along {
		outer, inner = inner, outer
	}
	for i := range outer {
		for j := range inner {
			y, x := i, j
			if along {
				y, x = j, i
			}
			n := y*p.Columns.Count + x
			switch err := b.read(out.Data[n*size:(n+1)*size], start+y*row+x*column); {
			case err == io.ErrUnexpectedEOF:
				out.miss(n, p.Rows.Count*p.Columns.Count)
			case err != nil:
				return nil, err
			}
		}
	}
	return out, nil
}

// miss enters that one of count elements is missing.
func (e *Elements) miss(n, count int64) {
	if e.Missing == nil {
		e.Missing = make([]bool, count)
	}
	e.Missing[n] = true
}

// maxBytes is the memory that the elements of a plane may take.
const maxBytes = 64 << 20

// check returns an error for a plane that isn't in the array.
func (p *Plane) check(l *Layout) error {
	if len(p.Index) != len(l.Shape) {
		return fmt.Errorf("got %d indexes, expected one for each of %d axes", len(p.Index), len(l.Shape))
	}
	for axis, i := range p.Index {
		if axis != p.Rows.Axis && axis != p.Columns.Axis && (i < 0 || i >= l.Shape[axis]) {
			return fmt.Errorf("index %d is not in axis %d", i, axis)
		}
	}
	if p.Rows.Axis == p.Columns.Axis && p.Rows.Axis != NoAxis {
		return errors.New("rows and columns are along the same axis")
	}
	for _, part := range []Part{p.Rows, p.Columns} {
		if err := part.check(l.Shape); err != nil {
			return err
		}
	}
	if p.Rows.Count > maxElements/max(p.Columns.Count, 1) {
		return errors.New("more elements than a plane has")
	}
	return nil
}

func (p Part) check(shape []int64) error {
	length := int64(1)
	switch {
	case p.Axis < NoAxis || p.Axis >= len(shape):
		return fmt.Errorf("the array has no axis %d", p.Axis)
	case p.Axis != NoAxis:
		length = shape[p.Axis]
	}
	// The last index is First + (Count - 1) × Step, which may be too large for an int64.
	if p.First < 0 || p.Step < 1 || p.Count < 0 || p.Count > maxElements || p.Count > 0 && (p.First >= length || (length-1-p.First)/p.Step < p.Count-1) {
		return fmt.Errorf("%d indexes from %d on, in steps of %d, are not in an axis of %d", p.Count, p.First, p.Step, length)
	}
	return nil
}

// stride returns the bytes from one index of the axis to the next.
func (p Part) stride(strides []int64) int64 {
	if p.Axis == NoAxis {
		return 0
	}
	return strides[p.Axis]
}

// strides returns the bytes from one index of each axis to the next.
func (l *Layout) strides() []int64 {
	strides := make([]int64, len(l.Shape))
	next := l.DType.Itemsize
	for i := range strides {
		axis := len(strides) - 1 - i
		if l.Fortran {
			axis = i
		}
		strides[axis] = next
		next *= max(l.Shape[axis], 1)
	}
	return strides
}

// blockSize is how much is read at once, in bytes.
const blockSize = 64 << 10

// blocks reads elements from the block that was read last, if they are in it.
type blocks struct {
	r    io.ReaderAt
	at   int64
	have []byte
	last int64 // where the element was that was read last
}

// read fills b from an offset on.
func (s *blocks) read(b []byte, at int64) error {
	size := int64(len(b))
	if size == 0 {
		return nil
	}
	near := s.have == nil || max(at-s.last, s.last-at) < blockSize
	s.last = at
	if at < s.at || at+size > s.at+int64(len(s.have)) {
		if !near || size >= blockSize {
			return readFull(s.r, b, at)
		}
		block := make([]byte, blockSize)
		n, err := s.r.ReadAt(block, at)
		if s.at, s.have = at, block[:n]; int64(n) < size {
			return unexpected(err)
		}
	}
	copy(b, s.have[at-s.at:])
	return nil
}

func readFull(r io.ReaderAt, b []byte, at int64) error {
	if n, err := r.ReadAt(b, at); n < len(b) {
		return unexpected(err)
	}
	return nil
}

func unexpected(err error) error {
	if err == io.EOF || err == nil {
		return io.ErrUnexpectedEOF
	}
	return err
}

// HasNumbers reports whether Numbers knows a type: booleans, integers, dates, and real and complex numbers of up to 16
// bytes, but no long doubles.
func HasNumbers(t *spec.DType) bool {
	most := int64(8)
	if t.Kind == 'c' {
		most = 16
	}
	return !t.Struct && t.Base == nil && t.Kind != 0 && strings.IndexByte("biufcmM", t.Kind) >= 0 && t.Itemsize <= most
}

// Numbers appends whole elements as numbers, to be drawn: complex ones as their magnitude, NaT as NaN, and integers of
// 64 bits rounded.
func Numbers(dst []float64, t *spec.DType, b []byte) []float64 {
	size, swapped := int(t.Itemsize), t.Order == '>'
	for ; len(b) >= size; b = b[size:] {
		if t.Kind == 'c' {
			half := size / 2
			dst = append(dst, math.Hypot(drawn('f', b[:half], swapped), drawn('f', b[half:size], swapped)))
			continue
		}
		dst = append(dst, drawn(t.Kind, b[:size], swapped))
	}
	return dst
}

// drawn returns a number of 1, 2, 4 or 8 bytes.
func drawn(kind byte, b []byte, swapped bool) float64 {
	var u uint64
	switch len(b) {
	case 1:
		u = uint64(b[0])
	case 2:
		v := binary.LittleEndian.Uint16(b)
		if swapped {
			v = bits.ReverseBytes16(v)
		}
		u = uint64(v)
	case 4:
		u = uint64(load32(b, swapped))
	default:
		u = load64(b, swapped)
	}
	shift := 64 - 8*len(b)
	switch signed := int64(u<<shift) >> shift; kind {
	case 'b':
		return float64(min(u, 1))
	case 'u':
		return float64(u)
	case 'i':
		return float64(signed)
	case 'm', 'M':
		if signed == math.MinInt64 {
			return math.NaN()
		}
		return float64(signed)
	}
	switch len(b) {
	case 2:
		return half(uint16(u))
	case 4:
		return float64(math.Float32frombits(uint32(u)))
	}
	return math.Float64frombits(u)
}
