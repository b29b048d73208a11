package validator

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// pickle is an abstract machine that goes through a pickle opcode by opcode (clauses npy-8.2 to
// npy-8.12). It executes nothing and looks nothing up: a value is what is known of it, an import is
// a pair of names, and a call is a check of what is called with what. Memory is bounded whatever the
// pickle does, since values that no check can ask for are let go, and time is linear in its bytes.
//
// What a fault leaves uncertain counts as unknown, and unknown values must not be called. A fault
// that no unpickler survives ends the walk; everything found before stays.
type pickle struct {
	w   *walk
	r   *bufio.Reader
	buf []byte
	err error // the bytes can't be read, or the context is done

	at    int64 // offset of the next byte
	start int64 // offset of the opcode
	begin int64 // of the pickle
	op    *opcode
	ops   int64 // opcodes up to this one
	done  bool

	stack pickleStack
	memo  pickleMemo
	moved tally // stores to memo slots that were taken, or out of order

	protocol  uint8
	newer     bool  // an opcode newer than the protocol was reported
	frameEnd  int64 // where the frame ends, 0 outside of frames
	badFrames bool
	deep      bool  // too much depth was reported
	expanded  bool  // expansion was reported
	copied    int64 // bytes that calls copy
	budget    budget
	keys      keyCounts
	untold    bool            // a table of keys was let go or too large, and that was reported
	text      textCheck       // of the latest bytes or text
	born      uint32          // values so far that can be changed
	cyclic    bool            // a value was changed where it was made after it was made part of another
	stale     numberSpan      // values that were dropped may hold these before their end
	watched   map[uint32]bool // memo slots of values that were let go and referred to, and can still be changed
	limit     string          // why not everything was checked

	seed      maphash.Seed // of sums of names, which are as good as the names: no report depends on it
	entries   entryRing    // items of the latest dictionaries
	layouts   layoutQueue  // of the latest dtypes with objects
	fieldCost int64        // units of memory that fields of dtypes take
	keptCost  int64        // the part of that for the comparison with the header

	globals     []*global
	firstImport int // in walk.imports
	tiers       map[Tier]int64

	traps  pickleTraps     // what was told of them
	headed bool            // there is a header to agree with
	result value           // what STOP returns
	uneven []*pickledArray // arrays whose list of elements is too long or too short
}

const pickleBuffer = 16 << 10 // bytes; at least maxText

// object walks the pickle that takes the place of the data (clauses npy-8.1 to npy-8.12).
func (w *walk) object(payload io.Reader, total int64) error {
	size := int64(pickleBuffer)
	if w.ra != nil {
		size = min(size, max(w.size-total, maxText))
	}
	r := bufio.NewReaderSize(payload, int(size))
	switch _, err := r.Peek(1); {
	case err != nil && err != io.EOF:
		return err
	case err == io.EOF && w.size <= total:
		w.array.bytes = 0
		w.report(spec.PickleMissing, total, 0, "", "array holds objects, but no pickle follows the header")
		return nil
	}
	kept, present := !w.faults.Full(), len(w.faults.Kept)
	w.report(spec.PicklePresent, total, 0, "", "")
	p := &pickle{w: w, r: r, at: total, headed: true}
	if err := p.run(); err != nil {
		return err
	}
	w.array.bytes = p.at - total
	if kept {
		f := &w.faults.Kept[present]
		f.Length = w.array.bytes
		f.Message = fmt.Sprintf("array holds objects: the data are a pickle of %s, which can run any code when it is loaded; imports: %s; the absence of findings is no promise of safety",
			plural(w.array.bytes, "byte"), p.summary())
	}
	return nil
}

// rawPickle reports a file that is a pickle without a header, and goes through it.
func (w *walk) rawPickle() error {
	if err := w.read(resemblanceLen); err != nil {
		return err
	}
	w.report(spec.PickleRawFile, 0, 2, "", "file is a bare pickle, which np.load runs if it is allowed to, want the magic 93 4e 55 4d 50 59 (\\x93NUMPY)%s", pickleOrigin(w.head))
	if w.opt.depth() == Header {
		return nil
	}
	return w.bare()
}

// bare walks a file that is a pickle without a header (clause npy-8.2).
func (w *walk) bare() error {
	p := &pickle{w: w, r: bufio.NewReaderSize(w.payload(0), pickleBuffer)}
	return p.run()
}

