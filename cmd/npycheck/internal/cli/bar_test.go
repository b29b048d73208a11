package cli

import (
	"bytes"
	"testing"
	"time"
)

// TestBarLine has windows with and without room for a bar.
func TestBarLine(t *testing.T) {
	for _, test := range []struct {
		state     State
		columns   int
		perSecond float64
		want      string
	}{
		{State{Text: "0 files"}, 60, 0, "0 files, …/s"},
		{State{Text: "5 files", Done: 5}, 60, 1.6, "5 files, 2/s"},
		{State{Text: "5 files", Plain: true}, 60, 2, "5 files"},
		{State{Text: "5 files", Short: "5"}, 59, 2, "5"},
		{State{Text: "5 files"}, 59, 2, "5 files"},
		{State{Text: "0 / 8", Total: 8}, 60, 0, "0 / 8 [_____________________________________________] …/s ?"},
		{State{Text: "1 / 8", Done: 1, Total: 8}, 60, 0, "1 / 8 [----->_______________________________________] …/s ?"},
		{State{Text: "4 / 8", Done: 4, Total: 8}, 60, 2, "4 / 8 [--------------------->______________________] 2/s 2s"},
		{State{Text: "8 / 8", Done: 8, Total: 8}, 60, 2, "8 / 8 [------------------------------------------->] 2/s 0s"},
		{State{Text: "9 / 8", Done: 9, Total: 8}, 60, 2, "9 / 8 [-------------------------------------------->] 2/s ?"},
		{State{Text: "4 / 8", Done: 4, Total: 8, Rest: "4 left", Plain: true}, 60, 2, "4 / 8 [--------------------->______________________] 4 left"},
		{State{Text: "4 / 8", Done: 4, Total: 8, Rest: "x"}, 200, 2, "4 / 8 [-------------------------------------------->_____________________________________________] x"},
		{State{Text: "9 / 8, and that is long, longer than a line of sixty columns is", Total: 8}, 60, 2, "9 / 8, and that is long, longer than a line of sixty column"},
		{State{Text: "5 files, and more"}, 8, 2, "5 files"},
		{State{Text: "1 / 7201", Done: 1, Total: 7201}, 60, 1, "1 / 7201 [>____________________________________] 1/s 2h0m0s"},
		{State{Text: "x", Bytes: true, Total: 1 << 62}, 60, 1e-9, "x [___________________________________] 0 B/s 277777h46m40s"},
		{State{Text: "x", Bytes: true}, 60, 1.5 * (1 << 20), "x, 1.50 MiB/s"},
	} {
		if got := test.state.line(test.columns, test.perSecond); got != test.want {
			t.Errorf("%+v in %d columns:\ngot  %q\nwant %q", test.state, test.columns, got, test.want)
		}
	}
}

func TestBarAmounts(t *testing.T) {
	for _, test := range []struct {
		of    func(State) string
		state State
		want  string
	}{
		{State.Percent, State{Done: 1, Total: 3}, "33%"},
		{State.Percent, State{Done: 1}, "0%"},
		{State.Percent, State{Done: 4, Total: 3}, "100%"},
		{State.Counts, State{Done: 5}, "5"},
		{State.Counts, State{Done: 5, Total: 2048}, "5 / 2048"},
		{State.Counts, State{Bytes: true, Done: 1023, Total: 1024}, "1023 B / 1.00 KiB"},
		{State.Counts, State{Bytes: true, Done: 8 << 20, Total: 64 << 30}, "8.00 MiB / 64.00 GiB"},
		{State.Counts, State{Bytes: true, Done: 1<<62 + 1<<61, Total: 1 << 40}, "6291456.00 TiB / 1.00 TiB"},
	} {
		if got := test.of(test.state); got != test.want {
			t.Errorf("%+v: got %q, want %q", test.state, got, test.want)
		}
	}
}

// TestBarSpeed measures at most twice a second, lets the speed follow slowly, and starts again when bytes count.
func TestBarSpeed(t *testing.T) {
	var s speed
	start := time.Unix(1000, 0)
	for _, test := range []struct {
		at    time.Duration
		state State
		want  float64
	}{
		{0, State{}, 0},
		{100 * time.Millisecond, State{Done: 50}, 0},
		{time.Second, State{Done: 100}, 100},
		{1400 * time.Millisecond, State{Done: 1000}, 100},
		{2 * time.Second, State{Done: 350}, 110}, // 250 in the last second
		{3 * time.Second, State{Done: 5000, Bytes: true}, 0},
		{4 * time.Second, State{Done: 7000, Bytes: true}, 2000},
	} {
		if s.measure(test.state, start.Add(test.at)); s.perSecond != test.want {
			t.Errorf("after %s: got %v, want %v", test.at, s.perSecond, test.want)
		}
	}
}

func TestShowsBar(t *testing.T) {
	terminal := false // a buffer is not a terminal
	for _, test := range []struct {
		quiet bool
		when  string
		want  bool
	}{
		{false, "auto", terminal},
		{true, "auto", false},
		{false, "always", true},
		{true, "always", true},
		{false, "never", false},
		{true, "never", false},
	} {
		f := BarFlags{Quiet: test.quiet, when: test.when}
		if got := f.ShowsBar(new(bytes.Buffer)); got != test.want {
			t.Errorf("quiet %v, --progress %s: got %v, want %v", test.quiet, test.when, got, test.want)
		}
	}
}
