package hunt

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/validator"
)

// worker is one of several that run in parallel: it takes a file, asks its reader about it, judges the answer, and
// keeps failures. The functions below are in that order.
type worker struct {
	*asker
	h *hunter
}

// loop makes files and asks about them until the run is over.
func (w *worker) loop(ctx context.Context) error {
	for ctx.Err() == nil && w.h.begins() {
		begin := time.Now()
		err := w.one(ctx)
		w.h.ends()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		asking, waiting := w.spent()
		w.h.mu.Lock()
		w.h.working += time.Since(begin)
		w.h.asking += asking
		w.h.waiting += waiting
		w.h.mu.Unlock()
	}
	return nil
}

// one takes a file through all steps.
func (w *worker) one(ctx context.Context) error {
	begin := time.Now()
	t := w.take()
	e, err := w.expect(ctx, t.content, t.format)
	if err != nil || e == nil {
		return err
	}
	f, a, err := w.ask(ctx, e, t.pooled)
	if err != nil {
		return err
	}
	if f, err = w.judge(ctx, e, &t, f, &a, begin); err != nil {
		return err
	}
	if f != nil {
		if err := w.keep(ctx, f, t.number); err != nil {
			return err
		}
	}
	return w.keepLate(ctx, t.number)
}

// taken is a file of the run.
type taken struct {
	pooled
	turn
	number int64 // in the sequence of the seed
}

// take makes the next file of the run.
func (w *worker) take() taken {
	h := w.h
	h.mu.Lock()
	t := taken{number: h.next}
	h.next++
	choices := rand.New(rand.NewPCG(h.o.Seed, uint64(t.number)))
	t.turn = h.plan.next(choices)
	format := validator.Npy
	if t.area == "zip" || t.area == "npz" {
		format = validator.Npz
	}
	base, other, ok := pooled{}, pooled{}, false
	if t.mode == modeMutant {
		base, ok = h.pool.pick(choices, format)
		other, _ = h.pool.pick(choices, format)
	}
	h.mu.Unlock()

	g := fuzz.Numbered(h.o.Seed, uint64(t.number))
	if t.mode == modeMutant && ok {
		t.pooled = pooled{g.Mutate(t.area, base.format, base.content, other.content), base.format}
		return t
	}
	made := t.made(g)
	t.pooled = pooled{made.Content, made.Format}
	return t
}

// made generates the file of a turn.
func (t *turn) made(g *fuzz.Gen) fuzz.File {
	switch t.mode {
	case modeFault:
		if faulty, _, ok := g.Fault(t.rule); ok {
			return faulty
		}
		return g.Valid(t.area)
	case modeValid:
		return g.Valid(t.area)
	}
	return g.Anything(t.area)
}

// maxWaiting limits the share of the time that goes into hangs, as one in so many: each takes seconds, and a reader
// that hangs does so in many files for the same reason.
const maxWaiting = 4

// ask is try for a new file. For a reader that is known to hang, it waits for a late answer only if the hang would be
// something new and there is time. If it didn't wait, the answer is a hang without a failure.
func (w *worker) ask(ctx context.Context, e *conformance.Expectation, file pooled) (*failure, conformance.Answer, error) {
	h := w.h
	h.mu.Lock()
	hangs, enough := h.findings.hangs, maxWaiting*h.waiting > h.working
	h.mu.Unlock()
	if !hangs || w.reader == nil {
		return w.try(ctx, e, file.format)
	}
	limit, done := w.reader.hurry()
	f, a, err := w.try(ctx, e, file.format)
	done()
	if limit == 0 || err != nil || a.Outcome != conformance.OutcomeHang || f == nil {
		return f, a, err
	}
	h.mu.Lock()
	skip := enough || h.findings.has(&f.signature)
	if skip {
		h.late++
	}
	h.mu.Unlock()
	if skip {
		return nil, a, nil
	}
	return w.try(ctx, e, file.format)
}

// secondRate is one in how many files that are nothing new is tried twice: it costs little, and soon exposes a reader
// with random answers.
const secondRate = 32

// judge counts a file and checks whether the answer is stable, if it is new and occasionally otherwise, by asking
// again. It returns the failure, or nil.
func (w *worker) judge(ctx context.Context, e *conformance.Expectation, t *taken, f *failure, a *conformance.Answer, begin time.Time) (*failure, error) {
	waited := f != nil || a.Outcome != conformance.OutcomeHang
	novel := w.count(e, t, f, a, waited, begin)
	if f != nil || !waited || !novel && t.number%secondRate != 0 {
		return f, nil
	}
	if f, err := w.again(ctx, e, t.format, a); f != nil || err != nil {
		return f, err
	}
	return w.streamed(ctx, e, t.format, a)
}

