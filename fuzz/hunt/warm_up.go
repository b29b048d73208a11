package hunt

import (
	"context"
	"fmt"
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
	if g.Signature.Cell == CellUnstable || g.Other != "" && g.Other != asStream {
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
	fixed := make(map[uint64]bool) // by the signature, since a smaller file may have taken the place of one
	for _, g := range old.fixed {
		fixed[g.Signature.hash()] = true
	}
	h.findings.list = slices.DeleteFunc(h.findings.list, func(g *Finding) bool { return fixed[g.Signature.hash()] })
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

// maxCase is the size in bytes of the largest file of the corpus that is tried.
const maxCase = 64 << 10

// corpusTime is the maximum time for the corpus: a reader may hang in many cases.
const corpusTime = time.Minute

// cases has the corpus's cases, for all workers together.
type cases struct {
	list     []corpus.Case
	next     atomic.Int64
	asked    atomic.Int64
	accepted atomic.Bool // any
	deadline time.Time
}

func newCases(features []string) *cases {
	c := &cases{}
	for _, one := range corpus.Cases() {
		if one.Withdrawn == "" && one.Size <= maxCase && (len(features) == 0 || slices.Contains(features, one.Format)) {
			c.list = append(c.list, one)
		}
	}
	c.deadline = time.Now().Add(corpusTime)
	return c
}

// maxRejected is how many cases a reader may reject before it has to accept one.
const maxRejected = 100

// over reports a reader that accepts nothing, or remarks that time was short.
func (c *cases) over(reader string, writer bool) (remark string, err error) {
	asked := c.asked.Load()
	if asked >= maxRejected && !c.accepted.Load() && !writer {
		return "", fmt.Errorf("%s accepted none of %d cases of the corpus; the adapter may not work", reader, asked)
	}
	if total := int64(len(c.list)); asked < total {
		remark = fmt.Sprintf("asked about %d of the %d cases of the corpus in %s; what else fails there counts as found", asked, total, corpusTime)
	}
	return remark, nil
}
