package process

import (
	"testing"
	"time"
)

// TestPatience tests when a process with 8 s for an answer hangs, which is checked every 2 s.
func TestPatience(t *testing.T) {
	const limit = 8 * time.Second
	steady := func(each time.Duration, waits bool) func(int) (use, bool) {
		return func(look int) (use, bool) {
			used := time.Duration(look) * each
			return use{processor: used, own: used, waits: waits}, true
		}
	}
	spinning := func(before time.Duration, itself bool) func(int) (use, bool) {
		return func(look int) (use, bool) {
			u := use{processor: before + time.Duration(look)*2*time.Second, waits: true}
			if itself {
				u.own = u.processor
			}
			return u, true
		}
	}
	for _, test := range []struct {
		name string
		use  func(look int) (use, bool)
		want int // looks until it hangs
	}{
		{"sleeps", steady(0, false), 2},
		{"sleeps and counts the seconds", steady(50*time.Millisecond, false), 2},
		{"spins", spinning(limit, true), 2},
		{"spins below a shell", spinning(limit, false), 5},
		{"spins below a shell after an hour's work", spinning(time.Hour, false), 5},
		{"works below a shell after an hour's work", func(look int) (use, bool) {
			return use{processor: time.Hour + time.Duration(look)*time.Second, waits: true}, true
		}, 9},
		{"works on a busy machine", steady(time.Second, true), 8},
		{"works now and then", steady(time.Second, false), 8},
		{"waits for a disk", steady(0, true), 37},
		{"hardly gets a turn", steady(time.Millisecond, true), 37},
		{"nobody knows", func(int) (use, bool) { return use{}, false }, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			looks := 0
			w := &Patience{timer: time.NewTimer(time.Hour), limit: limit, counted: true}
			defer w.Stop()
			w.measure = func() (use, bool) { looks++; return test.use(looks) }
			for !w.Over() {
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
