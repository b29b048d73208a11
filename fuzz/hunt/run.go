package hunt

import (
	"context"
	"fmt"
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

// hunter is a run.
type hunter struct {
	o     *Options
	start time.Time

	mu       sync.Mutex
	plan     *plan
	findings *findings
	hangs    *hangs
	backlog  backlog
	pool     *pool
	reader   conformance.Implementation
	runs     int64 // of this run
	underway int64 // files in progress
	earlier  int64 // of those that it continues with
	next     int64 // number of the next file
	before   time.Duration
	asking   time.Duration // time that the readers took, of all workers
	working  time.Duration // of all workers
	reducing time.Duration // part of it that went into smaller files
	suspects int64
	late     int64  // Report.Late
	aside    int64  // Report.Aside
	begun    bool   // the run itself has begun, after the earlier findings and the corpus
	cases    *cases // of the corpus, while they are asked about
	remarks  []string
	failing  int // cases of the corpus that the reader fails
	folder   *folder
}

func newHunter(o *Options) (*hunter, error) {
	plan, err := newPlan(o.Areas, o.OpenWriter != nil)
	if err != nil {
		return nil, err
	}
	return &hunter{o: o, start: time.Now(), plan: plan, findings: &findings{listed: o.Known}, hangs: &hangs{kinds: map[uint64]*kind{}}, pool: newPool()}, nil
}

// begins reports whether to make another file. If so, ends must be called after it.
func (h *hunter) begins() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	over := h.over()
	if !over {
		h.underway++
	}
	return !over
}

func (h *hunter) over() bool {
	return h.enough() || h.o.Runs > 0 && h.runs+h.underway >= h.o.Runs || h.o.Duration > 0 && time.Since(h.start) >= h.o.Duration
}

func (h *hunter) enough() bool { return h.o.Findings > 0 && len(h.findings.list) >= h.o.Findings }

// pending returns the failure that is next, unless those before it took as long as all files. It is false if there is
// none.
func (h *hunter) pending() (pending, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.enough() || 2*h.reducing > h.working && !h.over() {
		return pending{}, false
	}
	return h.backlog.take()
}

// ends records that a file is done.
func (h *hunter) ends() {
	h.mu.Lock()
	h.underway--
	h.mu.Unlock()
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
		Aside:          h.aside,
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

// novel reports whether nothing is known that explains a failure. Otherwise it counts the failure there.
func (h *hunter) novel(f *failure) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.findings.count(&f.signature) == novel
}

// drop removes findings from the folder. The caller holds h.mu.
func (h *hunter) drop(list []*Finding) {
	if h.folder == nil {
		return
	}
	for _, g := range list {
		h.folder.drop(g)
	}
}

// say adds a remark on the run.
func (h *hunter) say(format string, args ...any) {
	h.remarks = append(h.remarks, fmt.Sprintf(format, args...))
}
