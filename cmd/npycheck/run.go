package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// result is what is known of one input after its check.
type result struct {
	input
	report     *validator.Report // nil if nothing could be read
	shown      []shown
	omitted    map[spec.ID]int       // findings that the report only counts and the flags let through, by rule
	omittedBy  [spec.Error + 1]int64 // the same by severity
	unverified bool                  // it is an archive whose checksums were not verified
	err        error                 // why the check isn't complete
	head       []byte                // the first bytes of stdin
}

// shown is a finding that the flags let through, with the severity that they give to it.
type shown struct {
	validator.Finding
	severity spec.Severity
	kind     spec.Kind
}

// summary counts the results.
type summary struct {
	files, conforming, nonconforming, unreadable int64

	findings    [spec.Error + 1]int64 // by severity
	links       int64                 // not followed
	unverified  int64                 // archives whose checksums were not verified
	interrupted bool
}

func (s *summary) add(r *result) {
	s.files++
	switch r.verdict() {
	case validator.Conforming:
		s.conforming++
	case validator.Nonconforming:
		s.nonconforming++
	default:
		s.unreadable++
	}
	for _, f := range r.shown {
		s.findings[f.severity]++
	}
	if r.unverified {
		s.unverified++
	}
	for severity, n := range r.omittedBy {
		s.findings[severity] += n
	}
}

func (s *summary) merge(t summary) {
	s.files += t.files
	s.conforming += t.conforming
	s.nonconforming += t.nonconforming
	s.unreadable += t.unreadable
	s.unverified += t.unverified
	for i, n := range t.findings {
		s.findings[i] += n
	}
}

// verdict is a property of the file: flags that hide a finding or change its severity don't
// change it.
func (r *result) verdict() validator.Verdict {
	if r.report == nil || r.err != nil {
		return validator.Unreadable
	}
	return r.report.Verdict()
}

// reporter writes results in one format. Its methods are called from several goroutines.
type reporter interface {
	begin() string

	// append appends the nth result, from 0. If that is long, it hands on what it has by flush now and
	// then, and goes on with the bytes that flush returns.
	append(dst []byte, n int64, r *result, flush func([]byte) []byte) []byte

	end(s summary) string
}

// runner checks inputs with several workers and writes the results in the order of the inputs.
type runner struct {
	jobs     int
	maxBatch int
	options  validator.Options
	policy   *policy
	reporter reporter
	stdin    io.Reader
	out      io.Writer
	progress func(files int64)
	coverage coverage // of the inputs

	checkFile func(ctx context.Context, name string, opt *validator.Options) (*validator.Report, error)
}

// batch is a run of inputs that one worker takes at once, since handing over single files would
// cost as much as checking them.
type batch struct {
	first  int64 // number of the first input
	inputs []input
	out    chan []byte // what to write, in pieces; closed at the end
	sum    summary     // valid once out is closed
}

// maxPiece is the number of bytes that a worker collects before it hands them on. Files with
// thousands of findings or members must not pile up in memory while an earlier batch is being written.
const maxPiece = 64 << 10

// run checks the inputs. Its error is one of writing.
func (r *runner) run(ctx context.Context, inputs iter.Seq[input]) (summary, error) {
	var total summary
	if err := r.write(r.reporter.begin()); err != nil {
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
		total.merge(b.sum)
		r.progress(b.sum.files)
	}
	// Workers that wait for a pipe or a dead network disk are left behind: the process ends.
	total.interrupted = ctx.Err() != nil
	total.links = r.coverage.links.Load()
	return total, r.write(r.reporter.end(total))
}

func (r *runner) write(s string) error {
	if s == "" {
		return nil
	}
	_, err := io.WriteString(r.out, s)
	return err
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
func (r *runner) produce(ctx context.Context, inputs iter.Seq[input], todo, written chan<- *batch) {
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
			b = &batch{first: n, inputs: make([]input, 0, size), out: make(chan []byte, 1)}
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
	flush := func(piece []byte) []byte {
		if len(piece) <= maxPiece {
			return piece
		}
		send(ctx, b.out, piece)
		return nil
	}
	var piece []byte
	for i, in := range b.inputs {
		var res result
		piece, res = r.one(ctx, in, b.first+int64(i), piece, flush)
		if ctx.Err() != nil {
			return
		}
		b.sum.add(&res)
		piece = flush(piece)
	}
	if len(piece) > 0 {
		send(ctx, b.out, piece)
	}
}

// one checks the nth input and appends its report to dst. A panic is a bug of ours, and it must
// cost the user no more than the one file that shows it.
func (r *runner) one(ctx context.Context, in input, n int64, dst []byte, flush func([]byte) []byte) (out []byte, res result) {
	kept := func(piece []byte) []byte {
		piece = flush(piece)
		if piece == nil {
			dst = nil // written, so that nobody may append to it
		}
		return piece
	}
	defer func() {
		if p := recover(); p != nil {
			res = result{input: in, err: fmt.Errorf("internal error: %v; please report this file", p)}
			out = r.reporter.append(dst, n, &res, kept)
		}
	}()
	res = r.check(ctx, in)
	if ctx.Err() != nil {
		return dst, res // err is about the end of the run and not about the file
	}
	return r.reporter.append(dst, n, &res, kept), res
}

func (r *runner) check(ctx context.Context, in input) result {
	res := result{input: in, err: in.err}
	if in.err != nil {
		return res
	}
	if in.stdin {
		head := &headReader{r: r.stdin}
		res.report, res.err = validator.CheckStream(ctx, head, &r.options)
		res.head = head.bytes
	} else {
		res.report, res.err = r.checkFile(ctx, in.path, &r.options)
	}
	if res.err != nil {
		res.report = nil
		return res
	}
	res.unverified = len(res.report.Members) > 0 && r.options.Depth != validator.Full
	if res.report.Incomplete != "" {
		res.err = errors.New(res.report.Incomplete)
	}
	if len(res.report.Findings) > 0 {
		res.shown = r.policy.judge(res.report.Findings)
		res.omitted, res.omittedBy = r.policy.judgeOmitted(res.report.Omitted)
	}
	return res
}

// headReader keeps the first bytes that pass through it, to show them next to findings.
type headReader struct {
	r     io.Reader
	bytes []byte
}

const maxHead = 4 << 10

func (h *headReader) Read(p []byte) (int, error) {
	n, err := h.r.Read(p)
	if room := maxHead - len(h.bytes); room > 0 {
		h.bytes = append(h.bytes, p[:min(n, room)]...)
	}
	return n, err
}

// errorText returns the text of an error without the name of the file, which reports show
// anyway, and fit for a terminal.
func errorText(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return validator.Quote(err.Error())
}
