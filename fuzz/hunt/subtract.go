package hunt

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"sync/atomic"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/validator"
)

// maxCase is the size in bytes of the largest file of the corpus that is asked for.
const maxCase = 64 << 10

// corpusTime is how long the corpus is asked for at most: a reader may hang in many cases.
const corpusTime = time.Minute

// cases are those of the corpus, for all workers together.
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

// subtract asks about cases and remembers what the reader does wrong, which is known then.
func (w *worker) subtract(ctx context.Context, c *cases) error {
	defer w.spent() // what counts is the time of the run itself
	for ctx.Err() == nil && time.Now().Before(c.deadline) {
		at := int(c.next.Add(1)) - 1
		if at >= len(c.list) {
			return nil
		}
		one := &c.list[at]
		file, err := fs.ReadFile(corpus.FS, one.File)
		if err != nil {
			return err
		}
		format := validator.FormatOf(one.File)
		e, err := w.expect(ctx, file, format)
		if err != nil {
			return err
		}
		if e == nil {
			continue
		}
		f, a, err := w.attempt(ctx, e, pooled{file, format})
		if err != nil {
			return err
		}
		c.asked.Add(1)
		if a.Outcome == conformance.OutcomeAccept {
			c.accepted.Store(true)
		}
		if f == nil {
			continue
		}
		w.h.mu.Lock()
		w.h.failing++
		w.h.findings.subtract(&f.signature)
		w.h.mu.Unlock()
	}
	return nil
}

// maxRejected is how many cases a reader gets to accept one.
const maxRejected = 100

// over says what is wrong with a reader that accepts nothing, and remarks that time was short.
func (c *cases) over(h *hunter) error {
	asked := c.asked.Load()
	if asked >= maxRejected && !c.accepted.Load() && h.o.OpenWriter == nil {
		return fmt.Errorf("%s accepted none of %d cases of the corpus; the adapter may not work", h.reader.Name, asked)
	}
	if total := int64(len(c.list)); asked < total {
		h.say("asked about %d of the %d cases of the corpus in %s; what else fails there counts as found", asked, total, corpusTime)
	}
	return nil
}

// learn replaces failures of the corpus by one that shows the same with less, and takes out the findings that it
// explains. Without it every file with something else besides would be one more finding.
func (f *findings) learn(s *Signature) (over []*Finding) {
	if slices.ContainsFunc(f.corpus, func(c *Signature) bool { return c.Explains(s) }) {
		return nil
	}
	f.corpus = slices.DeleteFunc(f.corpus, func(c *Signature) bool { return s.Explains(c) })
	f.corpus = append(f.corpus, s)
	f.list = slices.DeleteFunc(f.list, func(g *Finding) bool {
		if !s.Explains(&g.Signature) {
			return false
		}
		f.known += g.Runs
		over = append(over, g)
		return true
	})
	return over
}

// subtract adds what the reader fails in the corpus.
func (f *findings) subtract(s *Signature) {
	f.hangs = f.hangs || s.Cell == conformance.CellHang
	for _, c := range f.corpus {
		if c.hash() == s.hash() {
			return
		}
	}
	f.corpus = append(f.corpus, s)
}
