package judge

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/text"
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

// Difference says in one line how the array that one reader returned differs from that of another. It is "" if both
// are the same to their users, or if that can't be determined: one has a wider type, or only a hash. What an archive
// has under a key that the other lacks is not a difference: readers offer different members.
func (a *Array) Difference(other *Array) string {
	switch {
	case (a.members == nil) != (other.members == nil):
		return text.Line(fmt.Sprintf("read as %s and as %s", a, other))
	case a.members == nil:
		return text.Line(a.singleDifference(other))
	}
	for _, key := range slices.Sorted(maps.Keys(a.members)) {
		if b := other.members[key]; b != nil {
			if d := a.members[key].singleDifference(b); d != "" {
				return text.Line(fmt.Sprintf("member %q: %s", key, d))
			}
		}
	}
	return ""
}

// Like returns an array with the shape of another one, if they differ in nothing but dimensions of 1, and an archive
// of such arrays.
func (a *Array) Like(b *Array) *Array {
	if a.members == nil || b.members == nil {
		return a.reshaped(b.shape, addedOnes)
	}
	members := maps.Clone(a.members)
	for key, m := range members {
		if other := b.members[key]; other != nil {
			members[key] = m.reshaped(other.shape, addedOnes)
		}
	}
	return &Array{members: members}
}

func (a *Array) singleDifference(b *Array) string {
	x, ok1 := parseDType(a.dtype)
	y, ok2 := parseDType(b.dtype)
	if !ok1 || !ok2 {
		if a.dtype != b.dtype {
			return fmt.Sprintf("dtype %s and %s", a.dtype, b.dtype)
		}
	} else if !sameType(x, y) {
		if wider(&x, &y) || wider(&y, &x) {
			return ""
		}
		return fmt.Sprintf("dtype %s and %s", a.dtype, b.dtype)
	}
	if a.shape != b.shape {
		return fmt.Sprintf("shape %s and %s", a.shape, b.shape)
	}
	if a.data == nil || b.data == nil {
		if a.hash() != b.hash() && !(ok1 && ambiguous(&x)) {
			return "other elements"
		}
		return ""
	}
	if bytes.Equal(a.data, b.data) {
		return ""
	}
	if len(a.data) != len(b.data) {
		return fmt.Sprintf("%d bytes of data and %d", len(a.data), len(b.data))
	}
	if !ok1 || x.Itemsize <= 0 {
		return "other elements"
	}
	return firstDifference(&x, a.data, b.data)
}

// firstDifference finds the first element that differs between two arrays of a type.
func firstDifference(t *spec.DType, a, b []byte) string {
	count := len(a) / int(t.Itemsize)
	if len(a) != count*int(t.Itemsize) {
		return "other elements"
	}
	x, y := Elements{DType: *t, Data: slices.Clone(a)}, Elements{DType: *t, Data: slices.Clone(b)}
	settle(t, x.Data)
	settle(t, y.Data)
	for i := range count {
		if e, f := x.At(i), y.At(i); !bytes.Equal(e, f) {
			return fmt.Sprintf("element %d is 0x%x and 0x%x", i, e[:min(len(e), 16)], f[:min(len(f), 16)])
		}
	}
	return ""
}

func (a *Array) hash() string {
	if a.data == nil {
		return a.sum
	}
	return SHA256(a.data)
}

// Identity identifies an array or archive, byte by byte.
func (a *Array) Identity() string {
	switch {
	case a == nil:
		return ""
	case a.members == nil && a.data != nil:
		return a.dtype + " " + a.shape + " " + SHA256(a.data)
	case a.members == nil:
		return a.dtype + " " + a.shape + " " + a.sum
	}
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(a.members)) {
		parts = append(parts, fmt.Sprintf("%q %s", key, a.members[key].Identity()))
	}
	return strings.Join(parts, ";")
}

// MaxWritten is the size in bytes of the largest file that is read back.
const MaxWritten = 256 << 20

// Written says how the array of a file that a writer wrote, or that of a member, differs from what it was asked for.
// It is "" if it doesn't. Width is true if it has the same texts with another width.
func Written(want *corpus.Array, file []byte, member int) (difference string, width bool, err error) {
	got, err := decodeFile(file, "", member)
	if err != nil {
		return "", false, err
	}
	dtype, ok := parseDType(want.DType)
	d := ""
	switch {
	case !ok || !sameType(got.DType, dtype):
		d = fmt.Sprintf("dtype %s, expected %s", got.DType.Descr(), want.DType)
		if ok && ofWidth(got, &dtype) && slices.Equal(got.Shape, want.Shape) && SHA256(got.Data) == want.SHA256 {
			return d, true, nil
		}
	case !slices.Equal(got.Shape, want.Shape):
		d = fmt.Sprintf("shape %s, expected %s", shapeText(got.Shape), shapeText(want.Shape))
	case want.FortranOrder && !got.Fortran && orderMatters(want.Shape):
		d = "fortran_order false, expected true; a writer that has only C order answers unsupported"
	case got.Fortran && !want.FortranOrder && orderMatters(want.Shape):
		d = "fortran_order true, expected false"
	default:
		sum := SHA256(got.Data)
		if settle(&got.DType, got.Data); sum != want.SHA256 && SHA256(got.Data) != want.SHA256 {
			d = fmt.Sprintf("elements with SHA-256 %.12s…, expected %.12s…", sum, want.SHA256)
		}
	}
	return d, false, nil
}

// ofWidth converts texts to the width of another type of text, and reports whether that loses nothing.
func ofWidth(e *Elements, t *spec.DType) bool {
	if t.Kind != 'S' && t.Kind != 'U' || e.DType.Kind != t.Kind {
		return false
	}
	from, to := int(e.DType.Itemsize), int(t.Itemsize)
	if e.Count*to > MaxWritten {
		return false
	}
	data := make([]byte, e.Count*to)
	for i := range e.Count {
		text := e.Data[i*from:][:from]
		n := copy(data[i*to:][:to], text)
		if len(bytes.Trim(text[n:], "\x00")) > 0 {
			return false
		}
	}
	e.Data = data
	return true
}

// orderMatters reports whether the two orders lay out an array differently.
func orderMatters(shape []int64) bool {
	long := 0
	for _, d := range shape {
		if d == 0 {
			return false
		}
		if d > 1 {
			long++
		}
	}
	return long > 1
}
