package pickle

import (
	"strings"
	"testing"
)

func newStack() *stack { return &stack{memo: &memo{highest: -1}, keys: &keyCounts{}} }

// sizedText is a text of as many units of memory.
func sizedText(units int) value {
	return value{kind: kindText, known: true, n: int64(units * costUnit), text: strings.Repeat("t", units*costUnit)}
}

// TestStackCost pushes and takes off values: what they cost is known at any time.
func TestStackCost(t *testing.T) {
	s := newStack()
	for i := range 10 {
		s.push(sizedText(i))
	}
	if s.cost != 45 {
		t.Errorf("got a cost of %d, want 45", s.cost)
	}
	if v := s.pop(); v.n != 9*costUnit || s.cost != 36 || len(s.vals) != 9 {
		t.Errorf("after a pop: got %v, a cost of %d and %d values, want 9 units, 36 and 9", v, s.cost, len(s.vals))
	}
	s.mark()
	s.push(sizedText(5))
	s.push(sizedText(6))
	if s.base() != 9 || s.has(3) || !s.has(2) {
		t.Errorf("got base %d, want 9, and two values above it", s.base())
	}
	items := s.popFrame()
	if len(items) != 2 || items[1].n != 6*costUnit || s.cost != 36 || len(s.marks) != 0 || s.base() != 0 {
		t.Errorf("got %d items, a cost of %d and %d marks, want 2, 36 and 0", len(items), s.cost, len(s.marks))
	}
	for len(s.vals) > 0 {
		s.pop()
	}
	if s.cost != 0 || s.clean != 0 || s.has(1) {
		t.Errorf("when empty: got a cost of %d, want 0", s.cost)
	}
}

// TestStackRun fills a frame beyond what is kept. The ends of it stay, and what was in the middle comes back as
// values that were let go, one by one.
func TestStackRun(t *testing.T) {
	s := newStack()
	s.push(value{kind: kindNone})
	s.mark()
	const n = maxFrame + 1
	for i := range n {
		if !s.push(value{kind: kindInt, known: true, n: int64(i)}) {
			t.Fatalf("value %d is one too many", i)
		}
	}
	if want := 1 + 2*keptOfFrame + 1; len(s.vals) != want || s.clean != want {
		t.Fatalf("got %d values and %d of them clean, want %d", len(s.vals), s.clean, want)
	}
	if run := s.vals[1+keptOfFrame]; run.kind != kindRun || run.n != n-2*keptOfFrame || run.node.size != n-2*keptOfFrame || run.node.texts || run.node.raw {
		t.Errorf("got %+v, want a run of %d", run, n-2*keptOfFrame)
	}
	if s.vals[keptOfFrame].n != keptOfFrame-1 || s.vals[keptOfFrame+2].n != n-keptOfFrame {
		t.Errorf("got %v and %v around the run, want %d and %d", s.vals[keptOfFrame], s.vals[keptOfFrame+2], keptOfFrame-1, n-keptOfFrame)
	}
	left := n
	for range keptOfFrame {
		left--
		if v := s.pop(); v.n != int64(left) {
			t.Fatalf("got %v, want %d", v, left)
		}
	}
	for left > keptOfFrame {
		if top := s.top(); top.kind != kindLost {
			t.Fatalf("got %v on top, want a value that was let go", top)
		}
		if !s.has(min(left, 3)) {
			t.Fatalf("got fewer than %d values", min(left, 3))
		}
		left--
		if v := s.pop(); v.kind != kindLost {
			t.Fatalf("got %v, want a value that was let go", v)
		}
	}
	if v := s.pop(); v.n != keptOfFrame-1 || len(s.vals) != keptOfFrame {
		t.Errorf("got %v and %d values, want %d and %d", v, len(s.vals), keptOfFrame-1, keptOfFrame)
	}
}

