package pickle

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/validator/internal/fault"
)

// fullMemo fills what the memo keeps of its first slots, so that those from number 64 on are kept as later
// ones are.
var fullMemo = func() string {
	s := "(" + strings.Repeat("]", 250) + "t"
	for i := range 16 {
		s += "q" + string([]byte{byte(i)})
	}
	return s + "0(" + strings.Repeat("]", 80) + "tq\x100(]]tq\x110"
}()

// swapped stores x in a slot and the next, and y in the first of them again: that is what it holds then.
func swapped(x, y string, slot byte) string {
	at, next := "q"+string([]byte{slot}), "q"+string([]byte{slot + 1})
	return x + at + next + "0" + y + "2" + at + "00"
}

// refusedPickles hold one object each. The finding is expected where the opcodes before end, for the last of
// them or for the length that is given.
var refusedPickles = []struct {
	name, before, after string
	length              int64
	rule                string
}{
	{"state in a slot that was stored again", fullMemo +
		swapped("}"+str("coeffs")+coef+"s", attributes("coeffs", "N", "__array_interface__", interface8), 64) +
		newobj(importOf("numpy", "poly1d")) + "h@b", "", 1, "pickle-not-followed"},
	{"state in a slot that was stored again while its first value stands open", fullMemo +
		"}q@" + attributes("coeffs", "N", "__array_interface__", interface8) + "2q@00" + str("coeffs") + coef + "s0" +
		newobj(importOf("numpy", "poly1d")) + "h@b", "", 1, "pickle-not-followed"},
	{"dtype with a name twice", dtypeCall("V16") + "(K\x03" + str("|") + "N" + str("a") + str("a") + "\x86}(" +
		str("a") + dtypeO + "K\x00\x86" + str("a") + dtypeO + "K\x08\x86uK\x10K\x01K\x1btb", "0N", 1, "pickle-dtype-state"},
	{"dtype with a title that a call returns", dtypeCall("V8") + "(K\x03" + str("|") + "N" + str("a") + "\x85}" +
		str("a") + dtypeO + "K\x00" + reduce(importOf("builtins", "str"), str("a")) + "\x87sK\x08K\x01K\x1btb", "0N", 1, "pickle-dtype-state"},
	{"dtype of text of any length", dtypeCall("U"), "", 1, "pickle-call-form"},
	{"dtype of bytes of any length", dtypeCall("S"), "", 1, "pickle-call-form"},
	{"dtype of void of any length", dtypeCall("V"), "", 1, "pickle-call-form"},
	{"dtype of bytes of any length by its old name", dtypeCall("a"), "", 1, "pickle-call-form"},
	{"dict of pairs whose keys are numbers", importOf("builtins", "dict") + "(" + pairsOf(20_000) + "l\x85R", "", 1, "pickle-work"},
	{"OrderedDict of pairs whose keys are numbers", importOf("collections", "OrderedDict") + "(" + pairsOf(20_000) + "l\x85R", "", 1, "pickle-work"},
	{"defaultdict of pairs whose keys are numbers", importOf("collections", "defaultdict") + "N(" + pairsOf(20_000) + "l\x86R", "", 1, "pickle-work"},
	{"dict of complex numbers of one hash", complexKeys(15_000), "", 1, "pickle-work"},
	{"two lists in one tuple before they end", "]q@]qA](h@hAh@hAtqBahBah@aa", "a", 1, "pickle-not-followed"},
	{"lists that hold all others before they end", openLists, "", 1, "pickle-not-followed"},
	{"child that is referred to after its parent ends", "]q@]qAh@aa\x850(hAhAt", "", 1, "pickle-not-followed"},
	{"dtype that is NumPy's own, which takes no state", importOf("numpy", "dtype") + str("i8") + "\x89\x89\x87R", "", 1, "pickle-call-form"},
	{"array of 10^9 elements of zero bytes", newND + "(K\x01" + num(1e9) + "\x85" + dtypeCall("S0") + "(K\x03" + str("|") + "NNNK\x00K\x01K\x00tb\x89C\x00tb", "", 1, "pickle-expansion"},
	{"tuple of 2^22 threes", strings.Repeat("N0", 6000) + "(NNNt" + strings.Repeat("2\x86", 22), "", 1, "pickle-expansion"},
}

// pairsOf are n pairs of a number and None. The numbers are multiples of 2^61-1, whose hash is 0.
func pairsOf(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("\x8a\x09")
		hi, lo := bits.Mul64(uint64(i+1), hashModulus)
		b.Write(binary.LittleEndian.AppendUint64(nil, lo))
		b.WriteString(string([]byte{byte(hi)}) + "N\x86")
	}
	return b.String()
}

// complexKeys is a dict whose keys are n scalars of NumPy, all with the hash 10^12.
func complexKeys(n int) string {
	typ := dtypeOf("c16", "<", "K\x00")
	scalar := importOf("numpy.core.multiarray", "scalar") + "q@" + typ + "qA"
	var b strings.Builder
	b.WriteString("}(")
	for i := range n {
		b.WriteString(scalar + "C\x10")
		b.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(1e12-imagFactor*float64(i+1))))
		b.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(float64(i+1))))
		b.WriteString("\x86RN")
		scalar = "h@hA"
	}
	return b.String() + "u"
}

// openLists are three lists that stand open on the stack, and get tuples of all three.
var openLists = "]q@]qA]qB((h@hAhBtqC(h@hAhBtqDtahDaahCa"

func TestRefusedPickles(t *testing.T) {
	for _, test := range refusedPickles {
		t.Run(test.name, func(t *testing.T) {
			head := newND + "(K\x01K\x01\x85" + dtypeO + "\x89]("
			file := payload(proto(4) + head + test.before + test.after + "etb.")
			report := walk(t, file)
			end := int64(128 + 2 + len(head) + len(test.before))
			if !slices.ContainsFunc(report.Faults.Kept, func(f fault.Fault) bool {
				return f.Rule.String() == test.rule && f.Offset == end-test.length && f.Length == test.length
			}) {
				t.Errorf("got %+v, want %s at %d+%d", report.Faults.Kept, test.rule, end-test.length, test.length)
			}
			sameStream(t, file)
		})
	}
}
