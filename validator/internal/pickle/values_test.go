package pickle

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// traced returns what is reported about the opcodes of a pickle.
func traced(t *testing.T, pickle string) []string {
	t.Helper()
	var names []string
	file := payload(pickle)
	c := config(nil, int64(len(file)))
	next := int64(start)
	c.Trace = func(at, n int64, what string) {
		if at != next {
			t.Errorf("%q: got %s at %d, want it at %d", pickle, what, at, next)
		}
		next = at + n
		names = append(names, strings.TrimPrefix(what, "pickle opcode "))
	}
	if _, err := Walk(context.Background(), bytes.NewReader(file[start:]), c); err != nil {
		t.Fatal(err)
	}
	if next != int64(len(file)) {
		t.Errorf("%q: opcodes end at %d, want %d", pickle, next, len(file))
	}
	return names
}

// TestValues states what opcodes leave on the stack.
func TestValues(t *testing.T) {
	for _, test := range []struct{ pickle, want string }{
		{"N.", "NONE: None"},
		{"\x88.", "NEWTRUE: True"},
		{"\x89.", "NEWFALSE: False"},
		{"I01\n.", "INT: True"},
		{"I00\n.", "INT: False"},
		{"I-7\n.", "INT: -7"},
		{"L12345678901L\n.", "LONG: 12345678901"},
		{"L123456789012345678901234567890L\n.", "LONG: a large int"},
		{"J\xfe\xff\xff\xff.", "BININT: -2"},
		{"K\xff.", "BININT1: 255"},
		{"M\x01\x02.", "BININT2: 513"},
		{"F1.5\n.", "FLOAT: a float"},
		{"G\x3f\xf8\x00\x00\x00\x00\x00\x00.", "BINFLOAT: a float"},

		{"\x8a\x00.", "LONG1: 0"},
		{"\x8a\x01\x7f.", "LONG1: 127"},
		{"\x8a\x01\xff.", "LONG1: -1"},
		{"\x8a\x02\x00\x01.", "LONG1: 256"},
		{"\x8a\x02\x00\xff.", "LONG1: -256"},
		{"\x8a\x02\xff\x00.", "LONG1: 255"},
		{"\x8a\x07\x00\x00\x00\x00\x00\x00\x80.", "LONG1: -36028797018963968"},
		{"\x8a\x08\x00\x00\x00\x00\x00\x00\x00\x80.", "LONG1: -9223372036854775808"},
		{"\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f.", "LONG1: 9223372036854775807"},
		{"\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00.", "LONG1: a large int"},
		{"\x8b\x02\x00\x00\x00\x34\x12.", "LONG4: 4660"},

		{"Va\\u0041\\U00000042\n.", "UNICODE: 'aAB'"},
		{"V\\u00e9\\u00E9\\u00aF\n.", "UNICODE: 'éé¯'"},
		{"V\\x41\n.", `UNICODE: '\x41'`},
		{"Va\\\n.", `UNICODE: 'a\'`},
		{"V\xe9\n.", "UNICODE: 'é'"},
		{"V\n.", "UNICODE: ''"},
		{"V" + strings.Repeat("a", 33) + "\n.", "UNICODE: text of 33 characters"},
		{"V" + strings.Repeat("a", 5000) + "\n.", "UNICODE: text of 5000 characters"},
		{str(strings.Repeat("a\xed\xb2\x80é", 3000)) + ".", "BINUNICODE: text of 9000 characters"},
		{"S'a\\x41\\n\\t\\\\\\''\n.", `STRING: "aA\x0a\x09\'"`},
		{"S'\\101\\18\\1012\\0'\n.", `STRING: 'A\x018A2\x00'`},
		{"S'\\277\\377\\07'\n.", `STRING: '\xbf\xff\x07'`},
		{"S'\\q'\n.", `STRING: '\q'`},
		{"S\"it's\"\n.", `STRING: "it's"`},
		{"S'\\a\\b\\v\\f\\r'\n.", `STRING: '\x07\x08\x0b\x0c\x0d'`},
		{"U\x02ab.", "SHORT_BINSTRING: 'ab'"},
		{"T\x02\x00\x00\x00ab.", "BINSTRING: 'ab'"},
		{"X\x03\x00\x00\x00a\xc3\xa9.", "BINUNICODE: 'aé'"},
		{"\x8d\x01\x00\x00\x00\x00\x00\x00\x00a.", "BINUNICODE8: 'a'"},
		{"C\x03abc.", "SHORT_BINBYTES: 3 bytes"},
		{"B\x01\x00\x00\x00a.", "BINBYTES: 1 byte"},
		{"\x8e\x02\x00\x00\x00\x00\x00\x00\x00ab.", "BINBYTES8: 2 bytes"},
		{"\x96\x02\x00\x00\x00\x00\x00\x00\x00ab.", "BYTEARRAY8: 2 bytes"},

		{").", "EMPTY_TUPLE: an empty tuple"},
		{"N\x85.", "TUPLE1: a tuple of 1 item"},
		{"NN\x86.", "TUPLE2: a tuple of 2 items"},
		{"NNN\x87.", "TUPLE3: a tuple of 3 items"},
		{"(NNNNt.", "TUPLE: a tuple of 4 items"},
		{"].", "EMPTY_LIST: an empty list"},
		{"]Na.", "APPEND: a list of 1 item"},
		{"](NNe.", "APPENDS: a list of 2 items"},
		{"(NNNl.", "LIST: a list of 3 items"},
		{"}.", "EMPTY_DICT: a dict"},
		{"(NNd.", "DICT: a dict"},
		{"\x8f.", "EMPTY_SET: a set"},
		{"(N\x91.", "FROZENSET: a set"},
		{"\x8f(N\x90.", "ADDITEMS: a set"},
		{importOf("decimal", "Decimal") + ".", "GLOBAL: decimal.Decimal"},
		{importOf("decimal", "Decimal") + ")R.", "REDUCE: the result of decimal.Decimal"},
		{importOf("uuid", "UUID") + ")\x81.", "NEWOBJ: the result of uuid.UUID"},
		{"(idecimal\nDecimal\n.", "INST: the result of decimal.Decimal"},
		{"(" + importOf("decimal", "Decimal") + "o.", "OBJ: the result of decimal.Decimal"},
		{str("decimal") + str("Decimal") + "\x93.", "STACK_GLOBAL: decimal.Decimal"},
		{"\x82\x05.", "EXT1: an import without a name"},

		{"Nq\x05.", "BINPUT: slot 5"},
		{"Np7\n.", "PUT: slot 7"},
		{"Nr\x00\x01\x00\x00.", "LONG_BINPUT: slot 256"},
		{"K\x09\x94.", "MEMOIZE: slot 0"},
		{"K\x09\x940h\x00.", "BINGET: 9"},
		{"K\x09\x940g0\n.", "GET: 9"},
		{"K\x09\x940j\x00\x00\x00\x00.", "LONG_BINGET: 9"},
		{"K\x092\x86.", "TUPLE2: a tuple of 2 items"},
	} {
		names := traced(t, test.pickle)
		if last := len(names) - 2; last < 0 || names[last] != test.want {
			t.Errorf("%q: got %q, want %q before STOP", test.pickle, names, test.want)
		}
	}
}

