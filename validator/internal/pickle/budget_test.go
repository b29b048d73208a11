package pickle

import (
	"bytes"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
)

// TestBudget has what the budget counts for pickles: nanoseconds and bytes by the table of costs, the bytes of
// collections that are spelled out by sys.getsizeof, and what calls copy.
func TestBudget(t *testing.T) {
	builtin := func(name string) string { return importOf("builtins", name) }
	collections := func(name string, args ...string) string { return reduce(importOf("collections", name), args...) }
	random := func(name string, args ...string) string {
		return reduce(importOf("numpy.random._pickle", name), args...)
	}
	fraction := func(args ...string) string { return reduce(importOf("fractions", "Fraction"), args...) }
	nones := func(n int) string { return strings.Repeat("N", n) }
	ints := func(n int) string { return many1(n, func(i int) string { return num(uint32(i)) }) }
	for _, test := range []struct {
		object                        string
		nanos, bytes, spelled, copied int64
	}{
		{"N", 0, 0, 0, 0},
		{"]", 20, 0, 56, 0},
		{"](" + nones(100) + "e", 20, 0, 980, 0},
		{"]NaNaNa", 20, 0, 107, 0},
		{"}", 30, 0, 64, 0},
		{"}(" + strings.Repeat("NN", 100) + "u", 1030, 0, 4688, 0},
		{"}(" + ints(100) + "u", 530, 0, 2264, 0},
		{"\x8f", 50, 0, 216, 0},
		{"\x8f(" + ints(100) + "\x90", 1194, 0, 8408, 0},
		{"(" + ints(100) + "\x91", 1194, 0, 8408, 0},
		{")", 0, 0, 0, 0},
		{"NN\x86", 0, 0, 0, 0},
		{"(" + nones(100) + "t", 0, 0, 0, 0},
		{"(" + nones(100) + "l", 20, 0, 980, 0},
		{"(" + ints(100) + "d", 530, 0, 2264, 0},
		{reduce(builtin("set")), 50, 0, 216, 0},
		{reduce(builtin("set"), "]("+ints(100)+"e"), 5214, 0, 9388, 800},
		{reduce(builtin("set"), "("+ints(100)+"t"), 155050, 0, 8408, 800},
		{copiesOf(builtin("set"), "]("+ints(100)+"e") + "h\x01h\x02R" + "h\x01h\x02Rt", 10408, 16384, 1412, 1600},
		{reduce(builtin("frozenset"), "]("+ints(10)+"e"), 570, 0, 898, 80},
		{reduce(builtin("list")), 700, 0, 56, 0},
		{reduce(builtin("list"), "("+nones(10)+"t"), 1100, 0, 170, 80},
		{reduce(builtin("tuple"), "]("+nones(10)+"e"), 1120, 0, 290, 80},
		{reduce(builtin("dict")), 700, 0, 64, 0},
		{reduce(builtin("dict"), "](NN\x86e"), 790, 0, 313, 8},
		{reduce(builtin("dict"), "}("+ints(100)+"u"), 4230, 0, 4528, 400},
		{reduce(builtin("bytearray"), raw8("abcdefgh")), 2, 8, 0, 8},
		{reduce(builtin("range"), "K\x05"), 0, 0, 0, 0},
		{reduce(builtin("complex"), "K\x01", "K\x02"), 0, 0, 0, 0},
		{reduce(builtin("int"), str("12345678")), 1, 0, 0, 0},
		{reduce(builtin("int"), "K\x05"), 0, 0, 0, 0},
		{reduce(builtin("float"), str("1.5")), 1, 0, 0, 0},
		{newobj(builtin("object")), 0, 0, 0, 0},
		{collections("deque"), 400, 0, 760, 0},
		{collections("deque", "]("+nones(10)+"e"), 820, 0, 1010, 80},
		{collections("OrderedDict"), 700, 0, 128, 0},
		{collections("OrderedDict") + "(" + ints(20) + "u", 800, 0, 944, 0},
		{collections("OrderedDict", "](NN\x86e"), 790, 0, 481, 8},
		{collections("Counter"), 700, 0, 96, 0},
		{collections("Counter", "}("+ints(20)+"u"), 1430, 0, 736, 80},
		{collections("defaultdict"), 700, 0, 80, 0},
		{collections("defaultdict", builtin("list")) + "(" + ints(20) + "u", 800, 0, 368, 0},
		{reduce(importOf("decimal", "Decimal"), str("1.5")), 501, 115, 0, 0},
		{fraction("K\x01", "K\x02"), 6000, 112, 0, 0},
		{fraction(str(strings.Repeat("1", 640))), 26128, 752, 0, 0},
		{fraction(long4(640, 0x55), long4(1280, 0x33)), 166000, 112, 0, 0},
		{fraction("K\x01"), 6000, 112, 0, 0},
		{fraction(num(1 << 30)), 6000, 112, 0, 0},
		{fraction(num(1<<30), num(1<<30)), 6000, 112, 0, 0},
		{fraction("\x88"), 6000, 112, 0, 0},
		{reduce(importOf("datetime", "date"), raw8("\x07\xe4\x01\x02")), 500, 64, 0, 0},
		{reduce(importOf("datetime", "timedelta"), "K\x01"), 500, 64, 0, 0},
		{reduce(importOf("_codecs", "encode"), str("abcd"), str("latin1")), 1, 4, 0, 4},
		{newobj(importOf("uuid", "UUID")) + attributes("int", "K\x01") + "b", 540, 200, 224, 0},
		{newND, 1000, 160, 0, 0},
		{newND + tuple("K\x01", "K\x01\x85", dtypeO, "\x89", "]Na") + "b", 2522, 368, 89, 0},
		{ndarray(simple("f8"), "K\x01\x85", raw8("12345678")), 2502, 368, 0, 8},
		{dtypeO, 1500, 200, 0, 0},
		{dtypeCall("f8"), 1500, 200, 0, 0},
		{record("K\x00", 16, plainFlags), 3040, 400, 224, 0},
		{ndarray(structSub, "K\x01\x85", "]N"+ndarray(simple("f8"), "K\x02\x85", raw8("1234567812345678"))+"\x86a"), 9984, 1368, 313, 16},
		{reduce(importOf("numpy.core.multiarray", "scalar"), simple("f8"), raw8("12345678")), 2002, 272, 0, 8},
		{reduce(importOf("numpy._core.numeric", "_frombuffer"), raw8("12345678"), simple("f8"), "K\x01\x85", str("C")), 4000, 360, 0, 0},
		{reduce(importOf("numpy._core._internal", "_convert_to_stringdtype_kwargs"), "K\x01"), 2500, 160, 0, 0},
		{reduce(importOf("numpy.ma.core", "MaskedConstant")), 2500, 160, 0, 0},
		{maskedByte(raw8("\x00"), "N"), 54502, 1467, 0, 1},
		{maskedParts(wideType(20)) + "h\x01h\x02Rh\x03bt", 141742, 6720, 632, 0},
		{random("__bit_generator_ctor"), 290000, 8000, 0, 0},
		{random("__bit_generator_ctor", str("MT19937")), 290000, 8000, 0, 0},
		{random("__bit_generator_ctor", str("PCG64")), 60000, 3000, 0, 0},
		{random("__bit_generator_ctor", importOf("numpy.random._pcg64", "PCG64")), 60000, 3000, 0, 0},
		{random("__bit_generator_ctor", importOf("numpy.random._mt19937", "MT19937")), 290000, 8000, 0, 0},
		{random("__generator_ctor"), 295000, 11000, 0, 0},
		{random("__generator_ctor", str("PCG64")), 65000, 6000, 0, 0},
		{random("__generator_ctor", random("__bit_generator_ctor", str("PCG64"))), 65000, 6000, 0, 0},
		{random("__randomstate_ctor"), 295000, 11000, 0, 0},
		{seedSequence("K\x03", ndarray(typeU4, "K\x04\x85", raw8("1234123412341234")), "K\x04"), 12504, 1376, 0, 16},
		{"}(" + many1(100, func(i int) string { return multiple(i) + "N" }) + "u", 13214, 0, 4688, 0},
		{"\x8f(" + many1(100, multiple) + "\x90", 13234, 0, 8408, 0},
		{"}" + tuple("K\x01", "K\x02") + "Ns", 60, 0, 224, 0},
		{"}" + str("abc") + "Ns", 40, 0, 224, 0},
		{"}" + long4(1000, 0x55) + "Ns", 640, 0, 224, 0},
	} {
		file := payload(proto(4) + test.object + ".")
		m := newMachine(t.Context(), bytes.NewReader(file[start:]), config(nil, int64(len(file))))
		if err := m.run(0); err != nil {
			t.Fatal(err)
		}
		if b := m.budget; b.nanos != test.nanos || b.bytes != test.bytes || b.spelled != test.spelled || b.copied != test.copied {
			t.Errorf("%.60q: got %d ns, %d bytes, %d of collections and %d copied, want %d, %d, %d, %d", test.object,
				b.nanos, b.bytes, b.spelled, b.copied, test.nanos, test.bytes, test.spelled, test.copied)
		}
	}
}

