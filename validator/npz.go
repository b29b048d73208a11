package validator

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"sync"

	"github.com/npycheck/npycheck/spec"
)

// Member is a member of an .npz file.
type Member struct {
	Name   string // as the directory has it, decoded
	Key    string // under which NumPy offers the array: the name without .npy
	Array  *Array // nil if the member holds none that can be understood
	Offset int64  // where the data begin in the archive, -1 if that isn't known
	Size   int64  // bytes of the content, inflated, as the directory says
	Stored bool   // the data are not compressed
}

// parallelAt is the number of bytes in a group of members from which on it pays to share them
// among several goroutines.
const parallelAt = 1 << 20

// groupSize is the number of members that are judged before their findings are put in order, which
// bounds the memory of an archive with very many.
const groupSize = 256

// judged is what came of one member.
type judged struct {
	member         Member
	findings       []Finding
	omitted        map[string]int
	imports        []Import
	importsOmitted int
	incomplete     string // why the member was not checked to its end
	err            error
}

// methods remarks on members that are compressed in different ways (clause npz-5.4).
func (w *walk) methods(a *archive) {
	if len(a.members) == 0 {
		if !a.lost && a.directory == a.limit && w.size <= endSize+maxComment && !strings.HasSuffix(w.name, ".npy") {
			w.report("npz-empty", a.end, w.size-a.end, "", "archive has no members")
		}
		return
	}
	first := a.members[0].central.method
	for i := range a.members {
		if m := &a.members[i]; m.central.method != first {
			w.member = m.display()
			w.report("npz-mixed-methods", m.central.at+10, 2, "", "compression method is %d, that of the first member %d", m.central.method, first)
			w.member = ""
			return
		}
	}
}

// judgeMembers checks what the members hold (clauses npz-5.2 and npz-5.5), several at a time.
func (w *walk) judgeMembers(a *archive, report *Report) error {
	for i := range a.members {
		m := &a.members[i]
		m.skipped = m.found && !a.spend(m.end-m.data)
		if m.other != nil {
			m.other.skipped = m.skipped || !a.spend(m.other.end-m.data)
		}
	}
	report.Members = make([]Member, 0, len(a.members))
	for start := 0; start < len(a.members); start += groupSize {
		group := a.members[start:min(start+groupSize, len(a.members))]
		results := make([]judged, len(group))
		workers := 1
		if w.opt.depth() == Full && totalBytes(group) >= parallelAt {
			workers = min(runtime.GOMAXPROCS(0), len(group))
		}
		var next int
		var mu sync.Mutex
		take := func() int {
			mu.Lock()
			defer mu.Unlock()
			next++
			return next - 1
		}
		var wg sync.WaitGroup
		for range workers {
			wg.Go(func() {
				for i := take(); i < len(group); i = take() {
					results[i] = w.judge(&group[i])
					if group[i].other != nil {
						results[i].addDangers(w.judge(group[i].other))
					}
				}
			})
		}
		wg.Wait()
		for i := range results {
			r := &results[i]
			if r.err != nil {
				return r.err
			}
			w.take(r)
			if r.incomplete != "" {
				report.Incomplete = fmt.Sprintf("member %s: %s", Quote(r.member.Name), r.incomplete)
			}
			report.Members = append(report.Members, r.member)
		}
	}
	return nil
}

func totalBytes(group []zipMember) (n uint64) {
	for i := range group {
		n += group[i].central.packed
	}
	return n
}

// take adds the findings of a member to those of the archive.
func (w *walk) take(r *judged) {
	for _, f := range r.findings {
		if w.full() {
			w.omit(f.Rule, 1)
			continue
		}
		w.findings = append(w.findings, f)
	}
	for rule, n := range r.omitted {
		w.omit(rule, n)
	}
	keep := min(len(r.imports), maxImports-len(w.imports))
	w.imports = append(w.imports, r.imports[:keep]...)
	w.importsOmitted += r.importsOmitted + len(r.imports) - keep
}

// judge checks one member in a walk of its own.
func (w *walk) judge(m *zipMember) (out judged) {
	out.member = Member{
		Name:   decodeName(m.central.name, m.central.flags),
		Offset: -1,
		Size:   int64(min(m.central.unpacked, math.MaxInt64)),
		Stored: m.central.method == methodStored,
	}
	out.member.Key = strings.TrimSuffix(out.member.Name, ".npy")
	if !m.found {
		return out
	}
	out.member.Offset = m.data
	if m.skipped {
		return out
	}
	inner := pool.Get().(*walk)
	defer inner.release()
	inner.ctx, inner.opt, inner.member, inner.inside = w.ctx, w.opt, m.display(), true
	inner.source, inner.idle = w.source, w.idle
	out.incomplete, out.err = inner.memberContent(m, &out.member)
	out.findings, out.omitted = inner.sorted(), inner.omitted
	out.imports, out.importsOmitted = inner.imports, inner.importsOmitted
	out.incomplete = cmp.Or(out.incomplete, inner.incomplete)
	for i := range out.imports {
		out.imports[i].Member = inner.member
	}
	return out
}

// addDangers adds what is dangerous in the same member as a reader of streams sees it. That it sees
// another one was said already.
func (r *judged) addDangers(other judged) {
	findings, imports := map[string]bool{}, map[Import]bool{}
	for _, f := range r.findings {
		findings[f.Message] = true
	}
	for _, i := range r.imports {
		imports[i] = true
	}
	for _, f := range other.findings {
		if rule, _ := spec.Lookup(f.Rule); rule.Kind == spec.Security && rule.Level == spec.Must && !findings[f.Message] {
			r.findings = append(r.findings, f)
		}
	}
	sortFindings(r.findings)
	for _, i := range other.imports {
		if !imports[i] {
			r.imports = append(r.imports, i)
		}
	}
	r.incomplete = cmp.Or(r.incomplete, other.incomplete)
	if r.err == nil {
		r.err = other.err
	}
}

