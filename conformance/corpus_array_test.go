package conformance_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
)

// TestCorpusArrays compares the arrays of the cases with what is in the files: the validator reads
// the header, and a decoder of this test the data.
func TestCorpusArrays(t *testing.T) {
	arrays := 0
	for _, c := range corpus.Cases() {
		if c.Array == nil {
			continue
		}
		file, report := checkCase(t, c)
		got, want := report.Array, c.Array
		if got == nil && slices.Contains(c.Flags, "named-escape") {
			continue // the validator doesn't know the names of characters
		}
		if got == nil {
			t.Errorf("%s: the validator finds no array", c.ID)
			continue
		}
		arrays++
		dtype := normal(got.DType)
		if d := dtype.Descr(); d != want.DType {
			t.Errorf("%s: got dtype %s, want %s", c.ID, d, want.DType)
			continue
		}
		if !slices.Equal(got.Shape, want.Shape) || got.FortranOrder != want.FortranOrder {
			t.Errorf("%s: got shape %v, Fortran order %t, want %v, %t", c.ID, got.Shape, got.FortranOrder, want.Shape, want.FortranOrder)
			continue
		}
		data := file[min(got.DataOffset, int64(len(file))):]
		elements, err := decode(got.DType, got.Shape, got.FortranOrder, data)
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		if len(elements) != len(want.Values) {
			t.Errorf("%s: got %d elements, want %d", c.ID, len(elements), len(want.Values))
			continue
		}
		sum := sha256.Sum256(slices.Concat(elements...))
		if s := hex.EncodeToString(sum[:]); s != want.SHA256 {
			t.Errorf("%s: got elements with SHA-256 %s, want %s", c.ID, s, want.SHA256)
		}
		for i, e := range elements {
			if err := sameValue(&dtype, e, want.Values[i]); err != nil {
				t.Errorf("%s: element %d: %v", c.ID, i, err)
				break
			}
		}
	}
	if arrays == 0 {
		t.Error("no case has an array")
	}
}

// normal returns the type as NumPy writes it once it has it: with every byte order turned into
// little-endian, and the padding between two fields in one piece.
func normal(t spec.DType) spec.DType {
	if t.Order != '|' {
		t.Order = '<'
	}
	if t.Base != nil {
		base := normal(*t.Base)
		t.Base = &base
	}
	fields := t.Fields
	t.Fields = nil
	for _, f := range fields {
		f.Type = normal(f.Type)
		last := len(t.Fields) - 1
		switch {
		case f.Padding && f.Type.Itemsize == 0:
		case f.Padding && last >= 0 && t.Fields[last].Padding:
			t.Fields[last].Type.Itemsize += f.Type.Itemsize
		default:
			t.Fields = append(t.Fields, f)
		}
	}
	return t
}

