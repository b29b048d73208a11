package validator

import (
	"bufio"
	"sync"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/literal"
)

// walk is the state of one check, which reads the file front to back. Its methods are in the files
// named after the areas of the rules.
type walk struct {
	input

	steady  steady        // what ra is, of a file
	member  string        // name of the .npz member that findings are about
	ordinal int           // of the member whose content is walked, counted from 1
	scanned *bufio.Reader // the data at depth Full
	faults  finding.List
	imports imports
	shown   int // faults of arrays before this one

	layout layout
	text   []byte // the header text, within head
	lit    literal.Tree
	array  headerArray
}

// headerArray is what the header says, as far as it is known.
type headerArray struct {
	dtype    spec.DType
	shape    []int64
	fortran  bool
	known    bool  // all of the above, and bytes
	disputed bool  // two keys differ in what the data is
	slip     slip  // where the header seems to end
	early    bool  // the data begins inside the header by its length field, as was reported
	objects  bool  // the data is a pickle
	bytes    int64 // element count × itemsize
	layout   layout
	loading  loading
}

// export returns the array for the report, or nil if the header can't be understood.
func (a *headerArray) export() *Array {
	if !a.known {
		return nil
	}
	shape := a.shape
	if cap(shape) <= maxPooled {
		shape = append([]int64{}, shape...)
	}
	var special *loading
	if a.loading != (loading{}) {
		l := a.loading
		special = &l
	}
	return &Array{
		loading:      special,
		Version:      a.layout.version,
		DType:        a.dtype,
		Shape:        shape,
		FortranOrder: a.fortran,
		DataOffset:   a.layout.total(),
		DataBytes:    a.bytes,
	}
}

// maxPooled is the largest capacity, in bytes or nodes, of a buffer that a pooled walk keeps.
const maxPooled = 1 << 14

// maxPooledFaults is the same for faults.
const maxPooledFaults = 64

// pooled walks keep their buffers, so that a check of a common header allocates nothing.
var pool = sync.Pool{New: func() any { return &walk{input: input{head: make([]byte, 0, firstRead)}} }}

func (w *walk) release() {
	head, lit := w.head, w.lit
	if cap(head) > maxPooled || cap(head) < firstRead { // shared by all arrays of a file
		head = make([]byte, 0, firstRead)
	}
	lit.Reset(maxPooled)
	dims := w.array.shape
	if cap(dims) > maxPooled {
		dims = nil
	}
	if w.scanned != nil {
		w.scanned.Reset(nil)
	}
	kept := w.faults.Kept
	if cap(kept) > maxPooledFaults {
		kept = nil
	}
	clear(kept)
	start, end := w.once.start, w.once.end
	*w = walk{input: input{head: head[:0], scratch: w.scratch, once: once{start: start[:0], end: end[:0]}}, lit: lit, scanned: w.scanned}
	w.array.shape = dims[:0]
	w.faults.Kept = kept[:0]
	pool.Put(w)
}

// reportEnd adds a finding about n bytes at the offset at of the array that are missing or surplus at the end, unless
// the writer isn't to blame for that.
func (w *walk) reportEnd(rule spec.ID, at, n int64, format string, args ...any) {
	if w.doubtful == nil || !w.doubtful() {
		w.faults.Addf(rule, at, n, "", format, args...)
	}
}

// tracer returns one for the array at start, or nil if nobody listens.
func (w *walk) tracer() *tracer {
	if w.opt == nil || w.opt.Trace == nil {
		return nil
	}
	common := Region{Offset: w.faults.Base, Array: w.faults.Array, Member: NoMember}
	if w.inside {
		common.Base, common.Member, common.MemberName = BaseContent, w.ordinal-1, w.member
	}
	return &tracer{w.opt.Trace, common}
}