// summary counts the imports by tier, and names the first of each.
func (p *pickle) summary() string {
	var parts []string
	for _, t := range []struct {
		tier Tier
		what string
	}{
		{TierNumPy, "of NumPy"},
		{TierStdlib, "of Python"},
		{TierUnknown, "unknown"},
		{TierDangerous, "dangerous"},
	} {
		if n := p.tiers[t.tier]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s%s", n, t.what, p.names(t.tier)))
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}

// names lists the imports of a tier in parentheses, each once, and not too many.
func (p *pickle) names(tier Tier) string {
	const shown = 6
	var names []string
	for _, g := range p.globals {
		if name := g.String(); g.tier == tier && !slices.Contains(names, name) {
			if len(names) == shown {
				names = append(names, "…")
				break
			}
			names = append(names, name)
		}
	}
	if names == nil {
		return "" // there were too many others
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// run walks the pickle and reads the data to their end.
func (p *pickle) run() error {
	p.firstImport = len(p.w.imports)
	p.tiers = make(map[Tier]int64)
	p.memo.highest = -1
	p.seed = maphash.MakeSeed()
	p.stack.memo, p.stack.keys = &p.memo, &p.keys
	p.keys.tables.extra = moreProbes
	p.begin = p.at
	p.buf = make([]byte, 0, 64)
	for !p.done {
		p.step()
	}
	stopped := p.result.kind != kindAbsent
	end := p.at
	if p.err == nil {
		var rest int64
		if rest, p.err = p.w.surplus(p.r); p.err == nil {
			p.at += rest
			p.err = p.complete()
		}
	}
	if p.err != nil {
		return p.err
	}
	if stopped {
		p.behind(end)
		p.agreement()
	}
	p.uncalled()
	if p.moved.count > 0 {
		p.report(spec.PickleMemoRedefined, p.moved.at, p.moved.n, "memo slot %d is stored again or out of order; %s like it",
			p.moved.value, plural(p.moved.count, "store"))
	}
	p.w.incomplete = cmp.Or(p.limit, p.w.incomplete)
	return nil
}

// complete reports a file that was cut while it was read.
func (p *pickle) complete() error {
	if p.w.ra != nil && p.at < p.w.size {
		return ErrChanged
	}
	return nil
}

// behind looks at what follows STOP (clauses npy-8.4 and npy-8.6).
func (p *pickle) behind(end int64) {
	if rest := p.at - end; rest > 0 {
		p.w.trace(end, rest, nil, "bytes behind the pickle")
		p.report(spec.PickleTrailing, end, rest, "%s behind the pickle, want the end of the data", plural(rest, "byte"))
	}
	if p.frameEnd > p.at && !p.badFrames {
		p.report(spec.PickleFrame, end-1, 1, "pickle ends %s before its frame", plural(p.frameEnd-p.at, "byte"))
	}
}

// report adds a finding about n bytes.
func (p *pickle) report(rule spec.ID, at, n int64, format string, args ...any) {
	p.w.report(rule, at, n, "", format, args...)
}

// fault adds a finding about the opcode.
func (p *pickle) fault(rule spec.ID, format string, args ...any) {
	p.report(rule, p.start, p.at-p.start, format, args...)
}

// giveUp ends the walk at a limit of npycheck.
func (p *pickle) giveUp(what string) {
	if !p.done {
		p.done = true
		p.limit = fmt.Sprintf("pickle has %s at offset %d and was not followed further", what, p.start)
	}
}

// lose reports that the walk goes on without something that it would have had to check.
func (p *pickle) lose(what string) {
	p.fault(spec.PickleNotFollowed, "pickle has %s that npycheck did not keep", what)
}

// step reads an opcode and does what it says.
func (p *pickle) step() {
	if p.ops&0xfff == 0 {
		if p.err = p.w.ctx.Err(); p.err != nil {
			p.done = true
			return
		}
	}
	p.start = p.at
	c, ok := p.next()
	if !ok {
		return
	}
	p.op = &opcodes[c]
	if p.op.name == "" {
		p.malformed("byte 0x%02x is no opcode", c)
		return
	}
	p.ops++
	if p.op.proto > p.protocol && c != opProto && !p.newer {
		p.checkProtocol()
	}
	p.execute(c)
	if p.w.tracing() {
		p.w.trace(p.start, p.at-p.start, nil, "pickle opcode %s%s", p.op.name, p.effect(c))
	}
	if p.frameEnd > 0 && p.at >= p.frameEnd && !p.done {
		if p.at > p.frameEnd && !p.badFrames {
			p.badFrame("%s reaches %s behind the end of its frame", p.op.name, plural(p.at-p.frameEnd, "byte"))
		}
		p.frameEnd = 0
	}
}

// checkProtocol reports the first opcode that is newer than the protocol (clause npy-8.5). Without
// PROTO the protocol is 0 or 1.
func (p *pickle) checkProtocol() {
	if p.protocol == 0 && p.op.proto == 1 {
		p.protocol = 1
		return
	}
	p.newer = true
	p.fault(spec.PickleProtocol, "%s is an opcode of protocol %d, but the pickle has protocol %d", p.op.name, p.op.proto, p.protocol)
}

func (p *pickle) setProtocol() {
	n := p.number()
	switch {
	case p.done:
	case n < int64(p.op.proto):
		p.newer = true // whatever follows
		p.fault(spec.PickleProtocol, "pickle has PROTO and protocol %d, which has no PROTO", n)
	case n > highestProtocol:
		p.fault(spec.PickleProtocol, "pickle has protocol %d, want at most %d", n, highestProtocol)
	case p.ops > 1:
		p.fault(spec.PickleProtocol, "PROTO is opcode number %d of the pickle, want it first and once", p.ops)
	}
	p.protocol = uint8(min(n, highestProtocol))
}

// frame begins a frame (clause npy-8.6).
func (p *pickle) frame() {
	n := p.number()
	if p.done || p.badFrames {
		return
	}
	const smallest = 4
	switch {
	case p.frameEnd > 0:
		p.badFrame("FRAME inside of a frame that ends at offset %d", p.frameEnd)
	case n < smallest:
		p.badFrame("frame has %s, want at least %d", plural(n, "byte"), smallest)
	case n > 1<<62:
		p.badFrame("frame has 2^62 bytes or more")
	default:
		p.frameEnd = p.at + n
	}
}

// badFrame reports a frame. Nothing is said about frames any more: where they are is uncertain.
func (p *pickle) badFrame(format string, args ...any) {
	p.badFrames, p.frameEnd = true, 0
	p.fault(spec.PickleFrame, format, args...)
}

// need ends the walk unless there are n values above the last mark.
func (p *pickle) need(n int) bool {
	if p.done {
		return false
	}
	if !p.stack.has(n) {
		p.malformed("%s takes %s from the stack, which holds fewer above its last mark", p.op.name, plural(int64(n), "value"))
		return false
	}
	return true
}

// needMark ends the walk unless there is a mark, and n values below it.
func (p *pickle) needMark(n int) bool {
	s := &p.stack
	if len(s.marks) == 0 {
		p.malformed("%s without a mark on the stack", p.op.name)
		return false
	}
	mark, below := int(s.marks[len(s.marks)-1]), 0
	if len(s.marks) > 1 {
		below = int(s.marks[len(s.marks)-2])
	}
	if mark-below < n {
		p.malformed("%s wants a value below its mark", p.op.name)
		return false
	}
	return true
}

func (p *pickle) push(v value) {
	switch v.kind {
	case kindList, kindDict, kindSet, kindObject:
		if v.node.born == 0 {
			p.born++
			v.node.born, v.node.home, v.home = p.born, true, true
		}
	}
	if !p.done && !p.stack.push(v) {
		p.giveUp("more on its stack than npycheck follows")
	}
}

func (p *pickle) mark() {
	const most = 1000
	if len(p.stack.marks) == most && !p.deep {
		p.deep = true
		p.fault(spec.PickleDepth, "pickle has more than %d marks on the stack", most)
	}
	if !p.stack.mark() {
		p.giveUp("more marks on its stack than npycheck follows")
	}
}

// stop ends the walk with a value.
func (p *pickle) stop() {
	if !p.need(1) {
		return
	}
	v := p.stack.pop()
	if rest := len(p.stack.vals) + len(p.stack.marks); rest > 0 {
		p.malformed("pickle leaves %s on the stack, want one", plural(int64(rest+1), "value"))
		return
	}
	p.result, p.done = v, true
}

// put stores the top of the stack in the memo (clause npy-8.7).
func (p *pickle) put(slot int64) {
	if !p.need(1) {
		return
	}
	if slot > p.ops+256 {
		p.fault(spec.PickleMemo, "memo slot is %d after %s, out of all proportion", slot, plural(p.ops, "opcode"))
	}
	top := p.stack.top()
	if slot < 1<<32-1 {
		top.slot = uint32(slot + 1)
	}
	scattered := p.memo.scattered
	if !p.memo.put(slot, *top) {
		p.moved.add(p.start, p.at-p.start, uint32(min(slot, 1<<32-1)))
	}
	if p.memo.scattered && !scattered {
		p.lose("memo slots with gaps in over 256 places")
	}
}

// get pushes what a memo slot holds.
func (p *pickle) get(slot int64) {
	if p.done {
		return
	}
	v, ok := p.memo.get(slot)
	if !ok {
		p.fault(spec.PickleMemo, "memo slot %d is read, but nothing was stored in it", slot)
		v = anything()
	}
	if v.kind == kindLost && v.known {
		p.watch(slot)
	}
	v.back = true
	p.push(v)
}

// slot reads the number of a memo slot. To every unpickler it is decimal.
func (p *pickle) slot() int64 {
	if p.op.arg != argLine {
		return p.number()
	}
	text := p.line()
	if p.done {
		return 0
	}
	number := strings.ReplaceAll(strings.TrimSpace(text), "_", "")
	n, err := strconv.ParseInt(number, 10, 64)
	if number != text || n < 0 || errors.Is(err, strconv.ErrSyntax) || tooLong(text) {
		p.odd(text, "the number of a memo slot", err == nil && n >= 0 && !tooLong(text))
	}
	return n
}
