package process

import "time"

// looks is how often, per time that a process has for an answer, the harness checks after that time
// whether the process makes progress.
const looks = 4

// maxPatience is how many times the time for an answer a process gets at most if others keep it from working.
const maxPatience = 10

// Patience decides when a process that gives no answer hangs. The clock alone can't: on a busy machine, and
// when the harness itself is stopped for a while, an honest process is late, too. So after the time that a
// process has, the harness checks repeatedly, and gives up when the process has used all of its time
// as CPU time, when it neither works nor waits for a CPU or a disk, or when it has had its time
// many times over. Where CPU time isn't known, the clock alone decides.
//
// It never gives up at the first look: what has arrived meanwhile is read first.
type Patience struct {
	C       <-chan time.Time
	timer   *time.Timer
	limit   time.Duration
	measure func() (use, bool)
	fresh   bool          // the process was started for this answer
	begin   time.Duration // CPU time when the process was asked
	last    time.Duration // and at the last look
	looked  int
	counted bool // the system reports what a process uses
}

// NewPatience starts to wait for an answer of a process. If fresh is true, it was started for this answer.
func NewPatience(p *Process, limit time.Duration, fresh bool) *Patience {
	t := time.NewTimer(limit)
	used, ok := p.ownUse() // asking for all processes would take milliseconds per question
	return &Patience{C: t.C, timer: t, limit: limit, measure: p.allUse, fresh: fresh, begin: used.own, counted: ok}
}

// Stop frees the timer.
func (w *Patience) Stop() { w.timer.Stop() }

// Over reports whether the process hangs, once C has fired.
func (w *Patience) Over() bool {
	w.looked++
	interval := max(w.limit/looks, time.Millisecond)
	used, ok := w.measure()
	if w.looked == 1 && !w.fresh {
		// What the others had used when the process was asked isn't known: the process itself may be just
		// a shell around them. So what they use counts from now on.
		w.begin += used.processor - used.own
	}
	idle := !ok || !w.counted || !used.waits && used.processor-w.last < interval/20
	spent := ok && w.counted && used.processor-w.begin >= w.limit
	w.last = used.processor
	if w.looked > 1 && (idle || spent || w.looked > looks*(maxPatience-1)) {
		return true
	}
	w.timer.Reset(interval)
	return false
}
