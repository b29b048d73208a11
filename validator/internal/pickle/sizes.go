package pickle

// What the collections of Python take, in bytes, as CPython 3.8 to 3.13 make them.

// shell is what a collection takes without its elements, and how they are stored.
type shell struct {
	bytes  int64
	stored func(count int64) int64
}

func tupleBytes(n int64) int64 { return 8 * min(n, maxCount/8) }

// listBytes is what n elements of a list take that was filled one by one: it has room for an eighth more.
func listBytes(n int64) int64 {
	if n == 0 {
		return 0
	}
	return tupleBytes(n) + min(n, maxCount/8) + 24
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
	for slots < maxCount/slot {
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

// dictSlots is how many slots the table of a dict of n items has: a power of two, of which up to two
// thirds are in use.
func dictSlots(n int64) int64 {
	slots := powerOver(min(n, maxCount/64) * 3 / 2)
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
	return dictBytes(n) + 8*dictSlots(n) + 40*min(n, maxCount/64)
}
