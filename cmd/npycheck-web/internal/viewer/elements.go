package viewer

import (
	"bytes"
	"context"
	"errors"
	"math"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// maxCells is how many elements of a table are read.
const maxCells = 10_000

// Query asks for elements of an array.
type Query struct {
	Place
	inspect.Plane
	Field  int  `json:"field"`  // of a structured type, by its index; -1 for the element
	Fields bool `json:"fields"` // the columns are all fields of a structured type, and Columns has no axis
}

// tableJSON is elements as Python spells them.
type tableJSON struct {
	Values list[list[*string]] `json:"values"` // null for what the data ends before
}

// Table returns an object with the elements of a plane as text, row by row.
func (f *File) Table(ctx context.Context, q *Query) ([]byte, error) {
	if q.Rows.Count > maxCells/max(q.Columns.Count, 1) {
		return nil, errors.New("more elements than a table has")
	}
	a, data, err := f.read(ctx, q)
	if err != nil {
		return nil, err
	}
	var columns [][]*string
	types := []spec.Field{{Type: a.DType}}
	if q.Fields {
		types = a.DType.Fields
	} else if q.Field >= 0 {
		types = types[:0:0]
		if q.Field < len(a.DType.Fields) {
			types = a.DType.Fields[q.Field : q.Field+1]
		}
	}
	count := int(q.Rows.Count * q.Columns.Count)
	for i := range types {
		if !types[i].Padding {
			columns = append(columns, texts(part(data.Data, &a.DType, &types[i]), &types[i].Type, count, data.Missing))
		}
	}
	width := int(q.Columns.Count)
	var table tableJSON
	for row := range int(q.Rows.Count) {
		var cells []*string
		for _, column := range columns {
			cells = append(cells, column[row*width:(row+1)*width]...)
		}
		table.Values = append(table.Values, cells)
	}
	return text.AppendJSON(nil, table), nil
}

// Picture returns the elements of a plane as numbers, row by row.
func (f *File) Picture(ctx context.Context, q *Query) ([]float64, error) {
	a, data, err := f.read(ctx, q)
	if err != nil {
		return nil, err
	}
	of := spec.Field{Type: a.DType}
	if q.Field >= 0 && q.Field < len(a.DType.Fields) {
		of = a.DType.Fields[q.Field]
	}
	if !inspect.HasNumbers(&of.Type) {
		return nil, errors.New("only numbers of up to 64 bits are drawn")
	}
	numbers := inspect.Numbers(nil, &of.Type, part(data.Data, &a.DType, &of))
	for i, missing := range data.Missing {
		if missing {
			numbers[i] = math.NaN()
		}
	}
	return numbers, nil
}

// read returns the elements of a plane.
func (f *File) read(ctx context.Context, q *Query) (*validator.Array, *inspect.Elements, error) {
	a, m, err := f.at(q.Place)
	if err != nil {
		return nil, nil, err
	}
	f.contents.Context = ctx
	r := f.unpacked[q.Member]
	if r == nil {
		if r, err = f.contents.Data(a, m); err != nil {
			return nil, nil, err
		}
		clear(f.unpacked) // there is room for one
		f.unpacked[q.Member] = r
	}
	data, err := q.Read(&inspect.Layout{DType: &a.DType, Shape: a.Shape, Fortran: a.FortranOrder}, r, a.DataOffset)
	return a, data, err
}

// part returns a field of each element.
func part(data []byte, t *spec.DType, f *spec.Field) []byte {
	if f.Offset == 0 && f.Type.Itemsize == t.Itemsize || t.Itemsize == 0 {
		return data
	}
	parts := make([]byte, 0, len(data)/int(t.Itemsize)*int(f.Type.Itemsize))
	for ; len(data) > 0; data = data[t.Itemsize:] {
		parts = append(parts, data[f.Offset:f.Offset+f.Type.Itemsize]...)
	}
	return parts
}

// texts returns elements as Python spells them, "…" for those that are too large, and nil for those that are missing.
func texts(data []byte, t *spec.DType, count int, missing []bool) []*string {
	shown, _ := inspect.Head(t, bytes.NewReader(data), int64(count), count)
	all := make([]*string, count)
	for i := range all {
		if missing != nil && missing[i] {
			continue
		}
		s := "…"
		if i < len(shown) {
			s = text.Inert(validator.Quote(shown[i].Text))
		}
		all[i] = &s
	}
	return all
}
