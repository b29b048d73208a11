package cli

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Bar is how far some work is. Its methods may be called concurrently.
type Bar struct {
	mu    sync.Mutex
	state State
	at    time.Time // when the speed was measured
	done  int64     // at that time
}

// State is what a bar shows.
type State struct {
	Bytes       bool   // what counts is bytes
	Done, Total int64  // Total is 0 as long as it isn't known
	Text, Left  string // what else is known: of the work, and of the rest of it

	speed float64 // per second, 0 as long as it isn't known
}

// Set changes what the bar shows.
func (b *Bar) Set(change func(*State)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change(&b.state)
}

// State returns what the bar shows at a time.
func (b *Bar) State(now time.Time) State {
	b.mu.Lock()
	defer b.mu.Unlock()
	passed := now.Sub(b.at)
	if passed >= speedInterval {
		if !b.at.IsZero() {
			speed := float64(b.state.Done-b.done) / passed.Seconds()
			if b.state.speed > 0 {
				speed = b.state.speed + (speed-b.state.speed)*speedWeight
			}
			b.state.speed = speed
		}
		b.at, b.done = now, b.state.Done
	}
	return b.state
}

// The speed is a moving average.
const (
	speedInterval = 500 * time.Millisecond
	speedWeight   = 1. / 15 // of an interval
)

// Counts returns how much is done, and of how much if that is known.
func (s State) Counts() string {
	if s.Total == 0 {
		return s.Amount(s.Done)
	}
	return s.Amount(s.Done) + " / " + s.Amount(s.Total)
}

// Amount returns a number of what counts.
func (s State) Amount(n int64) string {
	if !s.Bytes || n < 1<<10 {
		return fmt.Sprint(n) + map[bool]string{true: " B"}[s.Bytes]
	}
	size, unit := float64(n)/(1<<10), 0
	for ; size >= 1<<10 && unit < 3; unit++ {
		size /= 1 << 10
	}
	return fmt.Sprintf("%.2f %ciB", size, "KMGT"[unit])
}

// Percent returns how much of the work is done.
func (s State) Percent() string { return fmt.Sprintf("%.0f%%", 100*s.share()) }

func (s State) share() float64 {
	if s.Total == 0 {
		return 0
	}
	return min(1, float64(s.Done)/float64(s.Total))
}

// Speed returns how much is done in a second.
func (s State) Speed() string {
	if s.speed == 0 {
		return "…/s"
	}
	return s.Amount(int64(math.Round(s.speed))) + "/s"
}

// Rest returns how long the rest will take.
func (s State) Rest() string {
	if s.speed == 0 || s.Total < s.Done {
		return "?"
	}
	seconds := min(float64(s.Total-s.Done)/s.speed, 1e9)
	return (time.Duration(seconds) * time.Second).String()
}

// Gauge stands in the text of a layout for a bar that takes the rest of the line.
const Gauge = "\x00"

// line returns the line that a layout makes of a state, at most that many columns wide.
func (s State) line(layout func(State) string, columns int) string {
	text := layout(s)
	if before, after, ok := strings.Cut(text, Gauge); ok {
		text = before + s.gauge(columns-utf8.RuneCountInString(before+after)) + after
	}
	if runes := []rune(text); len(runes) > columns {
		text = string(runes[:columns])
	}
	return text
}

// gauge draws a bar.
func (s State) gauge(columns int) string {
	inside := columns - len("[]")
	if inside <= 0 {
		return ""
	}
	full := int(math.Ceil(s.share() * float64(inside)))
	bar := strings.Repeat("-", max(0, full-1)) + ">"[:min(1, full)]
	return "[" + bar + strings.Repeat("_", inside-full) + "]"
}