// TestBudgetLimits spends as much as the first 1000 bytes of a pickle may, and a little more, and states what
// is said of the opcode that does.
func TestBudgetLimits(t *testing.T) {
	list := func(size int64, depth int32) *node { return &node{size: size, depth: depth} }
	for _, test := range []struct {
		name    string
		spend   func(*budget)
		message string // "" if nothing is said
		rule    spec.ID
	}{
		{"time", func(b *budget) { b.spend(spendHash, 1_001_000_000) }, "", 0},
		{"too much time", func(b *budget) { b.spend(spendHash, 1_001_000_001) },
			"loading the first 1000 bytes of the pickle takes over 1001 ms, too much for its size", spec.PickleWork},
		{"time, bit by bit", func(b *budget) { b.spend(spendHash, 1_001_000_000); b.spend(spendHash, 1); b.spend(spendHash, 1) },
			"loading the first 1000 bytes of the pickle takes over 1001 ms, too much for its size", spec.PickleWork},
		{"memory", func(b *budget) { b.spend(spendMemory, 64<<20+20_000) }, "", 0},
		{"too much memory", func(b *budget) { b.spend(spendMemory, 64<<20+20_001) },
			"loading the first 1000 bytes of the pickle takes over 64 MiB, too much for its size", spec.PickleAllocation},
		{"memory of collections", func(b *budget) { b.spell(64<<20 + 160_000) }, "", 0},
		{"too much memory of collections", func(b *budget) { b.spell(64<<20 + 160_001) },
			"loading the first 1000 bytes of the pickle takes over 64 MiB, too much for its size", spec.PickleAllocation},
		{"memory of both", func(b *budget) { b.spend(spendMemory, 64<<20); b.spell(160_000) }, "", 0},
		{"too much memory of both", func(b *budget) { b.spend(spendMemory, 64<<20); b.spell(160_000); b.spell(1) },
			"loading the first 1000 bytes of the pickle takes over 64 MiB, too much for its size", spec.PickleAllocation},
		{"copies", func(b *budget) { b.copies(300_000) }, "", 0},
		{"too many copies", func(b *budget) { b.copies(300_000); b.copies(1); b.copies(1) },
			"calls reuse the same bytes: so far they copy over 100 times as many as the file has", spec.PickleExpansion},
		{"depth", func(b *budget) { b.bounds(list(1, 500)) }, "", 0},
		{"too deep", func(b *budget) { b.bounds(list(1, 501)); b.bounds(list(1, 502)) }, "pickle nests collections over 500 deep", spec.PickleDepth},
		{"values", func(b *budget) { b.bounds(list(1_007_000, 1)) }, "", 0},
		{"too many values", func(b *budget) { b.bounds(list(1_007_001, 1)); b.bounds(list(1_007_002, 1)) },
			"pickle of 7 opcodes so far expands to over 1007000 values by reusing the same ones", spec.PickleExpansion},
	} {
		b := &budget{place: &place{faults: fault.List{Max: 10}, begin: 2000, start: 2998, at: 3000, ops: 7}}
		test.spend(b)
		kept := b.faults.Kept
		switch {
		case test.message == "" && len(kept) == 0:
		case len(kept) != 1 || kept[0].Rule != test.rule || kept[0].Message != test.message || kept[0].Offset != 2998 || kept[0].Length != 2:
			t.Errorf("%s: got %+v, want %q at 2998+2", test.name, kept, test.message)
		}
	}
}

