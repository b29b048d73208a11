package cli

import (
	"testing"
	"time"
)

// TestBarLine covers what a bar shows, in a window of 30 columns.
func TestBarLine(t *testing.T) {
	all := func(s State) string {
		return s.Counts() + s.Text + " " + Gauge + " " + s.Speed() + " " + s.Rest()
	}
	for _, test := range []struct {
		layout func(State) string
		state  State
		want   string
	}{
		{all, State{}, "0 [____________________] …/s ?"},
		{all, State{Done: 5}, "5 [____________________] …/s ?"},
		{all, State{Total: 8}, "0 / 8 [________________] …/s ?"},
		{all, State{Done: 1, Total: 8}, "1 / 8 [->______________] …/s ?"},
		{all, State{Done: 4, Total: 8, speed: 2}, "4 / 8 [------->_______] 2/s 2s"},
		{all, State{Done: 8, Total: 8, speed: 2}, "8 / 8 [-------------->] 2/s 0s"},
		{all, State{Done: 9, Total: 8, speed: 2}, "9 / 8 [--------------->] 2/s ?"},
		{all, State{Done: 9, Total: 8, Text: ", and that is long, longer than the line"}, "9 / 8, and that is long, longe"},
		{all, State{Done: 1, Total: 7201, speed: 1}, "1 / 7201 [>_______] 1/s 2h0m0s"},
		{State.Percent, State{Done: 1, Total: 3}, "33%"},
		{State.Percent, State{Done: 1}, "0%"},
		{State.Counts, State{Bytes: true, Done: 1023, Total: 1024}, "1023 B / 1.00 KiB"},
		{State.Counts, State{Bytes: true, Done: 8 << 20, Total: 64 << 30}, "8.00 MiB / 64.00 GiB"},
		{State.Counts, State{Bytes: true, Done: 1<<62 + 1<<61, Total: 1 << 40}, "6291456.00 TiB / 1.00 TiB"},
		{State.Speed, State{Bytes: true, speed: 1.5 * (1 << 20)}, "1.50 MiB/s"},
		{State.Rest, State{Total: 1 << 62, speed: 1e-9}, "277777h46m40s"},
	} {
		columns := 30
		if test.layout(State{}) != all(State{}) {
			columns = 60
		}
		if got := test.state.line(test.layout, columns); got != test.want {
			t.Errorf("%+v: got %q, expected %q", test.state, got, test.want)
		}
	}
}

// TestBarSpeed measures at most twice a second, and lets the speed follow slowly.
func TestBarSpeed(t *testing.T) {
	var b Bar
	start := time.Unix(1000, 0)
	for _, test := range []struct {
		at    time.Duration
		done  int64
		speed float64
	}{
		{0, 0, 0},
		{100 * time.Millisecond, 50, 0},
		{time.Second, 100, 100},
		{1400 * time.Millisecond, 1000, 100},
		{2 * time.Second, 350, 110}, // 250 in the last second
	} {
		b.Set(func(s *State) { s.Done = test.done })
		if got := b.State(start.Add(test.at)).speed; got != test.speed {
			t.Errorf("after %s: got %v, expected %v", test.at, got, test.speed)
		}
	}
}
