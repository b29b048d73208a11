package fix

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/spec"
)

// spelledFile returns a file of version 1.0 with a header of that text.
func spelledFile(text string, data []byte) []byte {
	n := (len(text)+11+63)/64*64 - 10
	b := fmt.Appendf(nil, "%s\x01\x00%c%c%-*s\n", spec.Magic, 0, 0, n-1, text)
	b = bytes.Clone(b)
	return append(withLength(b, n), data...)
}

// TestRespell fixes integers and types of other spellings where the data proves them.
func TestRespell(t *testing.T) {
	t.Parallel()
	i4, object := spec.DType{Kind: 'i', Order: '<', Itemsize: 4}, spec.DType{Kind: 'O', Order: '|', Itemsize: 8}
	f8, _ := spec.ParseCode("<f8")
	data := noise(6, 48)
	dict := func(descr, shape string) string {
		return "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }"
	}
	was := arrayFile(t, i4, spec.Version1, data, 3, 4)
	record := arrayFile(t, spec.DType{Kind: 'V', Order: '|', Struct: true, Itemsize: 8, Fields: []spec.Field{{Name: "a", Type: f8}}}, spec.Version1, data, 6)
	named := arrayFile(t, spec.DType{Kind: 'V', Order: '|', Struct: true, Itemsize: 8, Fields: []spec.Field{{Name: "np.int64(1)", Type: f8}}}, spec.Version1, data, 6)
	objects := arrayFile(t, object, spec.Version1, []byte(oneObject), 1)
	for _, test := range []struct {
		name     string
		was, now []byte // was is nil if it stays
	}{
		{"np.int64", was, spelledFile(dict("'<i4'", "(np.int64(3), 4)"), data)},
		{"np.int32 and numpy.uint8", was, spelledFile(dict("'<i4'", "(np.int32(3), numpy.uint8(4))"), data)},
		{"array", was, spelledFile(dict("'<i4'", "(3, array(4))"), data)},
		{"np.array with a type", was, spelledFile(dict("'<i4'", "(3, np.array(4, dtype=int32))"), data)},
		{"a name like a number", named, spelledFile(dict("[('np.int64(1)', '<f8')]", "(np.int64(6),)"), data)},
		{"metadata", record, spelledFile(dict("[('a', ('<f8', {'unit': 'm'}))]", "(6,)"), data)},
		{"nested metadata", record, spelledFile(dict("[('a', ('<f8', {'enum': {'a)': 1, 'b': 2}}))]", "(6,)"), data)},
		{"metadata of h5py", objects, spelledFile(dict("('|O', {'vlen': <class 'bytes'>})", "(1,)"), []byte(oneObject))},
		{"metadata of h5py, a type", objects, spelledFile(dict("('|O', {'vlen': dtype('float64')})", "(1,)"), []byte(oneObject))},

		{"another length", nil, spelledFile(dict("'<i4'", "(np.int64(3), 5)"), data)},
		{"a byte more", nil, spelledFile(dict("'<i4'", "(np.int64(3), 4)"), append(bytes.Clone(data), '\n'))},
		{"a negative number", nil, spelledFile(dict("'<i4'", "(np.int64(-3), 4)"), data)},
		{"an array of two", nil, spelledFile(dict("'<i4'", "(array([3, 4]),)"), data)},
		{"a float", nil, spelledFile(dict("'<i4'", "(np.float64(3.0), 4)"), data)},
		{"a call", nil, spelledFile(dict("'<i4'", "(print(3), 4)"), data)},
		{"fields in a type", nil, spelledFile(dict("[('a', ('<i4', {'x': ('<i2', 0), 'y': ('<i2', 2)}))]", "(12,)"), data)},
		{"fields in a type, by lists", nil, spelledFile(dict("('<i4', {'names': ['x', 'y'], 'formats': ['<i2', '<i2']})", "(12,)"), data)},
		{"two types", nil, spelledFile(dict("[('a', ('<f8', '<i8'))]", "(6,)"), data)},
		{"metadata of another length", nil, spelledFile(dict("[('a', ('<f4', {'unit': 'm'}))]", "(6,)"), data)},
		{"metadata of objects that are not there", nil, spelledFile(dict("('|O', {'vlen': <class 'bytes'>})", "(1,)"), data)},
		{"metadata of more objects", nil, spelledFile(dict("('|O', {'vlen': <class 'bytes'>})", "(2,)"), []byte(oneObject))},
	} {
		p := planOf(t, test.now, "a.npy", Options{})
		if test.was == nil {
			if p.Changes() {
				t.Errorf("%s: would be fixed: %v", test.name, p.Fixed)
			}
			continue
		}
		if len(p.Files) != 1 {
			t.Errorf("%s: got %d files, want one; found: %v left: %v", test.name, len(p.Files), p.file.report.Findings, p.Left)
			continue
		}
		got, err := written(t, p.Files[0])
		if err != nil || !bytes.Equal(got, test.was) {
			t.Errorf("%s: got %q, %v, want %q", test.name, got, err, test.was)
		}
	}
}

