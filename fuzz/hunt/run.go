package hunt

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
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
	workers, err := h.open(ctx)
	closeAll := sync.OnceFunc(func() {
		var group sync.WaitGroup
		for _, w := range workers {
			group.Go(w.close)
		}
		group.Wait()
	})
	defer closeAll()
	if err != nil {
		return nil, err
	}
	if err := h.begin(workers[0].implementation()); err != nil {
		return nil, err
	}
	stop := h.watch()
	err = h.work(ctx, workers)
	stop()
	closeAll() // saving may take until somebody loses patience
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

// hunter is a run.
type hunter struct {
	o     *Options
	start time.Time

	mu       sync.Mutex
	plan     *plan
	findings *findings
	pool     *pool
	reader   conformance.Implementation
	runs     int64 // of this run
	underway int64 // files that workers are at
	earlier  int64 // of those that it goes on with
	next     int64 // number of the next file
	before   time.Duration
	asking   time.Duration // time that the readers took, of all workers
	working  time.Duration // of all workers
	suspects int64
	late     int64  // Report.Late
	begun    bool   // the run itself has begun, after what there is to ask about before
	cases    *cases // of the corpus, while they are asked about
	remarks  []string
	waiting  time.Duration // for what seems to hang, and to find out what it is
	failing  int           // cases of the corpus that the reader fails
	folder   *folder
}

func newHunter(o *Options) (*hunter, error) {
	plan, err := newPlan(o.Areas, o.OpenWriter != nil)
	if err != nil {
		return nil, err
	}
	return &hunter{o: o, start: time.Now(), plan: plan, findings: &findings{listed: o.Known}, pool: newPool()}, nil
}

// open starts the readers of all workers, or the writers.
func (h *hunter) open(ctx context.Context) ([]*worker, error) {
	var workers []*worker
	for range h.o.Jobs {
		w := &worker{h: h}
		workers = append(workers, w)
		var err error
		if h.o.OpenWriter != nil {
			w.writer, err = h.o.OpenWriter(ctx)
		} else {
			w.reader, err = opened(ctx, h.o.Open)
		}
		if err != nil {
			return workers, err
		}
		for _, against := range h.o.Against {
			other, err := opened(ctx, against.Open)
			if err != nil {
				return workers, err
			}
			other.command = against.Command
			w.others = append(w.others, other)
		}
	}
	return workers, nil
}

// opened opens a reader whose time is measured.
func opened(ctx context.Context, open func(context.Context) (Reader, error)) (*measured, error) {
	r, err := open(ctx)
	if err != nil {
		return nil, err
	}
	return &measured{Reader: r}, nil
}

// begin opens the folder and goes on where an earlier run of the same reader stopped.
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

// work lets the workers run, and returns the error of the first that can't go on.
func (h *hunter) work(ctx context.Context, workers []*worker) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	each := func(do func(*worker) error) error {
		var group sync.WaitGroup
		for _, w := range workers {
			group.Go(func() {
				if err := do(w); err != nil {
					cancel(err)
				}
			})
		}
		group.Wait()
		return context.Cause(ctx)
	}
	old := newEarlier(h.findings.list)
	if err := each(func(w *worker) error { return w.recheck(ctx, old) }); err != nil {
		return err
	}
	old.over(h)
	if h.o.Corpus {
		cases := newCases(h.reader.Features)
		h.mu.Lock()
		h.cases = cases
		h.mu.Unlock()
		if err := each(func(w *worker) error { return w.subtract(ctx, cases) }); err != nil {
			return err
		}
		if err := cases.over(h); err != nil {
			return err
		}
	}
	h.mu.Lock()
	h.start, h.begun, h.cases = time.Now(), true, nil // Options.Duration is for what is made
	h.mu.Unlock()
	return each(func(w *worker) error { return w.loop(ctx) })
}

// begins reports whether there is another file to make. If so, ends is to be called after it.
func (h *hunter) begins() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	over := h.o.Runs > 0 && h.runs+h.underway >= h.o.Runs || h.o.Findings > 0 && len(h.findings.list) >= h.o.Findings || h.o.Duration > 0 && time.Since(h.start) >= h.o.Duration
	if !over {
		h.underway++
	}
	return !over
}

// ends tells that a file is done with.
func (h *hunter) ends() {
	h.mu.Lock()
	h.underway--
	h.mu.Unlock()
}

// watch tells how far the run is, until the function that it returns is called.
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

func (h *hunter) status() Status {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := Status{
		Runs:     h.runs,
		Findings: int64(len(h.findings.list)),
		Novel:    int64(len(h.pool.seen)),
		Known:    h.findings.known,
		Share:    h.share(),
	}
	if h.cases != nil {
		s.Corpus, s.Cases = h.cases.asked.Load(), int64(len(h.cases.list))
	}
	if !h.begun {
		return s
	}
	if s.Elapsed = time.Since(h.start); h.o.Duration > 0 {
		s.Left = max(0, h.o.Duration-s.Elapsed)
	}
	return s
}

func (h *hunter) share() float64 {
	if h.working == 0 {
		return 0
	}
	return float64(h.asking) / float64(h.working)
}

func (h *hunter) report() *Report {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := make([]*Finding, len(h.findings.list))
	for i, g := range h.findings.list {
		now := *g // it changes when it is found again
		list[i] = &now
	}
	slices.SortFunc(list, func(a, b *Finding) int { return compareSignatures(&a.Signature, &b.Signature) })
	return &Report{
		Implementation: h.reader,
		Writer:         h.o.OpenWriter != nil,
		Seed:           h.o.Seed,
		Runs:           h.earlier + h.runs,
		ThisRun:        h.runs,
		Known:          h.findings.known,
		Elapsed:        h.elapsed(),
		Share:          h.share(),
		Findings:       list,
		Suspects:       h.suspects,
		Late:           h.late,
		CorpusFailures: h.failing,
	}
}

// elapsed returns how long this run and those before it took.
func (h *hunter) elapsed() time.Duration {
	if !h.begun {
		return h.before
	}
	return h.before + time.Since(h.start)
}

func (h *hunter) close() {
	if h.folder != nil {
		h.folder.close()
	}
}