// TestClosedTables has more values than the stack keeps, in what may become keys of a set. While they stand there,
// they have a table of 8192 hashes; it is let go with them.
func TestClosedTables(t *testing.T) {
	values := "(" + many1(5000, func(i int) string { return num(uint32(i)) })
	for _, test := range []struct {
		name, object string
		bytes        int64
	}{
		{"values", values, 8192 * 8},
		{"tuple", values + "t", 0},
		{"frozenset", values + "\x91", 0},
		{"values that POP_MARK drops", values + "1", 0},
	} {
		file := payload(proto(4) + test.object)
		m := newMachine(t.Context(), bytes.NewReader(file[start:]), config(nil, int64(len(file))))
		if err := m.run(0); err != nil {
			t.Fatal(err)
		}
		if got := m.budget.keys.tables.taken; got != test.bytes {
			t.Errorf("%s: got tables of %d bytes, want %d", test.name, got, test.bytes)
		}
	}
}

// TestReturnedSize has what a call returns: it counts as one value more than its arguments, and is one of one without
// any.
func TestReturnedSize(t *testing.T) {
	c := &caller{references: &references{}}
	for _, test := range []struct {
		args value
		size int64
	}{
		{value{kind: kindTuple, node: &node{size: 5}}, 6},
		{value{kind: kindTuple, node: &node{size: maxCount}}, maxCount},
		{value{kind: kindNone}, 1},
	} {
		if got := c.returned(&global{}, test.args).node.size; got != test.size {
			t.Errorf("%v: got a size of %d, want %d", test.args, got, test.size)
		}
	}
}

