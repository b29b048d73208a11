package cli

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

const (
	barDelay     = 500 * time.Millisecond // how long a run lasts before the bar appears
	barRefresh   = 150 * time.Millisecond
	narrowWindow = 60         // columns; a narrower one has no room for a bar
	eraseBelow   = "\r\x1b[J" // erases the cursor's line, and those below
)

// BarFlags are the flags for a progress bar.
type BarFlags struct {
	Quiet bool
	when  string
}

func (f *BarFlags) Register(cmd *cobra.Command) {
	f.RegisterQuiet(cmd, "no progress bar unless --progress asks for it")
	f.RegisterProgress(cmd)
}

func (f *BarFlags) RegisterQuiet(cmd *cobra.Command, usage string) {
	cmd.Flags().BoolVarP(&f.Quiet, "quiet", "q", false, usage)
	Group(cmd.Flags(), GroupOutput, "quiet")
}

func (f *BarFlags) RegisterProgress(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.when, "progress", "auto", "`WHEN` to show a progress bar: auto, always or never")
	Group(cmd.Flags(), GroupOutput, "progress")
	CompleteWords(cmd, "progress", WhenWords...)
}

// CheckProgress returns an error if --progress has a wrong value.
func (f *BarFlags) CheckProgress() error { return CheckWhen("--progress", f.when) }

// ShowsBar reports whether to show a progress bar: as --progress says, and else on a terminal, unless --quiet asks for
// silence.
func (f *BarFlags) ShowsBar(stderr io.Writer) bool {
	if f.when != "auto" {
		return f.when == "always"
	}
	return !f.Quiet && takesEscapes(stderr)
}

// Bar shows how far some work is, on the last line of a terminal. Text for the same terminal must pass through the
// writer that Above returns. Its methods may be called concurrently. It is not that of a library, such as mpb, which
// holds text back until it draws the next time, and writes it where the bar is, even if it is for another stream.
type Bar struct {
	terminal io.Writer
	state    func() State
	speed    speed

	mu      sync.Mutex
	shown   bool // it is on the screen
	midLine bool // the text so far does not end with a newline
	stopped bool

	stop chan struct{}
	done sync.WaitGroup
}

// State is what a bar shows. What doesn't fit is cut.
type State struct {
	Text        string // what is left of the bar
	Short       string // what a narrow window has, if it isn't Text
	Done, Total int64  // there is no bar as long as Total is 0
	Bytes       bool   // what counts is bytes
	Rest        string // what is right of the bar, if that isn't the speed and the time left
	Plain       bool   // Text is all there is to say if there is no bar
}

// StartBar shows a bar on stderr, until its end. It calls state before it draws the bar.
func StartBar(stderr io.Writer, state func() State) *Bar {
	b := &Bar{terminal: stderr, state: state, stop: make(chan struct{})}
	b.done.Go(b.refresh)
	return b
}

// CountBar is a bar that counts things.
type CountBar struct {
	*Bar
	done, total atomic.Int64
}

// StartCountBar shows a bar of things on stderr. The total can be set later, or never.
func StartCountBar(stderr io.Writer, things string) *CountBar {
	b := new(CountBar)
	b.Bar = StartBar(stderr, func() State {
		s := State{Done: b.done.Load(), Total: b.total.Load()}
		s.Text = s.Counts() + " " + things
		return s
	})
	return b
}

// SetTotal sets how many things there are.
func (b *CountBar) SetTotal(n int64) { b.total.Store(n) }

// Add counts things that are done.
func (b *CountBar) Add(n int64) { b.done.Add(n) }

func (b *Bar) refresh() {
	select {
	case <-time.After(barDelay):
	case <-b.stop:
		return
	}
	ticker := time.NewTicker(barRefresh)
	defer ticker.Stop()
	for {
		b.draw()
		select {
		case <-ticker.C:
		case <-b.stop:
			return
		}
	}
}

// draw puts the bar on the screen, on one line of it, and leaves the cursor at its start. If a narrower window wraps
// the line, all of it is below the cursor, where erase finds it.
func (b *Bar) draw() {
	state := b.state()
	b.speed.measure(state, time.Now())
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.midLine || b.stopped {
		return
	}
	if inBackground(b.terminal) {
		b.shown = false // what is there now is not ours to erase
		return
	}
	b.shown = true
	line := state.line(cmp.Or(TerminalWidth(b.terminal), 80), b.speed.perSecond)
	io.WriteString(b.terminal, eraseBelow+line+"\r") // if it fails, the text says so
}

func (b *Bar) erase() {
	if b.shown {
		b.shown = false
		io.WriteString(b.terminal, eraseBelow)
	}
}

// Above returns the writer to use instead of out: on a terminal, whatever name it was opened under, the bar makes
// room for the text. It does so for a pipe, too, since its other end may write to the terminal.
func (b *Bar) Above(out io.Writer) io.Writer {
	if isTerminal(out) || isPipe(out) {
		return &aboveBar{b, out}
	}
	return out
}

// aboveBar removes the bar, writes the text at once to its own file, and lets the bar come back only where
// a line begins. Nothing of the text is ever held back.
type aboveBar struct {
	*Bar
	text io.Writer
}

func (b *aboveBar) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.erase()
	n, err := b.text.Write(text)
	if n > 0 {
		b.midLine = text[n-1] != '\n'
	}
	return n, err
}

// End removes the bar for good.
func (b *Bar) End() {
	close(b.stop)
	b.mu.Lock()
	b.stopped = true
	b.erase()
	b.mu.Unlock()
	b.done.Wait()
}

// speed is a moving average of how much is done in a second.
type speed struct {
	perSecond float64   // 0 as long as it isn't known
	at        time.Time // when it was measured
	done      int64     // at that time
	bytes     bool      // what counted
}

const (
	speedInterval = 500 * time.Millisecond
	speedWeight   = 1. / 15 // of an interval
)

func (s *speed) measure(state State, now time.Time) {
	if s.bytes != state.Bytes {
		*s = speed{bytes: state.Bytes}
	}
	passed := now.Sub(s.at)
	switch {
	case passed < speedInterval:
		return
	case !s.at.IsZero():
		latest := float64(state.Done-s.done) / passed.Seconds()
		if s.perSecond > 0 {
			latest = s.perSecond + (latest-s.perSecond)*speedWeight
		}
		s.perSecond = latest
	}
	s.at, s.done = now, state.Done
}

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

// line returns the line for a window of that many columns.
func (s State) line(columns int, perSecond float64) string {
	text, speed := s.Text, "…/s"
	if perSecond > 0 {
		speed = s.Amount(int64(math.Round(perSecond))) + "/s"
	}
	width := min(columns-1, 100)
	switch {
	case columns < narrowWindow:
		text = cmp.Or(s.Short, s.Text)
	case s.Total > 0:
		rest := " " + cmp.Or(s.Rest, speed+" "+s.left(perSecond))
		text += " " + s.gauge(width-utf8.RuneCountInString(text+" "+rest)) + rest
	case !s.Plain:
		text += ", " + speed
	}
	if runes := []rune(text); len(runes) > width {
		text = string(runes[:width])
	}
	return text
}

// left returns how long the rest will take.
func (s State) left(perSecond float64) string {
	if perSecond == 0 || s.Total < s.Done {
		return "?"
	}
	seconds := min(float64(s.Total-s.Done)/perSecond, 1e9)
	return (time.Duration(seconds) * time.Second).String()
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
