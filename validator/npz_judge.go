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
	"github.com/npycheck/npycheck/validator/internal/zip"
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
	member     Member
	noArray    bool  // it is something else, and its name doesn't say otherwise
	notNpy     bool  // that is to be remarked on, unless no member is an array
	behind     int64 // offset of what follows its deflate stream and shouldn't, or 0
	faults     fault.List
	imports    imports
	incomplete string // why the member was not checked to its end
	err        error
}

// weight is the number of bytes that it takes, about.
func (r *judged) weight() (n int64) {
	if r.member.Array != nil {
		n = r.member.Array.weight()
	}
	for i := range r.faults.Kept {
		n += int64(128 + len(r.faults.Kept[i].Message) + len(r.faults.Kept[i].Pointer))
	}
	for i := range r.imports.listed {
		n += int64(64 + len(r.imports.listed[i].Module) + len(r.imports.listed[i].Name))
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
	archive *zip.Archive
	report  *Report
	behind  []int64 // offsets of what follows deflate streams and shouldn't

	// What is wrong with the members, as it is if no member can be an array, which is one fault of the
	// archive, and as it is otherwise, with a remark on each that is none.
	arrays        bool // a member can be an array
	plain, faults fault.List

	mu      sync.Mutex
	moved   *sync.Cond
	next    int             // the member to be judged
	waiting map[int]*judged // for one in front of them
	held    int64           // weight of these
	dtypes  int64           // weight of the arrays in the report
	err     error
}

func newQueue(w *walk, a *zip.Archive, report *Report) *queue {
	report.Members = make([]Member, 0, len(a.Members))
	q := &queue{w: w, archive: a, report: report, waiting: map[int]*judged{}}
	q.faults.Max, q.plain.Max = w.faults.Max, w.faults.Max
	q.moved = sync.NewCond(&q.mu)
	return q
}

// judge checks what the members from the given one on hold (clauses npz-5.2 and npz-5.5), several at a
// time. The report has those in front of them.
func (q *queue) judge(from int) error {
	members := q.archive.Members
	packed := uint64(0)
	for i := from; i < len(members); i++ {
		packed += members[i].Packed()
	}
	workers := 1
	if q.w.opt.depth() == Full && packed >= parallelAt {
		workers = min(runtime.GOMAXPROCS(0), len(members)-from)
	}
	q.next = from
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i, ok := q.take(); ok; i, ok = q.take() {
				turn := func() { q.await(i) }
				r := q.judgeMember(&members[i], turn)
				if other := members[i].Other; other != nil {
					r.addDangers(q.judgeMember(other, turn))
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
	if q.err != nil || q.next == len(q.archive.Members) {
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
	q.arrays = q.arrays || !r.noArray
	if !q.arrays {
		q.plain.Merge(&r.faults)
	}
	if r.notNpy {
		r.remark(&q.archive.Members[len(q.report.Members)])
	}
	q.faults.Merge(&r.faults)
	if r.behind > 0 {
		q.behind = append(q.behind, r.behind)
	}
	w.imports.merge(&r.imports)
	if r.incomplete != "" {
		q.report.Incomplete = fmt.Sprintf("member %s: %s", quote.String(r.member.Name), r.incomplete)
	}
	if a := r.member.Array; a != nil {
		if n := a.weight(); q.dtypes+n <= maxDTypes {
			q.dtypes += n
		} else {
			r.member.Array = nil
			q.report.Incomplete = fmt.Sprintf("dtypes of the members take more than %d bytes; the rest are not listed", maxDTypes)
		}
	}
	q.report.Members = append(q.report.Members, r.member)
}

// judgeMember checks one member in a walk of its own.
func (q *queue) judgeMember(m *zip.Member, turn func()) (out judged) {
	out.member = Member{
		Name:   m.Name(),
		Offset: -1,
		Size:   int64(min(m.Unpacked(), math.MaxInt64)),
		Stored: m.Stored(),
	}
	out.member.Key = strings.TrimSuffix(out.member.Name, ".npy")
	if !m.Found {
		return out
	}
	out.member.Offset = m.Data
	if m.Skipped {
		return out
	}
	inner := pool.Get().(*walk)
	defer inner.release()
	inner.ctx, inner.opt, inner.inside, inner.turn = q.w.ctx, q.w.opt, true, turn
	inner.member, inner.ordinal = out.member.Name, m.Number
	inner.faults.Max = inner.opt.maxFindings()
	out.err = (&memberWalk{inner, m, &out}).content(q.archive)
	for i := range inner.faults.Kept {
		f := &inner.faults.Kept[i]
		f.Member, f.Name = inner.ordinal, inner.member
	}
	if !out.member.Stored {
		inner.keepExcerpts(inner.faults.Kept)
	}
	out.faults = inner.faults
	out.faults.Sort()
	out.imports = inner.imports
	out.incomplete = cmp.Or(out.incomplete, inner.incomplete)
	return out
}

// remark says that the member is no array.
func (r *judged) remark(m *zip.Member) {
	at, n := m.NameRange()
	r.faults.Add(fault.Fault{Rule: spec.NpzMemberNotNpy, Offset: at, Length: n, Member: m.Number, Name: m.Name()}, "member is not an array")
	r.faults.Sort()
}

// addDangers adds what is dangerous in the same member as a reader of streams sees it. That it sees
// another one was said already.
func (r *judged) addDangers(other judged) {
	r.faults.MergeNew(&other.faults, func(id spec.ID) bool {
		rule := id.Rule()
		return rule.Kind == spec.Security && rule.Level == spec.Must
	})
	r.faults.Sort()
	r.imports.mergeNew(&other.imports)
	r.incomplete = cmp.Or(r.incomplete, other.incomplete)
	if r.err == nil {
		r.err = other.err
	}
}
