package pickle

import (
	"bytes"
	"runtime"
	"strings"
	"testing"
)

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

// lateList is a list that stands on the stack where it was made, and takes more than the latest slots keep.
func lateList() value {
	v := newCollection(kindList)
	v.node.cost, v.home = maxRecentOf+1, true
	return v
}

// TestMemoLimits fills a memo up to what it keeps, and with one more.
func TestMemoLimits(t *testing.T) {
	none := value{kind: kindNone}
	for _, test := range []struct {
		name string
		memo func(*memo)
		slot int64
		want valueKind
	}{
		{"last of the first slots", func(m *memo) { putAll(m, 0, 32_767, none); m.put(32_767, sizedText(1000)) }, 32_767, kindText},
		{"slot after the first", func(m *memo) { putAll(m, 0, 32_768, none); m.put(32_768, sizedText(1000)) }, 32_768, kindLost},
		{"first slot after a gap", func(m *memo) { m.put(15, sizedText(1000)) }, 15, kindText},
		{"first slot after two gaps", func(m *memo) { m.put(15, none); m.put(31, sizedText(1000)) }, 31, kindText},
		{"slot after a gap that is too wide", func(m *memo) { m.put(16, sizedText(1000)) }, 16, kindLost},
		{"as expensive as all may be", func(m *memo) { m.put(0, sizedText(16_384)) }, 0, kindText},
		{"too expensive", func(m *memo) { m.put(0, sizedText(16_385)) }, 0, kindLost},
		{"two as expensive as all may be", func(m *memo) { m.put(0, sizedText(10_000)); m.put(1, sizedText(6384)) }, 1, kindText},
		{"two that are too expensive", func(m *memo) { m.put(0, sizedText(10_000)); m.put(1, sizedText(6385)) }, 1, kindLost},
		{"in place of an expensive one", func(m *memo) { m.put(0, sizedText(10_000)); m.put(0, sizedText(16_384)) }, 0, kindText},
		{"small and recent", func(m *memo) { m.put(40_000, sizedText(16)) }, 40_000, kindText},
		{"large and recent", func(m *memo) { m.put(40_000, sizedText(17)) }, 40_000, kindLost},
		{"recent for the last time", func(m *memo) { putAll(m, 40_000, 1024, none) }, 40_000, kindNone},
		{"not recent any more", func(m *memo) { putAll(m, 40_000, 1025, none) }, 40_000, kindLost},
		{"open", func(m *memo) { putAll(m, 40_000, 4096, lateList()) }, 40_000, kindList},
		{"open, the last", func(m *memo) { putAll(m, 40_000, 4096, lateList()) }, 44_095, kindList},
		{"open, too many", func(m *memo) { putAll(m, 40_000, 4097, lateList()) }, 44_096, kindLost},
		{"open, stored again", func(m *memo) { putAll(m, 40_000, 1, lateList()); m.put(40_000, none) }, 40_000, kindLost},
		{"first of the spans", func(m *memo) { putEvery(m, 256) }, 2, kindNone},
		{"last of the spans", func(m *memo) { putEvery(m, 256) }, 512, kindNone},
		{"too many spans", func(m *memo) { putEvery(m, 257) }, 2, kindLost},
		{"too many spans, for a slot that was not stored", func(m *memo) { putEvery(m, 257) }, 3, kindLost},
		{"spans that became one", func(m *memo) { putEvery(m, 256); m.put(3, none); m.put(600, none) }, 600, kindNone},
		{"last of its sort", func(m *memo) { putAll(m, 40_000, 1024, imported(&global{})); putAll(m, 50_000, 1024, none) }, 41_023, kindGlobal},
		{"one more of its sort", func(m *memo) { putAll(m, 40_000, 1025, imported(&global{})); putAll(m, 50_000, 1024, none) }, 41_024, kindLost},
		{"first of the latest dtypes", func(m *memo) { putAll(m, 40_000, 1024, ownDType()); putAll(m, 50_000, 1024, none) }, 40_000, kindObject},
		{"dtype before the latest", func(m *memo) { putAll(m, 40_000, 1025, ownDType()); putAll(m, 50_000, 1024, none) }, 40_000, kindLost},
		{"last of the latest dtypes", func(m *memo) { putAll(m, 40_000, 1025, ownDType()); putAll(m, 50_000, 1024, none) }, 41_024, kindObject},
	} {
		m := memo{highest: -1}
		test.memo(&m)
		if v, ok := m.get(test.slot); !ok || v.kind != test.want {
			t.Errorf("%s: got kind %d, %v, want %d", test.name, v.kind, ok, test.want)
		}
		if m.scattered && (len(m.first) > 0 || m.late != nil || m.put(0, none) || !m.put(1000, none)) {
			t.Errorf("%s: got something kept, want nothing but the highest slot", test.name)
		}
	}
}

// putAll stores a value in n slots.
func putAll(m *memo, slot int64, n int, v value) {
	for i := range int64(n) {
		m.put(slot+i, v)
	}
}

// putEvery stores None in every other slot from 2 on.
func putEvery(m *memo, n int) {
	for i := range int64(n) {
		m.put(2+2*i, value{kind: kindNone})
	}
}

func ownDType() value {
	return value{kind: kindObject, node: &node{global: &global{}, dtype: &dtype{kind: 'V'}}}
}

