package main

import (
	"context"
	"fmt"
	"io"
	"iter"

	"github.com/npycheck/npycheck/validator/report"
)

// runner checks inputs with several workers and writes what they find in the order of the inputs.
type runner struct {
	jobs     int
	maxBatch int
	checker  report.Checker
	format   report.Format
	out      io.Writer
	progress func(files int64)
	coverage coverage // of the inputs
}

// batch is a run of inputs that one worker takes at once, since handing over single files would
// cost as much as checking them.
type batch struct {
	first  int64 // number of the first input
	inputs []report.Input
	out    chan []byte    // what to write, in pieces; closed at the end
	sum    report.Summary // valid once out is closed
}

// run checks the inputs. Its error is one of writing.
func (r *runner) run(ctx context.Context, inputs iter.Seq[report.Input]) (report.Summary, error) {
	var total report.Summary
	if err := r.format.Begin(r.out); err != nil {
		return total, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	// Both channels get every batch, in the same order. The oldest batch that isn't written yet
	// is never waiting behind a younger one for a worker, so a worker whose pieces nobody takes
	// yet waits only for batches that are being worked on.
	todo := make(chan *batch, 2*r.jobs)
	written := make(chan *batch, 2*r.jobs)
	go r.produce(ctx, inputs, todo, written)
	for range r.jobs {
		go func() {
			for b := range todo {
				r.work(ctx, b)
			}
		}()
	}
	for {
		b, ok := receive(ctx, written)
		if !ok {
			break
		}
		for {
			piece, ok := receive(ctx, b.out)
			if !ok {
				break
			}
			if _, err := r.out.Write(piece); err != nil {
				return total, err
			}
		}
		if ctx.Err() != nil {
			break
		}
		total.Merge(b.sum)
		r.progress(b.sum.Files)
	}
	// Workers that wait for a pipe or a dead network disk are left behind: the process ends.
	total.Interrupted = ctx.Err() != nil
	total.Links = r.coverage.links.Load()
	return total, r.format.End(r.out, total)
}

func receive[T any](ctx context.Context, from <-chan T) (T, bool) {
	select {
	case v, ok := <-from:
		return v, ok
	case <-ctx.Done():
		var none T
		return none, false
	}
}

func send[T any](ctx context.Context, to chan<- T, v T) bool {
	select {
	case to <- v:
		return true
	case <-ctx.Done():
		return false
	}
}

// produce cuts the inputs into batches. They start small, so that a handful of large files keeps
// every worker busy.
func (r *runner) produce(ctx context.Context, inputs iter.Seq[report.Input], todo, written chan<- *batch) {
	defer close(todo)
	defer close(written)
	var n int64
	var b *batch
	size := 1
	flush := func() bool {
		if b == nil {
			return true
		}
		full := b
		b = nil
		size = int(min(1+n/int64(8*r.jobs), int64(r.maxBatch)))
		return send(ctx, written, full) && send(ctx, todo, full)
	}
	for in := range inputs {
		if b == nil {
			b = &batch{first: n, inputs: make([]report.Input, 0, size), out: make(chan []byte, 1)}
		}
		b.inputs = append(b.inputs, in)
		n++
		if len(b.inputs) == size && !flush() {
			return
		}
	}
	flush()
}

func (r *runner) work(ctx context.Context, b *batch) {
	defer close(b.out)
	out := &pieces{ctx: ctx, out: b.out}
	for i, in := range b.inputs {
		f := r.one(ctx, in, b.first+int64(i), out)
		if ctx.Err() != nil {
			return
		}
		b.sum.Add(f)
	}
	out.flush()
}

// one checks the nth input and writes what was found. A panic is a bug of ours, and it must
// cost the user no more than the one file that shows it.
func (r *runner) one(ctx context.Context, in report.Input, n int64, out *pieces) (f *report.File) {
	out.begin()
	defer func() {
		if p := recover(); p != nil {
			out.undo()
			f = r.checker.File(in, nil, fmt.Errorf("internal error: %v; please report this file", p))
			r.format.File(out, n, f)
		}
	}()
	f = r.checker.Check(ctx, in)
	if ctx.Err() == nil { // else what was found is about the end of the run and not about the file
		r.format.File(out, n, f)
	}
	return f
}

// pieces is the writer of a batch. It hands on what is written in pieces: files with thousands of findings
// or members must not pile up in memory while an earlier batch is being written.
type pieces struct {
	ctx  context.Context
	out  chan<- []byte
	text []byte
	mark int // where the last file begins in text
}

const maxPiece = 64 << 10

// Write never fails: if nobody takes the pieces any more, the run is over.
func (p *pieces) Write(text []byte) (int, error) {
	p.text = append(p.text, text...)
	if len(p.text) > maxPiece {
		p.flush()
	}
	return len(text), nil
}

func (p *pieces) flush() {
	if len(p.text) > 0 {
		send(p.ctx, p.out, p.text)
	}
	p.text, p.mark = nil, 0
}

// begin marks the beginning of a file.
func (p *pieces) begin() { p.mark = len(p.text) }

// undo takes back what was written of the last file, if it isn't handed on.
func (p *pieces) undo() { p.text = p.text[:p.mark] }
