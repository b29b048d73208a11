package validator

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/fault"
	"github.com/npycheck/npycheck/validator/internal/quote"
)

// parallelAt is the number of bytes in the members of an archive from which on it pays to share them
// among several goroutines.
const parallelAt = 1 << 20

// What is held at a time, however many goroutines there are.
const (
	maxWaiting = 256     // members that were judged and wait for one in front of them
	maxHeld    = 4 << 20 // bytes that these take, about
	longHeader = 1 << 14 // bytes of a header from which on it is parsed when it is its turn
)

// maxDTypes bounds the bytes that the dtypes and shapes in a report take, about: long ones deflate to
// next to nothing.
const maxDTypes = 8 << 20

// judged is what came of one member.
type judged struct {
	member         Member
	faults         []fault.Fault
	omitted        map[spec.ID]int
	imports        []Import
	importsOmitted int
	incomplete     string // why the member was not checked to its end
	err            error
}

// weight is the number of bytes that it takes, about.
func (r *judged) weight() (n int64) {
	if r.member.Array != nil {
		n = r.member.Array.weight()
	}
	for i := range r.faults {
		n += int64(128 + len(r.faults[i].Message) + len(r.faults[i].Pointer))
	}
	for i := range r.imports {
		n += int64(64 + len(r.imports[i].Module) + len(r.imports[i].Name))
	}
	return n
}

// weight is the number of bytes that the array takes beyond those of a usual one, about.
func (a *Array) weight() int64 { return 8*int64(max(0, len(a.Shape)-8)) + dtypeWeight(&a.DType) }

func dtypeWeight(t *spec.DType) int64 {
	n := 8 * int64(len(t.Shape))
	for i := range t.Fields {
		f := &t.Fields[i]
		n += 128 + int64(len(f.Name)+len(f.Title)) + dtypeWeight(&f.Type)
	}
	if t.Base != nil {
		n += 80 + dtypeWeight(t.Base)
	}
	return n
}

// queue hands the members of an archive to several goroutines, and takes what came of them in the
// order of the members, so that a report doesn't depend on who was faster.
type queue struct {
	w       *walk
	members []zipMember
	report  *Report

	mu      sync.Mutex
	moved   *sync.Cond
	next    int             // the member to be judged
	waiting map[int]*judged // for one in front of them
	held    int64           // weight of these
	dtypes  int64           // weight of the arrays in the report
	err     error
}

// judgeMembers checks what the members from the given one on hold (clauses npz-5.2 and npz-5.5),
// several at a time. The report has those in front of them.
func (w *walk) judgeMembers(a *archive, report *Report, from int) error {
	packed := uint64(0)
	for i := from; i < len(a.members); i++ {
		m := &a.members[i]
		m.skipped = m.found && !a.spend(m.end-m.data)
		if m.other != nil {
			m.other.skipped = m.skipped || !a.spend(m.other.end-m.data)
		}
		packed += m.central.packed
	}
	workers := 1
	if w.opt.depth() == Full && packed >= parallelAt {
		workers = min(runtime.GOMAXPROCS(0), len(a.members)-from)
	}
	q := &queue{w: w, members: a.members, report: report, next: from, waiting: map[int]*judged{}}
	q.moved = sync.NewCond(&q.mu)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i, ok := q.take(); ok; i, ok = q.take() {
				turn := func() { q.await(i) }
				r := w.judge(i, &a.members[i], turn)
				if other := a.members[i].other; other != nil {
					r.addDangers(w.judge(i, other, turn))
				}
				q.put(i, &r)
			}
		})
	}
	wg.Wait()
	return q.err
}

// take returns the next member to be judged, once there is room for what comes of it.
func (q *queue) take() (i int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.err == nil && (len(q.waiting) >= maxWaiting || q.held >= maxHeld) {
		q.moved.Wait()
	}
	if q.err != nil || q.next == len(q.members) {
		return 0, false
	}
	q.next++
	return q.next - 1, true
}

// await waits until all members in front of one are done. What takes much memory, a long header or a
// pickle, does so: it isn't there twice, and what comes of it needn't wait.
func (q *queue) await(i int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.err == nil && len(q.report.Members) < i {
		q.moved.Wait()
	}
}

// put keeps what came of a member until it is its turn in the report.
func (q *queue) put(i int, r *judged) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting[i] = r
	q.held += r.weight()
	for q.err == nil {
		r := q.waiting[len(q.report.Members)]
		if r == nil {
			break
		}
		delete(q.waiting, len(q.report.Members))
		q.held -= r.weight()
		q.add(r)
	}
	q.moved.Broadcast()
}

// add adds what came of a member to the report.
func (q *queue) add(r *judged) {
	if q.err = r.err; q.err != nil {
		return
	}
	w := q.w
	for _, f := range r.faults {
		if w.faults.Full() {
			w.faults.Omit(f.Rule, 1)
			continue
		}
		w.faults.Kept = append(w.faults.Kept, f)
	}
	for rule, n := range r.omitted {
		w.faults.Omit(rule, n)
	}
	keep := min(len(r.imports), maxImports-len(w.imports))
	w.imports = append(w.imports, r.imports[:keep]...)
	w.importsOmitted += r.importsOmitted + len(r.imports) - keep
	if r.incomplete != "" {
		q.report.Incomplete = fmt.Sprintf("member %s: %s", quote.String(r.member.Name), r.incomplete)
	}
	if a := r.member.Array; a != nil {
		if n := a.weight(); q.dtypes+n <= maxDTypes {
			q.dtypes += n
		} else {
			r.member.Array = nil
			q.report.Incomplete = fmt.Sprintf("dtypes of the members take more than %d bytes, and those of the rest are not listed", maxDTypes)
		}
	}
	q.report.Members = append(q.report.Members, r.member)
}

// judge checks one member, the ith of the report, in a walk of its own.
func (w *walk) judge(i int, m *zipMember, turn func()) (out judged) {
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
	inner.ctx, inner.opt, inner.member, inner.ordinal, inner.inside = w.ctx, w.opt, out.member.Name, i+1, true
	inner.faults.Max = w.opt.maxFindings()
	inner.source, inner.idle, inner.turn = w.source, w.idle, turn
	out.incomplete, out.err = inner.memberContent(m, &out.member)
	for i := range inner.faults.Kept {
		f := &inner.faults.Kept[i]
		f.Member, f.Name = inner.ordinal, inner.member
	}
	if !out.member.Stored {
		inner.keepExcerpts()
	}
	sortFaults(inner.faults.Kept)
	out.faults, out.omitted = inner.faults.Kept, inner.faults.Omitted
	out.imports, out.importsOmitted = inner.imports, inner.importsOmitted
	out.incomplete = cmp.Or(out.incomplete, inner.incomplete)
	return out
}

// addDangers adds what is dangerous in the same member as a reader of streams sees it. That it sees
// another one was said already.
func (r *judged) addDangers(other judged) {
	findings, imports := map[string]bool{}, map[Import]bool{}
	for _, f := range r.faults {
		findings[f.Message] = true
	}
	for _, i := range r.imports {
		imports[i] = true
	}
	for _, f := range other.faults {
		if rule := f.Rule.Rule(); rule.Kind == spec.Security && rule.Level == spec.Must && !findings[f.Message] {
			r.faults = append(r.faults, f)
		}
	}
	sortFaults(r.faults)
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
