package pickle

import (
	"strings"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// machine is an abstract machine that goes through a pickle opcode by opcode (clauses npy-8.2 to npy-8.12). A value is
// reduced to what is known of it, an import is a pair of names, and a call is a check of the callee and its arguments.
// Values that no check can need are dropped, which bounds memory.
//
// What a fault leaves uncertain counts as unknown, and unknown values must not be called. A fault
// that no unpickler survives ends the walk; earlier findings remain.
type machine struct {
	place
	notes      notes
	reader     reader
	frames     frames
	imports    imports
	bounds     bounds
	references references
	stack      stack
	memo       memo
	moved      tally // stores to memo slots that were taken, or that were out of order
	fields     fieldKeeper
	values     collector
	calls      caller
	builder    builder
	comparison comparison

	trace  func(at, n int64, what string) // nil if nobody listens
	each   *listener                      // likewise
	slot   int64                          // of the memo, that was stored or read last
	header *Header
	ended  bool  // the walk reached STOP
	result value // what STOP returns, unless other values remain on the stack
}

// run walks the pickle.
func (m *machine) run() error {
	for !m.done {
		m.step()
	}
	if m.reader.err != nil {
		return m.reader.err
	}
	if m.result.kind != kindAbsent {
		m.frames.stop(m.at)
		m.comparison.judge(&m.result, m.builder.uneven, m.header)
	}
	m.imports.uncalled()
	if m.moved.count > 0 {
		m.report(spec.PickleMemoRedefined, m.moved.at, m.moved.n, "memo slot %d is reused or out of order (%s)",
			m.moved.value, text.Count(m.moved.count, "occurrence"))
	}
	return nil
}

// step reads an opcode and executes it.
func (m *machine) step() {
	if m.ops&0xfff == 0 {
		if m.reader.err = m.reader.ctx.Err(); m.reader.err != nil {
			m.done = true
			return
		}
	}
	m.start = m.at
	if m.each != nil {
		m.each.begin(m.reader.r)
	}
	c, ok := m.reader.next()
	if !ok {
		return
	}
	m.op = &opcodes[c]
	if m.op.name == "" {
		m.malformed("byte 0x%02x is not an opcode", c)
		return
	}
	m.ops++
	if m.op.proto > m.protocol && c != opProto && !m.frames.newer {
		m.frames.checkProtocol()
	}
	m.execute(c)
	if m.trace != nil {
		what := "pickle opcode " + m.op.name
		if !m.done && len(m.stack.vals) > m.stack.base() {
			what += effect(c, m.stack.top())
		}
		m.trace(m.start, m.at-m.start, what)
	}
	if m.each != nil && (!m.done || m.ended) {
		m.each.pass(c, m.at-m.start, m.slot, m.stack.vals)
	}
	m.frames.pass()
}

// need ends the walk unless there are n values above the last mark.
func (m *machine) need(n int) bool {
	if m.done {
		return false
	}
	if !m.stack.has(n) {
		m.malformed("%s needs %s, but the stack has fewer above its last mark", m.op.name, text.Count(int64(n), "value"))
		return false
	}
	return true
}

// needMark ends the walk unless there is a mark, and n values below it.
func (m *machine) needMark(n int) bool {
	s := &m.stack
	if len(s.marks) == 0 {
		m.malformed("%s without a mark on the stack", m.op.name)
		return false
	}
	mark, below := int(s.marks[len(s.marks)-1]), 0
	if len(s.marks) > 1 {
		below = int(s.marks[len(s.marks)-2])
	}
	if mark-below < n {
		m.malformed("%s needs a value below its mark", m.op.name)
		return false
	}
	return true
}

func (m *machine) push(v value) {
	switch v.kind {
	case kindList, kindDict, kindSet, kindObject:
		if v.node.born == 0 {
			m.references.born++
			v.node.born, v.node.home, v.home = m.references.born, true, true
		}
	}
	if !m.done && !m.stack.push(v) {
		m.giveUp("more on its stack than npycheck follows")
	}
}

func (m *machine) mark() {
	if len(m.stack.marks) == maxMarks && !m.bounds.deep {
		m.bounds.deep = true
		m.fault(spec.PickleDepth, "pickle has more than %d marks on the stack", maxMarks)
	}
	if !m.stack.mark() {
		m.giveUp("more marks on its stack than npycheck follows")
	}
}

// stop ends the walk with a value. Python ignores other values on the stack, so the pickle ends anyway.
func (m *machine) stop() {
	if !m.need(1) {
		return
	}
	m.ended = true
	v := m.stack.pop()
	if rest := len(m.stack.vals) + len(m.stack.marks); rest > 0 {
		m.malformed("pickle leaves %s on the stack, expected one", text.Count(int64(rest+1), "value"))
		return
	}
	m.result, m.done = v, true
}

// pop drops the value or mark on the top of the stack.
func (m *machine) pop() {
	if len(m.stack.marks) > 0 && len(m.stack.vals) == m.stack.base() {
		m.stack.popFrame()
	} else if m.need(1) {
		v := m.stack.pop()
		m.references.dropped(&v)
	}
}

// put stores the top of the stack in the memo (clause npy-8.7).
func (m *machine) put(slot int64) {
	if !m.need(1) {
		return
	}
	m.slot = slot
	if slot > m.ops+256 {
		m.fault(spec.PickleMemo, "memo slot %d is out of proportion to %s", slot, text.Count(m.ops, "opcode"))
	}
	top := m.stack.top()
	if slot < 1<<32-1 {
		top.slot = uint32(slot + 1)
	}
	scattered := m.memo.scattered
	if !m.memo.put(slot, *top) {
		m.moved.add(m.start, m.at-m.start, uint32(min(slot, 1<<32-1)))
	}
	if m.memo.scattered && !scattered {
		m.lose("memo slots with gaps in over 256 places")
	}
}

// get pushes what a memo slot holds.
func (m *machine) get(slot int64) {
	if m.done {
		return
	}
	m.slot = slot
	v, ok := m.memo.get(slot)
	if !ok {
		m.fault(spec.PickleMemo, "memo slot %d is read before it is stored", slot)
		v = anything()
	}
	if v.kind == kindLost && v.known {
		m.references.watch(slot)
	}
	v.back = true
	m.push(v)
}

// execute reads the argument of an opcode and performs it on abstract values.
func (m *machine) execute(c byte) {
	switch c {
	case opProto:
		if n := m.reader.number(); !m.done {
			m.frames.setProtocol(n)
		}
	case opFrame:
		if n := m.reader.number(); !m.done {
			m.frames.frame(n)
		}
	case opStop:
		m.stop()

	case opNone, opNewTrue, opNewFalse, opBinInt, opBinInt1, opBinInt2, opInt, opLong, opLong1, opLong4, opFloat, opBinFloat:
		m.push(m.atom(c))
	case opShortBinUnicode, opBinUnicode, opBinUnicode8, opUnicode, opString, opShortBinString, opBinString,
		opShortBinBytes, opBinBytes, opBinBytes8, opByteArray8:
		m.reader.text.begin(m.stack.vals)
		m.push(m.text(c))

	case opEmptyTuple:
		m.push(emptyTuple())
	case opTuple1, opTuple2, opTuple3:
		m.tuple(int(c-opTuple1) + 1)
	case opEmptyList:
		m.push(newCollection(kindList))
	case opEmptyDict:
		m.push(newCollection(kindDict))
	case opEmptySet:
		m.push(newCollection(kindSet))
	case opTuple, opList, opDict, opFrozenSet, opPopMark, opAppends, opSetItems, opAddItems, opObj, opInst:
		m.frameOp(c)
	case opMark:
		m.mark()
	case opAppend:
		if m.need(2) {
			item := m.stack.pop()
			m.values.extend(m.stack.top(), []value{item}, m.stack.below(2).dtype())
		}
	case opSetItem:
		if m.need(3) {
			v := m.stack.pop()
			k := m.stack.pop()
			m.values.setItems(m.stack.top(), []value{k, v})
		}

	case opPop:
		m.pop()
	case opDup:
		if m.need(1) {
			v := *m.stack.top()
			v.home, v.back = false, true
			m.push(v)
		}
	case opPut, opBinPut, opLongBinPut:
		m.put(m.reader.slot())
	case opMemoize:
		m.put(m.memo.size)
	case opGet, opBinGet, opLongBinGet:
		m.get(m.reader.slot())

	case opGlobal:
		m.push(m.global())
	case opStackGlobal:
		m.stackGlobal()
	case opExt1, opExt2, opExt4, opPersID, opBinPersID, opNextBuffer, opReadonlyBuffer:
		m.outside(c)
	case opReduce, opNewObj, opNewObjEx:
		m.call(c)
	case opBuild:
		if m.need(2) {
			state := m.stack.pop()
			m.builder.build(m.stack.top(), state)
		}
	}
}

// atom reads None, a boolean or a number.
func (m *machine) atom(c byte) value {
	switch c {
	case opNewTrue:
		return value{kind: kindBool, n: 1}
	case opNewFalse:
		return value{kind: kindBool}
	case opBinInt, opBinInt1, opBinInt2:
		n := m.reader.number()
		return value{kind: kindInt, known: true, n: n}
	case opInt:
		// Two digits are a boolean.
		text := m.reader.line()
		if text == "00" || text == "01" {
			return value{kind: kindBool, n: int64(text[1] - '0')}
		}
		return m.reader.decimal(text)
	case opLong:
		return m.reader.decimal(strings.TrimSuffix(m.reader.line(), "L"))
	case opLong1, opLong4:
		v := m.reader.integer()
		m.bounds.digits(&v)
		return v
	case opFloat:
		m.reader.decimalFloat(m.reader.line())
		return value{kind: kindFloat}
	case opBinFloat:
		m.reader.take(8)
		return value{kind: kindFloat}
	}
	return value{kind: kindNone}
}

// text reads text or bytes.
func (m *machine) text(c byte) value {
	switch c {
	case opUnicode:
		return m.reader.escaped()
	case opString:
		return m.reader.quoted()
	case opShortBinString, opBinString:
		return m.reader.counted(kindText, maxText)
	case opShortBinBytes, opBinBytes, opBinBytes8:
		return m.reader.counted(kindBytes, maxBytes)
	case opByteArray8:
		return m.reader.counted(kindByteArray, maxBytes)
	}
	return m.reader.unicode()
}

// outside reports an object that the loader has to supply.
func (m *machine) outside(c byte) {
	switch c {
	case opExt1, opExt2, opExt4:
		if n := m.reader.number(); !m.done {
			m.push(imported(m.imports.hidden(spec.PickleExtension, "%s imports extension %d, which only the loading program can resolve", m.op.name, n)))
		}
	case opPersID:
		id := m.reader.name()
		if m.done {
			return
		}
		m.fault(spec.PicklePersistentId, "persistent ID %s, which only the loading program can resolve", text.Literal(id))
		m.push(anything())
	case opBinPersID:
		if m.need(1) {
			id := m.stack.pop()
			m.fault(spec.PicklePersistentId, "persistent ID %v, which only the loading program can resolve", id)
			m.push(anything())
		}
	case opNextBuffer:
		m.fault(spec.PickleBuffer, "NEXT_BUFFER needs a buffer outside the pickle, which a file doesn't have")
		m.push(anything())
	case opReadonlyBuffer:
		if m.need(1) {
			m.fault(spec.PickleBuffer, "READONLY_BUFFER needs a buffer outside the pickle, which a file doesn't have")
		}
	}
}

// call replaces a callee and its arguments by what the call returns.
func (m *machine) call(c byte) {
	n, how := 2, byNew
	switch c {
	case opReduce:
		how = byReduce
	case opNewObjEx:
		n = 3
	}
	if !m.need(n) {
		return
	}
	var keywords value
	if c == opNewObjEx {
		keywords = m.stack.pop()
	}
	args := m.stack.pop()
	callee := m.stack.pop()
	if c == opNewObjEx && callee.kind == kindGlobal && callee.node.global.trusted() && !keywords.doubtful() &&
		(keywords.kind != kindDict || keywords.node.count > 0) {
		m.fault(spec.PickleCallForm, "%v is called with keyword arguments", callee)
		args = anything() // one fault is one finding
	}
	m.push(m.calls.invoke(callee, args, how))
}

// global reads the two lines of an import.
func (m *machine) global() (v value) {
	module := m.reader.name()
	if m.done {
		return v
	}
	if name := m.reader.name(); !m.done {
		v = m.named(module, name)
	}
	return v
}

// named pushes an import whose names are known.
func (m *machine) named(module, name string) value {
	g := m.imports.named(module, name)
	m.notes.trapImport(g, m.protocol)
	return imported(g)
}

func (m *machine) stackGlobal() {
	if !m.need(2) {
		return
	}
	name := m.stack.pop()
	module := m.stack.pop()
	if name.kind != kindText || module.kind != kindText || !name.known || !module.known {
		m.push(imported(m.imports.hidden(spec.PickleImportUnresolved, "import of %v from %v is computed at load time, expected two strings", name, module)))
		return
	}
	m.memo.keep(module)
	m.memo.keep(name)
	m.push(m.named(module.text, name.text))
}

// frameOp executes an opcode that takes everything above the last mark.
func (m *machine) frameOp(c byte) {
	below := 0
	switch c {
	case opAppends, opSetItems, opAddItems:
		below = 1
	}
	var class value
	if c == opInst {
		class = m.global()
	}
	if m.done || !m.needMark(below) {
		return
	}
	items := m.stack.popFrame()
	var v value
	switch c {
	case opPopMark:
		for i := range items {
			m.references.dropped(&items[i])
		}
	case opTuple:
		v = m.values.newTuple(items)
	case opList:
		v = newCollection(kindList)
		m.values.extend(&v, items, m.stack.below(2).dtype())
	case opFrozenSet:
		v = m.values.newFrozenSet(items)
	case opDict:
		v = newCollection(kindDict)
		m.values.setItems(&v, items)
	case opAppends, opAddItems:
		m.values.extend(m.stack.top(), items, m.stack.below(2).dtype())
	case opSetItems:
		m.values.setItems(m.stack.top(), items)
	case opInst:
		v = m.calls.invoke(class, m.values.newTuple(items), byReduce)
	case opObj:
		if len(items) == 0 {
			m.malformed("OBJ without a class above its mark")
			return
		}
		v = m.calls.invoke(items[0], m.values.newTuple(items[1:]), byReduce)
	}
	clear(items)
	if v.kind != kindAbsent {
		m.push(v)
	}
}

// tuple replaces the top n values of the stack by a tuple of them.
func (m *machine) tuple(n int) {
	if !m.need(n) {
		return
	}
	var items [3]value
	for i := n - 1; i >= 0; i-- {
		items[i] = m.stack.pop()
	}
	m.push(m.values.newTuple(items[:n]))
}
