// Package runner checks many files with several workers, and writes and merges reports.
package runner

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/internal/outcome"
	"github.com/npycheck/npycheck/spec"
)

// Runner checks inputs with several workers and writes what they find in the order of the inputs.
type Runner struct {
	Jobs     int
	MaxBatch int
	Check    func(context.Context, files.Input) *report.File // returns the findings, or why there are none
	Outputs  []ReportOutput
	Progress func(files int64)
	FailOn   spec.Severity         // of the policy
	Finish   func(*report.Summary) // completes the summary before the reports end; may be nil
	Coverage files.Coverage        // of the inputs
	folders  files.Folders
	spare    spareTexts
	ordered  *bufio.Writer // of what a piece adds to an output that takes files in order
}

// ReportOutput is where a report in one format goes.
type ReportOutput struct {
	Format report.Format
	To     io.Writer
	Name   string // for the error if it can't be written
	Aside  bool   // nobody would run a check for it alone
}

// sink is a writer that accepts everything, even what can no longer be written: a full disk must not cost the other
// reports.
type sink struct {
	to    io.Writer
	aside bool
	err   error // the first one
}

func (s *sink) Write(p []byte) (int, error) {
	if s.err == nil {
		_, s.err = s.to.Write(p)
	}
	return len(p), nil
}

// sinks are those of the outputs of a run.
type sinks []*sink

// pour makes the outputs write to the sinks.
func pour(outputs []ReportOutput) sinks {
	var all sinks
	for i := range outputs {
		all = append(all, &sink{to: outputs[i].To, aside: outputs[i].Aside})
		outputs[i].To = all[i]
	}
	return all
}

// err returns why an output could not be written, or nil.
func (s sinks) err() error {
	for _, sink := range s {
		if sink.err != nil {
			return sink.err
		}
	}
	return nil
}

// full reports whether no output that matters can be written any longer.
func (s sinks) full() bool {
	return !slices.ContainsFunc(s, func(sink *sink) bool { return !sink.aside && sink.err == nil })
}

// inOrder reports whether the files are handed to the format one after the other.
func (o *ReportOutput) inOrder() bool {
	return o.Format.InOrder()
}

// batch is a run of inputs that one worker takes at once, since handing over single files would
// cost as much as checking them.
type batch struct {
	first  int64 // number of the first input
	inputs []files.Input
	out    chan piece     // what to write; closed at the end
	sum    report.Summary // valid once out is closed
	rest   *batch         // what other workers took over, likewise; or nil
}

func newBatch(first int64, inputs []files.Input) *batch {
	return &batch{first: first, inputs: inputs, out: make(chan piece, 1)}
}

// patience is how long the inputs of a batch may take before idle workers take over some of them: one worker must not
// sit on many large files.
const patience = 5 * time.Millisecond

// share hands over half of the inputs after the given one, if a worker is idle.
func (b *batch) share(after int, idle chan<- *batch) {
	kept := after + 1 + (len(b.inputs)-after-1)/2
	if kept == len(b.inputs) {
		return
	}
	rest := newBatch(b.first+int64(kept), b.inputs[kept:])
	rest.rest = b.rest
	select {
	case idle <- rest:
		b.inputs, b.rest = b.inputs[:kept], rest
	default:
	}
}

