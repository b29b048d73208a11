package validator

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// field is an item of the dictionary of fields of a dtype.
func field(name, dtype string, offset byte, title string) string {
	return str(name) + tuple(dtype, "K"+string([]byte{offset}), title)
}

// fieldsOf is a structured dtype. The items are what field returns.
func fieldsOf(itemsize byte, flags string, names []string, items ...string) string {
	var texts []string
	for _, name := range names {
		texts = append(texts, str(name))
	}
	return dtypeCall("V"+strconv.Itoa(int(itemsize))) + tuple("K\x03", str("|"), "N", tuple(texts...), "}("+strings.Join(items, "")+"u",
		"K"+string([]byte{itemsize}), "K\x01", flags) + "b"
}

const (
	objectFlags = "K\x1b" // of a structured dtype with objects
	plainFlags  = "K\x10" // of another
)

func names(names ...string) []string { return names }

// TestPickledFields holds dtypes as elements of an array of objects: names, titles and fields that fit
// together or don't.
func TestPickledFields(t *testing.T) {
	f8, u1 := simple("f8"), dtypeOf("u1", "|", "K\x00")
	inner := fieldsOf(16, objectFlags, names("x", "y"), field("x", dtypeO, 0, ""), field("y", f8, 8, ""))
	for _, test := range []struct{ name, dtype, want string }{
		{"two fields", fieldsOf(16, plainFlags, names("a", "b"), field("a", f8, 0, ""), field("b", f8, 8, "")), ""},
		{"names in another order", fieldsOf(16, plainFlags, names("b", "a"), field("a", f8, 0, ""), field("b", f8, 8, "")), ""},
		{"another name", fieldsOf(8, plainFlags, names("a"), field("b", f8, 0, "")), "pickle-dtype-state"},
		{"a name twice", fieldsOf(16, plainFlags, names("a", "a"), field("a", f8, 0, ""), field("b", f8, 8, "")), "pickle-dtype-state"},
		{"a field too many", fieldsOf(16, plainFlags, names("a"), field("a", f8, 0, ""), field("b", f8, 8, "")), "pickle-dtype-state"},
		{"a field too few", fieldsOf(16, plainFlags, names("a", "b"), field("a", f8, 0, "")), "pickle-dtype-state"},
		{"a field twice", fieldsOf(16, plainFlags, names("a"), field("a", f8, 0, ""), field("a", f8, 8, "")), "pickle-dtype-state"},
		{"a key that is no text", fieldsOf(16, plainFlags, names("a"), "K\x01"+tuple(f8, "K\x00")), "pickle-dtype-state"},

		{"title", fieldsOf(8, plainFlags, names("a"), field("a", f8, 0, str("t")), field("t", f8, 0, str("t"))), ""},
		{"title of objects", fieldsOf(8, objectFlags, names("a"), field("a", dtypeO, 0, str("t")), field("t", dtypeO, 0, str("t"))), ""},
		{"title that is no text", fieldsOf(8, plainFlags, names("a"), field("a", f8, 0, "N")), ""},
		{"title without an item", fieldsOf(8, plainFlags, names("a"), field("a", f8, 0, str("t"))), "pickle-dtype-state"},
		{"title without a field", fieldsOf(8, plainFlags, names("a"), field("a", f8, 0, ""), field("t", f8, 0, str("t"))), "pickle-dtype-state"},
		{"title of two fields", fieldsOf(16, plainFlags, names("a", "b"), field("a", f8, 0, str("t")), field("b", f8, 8, str("t")), field("t", f8, 8, str("t"))), "pickle-dtype-state"},
		{"title elsewhere", fieldsOf(16, plainFlags, names("a"), field("a", f8, 0, str("t")), field("t", f8, 8, str("t"))), "pickle-dtype-state"},
		{"title of another type", fieldsOf(8, objectFlags, names("a"), field("a", f8, 0, str("t")), field("t", dtypeO, 0, str("t"))), "pickle-dtype-state"},

		{"numbers that overlap", fieldsOf(8, plainFlags, names("a", "b"), field("a", f8, 0, ""), field("b", u1, 3, "")), ""},
		{"a number over an object", fieldsOf(8, objectFlags, names("a", "b"), field("a", dtypeO, 0, ""), field("b", f8, 0, "")), "pickle-dtype-state"},
		{"a byte over an object", fieldsOf(8, objectFlags, names("a", "b"), field("a", dtypeO, 0, ""), field("b", u1, 7, "")), "pickle-dtype-state"},
		{"an object over a number", fieldsOf(16, objectFlags, names("a", "b"), field("a", f8, 4, ""), field("b", dtypeO, 8, "")), "pickle-dtype-state"},
		{"an object over another", fieldsOf(16, objectFlags, names("a", "b"), field("a", dtypeO, 0, ""), field("b", dtypeO, 4, "")), "pickle-dtype-state"},
		{"an object over the first of two numbers", fieldsOf(32, objectFlags, names("a", "b", "c"), field("a", subarray(f8, "V24", "K\x03\x85", 24, "K\x00"), 0, ""), field("b", u1, 8, ""), field("c", dtypeO, 16, "")), "pickle-dtype-state"},
		{"a number over an inner object", fieldsOf(16, objectFlags, names("a", "b"), field("a", inner, 0, ""), field("b", f8, 0, "")), "pickle-dtype-state"},
		{"a number over the half of an object that a 32-bit machine doesn't have", fieldsOf(8, objectFlags, names("a", "b"), field("a", dtypeOf("O4", "|", "K?"), 0, ""), field("b", simple("i4"), 4, "")), "pickle-dtype-state"},
		{"a number of one letter over an object", fieldsOf(8, objectFlags, names("a", "b"), field("a", dtypeO, 0, ""), field("b", dtypeCall("f"), 4, "")), "pickle-dtype-state"},
		{"a number of one letter past the end", fieldsOf(8, plainFlags, names("a", "b"), field("a", f8, 0, ""), field("b", dtypeCall("b"), 8, "")), "pickle-dtype-state"},
		{"objects side by side", fieldsOf(16, objectFlags, names("a", "b"), field("b", dtypeO, 8, ""), field("a", dtypeO, 0, "")), ""},
		{"nothing inside of an object", fieldsOf(8, objectFlags, names("a", "b"), field("a", dtypeO, 0, ""), field("b", sized("V0", "|", 0, 1, "K\x00"), 4, "")), ""},
	} {
		report := checkBytes(t, object1(test.dtype), nil)
		got := slices.DeleteFunc(ruleIDs(report), func(id string) bool { return id == "pickle-present" })
		if want := strings.Fields(test.want); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", test.name, got, want)
			logPickleFindings(t, report)
		}
		sameStream(t, object1(test.dtype), nil)
	}
}

