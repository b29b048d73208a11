package pickle

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/npycheck/npycheck/validator/internal/fault"
)

// long1 is an int of up to 255 bytes in two's complement.
func long1(b ...byte) string { return "\x8a" + string([]byte{byte(len(b))}) + string(b) }

// long4 is an int of n bytes, all of them the same.
func long4(n int, b byte) string {
	return "\x8b" + string(binary.LittleEndian.AppendUint32(nil, uint32(n))) + strings.Repeat(string([]byte{b}), n)
}

// multiple is the int i·(2^61-1), whose hash is 0.
func multiple(i int) string {
	const modulus = 1<<61 - 1
	lo, hi := uint64(i)*modulus, uint64(0)
	if i >= 8 {
		hi = uint64(i) >> 3
		lo = uint64(i)<<61 - uint64(i)
		if uint64(i) > uint64(i)<<61 {
			hi--
		}
	}
	b := binary.LittleEndian.AppendUint64(nil, lo)
	return long1(append(b, byte(hi), byte(hi>>8), 0)...)
}

func many1(n int, f func(int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}

// spendingPickle is what an array holds that spends more than its bytes allow. The opcode that goes too far
// stands at the end of before, and is length bytes long.
type spendingPickle struct {
	name   string
	before string // up to and with the opcode of the finding
	after  string
	length int64
	rule   string
}

// file is an array of one object with the pickle in it.
func (p *spendingPickle) file() []byte {
	return payload(proto(4) + spendingHead + "(" + p.before + p.after + "tatb.")
}

// spendingHead is what comes before the element of an array.
var spendingHead = newND + "(K\x01K\x01\x85" + dtypeO + "\x89]"

// spendingPickles makes them, and spent walks through each of them once.
var (
	spendingPickles = sync.OnceValue(makeSpending)
	spent           = sync.OnceValue(func() (results []*Result) {
		for _, p := range spendingPickles() {
			file := p.file()
			result, err := Walk(context.Background(), bytes.NewReader(file[start:]), config(&oneObject, int64(len(file))))
			if err != nil {
				panic(err)
			}
			results = append(results, result)
		}
		return results
	})
)

func makeSpending() []spendingPickle {
	probingInts := onTheWay(1<<16, 21_844, 21_844)
	rowInts := inRows(1<<13, 466, 546)
	setOfRows := copiesOf(importOf("builtins", "set"), "]("+many1(len(rowInts), func(i int) string { return long8(int64(rowInts[i])) })+"e")
	lostText := lostText()
	return []spendingPickle{
		{"list filled after it was put into a tuple", "]q\x010h\x01h\x01\x86q\x020h\x01K\x01a", "0h\x02\x86", 1, "pickle-not-followed"},
		{"list filled in its place after a tuple of it was dropped", "]q\x01h\x01\x85q\x020Na", "h\x02\x86", 1, "pickle-not-followed"},
		{"dict filled after it was put into a list", "}q\x010]q\x02h\x01a0h\x01K\x01Ns", "0\x86", 1, "pickle-not-followed"},
		{"array built after it was put into a list", newND + "q\x010]q\x02h\x01a0h\x01(K\x01K\x01\x85" + dtypeO + "\x89]Natb", "\x86", 1, "pickle-not-followed"},

		{"hashes of a tuple of tuples", "(" + tripledTuples(12) + strings.Repeat("}h\x0cNs0", 125) + "}h\x0cNs", strings.Repeat("}h\x0cNs0", 300) + "t", 1, "pickle-work"},
		{"hashes of a large int", "(" + long4(1<<20, 0x55) + "q\x01" + strings.Repeat("}h\x01Ns0", 3287) + "}h\x01Ns", strings.Repeat("}h\x01Ns0", 300) + "t", 1, "pickle-work"},
		{"ints with equal hashes", "}(" + many1(20_000, func(i int) string { return multiple(i) + "N" }) + "u", "", 1, "pickle-work"},
		{"set of ints with equal hashes", "\x8f(" + many1(20_000, multiple) + "\x90", "", 1, "pickle-work"},
		{"set made of a list of ints with equal hashes", importOf("builtins", "set") + "](" + many1(20_000, multiple) + "e\x85R", "", 1, "pickle-work"},
		{"frozenset of ints with equal hashes", "(" + many1(20_000, multiple) + "\x91", "", 1, "pickle-work"},
		{"tuples of ints with equal hashes", "}(" + many1(20_000, func(i int) string { return "K\x01" + multiple(i) + "\x86N" }) + "u", "", 1, "pickle-work"},
		{"fractions with equal hashes", importOf("fractions", "Fraction") + "q\x01}(" + many1(6000, func(i int) string { return "h\x01" + multiple(i) + "K\x01\x86RN" }) + "u", "\x86", 1, "pickle-work"},
		{"fraction of two large ints", importOf("fractions", "Fraction") + long4(200_000, 0x55) + long4(200_000, 0x33) + "\x86R", "", 1, "pickle-work"},
		{"decimals with equal hashes", importOf("decimal", "Decimal") + "q\x01}(" + many1(12_000, func(i int) string { return "h\x01" + str(digits(i)) + "\x85RN" }) + "u", "\x86", 1, "pickle-work"},
		{"generators of random numbers", "(" + importOf("numpy.random._pickle", "__randomstate_ctor") + "q\x01)R" + strings.Repeat("h\x01)R", 3436), strings.Repeat("h\x01)R", 1000) + "t", 1, "pickle-work"},

		{"ints that probe each other", "}(" + many1(len(probingInts), func(i int) string { return binInt(probingInts[i]) + "N" }) + "u", "", 1, "pickle-work"},
		{"dictionary made of pairs of ints that probe each other", importOf("builtins", "dict") + "](" + many1(len(probingInts), func(i int) string { return "](" + binInt(probingInts[i]) + "Ne" }) + "e\x85R", "", 1, "pickle-work"},
		{"sets of ints that probe each other", setOfRows + strings.Repeat("h\x01h\x02R", 132), strings.Repeat("h\x01h\x02R", 30) + "t", 1, "pickle-work"},

		{"masked arrays of many fields", maskedParts(wideType(200)) + strings.Repeat("h\x01h\x02Rh\x03b", 1580), strings.Repeat("h\x01h\x02Rh\x03b", 99) + "t", 1, "pickle-work"},
		{"masked array of a large sub-array", maskedParts(millionBytes(plainFlags)) + "h\x01h\x02Rh\x03b", "t", 1, "pickle-work"},
		{"arrays of a large structure", arrayParts(millionBytes(objectFlags), "]"+tuple(raw8(""), "N")+"a") + strings.Repeat("h\x01h\x02Rh\x03b", 10), "t", 1, "pickle-work"},
		{"empty deques", importOf("collections", "deque") + "q\x010(" + strings.Repeat("h\x01)R", 559_428), strings.Repeat("h\x01)R", 99) + "t", 1, "pickle-allocation"},
		{"deques of a list in the memo", copiesOf(importOf("collections", "deque"), "]("+strings.Repeat("N", 1000)+"e") + strings.Repeat("h\x01h\x02R", 8453), strings.Repeat("h\x01h\x02R", 99) + "t", 1, "pickle-allocation"},
		{"sets of a list in the memo", copiesOf(importOf("builtins", "set"), "]("+many1(1000, func(i int) string { return num(uint32(i)) })+"e") + strings.Repeat("h\x01h\x02R", 2058), strings.Repeat("h\x01h\x02R", 99) + "t", 1, "pickle-allocation"},
		{"frozensets of a set in the memo", copiesOf(importOf("builtins", "frozenset"), "\x8f("+many1(1000, func(i int) string { return num(uint32(i)) })+"\x90") + strings.Repeat("h\x01h\x02R", 2058), strings.Repeat("h\x01h\x02R", 99) + "t", 1, "pickle-allocation"},
		{"text that was let go, encoded", lostText + strings.Repeat(encodeLost, 87), strings.Repeat(encodeLost, 9) + "t", 1, "pickle-allocation"},
	}
}

// digits is multiple in decimal digits, as text.
func digits(i int) string {
	return new(big.Int).Mul(big.NewInt(int64(i)), big.NewInt(hashModulus)).String()
}

// copiesOf puts a class in slot 1, its argument in slot 2, and leaves a mark.
func copiesOf(class, argument string) string { return class + "q\x010" + argument + "\x85q\x020(" }

// arrayParts puts the parts of an array of one element in slots 1 to 3, and leaves a mark.
func arrayParts(dtype, data string) string {
	return importOf("numpy.core.multiarray", "_reconstruct") + "q\x010" + tuple(importOf("numpy", "ndarray"), "K\x00\x85", raw8("b")) + "q\x020" +
		tuple("K\x01", "K\x01\x85", dtype, "\x89", data) + "q\x030("
}

// maskedParts puts the parts of a masked array without elements in slots 1 to 3, and leaves a mark.
func maskedParts(dtype string) string {
	return importOf("numpy.ma.core", "_mareconstruct") + "q\x010" +
		tuple(importOf("numpy.ma.core", "MaskedArray"), importOf("numpy", "ndarray"), "K\x00\x85", raw8("b")) + "q\x020" +
		tuple("K\x01", "K\x00\x85", dtype, "\x89", raw8(""), raw8(""), "N") + "q\x030("
}

// wideType is a structured dtype of n fields of a byte.
func wideType(n int) string {
	var names, items []string
	for i := range n {
		names = append(names, fmt.Sprint("f", i))
		items = append(items, field(names[i], simple("u1"), byte(i), ""))
	}
	return fieldsOf(byte(n), plainFlags, names, items...)
}

// millionBytes is a structured dtype with a sub-array of as many bytes, and an object if flags say so.
func millionBytes(flags string) string {
	size := uint32(1_000_000)
	bytes := dtypeCall("V1000000") + tuple("K\x03", str("|"), tuple(simple("u1"), num(size)+"\x85"), "N", "N", num(size), "K\x01", "K\x00") + "b"
	names, fields := str("a"), "}"+str("a")+tuple(bytes, "K\x00")+"s"
	if flags == objectFlags {
		names, fields, size = names+str("b"), fields+str("b")+tuple(dtypeO, num(size))+"s", size+8
	}
	return dtypeCall(fmt.Sprint("V", size)) + tuple("K\x03", str("|"), "N", tuple(names), fields, num(size), "K\x01", flags) + "b"
}

// lostText is a text of a MiB in slot 40000, so that it is let go, and in the two after it what encodes it.
func lostText() string {
	return strings.Repeat("N\x940", 40_000) + str(strings.Repeat("a", 1<<20)) + "\x940" +
		importOf("_codecs", "encode") + "\x940" + str("latin1") + "\x940" + strings.Repeat("N\x940", maxRecent) + "("
}

const encodeLost = "j\x41\x9c\x00\x00j\x40\x9c\x00\x00j\x42\x9c\x00\x00\x86R"

// tripledTuples are n tuples, each of three references to the one before, in slots 1 to n, off the stack.
func tripledTuples(n byte) string {
	s := ")q\x00"
	for i := byte(1); i <= n; i++ {
		get := "h" + string([]byte{i - 1})
		s += get + get + get + "\x87q" + string([]byte{i})
	}
	return s
}

func TestPickleWork(t *testing.T) {
	if testing.Short() {
		t.Skip("spends all the work that a pickle may take")
	}
	t.Parallel()
	for i, test := range spendingPickles() {
		t.Run(test.name, func(t *testing.T) {
			report := spent()[i]
			at := int64(128 + 2 + len(spendingHead) + 1 + len(test.before))
			i := slices.IndexFunc(report.Faults.Kept, func(f fault.Fault) bool { return f.Rule.String() == test.rule })
			if i < 0 {
				t.Fatalf("got %v, want %s", rules(report), test.rule)
			}
			f := report.Faults.Kept[i]
			if f.Offset != at-test.length || f.Length != test.length {
				t.Errorf("got %s at %d+%d (%s), want it at %d+%d", f.Rule.String(), f.Offset, f.Length, f.Message, at-test.length, test.length)
			}
		})
	}
}
