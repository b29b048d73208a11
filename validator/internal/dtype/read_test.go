package dtype

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/seeded"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// readTest is a value of descr and what Read says about it.
type readTest struct {
	text   string
	dtype  string // what Descr returns for it
	faults []want
}

// want is a fault in a file of version 1.0 whose header begins with descr: the value is at byte 20.
type want struct {
	rule           string
	offset, length int64
	pointer        string
	message        string
}

// read parses a text and reads it as descr.
func read(text string, latin1 bool) (spec.DType, *finding.List) {
	faults := &finding.List{Max: 100}
	var tree literal.Tree
	tree.Parse(context.Background(), literal.Source{Text: []byte(text), Offset: 20, Latin1: latin1, Faults: faults}, 0)
	return Parse(&tree, tree.Root()), faults
}

func run(t *testing.T, tests []readTest) {
	t.Helper()
	for _, tt := range tests {
		dtype, faults := read(tt.text, true)
		short := tt.text[:min(len(tt.text), 100)]
		if got := dtype.Descr(); got != tt.dtype {
			t.Errorf("%s: got the type %q, want %q", short, got, tt.dtype)
		}
		var got []want
		for _, f := range faults.Kept {
			if area := strings.SplitN(f.Rule.String(), "-", 2)[0]; area != "descr" && area != "shape" {
				continue // of the tree's own
			}
			got = append(got, want{f.Rule.String(), f.Offset, f.Length, f.Pointer, f.Message})
		}
		if !slices.Equal(got, tt.faults) {
			t.Errorf("%s:\n got %+v\nwant %+v", short, got, tt.faults)
		}
	}
}

var readTests = []readTest{
	{"'<f8'", "<f8", nil},
	{"[('a', '<f8'), ('', '|V3'), (('t', 'b'), '>i2', (2, 3))]", "[('a', '<f8'), ('', '|V3'), (('t', 'b'), '>i2', (2, 3))]", []want{
		{"descr-mixed-byte-order", 20, 56, "/descr", "fields mix little-endian and big-endian byte order"},
	}},
	{"None", "", []want{
		{"descr-invalid-type", 20, 4, "/descr", "descr is None, expected a type string or a list of fields"},
	}},
	{"b'<f8'", "", []want{
		{"descr-invalid-type", 20, 6, "/descr", "descr is b'<f8', expected a type string or a list of fields"},
	}},
	{"(8)", "", []want{
		{"descr-invalid-type", 20, 3, "/descr", "descr is (8), expected a type string or a list of fields"},
	}},
	{"[('a', 8)]", "", []want{
		{"descr-invalid-type", 27, 1, "/descr/0/1", "type is 8, expected a type string or a list of fields"},
	}},
	{"[('a', '|u1'), ('b', '|u1'), ('c', '|u1'), ('d', '|u1'), ('e', '|u1'), ('f', '|u1'), ('g', '|u1'), ('h', '|u1'), ('i', '|u1'), ('j', '|u1'), ('k', 8)]", "", []want{
		{"descr-invalid-type", 167, 1, "/descr/10/1", "type is 8, expected a type string or a list of fields"},
	}},
	{"{'names': ['a']}", "", []want{
		{"descr-dict", 20, 16, "/descr", "descr is a dictionary, expected a type string or a list of fields"},
	}},
	{"[('a', '<f8'), ('b', {})]", "", []want{
		{"descr-dict", 41, 2, "/descr/1/1", "type is a dictionary, expected a type string or a list of fields"},
	}},
	{"('<f8', (3,))", "", []want{
		{"descr-tuple-top-level", 20, 13, "/descr", "descr is a tuple, expected a type string or a list of fields"},
	}},
	{"('<f8', 3)", "", []want{
		{"descr-tuple-top-level", 20, 10, "/descr", "descr is a tuple, expected a type string or a list of fields"},
	}},
	{"[('a', '>f8'), ('b', '<f8')]", "[('a', '>f8'), ('b', '<f8')]", []want{
		{"descr-mixed-byte-order", 20, 28, "/descr", "fields mix little-endian and big-endian byte order"},
	}},
	{"[('a', [('b', '>f8')]), ('c', ('<f8', (2,)), (3,))]", "[('a', [('b', '>f8')]), ('c', ('<f8', (2,)), (3,))]", []want{
		{"descr-mixed-byte-order", 20, 51, "/descr", "fields mix little-endian and big-endian byte order"},
	}},
	{"[('a', '>f8'), ('b', '>f8')]", "[('a', '>f8'), ('b', '>f8')]", nil},
	{"[('a', '<f8'), ('b', '|S1')]", "[('a', '<f8'), ('b', '|S1')]", nil},
	{"[('a', '<f8'), ('b', '|S1'), ('c', '=i4')]", "[('a', '<f8'), ('b', '|S1'), ('c', '=i4')]", []want{
		{"descr-native-byte-order", 55, 5, "/descr/2/1", "type '=i4' is in native byte order, expected a leading '<' or '>'"},
	}},
}

