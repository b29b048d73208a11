package pickle

import "github.com/npycheck/npycheck/internal/pyimport"

const (
	maxFrame      = 4096    // values above a mark; beyond that, those in the middle are dropped
	keptOfFrame   = 64      // values at each end of such a frame that are kept
	fewOfFrame    = 8       // the same for frames that need more
	maxStack      = 1 << 16 // values on the stack
	maxStackCost  = 1 << 14 // units
	maxStackMarks = 1 << 14
)

// stack is the stack of the abstract machine. A mark begins a frame, and opcodes reach no
// value below the last mark, as in Python.
type stack struct {
	vals  []value
	marks []int32 // where the frames begin
	cost  int64
	clean int   // compact has processed the values below this
	lost  value // what top returns for a value that was dropped
	memo  *memo
	moved int64 // how many values compact has processed
}

func (s *stack) base() int {
	if len(s.marks) == 0 {
		return 0
	}
	return int(s.marks[len(s.marks)-1])
}

// push puts a value on the stack. It returns false if the stack holds more than is followed.
func (s *stack) push(v value) bool {
	s.vals = append(s.vals, v)
	s.cost += v.cost()
	if len(s.vals)-s.base() > maxFrame || len(s.vals) > maxStack || s.cost > maxStackCost {
		s.compact(keptOfFrame)
		if s.crowded() {
			s.clean = 0
			s.compact(fewOfFrame)
		}
		return !s.crowded()
	}
	return true
}

func (s *stack) crowded() bool {
	return len(s.vals) > maxStack*3/4 || s.cost > maxStackCost*3/4
}

// mark begins a frame. It returns false if there are more of them than are followed.
func (s *stack) mark() bool {
	s.marks = append(s.marks, int32(len(s.vals)))
	return len(s.marks) <= maxStackMarks
}

// has reports whether there are n values above the last mark.
func (s *stack) has(n int) bool {
	top := len(s.vals)
	if top-s.base() >= n {
		return true
	}
	for i := top - 1; i >= s.base(); i-- {
		if s.vals[i].kind == kindRun {
			return top-1-s.base()+int(min(s.vals[i].n, 3)) >= n
		}
	}
	return false
}

// pop takes the value off the top; there must be one above the last mark.
func (s *stack) pop() value {
	last := len(s.vals) - 1
	v := s.vals[last]
	if v.kind == kindRun {
		s.vals[last].n--
		if s.vals[last].n == 0 {
			s.remove()
		}
		return v.oneOfRun()
	}
	s.leave(&v)
	s.remove()
	return v
}

// top returns the value on the top; there must be one above the last mark. It stays valid until the
// stack changes.
func (s *stack) top() *value {
	v := &s.vals[len(s.vals)-1]
	if v.kind == kindRun {
		s.lost = v.oneOfRun()
		return &s.lost
	}
	return v
}

// popFrame removes the last mark and returns the values above it, which stay valid until the next
// push. The caller clears them, so that the stack lets go of their nodes.
func (s *stack) popFrame() []value {
	base := s.base()
	items := s.vals[base:]
	s.marks = s.marks[:len(s.marks)-1]
	for i := range items {
		s.cost -= items[i].cost()
		s.leave(&items[i])
	}
	s.vals = s.vals[:base]
	s.clean = min(s.clean, base)
	return items
}

// leave records that a value is taken from the place where it was made, and so is complete.
func (s *stack) leave(v *value) {
	if !v.home {
		return
	}
	v.home, v.node.home = false, false
	if v.slot > 0 {
		s.memo.note(int64(v.slot)-1, v, false)
		delete(s.memo.open, int64(v.slot)-1)
	}
}

// oneOfRun is one of the values of a run: it may be the largest of them.
func (v *value) oneOfRun() value {
	return value{kind: kindLost, n: v.node.count, node: v.node}
}

// remove removes the top, which is not a run.
func (s *stack) remove() {
	last := len(s.vals) - 1
	s.cost -= s.vals[last].cost()
	s.vals[last] = value{} // releases its node
	s.vals = s.vals[:last]
	s.clean = min(s.clean, last)
}

// compact drops the values in the middle of large frames: only opcodes that take a whole frame off
// the stack can reach them, and those don't check single values.
func (s *stack) compact(keep int) {
	first := len(s.marks)
	for first > 0 && int(s.marks[first-1]) >= s.clean {
		first--
	}
	out := 0
	if first > 0 {
		out = int(s.marks[first-1])
	}
	s.moved += int64(len(s.vals) - out)
	for f := first; f <= len(s.marks); f++ {
		lo, hi := 0, len(s.vals)
		if f > 0 {
			lo = int(s.marks[f-1])
			s.marks[f-1] = int32(out)
		}
		if f < len(s.marks) {
			hi = int(s.marks[f])
		}
		if hi-lo <= 2*keep+1 {
			out += copy(s.vals[out:], s.vals[lo:hi])
			continue
		}
		out += copy(s.vals[out:], s.vals[lo:lo+keep])
		run := value{kind: kindRun}
		n := &node{texts: true}
		if t := listed(s.vals[:out-keep]); t != nil {
			n.elements = &elementCheck{dtype: t}
		}
		entries := f > 0 && s.marks[f-1] > 0 && takesEntries(&s.vals[s.marks[f-1]-1])
		isKey := keep%2 == 0
		for i := lo + keep; i < hi-keep; i++ {
			v := &s.vals[i]
			s.cost -= v.cost()
			s.leave(v)
			n.shared = n.hold(v) || n.shared
			if v.kind == kindRun || !entries || isKey {
				n.keyed = saturate(n.keyed, v.weight())
			}
			n.count = max(n.count, v.length())
			n.size = saturate(n.size, v.size())
			n.depth = max(n.depth, v.depth())
			n.texts = n.texts && (v.kind == kindText || v.kind == kindLost || v.kind == kindRun && v.node.texts)
			n.raw = n.raw || v.unhashable()
			of := int64(1)
			if v.kind == kindRun {
				of = v.n
			}
			run.n += of
			isKey = isKey == (of%2 == 0)
			if e := n.elements; e != nil && v.fits(e.dtype) {
				e.count += of
			}
		}
		run.node = n
		s.vals[out] = run
		out++
		out += copy(s.vals[out:], s.vals[hi-keep:hi])
	}
	clear(s.vals[out:])
	s.vals = s.vals[:out]
	s.clean = out
}

// takesEntries reports whether the frame above a value has keys and values in turn.
func takesEntries(v *value) bool {
	if v.kind != kindObject {
		return v.kind == kindDict
	}
	g := v.node.global
	return g.form == pyimport.Mapping || g.form == pyimport.DefaultDict || g.form == pyimport.Collection && g.name == "dict"
}

// below returns the value n places under the top of the stack, or no value.
func (s *stack) below(n int) *value {
	if at := len(s.vals) - 1 - n; at >= s.base() {
		return &s.vals[at]
	}
	return &value{}
}
