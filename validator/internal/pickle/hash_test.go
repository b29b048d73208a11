package pickle

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"
)

// TestHashes compares hashes with those that CPython 3.11 gives.
func TestHashes(t *testing.T) {
	tuple := func(items ...uint64) uint64 {
		values := make([]value, len(items))
		for i, h := range items {
			values[i].hash = h
		}
		return tupleHash(values)
	}
	set := func(items ...uint64) uint64 {
		values := make([]value, len(items))
		for i, h := range items {
			values[i].hash = h
		}
		return setHash(values)
	}
	for _, test := range []struct {
		name string
		got  uint64
		want int64
	}{
		{"0", intHash(0), 0},
		{"1", intHash(1), 1},
		{"-1", intHash(-1), -2},
		{"-2", intHash(-2), -2},
		{"12345", intHash(12345), 12345},
		{"-12345", intHash(-12345), -12345},
		{"2305843009213693951", intHash(2305843009213693951), 0},
		{"2305843009213693950", intHash(2305843009213693950), 2305843009213693950},
		{"-2305843009213693951", intHash(-2305843009213693951), 0},
		{"-2305843009213693952", intHash(-2305843009213693952), -2},
		{"9223372036854775807", intHash(9223372036854775807), 3},
		{"-9223372036854775808", intHash(-1 << 63), -4},
		{"bytes of 11529215046068469755", bytesHash([]byte("\xfb\xff\xff\xff\xff\xff\xff\x9f\x00")), 0},
		{"digits of 11529215046068469755", decimalHash("11529215046068469755"), 0},
		{"bytes of -11529215046068469755", bytesHash([]byte("\x05\x00\x00\x00\x00\x00\x00\x60\xff")), 0},
		{"digits of -11529215046068469755", decimalHash("-11529215046068469755"), 0},
		{"bytes of 0x1000000000", bytesHash([]byte("\x11\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01")), 131089},
		{"digits of 0x1000000000", decimalHash("1606938044258990275541962092341162602522202993782792835301393"), 131089},
		{"bytes of -0x100000000", bytesHash([]byte("\xef\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe")), -131089},
		{"digits of -0x100000000", decimalHash("-1606938044258990275541962092341162602522202993782792835301393"), -131089},
		{"bytes of -1", bytesHash([]byte("\xff")), -2},
		{"digits of -1", decimalHash("-1"), -2},
		{"bytes of -256", bytesHash([]byte("\x00\xff")), -256},
		{"digits of -256", decimalHash("-256"), -256},
		{"bytes of 0x1655d2ce05", bytesHash([]byte("\x11\xdd\xd9\x37\xdb\x71\x0f\xcf\x67\x7c\x74\x39\x52\xca\x03\x5a\x8c\x6a\x10\x0e\x83\xd9\x57\x03\xa7\xb9\x9f\x91\xfd\xfc\x9a\xe2\xe5\x80\x75\xd0\xe7\x9f\x76\x88\xb7\x57\xf8\x68\xc7\xde\x67\x10\xd7\x8b\xa2\x75\x28\x60\x75\x3f\x29\xc1\x06\x82\x6c\x10\xf6\x52\xcc\x8b\x16\xa6\xda\x8d\xdf\xee\xbf\x71\xfc\x07\x60\xb3\x44\xba\x41\x8d\x7a\x71\x18\xbd\xa8\x6e\x53\x38\xe4\x04\x76\x3f\x56\xe0\x2c\x5d\x65\x01")), 726568384993072390},
		{"digits of 0x1655d2ce05", decimalHash("36360291795869936842385267079543319118023385026001623040346035832580600191583895484198508262979388783308179702534403855752855931517013066142992430916562025780021771247847643450125342836565813209972590371590152578728008385990139795377610001"), 726568384993072390},
		{"bytes of -0x1655d2ce0", bytesHash([]byte("\xef\x22\x26\xc8\x24\x8e\xf0\x30\x98\x83\x8b\xc6\xad\x35\xfc\xa5\x73\x95\xef\xf1\x7c\x26\xa8\xfc\x58\x46\x60\x6e\x02\x03\x65\x1d\x1a\x7f\x8a\x2f\x18\x60\x89\x77\x48\xa8\x07\x97\x38\x21\x98\xef\x28\x74\x5d\x8a\xd7\x9f\x8a\xc0\xd6\x3e\xf9\x7d\x93\xef\x09\xad\x33\x74\xe9\x59\x25\x72\x20\x11\x40\x8e\x03\xf8\x9f\x4c\xbb\x45\xbe\x72\x85\x8e\xe7\x42\x57\x91\xac\xc7\x1b\xfb\x89\xc0\xa9\x1f\xd3\xa2\x9a\xfe")), -726568384993072390},
		{"digits of -0x1655d2ce0", decimalHash("-36360291795869936842385267079543319118023385026001623040346035832580600191583895484198508262979388783308179702534403855752855931517013066142992430916562025780021771247847643450125342836565813209972590371590152578728008385990139795377610001"), -726568384993072390},
		{"bytes of 0x1fffffffff", bytesHash([]byte("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xef\xff\xff\xff\xff\xff\xff\xff\x01")), 2305843009213693950},
		{"digits of 0x1fffffffff", decimalHash("2923003274661805835139719065204336637815161880575"), 2305843009213693950},
		{"0.0", floatHash(0.0), 0},
		{"-0.0", floatHash(math.Copysign(0, -1)), 0},
		{"1.0", floatHash(1.0), 1},
		{"-1.0", floatHash(-1.0), -2},
		{"0.5", floatHash(0.5), 1152921504606846976},
		{"1.5", floatHash(1.5), 1152921504606846977},
		{"-2.75", floatHash(-2.75), -1729382256910270466},
		{"1e+300", floatHash(1e+300), 1224995262755759164},
		{"1e-300", floatHash(1e-300), 482449582752280463},
		{"5e-324", floatHash(5e-324), 16777216},
		{"3.141592653589793", floatHash(3.141592653589793), 326490430436040707},
		{"2.305843009213694e+18", floatHash(2.305843009213694e+18), 1},
		{"-5.316911983139664e+36", floatHash(-5.316911983139664e+36), -2},
		{"inf", floatHash(math.Inf(1)), 314159},
		{"-inf", floatHash(math.Inf(-1)), -314159},
		{"1/2", ratioHash(decimalHash("1"), decimalHash("2")), 1152921504606846976},
		{"7/1", ratioHash(decimalHash("7"), decimalHash("1")), 7},
		{"22/7", ratioHash(decimalHash("22"), decimalHash("7")), 1976436865040309104},
		{"1000000000000000000000000000000/3486784401", ratioHash(decimalHash("1000000000000000000000000000000"), decimalHash("3486784401")), 346627525536862604},
		{"1.5", fractionText("1.5"), 1152921504606846977},
		{"-1.5", fractionText("-1.5"), -1152921504606846977},
		{"0.1", fractionText("0.1"), 2075258708292324556},
		{"1E+2", fractionText("1E+2"), 100},
		{"-7", fractionText("-7"), -7},
		{"1/3", fractionText("1/3"), 1537228672809129301},
		{"-22/7", fractionText("-22/7"), -1976436865040309104},
		{"()", tuple(), 5740354900026072187},
		{"(1,)", tuple(1), -6644214454873602895},
		{"(1,2,3)", tuple(1, 2, 3), 529344067295497451},
		{"(-1,)", tuple(intHash(-1)), 8078679518589016365},
		{"((1,2),5)", tuple(tuple(1, 2), 5), 1280659575870286230},
		{"frozenset()", set(), 133146708735736},
		{"frozenset({1})", set(1), -558064481276695278},
		{"frozenset({3,1,2})", set(3, 1, 2), -272375401224217160},
		{"frozenset({(1,2)})", set(tuple(1, 2)), 3819360209092968377},
	} {
		if int64(test.got) != test.want {
			t.Errorf("%s: got %d, want %d", test.name, int64(test.got), test.want)
		}
	}
}

