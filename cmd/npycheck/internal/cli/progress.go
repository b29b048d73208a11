package cli

import (
	"cmp"
	"io"
	"sync"
	"time"

	"github.com/spf13/pflag"
)

const (
	progressDelay   = 500 * time.Millisecond // how long a run lasts before the bar appears
	progressRefresh = 150 * time.Millisecond
	eraseBelow      = "\r\x1b[J" // erases the cursor's line, and those below
)

// ShowsBar reports whether to show a progress bar: as --progress says, and else on a terminal, unless
// --quiet asks for silence.
func ShowsBar(stderr io.Writer, quiet bool, when string) bool {
	if when != "auto" {
		return when == "always"
	}
	return !quiet && TakesEscapes(stderr)
}

// Progress shows a bar on the last line of a terminal. Text for the same terminal must pass
// through the writer that above returns.
type Progress struct {
	terminal io.Writer

	mu      sync.Mutex
	layout  Layout
	Bar     *Bar
	update  func() // called with mu held before the bar is drawn; or nil
	shown   bool   // the bar is on the screen
	midLine bool   // the text so far does not end with a newline
	stopped bool

	stop chan struct{}
	done sync.WaitGroup
}

// Layout says what a bar shows in a window of narrowWindow columns or more, and in a narrower one. What doesn't fit is cut.
type Layout struct{ Wide, Narrow func(State) string }

const narrowWindow = 60

// StartCountBar shows a bar of things on stderr. The total can be set later.
func StartCountBar(stderr io.Writer, things string) *Progress {
	return StartBar(stderr, CountLayout(things), nil)
}

func CountLayout(things string) Layout {
	narrow := func(s State) string { return s.Counts() + " " + things }
	return Layout{func(s State) string { return narrow(s) + " " + Gauge + " " + s.Speed() + " " + s.Rest() }, narrow}
}

// SetTotal sets how many things there are.
func (p *Progress) SetTotal(n int64) { p.Bar.Set(func(s *State) { s.Total = n }) }

// Add counts things that are done.
func (p *Progress) Add(n int64) { p.Bar.Set(func(s *State) { s.Done += n }) }

// StartBar shows a bar on stderr, until its end.
func StartBar(stderr io.Writer, l Layout, update func()) *Progress {
	p := &Progress{terminal: stderr, update: update, stop: make(chan struct{})}
	p.Renew(l)
	p.done.Go(p.refresh)
	return p
}

// Renew starts another bar.
func (p *Progress) Renew(l Layout) {
	p.layout, p.Bar = l, new(Bar)
}

func (p *Progress) refresh() {
	select {
	case <-time.After(progressDelay):
	case <-p.stop:
		return
	}
	ticker := time.NewTicker(progressRefresh)
	defer ticker.Stop()
	for {
		p.draw()
		select {
		case <-ticker.C:
		case <-p.stop:
			return
		}
	}
}

// draw puts the bar on the screen, on one line of it, and leaves the cursor at its start. If a narrower window wraps
// the line, all of it is below the cursor, where erase finds it.
func (p *Progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.midLine || p.stopped {
		return
	}
	if inBackground(p.terminal) {
		p.shown = false // what is there now is not ours to erase
		return
	}
	if p.update != nil {
		p.update()
	}
	columns := cmp.Or(TerminalWidth(p.terminal), 80)
	layout := p.layout.Wide
	if columns < narrowWindow {
		layout = p.layout.Narrow
	}
	line := p.Bar.State(time.Now()).line(layout, min(columns-1, 100))
	p.shown = true
	io.WriteString(p.terminal, eraseBelow+line+"\r") // if it fails, the text says so
}

func (p *Progress) erase() {
	if p.shown {
		p.shown = false
		io.WriteString(p.terminal, eraseBelow)
	}
}

// Above returns the writer to use instead of out: on a terminal, whatever name it was opened under, the bar makes
// room for the text. It does so for a pipe, too, since its other end may write to the terminal.
func (p *Progress) Above(out io.Writer) io.Writer {
	if isTerminal(out) || isPipe(out) {
		return &aboveBar{p, out}
	}
	return out
}

// aboveBar removes the bar, writes the text at once to its own file, and lets the bar come back only where
// a line begins. Nothing of the text is ever held back.
type aboveBar struct {
	*Progress
	text io.Writer
}

func (p *aboveBar) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	n, err := p.text.Write(text)
	if n > 0 {
		p.midLine = text[n-1] != '\n'
	}
	return n, err
}

// End removes the bar for good.
func (p *Progress) End() {
	close(p.stop)
	p.mu.Lock()
	p.stopped = true
	p.erase()
	p.mu.Unlock()
	p.done.Wait()
}

// BarFlags are the flags for a progress bar.
type BarFlags struct {
	quiet bool
	when  string
}

func (f *BarFlags) Register(flags *pflag.FlagSet) {
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no progress bar unless --progress asks for it")
	flags.StringVar(&f.when, "progress", "auto", "`WHEN` to show a progress bar: auto, always or never")
	Group(flags, GroupOutput, "quiet", "progress")
}

func (f *BarFlags) Check() error {
	return CheckWhen("--progress", f.when)
}

func (f *BarFlags) Shown(stderr io.Writer) bool { return ShowsBar(stderr, f.quiet, f.when) }
