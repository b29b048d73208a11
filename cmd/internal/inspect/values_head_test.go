package inspect

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// TestHead covers a few elements of each type as text and as JSON.
func TestHead(t *testing.T) {
	for _, test := range []struct{ descr, data, text, json string }{
		{"|b1", "00 02", "False True", "[false,true]"},
		{"|i1", "80 7f", "-128 127", "[-128,127]"},
		{">u2", "0102", "258", "[258]"},
		{"<i8", "feffffffffffffff", "-2", `["-2"]`},
		{">u8", "ffffffffffffffff", "18446744073709551615", `["18446744073709551615"]`},
		{"<f2", "662e 007c 0080 0100", "0.1 inf -0 6e-08", `[0.0999755859375,"Infinity","-0.0",5.960464477539063e-08]`},
		{">f4", "3dcccccd 7fc00000", "0.1 nan", `[0.10000000149011612,"NaN"]`},
		{"<f8", "0000000000003440 00000000d0126341", "20 10000000", "[20,10000000]"},
		{"<f8", "0080e03779c34143", "1e+16", "[1e+16]"},
		{"<c8", "0000803f 000000c0", "1-2j", "[[1,-2]]"},
		{"<f16", "0000000000000080ff3f000000000000 0000000000000000000000000000ff3f", "1 0", "[1,0]"},
		{"<f16", "0000000000000000000000000000ff3f", "0x0000000000000000000000000000ff3f", `["0000000000000000000000000000ff3f"]`},
		{"|S3", "616200 276100 0a00ff", `b'ab' b'\'a' b'\x0a\x00\xff'`, "[\"ab\",\"'a\",\"\\n\\u0000ÿ\"]"},
		{"<U2", "61000000 00000000 0a000000 e9000000", `'a' '\né'`, `["a","\né"]`},
		{">U1", "00110000 0000d800", "[1114112] [55296]", "[[1114112],[55296]]"},
		{"|V2", "00ff", "0x00ff", `["00ff"]`},
		{"[('a', '|V0'), ('b', '|u1')]", "05", "(b'', 5)", `[["",5]]`},
		{"<m8[D]", "0200000000000000 0000000000000080", "2 NaT", `["2","NaT"]`},
		{"<u4", "ffffffff", "4294967295", "[4294967295]"},
		{"<c16", "000000000000f03f 0000000000000080", "1-0j", `[[1,"-0.0"]]`},
		{"<M8[Y]", "0000000000000000 0000000000000080", "1970 NaT", `["1970","NaT"]`},
		{">m8[ns]", "ffffffffffffffff", "-1", `["-1"]`},
		{"[('a', '<i2'), ('', '|V1'), ('b', '|S1')]", "0100 ff 78", "(1, b'x')", `[[1,"x"]]`},
		{"[('a', '|u1', (2, 2))]", "01020304", "([[1, 2], [3, 4]],)", "[[[[1,2],[3,4]]]]"},
	} {
		d, data := dtype(t, test.descr), unhex(t, test.data)
		list, err := Head(d, bytes.NewReader(data), 1<<40, 100)
		var texts []string
		all := []any{}
		for _, v := range list {
			texts, all = append(texts, v.Text), append(all, v.JSON)
		}
		text, _ := json.Marshal(all)
		if got := strings.Join(texts, " "); err != nil || got != test.text || string(text) != test.json {
			t.Errorf("%s %s: got %s, %s, %v, want %s, %s", test.descr, test.data, got, text, err, test.text, test.json)
		}
	}
}