// memberContent looks at the bytes of a member as at a file of their own, and at what the archive
// says of them.
func (w *walk) memberContent(m *zipMember, out *Member) (incomplete string, err error) {
	if strings.HasSuffix(m.central.name, "/") {
		return "", nil // zip-directory-entry
	}
	switch m.central.method {
	case methodStored, methodDeflate:
	default:
		return "", nil // zip-method
	}
	outer := w.source
	stored, full := m.central.method == methodStored, w.opt.depth() == Full
	unequal := stored && m.central.packed != m.central.unpacked
	doubtful := m.broken || unequal || m.encrypted() // how long the data are
	if unequal && !m.broken {
		w.report("zip-size", m.central.at+20, 8, "", "member is stored with %d bytes, and said to have %d", m.central.packed, m.central.unpacked)
	}
	if stored && !full {
		n := int64(m.central.packed)
		if m.broken {
			n = max(0, m.end-m.data)
		}
		w.source = source{ra: io.NewSectionReader(outer.ra, m.data, n), size: n}
		incomplete, err = w.sniffMember(m, out)
		if doubtful {
			w.dropLength(0)
		}
		return incomplete, err
	}
	c := w.open(m)
	defer c.close()
	c.sum = full
	w.source = source{r: c, size: unknownSize}
	if !full && m.central.unpacked < 1<<62 && !m.broken {
		w.source.size = int64(m.central.unpacked)
	}
	findings := len(w.findings)
	if incomplete, err = w.sniffMember(m, out); err != nil {
		return "", err
	}
	if full {
		if _, err := w.discard(c); err != nil {
			return "", err
		}
	}
	// What the member lacks at its end, or has behind it, is the fault of the archive.
	if doubtful || c.corrupt != nil || full && (c.more || c.left > 0) {
		w.dropLength(findings)
	}
	if !doubtful && (full || c.corrupt != nil) {
		w.finish(m, c)
	}
	w.ratio(m, out, c)
	return incomplete, nil
}

// sniffMember finds out what a member is and checks it if it is an array.
func (w *walk) sniffMember(m *zipMember, out *Member) (incomplete string, err error) {
	if err := w.read(firstRead); err != nil {
		return "", err
	}
	name := out.Name
	npy := strings.HasSuffix(name, ".npy")
	at, n := m.nameAt(), int64(len(m.central.name))
	if len(w.head) < len(magic) || !hasMagic(w.head) {
		return "", w.noArray(m, npy)
	}
	if !npy && name != "" {
		w.report("npz-name-suffix", at, n, "", "member holds an array, but its name does not end with .npy")
	}
	if absolute, parent := leadsOut(name); strings.Contains(name, "/") && !absolute && !parent {
		w.report("npz-name-nested", at, n, "", "member is in a folder")
	}
	report := &Report{}
	complete, err := w.prefix(report)
	if err != nil || !complete {
		return report.Incomplete, err
	}
	w.header()
	if err := w.data(); err != nil {
		return "", err
	}
	out.Array = w.array.export()
	return "", nil
}

// noArray tells what a member without the magic string is. What it is and what its name promises are two
// questions: a new name doesn't make a pickle harmless.
func (w *walk) noArray(m *zipMember, npy bool) error {
	if m.encrypted() {
		return nil
	}
	archive, pickle := isArchive(w.head), barePickle(w.head)
	at, n := m.nameAt(), int64(len(m.central.name))
	switch {
	case archive:
		w.report("npz-member-archive", at, n, "", "member is a zip archive, which npycheck doesn't open")
	case pickle:
		w.report("npz-member-pickle", at, n, "", "member is a pickle, which can run any code when it is loaded")
	case !npy:
		w.report("npz-member-not-npy", at, n, "", "member is no array")
	}
	if npy {
		w.report("npz-member-without-magic", at, n, "", "member begins with %s and is no .npy file: np.load returns its bytes", hexBytes(w.head[:min(len(w.head), len(magic))]))
	}
	if pickle && w.opt.depth() != Header {
		return w.bare()
	}
	return nil
}

// dropLength takes back what was said of missing and surplus bytes since the given finding.
func (w *walk) dropLength(from int) {
	kept := w.findings[:from]
	for _, f := range w.findings[from:] {
		switch f.Rule {
		case "prefix-too-short", "prefix-header-truncated", "data-truncated", "data-trailing",
			"pickle-missing", "pickle-truncated", "pickle-trailing":
			continue
		case "npz-member-without-magic":
			if len(w.head) < len(magic) {
				continue
			}
		}
		kept = append(kept, f)
	}
	w.findings = kept
}

// ratio warns of a member that inflates out of all proportion, unless its array is that large.
func (w *walk) ratio(m *zipMember, out *Member, c *content) {
	const most, from, possible = 200, 64 << 20, 1032
	unpacked := m.central.unpacked
	switch {
	case w.opt.depth() == Full:
		unpacked = c.read
	case m.broken || m.encrypted() || unpacked/possible > max(m.central.packed, 1):
		return // the headers don't tell
	}
	if m.central.method != methodDeflate || unpacked < from || unpacked/most < max(m.central.packed, 1) {
		return
	}
	if a := out.Array; a != nil && unpacked <= uint64(a.DataOffset+a.DataBytes) {
		return
	}
	w.report("zip-ratio", m.data, m.end-m.data, "", "member inflates from %d bytes to %d, more than its header accounts for", m.central.packed, unpacked)
}
