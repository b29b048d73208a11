package conformance_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/judge"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestCorpusArrays compares the arrays of the cases with what is in the files: the validator reads
// the header, and the decoder of this package the data.
func TestCorpusArrays(t *testing.T) {
	arrays := 0
	for _, c := range corpus.Cases() {
		if c.Array == nil {
			continue
		}
		file, report := checkCase(t, c)
		if report.Array == nil && slices.Contains(c.Flags, "named-escape") {
			continue // the validator doesn't know the names of characters
		}
		if err := sameArray(report.Array, file, c.Array); err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
		arrays++
	}
	if arrays == 0 {
		t.Error("no case has an array")
	}
}

// TestCorpusMembers does the same for the members of archives, with the contents that archive/zip
// reads.
func TestCorpusMembers(t *testing.T) {
	arrays := map[bool]int{} // by whether the member is stored
	for _, c := range corpus.Cases() {
		if c.Members == nil || slices.Contains(c.Flags, "odd-method") {
			continue // neither the validator nor archive/zip reads other methods
		}
		file, report := checkCase(t, c)
		listed := slices.DeleteFunc(slices.Clone(report.Members), func(m validator.Member) bool { return m.Hidden })
		if want := len(c.Members) + c.MoreMembers; len(listed) != want {
			t.Errorf("%s: got %d members, want %d", c.ID, len(listed), want)
			continue
		}
		contents, err := unzip(file, len(c.Members))
		if err != nil && c.Duty == corpus.Accept {
			t.Errorf("%s: archive/zip: %v", c.ID, err)
			continue
		}
		for i, want := range c.Members {
			got := listed[i]
			if got.Name != want.Name || got.Key != want.Key {
				t.Errorf("%s: got member %q with the key %q, want %q, %q", c.ID, got.Name, got.Key, want.Name, want.Key)
				continue
			}
			if want.Array == nil {
				if got.Array != nil && !got.Array.DType.HasObject() {
					t.Errorf("%s: member %q: got an array of %s, want none", c.ID, want.Name, got.Array.DType.Descr())
				}
				continue
			}
			var content []byte
			switch {
			case err == nil:
				content = contents[i]
				if got.Stored && !bytes.HasPrefix(file[got.Offset:], content) {
					t.Errorf("%s: member %q: the bytes at offset %d are not those that archive/zip reads", c.ID, want.Name, got.Offset)
				}
			case got.Stored:
				content = file[got.Offset:]
			case slices.Contains(c.Rules, "zip-size"): // which archive/zip rejects
				content, err = io.ReadAll(flate.NewReader(bytes.NewReader(file[got.Offset:])))
				if err != nil {
					t.Errorf("%s: member %q: %v", c.ID, want.Name, err)
				}
			default:
				t.Errorf("%s: member %q: archive/zip: %v", c.ID, want.Name, err)
				continue
			}
			if err := sameArray(got.Array, content, want.Array); err != nil {
				t.Errorf("%s: member %q: %v", c.ID, want.Name, err)
			}
			arrays[got.Stored]++
		}
	}
	if arrays[true] == 0 || arrays[false] == 0 {
		t.Errorf("got %d arrays of stored and %d of compressed members, want some of both", arrays[true], arrays[false])
	}
}

// unzip returns the contents of the first n members in the order of the directory.
func unzip(file []byte, n int) ([][]byte, error) {
	r, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, err
	}
	var out [][]byte
	for _, f := range r.File[:min(n, len(r.File))] {
		m, err := f.Open()
		if err != nil {
			return nil, err
		}
		content, err := io.ReadAll(m)
		if err != nil {
			return nil, err
		}
		out = append(out, content)
	}
	return out, nil
}

// sameArray compares what the validator found in the content of a file or of a member with an array
// of a case.
func sameArray(got *validator.Array, content []byte, want *corpus.Array) error {
	if got == nil {
		return errors.New("the validator finds no array")
	}
	dtype := judge.Normal(got.DType)
	if d := dtype.Descr(); d != want.DType {
		return fmt.Errorf("got dtype %s, want %s", d, want.DType)
	}
	if !slices.Equal(got.Shape, want.Shape) || got.FortranOrder != want.FortranOrder {
		return fmt.Errorf("got shape %v, Fortran order %t, want %v, %t", got.Shape, got.FortranOrder, want.Shape, want.FortranOrder)
	}
	data := content[min(got.DataOffset, int64(len(content))):]
	decoded, err := judge.Decode(got, data)
	if err != nil {
		return err
	}
	if want.Values != nil && decoded.Count != len(want.Values) {
		return fmt.Errorf("got %d elements, want %d", decoded.Count, len(want.Values))
	}
	sum := sha256.Sum256(decoded.Data)
	if s := hex.EncodeToString(sum[:]); s != want.SHA256 {
		return fmt.Errorf("got elements with SHA-256 %s, want %s", s, want.SHA256)
	}
	for i, value := range want.Values {
		if err := sameValue(&dtype, decoded.At(i), value); err != nil {
			return fmt.Errorf("element %d: %w", i, err)
		}
	}
	return nil
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
		v := int64(judge.Unsigned(e)) << (64 - 8*len(e)) >> (64 - 8*len(e))
		got = float64(v)
		if len(e) == 8 {
			got = strconv.FormatInt(v, 10)
		}
	case 'u':
		got = float64(judge.Unsigned(e))
		if len(e) == 8 {
			got = strconv.FormatUint(judge.Unsigned(e), 10)
		}
	case 'm', 'M':
		got = strconv.FormatInt(int64(judge.Unsigned(e)), 10)
		if judge.Unsigned(e) == 1<<63 {
			got = "NaT"
		}
	case 'S':
		var s strings.Builder
		for _, b := range e {
			s.WriteRune(rune(b))
		}
		got = strings.TrimRight(s.String(), "\x00")
	case 'U':
		got = characters(e)
	case 'f':
		return sameFloat(judge.Float(e), value)
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

// sameList compares a subarray with lists that are nested like its shape.
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

// characters returns the characters of a UCS-4 string without the NULs at its end, or a list of their
// numbers if one is not a Unicode character.
func characters(e []byte) any {
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
