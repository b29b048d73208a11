package pickle

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/validator/internal/finding"
)

// field is an item of the dictionary of fields of a dtype.
func field(name, dtype string, offset byte, title string) string {
	return str(name) + tuple(dtype, "K"+string([]byte{offset}), title)
}

// fieldsOf is a structured dtype. The items are the result of field.
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
		{"another name", fieldsOf(8, plainFlags, names("a"), field("b", f8, 0, "")), "pickle-dtype-state 112+1: dtype state has names that don't match its fields one to one"},
		{"a name twice", fieldsOf(16, plainFlags, names("a", "a"), field("a", f8, 0, ""), field("b", f8, 8, "")), "pickle-dtype-state 179+1: dtype state has names that don't match its fields one to one"},
		{"a field too many", fieldsOf(16, plainFlags, names("a"), field("a", f8, 0, ""), field("b", f8, 8, "")), "pickle-dtype-state 173+1: dtype state has names that don't match its fields one to one"},
		{"a field too few", fieldsOf(16, plainFlags, names("a", "b"), field("a", f8, 0, "")), "pickle-dtype-state 119+1: dtype state has names that don't match its fields one to one"},
		{"a field twice", fieldsOf(16, plainFlags, names("a"), field("a", f8, 0, ""), field("a", f8, 8, "")), "pickle-dtype-state 173+1: dtype state has key 'a' twice"},
		{"a key that is not text", fieldsOf(16, plainFlags, names("a"), "K\x01"+tuple(f8, "K\x00")), "pickle-dtype-state 109+1: dtype state has fields that don't map each name to a tuple of dtype and offset"},

		{"title", fieldsOf(8, plainFlags, names("a"), field("a", f8, 0, str("t")), field("t", f8, 0, str("t"))), ""},
		{"title of objects", fieldsOf(8, objectFlags, names("a"), field("a", dtypeO, 0, str("t")), field("t", dtypeO, 0, str("t"))), ""},
		{"title that is not text", fieldsOf(8, plainFlags, names("a"), field("a", f8, 0, "N")), ""},
		{"title without an item", fieldsOf(8, plainFlags, names("a"), field("a", f8, 0, str("t"))), "pickle-dtype-state 118+1: dtype state has 0 items for titles, expected 1"},
		{"title without a field", fieldsOf(8, plainFlags, names("a"), field("a", f8, 0, ""), field("t", f8, 0, str("t"))), "pickle-dtype-state 178+1: dtype state has 1 item for titles, expected 0"},
		{"title of two fields", fieldsOf(16, plainFlags, names("a", "b"), field("a", f8, 0, str("t")), field("b", f8, 8, str("t")), field("t", f8, 8, str("t"))), "pickle-dtype-state 257+1: dtype state has 1 item for titles, expected 2"},
		{"title elsewhere", fieldsOf(16, plainFlags, names("a"), field("a", f8, 0, str("t")), field("t", f8, 8, str("t"))), "pickle-dtype-state 185+1: dtype state has title 't' without a field"},
		{"title of another type", fieldsOf(8, objectFlags, names("a"), field("a", f8, 0, str("t")), field("t", dtypeO, 0, str("t"))), "pickle-dtype-state 184+1: dtype state has title 't' without a field"},

		{"the furthest offset", fieldsOf(8, plainFlags, names("a"), str("a")+tuple(f8, "\x8a\x08\x00\x00\x00\x00\x00\x00\x00\x10")), "pickle-dtype-state 120+1: dtype state has a field that ends at byte 1152921504606846984, past the itemsize of 8 bytes"},
		{"an offset further", fieldsOf(8, plainFlags, names("a"), str("a")+tuple(f8, "\x8a\x08\x01\x00\x00\x00\x00\x00\x00\x10")), "pickle-dtype-state 120+1: dtype state has fields that don't map each name to a tuple of dtype and offset"},

		{"numbers that overlap", fieldsOf(8, plainFlags, names("a", "b"), field("a", f8, 0, ""), field("b", u1, 3, "")), ""},
		{"a number over an object", fieldsOf(8, objectFlags, names("a", "b"), field("a", dtypeO, 0, ""), field("b", f8, 0, "")), "pickle-dtype-state 178+1: dtype state has field 'b' at byte 0, which overlaps another, and one of the two holds objects"},
		{"a byte over an object", fieldsOf(8, objectFlags, names("a", "b"), field("a", dtypeO, 0, ""), field("b", u1, 7, "")), "pickle-dtype-state 178+1: dtype state has field 'b' at byte 7, which overlaps another, and one of the two holds objects"},
		{"an object over a number", fieldsOf(16, objectFlags, names("a", "b"), field("a", f8, 4, ""), field("b", dtypeO, 8, "")), "pickle-dtype-state 179+1: dtype state has field 'b' at byte 8, which overlaps another, and one of the two holds objects"},
		{"an object over another", fieldsOf(16, objectFlags, names("a", "b"), field("a", dtypeO, 0, ""), field("b", dtypeO, 4, "")), "pickle-dtype-state 179+1: dtype state has field 'b' at byte 4, which overlaps another, and one of the two holds objects"},
		{"an object over the first of two numbers", fieldsOf(32, objectFlags, names("a", "b", "c"), field("a", subarray(f8, "V24", "K\x03\x85", 24, "K\x00"), 0, ""), field("b", u1, 8, ""), field("c", dtypeO, 16, "")), "pickle-dtype-state 294+1: dtype state has field 'c' at byte 16, which overlaps another, and one of the two holds objects"},
		{"a number over an inner object", fieldsOf(16, objectFlags, names("a", "b"), field("a", inner, 0, ""), field("b", f8, 0, "")), "pickle-dtype-state 309+1: dtype state has field 'b' at byte 0, which overlaps another, and one of the two holds objects"},
		{"a number over the half of an object that a 32-bit machine doesn't have", fieldsOf(8, objectFlags, names("a", "b"), field("a", dtypeOf("O4", "|", "K?"), 0, ""), field("b", simple("i4"), 4, "")), "pickle-dtype-state 178+1: dtype state has field 'b' at byte 4, which overlaps another, and one of the two holds objects"},
		{"a number of one letter over an object", fieldsOf(8, objectFlags, names("a", "b"), field("a", dtypeO, 0, ""), field("b", dtypeCall("f"), 4, "")), "pickle-dtype-state 151+1: dtype state has field 'b' at byte 4, which overlaps another, and one of the two holds objects"},
		{"a number of one letter past the end", fieldsOf(8, plainFlags, names("a", "b"), field("a", f8, 0, ""), field("b", dtypeCall("b"), 8, "")), "pickle-dtype-state 151+1: dtype state has a field that ends at byte 9, past the itemsize of 8 bytes"},
		{"objects side by side", fieldsOf(16, objectFlags, names("a", "b"), field("b", dtypeO, 8, ""), field("a", dtypeO, 0, "")), ""},
		{"nothing inside of an object", fieldsOf(8, objectFlags, names("a", "b"), field("a", dtypeO, 0, ""), field("b", sized("V0", "|", 0, 1, "K\x00"), 4, "")), ""},
	} {
		if got := strings.Join(told(walk(t, object1(test.dtype)), objectAt), "; "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		sameStream(t, object1(test.dtype))
	}
}