// Run checks the inputs. An error is about writing.
func (r *Runner) Run(ctx context.Context, inputs iter.Seq[files.Input]) (report.Summary, error) {
	var total report.Summary
	sinks := pour(r.Outputs)
	r.ordered = bufio.NewWriterSize(nil, maxPiece)
	for _, o := range r.Outputs {
		if err := o.Format.Begin(o.To); err != nil {
			return total, err
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	// Both channels get every batch, in the same order. The oldest batch that isn't written yet
	// never waits behind a younger one for a worker, so a worker whose pieces aren't
	// collected yet waits only for batches that are being worked on.
	todo := make(chan *batch, 2*r.Jobs)
	written := make(chan *batch, 2*r.Jobs)
	idle := make(chan *batch) // a worker receives from it only if there is nothing to do
	go r.produce(ctx, inputs, todo, written)
	for range r.Jobs {
		go r.worker(ctx, todo, idle)
	}
	for {
		b, ok := receive(ctx, written)
		if !ok {
			break
		}
		if err := r.takeAll(ctx, b, &total, sinks); err != nil {
			return total, err
		}
		if ctx.Err() != nil {
			break
		}
	}
	if moved := r.folders.Misplaced(); len(moved) > 0 && ctx.Err() == nil {
		b := newBatch(total.Files, moved)
		go r.work(ctx, b, idle, &files.Workplace{Folders: &r.folders})
		if err := r.take(ctx, b, &total, sinks); err != nil {
			return total, err
		}
	}
	// Workers that wait for a pipe or a dead network disk are abandoned: the process ends.
	total.Interrupted = ctx.Err() != nil
	total.Links, total.Others, total.Excluded = r.Coverage.Links.Load(), r.Coverage.Others.Load(), r.Coverage.Excluded.Load()
	if !total.Interrupted {
		total.Names, total.Keys = r.Coverage.Sums()
	}
	if r.Finish != nil {
		r.Finish(&total)
	}
	total.Decide(r.FailOn)
	for _, o := range r.Outputs {
		if err := o.Format.End(o.To, total); err != nil {
			return total, err
		}
	}
	return total, sinks.err()
}

// takeAll does what take does, for a batch and for what other workers took over of it.
func (r *Runner) takeAll(ctx context.Context, b *batch, total *report.Summary, sinks sinks) error {
	for b != nil {
		if err := r.take(ctx, b, total, sinks); err != nil {
			return err
		}
		if ctx.Err() != nil { // the batch may not be done
			return nil
		}
		b = b.rest
	}
	return nil
}

// take writes what was found in a batch, as it comes, and counts it.
func (r *Runner) take(ctx context.Context, b *batch, total *report.Summary, sinks sinks) error {
	for {
		piece, ok := receive(ctx, b.out)
		if !ok {
			break
		}
		if err := r.write(piece); err != nil {
			return err
		}
		r.spare.put(piece.text)
		if len(sinks) > 0 && sinks.full() {
			return sinks.err()
		}
	}
	if ctx.Err() == nil {
		total.Merge(b.sum)
		r.Progress(b.sum.Files)
	}
	return nil
}

// write writes a piece to each of the outputs.
func (r *Runner) write(p piece) error {
	for i, o := range r.Outputs {
		if len(p.text[i]) > 0 {
			if _, err := o.To.Write(p.text[i]); err != nil {
				return err
			}
		}
		if !o.inOrder() || len(p.files) == 0 {
			continue
		}
		r.ordered.Reset(o.To)
		for _, f := range p.files {
			if err := o.Format.File(r.ordered, f.n, f.File); err != nil {
				return err
			}
		}
		if err := r.ordered.Flush(); err != nil {
			return err
		}
	}
	return nil
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
func (r *Runner) produce(ctx context.Context, inputs iter.Seq[files.Input], todo, written chan<- *batch) {
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
		size = int(min(1+n/int64(8*r.Jobs), int64(r.MaxBatch)))
		return send(ctx, written, full) && send(ctx, todo, full)
	}
	for in := range inputs {
		if b == nil {
			b = newBatch(n, make([]files.Input, 0, size))
		}
		b.inputs = append(b.inputs, in)
		n++
		if len(b.inputs) == size && !flush() {
			return
		}
	}
	flush()
}

// worker works on batches until the context is done.
func (r *Runner) worker(ctx context.Context, todo <-chan *batch, idle chan *batch) {
	at := files.Workplace{Folders: &r.folders}
	defer at.Leave()
	for {
		select {
		case b, ok := <-todo:
			if !ok {
				todo = nil
				continue
			}
			r.work(ctx, b, idle, &at)
		case b := <-idle:
			r.work(ctx, b, idle, &at)
		case <-ctx.Done():
			return
		}
	}
}

func (r *Runner) work(ctx context.Context, b *batch, idle chan<- *batch, at *files.Workplace) {
	defer close(b.out)
	out := newPieces(ctx, b.out, r.Outputs, &r.spare)
	begun := time.Now()
	for i := 0; i < len(b.inputs); i++ { // which share may shorten
		if time.Since(begun) > patience {
			b.share(i, idle)
		}
		at.GoTo(b.inputs[i:])
		f := r.one(ctx, b.inputs[i], b.first+int64(i), out)
		if ctx.Err() != nil {
			return
		}
		b.sum.Add(f)
	}
	at.Confirm()
	out.End()
}

// one checks the nth input and writes what was found. A panic is our bug, and it must
// cost the user no more than the file that triggers it.
func (r *Runner) one(ctx context.Context, in files.Input, n int64, out *pieces) (f *report.File) {
	out.begin()
	defer func() {
		if p := recover(); p != nil {
			out.undo()
			f = new(report.Checker).File(in, nil, fmt.Errorf("internal error: %v; please report this file", p))
			out.add(n, f)
		}
	}()
	f = r.Check(ctx, in)
	if ctx.Err() == nil { // otherwise the findings are about the end of the run and not about the file
		out.add(n, f)
	}
	return f
}

// piece is part of a batch: text for each output, and files for those that take them in order.
type piece struct {
	text  [][]byte
	files []numbered
}

// spareTexts recycles the texts of written pieces, so that those of the next don't have to grow.
type spareTexts struct{ pool sync.Pool }

func (s *spareTexts) get(outputs int) [][]byte {
	if text, ok := s.pool.Get().(*[][]byte); ok {
		return *text
	}
	return make([][]byte, outputs)
}

func (s *spareTexts) put(text [][]byte) {
	for i := range text {
		text[i] = text[i][:0]
	}
	s.pool.Put(&text)
}

// numbered is a file and its number.
type numbered struct {
	n int64
	*report.File
}

// pieces passes on the output of a batch in pieces: files with thousands of findings or members must
// not pile up in memory while an earlier batch is being written.
type pieces struct {
	ctx     context.Context
	out     chan<- piece
	outputs []ReportOutput
	writers []pieceWriter // one for each output
	ordered bool          // there is an output that takes files in order
	spare   *spareTexts

	piece
	size     int   // of the piece, in bytes, estimated for files
	mark     []int // where the last file begins in the texts
	markFile int   // and in files
}

const (
	maxPiece    = 64 << 10 // bytes
	findingSize = 512      // of a finding in a file, roughly
)

func newPieces(ctx context.Context, out chan<- piece, outputs []ReportOutput, spare *spareTexts) *pieces {
	p := &pieces{ctx: ctx, out: out, outputs: outputs, spare: spare, mark: make([]int, len(outputs))}
	for i := range outputs {
		p.writers = append(p.writers, pieceWriter{p, i})
	}
	p.ordered = slices.ContainsFunc(outputs, func(o ReportOutput) bool { return o.inOrder() })
	p.reset()
	return p
}

func (p *pieces) reset() {
	p.piece = piece{text: p.spare.get(len(p.outputs))}
	clear(p.mark)
	p.markFile, p.size = 0, 0
}

// add writes a file.
func (p *pieces) add(n int64, f *report.File) {
	for i, o := range p.outputs {
		if !o.inOrder() {
			o.Format.File(&p.writers[i], n, f)
		}
	}
	if p.ordered && !f.Silent() {
		p.files = append(p.files, numbered{n, f.Brief()})
		p.grow(findingSize * (1 + len(f.Findings)))
	}
}

func (p *pieces) grow(n int) {
	if p.size += n; p.size > maxPiece {
		p.flush()
	}
}

func (p *pieces) flush() {
	if p.size > 0 {
		send(p.ctx, p.out, p.piece)
		p.reset()
	}
}

// End passes on what is left.
func (p *pieces) End() {
	if p.size > 0 {
		send(p.ctx, p.out, p.piece)
	} else {
		p.spare.put(p.text)
	}
}

// begin marks the beginning of a file.
func (p *pieces) begin() {
	for i := range p.text {
		p.mark[i] = len(p.text[i])
	}
	p.markFile = len(p.files)
}

// undo removes what was written for the last file, if it wasn't passed on.
func (p *pieces) undo() {
	for i := range p.text {
		p.text[i] = p.text[i][:p.mark[i]]
	}
	p.files = p.files[:p.markFile]
}

// pieceWriter writes the text for one of the outputs.
type pieceWriter struct {
	*pieces
	output int
}

// Write never fails: if nobody takes the pieces any longer, the run is over.
func (w *pieceWriter) Write(text []byte) (int, error) {
	w.text[w.output] = append(w.text[w.output], text...)
	w.grow(len(text))
	return len(text), nil
}

// FileJobs is the number of files that are checked at a time.
func FileJobs() int { return max(8, 2*runtime.GOMAXPROCS(0)) }

// Exit returns how a program ends whose report was written.
func Exit(o outcome.Outcome) error {
	if o == outcome.OK {
		return nil
	}
	return cli.ExitCode(o.ExitCode())
}
