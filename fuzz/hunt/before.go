package hunt

import (
	"context"
	"io/fs"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/validator"
)

// Files that are tried before the run itself: those of earlier findings, and the corpus.

// earlier are the findings of earlier runs, for all workers together.
type earlier struct {
	list []*Finding
	next atomic.Int64

	mu    sync.Mutex
	fixed []*Finding // the reader now handles the file of each correctly
}

func newEarlier(list []*Finding) *earlier { return &earlier{list: slices.Clone(list)} }

// recheck asks about the file of the next earlier finding: somebody may have fixed the reader.
func (w *worker) recheck(ctx context.Context, old *earlier) (more bool, err error) {
	defer w.spent() // what counts is the time of the run itself
	at := int(old.next.Add(1)) - 1
	if at >= len(old.list) {
		return false, nil
	}
	g := old.list[at]
	if g.Signature.Cell == CellUnstable || g.Other != "" && g.Other != AsStream {
		return true, nil // one right answer proves nothing, and other readers may have been asked
	}
	e, err := w.expect(ctx, g.File, g.Format)
	if err != nil || e == nil {
		return err == nil, err
	}
	f := &failure{signature: g.Signature, file: g.File, format: g.Format, expected: e, other: g.Other}
	again, a, err := w.repeat(ctx, f, e)
	if err != nil {
		return false, err
	}
	if again == nil && !w.suspect && a.Outcome != conformance.OutcomeHang {
		old.mu.Lock()
		old.fixed = append(old.fixed, g)
		old.mu.Unlock()
	}
	return true, nil
}

// over removes fixed findings.
func (old *earlier) over(h *hunter) {
	if len(old.fixed) == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.findings.list = slices.DeleteFunc(h.findings.list, func(g *Finding) bool { return slices.Contains(old.fixed, g) })
	h.drop(old.fixed)
	if n := len(old.fixed); n == 1 {
		h.say("1 finding of earlier runs no longer fails, and was removed")
	} else {
		h.say("%d findings of earlier runs no longer fail, and were removed", n)
	}
}

// subtract asks about the next case and records the reader's failure, which then counts as known.
func (w *worker) subtract(ctx context.Context, c *cases) (more bool, err error) {
	defer w.spent() // what counts is the time of the run itself
	at := int(c.next.Add(1)) - 1
	if at >= len(c.list) || !time.Now().Before(c.deadline) {
		return false, nil
	}
	one := &c.list[at]
	file, err := fs.ReadFile(corpus.FS, one.File)
	if err != nil {
		return false, err
	}
	format := validator.FormatOf(one.File)
	e, err := w.expect(ctx, file, format)
	if err != nil || e == nil {
		return err == nil, err
	}
	f, a, err := w.ask(ctx, e, pooled{file, format})
	if err != nil {
		return false, err
	}
	c.asked.Add(1)
	if a.Outcome == conformance.OutcomeAccept {
		c.accepted.Store(true)
	}
	if f != nil {
		w.h.mu.Lock()
		w.h.failing++
		w.h.findings.subtract(&f.signature)
		w.h.mu.Unlock()
	}
	return true, nil
}
