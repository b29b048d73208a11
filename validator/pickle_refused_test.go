package validator

import (
	"slices"
	"strings"
	"testing"
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
}

func TestRefusedPickles(t *testing.T) {
	for _, test := range refusedPickles {
		t.Run(test.name, func(t *testing.T) {
			head := newND + "(K\x01K\x01\x85" + dtypeO + "\x89]("
			file := payload(proto(4) + head + test.before + test.after + "etb.")
			report := checkBytes(t, file, nil)
			end := int64(128 + 2 + len(head) + len(test.before))
			if !slices.ContainsFunc(report.Findings, func(f Finding) bool {
				return f.Rule == test.rule && f.Offset == end-test.length && f.Length == test.length
			}) {
				t.Errorf("got %+v, want %s at %d+%d", report.Findings, test.rule, end-test.length, test.length)
			}
			sameStream(t, file, nil)
		})
	}
}
