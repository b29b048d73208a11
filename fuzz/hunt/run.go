package hunt

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"github.com/npycheck/npycheck/conformance"
)

// Run fuzzes a reader until its time or number of files is over, it has enough findings, or the context is
// done: only then is the report incomplete, and says so. The error says that the reader can't be started or the
// system is out of resources; the report, if there is one, has what was found until then.
func Run(ctx context.Context, o Options) (*Report, error) {
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	h, err := newHunter(&o)
	if err != nil {
		return nil, err
	}
	defer h.close()
	c, err := newCrew(ctx, o.Jobs, h.open())
	if err != nil {
		return nil, err
	}
	closeAll := sync.OnceFunc(c.close)
	defer closeAll()
	if err := h.begin(c.workers[0].implementation()); err != nil {
		return nil, err
	}
	stop := h.watch()
	err = h.work(ctx, c)
	stop()
	closeAll() // saving may take longer than the user's patience
	interrupted := ctx.Err() != nil
	if interrupted {
		err = nil
	}
	if saveErr := h.save(); err == nil {
		err = saveErr
	}
	report := h.report()
	h.leaveOut(report)
	report.Remarks = h.said()
	switch {
	case interrupted:
		report.Incomplete = "interrupted"
	case err != nil:
		report.Incomplete = err.Error()
	}
	return report, err
}

// open returns a function that starts the readers of a worker, or its writer.
func (h *hunter) open() func(context.Context) (*worker, error) {
	own, others := &pace{}, make([]pace, len(h.o.Against))
	return func(ctx context.Context) (*worker, error) {
		w := &worker{h: h, asker: &asker{profile: h.o.Profile, pace: own}}
		var err error
		if h.o.OpenWriter != nil {
			w.writer, err = h.o.OpenWriter(ctx)
		} else {
			w.reader, err = opened(ctx, h.o.Open, own)
		}
		for i := 0; err == nil && i < len(others); i++ {
			var other *measured
			if other, err = opened(ctx, h.o.Against[i].Open, &others[i]); err == nil {
				other.command = h.o.Against[i].Command
				w.others = append(w.others, other)
			}
		}
		if err != nil {
			w.close()
			return nil, err
		}
		return w, nil
	}
}

// opened opens a reader whose time is measured.
func opened(ctx context.Context, open func(context.Context) (Reader, error), p *pace) (*measured, error) {
	r, err := open(ctx)
	if err != nil {
		return nil, err
	}
	return &measured{Reader: r, pace: p}, nil
}

// begin opens the folder and continues where an earlier run of the same reader stopped.
func (h *hunter) begin(reader conformance.Implementation) error {
	h.reader = reader
	if err := h.plan.limit(&reader); err != nil {
		return err
	}
	if h.o.Dir != "" {
		folder, err := openFolder(h.o.Dir, reader, h.o.OpenWriter != nil)
		if err != nil {
			return err
		}
		h.folder = folder
		h.resume()
	}
	if h.o.Seed == 0 {
		h.o.Seed = 1 + uint64(rand.Uint32()) // so short that a person can type it
	}
	return nil
}

// work lets the crew work, and returns the error of the first worker that can't continue.
func (h *hunter) work(ctx context.Context, c *crew) error {
	old := newEarlier(h.findings.list)
	if err := c.each(ctx, func(ctx context.Context, w *worker) (bool, error) { return w.recheck(ctx, old) }); err != nil {
		return err
	}
	old.over(h)
	if h.o.Corpus {
		cases := newCases(h.reader.Features)
		h.mu.Lock()
		h.cases = cases
		h.mu.Unlock()
		if err := c.each(ctx, func(ctx context.Context, w *worker) (bool, error) { return w.subtract(ctx, cases) }); err != nil {
			return err
		}
		remark, err := cases.over(h.reader.Name, h.o.OpenWriter != nil)
		if err != nil {
			return err
		}
		if remark != "" {
			h.say("%s", remark)
		}
	}
	h.mu.Lock()
	h.start, h.begun, h.cases = time.Now(), true, nil // Options.Duration is only for generated files
	h.mu.Unlock()
	return c.each(ctx, func(ctx context.Context, w *worker) (bool, error) { return w.next(ctx) })
}

// watch reports the progress of the run, until the function that it returns is called.
func (h *hunter) watch() (stop func()) {
	const interval, saves = 200 * time.Millisecond, 150
	done := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for n := 1; ; n++ {
			select {
			case <-done:
				return
			case <-ticker.C:
				if h.o.Progress != nil {
					h.o.Progress(h.status())
				}
				if n%saves == 0 {
					h.save() // the one at the end counts
				}
			}
		}
	})
	return func() {
		close(done)
		group.Wait()
	}
}
