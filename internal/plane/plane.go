// Package plane reads two dimensions of an array at an index of the others: the elements of a table or of a picture,
// wherever they are in the data.
package plane

import (
	"errors"
	"fmt"
	"io"

	"github.com/npycheck/npycheck/spec"
)

// MaxElements is how many elements a plane may have.
const MaxElements = 1 << 20

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
	if p.Rows.Count > MaxElements/max(p.Columns.Count, 1) {
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
	if p.First < 0 || p.Step < 1 || p.Count < 0 || p.Count > MaxElements || p.Count > 0 && (p.First >= length || (length-1-p.First)/p.Step < p.Count-1) {
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
