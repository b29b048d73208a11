package inspect

import (
	"encoding/binary"
	"encoding/hex"
	"io"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// The limits of what is shown of the first elements; the rest is "…".
const (
	maxElement = 4 << 10   // bytes of each
	maxHead    = 256 << 10 // bytes of all
	maxParts   = 64 << 10  // numbers, texts, structures and subarrays: some take no bytes
)

// Head reads the first elements from r, at most most of count, or fewer if there are fewer or
// they are large. The type has no objects. An error of r comes with the elements before it.
func Head(t *spec.DType, r io.Reader, count int64, most int) ([]Value, error) {
	n := min(count, int64(most), max(1, maxHead/max(t.Itemsize, 1)))
	size := min(t.Itemsize, maxElement)
	var data []byte
	whole := int64(0)
	var failed error
	for ; whole < n; whole++ {
		data = slices.Grow(data, int(size))
		element := data[len(data) : len(data)+int(size)]
		if _, err := io.ReadFull(r, element); err != nil {
			failed = err
			break
		}
		data = data[:len(data)+int(size)]
		if rest := t.Itemsize - size; rest > 0 {
			if _, failed = io.CopyN(io.Discard, r, rest); failed != nil {
				whole++
				break
			}
		}
	}
	if failed == io.EOF || failed == io.ErrUnexpectedEOF {
		failed = nil
	}
	d := decoder{maxParts, x86(t, data)}
	var list []Value
	for i := range whole {
		if d.left <= 0 {
			break
		}
		list = append(list, d.element(t, data[i*size:(i+1)*size]))
	}
	return list, failed
}

// decoder decodes elements, as long as there are parts left to be shown.
type decoder struct {
	left int
	x86  bool // long doubles are those of x86, of which some don't look like it
}

// x86 reports whether all elements of an array are long doubles of x86: zeros with something in their padding, which
// may be numbers of another machine, are next to others.
func x86(t *spec.DType, data []byte) bool {
	size := int(t.Itemsize)
	switch {
	case t.Kind == 'c':
		size /= 2
	case t.Kind != 'f':
		return false
	}
	if size < 10 {
		return false
	}
	var evidence longEvidence
	for ; len(data) >= size; data = data[size:] {
		evidence.see(longDoubleOf(data[:size], t.Order == '>'))
	}
	return evidence.x86()
}

var cut = special("…", "…")

// element returns the element that has the given bytes, or begins with them.
func (d *decoder) element(t *spec.DType, b []byte) Value {
	d.left--
	switch {
	case t.Base != nil:
		return d.subarray(t.Base, t.Shape, b)
	case t.Struct:
		return d.structure(t, b)
	case int64(len(b)) < t.Itemsize && (t.Kind == 'S' || t.Kind == 'U' || t.Kind == 'V'):
		short := *t
		short.Itemsize = int64(len(b)) / 4 * 4
		v := d.scalar(&short, b[:short.Itemsize])
		return Value{v.Text + cut.Text, v.JSON}
	case int64(len(b)) < t.Itemsize:
		return cut
	}
	return d.scalar(t, b[:t.Itemsize])
}

// structure returns the fields of an element, without the padding between them.
func (d *decoder) structure(t *spec.DType, b []byte) Value {
	var texts []string
	list := []any{}
	have := int64(len(b))
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Padding {
			continue
		}
		if d.left <= 0 || f.Offset >= have && f.Type.Itemsize > 0 {
			texts, list = append(texts, cut.Text), append(list, cut.JSON)
			break
		}
		v := d.element(&f.Type, b[min(f.Offset, have):min(f.Offset+f.Type.Itemsize, have)])
		texts, list = append(texts, v.Text), append(list, v.JSON)
	}
	text := "(" + strings.Join(texts, ", ")
	if len(texts) == 1 {
		text += ","
	}
	return Value{text + ")", list}
}

// subarray returns a subarray, as far as its bytes go.
func (d *decoder) subarray(t *spec.DType, shape []int64, b []byte) Value {
	if len(shape) == 0 {
		return d.element(t, b)
	}
	size := t.Itemsize
	for _, n := range shape[1:] {
		size *= n // the whole fits an itemsize
	}
	var texts []string
	list := []any{}
	for i := range shape[0] {
		if d.left--; d.left <= 0 || i*size >= int64(len(b)) {
			texts, list = append(texts, cut.Text), append(list, cut.JSON)
			break
		}
		v := d.subarray(t, shape[1:], b[i*size:min((i+1)*size, int64(len(b)))])
		texts, list = append(texts, v.Text), append(list, v.JSON)
	}
	return Value{"[" + strings.Join(texts, ", ") + "]", list}
}

