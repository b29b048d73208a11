package hunt

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/validator/report"
)

// resume goes on where the run stopped that left the folder.
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
	h.suspects, h.late, h.findings.known = s.Report.Suspects, s.Report.Late, s.Report.Known
	h.asking, h.working = s.Asking, s.Working
	for _, g := range s.Report.Findings {
		var err error
		if g.File, err = h.folder.read(filepath.Join(g.Folder, fileName(g.Format)), maxFindingBytes+1); err != nil {
			h.folder.remark("%q is gone: what it was counts only if it is found again", g.Folder)
			continue
		}
		h.findings.add(g)
		h.findings.hangs = h.findings.hangs || g.Signature.Cell == conformance.CellHang
	}
	for _, key := range s.seen() {
		h.pool.seen[key] = true
	}
	for _, file := range h.folder.loadPool() {
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

// keep writes a finding into the folder. The caller holds h.mu.
func (h *hunter) keep(g *Finding) error {
	return h.folder.keep(g, Repro{Implementation: h.reader, Command: h.o.Command, Protocol: h.o.Protocol})
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

// leaveOut takes out of a report what earlier runs found and Options.Known has by now.
func (h *hunter) leaveOut(r *Report) {
	r.Findings = slices.DeleteFunc(r.Findings, func(g *Finding) bool {
		known := h.o.Known != nil && h.o.Known(&g.Signature)
		if known {
			r.Known += g.Runs
		}
		return known
	})
}

// say adds a remark on the run.
func (h *hunter) say(format string, args ...any) {
	h.remarks = append(h.remarks, fmt.Sprintf(format, args...))
}

// said returns what else is to be known of the run and its folder.
func (h *hunter) said() []string {
	if n := len(h.findings.lost); n > 0 {
		h.say("there is no room for %s: %d are kept, with %d MiB of files in all", report.Count(int64(n), "finding"), maxFindings, maxFindingBytes>>20)
	}
	if h.folder == nil {
		return h.remarks
	}
	return slices.Concat(h.folder.remarks, h.remarks)
}

// earlier are the findings of earlier runs, for all workers together.
type earlier struct {
	list []*Finding
	next atomic.Int64

	mu    sync.Mutex
	fixed []*Finding // the reader does right with the file of each now
}

func newEarlier(list []*Finding) *earlier { return &earlier{list: slices.Clone(list)} }

// recheck asks about the files of earlier findings: somebody may have fixed the reader.
func (w *worker) recheck(ctx context.Context, old *earlier) error {
	defer w.spent() // what counts is the time of the run itself
	for ctx.Err() == nil {
		at := int(old.next.Add(1)) - 1
		if at >= len(old.list) {
			return nil
		}
		g := old.list[at]
		if g.Signature.Cell == CellUnstable || g.Other != "" && g.Other != AsStream {
			continue // it says nothing that the reader does right once, or who else was asked
		}
		e, err := w.expect(ctx, g.File, g.Format)
		if err != nil {
			return err
		}
		if e == nil {
			continue
		}
		f := &failure{signature: g.Signature, file: g.File, format: g.Format, expected: e, other: g.Other}
		again, a, err := w.repeat(ctx, f, e)
		if err != nil {
			return err
		}
		if again == nil && !w.suspect && a.Outcome != conformance.OutcomeHang {
			old.mu.Lock()
			old.fixed = append(old.fixed, g)
			old.mu.Unlock()
		}
	}
	return nil
}

// over takes out what is fixed.
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
