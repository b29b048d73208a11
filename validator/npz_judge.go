package validator

import (
	"cmp"
	"fmt"
	"runtime"
	"sync"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/zip"
)

// parallelAt is the total size of an archive's members above which several goroutines pay off.
const parallelAt = 1 << 20

// Limits on memory, independent of the number of goroutines.
const (
	maxWaiting = 256     // judged members that wait for an earlier one
	maxHeld    = 4 << 20 // bytes that these take, approximately
)

// maxDTypes roughly bounds the bytes of the dtypes and shapes in a report: long ones deflate to next to nothing.
const maxDTypes = 8 << 20

// queue hands the members of an archive to several goroutines, and collects the results in the
// order of the members, so that a report doesn't depend on scheduling.
type queue struct {
	w       *walk
	archive *zip.Archive
	report  *Report
	member  func(m *zip.Member, wait func()) *judgedMember
	after   []int64 // offsets of what follows deflate streams and shouldn't

	// The faults of the members, in two versions: if no member can be an array, that is one fault of the archive;
	// otherwise each member that isn't an array is reported.
	arrays        bool // a member can be an array
	plain, faults finding.List

	mu      sync.Mutex
	moved   *sync.Cond
	sound   int                   // members whose content is as the headers say
	next    int                   // the next member to be judged
	waiting map[int]*judgedMember // waiting for an earlier one
	held    int64                 // weight of these
	dtypes  int64                 // weight of the arrays in the report
	err     error
}

func newQueue(w *walk, a *zip.Archive, report *Report, member func(m *zip.Member, wait func()) *judgedMember) *queue {
	report.Members = make([]Member, 0, len(a.Members))
	q := &queue{w: w, archive: a, report: report, member: member, waiting: map[int]*judgedMember{}}
	q.faults.Max, q.plain.Max = w.faults.Max, w.faults.Max
	q.moved = sync.NewCond(&q.mu)
	return q
}

// judge checks the content of the members from the given one on (clauses npz-5.2 and npz-5.5), several at a time. The
// earlier ones are already in the report.
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
				wait := func() { q.await(i) }
				r := q.member(&members[i], wait)
				if other := members[i].Other; other != nil {
					r.addDangers(q.member(other, wait))
				}
				q.put(i, r)
			}
		})
	}
	wg.Wait()
	return q.err
}

// take returns the next member to be judged, once there is room for its result.
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

// await waits until all members before one are done. Members that take much memory, because of a
// long header or a pickle, call it: then there is only one at a time, and its result needn't wait.
func (q *queue) await(i int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.err == nil && len(q.report.Members) < i {
		q.moved.Wait()
	}
}

// put keeps the result of a member until it is its turn in the report.
func (q *queue) put(i int, r *judgedMember) {
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

// add adds the result of a member to the report.
func (q *queue) add(r *judgedMember) {
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
	if r.after > 0 {
		q.after = append(q.after, r.after)
	}
	w.imports.merge(&r.imports)
	if r.incomplete != "" && q.report.Incomplete == "" {
		q.report.Incomplete = fmt.Sprintf("member %s: %s", text.Quote(r.member.Name), r.incomplete)
	}
	if a := r.member.Array; a != nil {
		if n := a.weight(); q.dtypes+n <= maxDTypes {
			q.dtypes += n
		} else {
			r.member.Array = nil
			q.report.Incomplete = cmp.Or(q.report.Incomplete, fmt.Sprintf("dtypes of the members take more than %d bytes; the rest are not listed", maxDTypes))
		}
	}
	if r.sound && !r.member.Hidden {
		q.sound++
	}
	q.report.Members = append(q.report.Members, r.member)
}
