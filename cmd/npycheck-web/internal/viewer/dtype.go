package viewer

import (
	"fmt"
	"strconv"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// maxFields is how many fields of a dtype are listed, with those of fields.
const maxFields = 500

// typeJSON describes a dtype.
type typeJSON struct {
	Descr    string          `json:"descr"`
	Text     string          `json:"text"` // in words
	Itemsize int64           `json:"itemsize"`
	Numbers  bool            `json:"numbers"`           // it can be drawn
	Objects  bool            `json:"objects,omitempty"` // elements are in a pickle, where they have any size
	Fields   list[fieldJSON] `json:"fields,omitempty"`
	Cut      bool            `json:"cut,omitempty"` // there are more fields
}

// fieldJSON is a field, at a depth below the fields that contain it.
type fieldJSON struct {
	Name     string `json:"name"`
	Title    string `json:"title,omitempty"`
	Depth    int    `json:"depth"`
	Index    int    `json:"index"` // among the fields of the dtype, -1 for those of fields
	Offset   int64  `json:"offset"`
	Itemsize int64  `json:"itemsize"`
	Descr    string `json:"descr"`
	Text     string `json:"text"`
	Padding  bool   `json:"padding,omitempty"`
	Numbers  bool   `json:"numbers,omitempty"`
}

func describe(t *spec.DType) typeJSON {
	d := typeJSON{Descr: validator.Quote(t.Descr()), Text: words(t), Itemsize: t.Itemsize, Numbers: inspect.HasNumbers(t), Objects: t.HasObject()}
	d.fields(t, 0, 0)
	return d
}

// fields lists the fields of a type whose elements begin at an offset.
func (d *typeJSON) fields(t *spec.DType, depth int, offset int64) {
	for t.Base != nil {
		t = t.Base
	}
	for i := range t.Fields {
		if len(d.Fields) == maxFields {
			d.Cut = true
			return
		}
		f := &t.Fields[i]
		listed := fieldJSON{
			Name: validator.Quote(f.Name), Depth: depth, Index: i, Offset: offset + f.Offset, Itemsize: f.Type.Itemsize,
			Descr: validator.Quote(f.Type.Descr()), Text: words(&f.Type), Padding: f.Padding, Numbers: inspect.HasNumbers(&f.Type),
		}
		if depth > 0 {
			listed.Index = -1
		}
		if f.Titled {
			listed.Title = validator.Quote(f.Title)
		}
		d.Fields = append(d.Fields, listed)
		d.fields(&f.Type, depth+1, offset+f.Offset)
	}
}

// words describes a dtype as people say it: "float64, little-endian".
func words(t *spec.DType) string {
	switch {
	case t.Base != nil:
		return "subarray " + text.Shape(t.Shape) + " of " + words(t.Base)
	case t.Struct:
		return "structure of " + text.Count(int64(fieldCount(t)), "field")
	}
	s := name(t)
	switch t.Order {
	case '<':
		return s + ", little-endian"
	case '>':
		return s + ", big-endian"
	case '=':
		return s + ", byte order not stated"
	}
	return s
}

func fieldCount(t *spec.DType) (n int) {
	for i := range t.Fields {
		if !t.Fields[i].Padding {
			n++
		}
	}
	return n
}

// name returns the name of a scalar type, without the byte order.
func name(t *spec.DType) string {
	bits := strconv.FormatInt(8*t.Itemsize, 10)
	switch t.Kind {
	case 'b':
		return "bool"
	case 'i':
		return "int" + bits
	case 'u':
		return "uint" + bits
	case 'f':
		if t.Itemsize > 8 {
			return fmt.Sprintf("long double of %d bytes", t.Itemsize)
		}
		return "float" + bits
	case 'c':
		if t.Itemsize > 16 {
			return fmt.Sprintf("complex long double of %d bytes", t.Itemsize)
		}
		return "complex" + bits
	case 'M', 'm':
		return map[byte]string{'M': "date and time", 'm': "time span"}[t.Kind] + unit(t)
	case 'S':
		return "byte string of " + text.Count(t.Itemsize, "byte")
	case 'U':
		return "text of " + text.Count(t.Itemsize/4, "character")
	case 'V':
		return text.Count(t.Itemsize, "raw byte")
	case 'O':
		return "Python objects, in a pickle"
	}
	return ""
}

func unit(t *spec.DType) string {
	switch {
	case t.Unit == spec.NoUnit:
		return " without a unit"
	case t.Multiple > 1:
		return fmt.Sprintf(" in units of %d %s", t.Multiple, t.Unit)
	}
	return " in " + t.Unit.String()
}

// lengths returns the lengths of axes as text.
func lengths(shape []int64) []string {
	texts := make([]string, len(shape))
	for i, n := range shape {
		texts[i] = strconv.FormatInt(n, 10)
	}
	return texts
}
