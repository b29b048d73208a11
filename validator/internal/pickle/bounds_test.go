package pickle

import (
	"bytes"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// counted walks through opcodes and returns the machine.
func counted(t *testing.T, opcodes string) *machine {
	t.Helper()
	file := payload(proto(4) + opcodes + ".")
	m := newMachine(t.Context(), bytes.NewReader(file[start:]), config(nil, int64(len(file))))
	if err := m.run(); err != nil {
		t.Fatal(err)
	}
	return m
}

// copiesOf puts a class in slot 1, its argument in slot 2, and leaves a mark.
func copiesOf(class, argument string) string { return class + "q\x010" + argument + "\x85q\x020(" }

// TestQuantities covers what is counted of pickles.
func TestQuantities(t *testing.T) {
	builtin := func(name string, args ...string) string { return reduce(importOf("builtins", name), args...) }
	random := func(name string, args ...string) string {
		return reduce(importOf("numpy.random._pickle", name), args...)
	}
	fraction := func(args ...string) string { return reduce(importOf("fractions", "Fraction"), args...) }
	ints := func(n int) string { return many1(n, func(i int) string { return num(uint32(i)) }) }
	key := func(opcodes string) string { return "}" + opcodes + "Ns" }
	for _, test := range []struct {
		object             string
		keys, slow, copied int64
	}{
		{"N", 0, 0, 0},
		{"](" + ints(100) + "e", 0, 0, 0},
		{"}(" + ints(100) + "u", 50, 0, 0},
		{"\x8f(" + ints(100) + "\x90", 100, 0, 0},
		{"(" + ints(100) + "\x91", 100, 0, 0},
		{builtin("set", "]("+ints(100)+"e"), 100, 0, 0},
		{copiesOf(importOf("builtins", "set"), "]("+ints(100)+"e") + "h\x01h\x02R" + "h\x01h\x02Rt", 200, 0, 20_000},
		{reduce(importOf("collections", "OrderedDict"), "](](K\x01K\x02e](K\x02K\x02ee"), 2, 0, 0},
		{reduce(importOf("collections", "Counter"), "}(K\x01K\x02u"), 1, 0, 0},
		{reduce(importOf("collections", "deque"), "]("+ints(100)+"e"), 0, 0, 0},

		// A tuple counts for all that is in it.
		{key(tuple("K\x01", "K\x02")), 3, 0, 0},
		{key(tuple(tuple("K\x01", "K\x02"), "K\x03")), 5, 0, 0},
		{"}(" + strings.Repeat("K\x01K\x02\x86N", 3) + "u", 9, 0, 0},
		{"}(" + strings.Repeat("K\x01N", 3) + "u", 3, 0, 0},
		{key(long4(320, 0x55)), 11, 0, 0},
		{key(reduce(importOf("decimal", "Decimal"), str("1.5"))), 3 + 200, 0, 0},
		{key(reduce(importOf("decimal", "Decimal"), str("1E+5000"))), 3 + 200 + 25_070, 0, 0}, // 5007²/1000
		{key(fraction("K\x01", "K\x02")), 4 + 200, 1, 0},

		{fraction(str(strings.Repeat("1", 300))), 0, 3, 0},
		{fraction(long4(125, 0x33), "K\x01"), 0, 3, 0},
		{reduce(importOf("decimal", "Decimal"), str(strings.Repeat("1", 3000))), 0, 3, 0},
		{random("__bit_generator_ctor"), 0, 29, 0},
		{random("__bit_generator_ctor", str("MT19937")), 0, 29, 0},
		{random("__bit_generator_ctor", str("PCG64")), 0, 6, 0},
		{random("__bit_generator_ctor", importOf("numpy.random._pcg64", "PCG64")), 0, 6, 0},
		{random("__bit_generator_ctor", importOf("numpy.random._mt19937", "MT19937")), 0, 29, 0},
		{random("__generator_ctor", random("__bit_generator_ctor", str("PCG64"))), 0, 7, 0},
		{maskedByte(raw8("\x00"), "N"), 0, 5, 1 + 2},
		{reduce(importOf("numpy.random.bit_generator", "__pyx_unpickle_SeedSequence"), importOf("numpy.random.bit_generator", "SeedSequence"), num(65708578), "N"), 0, 1, 0},

		{builtin("bytearray", raw8("abcdefgh")), 0, 0, 8},
		{reduce(importOf("_codecs", "encode"), str("abcd"), str("latin1")), 0, 0, 4},
		{ndarray(simple("f8"), "K\x01\x85", raw8("12345678")), 0, 0, 8},
		{ndarray(dtypeO, "K\x01\x85", "]Na"), 0, 0, 8},
		{reduce(importOf("numpy.core.multiarray", "scalar"), simple("f8"), raw8("12345678")), 0, 0, 8},
	} {
		b := counted(t, test.object).bounds
		if got, want := b.counts, [quantities]int64{test.keys, test.slow, test.copied}; got != want {
			t.Errorf("%.60q: got %v, want %v", test.object, got, want)
		}
	}
}

// TestBounds covers as much as the first 1000 bytes of a pickle may, and a little more, and states what is said about the
// opcode that does.
func TestBounds(t *testing.T) {
	list := func(size int64, depth int32) *node { return &node{size: size, depth: depth} }
	bytesOf := func(n int64) *value { return &value{kind: kindInt, n: n} }
	for _, test := range []struct {
		name    string
		have    func(*bounds)
		message string // "" if nothing is said
		rule    spec.ID
	}{
		{"keys", func(b *bounds) { b.count(keyValues, 10_010_000) }, "", 0},
		{"too many keys", func(b *bounds) { b.count(keyValues, 10_010_000); b.count(keyValues, 1); b.count(keyValues, 1) },
			"keys in the first 1000 bytes of the pickle have over 10010000 values to hash and compare", spec.PickleWork},
		{"slow objects", func(b *bounds) { b.count(slowObjects, 100_125) }, "", 0},
		{"too many slow objects", func(b *bounds) { b.count(slowObjects, 100_126); b.count(slowObjects, 1) },
			"first 1000 bytes of the pickle make the equivalent of over 100125 slow objects", spec.PickleWork},
		{"copies", func(b *bounds) { b.count(copiedBytes, 48<<20+16_000) }, "", 0},
		{"too many copies", func(b *bounds) { b.count(copiedBytes, 48<<20+16_001); b.count(copiedBytes, 1) },
			"calls in the first 1000 bytes of the pickle copy over 50347648 bytes", spec.PickleExpansion},
		{"depth", func(b *bounds) { b.nesting(list(1, 500)) }, "", 0},
		{"too deep", func(b *bounds) { b.nesting(list(1, 501)); b.nesting(list(1, 502)) }, "pickle nests collections over 500 deep", spec.PickleDepth},
		{"values", func(b *bounds) { b.nesting(list(1_007_000, 1)) }, "", 0},
		{"too many values", func(b *bounds) { b.nesting(list(1_007_001, 1)); b.nesting(list(1_007_002, 1)) },
			"7 opcodes expand to over 1007000 values through shared references", spec.PickleExpansion},
		{"int", func(b *bounds) { b.digits(bytesOf(1786)) }, "", 0},
		{"long int", func(b *bounds) { b.digits(bytesOf(1787)); b.digits(bytesOf(1788)) }, "int of 1787 bytes has over 4300 digits", spec.PickleWork},
	} {
		b := &bounds{place: &place{faults: finding.List{Max: 10}, begin: 2000, start: 2998, at: 3000, ops: 7}}
		test.have(b)
		kept := b.faults.Kept
		switch {
		case test.message == "" && len(kept) == 0:
		case len(kept) != 1 || kept[0].Rule != test.rule || kept[0].Message != test.message || kept[0].Offset != 2998 || kept[0].Length != 2:
			t.Errorf("%s: got %+v, want %q at 2998+2", test.name, kept, test.message)
		}
	}
}

// hostilePickle is what an array holds that has more of something than its bytes allow. The opcode with which there
// is too much is at the end of before.
type hostilePickle struct{ name, before, after, rule string }

func hostilePickles() []hostilePickle {
	decimal, generator := importOf("decimal", "Decimal"), importOf("numpy.random._pickle", "__randomstate_ctor")
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(3000), nil).Bytes()
	slices.Reverse(ten)
	power := "\x8b" + string([]byte{byte(len(ten)), byte(len(ten) >> 8), 0, 0}) + string(ten)
	return []hostilePickle{
		// 265,720 values, 38 times: over 10,000,000 and 10 for each byte.
		{"hashes of a tuple of tuples", "(" + tripledTuples(12) + strings.Repeat("}h\x0cNs0", 12) + "}h\x0cNs", strings.Repeat("}h\x0cNs0", 300) + "t", "pickle-work"},
		// 9284 values each, 1091 times: 39 for the int, and 9245 for the number that is compared with it.
		{"decimals that equal an int", "(" + power + "q\x010" + decimal + str("1E+3000") + "\x85Rq\x020" + strings.Repeat("}h\x01Nsh\x02Ns0", 1090) + "}h\x01Nsh\x02Ns",
			"0" + strings.Repeat("}h\x01Nsh\x02Ns0", 99) + "t", "pickle-work"},
		{"generators of random numbers", "(" + generator + "q\x01)R" + strings.Repeat("h\x01)R", 3509), strings.Repeat("h\x01)R", 99) + "t", "pickle-work"},
	}
}