func TestParse(t *testing.T) { run(t, readTests) }

// TestReadUnparsed covers values in which the tree reports something already: nothing is said on top of it, and the
// type is unknown.
func TestReadUnparsed(t *testing.T) {
	for _, text := range []string{
		"x", "[x]", "[('a', x)]", "[(x, '<f8')]", "[(('t', x), '<f8')]", "[('a', '<f8', x)]", "[('a', '<f8', (x, 2))]",
		"[('a', '<f8', (2, x))]", "[('a', ('<f8', x))]", "[('a', (x, (2,)))]",
		"[((x, 'a'), '<f8')]",
	} {
		dtype, faults := read(text, true)
		if len(faults.Kept) != 1 || faults.Kept[0].Rule != spec.HeaderNotALiteral {
			t.Errorf("%s: got %+v, want one syntax error", text, faults.Kept)
		}
		if dtype.Kind != 0 {
			t.Errorf("%s: got the type %s, want none", text, dtype.Descr())
		}
	}
}

// TestExplained covers parentheses that a fault is about, which are then no fault by themselves.
func TestExplained(t *testing.T) {
	for text, want := range map[string]int{
		"[('a')]":               0,
		"[('a', '<f8', (2))]":   0,
		"[('a', '<f8', ((1)))]": 0,
		"('<f8')":               1,
		"[(('a'), '<x8')]":      1,
	} {
		faults := &finding.List{Max: 100}
		var tree literal.Tree
		tree.Parse(context.Background(), literal.Source{Text: []byte(text), Faults: faults}, 0)
		Parse(&tree, tree.Root())
		tree.Finish()
		got := 0
		for _, f := range faults.Kept {
			if f.Rule == spec.LiteralParentheses {
				got++
			}
		}
		if got != want {
			t.Errorf("%s: parentheses are reported %d times, want %d: %+v", text, got, want, faults.Kept)
		}
	}
}

// TestReadFull counts the faults that are not kept.
func TestReadFull(t *testing.T) {
	var tree literal.Tree
	faults := &finding.List{Max: 1}
	text := "[" + strings.Repeat("('a', '<x8'), ", 1000) + "]"
	tree.Parse(context.Background(), literal.Source{Text: []byte(text), Offset: 20, Faults: faults}, 0)
	Parse(&tree, tree.Root())
	if len(faults.Kept) != 1 || faults.Omitted[spec.DescrUnknownCode] != 999 || faults.Omitted[spec.DescrDuplicateName] != 999 {
		t.Errorf("kept %+v, omitted %v; want 1 of 1000 unknown codes and none of 999 duplicates", faults.Kept, faults.Omitted)
	}
}

// FuzzParse holds Read together with the canonical texts that spec writes and reads.
func FuzzParse(tf *testing.F) {
	f := seeded.F{F: tf}
	for _, tt := range slices.Concat(readTests, typeStringTests, lostTests, structureTests, fieldNameTests, duplicateTests, subarrayTests) {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, faults := read(text, false)
		for _, f := range faults.Kept {
			if f.Offset < 20 || f.Length < 0 || f.Offset+f.Length > int64(20+len(text)) {
				t.Errorf("%q: %+v is not within the text", text, f)
			}
			if strings.HasPrefix(f.Rule.String(), "descr-") && !strings.HasPrefix(f.Pointer, "/descr") {
				t.Errorf("%q: %+v does not point into descr", text, f)
			}
		}
		if got.Itemsize < 0 || got.Itemsize > spec.MaxItemsize {
			t.Errorf("%q: itemsize %d", text, got.Itemsize)
		}
		if len(faults.Kept) == 0 && got.Kind == 0 {
			t.Errorf("%q: no type and no faults", text)
		}
		canonical := strings.Trim(text, "'")
		if want, err := spec.ParseDescr(canonical); err != nil || string(want.AppendText(nil)) != text {
			return
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
		for _, f := range faults.Kept {
			rule, _ := spec.Lookup(f.Rule.String())
			longDouble := f.Rule == spec.DescrPlatformLongdouble || f.Rule == spec.DescrOtherPlatformFloat
			if rule.Level == spec.Must && !longDouble && rule.Area() == "descr" {
				t.Errorf("%q is canonical: got %+v", text, f)
			}
		}
	})
}
