package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
)

// TestCompare compares what readers send for files of the corpus with what they hold:
//
//	order/c-1d                 <f8: 0.5 1.5 2.5
//	data/value-nan-signalling-f2  <f2: NaN NaN
//	descr/grid-be-f2-1d-v1     <f2: 0 -0 1 -1 0.5 2 …
//	order/fortran-2d           <i2, shape (2, 3): 0 1 2 3 4 5
//	data/bool-2                |b1: a true one has the byte 2
//	data/bool-field            [('a', '<i2'), ('b', '|b1')]: 1 true, 2 false
//	order/fortran-struct       [('a', '|i1'), ('b', '<i2')]
//	descr/sub-array-of-sub-arrays  [('a', ('|i1', (2,)), (3,))]: the numbers from 1 to 12
//	data/second-array-behind-empty  <f8, shape (0,)
func TestCompare(t *testing.T) {
	const (
		floats = "000000000000e03f000000000000f83f0000000000000440"
		shorts = "000001000200030004000500"
		bools  = "010001010000010001000001"

		numbers = "0102030405060708090a0b0c"
	)
	sum := func(data string) string {
		raw, err := hex.DecodeString(data)
		if err != nil {
			t.Fatal(err)
		}
		s := sha256.Sum256(raw)
		return hex.EncodeToString(s[:])
	}
	for _, test := range []struct {
		id, dtype, shape, data string // data is that, or a hash after "sha256:"
		want                   string
	}{
		{"order/c-1d", "<f8", "[3]", floats, ""},
		{"order/c-1d", "<f8", "[3]", "sha256:" + sum(floats), ""},
		{"order/c-1d", "=f8", "[3]", floats, ""},
		{"order/c-1d", "|f8", "[3]", floats, ""},
		{"order/c-1d", ">f8", "[3]", floats, "dtype >f8, expected <f8"},
		{"order/c-1d", "<i8", "[3]", floats, "dtype <i8, expected <f8"},
		{"order/c-1d", "<f4", "[3]", floats, "dtype <f4, expected <f8"},
		{"order/c-1d", "nonsense", "[3]", floats, "dtype nonsense, expected <f8"},
		{"order/c-1d", "", "[3]", floats, "dtype , expected <f8"},
		{"order/c-1d", "<f8", "[3,1]", floats, "shape [3,1], expected [3]"},
		{"order/c-1d", "<f8", "[]", floats, "shape [], expected [3]"},
		{"order/c-1d", "<f8", "[null]", floats, "shape [null], expected [3]"},
		{"order/c-1d", "<f8", "[-3]", floats, "shape [-3], expected [3]"},
		{"data/second-array-behind-empty", "<f8", "[0]", "", ""},
		{"data/second-array-behind-empty", "<f8", "[-1]", "", "shape [-1], expected [0]"},
		{"data/second-array-behind-empty", "<f8", "[false]", "", "shape [false], expected [0]"},
		{"order/c-1d", "<f8", "[3]", floats[16:], "16 bytes of data, expected 24"},
		{"order/c-1d", "<f8", "[3]", "", "0 bytes of data, expected 24"},
		{"order/c-1d", "<f8", "[3]", floats[:32] + "0000000000000840", "element 2 is 0x0000000000000840, expected 0x0000000000000440"},
		{"order/c-1d", "<f8", "[3]", "sha256:" + sum(""), "elements with SHA-256 e3b0c44298fc…, expected a7f7d102d910…"},

		// Wider types.
		{"data/value-nan-signalling-f2", "<f2", "[2]", "017c55fd", ""},
		{"data/value-nan-signalling-f2", "<f2", "[2]", "017e55fd", "element 0 is 0x017e, expected 0x017c"},
		{"data/value-nan-signalling-f2", "<f4", "[2]", "0000c07f0000c07f", ""},
		{"data/value-nan-signalling-f2", "<f8", "[2]", "000000000000f87f000000000000f8ff", ""},
		{"data/value-nan-signalling-f2", "<f8", "[2]", "000000000000f07f000000000000f8ff", "element 0 is 0x000000000000f07f, expected 0x010000000000f87f"},
		{"order/fortran-2d", "<i2", "[2,3]", shorts, ""},
		{"order/fortran-2d", "<i4", "[2,3]", "000000000100000002000000030000000400000005000000", ""},
		{"order/fortran-2d", "<i4", "[2,3]", "000000000100000002000000030000000400000005000001", "element 5 is 0x05000001, expected 0x05000000"},
		{"order/fortran-2d", "<i4", "[2,3]", "00000000", "4 bytes of data, expected 24"},
		{"order/fortran-2d", "<i4", "[2,3]", "sha256:" + sum(""), "dtype <i4, expected <i2; a wider type needs data, not a hash"},
		{"order/fortran-2d", "<u4", "[2,3]", shorts, "dtype <u4, expected <i2"},
		{"data/value-unsigned-over-2-31", "<i8", "[2]", "0000008000000000ffffffff00000000", ""},
		{"data/value-unsigned-over-2-31", "<i8", "[2]", "00000080ffffffffffffffffffffffff", "element 0 is 0x00000080ffffffff, expected 0x0000008000000000"},
		{"data/value-unsigned-over-2-31", "<i4", "[2]", "00000080ffffffff", "dtype <i4, expected <u4"},
		{"order/fortran-2d", "|i1", "[2,3]", shorts, "dtype |i1, expected <i2"},

		// Booleans.
		{"data/bool-2", "|b1", "[12]", bools, ""},
		{"data/bool-2", "?", "[12]", bools, ""},
		{"data/bool-2", "<b1", "[12]", bools, ""},
		{"data/bool-2", "|b1", "[12]", "ff" + bools[2:], ""},
		{"data/bool-2", "|b1", "[12]", "00" + bools[2:], "element 0 is 0x00, expected 0x01"},
		{"data/bool-2", "|b1", "[12]", "sha256:" + sum(bools), ""},
		{"data/bool-2", "|u1", "[12]", bools, "dtype |u1, expected |b1"},
		{"data/bool-field", "[('a', '<i2'), ('b', '|b1')]", "[2]", "010001020000", ""},
		{"data/padding-inner", "[('a', '|i1'), ('', '|V3'), ('b', '<i4')]", "[2]", "0100000002010000" + "fe000000fdffffff", ""},
		{"data/padding-inner", "[('a', '|i1'), ('', '|V3'), ('b', '<i4')]", "[2]", "01aabbcc02010000" + "fe0102fffdffffff", ""},
		{"data/padding-inner", "[('a', '|i1'), ('', '|V3'), ('b', '<i4')]", "[2]", "01aabbcc02010000" + "ff0102fffdffffff", "element 1 is 0xff000000fdffffff, expected 0xfe000000fdffffff"},
		{"data/bool-field", "[('a', '<i2'), ('b', '|b1')]", "[2]", "010001020001", "element 1 is 0x020001, expected 0x020000"},

		// Subarrays.
		{"descr/sub-array-of-sub-arrays", "[('a', ('|i1', (2,)), (3,))]", "[2]", numbers, ""},
		{"descr/sub-array-of-sub-arrays", "[('a', '|i1', (3, 2))]", "[2]", numbers, ""},
		{"descr/sub-array-of-sub-arrays", "[('a', '|i1', (3, 2))]", "[2]", "sha256:" + sum(numbers), ""},
		{"descr/sub-array-of-sub-arrays", "[('a', '|i1', (3, 2))]", "[2]", numbers[:22] + "0d", "element 1 is 0x0708090a0b0d, expected 0x0708090a0b0c"},
		{"descr/sub-array-of-sub-arrays", "[('a', '|i1', (2, 3))]", "[2]", numbers, "dtype [('a', '|i1', (2, 3))], expected [('a', ('|i1', (2,)), (3,))]"},
		{"descr/sub-array-2d", "[('a', ('<i2', (3,)), (2,))]", "[2]", "sha256:" + sum("01"), "elements with SHA-256 4bf5122f3445…, expected adc4289fa7f0…"},

		// Spellings.
		{"order/fortran-struct", `[('a','|i1'),('b','<i2')]`, "[2,3]", "010a00021400031e00042800053200063c00", ""},
		{"order/fortran-struct", `[('a', '=i1'), ('b', '=i2')]`, "[2,3]", "010a00021400031e00042800053200063c00", ""},
		{"order/fortran-struct", `[('a', '|i1'), ('b', '>i2')]`, "[2,3]", "010a00021400031e00042800053200063c00", "dtype [('a', '|i1'), ('b', '>i2')], expected [('a', '|i1'), ('b', '<i2')]"},
		{"order/fortran-struct", `[('a', '|i1'), ('c', '<i2')]`, "[2,3]", "010a00021400031e00042800053200063c00", "dtype [('a', '|i1'), ('c', '<i2')], expected [('a', '|i1'), ('b', '<i2')]"},
		{"order/fortran-struct", `[`, "[2,3]", "", "dtype [, expected [('a', '|i1'), ('b', '<i2')]"},
		{"order/fortran-struct", `'], 'shape': (), 'x': [`, "[2,3]", "", "dtype '], 'shape': (), 'x': [, expected [('a', '|i1'), ('b', '<i2')]"},
	} {
		var got *Array
		if digest, ok := strings.CutPrefix(test.data, "sha256:"); ok {
			got = Received(test.dtype, test.shape, nil, digest)
		} else if data, err := hex.DecodeString(test.data); err == nil {
			got = Received(test.dtype, test.shape, data, "")
		} else {
			t.Fatal(err)
		}
		c, file := fromCorpus(t, test.id)
		v := NewVector(c, func(*corpus.Case) ([]byte, error) { return file, nil })
		if d := v.Difference(got); d != test.want {
			t.Errorf("%s, %s %s %.200s: got %q, want %q", test.id, test.dtype, test.shape, test.data, d, test.want)
		}
	}
}

// fromCorpus returns a case and its file.
func fromCorpus(t *testing.T, id string) (*corpus.Case, []byte) {
	t.Helper()
	cases := corpus.Cases()
	i := slices.IndexFunc(cases, func(c corpus.Case) bool { return c.ID == id })
	if i < 0 {
		t.Fatalf("no case %s", id)
	}
	file, err := fs.ReadFile(corpus.FS, cases[i].File)
	if err != nil {
		t.Fatal(err)
	}
	return &cases[i], file
}
