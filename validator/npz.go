package validator

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/zip"
)

// npz checks an archive: its records, and then its members.
func (w *walk) npz(report *Report) error {
	report.Format = Npz
	config := zip.Config{MaxMembers: w.opt.maxMembers(), Whole: w.opt.depth() == Full, Decompressors: w.opt.decompressors()}
	if t := w.tracer(); t != nil {
		config.Trace = t.region
	}
	a, err := zip.Walk(w.ctx, w.ra, w.size, config, &w.faults)
	if err != nil {
		return endAsChanged(err)
	}
	empty(a, w.name, w.size, &w.faults)
	methods(a, &w.faults)
	takenKeys(a, &w.faults)
	q := newQueue(w, a, report, func(m *zip.Member, wait func()) *judgedMember {
		return judgeMember(w.ctx, w.opt, a, m, wait)
	})
	if err := q.judge(0); err != nil {
		return err
	}
	listed := len(a.Members)
	hidden := finding.List{Max: w.faults.Max}
	if err := a.After(q.after, &hidden); err != nil {
		return endAsChanged(err)
	}
	q.plain.Merge(&hidden)
	q.faults.Merge(&hidden)
	if err := q.judge(listed); err != nil {
		return err
	}
	report.Incomplete = cmp.Or(a.Incomplete, report.Incomplete)
	faults := &q.faults
	if !q.arrays && len(report.Members) > 0 && !a.Lost && report.Incomplete == "" {
		faults = &q.plain
		if FormatOf(w.name) != Npy { // else the file was reported as something else
			noArrays(a, report.Members, &w.faults)
		}
	}
	w.faults.Sort()
	w.faults.Merge(faults)
	keepCauses(a, &w.faults)
	tellSound(w.faults.Kept, q.sound, listed)
	stored := func(i int) *io.SectionReader {
		if m := &a.Members[i]; m.Found && m.Stored() {
			return a.Section(m)
		}
		return nil
	}
	report.Findings = w.findings(w.faults.Kept, len(report.Members), stored)
	report.Followed = w.findings(w.faults.Followed, len(report.Members), stored)
	return nil
}

// empty reports an archive without members, unless more of it may be lost (clause npz-5.1).
func empty(a *zip.Archive, name string, size int64, faults *finding.List) {
	if len(a.Members) == 0 && !a.Lost && a.Directory == a.Limit && size <= zip.MaxEnd && !strings.HasSuffix(name, ".npy") {
		faults.Addf(spec.NpzEmpty, a.End, size-a.End, "", "archive has no members")
	}
}

// methods remarks on members that are compressed in different ways (clause npz-5.4).
func methods(a *zip.Archive, faults *finding.List) {
	if len(a.Members) == 0 {
		return
	}
	first := a.Members[0].Method()
	for i := range a.Members {
		if m := &a.Members[i]; m.Method() != first {
			reportMember(faults, m, spec.NpzMixedMethods, m.MethodAt(), 2, "compression method is %d, but the first member has %d", m.Method(), first)
			return
		}
	}
}

// takenKeys reports members whose key is the name of another member, because names take precedence over keys.
func takenKeys(a *zip.Archive, faults *finding.List) {
	// If every name is a key plus .npy, and no key ends in .npy, no key is taken.
	if !slices.ContainsFunc(a.Members, func(m zip.Member) bool {
		key, ok := strings.CutSuffix(m.Name(), ".npy")
		return !ok || strings.HasSuffix(key, ".npy")
	}) {
		return
	}
	names := zip.NewIndex(a.Members, nil)
	for i := range a.Members {
		m := &a.Members[i]
		key, ok := strings.CutSuffix(m.Name(), ".npy")
		if !ok || m.Hidden {
			continue
		}
		if other := names.Find(key); other != nil {
			at, n := m.NameRange()
			reportMember(faults, m, spec.NpzKeyAmbiguous, at, n, "key is also the name of another member, %s", other.Quoted())
		}
	}
}

// reportMember adds a finding about a member of the archive.
func reportMember(faults *finding.List, m *zip.Member, rule spec.ID, at, n int64, format string, args ...any) {
	faults.Add(finding.Finding{Rule: rule, Offset: at, Length: n, Member: m.Number, Name: m.Name(), Unseen: m.Hidden}, format, args...)
}
