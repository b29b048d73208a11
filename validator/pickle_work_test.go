package validator

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
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

// spendingPickles are what an array holds, or whole pickles, that spend more than their bytes allow. The
// opcode that goes too far stands at the end of before, and is length bytes long.
var spendingPickles = []struct {
	name   string
	before string // up to and with the opcode of the finding
	after  string
	length int64
	rule   string
}{
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
	{"generators of random numbers", "(" + importOf("numpy.random._pickle", "__randomstate_ctor") + "q\x01)R" + strings.Repeat("h\x01)R", 3436), strings.Repeat("h\x01)R", 1000) + "t", 1, "pickle-work"},
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

func TestPickleWork(t *testing.T) {
	for _, test := range spendingPickles {
		t.Run(test.name, func(t *testing.T) {
			head := newND + "(K\x01K\x01\x85" + dtypeO + "\x89]"
			file := payload(proto(4) + head + "(" + test.before + test.after + "tatb.")
			report := checkBytes(t, file, nil)
			at := int64(128 + 2 + len(head) + 1 + len(test.before))
			i := slices.IndexFunc(report.Findings, func(f Finding) bool { return f.Rule.String() == test.rule })
			if i < 0 {
				t.Fatalf("got %v, want %s", ruleIDs(report), test.rule)
			}
			f := report.Findings[i]
			if f.Offset != at-test.length || f.Length != test.length {
				t.Errorf("got %s at %d+%d (%s), want it at %d+%d", f.Rule.String(), f.Offset, f.Length, f.Message, at-test.length, test.length)
			}
			sameStream(t, file, nil)
		})
	}
}

var _ = fmt.Sprint
