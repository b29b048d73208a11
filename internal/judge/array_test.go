package judge

import (
	"bytes"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
)

// TestArrayDifference compares what two readers returned.
func TestArrayDifference(t *testing.T) {
	array := NewArray
	shorts := array("<i2", []int64{2}, []byte{1, 0, 2, 0})
	const padded = "[('a', '|u1'), ('', '|V1'), ('b', '|b1')]"
	hashed := func(dtype, digits string) *Array {
		return Received(dtype, "[2]", nil, digits)
	}
	const sum = "a12871fee210fb8619291eaea194581cbd2531e4b23759d225f6806923f63222" // of 01 02
	other := strings.Replace(sum, "a", "b", 1)
	for _, test := range []struct {
		name string
		a, b *Array
		want string
	}{
		{"same", shorts, array("<i2", []int64{2}, []byte{1, 0, 2, 0}), ""},
		{"element", shorts, array("<i2", []int64{2}, []byte{1, 0, 3, 0}), "element 1 is 0x0200 and 0x0300"},
		{"shape", shorts, array("<i2", []int64{2, 1}, []byte{1, 0, 2, 0}), "shape [2] and [2,1]"},
		{"kind", shorts, array("<u2", []int64{2}, []byte{1, 0, 2, 0}), "dtype <i2 and <u2"},
		{"wider", shorts, array("<i4", []int64{2}, []byte{1, 0, 0, 0, 2, 0, 0, 0}), ""},
		{"length", shorts, array("<i2", []int64{2}, []byte{1, 0}), "4 bytes of data and 2"},
		{"padding", array(padded, []int64{1}, []byte{5, 0, 1}), array(padded, []int64{1}, []byte{5, 9, 2}), ""},
		{"field", array(padded, []int64{1}, []byte{5, 0, 1}), array(padded, []int64{1}, []byte{6, 0, 1}), "element 0 is 0x050001 and 0x060001"},
		{"hashes", hashed("|u1", sum), hashed("|u1", sum), ""},
		{"other hashes", hashed("|u1", sum), hashed("|u1", other), "other elements"},
		{"hash and data", hashed("|u1", sum), array("|u1", []int64{2}, []byte{1, 2}), ""},
		{"data and another hash", array("|u1", []int64{2}, []byte{1, 2}), hashed("|u1", other), "other elements"},
		{"hashes of booleans, which may be any byte", hashed("|b1", sum), hashed("|b1", other), ""},
		{"archive and array", shorts, NewArchive(map[string]*Array{}), "read as <i2 of shape [2] and as an archive with 0 arrays"},
		{
			"members",
			NewArchive(map[string]*Array{"a": shorts, "b": shorts}),
			NewArchive(map[string]*Array{"b": array("<i2", []int64{1}, []byte{1, 0}), "c": shorts}),
			`member "b": shape [2] and [1]`,
		},
	} {
		if got := test.a.Difference(test.b); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestSameDType compares types as adapters spell them with types of the corpus. What == of NumPy
// calls equal is the same here, unless the row says otherwise.
func TestSameDType(t *testing.T) {
	for _, test := range []struct {
		got, want string
		same      bool
	}{
		// Byte order. What an adapter sends is little-endian.
		{"|i1", "|i1", true},
		{"<i1", "|i1", true},
		{">i1", "|i1", true},
		{"=i1", "|i1", true},
		{"i1", "|i1", true},
		{"<S3", "|S3", true},
		{">V3", "|V3", true},
		{"=f8", "<f8", true},
		{"|f8", "<f8", true},
		{"f8", "<f8", true},
		{">f8", "<f8", false},
		{">U2", "<U2", false},
		{">M8[s]", "<M8[s]", false},
		{"[('a', '>i2')]", "[('a', '<i2')]", false},
		{"[('a', [('b', '>i2', (2,))])]", "[('a', [('b', '<i2', (2,))])]", false},

		// Other spellings of a scalar type.
		{"?", "|b1", true},
		{"b1", "|b1", true},
		{"bool", "|b1", true},
		{"b", "|b1", false}, // i1
		{"u1", "|b1", false},
		{"float64", "<f8", true},
		{"d", "<f8", true},
		{"complex64", "<c8", true},
		{"S0", "|S0", true},
		{"S", "|S0", true},
		{"a3", "|S3", true},
		{"U0", "<U0", true},
		{"U", "<U0", true},
		{"V0", "|V0", true},
		{"S0", "<U0", false},
		{"S1", "|S2", false},
		{"c", "|S1", true},
		{"<U1", "|S4", false},
		{"V4", "|S4", false},

		// Units. To NumPy 1000000 attoseconds equal a picosecond, but a picosecond doesn't equal them.
		{"<M8[1us]", "<M8[us]", true},
		{"M8[us]", "<M8[us]", true},
		{"datetime64[us]", "<M8[us]", true},
		{"timedelta64[7ns]", "<m8[7ns]", true},
		{"<M8[025s]", "<M8[25s]", true},
		{"<M8[generic]", "<M8", true},
		{"<M8[us]", "<m8[us]", false},
		{"<M8[ms]", "<M8[us]", false},
		{"<M8[us]", "<M8", false},
		{"<M8[7D]", "<M8[W]", false},
		{"<M8[ps]", "<M8[1000000as]", false},
		{"<i8", "<M8[us]", false},

		// Fields.
		{"[('a','<i4'),('b','<f8')]", "[('a', '<i4'), ('b', '<f8')]", true},
		{"[('a', 'i4'), ('b', '=f8'),]", "[('a', '<i4'), ('b', '<f8')]", true},
		{`[("a", '<i4'), (u'b', 'float64')]`, "[('a', '<i4'), ('b', '<f8')]", true},
		{`[('\u65e5', '?')]`, "[('日', '|b1')]", true},
		{"[('b', '<i4'), ('a', '<f8')]", "[('a', '<i4'), ('b', '<f8')]", false},
		{"[('a', '<i4')]", "[('a', '<i4'), ('b', '<f8')]", false},
		{"<f8", "[('a', '<f8')]", false},
		{"|V8", "[('a', '<f8')]", false},
		{"|V0", "[]", false},
		{"[('a', [('b', '<f8')])]", "[('a', '<f8')]", false},
		{"[('a', '<f8')]", "[(('t', 'a'), '<f8')]", false}, // a title is part of the type
		{"[(('a', 't'), '<f8')]", "[(('t', 'a'), '<f8')]", false},

		// Padding.
		{"[('a', '|i1'), ('', '|V1'), ('', '|V2'), ('b', '<i4')]", "[('a', '|i1'), ('', '|V3'), ('b', '<i4')]", true},
		{"[('a', '|i1'), ('', 'V3'), ('b', '<i4'), ('', '|V0')]", "[('a', '|i1'), ('', '|V3'), ('b', '<i4')]", true},
		{"[('a', '|i1'), ('b', '<i4')]", "[('a', '|i1'), ('', '|V3'), ('b', '<i4')]", false},
		{"[('a', '|i1'), ('', '|V3'), ('b', '<i4')]", "[('a', '|i1'), ('b', '<i4')]", false},
		{"[('a', '|i1'), ('p', '|V3'), ('b', '<i4')]", "[('a', '|i1'), ('', '|V3'), ('b', '<i4')]", false},
		{"[('a', '|i1'), ('b', '<i4'), ('', '|V3')]", "[('a', '|i1'), ('', '|V3'), ('b', '<i4')]", false},
		{"|V4", "[('', '|V4')]", false},
		// Only a list of fields is in the protocol.
		{"{'names': ['a', 'b'], 'formats': ['i1', '<i4'], 'offsets': [0, 4], 'itemsize': 8}", "[('a', '|i1'), ('', '|V3'), ('b', '<i4')]", false},

		// Subarrays. NumPy distinguishes those that nest from those that don't, but not the arrays
		// that it makes of them.
		{"[('a', '|i1', (3, 2))]", "[('a', ('|i1', (2,)), (3,))]", true},
		{"[('a', ('|i1', (2,)), (3,))]", "[('a', '|i1', (3, 2))]", true},
		{"[('a', (('|i1', (2,)), (3,)))]", "[('a', '|i1', (3, 2))]", true},
		{"[('a', (('|i1', (2,)), (4,)), (3,))]", "[('a', '|i1', (3, 4, 2))]", true},
		{"[('a', (('|i1', (2,)), (4,)), (3,))]", "[('a', ('|i1', (4, 2)), (3,))]", true},
		{"[('a', [('x', ('<i2', (2,)), (3,))], (4,))]", "[('a', [('x', '<i2', (3, 2))], (4,))]", true},
		{"[('a', ([('x', '<i2')], (2,)), (3,))]", "[('a', [('x', '<i2')], (3, 2))]", true},
		{"[('a', '|i1', (2, 3))]", "[('a', ('|i1', (2,)), (3,))]", false},
		{"[('a', '|i1', (6,))]", "[('a', '|i1', (3, 2))]", false},
		{"[('a', ('|i1', (6,)), (1,))]", "[('a', '|i1', (6,))]", false},
		{"[('a', [('x', '<i2', (2,))], (3,))]", "[('a', [('x', '<i2')], (3, 2))]", false},
		{"[('a', '<f8', 3)]", "[('a', '<f8', (3,))]", true},
		{"[('a', ('<f8', 3))]", "[('a', '<f8', (3,))]", true},
		{"[('a', '<f8', (-0,))]", "[('a', '<f8', (0,))]", true},
		{"[('a', '<f8', ())]", "[('a', '<f8')]", true},
		{"[('a', '<f8', 1)]", "[('a', '<f8')]", false}, // as in NumPy 2.x
		{"[('a', '<f8', (1,))]", "[('a', '<f8')]", false},
		{"[('a', '<f8', (0,))]", "[('a', '<f8', (0, 2))]", false},
		{"('<f8', (3,))", "<f8", false},
	} {
		g, ok1 := parseDType(test.got)
		w, ok2 := parseDType(test.want)
		if got := ok1 && ok2 && sameType(g, w); got != test.same {
			t.Errorf("%s and %s: got the same %t, want %t", test.got, test.want, got, test.same)
		}
	}
}

// TestWrittenSubArray reads a subarray back that nests in the case and not in the file.
func TestWrittenSubArray(t *testing.T) {
	c, nested := fromCorpus(t, "descr/sub-array-of-sub-arrays")
	for _, test := range []struct{ field, want string }{
		{"('a', ('|i1', (2,)), (3,))", ""},
		{"('a', '|i1', (3, 2))      ", ""},
		{"('a', ('|i1', (3,)), (2,))", "dtype [('a', ('|i1', (3,)), (2,))], expected [('a', ('|i1', (2,)), (3,))]"},
		{"('a', '|i1', (2, 3))      ", "dtype [('a', '|i1', (2, 3))], expected [('a', ('|i1', (2,)), (3,))]"},
	} {
		file := bytes.Replace(nested, []byte("('a', ('|i1', (2,)), (3,))"), []byte(test.field), 1)
		got, _, err := Written(c.Array, file, -1)
		if err != nil || got != test.want {
			t.Errorf("%s: got %q, %v, want %q", test.field, got, err, test.want)
		}
	}
}

// TestWrittenWidth covers texts of a different width than requested, as a writer makes them whose library has no word
// for the width and takes that of the longest element.
func TestWrittenWidth(t *testing.T) {
	text := func(descr string, elements ...string) ([]byte, *corpus.Array) {
		dtype, err := spec.ParseDescr(descr)
		if err != nil {
			t.Fatal(err)
		}
		shape := []int64{int64(len(elements))}
		var data []byte
		for _, e := range elements {
			element := make([]byte, dtype.Itemsize)
			size := map[byte]int{'S': 1, 'U': 4}[dtype.Kind] // of a character
			for i := range e {
				element[i*size] = e[i]
			}
			data = append(data, element...)
		}
		file, err := spec.Header{DType: dtype, Shape: shape}.Append(nil, spec.Version1, spec.Era64)
		if err != nil {
			t.Fatal(err)
		}
		return append(file, data...), described(dtype, shape, false, data)
	}
	for _, test := range []struct {
		asked, wrote string
		elements     []string
		written      []string
		width        bool
		want         string
	}{
		{"<U2", "<U2", []string{"a", "b"}, []string{"a", "b"}, false, ""},
		{"<U2", "<U1", []string{"a", "b"}, []string{"a", "b"}, true, "dtype <U1, expected <U2"},
		{"<U2", "<U3", []string{"a", "b"}, []string{"a", "b"}, true, "dtype <U3, expected <U2"},
		{"|S3", "|S2", []string{"ab", ""}, []string{"ab", ""}, true, "dtype |S2, expected |S3"},
		{"<U2", "<U1", []string{"a", "bc"}, []string{"a", "b"}, false, "dtype <U1, expected <U2"},
		{"<U2", "<U3", []string{"a", "b"}, []string{"a", "bcd"}, false, "dtype <U3, expected <U2"},
		{"<U2", "<U1", []string{"a", "b"}, []string{"a", "c"}, false, "dtype <U1, expected <U2"},
		{"<U2", "<U1", []string{"a", "b"}, []string{"a"}, false, "dtype <U1, expected <U2"},
		{"<U2", "|S2", []string{"a", "b"}, []string{"a", "b"}, false, "dtype |S2, expected <U2"},
	} {
		_, array := text(test.asked, test.elements...)
		file, _ := text(test.wrote, test.written...)
		got, width, err := Written(array, file, -1)
		if err != nil || width != test.width || got != test.want {
			t.Errorf("%s %q: got %q, another width %t, %v, want %q, %t", test.wrote, test.written, got, width, err, test.want, test.width)
		}
	}
}
