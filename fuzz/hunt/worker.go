package hunt

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/fuzz/internal/npy"
	"github.com/npycheck/npycheck/validator"
)

// worker is one of several that run in parallel: it takes a file, asks its reader about it, judges the answer, and
// reduces failures. The functions below are in that order.
type worker struct {
	*asker
	h *hunter
}

// next makes a file and asks about it, or reduces a failure, unless the run is over.
func (w *worker) next(ctx context.Context) (more bool, err error) {
	h := w.h
	begin := w.place.time()
	p, reduces := h.pending()
	switch {
	case reduces:
		err = w.reduce(ctx, p)
	case h.begins():
		err = w.one(ctx)
		h.ends()
	default:
		return false, nil
	}
	if err != nil {
		return false, err
	}
	took, asking := w.place.time()-begin, w.spent()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.working += took
	h.asking += asking
	if reduces {
		h.reducing += took
	}
	return true, nil
}

// one takes a file through all steps.
func (w *worker) one(ctx context.Context) error {
	begin := w.place.time()
	t := w.take()
	e, err := w.expect(ctx, t.content, t.format)
	if err != nil || e == nil || w.aside(e) {
		return err
	}
	f, a, err := w.ask(ctx, e, t.pooled)
	if err != nil {
		return err
	}
	if f, err = w.judge(ctx, e, &t, f, &a, begin); err != nil {
		return err
	}
	if f != nil && w.h.novel(f) {
		w.h.mu.Lock()
		w.h.backlog.add(f, t.number)
		w.h.mu.Unlock()
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

	if t.mode == modeMutant && ok {
		g := fuzz.Numbered(h.o.Seed, uint64(t.number))
		t.pooled = pooled{g.Mutate(t.area, base.format, base.content, other.content), base.format}
		return t
	}
	made := t.made(h.o.Seed, uint64(t.number))
	t.pooled = pooled{made.Content, made.Format}
	return t
}

// made generates the file of a turn.
func (t *turn) made(seed, number uint64) fuzz.File {
	g := fuzz.Numbered(seed, number)
	switch t.mode {
	case modeLarge:
		return npy.Large(choice.Numbered(seed, number), t.area).File()
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

// aside reports whether a file need not be asked about, because the reader hangs in its kind, and counts it.
func (w *worker) aside(e *conformance.Expectation) bool {
	h := w.h
	h.mu.Lock()
	defer h.mu.Unlock()
	aside := h.hangs.aside(e)
	if aside {
		h.aside++
	}
	return aside
}

// ask is try for a new file. A reader that is late may hang: the worker finds out, in all the time that the reader has.
// Once the reader has hung, the worker does so only if a hang would be something new, and if not too many workers wait
// already. If it doesn't, the answer is a hang without a failure.
func (w *worker) ask(ctx context.Context, e *conformance.Expectation, file pooled) (*failure, conformance.Answer, error) {
	if w.reader == nil {
		return w.try(ctx, e, file.format)
	}
	limit, done := w.reader.hurry()
	f, a, err := w.try(ctx, e, file.format)
	done()
	found := false
	if limit > 0 && err == nil && f != nil && a.Outcome == conformance.OutcomeHang {
		switch known, confirm := w.late(e, &f.signature); {
		case confirm:
			f, a, err = w.try(ctx, e, file.format)
			found = a.Outcome == conformance.OutcomeHang
		case known:
			f = nil
		default:
			return nil, a, nil
		}
	}
	w.h.mu.Lock()
	defer w.h.mu.Unlock()
	w.h.hangs.found = w.h.hangs.found || found
	w.h.hangs.asked(e, a.Outcome == conformance.OutcomeHang)
	return f, a, err
}

// late reports whether it is known that the reader hangs in such a file, and if not, whether the worker should find out.
// If it shouldn't, the file is counted.
func (w *worker) late(e *conformance.Expectation, s *Signature) (known, confirm bool) {
	h := w.h
	h.mu.Lock()
	defer h.mu.Unlock()
	v, _ := h.findings.judge(s)
	known = v != novel || h.hangs.found && h.hangs.claimed(e)
	confirm = !known && (!h.hangs.found || !w.place.busy()) && h.hangs.claim(e)
	if !confirm {
		h.late++
	}
	return known, confirm
}

// secondRate is one in how many files that are nothing new is tried twice: it costs little, and soon exposes a reader
// with random answers.
const secondRate = 32

// judge counts a file and checks whether the answer is stable, if it is new and occasionally otherwise, by asking
// again. It returns the failure, or nil.
func (w *worker) judge(ctx context.Context, e *conformance.Expectation, t *taken, f *failure, a *conformance.Answer, begin time.Duration) (*failure, error) {
	waited := f != nil || a.Outcome != conformance.OutcomeHang
	isNew := w.count(e, t, f, a, waited, begin)
	if f != nil || !waited || !isNew && t.number%secondRate != 0 {
		return f, nil
	}
	if f, err := w.again(ctx, e, t.format, a); f != nil || err != nil {
		return f, err
	}
	return w.streamed(ctx, e, t.format, a)
}

// count counts a file, and reports whether the answer is a new one. An answer that wasn't waited for isn't.
func (w *worker) count(e *conformance.Expectation, t *taken, f *failure, a *conformance.Answer, waited bool, begin time.Duration) bool {
	h := w.h
	h.mu.Lock()
	defer h.mu.Unlock()
	h.runs++
	h.plan.took(t.turn, w.place.time()-begin)
	if w.suspect {
		h.suspects++
	}
	cell := Cell(conformance.CellPass)
	if f != nil {
		cell = f.signature.Cell
	}
	isNew := waited && h.pool.novel(e, a, cell, t.pooled)
	if isNew {
		h.plan.found(t.arm)
	}
	return isNew
}

// reduce makes the file of a failure smaller and adds it to the findings, unless a known failure explains it meanwhile.
func (w *worker) reduce(ctx context.Context, p pending) error {
	if !w.h.novel(p.failure) {
		return nil
	}
	number, size := p.number, len(p.file)
	f, err := w.confirm(ctx, p.failure)
	if err != nil || !w.h.novel(f) {
		return err
	}
	r := w.reducer()
	if g, err := r.caused(ctx, f); err != nil {
		return err
	} else if g != nil {
		if !w.h.novel(g) {
			return nil
		}
		return w.add(g, number, size)
	}
	if g, err := r.plain(ctx, f); err != nil {
		return err
	} else if g != nil {
		if f = g; !w.h.novel(f) {
			return nil
		}
	}
	if f, err = r.shrink(ctx, f); err != nil {
		return err
	}
	return w.add(f, number, size)
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
		v, _ := h.findings.judge(s)
		return v != novel
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
	g := f.finding()
	g.Writer, g.Seed, g.Number, g.Size = w.writer != nil, h.o.Seed, number, size
	v, over := h.findings.offer(g)
	h.drop(over)
	if v != novel || h.folder == nil {
		return nil
	}
	x, err := f.exhibit(g)
	if err != nil {
		return err
	}
	x.implementation, x.command, x.protocol = h.reader, h.o.Command, h.o.Protocol
	return h.folder.keep(x)
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
