// Package pickle walks through pickles without executing them: it tells what one imports and calls, and what is wrong with
// it.
package pickle

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
)

// Config says where a pickle stands, and what is known of it beforehand.
type Config struct {
	Start      int64   // offset of the pickle; offsets in the result count from the same place
	End        int64   // where the bytes end, -1 if that shows only when they are read
	MaxAfter   int64   // bytes after the pickle that are read; Result.After is at most one more
	MaxImports int     // imports that are listed
	MaxFaults  int     // faults that are kept
	Header     *Header // nil for a pickle that no header describes

	// Trace, if it isn't nil, is told what n bytes at an offset are.
	Trace func(at, n int64, what string)
}

// Header is what the header of a file says of the array that its pickle builds.
type Header struct {
	DType   spec.DType
	Shape   []int64
	Fortran bool
}

// ErrShort is the error of bytes that end before Config.End.
var ErrShort = errors.New("bytes end before the end that was stated")

// Result is what a walk came across.
type Result struct {
	End       int64 // where the bytes end
	After     int64 // bytes after the end of the pickle, or after the place where the walk gave it up
	Stopped   bool  // the pickle ends with STOP
	Truncated bool  // the bytes end before the pickle does
	Last      int64 // where the last opcode begins

	Imports []Import // the first of them, in the order of the bytes
	Omitted int      // imports that are not listed
	tiers   map[Tier]int64

	Limit  string // the limit of npycheck that ended the walk, or ""
	Faults fault.List
}

// Walk walks through the pickle that r holds, and reads what follows it. It executes nothing and looks nothing up. Memory is
// bounded whatever the pickle does, and time is linear in its bytes.
//
// The error is that of reading, or of ctx. It is [ErrShort] if the bytes end before Config.End.
func Walk(ctx context.Context, r io.Reader, config Config) (*Result, error) {
	m := newMachine(ctx, r, config)
	if err := m.run(); err != nil {
		return nil, err
	}
	return &m.result, nil
}

// machine is an abstract machine that goes through a pickle opcode by opcode (clauses npy-8.2 to
// npy-8.12). It executes nothing and looks nothing up: a value is what is known of it, an import is
// a pair of names, and a call is a check of what is called with what. Memory is bounded whatever the
// pickle does, since values that no check can ask for are let go, and time is linear in its bytes.
//
// What a fault leaves uncertain counts as unknown, and unknown values must not be called. A fault
// that no unpickler survives ends the walk; everything found before stays.
type machine struct {
	ctx    context.Context
	config Config
	result Result

	r   *bufio.Reader
	buf []byte
	err error // the bytes can't be read, or the context is done

	at    int64 // offset of the next byte
	start int64 // offset of the opcode
	begin int64 // of the pickle
	op    *opcode
	ops   int64 // opcodes up to this one
	done  bool

	stack stack
	memo  memo
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

	globals []*global

	traps  traps    // what was told of them
	value  value    // what STOP returns
	uneven []*array // arrays whose list of elements is too long or too short
}

