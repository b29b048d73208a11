package spec

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/seeded"
)

func TestDescr(t *testing.T) {
	float := DType{Kind: 'f', Order: '<', Itemsize: 8}
	short := DType{Kind: 'i', Order: '>', Itemsize: 2}
	void := DType{Kind: 'V', Order: '|', Itemsize: 4}
	pair := DType{Kind: 'V', Order: '|', Itemsize: 16, Base: &float, Shape: []int64{2}}
	grid := DType{Kind: 'V', Order: '|', Itemsize: 48, Base: &pair, Shape: []int64{3, 1}}
	structure := func(size int64, fields ...Field) DType {
		return DType{Kind: 'V', Order: '|', Struct: true, Itemsize: size, Fields: fields}
	}
	point := structure(10, Field{Name: "x", Type: float}, Field{Name: "y", Offset: 8, Type: short})
	points := DType{Kind: 'V', Order: '|', Itemsize: 20, Base: &point, Shape: []int64{2}}
	tests := []struct {
		dtype       DType
		descr, text string
	}{
		{float, "<f8", "'<f8'"},
		{DType{Kind: 'O', Order: '|', Itemsize: 8}, "|O", "'|O'"},
		{DType{Kind: 'U', Order: '<', Itemsize: 12}, "<U3", "'<U3'"},
		{DType{Kind: 'S', Order: '|'}, "|S0", "'|S0'"},
		{DType{Kind: 'f', Order: '=', Itemsize: 8}, "=f8", "'=f8'"},
		{DType{Kind: 'M', Order: '<', Itemsize: 8}, "<M8", "'<M8'"},
		{DType{Kind: 'M', Order: '<', Itemsize: 8, Unit: Seconds, Multiple: 25}, "<M8[25s]", "'<M8[25s]'"},
		{DType{Kind: 'm', Order: '>', Itemsize: 8, Unit: Nanoseconds, Multiple: 1}, ">m8[ns]", "'>m8[ns]'"},
		{DType{}, "", "''"},
		{structure(0), "[]", "[]"},
		{point, "[('x', '<f8'), ('y', '>i2')]", "[('x', '<f8'), ('y', '>i2')]"},
		{
			structure(12, Field{Padding: true, Type: void}, Field{Name: "it's", Offset: 4, Type: float}),
			`[('', '|V4'), ("it's", '<f8')]`, `[('', '|V4'), ("it's", '<f8')]`,
		},
		{
			structure(8, Field{Name: "a", Title: "t", Titled: true, Type: float}),
			"[(('t', 'a'), '<f8')]", "[(('t', 'a'), '<f8')]",
		},
		{
			structure(8, Field{Name: "a", Titled: true, Type: float}),
			"[(('', 'a'), '<f8')]", "[(('', 'a'), '<f8')]",
		},
		{structure(16, Field{Name: "a", Type: pair}), "[('a', '<f8', (2,))]", "[('a', '<f8', (2,))]"},
		{
			structure(48, Field{Name: "a", Type: grid}),
			"[('a', ('<f8', (2,)), (3, 1))]", "[('a', ('<f8', (2,)), (3, 1))]",
		},
		{
			structure(20, Field{Name: "a", Type: points}),
			"[('a', [('x', '<f8'), ('y', '>i2')], (2,))]", "[('a', [('x', '<f8'), ('y', '>i2')], (2,))]",
		},
		{grid, "(('<f8', (2,)), (3, 1))", "(('<f8', (2,)), (3, 1))"},
	}
	for _, tt := range tests {
		if got := tt.dtype.Descr(); got != tt.descr {
			t.Errorf("Descr is %s, want %s", got, tt.descr)
		}
		if got := string(tt.dtype.appendDescr([]byte("x"))); got != "x"+tt.descr {
			t.Errorf("appendDescr gives %s, want x%s", got, tt.descr)
		}
		if got := string(tt.dtype.AppendText([]byte("x"))); got != "x"+tt.text {
			t.Errorf("AppendText gives %s, want x%s", got, tt.text)
		}
		code := tt.descr
		if tt.dtype.Struct || tt.dtype.Base != nil {
			code = ""
		}
		if got := tt.dtype.Code(); got != code {
			t.Errorf("Code is %s, want %s", got, code)
		}
	}
}

