package hunt

import (
	"context"
	"slices"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
)

// The bounds of what a run keeps: of findings, and of the bytes of their files in all, which are in memory and in the
// folder. What the folder has besides a file grows little with it.
const (
	maxFindings     = 1000
	maxFindingBytes = 32 << 20
)

// findings are those of a run, with what is known beforehand.
type findings struct {
	list   []*Finding
	corpus []*Signature // what the reader fails in the corpus
	hangs  bool         // the reader is known to hang
	listed func(*Signature) bool
	known  int64        // failures that listed or the corpus has
	lost   []*Signature // of findings that there is no room for, as many as findings at most
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
	if f.isLost(s) {
		return true
	}
	known := f.expected(s)
	if known {
		f.known++
	}
	return known
}

// isLost reports whether a finding explains a failure that there is no room for.
func (f *findings) isLost(s *Signature) bool {
	return slices.ContainsFunc(f.lost, func(g *Signature) bool { return g.Explains(s) })
}

// has is like explained, but counts nothing.
func (f *findings) has(s *Signature) bool { return f.reason(s) != nil || f.isLost(s) || f.expected(s) }

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
// nothing, and the findings that it takes the place of: those that it explains. Where there is no room for it, it is
// counted.
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
	rest, size := []*Finding{g}, g.bytes()
	for _, old := range f.list {
		if g.Signature.Explains(&old.Signature) {
			over = append(over, old)
			continue
		}
		rest = append(rest, old)
		size += old.bytes()
	}
	if len(rest) > maxFindings || size > maxFindingBytes {
		if len(f.lost) < maxFindings {
			f.lost = append(f.lost, &g.Signature)
		}
		return nil, nil
	}
	for _, old := range over {
		g.Runs += old.Runs
	}
	f.list = append(rest[1:], g)
	return g, over
}

// bytes returns how large the files of a finding are.
func (g *Finding) bytes() int { return len(g.File) + len(g.Written) }

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
	defer func() { written.Answer.Array, written.Expected = nil, nil }() // there may be many, and each far larger than the file
	if h.folder == nil {
		return nil
	}
	return h.keep(written)
}