// Summary counts the imports by tier, and names the first of each.
func (r *Result) Summary() string {
	var parts []string
	for _, t := range []struct {
		tier Tier
		what string
	}{
		{NumPy, "of NumPy"},
		{Stdlib, "of Python"},
		{Unknown, "unknown"},
		{Dangerous, "dangerous"},
	} {
		if n := r.tiers[t.tier]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s%s", n, t.what, r.names(t.tier)))
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}

// names lists the imports of a tier in parentheses, each once, and not too many.
func (r *Result) names(tier Tier) string {
	const shown = 6
	var names []string
	for i := range r.Imports {
		g := &r.Imports[i]
		if name := quotedImport(g.Module, g.Name); g.Tier == tier && !slices.Contains(names, name) {
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

const bufferSize = 16 << 10 // at least maxText

func newMachine(ctx context.Context, r io.Reader, config Config) *machine {
	size := int64(bufferSize)
	if config.End >= 0 {
		size = min(size, max(config.End-config.Start, maxText))
	}
	p := &machine{
		ctx:    ctx,
		config: config,
		r:      bufio.NewReaderSize(r, int(size)),
		buf:    make([]byte, 0, 64),
		at:     config.Start,
		begin:  config.Start,
		seed:   maphash.MakeSeed(),
	}
	p.result.Faults.Max = config.MaxFaults
	p.result.tiers = make(map[Tier]int64)
	p.memo.highest = -1
	p.stack.memo, p.stack.keys = &p.memo, &p.keys
	p.keys.tables.extra = moreProbes
	return p
}

// run walks the pickle and reads the data to their end.
func (p *machine) run() error {
	for !p.done {
		p.step()
	}
	if p.err != nil {
		return p.err
	}
	p.result.Stopped = p.value.kind != kindAbsent
	p.result.Last = p.start
	end := p.at
	if err := p.rest(); err != nil {
		return err
	}
	if p.result.Stopped {
		p.behind(end)
		p.agreement()
	}
	p.uncalled()
	if p.moved.count > 0 {
		p.report(spec.PickleMemoRedefined, p.moved.at, p.moved.n, "memo slot %d is stored again or out of order; %s like it",
			p.moved.value, fault.Count(p.moved.count, "store"))
	}
	p.result.End, p.result.After, p.result.Limit = p.at, p.at-end, p.limit
	return nil
}

// rest reads what follows the pickle.
func (p *machine) rest() error {
	for left := p.config.MaxAfter + 1; left > 0; {
		if err := p.ctx.Err(); err != nil {
			return err
		}
		n, err := p.r.Discard(int(min(left, 1<<20)))
		p.at += int64(n)
		left -= int64(n)
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	if p.at < p.config.End {
		return ErrShort
	}
	return nil
}

// behind looks at what follows STOP (clauses npy-8.4 and npy-8.6).
func (p *machine) behind(end int64) {
	if rest := p.at - end; rest > 0 {
		if p.config.Trace != nil {
			p.config.Trace(end, rest, "bytes behind the pickle")
		}
	}
	if p.frameEnd > p.at && !p.badFrames {
		p.report(spec.PickleFrame, end-1, 1, "pickle ends %s before its frame", fault.Count(p.frameEnd-p.at, "byte"))
	}
}

// report adds a finding about n bytes.
func (p *machine) report(rule spec.ID, at, n int64, format string, args ...any) {
	p.result.Faults.Addf(rule, at, n, "", format, args...)
}

// fault adds a finding about the opcode.
func (p *machine) fault(rule spec.ID, format string, args ...any) {
	p.report(rule, p.start, p.at-p.start, format, args...)
}

// giveUp ends the walk at a limit of npycheck.
func (p *machine) giveUp(what string) {
	if !p.done {
		p.done = true
		p.limit = fmt.Sprintf("pickle has %s at offset %d and was not followed further", what, p.start)
	}
}

// lose reports that the walk goes on without something that it would have had to check.
func (p *machine) lose(what string) {
	p.fault(spec.PickleNotFollowed, "pickle has %s that npycheck did not keep", what)
}

// step reads an opcode and does what it says.
func (p *machine) step() {
	if p.ops&0xfff == 0 {
		if p.err = p.ctx.Err(); p.err != nil {
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
	if p.config.Trace != nil {
		p.config.Trace(p.start, p.at-p.start, "pickle opcode "+p.op.name+p.effect(c))
	}
	if p.frameEnd > 0 && p.at >= p.frameEnd && !p.done {
		if p.at > p.frameEnd && !p.badFrames {
			p.badFrame("%s reaches %s behind the end of its frame", p.op.name, fault.Count(p.at-p.frameEnd, "byte"))
		}
		p.frameEnd = 0
	}
}

// checkProtocol reports the first opcode that is newer than the protocol (clause npy-8.5). Without
// PROTO the protocol is 0 or 1.
func (p *machine) checkProtocol() {
	if p.protocol == 0 && p.op.proto == 1 {
		p.protocol = 1
		return
	}
	p.newer = true
	p.fault(spec.PickleProtocol, "%s is an opcode of protocol %d, but the pickle has protocol %d", p.op.name, p.op.proto, p.protocol)
}

func (p *machine) setProtocol() {
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
func (p *machine) frame() {
	n := p.number()
	if p.done || p.badFrames {
		return
	}
	const smallest = 4
	switch {
	case p.frameEnd > 0:
		p.badFrame("FRAME inside of a frame that ends at offset %d", p.frameEnd)
	case n < smallest:
		p.badFrame("frame has %s, want at least %d", fault.Count(n, "byte"), smallest)
	case n > 1<<62:
		p.badFrame("frame has 2^62 bytes or more")
	default:
		p.frameEnd = p.at + n
	}
}

// badFrame reports a frame. Nothing is said about frames any more: where they are is uncertain.
func (p *machine) badFrame(format string, args ...any) {
	p.badFrames, p.frameEnd = true, 0
	p.fault(spec.PickleFrame, format, args...)
}

// need ends the walk unless there are n values above the last mark.
func (p *machine) need(n int) bool {
	if p.done {
		return false
	}
	if !p.stack.has(n) {
		p.malformed("%s takes %s from the stack, which holds fewer above its last mark", p.op.name, fault.Count(int64(n), "value"))
		return false
	}
	return true
}

// needMark ends the walk unless there is a mark, and n values below it.
func (p *machine) needMark(n int) bool {
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

func (p *machine) push(v value) {
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

func (p *machine) mark() {
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
func (p *machine) stop() {
	if !p.need(1) {
		return
	}
	v := p.stack.pop()
	if rest := len(p.stack.vals) + len(p.stack.marks); rest > 0 {
		p.malformed("pickle leaves %s on the stack, want one", fault.Count(int64(rest+1), "value"))
		return
	}
	p.value, p.done = v, true
}

// put stores the top of the stack in the memo (clause npy-8.7).
func (p *machine) put(slot int64) {
	if !p.need(1) {
		return
	}
	if slot > p.ops+256 {
		p.fault(spec.PickleMemo, "memo slot is %d after %s, out of all proportion", slot, fault.Count(p.ops, "opcode"))
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
func (p *machine) get(slot int64) {
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
func (p *machine) slot() int64 {
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