// TestSilentOpcodes covers opcodes that leave nothing on the stack, above what stays there.
func TestSilentOpcodes(t *testing.T) {
	want := []string{"PROTO", "FRAME", "NONE: None", "MARK", "NONE: None", "POP_MARK", "NEWTRUE: True", "POP", "STOP"}
	if got := traced(t, proto(4)+frameOf(7)+"N(N1\x880."); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestMessages states what is said about opcodes, and where. The opcode is the last of before, length bytes long.
func TestMessages(t *testing.T) {
	dict := importOf("collections", "defaultdict")
	deque := importOf("collections", "deque")
	subarrayOf := func(shape string) string {
		return dtypeCall("V8") + tuple("K\x03", str("|"), tuple(simple("f8"), shape), "N", "N", "K\x08", "K\x01", "K\x00")
	}
	item := func(v string) string {
		return dtypeCall("V8") + tuple("K\x03", str("|"), "N", str("a")+"\x85", "}"+str("a")+v+"s", "K\x08", "K\x01", plainFlags)
	}
	const notFields = "dtype state has fields that don't map each name to a tuple of dtype and offset"
	for _, test := range []struct {
		before, after string
		length        int
		rule          spec.ID
		message       string // "" if nothing is said
	}{
		{reduce(importOf("builtins", "set"), "]]a"), "", 1, spec.PickleMalformed, "builtins.set is made from a value that Python can't hash"},
		{reduce(importOf("builtins", "frozenset"), "]]a"), "", 1, spec.PickleMalformed, "builtins.frozenset is made from a value that Python can't hash"},
		{reduce(importOf("builtins", "set"), "]", "]"), "", 1, spec.PickleCallForm, "call builtins.set(an empty list, an empty list) is not one that NumPy or Python writes"},
		{reduce(dict), "", 1, 0, ""},
		{reduce(dict, "N"), "", 1, 0, ""},
		{reduce(dict, importOf("builtins", "int")), "", 1, 0, ""},
		{reduce(dict, importOf("builtins", "int"), "}"), "", 1, spec.PickleCallForm, "call collections.defaultdict(builtins.int, a dict) is not one that NumPy or Python writes"},
		{reduce(dict, "K\x05"), "", 1, spec.PickleCallForm, "call collections.defaultdict(5) is not one that NumPy or Python writes"},
		{reduce(dict, "N", "N"), "", 1, spec.PickleCallForm, "call collections.defaultdict(None, None) is not one that NumPy or Python writes"},
		{reduce(dict, "N", "}", "N"), "", 1, spec.PickleCallForm, "call collections.defaultdict(None, a dict, None) is not one that NumPy or Python writes"},
		{reduce(deque), "", 1, 0, ""},
		{reduce(deque, ")"), "", 1, 0, ""},
		{reduce(deque, ")", "K\x05"), "", 1, 0, ""},
		{reduce(deque, ")", "N"), "", 1, 0, ""},
		{reduce(deque, ")", ")"), "", 1, spec.PickleCallForm, "call collections.deque(an empty tuple, an empty tuple) is not one that NumPy or Python writes"},
		{reduce(deque, ")", "N", "N"), "", 1, spec.PickleCallForm, "call collections.deque(an empty tuple, None, None) is not one that NumPy or Python writes"},
		{reduce(importOf("datetime", "date")), "", 1, spec.PickleCallForm, "call datetime.date() is not one that NumPy or Python writes"},
		{reduce(importOf("datetime", "date"), raw8("\x07\xe4\x01\x02")), "", 1, 0, ""},
		{reduce(importOf("datetime", "date"), raw8("12345")), "", 1, spec.PickleCallForm, "call datetime.date(5 bytes) is not one that NumPy or Python writes"},
		{reduce(importOf("datetime", "date"), raw8("1234"), "N"), "", 1, spec.PickleCallForm, "call datetime.date(4 bytes, None) is not one that NumPy or Python writes"},
		{reduce(importOf("datetime", "time"), raw8("\x17\x3b\x3b\x0f\x42\x3f")), "", 1, 0, ""},
		{reduce(importOf("datetime", "timedelta"), "K\x01", "K\x01"), "", 1, spec.PickleCallForm, "call datetime.timedelta(1, 1) is not one that NumPy or Python writes"},
		{reduce(importOf("builtins", "slice"), "N", "N", "N"), "", 1, 0, ""},
		{reduce(importOf("builtins", "slice"), "N", "N", "N", "N"), "", 1, spec.PickleCallForm, "call builtins.slice(None, None, None, None) is not one that NumPy or Python writes"},
		{reduce(importOf("builtins", "complex"), "K\x01", "K\x01", "K\x01"), "", 1, spec.PickleCallForm, "call builtins.complex(1, 1, 1) is not one that NumPy or Python writes"},
		{reduce(importOf("builtins", "range"), "K\x01", "K\x01", "K\x01"), "", 1, 0, ""},
		{reduce(importOf("builtins", "range"), "K\x01", "K\x01", "K\x01", "K\x01"), "", 1, spec.PickleCallForm, "call builtins.range(1, 1, 1, 1) is not one that NumPy or Python writes"},
		{reduce(importOf("builtins", "bytearray"), "K\x05"), "", 1, spec.PickleAllocation, "call of builtins.bytearray lets the file choose how much memory is allocated (number)"},
		{reduce(importOf("builtins", "int"), str(strings.Repeat("1", 4301))), "", 1, spec.PickleCallForm, "call builtins.int(text of 4301 characters) is not one that NumPy or Python writes"},
		{reduce(importOf("decimal", "Decimal"), str("1e10000")), "", 1, 0, ""},
		{reduce(importOf("fractions", "Fraction"), str("1e1")), "", 1, spec.PickleCallForm, "call fractions.Fraction('1e1') is not one that NumPy or Python writes"},
		{reduce(importOf("fractions", "Fraction"), str("1e-1")), "", 1, spec.PickleCallForm, "call fractions.Fraction('1e-1') is not one that NumPy or Python writes"},
		{reduce(importOf("fractions", "Fraction"), str("1ex")), "", 1, spec.PickleCallForm, "call fractions.Fraction('1ex') is not one that NumPy or Python writes"},
		{reduce(importOf("decimal", "Decimal"), str("1e10001")), "", 1, spec.PickleWork, "call decimal.Decimal('1e10001') has an exponent over 10000"},

		{subarrayOf("K\x01\x85") + "b", "", 1, 0, ""},
		{subarrayOf("K\x01") + "b", "", 1, 0, ""},
		{subarrayOf("\x8a\x01\xff") + "b", "", 1, spec.PickleDtypeState, "dtype state has a subarray with shape -1"},
		{subarrayOf("N") + "b", "", 1, spec.PickleDtypeState, "dtype state has a subarray with shape None"},
		{subarrayOf("K\x02") + "b", "", 1, spec.PickleDtypeState, "dtype state has a subarray that doesn't fill its itemsize"},

		{item(simple("f8")+"K\x00\x86") + "b", "", 1, 0, ""},
		{item(simple("f8")+"K\x00N\x87") + "b", "", 1, 0, ""},
		{item(tuple(simple("f8"), "K\x00", "N", "N")) + "b", "", 1, spec.PickleDtypeState, notFields},
		{item(simple("f8")+"\x85") + "b", "", 1, spec.PickleDtypeState, notFields},
		{item(simple("f8")+"\x8a\x01\xff\x86") + "b", "", 1, spec.PickleDtypeState, notFields},
		{item(simple("f8")+"N\x86") + "b", "", 1, spec.PickleDtypeState, notFields},
		{item("NK\x00\x86") + "b", "", 1, spec.PickleDtypeState, notFields},
		{item(tuple(simple("f8"), "K\x00", str(strings.Repeat("t", maxText+1)))) + "b", "", 1, spec.PickleLateChange, "pickle has a dtype with fields that npycheck no longer keeps"},

		{"}" + reduce(importOf("builtins", "set")) + "Ns", "", 1, spec.PickleMalformed, "SETITEM uses the result of builtins.set as a key, which Python can't hash"},
		{"(N]\x91", "", 1, spec.PickleMalformed, "FROZENSET uses an empty list as a key, which Python can't hash"},
		{"(NN0\x91", "", 1, 0, ""},
		{"h\x07", "", 2, spec.PickleMemo, "memo slot 7 is read before it is stored"},
	} {
		head := newND + "(K\x01K\x01\x85" + dtypeO + "\x89]("
		file := payload(proto(4) + head + test.before + test.after + "etb.")
		result := walk(t, file)
		end := int64(start + 2 + len(head) + len(test.before))
		kept := slices.Clone(result.Faults.Kept)
		// What is wrong with the rest follows from it, or from how many objects there are.
		for i, f := range kept {
			if f.Offset >= end {
				kept = kept[:i]
				break
			}
		}
		switch {
		case test.message == "" && len(kept) == 0:
		case len(kept) != 1 || kept[0].Rule != test.rule || kept[0].Message != test.message || kept[0].Offset != end-int64(test.length) || kept[0].Length != int64(test.length):
			t.Errorf("%.60q: want %q at %d+%d", test.before, test.message, end-int64(test.length), test.length)
			logFaults(t, result)
		}
	}
}

// TestUnknownKey covers a key that nobody knows: that it can't be hashed is nothing that could be said.
func TestUnknownKey(t *testing.T) {
	for _, key := range []string{importOf("mylib", "f") + called, reduce(importOf("builtins", "set"), "N")} {
		if got := rules(walk(t, object1("}"+key+"Ns"))); slices.Contains(got, "pickle-malformed") || len(got) != 1 {
			t.Errorf("%q: got %v, want one finding, and not pickle-malformed", key, got)
		}
	}
}

// TestFrameSizes states the smallest frame and what is said about a smaller one.
func TestFrameSizes(t *testing.T) {
	if got := rules(walk(t, payload(proto(4)+frameOf(4)+"N0N0"+one("N")+"."))); len(got) > 0 {
		t.Errorf("frame of 4 bytes: got %v, want none", got)
	}
	result := walk(t, payload(proto(4)+frameOf(3)+"N0N0"+one("N")+"."))
	if kept := result.Faults.Kept; len(kept) != 1 || kept[0].Rule != spec.PickleFrame || kept[0].Message != "frame has 3 bytes, expected at least 4" || kept[0].Offset != 130 || kept[0].Length != 9 {
		t.Errorf("frame of 3 bytes: got %+v, want pickle-frame at 130+9", kept)
	}
}

// TestEntries keeps the items of as many dicts as it has room for, and of each as many as that.
func TestEntries(t *testing.T) {
	var ring entryRing
	dicts := make([]node, maxEntryDicts+1)
	for i := range dicts {
		e := ring.of(&dicts[i])
		e.add(sizedText(1), value{kind: kindInt, known: true, n: int64(i)})
		if e.lost || ring.of(&dicts[i]) != e || len(e.list) != 1 {
			t.Fatalf("dict %d: got %d items, lost %v, want the one", i, len(e.list), e.lost)
		}
	}
	if dicts[0].entries != nil {
		t.Errorf("got the items of the oldest dict, want them let go")
	}
	for i := 1; i < len(dicts); i++ {
		if e := dicts[i].entries; e == nil || e.owner != &dicts[i] || e.list[0].value.n != int64(i) {
			t.Errorf("dict %d: got different items than its own", i)
		}
	}
	dicts[0].count = 1
	if e := ring.of(&dicts[0]); !e.lost || len(e.list) != 0 {
		t.Errorf("dict that had items: got them known, want them lost")
	}

	e := ring.of(&node{})
	e.add(sizedText(32), sizedText(32))
	e.add(sizedText(33), sizedText(33))
	for i, want := range []valueKind{kindText, kindLost} {
		if item := e.list[i]; item.key.kind != want || item.value.kind != want {
			t.Errorf("item %d: got kinds %d and %d, want %d", i, item.key.kind, item.value.kind, want)
		}
	}
	for len(e.list) < maxEntries {
		e.add(sizedText(1), sizedText(1))
	}
	if e.lost {
		t.Errorf("%d items: got them lost, want them kept", maxEntries)
	}
	e.add(sizedText(1), sizedText(1))
	e.add(sizedText(1), sizedText(1))
	if !e.lost || len(e.list) != 0 {
		t.Errorf("%d items: got %d of them, want none", maxEntries+1, len(e.list))
	}
}

// TestSaturate covers sums and products around the largest count.
func TestSaturate(t *testing.T) {
	const most = 1 << 60
	for _, test := range []struct{ a, b, sum, product int64 }{
		{0, 0, 0, 0},
		{2, 3, 5, 6},
		{most, 0, most, 0},
		{most - 1, 1, most, most - 1},
		{most - 2, 1, most - 1, most - 2},
		{most, 1, most, most},
		{most, most, most, most},
		{1 << 30, 1 << 30, 1 << 31, most},
		{1 << 30, 1<<30 - 1, 1<<31 - 1, most - 1<<30},
		{1 << 30, 1<<30 + 1, 1<<31 + 1, most},
		{3, most / 3, most/3 + 3, most / 3 * 3},
		{3, most/3 + 1, most/3 + 4, most},
	} {
		if got := saturate(test.a, test.b); got != test.sum {
			t.Errorf("%d + %d: got %d, want %d", test.a, test.b, got, test.sum)
		}
		if got := saturatedProduct(test.a, test.b); got != test.product {
			t.Errorf("%d × %d: got %d, want %d", test.a, test.b, got, test.product)
		}
	}
}