// TestMemberUndo writes members again whose writer gave them a wrong header, stored or compressed: the same array with
// its header.
func TestMemberUndo(t *testing.T) {
	t.Parallel()
	data := noise(6, 48)
	dict := func(descr, shape string) string {
		return "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }"
	}
	good := arrayFile(t, spec.DType{Kind: 'i', Order: '<', Itemsize: 4}, spec.Version1, data, 3, 4)
	objects := arrayFile(t, spec.DType{Kind: 'O', Order: '|', Itemsize: 8}, spec.Version1, []byte(oneObject), 1)
	for _, test := range []struct {
		name     string
		was, now []byte // was is nil if it stays
	}{
		{"np.int64", good, spelledFile(dict("'<i4'", "(np.int64(3), 4)"), data)},
		{"array", good, spelledFile(dict("'<i4'", "(3, array(4))"), data)},
		{"a header that grew", good, spelledFile(dict("'<i4'", "(np.int64(                                                        3), 4)"), data)},
		{"metadata", objects, spelledFile(dict("('|O', {'vlen': <class 'bytes'>})", "(1,)"), []byte(oneObject))},
		{"header length 1 less", good, withLength(good, 117)},
		{"header length 1 more", good, withLength(good, 119)},
		{"header length inside the dictionary", good, withLength(good, 54)},

		{"another length of the data", nil, spelledFile(dict("'<i4'", "(np.int64(3), 5)"), data)},
		{"a byte more", nil, spelledFile(dict("'<i4'", "(np.int64(3), 4)"), append(bytes.Clone(data), '\n'))},
		{"fields in a type", nil, spelledFile(dict("[('a', ('<i4', {'x': ('<i2', 0), 'y': ('<i2', 2)}))]", "(12,)"), data)},
		{"header length 1 less and a byte lost", nil, withLength(good, 117)[:len(good)-1]},
		{"letter of a key lost", nil, edited(t, good, "fortran_order", "fortra_order")},
	} {
		for _, method := range []uint16{zipwrite.Stored, zipwrite.Deflated} {
			p := planOf(t, npzOf(t, test.now, method), "a.npz", Options{})
			if test.was == nil {
				if p.Changes() {
					t.Errorf("%s, method %d: would be fixed: %v", test.name, method, p.Fixed)
				}
				continue
			}
			if len(p.Files) != 1 || len(p.Headers) != 1 || !bytes.HasPrefix(test.now, p.Headers[0].Old) || !bytes.HasPrefix(test.was, p.Headers[0].New) {
				t.Errorf("%s, method %d: got %d files, want one with one header; left: %v", test.name, method, len(p.Files), p.Left)
				continue
			}
			got, err := written(t, p.Files[0])
			if want := npzOf(t, test.was, method); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s, method %d: got %q, %v, want %q", test.name, method, got, err, want)
			}
		}
	}
}

