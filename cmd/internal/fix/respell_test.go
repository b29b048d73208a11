package fix

import (
	"bytes"
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
			t.Errorf("%s: got %d files, expected one; found: %v left: %v", test.name, len(p.Files), p.file.report.Findings, p.Left)
			continue
		}
		got, err := written(t, p.Files[0])
		if err != nil || !bytes.Equal(got, test.was) {
			t.Errorf("%s: got %q, %v, expected %q", test.name, got, err, test.was)
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
				t.Errorf("%s, method %d: got %d files, expected one with one header; left: %v", test.name, method, len(p.Files), p.Left)
				continue
			}
			got, err := written(t, p.Files[0])
			if want := npzOf(t, test.was, method); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s, method %d: got %q, %v, expected %q", test.name, method, got, err, want)
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
		t.Fatalf("got %d files for %q, expected one for header-not-a-literal npz-name-suffix", len(p.Files), got)
	}
	if got, err := written(t, p.Files[0]); err != nil || !bytes.Equal(got, want) {
		t.Errorf("got %q, %v, expected %q", got, err, want)
	}
	if p := planOf(t, want, "a.npz", Options{}); p.Changes() {
		t.Errorf("would be fixed again: %v", p.Fixed)
	}
}
