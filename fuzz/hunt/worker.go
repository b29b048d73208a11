package hunt

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/fuzz"
	"github.com/npycheck/npycheck/validator"
)

// worker asks readers of its own.
type worker struct {
	h      *hunter
	reader Reader
	writer Writer        // instead of a reader
	others []Reader      // Options.Against
	asking time.Duration // since the last file was counted

	took    time.Duration // of all answers that came
	answers int64
}

func (w *worker) close() {
	if w.reader != nil {
		w.reader.Close()
	}
	if w.writer != nil {
		w.writer.Close()
	}
	for _, r := range w.others {
		r.Close()
	}
}

func (w *worker) implementation() conformance.Implementation {
	if w.writer != nil {
		return w.writer.Implementation()
	}
	return w.reader.Implementation()
}

// loop makes files and asks for them until the run is over.
func (w *worker) loop(ctx context.Context) error {
	for ctx.Err() == nil && !w.h.over() {
		begin := time.Now()
		if err := w.one(ctx); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		w.h.mu.Lock()
		w.h.working += time.Since(begin)
		w.h.asking += w.asking
		w.h.mu.Unlock()
		w.asking = 0
	}
	return nil
}

// one makes a file and asks for it.
func (w *worker) one(ctx context.Context) error {
	file, from, number := w.make()
	e, err := w.expect(ctx, file.content, file.format)
	if err != nil || e == nil {
		return err
	}
	f, a, err := w.attempt(ctx, e, file.format)
	if err != nil {
		return err
	}
	w.h.mu.Lock()
	w.h.runs++
	cell := Cell(conformance.CellPass)
	if f != nil {
		cell = f.signature.Cell
	}
	novel := w.h.pool.novel(e, &a, cell, file)
	if novel {
		w.h.plan.found(from)
	}
	w.h.mu.Unlock()
	if f == nil && a.Outcome != conformance.OutcomeHang && (novel || number%32 == 0) {
		if f, err = w.again(ctx, e, file.format, &a); f == nil && err == nil {
			f, err = w.streamed(ctx, e, file.format, &a)
		}
		if err != nil {
			return err
		}
	}
	if f == nil {
		return nil
	}
	return w.pursue(ctx, f, number)
}

// make makes the next file of the run.
func (w *worker) make() (pooled, arm, int64) {
	h := w.h
	h.mu.Lock()
	number := h.next
	h.next++
	choices := rand.New(rand.NewPCG(h.o.Seed, uint64(number)))
	a, rule := h.plan.next(choices)
	format := validator.Npy
	if a.area == "zip" || a.area == "npz" {
		format = validator.Npz
	}
	base, other := pooled{}, pooled{}
	ok := false
	if a.mode == modeMutant {
		base, ok = h.pool.pick(choices, format)
		other, _ = h.pool.pick(choices, format)
	}
	h.mu.Unlock()

	g := fuzz.Numbered(h.o.Seed, uint64(number))
	var made fuzz.File
	switch {
	case a.mode == modeMutant && ok:
		return pooled{g.Mutate(a.area, base.format, base.content, other.content), base.format}, a, number
	case a.mode == modeFault:
		var planted bool
		if made, _, planted = g.Fault(rule); planted {
			break
		}
		fallthrough
	case a.mode == modeValid:
		made = g.Valid(a.area)
	default:
		made = g.Anything(a.area)
	}
	return pooled{made.Content, made.Format}, a, number
}

func fileName(format validator.Format) string {
	if format == validator.Npz {
		return "input.npz"
	}
	return "input.npy"
}

// ask asks a reader for a file.
func (w *worker) ask(ctx context.Context, r Reader, file []byte, format validator.Format) (conformance.Answer, error) {
	return w.timed(func() (conformance.Answer, error) { return r.Read(ctx, fileName(format), file) })
}

// timed asks, and measures how long it takes.
func (w *worker) timed(ask func() (conformance.Answer, error)) (conformance.Answer, error) {
	begin := time.Now()
	a, err := ask()
	took := time.Since(begin)
	w.asking += took
	if a.Outcome != conformance.OutcomeHang {
		w.took += took
		w.answers++
	}
	return a, err
}