// TestPickledFieldsLost covers more fields than are kept: the check is not complete, and says so.
func TestPickledFieldsLost(t *testing.T) {
	t.Parallel()
	name := func(i int) string { return str("f" + strconv.Itoa(i)) }
	plain := func(n int) (texts, items string) {
		return many1(n, name), many1(n, func(i int) string { return name(i) + "h\x00" + "K\x00\x86s" })
	}
	dtype := func(texts, items string) string {
		return simple("u1") + "q\x000" + dtypeCall("V1") + tuple("K\x03", str("|"), "N", tuple(texts), "}"+items, "K\x01", "K\x01", plainFlags) + "b"
	}
	texts, items := plain(2000)
	if report := walk(t, object1(dtype(texts, items))); len(report.Faults.Kept) > 0 {
		t.Errorf("2000 fields: got %v, want none", rules(report))
		logFaults(t, report)
	}
	manyTexts, manyItems := plain(maxFieldCost/fieldCost + 1)
	long := str(strings.Repeat("n", maxText+1))
	for _, object := range []string{
		dtype(manyTexts, manyItems),
		dtype(long, long+"h\x00K\x00\x86s"),
		dtype(texts, "("+strings.ReplaceAll(items, "\x86s", "\x86")+strings.Repeat(str("f0")+"h\x00K\x00\x86", 1000)+"u"),
	} {
		report := walk(t, object1(object+"0"+importOf("os", "system")))
		if !slices.ContainsFunc(report.Faults.Kept, func(f finding.Finding) bool {
			return f.Rule.String() == "pickle-late-change" && f.Length == 1 && strings.Contains(f.Message, "a dtype with fields")
		}) {
			t.Errorf("%.80q: got %v, want pickle-late-change", object, rules(report))
		}
		if got := rules(report); !slices.Contains(got, "pickle-import-dangerous") {
			t.Errorf("%.80q: got %v, want what comes after it too", object, got)
		}
	}
}

