package pickle

import (
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/pyimport"
	"github.com/npycheck/npycheck/spec"
)

// TestOpcodes states the opcodes in the order of pickletools: by byte, name, first protocol and argument.
func TestOpcodes(t *testing.T) {
	seen := 0
	for _, want := range []struct {
		code  byte
		name  string
		proto uint8
		arg   argument
	}{
		{'I', "INT", 0, argLine},
		{'J', "BININT", 1, argInt32},
		{'K', "BININT1", 1, argUint8},
		{'M', "BININT2", 1, argUint16},
		{'L', "LONG", 0, argLine},
		{0x8a, "LONG1", 2, argCount8},
		{0x8b, "LONG4", 2, argCount32s},
		{'S', "STRING", 0, argQuoted},
		{'T', "BINSTRING", 1, argCount32s},
		{'U', "SHORT_BINSTRING", 1, argCount8},
		{'B', "BINBYTES", 3, argCount32},
		{'C', "SHORT_BINBYTES", 3, argCount8},
		{0x8e, "BINBYTES8", 4, argCount64},
		{0x96, "BYTEARRAY8", 5, argCount64},
		{0x97, "NEXT_BUFFER", 5, argNone},
		{0x98, "READONLY_BUFFER", 5, argNone},
		{'N', "NONE", 0, argNone},
		{0x88, "NEWTRUE", 2, argNone},
		{0x89, "NEWFALSE", 2, argNone},
		{'V', "UNICODE", 0, argEscaped},
		{0x8c, "SHORT_BINUNICODE", 4, argCount8},
		{'X', "BINUNICODE", 1, argCount32},
		{0x8d, "BINUNICODE8", 4, argCount64},
		{'F', "FLOAT", 0, argLine},
		{'G', "BINFLOAT", 1, argFloat64},
		{']', "EMPTY_LIST", 1, argNone},
		{'a', "APPEND", 0, argNone},
		{'e', "APPENDS", 1, argNone},
		{'l', "LIST", 0, argNone},
		{')', "EMPTY_TUPLE", 1, argNone},
		{'t', "TUPLE", 0, argNone},
		{0x85, "TUPLE1", 2, argNone},
		{0x86, "TUPLE2", 2, argNone},
		{0x87, "TUPLE3", 2, argNone},
		{'}', "EMPTY_DICT", 1, argNone},
		{'d', "DICT", 0, argNone},
		{'s', "SETITEM", 0, argNone},
		{'u', "SETITEMS", 1, argNone},
		{0x8f, "EMPTY_SET", 4, argNone},
		{0x90, "ADDITEMS", 4, argNone},
		{0x91, "FROZENSET", 4, argNone},
		{'0', "POP", 0, argNone},
		{'2', "DUP", 0, argNone},
		{'(', "MARK", 0, argNone},
		{'1', "POP_MARK", 1, argNone},
		{'g', "GET", 0, argLine},
		{'h', "BINGET", 1, argUint8},
		{'j', "LONG_BINGET", 1, argUint32},
		{'p', "PUT", 0, argLine},
		{'q', "BINPUT", 1, argUint8},
		{'r', "LONG_BINPUT", 1, argUint32},
		{0x94, "MEMOIZE", 4, argNone},
		{0x82, "EXT1", 2, argUint8},
		{0x83, "EXT2", 2, argUint16},
		{0x84, "EXT4", 2, argInt32},
		{'c', "GLOBAL", 0, argNames},
		{0x93, "STACK_GLOBAL", 4, argNone},
		{'R', "REDUCE", 0, argNone},
		{'b', "BUILD", 0, argNone},
		{'i', "INST", 0, argNames},
		{'o', "OBJ", 1, argNone},
		{0x81, "NEWOBJ", 2, argNone},
		{0x92, "NEWOBJ_EX", 4, argNone},
		{0x80, "PROTO", 2, argUint8},
		{'.', "STOP", 0, argNone},
		{0x95, "FRAME", 4, argUint64},
		{'P', "PERSID", 0, argID},
		{'Q', "BINPERSID", 1, argNone},
	} {
		seen++
		if got := opcodes[want.code]; got.name != want.name || got.proto != want.proto || got.arg != want.arg {
			t.Errorf("byte 0x%02x: got %+v, want %+v", want.code, got, want)
		}
	}
	all := 0
	for _, op := range opcodes {
		if op.name != "" {
			all++
		}
	}
	if all != seen {
		t.Errorf("got %d opcodes, want %d", all, seen)
	}
}

// TestIdentifier covers the letters and digits at both ends of their ranges, and the characters next to them.
func TestIdentifier(t *testing.T) {
	for _, name := range []string{"a", "z", "A", "Z", "_", "a0", "a9", "aazAZ_09"} {
		if !identifier(name) {
			t.Errorf("%q: got no identifier, want one", name)
		}
	}
	for _, name := range []string{"", "0", "9a", "`", "{", "@", "[", "a/", "a:", "a.b", "é"} {
		if identifier(name) {
			t.Errorf("%q: got an identifier, want none", name)
		}
	}
}

func TestSummary(t *testing.T) {
	if got := (&Result{}).Summary(); got != "none" {
		t.Errorf("got %q, want none", got)
	}
	r := Result{tiers: map[spec.Tier]int64{spec.TierDangerous: 1, spec.TierNumPy: 3, spec.TierUnknown: 12}}
	if got, want := r.Summary(), "3 from NumPy, 12 unknown, 1 dangerous"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWords expects the parts of each trusted import, and some arguments and states, to take no room in the memo.
func TestWords(t *testing.T) {
	for module, name := range pyimport.All() {
		if !words[module] || !words[name] {
			t.Errorf("%s.%s: got no words for the memo, want both", module, name)
		}
	}
	for _, word := range strings.Fields("latin1 latin-1 bit_generator state key pos inc counter buffer buffer_pos has_uint32 uinteger " +
		"has_gauss gauss coef coeffs domain window symbol _symbol variable _variable order int is_safe") {
		if !words[word] {
			t.Errorf("%s: got no word for the memo, want one", word)
		}
	}
}

func TestCutName(t *testing.T) {
	a := strings.Repeat("a", 510)
	for _, test := range []struct{ name, want string }{
		{a + "bb", a + "bb"},
		{a + "bbb", a + "bb…"},
		{a + "bé", a + "b…"},
		{a + "é", a + "é"},
		{a + "éé", a + "é…"},
		{a + "日", a + "…"},
		{a + "b\U0001f600", a + "b…"},
		{a[:509] + "\U0001f600", a[:509] + "…"},
		{strings.Repeat("\x80", 513), strings.Repeat("\x80", 509) + "…"}, // no character is that long
	} {
		if got := cutName(test.name); got != test.want {
			t.Errorf("%+q: got %+q, want %+q", test.name, got, test.want)
		}
	}
}
