package hunt

import (
	"context"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// maxFindings is how many findings a run keeps.
const maxFindings = 1000

// findings are those of a run, with what is known beforehand.
type findings struct {
	list   []*Finding
	corpus []*Signature // what the reader fails in the corpus
	hangs  bool         // the reader is known to hang
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
	known := f.expected(s)
	if known {
		f.known++
	}
	return known
}

// has is like explained, but counts nothing.
func (f *findings) has(s *Signature) bool { return f.reason(s) != nil || f.expected(s) }

// expected reports whether the corpus or the list of the user explains a failure.
func (f *findings) expected(s *Signature) bool {
	return slices.ContainsFunc(f.corpus, func(c *Signature) bool { return c.Explains(s) }) || f.lists(s)
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
	h.findings.hangs = h.findings.hangs || f.answer.Outcome == conformance.OutcomeHang
	h.mu.Unlock()
	if explained {
		return nil
	}
	size := len(f.file)
	f, err := w.confirm(ctx, f)
	if err != nil || w.explained(f) {
		return err
	}
	if g, err := w.plain(ctx, f); err != nil {
		return err
	} else if g != nil {
		if f = g; w.explained(f) {
			return nil
		}
	}
	if f, err = w.shrink(ctx, f); err != nil {
		return err
	}
	return w.add(f, number, size)
}

// explained is findings.explained.
func (w *worker) explained(f *failure) bool {
	w.h.mu.Lock()
	defer w.h.mu.Unlock()
	return w.h.findings.explained(&f.signature)
}

// confirm asks about the file of a failure once more: what a process of many files does once is no more than a hint.
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
		Signature: f.signature,
		File:      f.file,
		Format:    f.format,
		Expected:  f.expected,
		Answer:    f.answer,
		Writer:    w.writer != nil,
		Written:   f.written,
		Outcome:   f.answer.Outcome,
		Account:   f.account,
		Other:     f.other,
		Opponent:  f.opponent,
		Runs:      1,
		Seed:      h.o.Seed,
		Number:    number,
		Size:      size,
	}
	written, over := h.findings.add(finding)
	h.drop(over)
	if written == nil {
		return nil
	}
	defer func() { written.Answer.Array = nil }() // there may be many, and each as large as the reader likes
	if h.folder == nil {
		return nil
	}
	return h.keep(written)
}
