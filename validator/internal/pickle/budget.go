package pickle

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
)

// budget counts what loading a pickle spends: an estimate from above, in nanoseconds of a machine of today and
// in bytes. What an opcode spends by its own bytes alone is left out, since that is linear.
type budget struct {
	*place
	nanos, bytes int64
	spelled      int64 // bytes of the collections whose elements the pickle spells out
	copied       int64 // bytes that calls copy
	keys         keyCounts

	slow, large, deep, expanded, untold bool // was reported
}

// add spends n times an expense.
func (b *budget) add(e expense, n int64) {
	b.nanos = saturate(b.nanos, times(n, costs[e].nanos))
	b.bytes = saturate(b.bytes, times(n, costs[e].bytes))
}

// spend spends n times an expense, and reports if that is more than the pickle up to here may spend
// (clause npy-8.11).
func (b *budget) spend(e expense, n int64) {
	b.add(e, n)
	size := b.at - b.begin
	if most := freeNanos + nanosForByte*size; b.nanos > most && !b.slow && !b.done {
		b.slow = true
		b.fault(spec.PickleWork, "loading the first %s of the pickle takes over %d ms, too much for its size", fault.Count(size, "byte"), most/1_000_000)
	}
	b.allocated()
}

// spell spends the memory of a collection whose elements the pickle spells out.
func (b *budget) spell(n int64) {
	b.spelled = saturate(b.spelled, n)
	b.allocated()
}

// allocated reports if the pickle up to here takes more memory than it may (clause npy-8.11).
func (b *budget) allocated() {
	if b.large || b.done {
		return
	}
	size := b.at - b.begin
	most := freeBytes + bytesForByte*size
	if b.bytes <= most {
		most = freeBytes + spelledForByte*size
		if saturate(b.bytes, b.spelled) <= most {
			return
		}
	}
	b.large = true
	b.fault(spec.PickleAllocation, "loading the first %s of the pickle takes over %d MiB, too much for its size", fault.Count(size, "byte"), most>>20)
}

// copies counts bytes that a call or a BUILD copies, and reports if they are out of proportion (clause
// npy-8.11).
func (b *budget) copies(n int64) {
	b.spend(spendCopy, n)
	b.proportion(n)
}

// proportion is copies without what it spends.
func (b *budget) proportion(n int64) {
	const maxFactor = 100
	b.copied = saturate(b.copied, n)
	if b.copied > maxFactor*b.at && !b.expanded {
		b.expanded = true
		b.fault(spec.PickleExpansion, "calls reuse the same bytes: so far they copy over %d times as many as the file has",
			maxFactor)
	}
}

// bounds reports a collection that nests too deep or stands for too many values (clause npy-8.11).
func (b *budget) bounds(n *node) {
	const (
		maxDepth  = 500
		maxFactor = 1000
		free      = 1_000_000
	)
	if n.depth > maxDepth && !b.deep {
		b.deep = true
		b.fault(spec.PickleDepth, "pickle nests collections over %d deep", maxDepth)
	}
	if n.size > free+maxFactor*b.ops && !b.expanded {
		b.expanded = true
		b.fault(spec.PickleExpansion, "pickle of %s so far expands to over %d values by reusing the same ones",
			fault.Count(b.ops, "opcode"), free+maxFactor*b.ops)
	}
}
