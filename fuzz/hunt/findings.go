package hunt

import (
	"context"
	"slices"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/fuzz/internal/shrink"
	"github.com/npycheck/npycheck/spec"
)

// maxFindings is how many findings a run keeps.
const maxFindings = 1000

// How often a reader is asked to make one file smaller, and for how long at most. One that hangs takes
// seconds each time.
const (
	shrinkTries = 150
	shrinkTime  = 5 * time.Second
	shrinkGrace = 3 * time.Second // after the end of the run
	shrinkLeast = 8
)

// findings are those of a run, with what is known beforehand.
type findings struct {
	list   []*Finding
	corpus []*Signature // what the reader fails in the corpus
	listed func(*Signature) bool
	known  int64 // failures that listed or the corpus has
}

// read reports whether a signature is of a reader that reads what it must reject.
func (s *Signature) read() bool {
	return s.Cell == conformance.CellFail && s.Duty == corpus.Reject && s.Message == ""
}

// explained reports whether a failure needs no other defect than those that are known. Of a finding it counts
// that.
func (f *findings) explained(s *Signature) bool {
	if g := f.reason(s); g != nil {
		g.Runs++
		return true
	}
	known := f.has(s)
	if known {
		f.known++
	}
	return known
}

// has is like explained, but counts nothing.
func (f *findings) has(s *Signature) bool {
	return f.reason(s) != nil || slices.ContainsFunc(f.corpus, func(c *Signature) bool { return c.Explains(s) }) || f.lists(s)
}

// reason returns the first finding that explains a failure, nil if none does.
func (f *findings) reason(s *Signature) *Finding {
	at := slices.IndexFunc(f.list, func(g *Finding) bool { return g.Signature.Explains(s) })
	if at < 0 {
		return nil
	}
	return f.list[at]
}

// lists reports whether the list of the user has a failure.
func (f *findings) lists(s *Signature) bool { return f.listed != nil && f.listed(s) }

// subtracted reports whether the corpus shows what a minimised failure shows.
func (f *findings) subtracted(s *Signature) bool {
	return slices.ContainsFunc(f.corpus, func(c *Signature) bool { return s.Explains(c) || c.Explains(s) })
}

// add adds a finding, or the smaller file to one that there is. It returns what is to be written, nil for
// nothing, and the findings that it takes the place of: those that it explains.
func (f *findings) add(g *Finding) (written *Finding, over []*Finding) {
	for _, old := range f.list {
		if old.Signature.hash() != g.Signature.hash() {
			continue
		}
		old.Runs++
		if len(g.File) >= len(old.File) {
			return nil, nil
		}
		g.Runs, g.Seed, g.Number, g.Size = old.Runs, old.Seed, old.Number, old.Size
		*old = *g
		return old, nil
	}
	f.list = slices.DeleteFunc(f.list, func(old *Finding) bool {
		if !g.Signature.Explains(&old.Signature) {
			return false
		}
		g.Runs += old.Runs
		over = append(over, old)
		return true
	})
	if len(f.list) >= maxFindings {
		return nil, over
	}
	f.list = append(f.list, g)
	return g, over
}

// pursue makes the file of a failure smaller and adds what it shows to the findings.
func (w *worker) pursue(ctx context.Context, f *failure, number int64) error {
	h := w.h
	h.mu.Lock()
	explained := h.findings.explained(&f.signature)
	h.mu.Unlock()
	if explained {
		return nil
	}
	// What a process of many files does once is no more than a hint.
	if f.signature.Cell != CellUnstable {
		second, a, err := w.repeat(ctx, f, f.expected)
		if err != nil {
			return err
		}
		if second == nil {
			f = newFailure(CellUnstable, f.expected, f.format, a, string(f.signature.Cell)+" once, but not again: "+f.account)
		} else {
			f = second
		}
	}
	size := len(f.file)
	smallest, err := w.shrink(ctx, f)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch s := &smallest.signature; {
	case h.findings.subtracted(s):
		h.findings.known++
		return nil
	case slices.ContainsFunc(h.findings.list, func(g *Finding) bool { return g.Signature.Explains(s) && g.Signature.hash() != s.hash() }):
		h.findings.explained(s) // by one that another worker has added meanwhile
		return nil
	}
	finding := &Finding{
		Signature: smallest.signature,
		File:      smallest.file,
		Format:    smallest.format,
		Expected:  smallest.expected,
		Answer:    smallest.answer,
		Written:   smallest.written,
		Account:   smallest.account,
		Other:     smallest.other,
		Runs:      1,
		Seed:      h.o.Seed,
		Number:    number,
		Size:      size,
	}
	written, over := h.findings.add(finding)
	if h.folder == nil {
		return nil
	}
	for _, g := range over {
		h.folder.drop(g)
	}
	if written == nil {
		return nil
	}
	return h.keep(written)
}

