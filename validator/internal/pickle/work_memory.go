package pickle

import "math/bits"

// What the collections of Python take, in bytes, as CPython 3.8 to 3.13 make them.

// shell is what a collection takes without its elements, and how they are stored.
type shell struct {
	bytes  int64
	stored func(count int64) int64
}

// shellOf returns the row of a collection, and false if a value is none. Every other value takes memory in
// proportion to its bytes in the file, or has a cost of its own.
func shellOf(v *value) (shell, bool) {
	switch v.kind {
	case kindList:
		return shell{56, listBytes}, true
	case kindTuple:
		return shell{40, tupleBytes}, true
	case kindSet, kindFrozenSet:
		return shell{216, setBytes}, true
	case kindDict:
		return shell{64, dictBytes}, true
	case kindObject:
		return shellOfCall(v.node.global)
	}
	return shell{}, false
}

// shellOfCall is shellOf for what a call returns.
func shellOfCall(g *global) (shell, bool) {
	switch g.form {
	case formSet:
		return shell{216, setBytes}, true
	case formDeque:
		return shell{760, tupleBytes}, true
	case formDefaultDict:
		return shell{80, dictBytes}, true
	case formMapping:
		if g.name == "OrderedDict" {
			return shell{128, orderedBytes}, true
		}
		return shell{96, dictBytes}, true
	case formCollection:
		switch g.name {
		case "dict":
			return shell{64, dictBytes}, true
		case "tuple":
			return shell{40, tupleBytes}, true
		}
		return shell{56, listBytes}, true
	}
	return shell{}, false
}

func tupleBytes(n int64) int64 { return 8 * min(n, maxSize/8) }

// listBytes is what n elements of a list take that was filled one by one: it has room for an eighth more.
func listBytes(n int64) int64 {
	if n == 0 {
		return 0
	}
	return tupleBytes(n) + min(n, maxSize/8) + 24
}

// setBytes is what the table of a set of n elements takes: 16 for each slot, of which up to three fifths
// are in use. When they are, the table gets four times as many slots as elements or more, and twice as
// many if those are over 50,000.
func setBytes(n int64) int64 {
	const (
		slot  = 16
		inner = 8 // slots that are part of the set itself
		large = 50_000
	)
	slots := int64(inner)
	for slots < maxSize/slot {
		last := 3 * (slots - 1) / 5 // elements that leave the table as it is
		if last*5 < 3*(slots-1) {
			last++
		}
		if n < last {
			break
		}
		factor := int64(4)
		if last > large {
			factor = 2
		}
		slots = powerOver(last * factor)
	}
	if slots == inner {
		return 0
	}
	return slots * slot
}

// powerOver returns the smallest power of two above n.
func powerOver(n int64) int64 { return 1 << bits.Len64(uint64(n)) }

// dictSlots is how many slots the table of a dict of n items has: a power of two, of which up to two
// thirds are in use.
func dictSlots(n int64) int64 {
	slots := powerOver(min(n, maxSize/64) * 3 / 2)
	return max(slots, 8)
}

// dictBytes is what the table of a dict takes: an index of each slot, and 24 for each item that it has
// room for.
func dictBytes(n int64) int64 {
	const (
		head = 32
		item = 24
	)
	if n == 0 {
		return 0
	}
	slots := dictSlots(n)
	index := int64(1)
	switch {
	case slots >= 1<<16:
		index = 4
	case slots >= 1<<8:
		index = 2
	}
	return head + index*slots + item*(2*slots/3)
}

// orderedBytes is dictBytes for an OrderedDict, which has a list of its items besides and an index of it.
func orderedBytes(n int64) int64 {
	if n == 0 {
		return 0
	}
	return dictBytes(n) + 8*dictSlots(n) + 40*min(n, maxSize/64)
}

// grown spends the memory that a collection takes that had some elements and got more by an opcode.
func (p *machine) grown(v *value, before int64) {
	if s, ok := shellOf(v); ok {
		if more := s.stored(v.node.count) - s.stored(before); more > 0 {
			p.spell(more)
		}
	}
}

// made spends the memory of a collection without elements that an opcode or a call has made.
func (p *machine) made(v *value) {
	if s, ok := shellOf(v); ok {
		p.spell(s.bytes)
	}
}

// empty makes a collection for an opcode.
func (p *machine) empty(kind valueKind, e expense) value {
	v := newCollection(kind)
	p.spend(e, 1)
	p.made(&v)
	return v
}
