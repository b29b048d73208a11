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
	reader *measured
	writer Writer        // instead of a reader
	others []*measured   // Options.Against
	asking time.Duration // that the writer took since somebody counted it

	suspect bool // in the file that was tried last, the reader and npycheck read different arrays
}

func (w *worker) close() {
	if w.writer != nil {
		w.writer.Close()
	}
	for _, m := range w.readers() {
		m.Close()
	}
}

// readers returns all that there are.
func (w *worker) readers() []*measured {
	if w.reader == nil {
		return w.others
	}
	return append([]*measured{w.reader}, w.others...)
}

// spent returns how long readers and writer took since it was called last, and what of it went into hangs.
func (w *worker) spent() (asking, waiting time.Duration) {
	asking, w.asking = w.asking, 0
	for _, m := range w.readers() {
		asking += m.asking
		waiting += m.waiting
		m.asking, m.waiting = 0, 0
	}
	return asking, waiting
}

func (w *worker) implementation() conformance.Implementation {
	if w.writer != nil {
		return w.writer.Implementation()
	}
	return w.reader.Implementation()
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

// one makes a file and asks about it.
func (w *worker) one(ctx context.Context) error {
	begin := time.Now()
	file, from, number := w.make()
	e, err := w.expect(ctx, file.content, file.format)
	if err != nil || e == nil {
		return err
	}
	f, a, err := w.attempt(ctx, e, file)
	if err != nil {
		return err
	}
	waited := f != nil || a.Outcome != conformance.OutcomeHang
	w.h.mu.Lock()
	w.h.runs++
	w.h.plan.took(from, time.Since(begin))
	if w.suspect {
		w.h.suspects++
	}
	cell := Cell(conformance.CellPass)
	if f != nil {
		cell = f.signature.Cell
	}
	novel := waited && w.h.pool.novel(e, &a, cell, file)
	if novel {
		w.h.plan.found(from.arm)
	}
	w.h.mu.Unlock()
	if f == nil && waited && (novel || number%secondRate == 0) {
		if f, err = w.again(ctx, e, file.format, &a); f == nil && err == nil {
			f, err = w.streamed(ctx, e, file.format, &a)
		}
		if err != nil {
			return err
		}
	}
	if f != nil {
		if err := w.pursue(ctx, f, number); err != nil {
			return err
		}
	}
	return w.afterwards(ctx, number)
}

// secondRate is of how many files that are nothing new one is asked about twice: it costs little, and a reader that
// answers as it likes shows it soon.
const secondRate = 32

// afterwards adds what became of the reader after an answer. The session found out that the file did it.
func (w *worker) afterwards(ctx context.Context, number int64) error {
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
		if cell, account := conformance.Judge(e, l.answer); cell.Failed() {
			f := newFailure(cell, e, l.file.format, l.answer, account)
			if err := w.add(f, number, len(f.file)); err != nil {
				return err
			}
		}
	}
	return nil
}

// make makes the next file of the run.
func (w *worker) make() (pooled, turn, int64) {
	h := w.h
	h.mu.Lock()
	number := h.next
	h.next++
	choices := rand.New(rand.NewPCG(h.o.Seed, uint64(number)))
	a := h.plan.next(choices)
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
		if made, _, planted = g.Fault(a.rule); planted {
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