// TestStackLimits has more marks, and more values in small frames, than are followed.
func TestStackLimits(t *testing.T) {
	s := newStack()
	for i := range maxStackMarks {
		if !s.mark() {
			t.Fatalf("mark %d is one too many", i)
		}
	}
	if s.mark() {
		t.Errorf("%d marks are followed, want fewer", maxStackMarks+1)
	}
	s = newStack()
	pushed := 0
	for s.push(value{kind: kindNone}) && pushed < 2*maxStack {
		if pushed++; pushed%4 == 0 {
			s.mark()
		}
	}
	if pushed != maxStack {
		t.Errorf("got %d values in frames of four, want %d", pushed, maxStack)
	}
	s = newStack()
	for i := range 2 * maxStackCost {
		if !s.push(sizedText(16)) {
			t.Fatalf("text %d is one too many, want those in the middle let go", i)
		}
		if s.cost > maxStackCost {
			t.Fatalf("got a cost of %d, want at most %d", s.cost, maxStackCost)
		}
	}
}

// TestMemoGaps reads slots before, between and after those that are taken.
func TestMemoGaps(t *testing.T) {
	m := memo{highest: -1}
	for _, slot := range []int64{3, 4, 9} {
		if !m.put(slot, value{kind: kindInt, known: true, n: slot}) {
			t.Errorf("slot %d: stored again or out of order, want neither", slot)
		}
	}
	for slot := range int64(12) {
		taken := slot == 3 || slot == 4 || slot == 9
		if v, ok := m.get(slot); ok != taken || taken && v.n != slot {
			t.Errorf("slot %d: got %v, %v, want it taken: %v", slot, v, ok, taken)
		}
	}
	if m.put(4, value{kind: kindNone}) || m.put(5, value{kind: kindNone}) || m.size != 4 {
		t.Errorf("got %d slots, want 4, and what was stored again or out of order told", m.size)
	}
}

// TestMemoSorts states what is kept of the later slots of the memo, by what it is.
func TestMemoSorts(t *testing.T) {
	object := func(kind byte) value {
		return value{kind: kindObject, node: &node{global: &global{}, dtype: &dtype{kind: kind}}}
	}
	text := func(s string) value {
		return value{kind: kindText, known: true, n: int64(len(s)), text: s}
	}
	for _, test := range []struct {
		v    value
		want lateSort
	}{
		{value{kind: kindNone}, sortNone},
		{imported(&global{}), sortImport},
		{object('V'), sortOwnDType},
		{object('M'), sortOwnDType},
		{object('m'), sortOwnDType},
		{object('S'), sortOwnDType},
		{object('U'), sortOwnDType},
		{object('f'), sortDType},
		{object('O'), sortDType},
		{value{kind: kindObject, node: &node{global: &global{}}}, sortNone},
		{text(""), sortLetter},
		{text("a"), sortLetter},
		{text("numpy"), sortName},
		{text("Float64DType"), sortName},
		{text("anything"), sortNone},
		{value{kind: kindText, n: 1}, sortNone},
		{value{kind: kindBytes, known: true, n: 1, text: "b"}, sortLetter},
	} {
		if got := test.v.sort(); got != test.want {
			t.Errorf("%v: got sort %d, want %d", test.v, got, test.want)
		}
	}
}

// TestMemoKeep keeps a value that was used in a slot after the first, unless something else may be there.
func TestMemoKeep(t *testing.T) {
	used := value{kind: kindText, known: true, n: 9, text: "something"}
	for _, test := range []struct {
		name string
		slot uint32 // of the value, plus 1
		memo func(*memo)
		want bool
	}{
		{"late slot", maxMemo + 2, func(*memo) {}, true},
		{"no slot", 0, func(*memo) {}, false},
		{"first slot that holds it", 2, func(m *memo) { m.put(1, used) }, false},
		{"first slot that was too expensive", 2, func(m *memo) { m.first = make([]value, 2) }, true},
		{"slots stored again", maxMemo + 2, func(m *memo) { m.redefined = true }, false},
		{"slots nobody knows", maxMemo + 2, func(m *memo) { m.scattered = true }, false},
	} {
		m := memo{highest: -1}
		test.memo(&m)
		v := used
		v.slot = test.slot
		m.keep(v)
		if got := len(m.late) == 1; got != test.want {
			t.Errorf("%s: got it kept: %v, want %v", test.name, got, test.want)
		}
	}
}