func logPickleFindings(t *testing.T, report *Report) {
	t.Helper()
	for _, f := range report.Findings {
		t.Logf("%d+%d %s: %s", f.Offset, f.Length, f.Rule.String(), f.Message)
	}
}

// TestPickledDTypeAndHeader compares the dtype of the array with that of the header, field by field.
func TestPickledDTypeAndHeader(t *testing.T) {
	i4, objects := simple("i4"), field("o", dtypeO, 8, "")
	array := func(dtype string) string { return proto(3) + ndarray(dtype, "K\x00\x85", "]") + "." }
	dtype := func(other string) string { return array(fieldsOf(16, objectFlags, names("a", "o"), other, objects)) }
	date := func(unit string, n byte) string {
		return dtypeCall("M8") + tuple("K\x04", str("<"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "K\x00",
			tuple("}", tuple(raw8(unit), "K"+string([]byte{n}), "K\x01", "K\x01"))) + "b"
	}
	inner := func(name string) string {
		return fieldsOf(8, plainFlags, names(name), field(name, simple("f8"), 0, ""))
	}
	i4s := func(shape string) string { return subarray(i4, "V8", shape, 8, "K\x00") }
	small := dtypeOf("O4", "|", "K?")
	for _, test := range []struct{ name, descr, pickle, want string }{
		{"equal", "[('a', '<i8'), ('o', '|O')]", dtype(field("a", simple("i8"), 0, "")), ""},
		{"another name", "[('b', '<i8'), ('o', '|O')]", dtype(field("a", simple("i8"), 0, "")), "other names"},
		{"names in another order", "[('o', '<i8'), ('a', '|O')]", array(fieldsOf(16, objectFlags, names("a", "o"), field("o", simple("i8"), 0, ""), field("a", dtypeO, 8, ""))), "another order"},
		{"fewer fields", "[('a', '<i8'), ('o', '|O'), ('p', '|O')]", dtype(field("a", simple("i8"), 0, "")), "2 fields, and the header says 3"},
		{"another type", "[('a', '<f8'), ('o', '|O')]", dtype(field("a", simple("i8"), 0, "")), "field 'a' of the type i with 8 bytes, and the header says f with 8 bytes"},
		{"an object for a number", "[('a', '<i8'), ('o', '|O')]", dtype(field("a", dtypeO, 0, "")), "field 'a' of the type O"},
		{"another byte order", "[('a', '>i8'), ('o', '|O')]", dtype(field("a", simple("i8"), 0, "")), "byte order <, and the header says >"},
		{"the machine's byte order", "[('a', 'i8'), ('o', '|O')]", dtype(field("a", simple("i8"), 0, "")), ""},
		{"padding", "[('a', '<i4'), ('', '|V4'), ('o', '|O')]", dtype(field("a", i4, 0, "")), ""},
		{"another offset", "[('a', '<i4'), ('', '|V4'), ('o', '|O')]", dtype(field("a", i4, 4, "")), "field 'a' at byte 4, and the header says 0"},
		{"padding at the end", "[('o', '|O'), ('', '|V8')]", array(fieldsOf(16, objectFlags, names("o"), field("o", dtypeO, 0, ""))), ""},
		{"no padding at the end", "[('o', '|O')]", array(fieldsOf(16, objectFlags, names("o"), field("o", dtypeO, 0, ""))), "16 bytes, and the header says 8"},
		{"title", "[(('t', 'o'), '|O')]", array(fieldsOf(8, objectFlags, names("o"), field("o", dtypeO, 0, str("t")), field("t", dtypeO, 0, str("t")))), ""},
		{"no title in the pickle", "[(('t', 'o'), '|O')]", array(fieldsOf(8, objectFlags, names("o"), field("o", dtypeO, 0, ""))), "title '', and the header says 't'"},
		{"another title", "[(('u', 'o'), '|O')]", array(fieldsOf(8, objectFlags, names("o"), field("o", dtypeO, 0, str("t")), field("t", dtypeO, 0, str("t")))), "title 't', and the header says 'u'"},
		{"boolean", "[('a', '|b1'), ('', '|V7'), ('o', '|O')]", dtype(field("a", dtypeOf("b1", "|", "K\x00"), 0, "")), ""},
		{"text", "[('a', '<U2'), ('o', '|O')]", dtype(field("a", sized("U2", "<", 8, 4, "K\x08"), 0, "")), ""},
		{"another length of text", "[('a', '<U1'), ('', '|V4'), ('o', '|O')]", dtype(field("a", sized("U2", "<", 8, 4, "K\x08"), 0, "")), "U with 8 bytes, and the header says U with 4 bytes"},
		{"unit", "[('a', '<M8[25s]'), ('o', '|O')]", dtype(field("a", date("s", 25), 0, "")), ""},
		{"unit without a number", "[('a', '<M8[s]'), ('o', '|O')]", dtype(field("a", date("s", 1), 0, "")), ""},
		{"no unit", "[('a', '<M8'), ('o', '|O')]", dtype(field("a", date("generic", 1), 0, "")), ""},
		{"another unit", "[('a', '<M8[ms]'), ('o', '|O')]", dtype(field("a", date("s", 1), 0, "")), "unit 1s, and the header says 1ms"},
		{"sub-array", "[('a', '<i4', (2,)), ('o', '|O')]", dtype(field("a", i4s("K\x02\x85"), 0, "")), ""},
		{"sub-array with a number for its shape", "[('a', '<i4', (2,)), ('o', '|O')]", dtype(field("a", i4s("K\x02"), 0, "")), ""},
		{"sub-array of a sub-array", "[('a', '<i4', (1, 2)), ('o', '|O')]", dtype(field("a", subarray(i4s("K\x02\x85"), "V8", "K\x01\x85", 8, "K\x00"), 0, "")), ""},
		{"another shape of a sub-array", "[('a', '<i4', (2, 1)), ('o', '|O')]", dtype(field("a", i4s("K\x02\x85"), 0, "")), "sub-array shape (2, ), and the header says (2, 1, )"},
		{"inner type", "[('a', [('x', '<f8')]), ('o', '|O')]", dtype(field("a", inner("x"), 0, "")), ""},
		{"another inner type", "[('a', [('x', '<i8')]), ('o', '|O')]", dtype(field("a", inner("x"), 0, "")), "field 'a.x' of the type f"},
		{"another inner name", "[('a', [('y', '<f8')]), ('o', '|O')]", dtype(field("a", inner("x"), 0, "")), "field 'a' whose fields have other names"},
		{"a structured type for a number", "[('a', '<f8'), ('o', '|O')]", dtype(field("a", inner("x"), 0, "")), "field 'a' with fields, and the header has none"},
		{"number for a structured type", "[('a', [('x', '<i8')]), ('o', '|O')]", dtype(field("a", simple("i8"), 0, "")), "field 'a' without fields, and the header has fields"},
		{"structured array for objects", "'|O'", array(fieldsOf(8, objectFlags, names("o"), field("o", dtypeO, 0, ""))), "dtype with fields, and the header has none"},
		{"sub-array for a number", "[('a', '<i8'), ('o', '|O')]", dtype(field("a", i4s("K\x02\x85"), 0, "")), "sub-array shape (2, ), and the header says ()"},
		{"references of a 32-bit machine", "'|O'", array(small), ""},
		{"names in lone surrogates", "[('\\udc80', '|O')]", array(fieldsOf(8, objectFlags, names("\xed\xb2\x80"), field("\xed\xb2\x80", dtypeO, 0, ""))), ""},
		{"names in lone surrogates in protocol 0", "[('\\udc80', '|O')]", array(strings.ReplaceAll(fieldsOf(8, objectFlags, names("?"), field("?", dtypeO, 0, "")), str("?"), "V\\udc80\n")), ""},
	} {
		file := npy(1, dict(test.descr, "False", "(0,)"), test.pickle)
		report := checkBytes(t, file, nil)
		got := ""
		for _, f := range report.Findings {
			if strings.HasPrefix(f.Rule.String(), "pickle-") && f.Rule.String() != "pickle-present" {
				got += f.Rule.String() + ": " + f.Message
			}
		}
		if test.want == "" && got != "" || !strings.Contains(got, test.want) || test.want != "" && strings.Count(got, "pickle-header-mismatch") != 1 {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
			logPickleFindings(t, report)
		}
		sameStream(t, file, nil)
	}
}

// TestPickledFieldsLost has more fields than are kept: the check is not complete, and says so.
func TestPickledFieldsLost(t *testing.T) {
	plain := func(n int) (texts, items string) {
		for i := range n {
			name := str("f" + strconv.Itoa(i))
			texts += name
			items += name + "h\x00" + "K\x00\x86s"
		}
		return texts, items
	}
	dtype := func(texts, items string) string {
		return simple("u1") + "q\x000" + dtypeCall("V1") + tuple("K\x03", str("|"), "N", tuple(texts), "}"+items, "K\x01", "K\x01", plainFlags) + "b"
	}
	texts, items := plain(2000)
	if report := checkBytes(t, object1(dtype(texts, items)), nil); report.Verdict() != Conforming {
		t.Errorf("2000 fields: got %s, want conforming", report.Verdict())
		logPickleFindings(t, report)
	}
	manyTexts, manyItems := plain(maxFieldCost/fieldCost + 1)
	long := str(strings.Repeat("n", maxText+1))
	for _, object := range []string{
		dtype(manyTexts, manyItems),
		dtype(long, long+"h\x00K\x00\x86s"),
		dtype(texts, "("+strings.ReplaceAll(items, "\x86s", "\x86")+strings.Repeat(str("f0")+"h\x00K\x00\x86", 1000)+"u"),
	} {
		report := checkBytes(t, object1(object+"0"+importOf("os", "system")), nil)
		if !slices.ContainsFunc(report.Findings, func(f Finding) bool {
			return f.Rule.String() == "pickle-not-followed" && f.Length == 1 && strings.Contains(f.Message, "a dtype with fields")
		}) {
			t.Errorf("%.80q: got %v, want pickle-not-followed", object, ruleIDs(report))
		}
		if got := ruleIDs(report); !slices.Contains(got, "pickle-import-dangerous") {
			t.Errorf("%.80q: got %v, want what comes behind too", object, got)
		}
	}
}
