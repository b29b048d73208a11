package hunt

import (
	"maps"
	"path/filepath"
	"slices"

	"github.com/npycheck/npycheck/internal/text"
)

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
