package hunt

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/text"
)

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

// resume continues where the run stopped that left the folder.
func (h *hunter) resume() {
	s := h.folder.state
	if s == nil {
		return
	}
	if h.o.Seed == 0 {
		h.o.Seed = s.Report.Seed
	}
	if h.o.Seed == s.Report.Seed {
		h.next = s.Next
	}
	h.earlier, h.before = s.Report.Runs, s.Report.Elapsed
	h.suspects, h.late, h.aside, h.findings.known = s.Report.Suspects, s.Report.Late, s.Report.Aside, s.Report.Known
	h.asking, h.working = s.Asking, s.Working
	for _, g := range s.Report.Findings {
		var err error
		if g.File, err = h.folder.read(filepath.Join(g.Folder, fileName(g.Format)), maxFindingBytes+1); err != nil {
			h.folder.remark("%q is gone: its failure counts only if it is found again", g.Folder)
			continue
		}
		h.findings.add(g)
	}
	for _, key := range s.seen() {
		h.pool.seen[key] = true
	}
	for _, file := range h.folder.loadPool(s) {
		h.pool.add(file)
	}
}

// save writes what the next run needs into the folder.
func (h *hunter) save() error {
	if h.folder == nil {
		return nil
	}
	s := &state{Report: h.report()}
	h.mu.Lock()
	s.Next, s.Asking, s.Working = h.next, h.asking, h.working
	s.setSeen(slices.Collect(maps.Keys(h.pool.seen)))
	s.files = slices.Clone(h.pool.files)
	h.mu.Unlock()
	return h.folder.save(s)
}

// leaveOut removes findings of earlier runs that are now in Options.Known from a report.
func (h *hunter) leaveOut(r *Report) {
	r.Findings = slices.DeleteFunc(r.Findings, func(g *Finding) bool {
		known := h.o.Known != nil && h.o.Known(&g.Signature)
		if known {
			r.Known += g.Runs
		}
		return known
	})
}

// said returns remarks about the run and its folder.
func (h *hunter) said() []string {
	if n := len(h.findings.lost); n > 0 {
		h.say("there is no room for %s: %d are kept, with %d MiB of files in all", text.Count(int64(n), "finding"), maxFindings, maxFindingBytes>>20)
	}
	if h.folder == nil {
		return h.remarks
	}
	return slices.Concat(h.folder.remarks, h.remarks)
}