func TestHostileBounds(t *testing.T) {
	for _, test := range hostilePickles() {
		t.Run(test.name, func(t *testing.T) {
			head := newND + "(K\x01K\x01\x85" + dtypeO + "\x89]("
			report := walk(t, payload(proto(4)+head+test.before+test.after+"etb."))
			at := int64(start + 2 + len(head) + len(test.before))
			i := slices.IndexFunc(report.Faults.Kept, func(f finding.Finding) bool { return f.Rule.String() == test.rule })
			if i < 0 {
				t.Fatalf("got %v, want %s", rules(report), test.rule)
			}
			if f := report.Faults.Kept[i]; f.Offset != at-1 || f.Length != 1 {
				t.Errorf("got %s at %d+%d (%s), want it at %d+1", f.Rule.String(), f.Offset, f.Length, f.Message, at-1)
			}
		})
	}
}

// tripledTuples are n tuples, each of three references to the one before, in slots 1 to n, off the stack.
func tripledTuples(n byte) string {
	s := ")q\x00"
	for i := byte(1); i <= n; i++ {
		get := "h" + string([]byte{i - 1})
		s += get + get + get + "\x87q" + string([]byte{i})
	}
	return s
}

// TestReturnedSize covers what a call returns: it counts as one value more than its arguments, and is one of one
// without any.
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

// TestRunDepth covers more values than the stack keeps, a list of lists among those that are let go: a tuple of them
// is as deep as they are.
func TestRunDepth(t *testing.T) {
	nones := strings.Repeat("N", 2500)
	for object, want := range map[string]int32{"(" + nones + nones + "t": 1, "(" + nones + "]]]aa" + nones + "t": 4} {
		file := payload(proto(4) + object)
		m := newMachine(t.Context(), bytes.NewReader(file[start:]), config(nil, int64(len(file))))
		if err := m.run(); err != nil {
			t.Fatal(err)
		}
		if got := m.stack.top().depth(); got != want {
			t.Errorf("%d opcodes: got a tuple nested %d deep, want %d", len(object), got, want)
		}
	}
}

// TestDecimal covers the ints at the ends of 64 bits, and those next to them, of which only the size is known.
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