// scalar returns an element without parts.
func (d *decoder) scalar(t *spec.DType, b []byte) Value {
	var swap [8]byte
	number := func() []byte { // of 2 to 8 bytes, little-endian
		if t.Order != '>' {
			return b
		}
		n := copy(swap[:], b)
		slices.Reverse(swap[:n])
		return swap[:n]
	}
	switch size := len(b); t.Kind {
	case 'b':
		if size == 1 {
			return boolean(b[0] != 0)
		}
	case 'i', 'u', 'm', 'M':
		if slices.Contains([]int{1, 2, 4, 8}, size) {
			return whole(t, number())
		}
	case 'f':
		return d.realNumber(b, t.Order == '>')
	case 'c':
		half := size / 2
		return complexOf(d.realNumber(b[:half], t.Order == '>'), d.realNumber(b[half:], t.Order == '>'))
	case 'S':
		return byteString(b)
	case 'U':
		return unicodeString(b, t.Order == '>')
	case 'O':
		return special("an object", "an object")
	}
	return raw(b)
}

// whole returns an integer, a date, or a span of time.
func whole(t *spec.DType, b []byte) Value {
	var bytes [8]byte
	copy(bytes[:], b)
	v := binary.LittleEndian.Uint64(bytes[:])
	shift := 64 - 8*len(b)
	signed := int64(v<<shift) >> shift
	switch {
	case t.Kind == 'M':
		return date(t, signed)
	case t.Kind == 'm' && signed == -1<<63:
		return special("NaT", "NaT")
	case len(b) == 8 && t.Kind == 'u':
		return unsigned64(v)
	case len(b) == 8:
		return integer64(signed)
	case t.Kind == 'u':
		return integer(int64(v))
	}
	return integer(signed)
}

// realNumber returns a real number of any size. A long double that is not one of x86 is shown as bytes.
func (d *decoder) realNumber(b []byte, swapped bool) Value {
	switch len(b) {
	case 2:
		u := binary.LittleEndian.Uint16(b)
		if swapped {
			u = bits.ReverseBytes16(u)
		}
		return realOf(2, half(u))
	case 4:
		return realOf(4, float64(math.Float32frombits(load32(b, swapped))))
	case 8:
		return realOf(8, math.Float64frombits(load64(b, swapped)))
	case 10, 12, 16:
		if x := longDoubleOf(b, swapped); d.x86 || x.valid() && (x.exponent != 0 || x.mantissa == 0 && !x.padded) {
			return x.value()
		}
	}
	return raw(b)
}

func raw(b []byte) Value {
	text := hex.EncodeToString(b)
	if text == "" {
		return special("b''", "")
	}
	return special("0x"+text, text)
}

// byteString returns an element of type S, which ends before the zeros that fill it up.
func byteString(b []byte) Value {
	for len(b) > 0 && b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	shown := []byte("b'")
	latin1 := make([]rune, len(b))
	for i, c := range b {
		latin1[i] = rune(c)
		switch {
		case c == '\'' || c == '\\':
			shown = append(shown, '\\', c)
		case c < ' ' || c > '~':
			shown = append(shown, '\\', 'x', hexDigits[c>>4], hexDigits[c&15])
		default:
			shown = append(shown, c)
		}
	}
	return Value{string(append(shown, '\'')), string(latin1)}
}

const hexDigits = "0123456789abcdef"

// unicodeString returns an element of type U, which ends before the zeros that fill it up.
func unicodeString(b []byte, swapped bool) Value {
	var points []any
	var s []byte
	good, length := true, 0
	for ; len(b) >= 4; b = b[4:] {
		r := binary.LittleEndian.Uint32(b)
		if swapped {
			r = binary.BigEndian.Uint32(b)
		}
		points = append(points, r)
		if r != 0 {
			length = len(points)
		}
		if r > utf8.MaxRune || r>>11 == 0xd800>>11 {
			good = false
			continue
		}
		s = utf8.AppendRune(s, rune(r))
	}
	if !good {
		var texts []string
		for _, r := range points[:length] {
			texts = append(texts, integer(int64(r.(uint32))).Text)
		}
		return Value{"[" + strings.Join(texts, ", ") + "]", points[:length]}
	}
	trimmed := strings.TrimRight(string(s), "\x00")
	return Value{string(text.AppendRepr(nil, trimmed)), trimmed}
}
