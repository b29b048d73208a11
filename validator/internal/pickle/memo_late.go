package pickle

// lateSort is a sort of values that late has room for. Each has its own, so that many of one sort
// don't push out another.
type lateSort uint8

const (
	sortNone     lateSort = iota
	sortImport            // imports
	sortName              // texts that imports consist of, and fixed arguments
	sortLetter            // text or bytes of no or one character, which Python has only once
	sortDType             // dtypes that NumPy has only once
	sortOwnDType          // other dtypes; the latest are kept
	sortUsed              // values that were part of an import or a call
	lateSorts
)

// sort returns the sort of a value that may come back from the memo.
func (v *value) sort() lateSort {
	switch v.kind {
	case kindGlobal:
		return sortImport
	case kindObject:
		switch t := v.node.dtype; {
		case t == nil:
		case t.kind == 'V' || t.kind == 'M' || t.kind == 'm' || t.kind == 'S' || t.kind == 'U':
			return sortOwnDType
		default:
			return sortDType
		}
	case kindText, kindBytes:
		switch {
		case !v.known:
		case v.n <= 1 && len(v.text) <= 2:
			return sortLetter
		case words[v.text]:
			return sortName
		}
	}
	return sortNone
}

const (
	maxTraces  = 1 << 19
	traceBlock = 1 << 12
)

// trace is what is known of a value in the memo that was let go: its size, its depth and what it takes
// to hash it and to copy it, each rounded up.
type trace struct {
	size    uint8 // bits of the number, and a flag
	depth   uint8 // half of it
	hashing uint8 // bits of the number
	length  uint8 // bits of the number, and two flags
}

const (
	traceChosen = 1 << 7 // the file can choose its hash
	traceOpen   = 1 << 6 // it stands where it was made and can still be changed
	traceHolds  = 1 << 7 // with the size: it holds what can still be changed
)

// value is what a slot returns whose value was let go. It is known to be open or not.
func (t trace) value(slot int64) value {
	v := value{kind: kindLost, hash: chosen, known: t.length&traceOpen != 0, n: 1 << (t.length &^ (traceChosen | traceOpen))}
	if t.length&traceChosen == 0 {
		v.hash = spread(uint64(slot))
	}
	v.node = &node{size: 1 << (t.size &^ traceHolds), shared: t.size&traceHolds != 0, depth: 2 * int32(t.depth), hashing: 1 << t.hashing}
	return v
}

// recentValue is what one of the latest slots holds.
type recentValue struct {
	slot int64
	v    value // kindAbsent if it isn't kept
}
