package pickle

import (
	"strings"
	"testing"
)

func newStack() *stack { return &stack{memo: &memo{highest: -1}} }

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

// TestStackLimits covers more marks, and more values in small frames, than are followed.
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

// TestCrowded states how many values, and how much memory, the stack may have after those in the middle of
// frames were let go.
func TestCrowded(t *testing.T) {
	for _, test := range []struct {
		values int
		cost   int64
		want   bool
	}{
		{49_152, 0, false},
		{49_153, 0, true},
		{0, 12_288, false},
		{0, 12_289, true},
	} {
		s := newStack()
		s.vals, s.cost = make([]value, test.values), test.cost
		if got := s.crowded(); got != test.want {
			t.Errorf("%d values and a cost of %d: got %v, want %v", test.values, test.cost, got, test.want)
		}
	}
}

// TestCompact lets go of the middle of a frame, if it has more values than are kept at both ends and one.
func TestCompact(t *testing.T) {
	for _, test := range []struct{ keep, values, left, run int }{
		{8, 17, 17, 0},
		{8, 18, 17, 2},
		{8, 19, 17, 3},
		{64, 129, 129, 0},
		{64, 130, 129, 2},
		{64, 131, 129, 3},
	} {
		s := newStack()
		s.mark()
		for range test.values {
			s.push(sizedText(1))
		}
		s.compact(test.keep)
		run := 0
		for _, v := range s.vals {
			if v.kind == kindRun {
				run = int(v.n)
			}
		}
		if len(s.vals) != test.left || run != test.run || s.clean != test.left {
			t.Errorf("%d of %d: got %d values, %d of them clean, and a run of %d, want %d, all, and %d",
				test.keep, test.values, len(s.vals), s.clean, run, test.left, test.run)
		}
		if want := int64(test.values - test.run); s.cost != want {
			t.Errorf("%d of %d: got a cost of %d, want %d", test.keep, test.values, s.cost, want)
		}
	}
}

// TestStackFull pushes texts in frames until the stack is full, and one more. Of frames longer than that 64 values
// are kept at each end, or 8 if the stack is still crowded.
func TestStackFull(t *testing.T) {
	for _, test := range []struct {
		name      string
		frames    []int // how long the first are
		rest      int   // how long the others are
		units     int   // of each text
		full      int   // values, of all of which none was let go
		left, run int   // after one more: values, and how many the first run is
		ok        bool
	}{
		{"one frame", nil, 1 << 20, 0, 4096, 129, 3969, true},
		{"long frames", nil, 256, 0, 65_536, 33_025, 128, true}, // 256 frames of 129
		{"short frames", nil, 4, 0, 65_536, 65_537, 0, false},
		{"frames that 64 leave alone", nil, 128, 0, 65_536, 8705, 112, true},                                 // 512 frames of 17
		{"not crowded", []int{4096, 4096, 4096, 4096, 646}, 4, 0, 65_536, 49_152, 3968, true},                // five frames of 129
		{"crowded", []int{4096, 4096, 4096, 4096, 645}, 4, 0, 65_536, 48_593, 4080, true},                    // five frames of 17
		{"crowded for good", []int{4096, 4096, 4096, 129}, 4, 0, 65_536, 65_537 - 3*4079 - 112, 4080, false}, // 53188
		{"memory", nil, 1 << 20, 16, 1024, 129, 897, true},                                                   // cost 128*16
		{"memory in long frames", nil, 256, 64, 256, 130, 128, true},                                         // cost 129*64
		{"memory in frames that 64 leave alone", nil, 128, 128, 128, 18, 112, true},                          // cost 17*128
		{"memory of short frames", nil, 4, 1024, 16, 17, 0, false},                                           // cost 17*1024
		{"memory, not crowded", []int{193}, 4, 64, 256, 193, 65, true},                                       // cost 192*64
		{"memory, crowded", []int{192}, 4, 64, 256, 82, 176, true},                                           // cost 193*64, and then 81*64
	} {
		s := newStack()
		left := 0
		frames := test.frames
		push := func() bool {
			if left == 0 {
				left = test.rest
				if len(frames) > 0 {
					left, frames = frames[0], frames[1:]
				}
				s.mark()
			}
			left--
			return s.push(sizedText(test.units))
		}
		for i := range test.full {
			if !push() || len(s.vals) != i+1 {
				t.Fatalf("%s: got %d values after %d, want all of them", test.name, len(s.vals), i+1)
			}
		}
		ok, run := push(), 0
		for i := len(s.vals) - 1; i >= 0; i-- {
			if s.vals[i].kind == kindRun {
				run = int(s.vals[i].n)
			}
		}
		if ok != test.ok || len(s.vals) != test.left || run != test.run {
			t.Errorf("%s: got %v with %d values and a run of %d, want %v, %d and %d", test.name, ok, len(s.vals), run, test.ok, test.left, test.run)
		}
	}
}
