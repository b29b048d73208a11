package pickle

import (
	"fmt"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/quote"
)

// execute reads the argument of an opcode and does what the opcode does, to abstract values.
func (p *machine) execute(c byte) {
	switch c {
	case opProto:
		p.setProtocol()
	case opFrame:
		p.frame()
	case opStop:
		p.stop()

	case opNone:
		p.push(value{kind: kindNone, hash: spread(0)})
	case opNewTrue:
		p.push(value{kind: kindBool, n: 1, hash: 1})
	case opNewFalse:
		p.push(value{kind: kindBool})
	case opBinInt, opBinInt1, opBinInt2:
		n := p.number()
		p.push(value{kind: kindInt, known: true, n: n, hash: intHash(n)})
	case opInt:
		// Two digits are a boolean.
		switch text := p.line(); text {
		case "00", "01":
			p.push(value{kind: kindBool, n: int64(text[1] - '0'), hash: uint64(text[1] - '0')})
		default:
			p.push(p.decimal(text))
		}
	case opLong:
		p.push(p.decimal(strings.TrimSuffix(p.line(), "L")))
	case opLong1, opLong4:
		p.push(p.integer())
	case opFloat:
		p.push(value{kind: kindFloat, hash: floatHash(p.decimalFloat(p.line()))})
	case opBinFloat:
		p.push(value{kind: kindFloat, hash: floatHash(p.float())})
	case opShortBinUnicode, opBinUnicode, opBinUnicode8:
		p.push(p.unicode())
	case opUnicode:
		p.push(p.escaped())
	case opString:
		p.push(p.quoted())
	case opShortBinString, opBinString:
		p.push(p.counted(kindText, maxText))
	case opShortBinBytes, opBinBytes, opBinBytes8:
		p.push(p.counted(kindBytes, maxBytes))
	case opByteArray8:
		p.push(p.counted(kindByteArray, maxBytes))

	case opEmptyTuple:
		p.push(emptyTuple())
	case opTuple1:
		p.tuple(1)
	case opTuple2:
		p.tuple(2)
	case opTuple3:
		p.tuple(3)
	case opEmptyList:
		p.push(p.empty(kindList, spendList))
	case opEmptyDict:
		p.push(p.empty(kindDict, spendDict))
	case opEmptySet:
		p.push(p.empty(kindSet, spendSet))
	case opTuple, opList, opDict, opFrozenSet, opPopMark, opAppends, opSetItems, opAddItems, opObj, opInst:
		p.frameOp(c)
	case opMark:
		p.mark()
	case opAppend:
		if p.need(2) {
			item := p.stack.pop()
			p.extend(p.stack.top(), []value{item})
		}
	case opSetItem:
		if p.need(3) {
			v := p.stack.pop()
			k := p.stack.pop()
			p.setItems(p.stack.top(), []value{k, v})
		}

	case opPop:
		if len(p.stack.marks) > 0 && len(p.stack.vals) == p.stack.base() {
			p.stack.popFrame()
		} else if p.need(1) {
			v := p.stack.pop()
			p.dropped(&v)
		}
	case opDup:
		if p.need(1) {
			v := *p.stack.top()
			v.home, v.back = false, true
			p.push(v)
		}
	case opPut, opBinPut, opLongBinPut:
		p.put(p.slot())
	case opMemoize:
		p.put(p.memo.size)
	case opGet, opBinGet, opLongBinGet:
		p.get(p.slot())

	case opGlobal:
		p.push(p.global())
	case opStackGlobal:
		p.stackGlobal()
	case opExt1, opExt2, opExt4:
		if n := p.number(); !p.done {
			p.push(p.importHidden(spec.PickleExtension, "%s stands for the import that the reader has registered as number %d", p.op.name, n))
		}
	case opPersID:
		id := p.name()
		if p.done {
			return
		}
		p.fault(spec.PicklePersistentId, "PERSID stands for whatever the reader takes '%s' for", quote.String(id))
		p.push(anything())
	case opBinPersID:
		if p.need(1) {
			id := p.stack.pop()
			p.fault(spec.PicklePersistentId, "BINPERSID stands for whatever the reader takes %v for", id)
			p.push(anything())
		}
	case opNextBuffer:
		p.fault(spec.PickleBuffer, "NEXT_BUFFER stands for a buffer outside of the pickle, which a file doesn't have")
		p.push(anything())
	case opReadonlyBuffer:
		if p.need(1) {
			p.fault(spec.PickleBuffer, "READONLY_BUFFER is for a buffer outside of the pickle, which a file doesn't have")
		}

	case opReduce:
		if p.need(2) {
			args := p.stack.pop()
			callee := p.stack.pop()
			p.push(p.invoke(callee, args, byReduce))
		}
	case opNewObj:
		if p.need(2) {
			args := p.stack.pop()
			class := p.stack.pop()
			p.push(p.invoke(class, args, byNew))
		}
	case opNewObjEx:
		if p.need(3) {
			keywords := p.stack.pop()
			args := p.stack.pop()
			class := p.stack.pop()
			if class.kind == kindGlobal && class.node.global.trusted() && !keywords.doubtful() && (keywords.kind != kindDict || keywords.node.count > 0) {
				p.fault(spec.PickleCallForm, "%v is called with keyword arguments", class)
			}
			p.push(p.invoke(class, args, byNew))
		}
	case opBuild:
		if p.need(2) {
			state := p.stack.pop()
			p.build(p.stack.top(), state)
		}
	}
}

