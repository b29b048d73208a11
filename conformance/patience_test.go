package conformance

import (
	"testing"
	"time"
)

// TestPatience tests when a process hangs that has 8 s for an answer, so that it is looked at every 2 s.
func TestPatience(t *testing.T) {
	const limit = 8 * time.Second
	steady := func(each time.Duration, waits bool) func(int) (use, bool) {
		return func(look int) (use, bool) { return use{time.Duration(look) * each, waits}, true }
	}
	for _, test := range []struct {
		name string
		use  func(look int) (use, bool)
		want int // looks until it hangs
	}{
		{"sleeps", steady(0, false), 2},
		{"sleeps and counts the seconds", steady(50*time.Millisecond, false), 2},
		{"spins", func(look int) (use, bool) { return use{limit + time.Duration(look)*2*time.Second, true}, true }, 2},
		{"works on a busy machine", steady(time.Second, true), 8},
		{"works now and then", steady(time.Second, false), 8},
		{"waits for a disk", steady(0, true), 37},
		{"hardly gets a turn", steady(time.Millisecond, true), 37},
		{"nobody knows", func(int) (use, bool) { return use{}, false }, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			looks := 0
			w := &patience{timer: time.NewTimer(time.Hour), limit: limit, counted: true}
			defer w.stop()
			w.measure = func() (use, bool) { looks++; return test.use(looks) }
			for !w.over() {
				if looks > 1000 {
					t.Fatal("it never hangs")
				}
			}
			if looks != test.want {
				t.Errorf("got %d looks, want %d", looks, test.want)
			}
		})
	}
}