// TestRunDepth has more values than the stack keeps, a list of lists among those that are let go: a tuple of them is as
// deep as they are.
func TestRunDepth(t *testing.T) {
	nones := strings.Repeat("N", 2500)
	for object, want := range map[string]int32{"(" + nones + nones + "t": 1, "(" + nones + "]]]aa" + nones + "t": 4} {
		file := payload(proto(4) + object)
		m := newMachine(t.Context(), bytes.NewReader(file[start:]), config(nil, int64(len(file))))
		if err := m.run(0); err != nil {
			t.Fatal(err)
		}
		if got := m.stack.top().depth(); got != want {
			t.Errorf("%d opcodes: got a tuple nested %d deep, want %d", len(object), got, want)
		}
	}
}

// TestDecimal has the ints at the ends of 64 bits, and those next to them, of which only the size is known.
func TestDecimal(t *testing.T) {
	for text, want := range map[string]value{
		"4611686018427387904":  {known: true, n: 1 << 62},
		"9223372036854775807":  {known: true, n: 1<<63 - 1},
		"-9223372036854775808": {known: true, n: -1 << 63},
		"9223372036854775808":  {n: 9},
		"-9223372036854775809": {n: 10},
	} {
		r := &reader{place: &place{}}
		if got := r.decimal(text); got.kind != kindInt || got.known != want.known || got.n != want.n {
			t.Errorf("%s: got %+v, want known %v and %d", text, got, want.known, want.n)
		}
	}
}