// TestLayoutQueue keeps the fields of the latest dtypes, of a quarter of what all fields may cost.
func TestLayoutQueue(t *testing.T) {
	const most = maxFieldCost / 4
	var q layoutQueue
	total := int64(10 * most)
	kept := func(cost int64) *dtype {
		t.Helper()
		d := &dtype{layout: []structField{{}}}
		if !q.add(d, cost, &total) {
			t.Fatalf("%d of %d: got no room for the fields", cost, most)
		}
		return d
	}
	want := func(left int64, has ...*dtype) {
		t.Helper()
		var got []*dtype
		for _, k := range q.list {
			got = append(got, k.dtype)
			if k.dtype.layout == nil {
				t.Errorf("got a dtype in the queue without its fields")
			}
		}
		if !slices.Equal(got, has) || total != left {
			t.Errorf("got %d dtypes and %d in all, want %d and %d", len(got), total, len(has), left)
		}
	}
	if q.add(&dtype{}, most+1, &total) {
		t.Errorf("%d of %d: got room for the fields, want none", most+1, most)
	}
	want(10 * most)
	a := kept(most - 1)
	b := kept(1)
	want(10*most, a, b)
	c := kept(2)
	want(9*most+1, b, c)
	if a.layout != nil {
		t.Errorf("got the fields of the oldest kept, want them let go")
	}
	d := kept(most - 2)
	want(9*most, c, d)
	e := kept(most)
	want(8*most, e)
}

// TestElementParts covers elements whose items are not known, don't fit or belong to a dtype that is at fault.
func TestElementParts(t *testing.T) {
	number := &dtype{kind: 'f', itemsize: 8, fields: -1}
	struct2 := &dtype{kind: 'V', fields: 2, object: true, layout: []structField{{key: "a", dtype: number}, {key: "b", dtype: number}}}
	float := value{kind: kindFloat}
	tuple := func(count int64, items ...value) value {
		return value{kind: kindTuple, node: &node{count: count, items: items}}
	}
	outer := &dtype{kind: 'V', fields: 1, object: true, layout: []structField{{key: "n", dtype: struct2}}}
	for _, test := range []struct {
		dtype *dtype
		v     value
		want  *misfit
	}{
		{struct2, tuple(2, float, float), nil},
		{struct2, tuple(2), &misfit{lost: true}},
		{struct2, tuple(3), &misfit{got: "a tuple of 3 items", want: "a tuple of 2 items"}},
		{struct2, tuple(1, float), &misfit{got: "a tuple of 1 item", want: "a tuple of 2 items"}},
		{struct2, value{kind: kindLost}, &misfit{lost: true}},
		{&dtype{kind: 'f', fields: -1, faulty: true}, tuple(0), nil},
		{&dtype{kind: 'V', fields: 2, object: true, faulty: true}, value{kind: kindLost}, nil},
		{outer, tuple(1, tuple(2, float, float)), nil},
		{outer, tuple(1, tuple(2)), &misfit{path: "field 'n'", lost: true}},
		{outer, tuple(1, tuple(2, float, value{kind: kindLost})), &misfit{path: "field 'n.b'", lost: true}},
		{outer, tuple(1, tuple(2, value{kind: kindNone}, float)), &misfit{path: "field 'n.a'", got: "None", want: "a float"}},
		{outer, tuple(1, float), &misfit{path: "field 'n'", got: "a float", want: "a tuple of 2 items"}},
	} {
		if got := test.dtype.element(&test.v, "", 0); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%v: got %+v, want %+v", test.v, got, test.want)
		}
	}
	// Types nest as deep as 32 to be looked into.
	for depth, lost := range map[int]bool{31: false, 32: false, 33: true} {
		d, v := number, float
		path := "x"
		for i := range depth {
			if d, v = (&dtype{kind: 'V', fields: 1, object: true, layout: []structField{{key: "x", dtype: d}}}), tuple(1, v); i > 0 {
				path += ".x"
			}
		}
		m := d.element(&v, "", 0)
		if (m != nil) != lost || lost && (!m.lost || m.path != "field '"+path+"'") {
			t.Errorf("%d deep: got %+v, want it lost: %v", depth, m, lost)
		}
	}
}

