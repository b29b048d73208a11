package main

import (
	"cmp"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/cheggaaa/pb/v3"

	"github.com/npycheck/npycheck/fuzz/hunt"
	"github.com/npycheck/npycheck/validator/report"
)

const (
	progressDelay   = 500 * time.Millisecond // how long a run lasts before the bar appears
	progressRefresh = 150 * time.Millisecond
	eraseBelow      = "\r\x1b[J" // the line of the cursor, and those below
)

// showsBar reports whether to show a progress bar: as --progress says, and else on a terminal, unless
// --quiet asks for silence.
func showsBar(stderr io.Writer, quiet bool, when string) bool {
	if when != "auto" {
		return when == "always"
	}
	return !quiet && takesEscapes(stderr)
}

// progress shows a bar on the last line of a terminal. Text that goes to the same terminal must pass
// through the writer that above returns.
type progress struct {
	terminal io.Writer

	mu      sync.Mutex
	layout  layout
	bar     *pb.ProgressBar
	update  func() // called with mu held before the bar is drawn; or nil
	shown   bool   // the bar is on the screen
	midLine bool   // the text so far does not end with a newline
	stopped bool

	stop chan struct{}
	done sync.WaitGroup
}

// layout says what a bar shows in a window of narrowWindow columns or more, and in a narrower one. What doesn't fit is cut.
type layout struct{ wide, narrow pb.ProgressBarTemplate }

const narrowWindow = 60

// startCountBar shows a bar of things on stderr. How many there are can be told later.
func startCountBar(stderr io.Writer, things string) *progress {
	return startBar(stderr, countLayout(things), nil)
}

func countLayout(things string) layout {
	narrow := pb.ProgressBarTemplate(`{{counters . "%s / %s ` + things + `" "%s ` + things + `%.0s"}}`)
	return layout{narrow + ` {{bar .}} {{speed . "%s/s" "…/s"}} {{rtime . "%s"}}`, narrow}
}

// setTotal tells how many things there are.
func (p *progress) setTotal(n int64) { p.bar.SetTotal(n) }

// add counts things that are done.
func (p *progress) add(n int64) { p.bar.Add64(n) }

// startFuzzBar shows a bar on stderr for a run that ends after a time or a number of files, or never. It returns
// what is to be told how far the run is, and a function that takes the bar away.
func startFuzzBar(stderr io.Writer, duration time.Duration, runs int64) (func(hunt.Status), func()) {
	narrow := pb.ProgressBarTemplate(`{{string . "done"}}`)
	wide := narrow
	if duration > 0 || runs > 0 {
		wide += ` {{bar .}} {{string . "left"}}`
	}
	p := startBar(stderr, layout{wide, narrow}, nil)
	return func(s hunt.Status) {
		if s.Cases > 0 {
			p.bar.Set("done", "asking about the corpus first").Set("left", fmt.Sprintf("%d of %d", s.Corpus, s.Cases))
			p.bar.SetTotal(s.Cases).SetCurrent(s.Corpus)
			return
		}
		p.bar.Set("done", fmt.Sprintf("%s %s %s %s",
			groupedCount(s.Runs, "file"), perSecond(s.Runs, s.Elapsed), report.Count(s.Findings, "finding"), groupedCount(s.Novel, "kind")))
		if s.Left > 0 {
			p.bar.Set("left", s.Left.Round(time.Second).String())
		}
		// Whichever ends the run first.
		if duration > 0 && (runs == 0 || float64(s.Elapsed)/float64(duration) > float64(s.Runs)/float64(runs)) {
			p.bar.SetTotal(int64(duration)).SetCurrent(int64(s.Elapsed))
		} else {
			p.bar.SetTotal(runs).SetCurrent(s.Runs)
		}
	}, p.end
}

// startBar shows a bar on stderr, until its end.
func startBar(stderr io.Writer, l layout, update func()) *progress {
	p := &progress{terminal: stderr, update: update, stop: make(chan struct{})}
	p.renew(l)
	p.done.Go(p.refresh)
	return p
}

// renew begins a bar.
func (p *progress) renew(l layout) {
	p.layout = l
	p.bar = l.wide.New(0).Set(pb.Static, true).Start() // it is drawn here and nowhere else
}

func (p *progress) refresh() {
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
func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.midLine || p.stopped {
		return
	}
	if inBackground(p.terminal) {
		p.shown = false // what stands there now is not ours to erase
		return
	}
	if p.update != nil {
		p.update()
	}
	columns := cmp.Or(terminalWidth(p.terminal), 80)
	if columns < narrowWindow {
		p.bar.SetTemplate(p.layout.narrow)
	} else {
		p.bar.SetTemplate(p.layout.wide)
	}
	columns = min(columns-1, 100)
	line := pb.StripString(p.bar.SetWidth(columns).String(), columns) // without a bar, String doesn't do it
	p.shown = true
	io.WriteString(p.terminal, eraseBelow+line+"\r") // if it fails, the text says so
}

func (p *progress) erase() {
	if p.shown {
		p.shown = false
		io.WriteString(p.terminal, eraseBelow)
	}
}

// above returns what to write to in place of out: on a terminal, whatever name it was opened under, the bar makes
// room for the text. So it does for a pipe, whose other end may write to the terminal.
func (p *progress) above(out io.Writer) io.Writer {
	if isTerminal(out) || isPipe(out) {
		return &aboveBar{p, out}
	}
	return out
}

// aboveBar takes the bar away, writes the text at once and to its own file, and lets the bar come back only where
// a line begins. Nothing of the text is ever held back.
type aboveBar struct {
	*progress
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

// end takes the bar away for good.
func (p *progress) end() {
	close(p.stop)
	p.mu.Lock()
	p.stopped = true
	p.erase()
	p.mu.Unlock()
	p.done.Wait()
}