// decode returns the elements in C order, each little-endian and with zeros for padding.
func decode(dtype spec.DType, shape []int64, fortran bool, data []byte) ([][]byte, error) {
	count := 1
	for _, d := range shape {
		if d == 0 {
			return nil, nil
		}
		count *= int(d) // what has data in the corpus is small
	}
	size := int(dtype.Itemsize)
	if len(data) < count*size {
		return nil, fmt.Errorf("got %d bytes of data, want %d", len(data), count*size)
	}
	elements := make([][]byte, count)
	for c := range count {
		at := c
		if fortran {
			// The index of element c, from its last dimension to the first.
			at = 0
			stride := count
			rest := c
			for i := len(shape) - 1; i >= 0; i-- {
				d := int(shape[i])
				stride /= d
				at += rest % d * stride
				rest /= d
			}
		}
		elements[c] = make([]byte, size)
		decodeElement(&dtype, elements[c], data[at*size:][:size])
	}
	return elements, nil
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

// sameValue compares a little-endian element with its value in the manifest, in the form that the
// README of the corpus gives it.
func sameValue(t *spec.DType, e []byte, value any) error {
	differs := func(got any) error { return fmt.Errorf("got %v, want %v (%T)", got, value, value) }
	switch {
	case t.Base != nil:
		return sameList(t.Base, t.Shape, e, value)
	case t.Struct:
		list, _ := value.([]any)
		for _, f := range t.Fields {
			if f.Padding {
				continue
			}
			if len(list) == 0 {
				return differs("more fields")
			}
			if err := sameValue(&f.Type, e[f.Offset:f.Offset+f.Type.Itemsize], list[0]); err != nil {
				return fmt.Errorf("field %q: %w", f.Name, err)
			}
			list = list[1:]
		}
		if len(list) > 0 {
			return differs("fewer fields")
		}
		return nil
	}
	var got any
	switch t.Kind {
	case 'b':
		got = e[0] != 0
	case 'i':
		v := int64(unsigned(e)) << (64 - 8*len(e)) >> (64 - 8*len(e))
		got = float64(v)
		if len(e) == 8 {
			got = strconv.FormatInt(v, 10)
		}
	case 'u':
		got = float64(unsigned(e))
		if len(e) == 8 {
			got = strconv.FormatUint(unsigned(e), 10)
		}
	case 'm', 'M':
		got = strconv.FormatInt(int64(unsigned(e)), 10)
		if unsigned(e) == 1<<63 {
			got = "NaT"
		}
	case 'S':
		var s strings.Builder
		for _, b := range e {
			s.WriteRune(rune(b))
		}
		got = strings.TrimRight(s.String(), "\x00")
	case 'U':
		got = text(e)
	case 'f':
		return sameFloat(float(e), value)
	case 'c':
		half := spec.DType{Kind: 'f', Order: '<', Itemsize: int64(len(e) / 2)}
		return sameList(&half, []int64{2}, e, value)
	case 'V':
		got = hex.EncodeToString(e)
	default:
		return fmt.Errorf("type %s has no form in the manifest", t.Descr())
	}
	if list, ok := got.([]any); ok {
		if fmt.Sprint(list) != fmt.Sprint(value) {
			return differs(got)
		}
	} else if got != value {
		return differs(got)
	}
	return nil
}

// sameList compares a sub-array with lists that are nested like its shape.
func sameList(base *spec.DType, shape []int64, e []byte, value any) error {
	if len(shape) == 0 {
		return sameValue(base, e, value)
	}
	list, ok := value.([]any)
	if !ok || int64(len(list)) != shape[0] {
		return fmt.Errorf("got a list of %d, want %v (%T)", shape[0], value, value)
	}
	for i, item := range list {
		n := len(e) / len(list)
		if err := sameList(base, shape[1:], e[i*n:][:n], item); err != nil {
			return err
		}
	}
	return nil
}

func unsigned(e []byte) uint64 {
	var b [8]byte
	copy(b[:], e)
	return binary.LittleEndian.Uint64(b[:])
}

func float(e []byte) float64 {
	bits := unsigned(e[:min(len(e), 8)])
	switch len(e) {
	case 4:
		return float64(math.Float32frombits(uint32(bits)))
	case 8:
		return math.Float64frombits(bits)
	case 10, 12, 16: // the long double of x86; the corpus has only numbers that a double holds
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

// sameFloat compares a number with a JSON number, or with a string where JSON has none, as that
// of NaN, or where parsers differ, as on -0.
func sameFloat(got float64, value any) error {
	want, ok := value.(float64)
	if s, isString := value.(string); isString {
		var err error
		want, err = strconv.ParseFloat(s, 64)
		ok = err == nil
	}
	same := math.Float64bits(got) == math.Float64bits(want) || math.IsNaN(got) && math.IsNaN(want)
	if !ok || !same {
		return fmt.Errorf("got %v, want %v (%T)", got, value, value)
	}
	return nil
}

// text returns the characters of a UCS-4 string without the NULs at its end, or a list of their
// numbers if one is no character of Unicode.
func text(e []byte) any {
	for len(e) > 0 && binary.LittleEndian.Uint32(e[len(e)-4:]) == 0 {
		e = e[:len(e)-4]
	}
	var runes []rune
	var numbers []any
	odd := false
	for ; len(e) > 0; e = e[4:] {
		n := binary.LittleEndian.Uint32(e)
		odd = odd || n > 0x10ffff || n >= 0xd800 && n < 0xe000
		runes = append(runes, rune(n))
		numbers = append(numbers, float64(n))
	}
	if odd {
		return numbers
	}
	return string(runes)
}