// effect tells what an opcode has left on the stack or in the memo.
func (p *machine) effect(c byte) string {
	if p.done || len(p.stack.vals) == p.stack.base() {
		return ""
	}
	top := p.stack.top()
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

// global reads the two lines of an import.
func (p *machine) global() (v value) {
	module := p.name()
	if p.done {
		return v
	}
	if name := p.name(); !p.done {
		v = p.importNamed(module, name)
	}
	return v
}

func (p *machine) stackGlobal() {
	if !p.need(2) {
		return
	}
	name := p.stack.pop()
	module := p.stack.pop()
	if name.kind != kindText || module.kind != kindText || !name.known || !module.known {
		p.push(p.importHidden(spec.PickleImportUnresolved, "import of %v from %v, want two texts", name, module))
		return
	}
	p.memo.keep(module)
	p.memo.keep(name)
	p.push(p.importNamed(module.text, name.text))
}

// frameOp does what an opcode does that takes everything above the last mark.
func (p *machine) frameOp(c byte) {
	below := 0
	switch c {
	case opAppends, opSetItems, opAddItems:
		below = 1
	}
	var class value
	if c == opInst {
		class = p.global()
	}
	if p.done || !p.needMark(below) {
		return
	}
	items := p.stack.popFrame()
	var v value
	switch c {
	case opPopMark:
		for i := range items {
			p.dropped(&items[i])
		}
	case opTuple:
		v = p.newTuple(items)
	case opList:
		v = p.empty(kindList, spendList)
		p.extend(&v, items)
	case opFrozenSet:
		v = p.newFrozenSet(items)
	case opDict:
		v = p.empty(kindDict, spendDict)
		p.setItems(&v, items)
	case opAppends, opAddItems:
		p.extend(p.stack.top(), items)
	case opSetItems:
		p.setItems(p.stack.top(), items)
	case opInst:
		v = p.invoke(class, p.newTuple(items), byReduce)
	case opObj:
		if len(items) == 0 {
			p.malformed("OBJ without a class above its mark")
			return
		}
		v = p.invoke(items[0], p.newTuple(items[1:]), byReduce)
	}
	switch c {
	case opTuple, opFrozenSet, opPopMark, opInst, opObj:
		for i := range items {
			if items[i].kind == kindRun {
				p.keys.closeTable(&items[i])
			}
		}
	}
	clear(items)
	if v.kind != kindAbsent {
		p.push(v)
	}
}
