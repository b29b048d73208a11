package compare

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
)

// compareArray says how the array that a reader got differs from what it should be, or returns "".
// decode is called only if hashes don't decide.
func compareArray(want *corpus.Array, got *Array, decode func() (*Elements, error)) string {
	gotType, wantType := spec.DType{}, spec.DType{}
	wide := false
	if got.dtype != want.DType {
		var ok1, ok2 bool
		gotType, ok1 = parseDType(got.dtype)
		wantType, ok2 = parseDType(want.DType)
		same := ok1 && ok2 && sameType(gotType, wantType)
		wide = ok1 && ok2 && wider(&gotType, &wantType)
		if !same && !wide {
			return fmt.Sprintf("dtype %s, expected %s", got.dtype, want.DType)
		}
	}
	if shape := shapeText(want.Shape); got.shape != shape {
		return fmt.Sprintf("shape %s, expected %s", got.shape, shape)
	}
	if wide && got.data == nil {
		return fmt.Sprintf("dtype %s, expected %s; a wider type needs data, not a hash", got.dtype, want.DType)
	}
	sum := got.sum
	if got.data != nil {
		sum = SHA256(got.data)
	}
	if !wide && sum == want.SHA256 {
		return ""
	}
	file, err := decode()
	switch {
	case err != nil && got.data == nil, err != nil && !wide:
		return fmt.Sprintf("elements with SHA-256 %.12s…, expected %.12s…", sum, want.SHA256)
	case err != nil:
		return fmt.Sprintf("dtype %s, expected %s", got.dtype, want.DType)
	case wide:
		return compareWide(&gotType, &wantType, got.data, file)
	}
	settle(&file.DType, file.Data)
	if got.data == nil {
		if sum == SHA256(file.Data) {
			return ""
		}
		return fmt.Sprintf("elements with SHA-256 %.12s…, expected %.12s…", sum, want.SHA256)
	}
	if d := sizeDiffers(len(got.data), file.Count, int(file.DType.Itemsize)); d != "" {
		return d
	}
	read := Elements{DType: file.DType, Data: slices.Clone(got.data)}
	settle(&read.DType, read.Data)
	for i := range file.Count {
		if d := elementDiffers(i, read.At(i), file.At(i)); d != "" {
			return d
		}
	}
	return ""
}

func sizeDiffers(got, count, itemsize int) string {
	if want := count * itemsize; got != want {
		return fmt.Sprintf("%d bytes of data, expected %d", got, want)
	}
	return ""
}

func elementDiffers(i int, got, want []byte) string {
	if bytes.Equal(got, want) {
		return ""
	}
	const most = 16
	if len(got) <= most {
		return fmt.Sprintf("element %d is 0x%x, expected 0x%x", i, got, want)
	}
	at := 0
	for got[at] == want[at] {
		at++
	}
	n := min(most, len(got)-at)
	return fmt.Sprintf("element %d has 0x%x at byte %d, expected 0x%x", i, got[at:at+n], at, want[at:at+n])
}

// Settle gives equal elements the same bytes.
func (e *Elements) Settle() { settle(&e.DType, e.Data) }

// settle gives equal elements the same bytes: any nonzero boolean is true, and padding doesn't
// matter.
func settle(t *spec.DType, data []byte) {
	for n := int(t.Itemsize); n > 0 && len(data) >= n; data = data[n:] {
		settleOne(t, data[:n])
	}
}

func settleOne(t *spec.DType, e []byte) {
	switch {
	case t.Base != nil:
		if n := int(t.Base.Itemsize); n > 0 && ambiguous(t.Base) {
			for ; len(e) >= n; e = e[n:] {
				settleOne(t.Base, e[:n])
			}
		}
	case t.Struct:
		for _, f := range t.Fields {
			if field := e[f.Offset:][:f.Type.Itemsize]; f.Padding {
				clear(field)
			} else {
				settleOne(&f.Type, field)
			}
		}
	case t.Kind == 'b' && e[0] != 0:
		e[0] = 1
	}
}

// ambiguous reports whether settleOne may change an element.
func ambiguous(t *spec.DType) bool {
	for t.Base != nil {
		t = t.Base
	}
	return t.Kind == 'b' || slices.ContainsFunc(t.Fields, func(f spec.Field) bool { return f.Padding || ambiguous(&f.Type) })
}

// wider reports whether every value of a number type is also a value of another, larger type of the same kind, or of a
// signed type if it is unsigned.
func wider(got, want *spec.DType) bool {
	if got.Itemsize <= want.Itemsize || got.Kind != want.Kind && (got.Kind != 'i' || want.Kind != 'u') {
		return false
	}
	switch got.Kind {
	case 'i', 'u', 'f':
		return got.Itemsize <= 8
	case 'c':
		return got.Itemsize <= 16
	}
	return false
}

// compareWide compares data of a wider type with elements.
func compareWide(gotType, wantType *spec.DType, data []byte, file *Elements) string {
	size := int(gotType.Itemsize)
	if d := sizeDiffers(len(data), file.Count, size); d != "" {
		return d
	}
	for i := range file.Count {
		got := data[i*size:][:size]
		want, equal := widen(gotType, wantType, got, file.At(i))
		if !equal {
			return elementDiffers(i, got, want)
		}
	}
	return ""
}

// widen returns an element in a wider type, and whether it equals the one that a reader got. All
// NaNs are equal.
func widen(gotType, wantType *spec.DType, got, e []byte) ([]byte, bool) {
	if gotType.Kind == 'c' {
		half := func(t *spec.DType) *spec.DType { return &spec.DType{Kind: 'f', Itemsize: t.Itemsize / 2} }
		g, w := half(gotType), half(wantType)
		re, equal1 := widen(g, w, got[:g.Itemsize], e[:w.Itemsize])
		im, equal2 := widen(g, w, got[g.Itemsize:], e[w.Itemsize:])
		return append(re, im...), equal1 && equal2
	}
	wide := make([]byte, gotType.Itemsize)
	copy(wide, e)
	switch {
	case gotType.Kind == 'f':
		v := Float(e)
		if gotType.Itemsize == 4 {
			binary.LittleEndian.PutUint32(wide, math.Float32bits(float32(v)))
		} else {
			binary.LittleEndian.PutUint64(wide, math.Float64bits(v))
		}
		if math.IsNaN(v) && math.IsNaN(Float(got)) {
			return wide, true
		}
	case wantType.Kind == 'i' && e[len(e)-1] >= 0x80:
		for i := len(e); i < len(wide); i++ {
			wide[i] = 0xff
		}
	}
	return wide, bytes.Equal(wide, got)
}
