package pickle

import (
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

// refusedPickles hold one object each, and what is said about it. Offsets count from the end of the opcodes before.
var refusedPickles = []struct {
	name, before, after, want string
}{
	{"state in a slot that was stored again", fullMemo +
		swapped("}"+str("coeffs")+coef+"s", attributes("coeffs", "N", "__array_interface__", interface8), 64) +
		newobj(importOf("numpy", "poly1d")) + "h@b", "", "pickle-late-change -1+1: state of numpy.poly1d was not checked: npycheck no longer keeps its parts; pickle-memo-redefined -23+2: memo slot 64 is reused or out of order (1 occurrence)"},
	{"state in a slot that was stored again while its first value stands open", fullMemo +
		"}q@" + attributes("coeffs", "N", "__array_interface__", interface8) + "2q@00" + str("coeffs") + coef + "s0" +
		newobj(importOf("numpy", "poly1d")) + "h@b", "", "pickle-late-change -1+1: state of numpy.poly1d was not checked: npycheck no longer keeps its parts; pickle-memo-redefined -172+2: memo slot 64 is reused or out of order (1 occurrence)"},
	{"dtype with a name twice", dtypeCall("V16") + "(K\x03" + str("|") + "N" + str("a") + str("a") + "\x86}(" +
		str("a") + dtypeO + "K\x00\x86" + str("a") + dtypeO + "K\x08\x86uK\x10K\x01K\x1btb", "0N", "pickle-dtype-state -1+1: dtype state has key 'a' twice"},
	{"dtype with a title that a call returns", dtypeCall("V8") + "(K\x03" + str("|") + "N" + str("a") + "\x85}" +
		str("a") + dtypeO + "K\x00" + reduce(importOf("builtins", "str"), str("a")) + "\x87sK\x08K\x01K\x1btb", "0N", "pickle-dtype-state -1+1: dtype state has fields that don't map each name to a tuple of dtype and offset"},
	{"dtype of text of any length", dtypeCall("U"), "", "pickle-call-form -1+1: call numpy.dtype('U', False, True) is not one that NumPy or Python writes"},
	{"dtype of bytes of any length", dtypeCall("S"), "", "pickle-call-form -1+1: call numpy.dtype('S', False, True) is not one that NumPy or Python writes"},
	{"dtype of void of any length", dtypeCall("V"), "", "pickle-call-form -1+1: call numpy.dtype('V', False, True) is not one that NumPy or Python writes"},
	{"dtype of bytes of any length by its old name", dtypeCall("a"), "", "pickle-call-form -1+1: call numpy.dtype('a', False, True) is not one that NumPy or Python writes"},
	{"two lists in one tuple before they end", "]q@]qA](h@hAh@hAtqBahBah@aa", "a", "pickle-late-change -1+1: APPEND changes an empty list that is already part of another value; pickle-late-change 0+1: APPEND changes an empty list that is already part of another value"},
	{"lists that hold all others before they end", openLists, "", "pickle-late-change -4+1: APPEND changes an empty list that is already part of another value; pickle-late-change -1+1: APPEND changes a list of 1 item that is already part of another value; pickle-late-change 0+1: APPENDS refers again to a value that contains itself; pickle-header-mismatch 2+1: pickled array lists 2 elements, but the header says 1"},
	{"child that is referred to after its parent ends", "]q@]qAh@aa\x850(hAhAt", "", "pickle-late-change -1+1: TUPLE refers again to a value that contains itself; pickle-late-change -1+1: TUPLE refers again to a value that contains itself"},
	{"dict that is changed after a tuple holds it", "}q@\x85h@NNs", "0", "pickle-late-change -1+1: SETITEM changes a dict that is already part of another value"},
	{"list that is changed after a tuple that holds it was popped", "]q@h@\x850Na", "", "pickle-late-change -1+1: APPEND changes an empty list that is already part of another value"},
	{"dtype that is NumPy's own, which takes no state", importOf("numpy", "dtype") + str("i8") + "\x89\x89\x87R", "", "pickle-call-form -1+1: call numpy.dtype('i8', False, False) is not one that NumPy or Python writes"},
	{"array of 10^9 elements of zero bytes", newND + "(K\x01" + num(1e9) + "\x85" + dtypeCall("S0") + "(K\x03" + str("|") + "NNNK\x00K\x01K\x00tb\x89C\x00tb", "", "pickle-expansion -1+1: copy of an array with zero-byte elements: 1000000000 elements of 4 bytes take over 64 MiB and 20 times the file so far"},
	{"tuple of 2^22 threes", strings.Repeat("N0", 6000) + "(NNNt" + strings.Repeat("2\x86", 22), "", "pickle-expansion -1+1: 12081 opcodes expand to over 13081000 values through shared references"},
}

// openLists are three lists that stand open on the stack, and get tuples of all three.
var openLists = "]q@]qA]qB((h@hAhBtqC(h@hAhBtqDtahDaahCa"

func TestRefusedPickles(t *testing.T) {
	for _, test := range refusedPickles {
		t.Run(test.name, func(t *testing.T) {
			head := newND + "(K\x01K\x01\x85" + dtypeO + "\x89]("
			file := payload(proto(4) + head + test.before + test.after + "etb.")
			report := walk(t, file)
			if got := strings.Join(told(report, start+2+int64(len(head)+len(test.before))), "; "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			sameStream(t, file)
		})
	}
}
