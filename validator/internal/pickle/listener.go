package pickle

import (
	"bufio"
	"fmt"
)

// effect describes for a trace what an opcode has left on the stack, the top of which it has, or in the memo.
func effect(c byte, top *value) string {
	switch c {
	case opProto, opFrame, opMark, opPop, opPopMark:
		return ""
	case opPut, opBinPut, opLongBinPut, opMemoize:
		if top.slot == 0 {
			return ""
		}
		return fmt.Sprintf(": slot %d", top.slot-1)
	}
	return ": " + top.String()
}

// maxHead is how many bytes of an opcode a listener gets.
const maxHead = 256

// listener passes opcodes to [Config.Each].
type listener struct {
	each func(op string, arg []byte, n int64)
	head []byte // the beginning of the opcode with its argument
}

// begin takes the beginning of the next opcode.
func (l *listener) begin(r *bufio.Reader) {
	b, _ := r.Peek(maxHead)
	l.head = append(l.head[:0], b...)
}

// pass passes an opcode of n bytes that was followed, with the memo slot of the latest that has one, and the values on
// the stack, which it has changed already.
func (l *listener) pass(c byte, n, slot int64, vals []value) {
	op := &opcodes[c]
	before := int64(1)
	switch op.arg {
	case argCount8:
		before += 1
	case argCount32, argCount32s:
		before += 4
	case argCount64:
		before += 8
	}
	arg := l.head[before:min(int64(len(l.head)), n)]
	n -= before
	switch c {
	case opPut, opBinPut, opLongBinPut, opMemoize, opGet, opBinGet, opLongBinGet:
		n = slot
	case opShortBinUnicode, opBinUnicode, opBinUnicode8, opUnicode, opString, opShortBinString, opBinString,
		opShortBinBytes, opBinBytes, opBinBytes8, opByteArray8:
		v := &vals[len(vals)-1]
		if n = v.n; v.known {
			arg = append(l.head[:0], v.text[:min(len(v.text), maxHead)]...)
		}
	}
	l.each(op.name, arg, n)
}