// TestKeptLayouts covers fields that the header is compared with: half of what all fields may cost is kept, and what
// is not kept costs nothing any more.
func TestKeptLayouts(t *testing.T) {
	fields := []structField{{key: "a", dtype: &dtype{kind: 'f', itemsize: 8, fields: -1}}}
	cost := fields[0].cost()
	for _, test := range []struct {
		keeps         bool
		kept          int64 // by others
		object, named bool  // of the dtype
		want, left    int64 // of what is kept, and of all fields
		queued        int   // dtypes with objects
	}{
		{true, 0, false, false, cost, 1000, 0},
		{true, 32768 - cost, false, false, 32768, 1000, 0},
		{true, 32769 - cost, false, false, 32769 - cost, 1000 - cost, 0},
		{false, 0, false, false, 0, 1000 - cost, 0},
		{false, 0, false, true, 0, 1000 - cost, 0},
		{false, 0, true, false, 0, 1000 - cost, 0},
		{false, 0, true, true, 0, 1000, 1},
	} {
		k := fieldKeeper{keeps: test.keeps, kept: test.kept, cost: 1000}
		d, texts := dtype{object: test.object}, []value(nil)
		if test.named {
			d.fields, texts = 1, []value{{kind: kindText, known: true, text: "a"}}
		}
		k.keepLayout(&d, &fieldTable{list: fields}, texts)
		whole := test.left == 1000
		if k.kept != test.want || k.cost != test.left || (d.layout != nil) != whole || len(k.layouts.list) != test.queued {
			t.Errorf("%+v: got %d kept and %d left, a layout of %d fields and %d in the queue", test, k.kept, k.cost, len(d.layout), len(k.layouts.list))
		}
	}
}

// TestElements covers the values that an element of a structured array may have in a field of each type, of those that
// arguments has and some others, and what is said about an empty tuple there.
func TestElements(t *testing.T) {
	values := maps.Clone(arguments)
	delete(values, 's') // needs protocol 4
	values['c'] = reduce(importOf("builtins", "complex"), "K\x01", "K\x02")
	values['e'] = reduce(importOf("datetime", "date"), raw8("\x07\xe4\x01\x02"))
	values['h'] = reduce(importOf("numpy.core.multiarray", "scalar"), simple("f8"), raw8("12345678"))
	values['y'] = reduce(importOf("builtins", "bytearray"), raw8("1234"))
	values['a'] = reduce(importOf("builtins", "str"), str("a"))
	values['4'] = ndarray(dtypeOf("u1", "|", "K\x00"), "K\x04\x85", raw8("1234"))
	values['3'] = ndarray(dtypeOf("u1", "|", "K\x00"), "K\x03\x85", raw8("123"))
	letters := slices.Sorted(maps.Keys(values))
	date := func(kind string) string {
		return dtypeCall(kind+"8") + tuple("K\x04", str("<"), "N", "N", "N", num(1<<32-1), num(1<<32-1), "K\x00", tuple("}", tuple(raw8("s"), "K\x01", "K\x01", "K\x01"))) + "b"
	}
	for _, test := range []struct{ code, dtype, values, want string }{
		{"b1", dtypeOf("b1", "|", "K\x00"), "B", "a bool"},
		{"i4", simple("i4"), "I", "an int"},
		{"u4", simple("u4"), "I", "an int"},
		{"f8", simple("f8"), "Fh", "a float"},
		{"c16", simple("c16"), "ch", "a complex"},
		{"M8", date("M"), "INe", "a date, an int or None"},
		{"m8", date("m"), "INO", "a timedelta, an int or None"},
		{"S4", sized("S4", "|", 4, 1, "K\x00"), "TYhy", "bytes"},
		{"V4", sized("V4", "|", 4, 1, "K\x00"), "4TYhy", "bytes"},
		{"U1", sized("U1", "<", 4, 4, "K\x08"), "Ta", "text"},
		{"subarray", subarray(simple("f8"), "V8", "K\x01\x85", 8, "K\x00"), "A", "an array of its shape and type"},
	} {
		record := fieldsOf(24, objectFlags, names("x", "o"), field("x", test.dtype, 0, ""), field("o", dtypeO, 16, ""))
		fits := ""
		for _, letter := range letters {
			found := slices.DeleteFunc(told(walk(t, object1(ndarray(record, "K\x01\x85", "]"+values[letter]+"N\x86a"))), objectAt), isTrap)
			switch {
			case len(found) == 0:
				fits += string(rune(letter))
			case len(found) > 1 || !strings.HasPrefix(found[0], "pickle-state "):
				t.Errorf("%s with %c: got %q", test.code, letter, found)
			case letter == 't' && !strings.HasSuffix(found[0], ": element 0 of an array has an empty tuple as field 'x', expected "+test.want):
				t.Errorf("%s with %c: got %q, want that it wants %s", test.code, letter, found, test.want)
			}
		}
		if fits != test.values {
			t.Errorf("%s: got %s, want %s", test.code, fits, test.values)
		}
	}
}