// TestMemberUndoMixed writes the member again of which the header is proved, and leaves the others as they are. A member
// that is understood now gets its suffix at once.
func TestMemberUndoMixed(t *testing.T) {
	t.Parallel()
	data := noise(6, 48)
	shaped := func(shape string) []byte {
		return spelledFile("{'descr': '<i4', 'fortran_order': False, 'shape': "+shape+", }", data)
	}
	good := arrayFile(t, spec.DType{Kind: 'i', Order: '<', Itemsize: 4}, spec.Version1, data, 3, 4)
	archive := func(members ...content3) []byte { return archiveOf(t, zipwrite.Stored, members) }
	now := archive(content3{"a", shaped("(np.int64(3), 4)")}, content3{"b.npy", shaped("(np.int64(3), 5)")}, content3{"c.txt", []byte("np.int64(3)")})
	want := archive(content3{"a.npy", good}, content3{"b.npy", shaped("(np.int64(3), 5)")}, content3{"c.txt", []byte("np.int64(3)")})
	p := planOf(t, now, "a.npz", Options{})
	if got := strings.Join(rulesOf(p), " "); got != "header-not-a-literal npz-name-suffix" || len(p.Files) != 1 {
		t.Fatalf("got %d files for %q, want one for header-not-a-literal npz-name-suffix", len(p.Files), got)
	}
	if got, err := written(t, p.Files[0]); err != nil || !bytes.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if p := planOf(t, want, "a.npz", Options{}); p.Changes() {
		t.Errorf("would be fixed again: %v", p.Fixed)
	}
}

// withLength returns a file of version 1.0 with another length in its prefix.
func withLength(b []byte, n int) []byte {
	return changed(b, 8, string(binary.LittleEndian.AppendUint16(nil, uint16(n))))
}

// edited returns a file with another text in its header, as an editor leaves it: the length stays.
func edited(t *testing.T, b []byte, old, now string) []byte {
	t.Helper()
	if n := bytes.Count(b, []byte(old)); n != 1 {
		t.Fatalf("got %q %d times, want it once", old, n)
	}
	return bytes.Replace(b, []byte(old), []byte(now), 1)
}

// arrayFile returns the file of an array.
func arrayFile(t *testing.T, descr spec.DType, version spec.Version, data []byte, shape ...int64) []byte {
	t.Helper()
	b, err := spec.Header{DType: descr, Shape: shape}.Append(nil, version, spec.EraGrowth)
	if err != nil {
		t.Fatal(err)
	}
	return append(b, data...)
}

// oneObject is the pickle of an array of one object.
const oneObject = "\x80\x02cnumpy.core.multiarray\n_reconstruct\nq\x00cnumpy\nndarray\nq\x01K\x00\x85q\x02c_codecs\nencode\nq\x03X\x01\x00\x00\x00bq\x04" +
	"X\x06\x00\x00\x00latin1q\x05\x86q\x06Rq\x07\x87q\x08Rq\x09(K\x01K\x01\x85q\x0acnumpy\ndtype\nq\x0bX\x02\x00\x00\x00O8q\x0cK\x00K\x01\x87q\x0dRq\x0e" +
	"(K\x03X\x01\x00\x00\x00|q\x0fNNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK?tq\x10b\x89]q\x11K\x01atq\x12b."