// TestHashesOfObjects covers the hashes of what opcodes and calls leave, which are those of CPython 3.11 and NumPy if
// a file can choose them, and for calls how long the check believes hashing them takes, in nanoseconds.
func TestHashesOfObjects(t *testing.T) {
	float := func(order string, bits ...float64) string {
		var b []byte
		for _, f := range bits {
			if order == ">" {
				b = binary.BigEndian.AppendUint64(b, math.Float64bits(f))
			} else {
				b = binary.LittleEndian.AppendUint64(b, math.Float64bits(f))
			}
		}
		return raw8(string(b))
	}
	scalarOf := func(code, order, data string) string {
		return reduce(importOf("numpy.core.multiarray", "scalar"), dtypeOf(code, order, "K\x00"), data)
	}
	ints := func(from, to int) string {
		return many1(to-from+1, func(i int) string { return num(uint32(from + i)) })
	}
	const chosen = chosenHash
	fraction := func(args ...string) string { return reduce(importOf("fractions", "Fraction"), args...) }
	decimal := func(args ...string) string { return reduce(importOf("decimal", "Decimal"), args...) }
	builtin := func(name string, args ...string) string { return reduce(importOf("builtins", name), args...) }
	for _, test := range []struct {
		name, object string
		hash         int64
	}{
		{"(1, 2)", "K\x01K\x02\x86", -3550055125485641917},
		{"(1, (2, 3))", "K\x01K\x02K\x03\x86\x86", 7267574591690527098},
		{"frozenset of 1 to 16", "(" + ints(1, 16) + "\x91", 4582566909667659388},
		{"frozenset of 1 to 17", "(" + ints(1, 17) + "\x91", chosen},
		{"frozenset of 1 and 1.0", "(K\x01" + binFloat(1) + "\x91", chosen},
		{"2**100", long1(append(make([]byte, 12), 16)...), 549755813888},

		{"timedelta", reduce(importOf("datetime", "timedelta"), "K\x01", "K\x01", "K\x01"), 5750192569890809213},
		{"frozenset of a list", builtin("frozenset", "]("+ints(1, 3)+"e"), -272375401224217160},
		{"frozenset of a tuple", builtin("frozenset", "("+ints(1, 3)+"t"), chosen},
		{"complex(1, 2)", builtin("complex", "K\x01", "K\x02"), 2000007},
		{"complex(1.5, -2.75)", builtin("complex", binFloat(1.5), binFloat(-2.75)), -4035225266125964421},
		{"complex(3)", builtin("complex", "K\x03"), chosen},
		{"int(7)", builtin("int", "K\x07"), 7},
		{"float(1.5)", builtin("float", binFloat(1.5)), 1152921504606846977},
		{"int of text", builtin("int", str("7")), chosen},
		{"bool(True)", builtin("bool", "\x88"), chosen},
		{"Fraction(1, 2)", fraction("K\x01", "K\x02"), 1152921504606846976},
		{"Fraction(-22, 7)", fraction(num(1<<32-22), "K\x07"), -1976436865040309104},
		{"Fraction(22)", fraction(str("22")), 22},
		{"Fraction of text", fraction(str("1/3")), 1537228672809129301},
		{"Fraction of a long text", fraction(str(strings.Repeat("1", maxText+1))), chosen},
		{"Decimal of text", decimal(str("1.5")), 1152921504606846977},

		{"bytes made from text", reduce(importOf("_codecs", "encode"), str("a"), str("latin1")), int64(spread(textHash([]byte("a"))))},
		{"float64", scalarOf("f8", "<", float("<", 1.5)), 1152921504606846977},
		{"float64 of the other byte order", scalarOf("f8", ">", float(">", -1.5)), -1152921504606846977},
		{"float32", scalarOf("f4", "<", raw8("\x00\x00\xc0\x3f")), 1152921504606846977},
		{"float32 of the other byte order", scalarOf("f4", ">", raw8("\x3f\xc0\x00\x00")), 1152921504606846977},
		{"float16", scalarOf("f2", "<", raw8("\x00\x3e")), int64(textHash([]byte("\x00\x3e")))},
		{"float128", scalarOf("f16", "<", float("<", 1.5, 0)), chosen},
		{"float64 of few bytes", scalarOf("f8", "<", raw8("\x00\x00\xc0\x3f")), chosen},
		{"float of five bytes", scalarOf("f5", "<", raw8("12345")), chosen},
		{"float of no bytes", scalarOf("f0", "<", raw8("")), chosen},
		{"complex128", scalarOf("c16", "<", float("<", 1.5, -2.75)), -4035225266125964421},
		{"complex128 of the other byte order", scalarOf("c16", ">", float(">", 1.5, -2.75)), -4035225266125964421},
		{"complex64", scalarOf("c8", "<", raw8("\x00\x00\xc0\x3f\x00\x00\x30\xc0")), -4035225266125964421},
		{"complex256", scalarOf("c32", "<", float("<", 1.5, 0, -2.75, 0)), chosen},
		{"scalar without a dtype", reduce(importOf("numpy.core.multiarray", "scalar"), "N", float("<", 1.5)), chosen},
		{"scalar of a dtype", reduce(importOf("numpy.core.multiarray", "scalar"), simple("f8")), chosen},
	} {
		file := payload(proto(4) + test.object)
		m := newMachine(t.Context(), bytes.NewReader(file[start:]), config(nil, int64(len(file))))
		if err := m.run(); err != nil {
			t.Fatal(err)
		}
		v := m.stack.top()
		if int64(v.hash) != test.hash {
			t.Errorf("%s: got hash %d, want %d", test.name, int64(v.hash), test.hash)
		}
	}
	// What Python tells apart by its address has a hash that a file can't choose.
	file := payload(proto(4) + "(" + newobj(importOf("builtins", "object")) + newobj(importOf("builtins", "object")))
	m := newMachine(t.Context(), bytes.NewReader(file[start:]), config(nil, int64(len(file))))
	if err := m.run(); err != nil {
		t.Fatal(err)
	}
	if a, b := m.stack.vals[0].hash, m.stack.vals[1].hash; a == b || a == chosen || b == chosen {
		t.Errorf("objects: got hashes %d and %d, want two that the file didn't choose", a, b)
	}
}