// TestHeadLimits covers elements that are large, without bytes, or of very many parts.
func TestHeadLimits(t *testing.T) {
	empty := spec.DType{Kind: 'S', Order: '|'}
	if list, err := Head(&empty, strings.NewReader(""), 1<<60, 10_000); err != nil || len(list) != 10_000 {
		t.Errorf("got %d empty elements, %v, want 10000", len(list), err)
	}
	list, err := Head(dtype(t, "|S10000000"), strings.NewReader(strings.Repeat("x", 30_000_000)), 3, 3)
	if err != nil || len(list) != 1 || len(list[0].Text) > 2*maxElement || !strings.HasSuffix(list[0].Text, "…") {
		t.Errorf("got %d large elements, %v, want the start of one", len(list), err)
	}
	for descr, want := range map[string]string{
		"[('a', '|S4095'), ('b', '|u1')]":               "1)",
		"[('a', '|S4096'), ('b', '|u1')]":               "…)",
		"[('a', '|S4096'), ('b', '|u1'), ('c', '|u1')]": "…)",
		"[('a', '|S4095'), ('b', '<u2'), ('c', '|u1')]": "…, …)",
		"[('a', '|S4096'), ('b', '|S0'), ('c', '|u1')]": "b'', …)",
	} {
		list, err := Head(dtype(t, descr), strings.NewReader(strings.Repeat("\x01", 5000)), 1, 1)
		if err != nil || len(list) != 1 {
			t.Fatalf("%s: got %d elements, %v", descr, len(list), err)
		}
		if _, got, _ := strings.Cut(list[0].Text, ", "); got != want {
			t.Errorf("%s: got %s after the first field, want %s", descr, got, want)
		}
	}
	fields := make([]spec.Field, 50_000)
	for i := range fields {
		fields[i] = spec.Field{Name: "a", Type: empty}
	}
	wide := spec.DType{Kind: 'V', Struct: true, Fields: append(fields, spec.Field{Name: "b", Type: spec.DType{Kind: 'u', Order: '|', Itemsize: 1}}), Itemsize: 1}
	many, err := spec.Subarray(wide, []int64{1000})
	if err != nil {
		t.Fatal(err)
	}
	list, err = Head(&many, bytes.NewReader(make([]byte, 100_000)), 100, 100)
	if err != nil || len(list) != 1 || strings.Count(list[0].Text, "b''") > maxParts {
		t.Errorf("got %d elements, %v, want one that is cut", len(list), err)
	}
}

// TestDate covers dates in all units as NumPy spells them.
func TestDate(t *testing.T) {
	for _, test := range []struct {
		code string
		n    int64
		want string
	}{
		{"<M8[Y]", -2000, "-030"},
		{"<M8[Y]", 1<<63 - 1, "9223372036854775807"},
		{"<M8[M]", -1, "1969-12"},
		{"<M8[W]", 1, "1970-01-08"},
		{"<M8[W]", 1<<63 - 1, "9223372036854775807"},
		{"<M8[D]", 11016, "2000-02-29"},
		{"<M8[D]", -719529, "-001-12-31"},
		{"<M8[D]", -719528, "0000-01-01"},
		{"<M8[D]", 47541, "2100-03-01"},
		{"<M8[h]", -1, "1969-12-31T23"},
		{"<M8[m]", 61, "1970-01-01T01:01"},
		{"<M8[25s]", 2, "1970-01-01T00:00:50"},
		{"<M8[ms]", -1, "1969-12-31T23:59:59.999"},
		{"<M8[us]", 1, "1970-01-01T00:00:00.000001"},
		{"<M8[ns]", 1<<63 - 1, "2262-04-11T23:47:16.854775807"},
		{"<M8[ps]", 1, "1970-01-01T00:00:00.000000000001"},
		{"<M8[fs]", -1, "1969-12-31T23:59:59.999999999999999"},
		{"<M8[as]", 1, "1970-01-01T00:00:00.000000000000000001"},
		{"<M8", 5, "5"},
	} {
		d, ok := spec.ParseCode(test.code)
		if !ok {
			t.Fatal(test.code)
		}
		if got := date(&d, test.n).Text; got != test.want {
			t.Errorf("%s %d: got %s, want %s", test.code, test.n, got, test.want)
		}
	}
}