// TestLength sets lengths of headers where the newline and the data prove them, and nowhere else.
func TestLength(t *testing.T) {
	t.Parallel()
	i4, u1, be := spec.DType{Kind: 'i', Order: '<', Itemsize: 4}, spec.DType{Kind: 'u', Order: '|', Itemsize: 1}, spec.DType{Kind: 'i', Order: '>', Itemsize: 4}
	var numbers, zeros, swapped []byte
	for i := range uint32(12) {
		numbers = binary.LittleEndian.AppendUint32(numbers, i+1)
		zeros = binary.LittleEndian.AppendUint32(zeros, i)
		swapped = binary.BigEndian.AppendUint32(swapped, i+1)
	}
	v1 := spec.Version1
	good, fromZero, big := arrayFile(t, i4, v1, numbers, 3, 4), arrayFile(t, i4, v1, zeros, 3, 4), arrayFile(t, be, v1, swapped, 3, 4)
	random, many := arrayFile(t, u1, v1, noise(3, 500), 500), arrayFile(t, u1, v1, noise(3, 5000), 5000)
	objects := arrayFile(t, spec.DType{Kind: 'O', Order: '|', Itemsize: 8}, v1, []byte(oneObject), 1)
	vector := arrayFile(t, i4, v1, numbers, 12)
	nanoseconds, _ := spec.ParseCode("<M8[ns]")
	times := arrayFile(t, nanoseconds, v1, noise(5, 80), 10)
	fields := arrayFile(t, spec.DType{Kind: 'V', Order: '|', Struct: true, Itemsize: 4, Fields: []spec.Field{{Name: "price", Type: i4}}}, v1, numbers, 12)
	ones := []int64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 4}
	for _, test := range []struct {
		name     string
		was, now []byte // was is nil if it stays
	}{
		{"1 more", good, withLength(good, 119)},
		{"8 more", good, withLength(good, 126)},
		{"10 more", random, withLength(random, 128)},
		{"128 more", random, withLength(random, 246)},
		{"1 less", good, withLength(good, 117)},
		{"2 less", good, withLength(good, 116)},
		{"10 less", random, withLength(random, 108)},
		{"64 less, inside the dictionary", good, withLength(good, 54)},
		{"50 less, inside the dictionary", good, withLength(good, 68)},
		{"low bit", random, withLength(random, 118^1)},
		{"high bit", many, withLength(many, 118^256)},
		{"version 2.0", vector, changed(arrayFile(t, i4, spec.Version{Major: 2}, numbers, 12), 8, "\x70")},
		{"shape longer", arrayFile(t, i4, v1, numbers, 1, 3, 4), edited(t, good, "(3, 4)", "(1, 3, 4)")},
		{"shape longer, from 0", arrayFile(t, i4, v1, zeros, 1, 3, 4), edited(t, fromZero, "(3, 4)", "(1, 3, 4)")},
		{"shape shorter", vector, edited(t, good, "(3, 4)", "(12,)")},
		{"shape shorter, from 0", arrayFile(t, i4, v1, zeros, 12), edited(t, fromZero, "(3, 4)", "(12,)")},
		{"shape shorter, big-endian", arrayFile(t, be, v1, swapped, 12), edited(t, big, "(3, 4)", "(12,)")},
		{"shape far longer", arrayFile(t, i4, v1, numbers, ones...), edited(t, good, "(3, 4)", "(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 4)")},
		{"objects, 16 less", objects, withLength(objects, 102)},
		{"objects, 4 more", objects, withLength(objects, 122)},

		{"other shape shorter and a byte at the end", nil, append(edited(t, random, "(500,)", "(50,)"), 0)},
		{"shape shorter and a newline at the end", nil, append(edited(t, good, "(3, 4)", "(12,)"), '\n')},
		{"shape shorter, big-endian, and a newline at the end", nil, append(edited(t, big, "(3, 4)", "(12,)"), '\n')},
		{"letter of a key lost", nil, edited(t, good, "fortran_order", "fortra_order")},
		{"letter in a key", nil, edited(t, good, "fortran_order", "fJortran_order")},
		{"letter of a unit lost", nil, edited(t, times, "[ns]", "[s]")},
		{"letter of a field lost", nil, edited(t, fields, "price", "pric")},
		{"shape longer and cut", nil, edited(t, good, "(3, 4)", "(1, 3, 4)")[:len(good)]},
		{"1 less and a byte lost", nil, withLength(good, 117)[:len(good)-1]},
		{"text over newline and data", nil, changed(good, 100, strings.Repeat("log line\n", 5))},
		{"zeros over newline and data", nil, changed(good, 100, strings.Repeat("\x00", 60))},
		{"spaces over newline and data", nil, changed(good, 100, strings.Repeat(" ", 60))},
		{"newlines over newline and data", nil, changed(good, 100, strings.Repeat("\n", 60))},
		{"1 more and a newline at the end", nil, append(withLength(good, 119), '\n')},
		{"newline lost, and one at the end", nil, append(changed(arrayFile(t, i4, v1, []byte("\n\x00\x00\x00"), 1), 127, " "), '\n')},
	} {
		p := planOf(t, test.now, "a.npy", Options{})
		if test.was == nil {
			if p.Changes() {
				t.Errorf("%s: would be fixed: %v", test.name, p.Fixed)
			}
			continue
		}
		if n := len(p.file.report.Findings); n != 1 && !strings.HasPrefix(test.name, "objects") && test.name != "version 2.0" {
			t.Errorf("%s: got %v, want one finding", test.name, p.file.report.Findings)
		}
		if len(p.Files) != 1 {
			t.Errorf("%s: got %d files, want one; left: %v", test.name, len(p.Files), p.Left)
			continue
		}
		got, err := written(t, p.Files[0])
		if err != nil || !bytes.Equal(got, test.was) {
			t.Errorf("%s: got %d bytes, %v, want the %d bytes that there were", test.name, len(got), err, len(test.was))
		}
	}
}