// TestMemoMemory stores values in slots with gaps between them: what a memo takes is bounded by what it is given, and not by
// the numbers of slots.
func TestMemoMemory(t *testing.T) {
	none := value{kind: kindNone}
	for _, test := range []struct {
		name  string
		slots int
		apart int64
	}{
		{"one far away", 1, 6000},
		{"the last of the first", 1, 32_767},
		{"next to each other", 1000, 1},
		{"with small gaps", 250, 16},
		{"with large gaps", 250, 128},
		{"each with a trace of its own", 250, 2048},
		{"after all that are told apart", 250, 1 << 20},
	} {
		m := memo{highest: -1}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range int64(test.slots) {
			m.put(test.apart*(i+1), none)
		}
		runtime.ReadMemStats(&after)
		// LONG_BINPUT takes five bytes.
		if got, want := after.TotalAlloc-before.TotalAlloc, uint64(1<<17+1024*5*test.slots); got > want {
			t.Errorf("%s: got %d bytes allocated, want at most %d", test.name, got, want)
		}
	}
}

// TestMemoAgain stores slots again. From 1024 of them on it is not known any more which they are.
func TestMemoAgain(t *testing.T) {
	for _, test := range []struct {
		again int
		want  bool // of a slot that was stored once
	}{{0, false}, {1, false}, {1023, false}, {1024, true}, {1025, true}} {
		m := memo{highest: -1}
		putAll(&m, 0, 2000, value{kind: kindNone})
		putAll(&m, 0, test.again, value{kind: kindNone})
		if got := m.uncertain(1999); got != test.want {
			t.Errorf("%d stored again: got another uncertain: %v, want %v", test.again, got, test.want)
		}
		if got := m.uncertain(0); got != (test.again > 0) {
			t.Errorf("%d stored again: got the first uncertain: %v", test.again, got)
		}
		if m.redefined != (test.again > 0) || m.size != 2000 || m.highest != 1999 {
			t.Errorf("%d stored again: got %v, %d slots up to %d, want 2000 up to 1999", test.again, m.redefined, m.size, m.highest)
		}
	}
}

// TestMemoCost stores values in place of others: only what is kept counts.
func TestMemoCost(t *testing.T) {
	m := memo{highest: -1}
	for _, test := range []struct{ slot, units, want int64 }{
		{0, 10, 10}, {1, 7, 17}, {0, 3, 10}, {0, 16_384, 7}, {1, 16_384, 16_384}, {0, 1, 16_384}, {1, 0, 0},
	} {
		m.put(test.slot, sizedText(int(test.units)))
		if m.cost != test.want {
			t.Errorf("%d units in slot %d: got a cost of %d, want %d", test.units, test.slot, m.cost, test.want)
		}
	}
}

// TestLeaving takes a value that a late slot holds from the place where it was made: the memo lets it go.
func TestLeaving(t *testing.T) {
	s := newStack()
	v := lateList()
	s.memo.put(40_000, v)
	s.memo.put(40_001, lateList())
	v.slot = 40_000 + 1
	s.push(v)
	if v, _ := s.memo.get(40_000); v.kind != kindList {
		t.Errorf("on the stack: got kind %d, want a list", v.kind)
	}
	s.pop()
	if v, ok := s.memo.get(40_000); !ok || v.kind != kindLost || v.known {
		t.Errorf("taken off: got kind %d, open %v, want a value that was let go and is complete", v.kind, v.known)
	}
	if v, _ := s.memo.get(40_001); v.kind != kindList {
		t.Errorf("next slot: got kind %d, want a list", v.kind)
	}
}

// TestKept covers values at the limits of what is kept of them, and one beyond.
func TestKept(t *testing.T) {
	escaped := func(n int) string { return "V" + strings.Repeat("a", n) + "\n" }
	quoted := func(n int) string { return "S'" + strings.Repeat("a", n) + "'\n" }
	bytes8 := func(n int) string { return "B" + num(uint32(n))[1:] + strings.Repeat("b", n) }
	nones := func(n int) string { return "(" + strings.Repeat("N", n) + "t" }
	for _, test := range []struct {
		name, object string
		want         bool
	}{
		{"text", str(strings.Repeat("a", 4096)), true},
		{"longer text", str(strings.Repeat("a", 4097)), false},
		{"text of two bytes a character", str(strings.Repeat("é", 2048)), true},
		{"longer text of two bytes a character", str(strings.Repeat("é", 2048) + "a"), false},
		{"escaped text", escaped(4093), true},
		{"longer escaped text", escaped(4094), false},
		{"text of Python 2", quoted(4095), true},
		{"longer text of Python 2", quoted(4096), false},
		{"bytes", bytes8(64), true},
		{"more bytes", bytes8(65), false},
		{"int", long4(8, 0x55), true},
		{"larger int", long4(9, 0x55), false},
		{"tuple", nones(1000), true},
		{"longer tuple", nones(1001), false},
		{"tuple of long texts", "(" + strings.Repeat(str(strings.Repeat("a", 4096)), 15) + strings.Repeat("N", 46) + "t", true}, // 3 + 15*65 + 46 units
		{"longer tuple of long texts", "(" + strings.Repeat(str(strings.Repeat("a", 4096)), 15) + strings.Repeat("N", 47) + "t", false},
	} {
		file := payload(proto(4) + test.object)
		m := newMachine(t.Context(), bytes.NewReader(file[start:]), config(nil, int64(len(file))))
		if err := m.run(); err != nil {
			t.Fatal(err)
		}
		v := m.stack.top()
		got := v.known
		if v.kind == kindTuple {
			got = int64(len(v.node.items)) == v.node.count
		}
		if got != test.want {
			t.Errorf("%s: got it kept: %v, want %v: %+v", test.name, got, test.want, v)
		}
	}
}
