package archive

import "testing"

// TestShift adds to numbers of 2 and 4 bytes: they stay as they are if the sum doesn't fit, or is the mark of zip64, or if
// they are that mark.
func TestShift(t *testing.T) {
	for _, test := range []struct {
		field Field
		value uint64
		by    int
		want  uint64
	}{
		{NameLen, 5, 3, 8}, {NameLen, 5, -5, 0}, {NameLen, 5, -6, 5}, {NameLen, 0xfffe, 1, 0xfffe}, {NameLen, 0xffff, -1, 0xffff},
		{Packed, 0xfffffffd, 1, 0xfffffffe}, {Packed, 0xfffffffe, 1, 0xfffffffe}, {Packed, 0xffffffff, -1, 0xffffffff},
	} {
		r := New(Local)
		r.Set(test.field, test.value)
		if r.Shift(test.field, test.by); r.Get(test.field) != test.want {
			t.Errorf("%#x shifted by %d: got %#x, want %#x", test.value, test.by, r.Get(test.field), test.want)
		}
	}
}

// TestWide sets numbers where they are: in the field, or in the block to which it leaves them, after those that are there
// as well. A number that is left to a block without it stays so.
func TestWide(t *testing.T) {
	for _, test := range []struct {
		name           string
		left           []Field
		block          int // bytes
		unpacked, wide uint64
		field          uint64 // Packed, as it is in the entry
	}{
		{"no zip64", nil, 0, 0, 7, 7},
		{"first in the block", []Field{Packed}, 8, 0, 7, 0xffffffff},
		{"second in the block", []Field{Unpacked, Packed}, 16, 0, 7, 0xffffffff},
		{"block too short", []Field{Unpacked, Packed}, 12, 0, 0xffffffff, 0xffffffff},
		{"no block", []Field{Packed}, 0, 0, 0xffffffff, 0xffffffff},
	} {
		r := New(Entry)
		for _, f := range test.left {
			r.Defer(f)
		}
		if test.block > 0 {
			r.SetZip64(make([]byte, test.block))
		}
		before := r
		r.SetWide(Packed, 7)
		if got, field, unpacked := r.Wide(Packed), r.Get(Packed), r.Wide(Unpacked); got != test.wide || field != test.field || unpacked != test.unpacked {
			t.Errorf("%s: got %#x, %#x in the field, and %#x unpacked, want %#x, %#x and %#x", test.name, got, field, unpacked, test.wide, test.field, test.unpacked)
		}
		if before.Wide(Packed) == 7 {
			t.Errorf("%s: a copy changed too", test.name)
		}
	}
}