func TestParseDescr(t *testing.T) {
	float := DType{Kind: 'f', Order: '<', Itemsize: 8}
	void := DType{Kind: 'V', Order: '|', Itemsize: 4}
	pair := DType{Kind: 'V', Order: '|', Itemsize: 16, Base: &float, Shape: []int64{2}}
	text := "[('', '|V4'), (('t\\ud800', 'é'), '<f8'), ('a', ('<f8', (2,)), (3,)), ('b', [], (0, 5)), ('', '<f8')]"
	want := DType{Kind: 'V', Order: '|', Struct: true, Itemsize: 68, Fields: []Field{
		{Padding: true, Type: void},
		{Name: "é", Title: "t\xed\xa0\x80", Titled: true, Offset: 4, Type: float},
		{Name: "a", Offset: 12, Type: DType{Kind: 'V', Order: '|', Itemsize: 48, Base: &pair, Shape: []int64{3}}},
		{Name: "b", Offset: 60, Type: DType{
			Kind: 'V', Order: '|', Base: &DType{Kind: 'V', Order: '|', Struct: true}, Shape: []int64{0, 5},
		}},
		{Offset: 60, Type: float},
	}}
	got, err := ParseDescr(text)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("ParseDescr(%s) = %+v, %v; want %+v", text, got, err, want)
	}

	accepted := []struct {
		text     string
		itemsize int64
	}{
		{"<f8", 8},
		{"|O", 8},
		{"<f16", 16},
		{">c24", 24},
		{"|V0", 0},
		{"<M8[25s]", 8},
		{"[]", 0},
		{"[('', '|V8')]", 8},
		{"[('', '|V8'), ('', '|V8')]", 16},
		{"[('', '|V0')]", 0},
		{"[(('t', ''), '|V4')]", 4},
		{"[('a', '|V4', (2,))]", 8},
		{"[('a', '<U5'), ('b', '|S0')]", 20},
		{"[('a', '<f8', (2, 3, 4))]", 192},
		{"[('a', (([('x', '|i1')], (2,)), (3,)), (4,))]", 24},
		{"[('a', '|V2147483646'), ('b', '|i1')]", 2147483647},
		{nested(100, "[('a', ", "'<f8'", ")]"), 8},
	}
	for _, tt := range accepted {
		got, err := ParseDescr(tt.text)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if got.Itemsize != tt.itemsize {
			t.Errorf("%s: itemsize %d, want %d", tt.text, got.Itemsize, tt.itemsize)
		}
		if back := got.Descr(); back != tt.text {
			t.Errorf("%s: Descr is %s", tt.text, back)
		}
	}
}

func nested(depth int, open, inner, end string) string {
	return strings.Repeat(open, depth) + inner + strings.Repeat(end, depth)
}

func TestParseDescrErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "0: expected a type string as NumPy writes it"},
		{"'<f8'", "0: expected a type string as NumPy writes it"},
		{"f8", "0: expected a type string as NumPy writes it"},
		{"=f8", "0: expected a type string as NumPy writes it"},
		{"|O8", "0: expected a type string as NumPy writes it"},
		{"<f8 ", "0: expected a type string as NumPy writes it"},
		{"<M8[1s]", "0: expected a type string as NumPy writes it"},
		{"('<f8', (3,))", "0: expected a type string as NumPy writes it"},
		{"[", "1: expected \"(\""},
		{"[] ", "2: expected the end of the text"},
		{"[('a', '<f8'),]", "13: expected a comma or the end of the list"},
		{"[('a', '<f8')", "13: expected a comma or the end of the list"},
		{"[('a', '<f8',)]", "12: expected \", \""},
		{"[('a', '<f8') ]", "13: expected a comma or the end of the list"},
		{"[ ('a', '<f8')]", "1: expected \"(\""},
		{"[['a', '<f8']]", "1: expected \"(\""},
		{"[('a',  '<f8')]", "7: expected a type quoted as repr quotes it"},
		{"[('a','<f8')]", "5: expected \", \""},
		{"[('a', f8)]", "7: expected a type quoted as repr quotes it"},
		{"[('a', 'f8')]", "8: expected a type string as NumPy writes it"},
		{"[('a', '<f8', 3)]", "14: expected \"(\""},
		{"[('a', '<f8', ())]", "15: expected a dimension"},
		{"[('a', '<f8', (3))]", "16: expected a comma or the end of the shape"},
		{"[('a', '<f8', (2, 3,))]", "19: expected a comma or the end of the shape"},
		{"[('a', '<f8', (2,3))]", "16: expected a comma or the end of the shape"},
		{"[('a', '<f8', (03,))]", "15: expected a dimension"},
		{"[('a', '<f8', (-3,))]", "15: expected a dimension"},
		{"[('a', '<f8', (3L,))]", "16: expected a comma or the end of the shape"},
		{"[('a', '<f8', (3,), 0)]", "18: expected \")\""},
		{"[('a', ('<f8', (2,)))]", "20: expected \", \""},
		{"[('a', ('<f8', (2,), 0))]", "19: expected \")\""},
		{"[('a', ('<f8',), (2,))]", "13: expected \", \""},
		{"[('a', '|S0', (2,))]", "7: expected an element of at least one byte"},
		{"[('a', ('|V0', (2,)), (2,))]", "7: expected an element of at least one byte"},
		{"[('', '|V4', (2,))]", "11: expected \")\""},
		{"[('', '<f8', (2,))]", "11: expected \")\""},
		{"[('', ('<f8', (2,)), (2,))]", "19: expected \")\""},
		{"[('a', '<f8'), ('a', '<f8')]", "16: expected a name and a title that no other field has"},
		{"[('', '<f8'), ('', '<f8')]", "15: expected a name and a title that no other field has"},
		{"[('a', '<f8'), (('a', 'b'), '<f8')]", "16: expected a name and a title that no other field has"},
		{"[(('a', 'a'), '<f8')]", "2: expected a name and a title that no other field has"},
		{"[(('t', 'a', 'b'), '<f8')]", "11: expected \")\""},
		{"[(('t',), '<f8')]", "6: expected \", \""},
		{"[((None, 'a'), '<f8')]", "3: expected a title quoted as repr quotes it"},
		{"[(b'a', '<f8')]", "2: expected a field name quoted as repr quotes it"},
		{`[("a", '<f8')]`, "2: expected a field name quoted as repr quotes it"},
		{`[('a\x41', '<f8')]`, "4: expected a field name quoted as repr quotes it"},
		{"[('a', '|V2147483647'), ('b', '|i1')]", "0: expected an itemsize of at most 2147483647 bytes"},
		{"[('a', '|i1', (2147483648,))]", "14: expected a subarray of at most 2147483647 bytes"},
		{"[('a', [], (65536, 65536))]", "11: expected a subarray of at most 2147483647 bytes"},
		{"[('a', '<f8', (99999999999999999999,))]", "14: expected a subarray of at most 2147483647 bytes"},
		{nested(101, "[('a', ", "'<f8'", ")]"), "700: expected at most 100 types inside each other"},
		{nested(100000, "[('a', ", "'<f8'", ")]"), "700: expected at most 100 types inside each other"},
		{"[('a', " + nested(100000, "(", "", ""), "106: expected at most 100 types inside each other"},
	} {
		dtype, err := ParseDescr(test.text)
		var fault *descrError
		if !errors.As(err, &fault) {
			t.Errorf("ParseDescr(%.40s) = %v, %v; want a *descrError", test.text, dtype.Descr(), err)
			continue
		}
		if got := strings.TrimPrefix(err.Error(), "descr: byte offset "); got != test.want {
			t.Errorf("ParseDescr(%.40s): got %q, want %q", test.text, got, test.want)
		}
	}
	_, err := ParseDescr("[('a','<f8')]")
	if want := `descr: byte offset 5: expected ", "`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func FuzzParseDescr(tf *testing.F) {
	f := seeded.F{F: tf}
	for _, text := range []string{
		"<f8", "|O", "[]", "[('', '|V4'), (('t', 'n'), '>U3', (2, 3))]", `[("it's \ud800", '<M8[25s]')]`,
		"[('a', ([('x', '|V1')], (2,)), (3,)), ('b', '<c32')]", "('<f8', (2,))",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		dtype, err := ParseDescr(text)
		if err != nil {
			var fault *descrError
			if !errors.As(err, &fault) || fault.Offset < 0 || fault.Offset > len(text) {
				t.Errorf("ParseDescr(%q): %v", text, err)
			}
			return
		}
		if got := dtype.Descr(); got != text {
			t.Errorf("Descr is %q, want %q", got, text)
		}
	})
}
