package main

import (
	"io"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progressDelay is how long a run lasts before the bar appears.
const progressDelay = 500 * time.Millisecond

// startProgress shows a bar on stderr, of as many things as count returns, unless it fails. It
// returns the writer to use in place of out, a function to call with numbers of things that are
// done, and one that takes the bar away.
func startProgress(stderr, out io.Writer, things string, count func() (int64, bool)) (io.Writer, func(int64), func()) {
	delay := make(chan struct{})
	timer := time.AfterFunc(progressDelay, func() { close(delay) })
	bars := mpb.New(mpb.WithOutput(stderr), mpb.WithAutoRefresh(), mpb.WithRenderDelay(delay), mpb.WithWidth(40))
	bar := bars.New(0, mpb.BarStyle(), mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.CountersNoUnit("%d / %d "+things)),
		mpb.AppendDecorators(decor.AverageSpeed(0, "%.0f/s", decor.WCSyncSpace), decor.AverageETA(decor.ET_STYLE_GO, decor.WCSyncSpace)))
	go func() {
		// Counting ahead of the work is cheap, and reads the folders into the cache.
		if total, ok := count(); ok {
			bar.SetTotal(total, false)
		}
	}()
	if sameTerminal(stderr, out) {
		out = bars // it writes above the bar
	}
	stop := func() {
		timer.Stop()
		bar.SetTotal(-1, true)
		bars.Wait()
	}
	return out, func(n int64) { bar.IncrInt64(n) }, stop
}

// sameTerminal reports whether text on out would run through the bar on stderr.
func sameTerminal(stderr, out io.Writer) bool {
	if !isTerminal(stderr) || !isTerminal(out) {
		return false
	}
	a, err1 := stderr.(*os.File).Stat()
	b, err2 := out.(*os.File).Stat()
	return err1 == nil && err2 == nil && os.SameFile(a, b)
}