// shrink makes the file of a failure smaller as long as the reader fails in the same way.
func (w *worker) shrink(ctx context.Context, f *failure) (*failure, error) {
	best := f
	tries := shrinkTries
	if took := f.answer.Took; took > 0 {
		tries = min(tries, max(shrinkLeast, int(shrinkTime/(3*took))))
	}
	deadline := time.Now().Add(3 * shrinkTime)
	if end := w.h.start.Add(w.h.o.Duration + shrinkGrace); w.h.o.Duration > 0 && end.Before(deadline) {
		deadline = end
	}
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	if plain := canonical(f); plain != nil {
		// What is left of it then is not what is unusual in the header.
		if g, err := w.same(ctx, f, plain); err == nil && g != nil {
			f, best = g, g
		}
	}
	var failed error
	shrink.File(f.file, f.format, tries, func(content []byte) bool {
		if failed != nil || ctx.Err() != nil {
			return false
		}
		smaller, err := w.same(ctx, f, content)
		if err != nil {
			failed = err
			return false
		}
		if smaller == nil {
			return false
		}
		best = smaller
		return true
	})
	if ctx.Err() != nil {
		failed = nil // what there is counts
	}
	return best, failed
}

// canonical returns the array of a file with the header that NumPy writes, nil if it has none.
func canonical(f *failure) []byte {
	a := f.expected.Report.Array
	if a == nil || a.DType.HasObject() || a.DataOffset < 0 || a.DataOffset+a.DataBytes > int64(len(f.file)) || a.DataBytes < 0 {
		return nil
	}
	header, err := spec.Header{DType: a.DType, FortranOrder: a.FortranOrder, Shape: a.Shape}.Append(nil, spec.Version{}, spec.EraGrowth)
	if err != nil {
		return nil
	}
	return append(header, f.file[a.DataOffset:][:a.DataBytes]...)
}

// repeat asks for a file in the way in which a failure was found.
func (w *worker) repeat(ctx context.Context, f *failure, e *conformance.Expectation) (*failure, conformance.Answer, error) {
	g, a, err := w.try(ctx, e, f.format)
	switch {
	case err != nil || g != nil:
	case f.signature.Cell == CellUnstable:
		g, err = w.again(ctx, e, f.format, &a)
	case f.other == AsStream:
		g, err = w.streamed(ctx, e, f.format, &a)
	}
	return g, a, err
}

// same returns the failure at another file, nil if the reader doesn't fail there or in another way.
func (w *worker) same(ctx context.Context, f *failure, content []byte) (*failure, error) {
	e, err := w.expect(ctx, content, f.format)
	if err != nil || e == nil {
		return nil, err
	}
	if f.signature.Duty != "" && e.Duty != f.expected.Duty || !faulty(f.expected.Report) && faulty(e.Report) {
		return nil, nil
	}
	g, _, err := w.repeat(ctx, f, e)
	if err != nil {
		return nil, err
	}
	if g == nil || g.signature.Cell != f.signature.Cell || g.signature.Message != f.signature.Message {
		return nil, nil
	}
	if !containsAll(f.signature.Traits, g.signature.Traits) {
		return nil, nil // a small file that is unusual in another way would be another finding
	}
	w.h.mu.Lock()
	defer w.h.mu.Unlock()
	if w.h.findings.has(&g.signature) {
		return nil, nil
	}
	return g, nil
}