// count counts a file, and reports whether the answer is a new one. An answer that wasn't waited for isn't.
func (w *worker) count(e *conformance.Expectation, t *taken, f *failure, a *conformance.Answer, waited bool, begin time.Time) bool {
	h := w.h
	h.mu.Lock()
	defer h.mu.Unlock()
	h.runs++
	h.plan.took(t.turn, time.Since(begin))
	if w.suspect {
		h.suspects++
	}
	cell := Cell(conformance.CellPass)
	if f != nil {
		cell = f.signature.Cell
	}
	novel := waited && h.pool.novel(e, a, cell, t.pooled)
	if novel {
		h.plan.found(t.arm)
	}
	return novel
}

// keep makes the file of a failure smaller and adds it to the findings, unless a known failure explains it.
func (w *worker) keep(ctx context.Context, f *failure, number int64) error {
	if w.explained(f) {
		return nil
	}
	size := len(f.file)
	f, err := w.confirm(ctx, f)
	if err != nil || w.explained(f) {
		return err
	}
	r := w.reducer()
	if g, err := r.caused(ctx, f); err != nil {
		return err
	} else if g != nil {
		if w.explained(g) {
			return nil
		}
		return w.add(g, number, size)
	}
	if g, err := r.plain(ctx, f); err != nil {
		return err
	} else if g != nil {
		if f = g; w.explained(f) {
			return nil
		}
	}
	if f, err = r.shrink(ctx, f); err != nil {
		return err
	}
	return w.add(f, number, size)
}

// explained reports whether a known failure explains this one.
func (w *worker) explained(f *failure) bool {
	w.h.mu.Lock()
	defer w.h.mu.Unlock()
	explained := w.h.findings.explained(&f.signature)
	w.h.findings.hangs = w.h.findings.hangs || f.answer.Outcome == conformance.OutcomeHang
	return explained
}

// confirm asks about the file of a failure once more: what a process does once, after many files, is only a hint.
func (w *worker) confirm(ctx context.Context, f *failure) (*failure, error) {
	switch f.signature.Cell {
	case CellUnstable, conformance.CellHang: // a fresh process has hung already
		return f, nil
	}
	g, a, err := w.repeat(ctx, f, f.expected)
	switch {
	case err != nil:
		return f, err
	case g == nil:
		g = newFailure(CellUnstable, f.expected, f.format, a, string(f.signature.Cell)+" once, but not again: "+f.account)
	}
	return g, nil
}

// reducer returns the worker's reducer.
func (w *worker) reducer() *reducer {
	h := w.h
	r := &reducer{asker: w.asker, known: func(s *Signature) bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.findings.has(s)
	}}
	if h.o.Duration > 0 {
		r.end = h.start.Add(h.o.Duration)
	}
	return r
}

// add adds a failure to the findings, and to their folder.
func (w *worker) add(f *failure, number int64, size int) error {
	h := w.h
	h.mu.Lock()
	defer h.mu.Unlock()
	switch s := &f.signature; {
	case h.findings.subtracted(s):
		h.findings.known++
		h.drop(h.findings.learn(s))
		return nil
	case h.findings.lists(s):
		h.findings.known++
		return nil
	case slices.ContainsFunc(h.findings.list, func(g *Finding) bool { return g.Signature.Explains(s) && g.Signature.hash() != s.hash() }):
		h.findings.explained(s) // by one that another worker has added meanwhile
		return nil
	}
	finding := &Finding{
		Signature:  f.signature,
		File:       f.file,
		Format:     f.format,
		Expected:   f.expected,
		Answer:     f.answer,
		Writer:     w.writer != nil,
		Written:    f.written,
		Next:       f.next.content,
		NextFormat: f.next.format,
		Outcome:    f.answer.Outcome,
		Account:    f.account,
		Other:      f.other,
		Opponent:   f.opponent,
		Runs:       1,
		Seed:       h.o.Seed,
		Number:     number,
		Size:       size,
	}
	written, over := h.findings.add(finding)
	h.drop(over)
	if written == nil {
		return nil
	}
	defer func() { written.Answer.Array, written.Expected = nil, nil }() // there may be many, and each far larger than the file
	if h.folder == nil {
		return nil
	}
	return h.keep(written)
}

// keepLate adds a failure of the reader after an answer. The session found out that the file caused it.
func (w *worker) keepLate(ctx context.Context, number int64) error {
	if w.reader == nil {
		return nil
	}
	late := w.reader.late
	w.reader.late = nil
	for _, l := range late {
		e, err := w.expect(ctx, l.file.content, l.file.format)
		if err != nil {
			return err
		}
		if e == nil {
			continue
		}
		if l.answer.AtNext {
			l.answer.Message = fmt.Sprintf("at %s, after %s: %s", nextName(l.next.format), fileName(l.file.format), l.answer.Message)
		}
		if cell, account := conformance.Judge(e, l.answer); cell.Failed() {
			f := newFailure(cell, e, l.file.format, l.answer, account)
			if l.answer.AtNext {
				f.next = l.next
			}
			if err := w.add(f, number, len(f.file)); err != nil {
				return err
			}
		}
	}
	return nil
}
