package validator

import "io"

// Excerpt is the bytes around the start of a finding, for a hex dump: at most two rows of 16 bytes, the first
// of them the row with the first byte concerned. If a file or a member ends with a row, and the finding
// is about the place after it, that is the row. Of a stream and of a compressed member, which can't be read a
// second time, there are only the header, the first 4 KiB, the last 256 bytes and wrong values of the data. An
// excerpt is the one thing that may differ between the reports of the same bytes as a file and as a stream.
type Excerpt struct {
	Offset int64  // of the first byte, a multiple of 16; it counts from what the offset of the finding counts from
	Bytes  string // at most 32
}

const (
	excerptRow  = 16
	excerptRows = 2
)

// excerptAt returns the excerpt for a place in bytes of which size are known, and more may follow unless they are
// whole. Read fills b with the bytes at an offset, as far as there are any.
func excerptAt(offset, size int64, whole bool, read func(b []byte, at int64) int) Excerpt {
	if !whole {
		size -= size % excerptRow // nobody knows what the last row ends with
	}
	if offset < 0 || offset > size || offset == size && !whole {
		return Excerpt{}
	}
	start := offset - offset%excerptRow
	if start == size {
		start = max(0, start-excerptRow)
	}
	var b [excerptRows * excerptRow]byte
	n := read(b[:min(size-start, int64(len(b)))], start)
	if int64(n) < offset-start {
		return Excerpt{}
	}
	return Excerpt{start, string(b[:n])}
}

// excerptOf is excerptAt for the start of a file or of a member.
func excerptOf(start []byte, whole bool, offset int64) Excerpt {
	return excerptAt(offset, int64(len(start)), whole, func(b []byte, at int64) int { return copy(b, start[at:]) })
}

// The numbers of bytes at the start and at the end that are kept of what can be read only once.
const (
	maxStart = 4 << 10
	maxEnd   = 256
)

// once reads bytes that can't be read again, and keeps those that findings are likely to be about.
type once struct {
	r          io.Reader // nil for a source that can be read again
	start, end []byte
	n          int64 // bytes that were read
	whole      bool  // no more follow, as the end showed
}

// of returns a reader of r, with the buffers of an earlier one.
func (o *once) of(r io.Reader) io.Reader {
	*o = once{r: r, start: o.start[:0], end: o.end[:0]}
	return o
}

func (o *once) Read(p []byte) (int, error) {
	n, err := o.r.Read(p)
	o.n += int64(n)
	o.whole = err == io.EOF
	o.start = append(o.start, p[:min(n, maxStart-len(o.start))]...)
	last := p[max(0, n-maxEnd):n]
	if surplus := len(o.end) + len(last) - maxEnd; surplus > 0 {
		o.end = o.end[:copy(o.end, o.end[surplus:])]
	}
	o.end = append(o.end, last...)
	return n, err
}

// excerpt returns the excerpt for a place in what was read. Head has the first bytes, too; size is how many there
// are in all, if that is known.
func (o *once) excerpt(offset int64, head []byte, size int64) Excerpt {
	whole := o.whole || o.n == size
	if from := o.n - int64(len(o.end)); offset-2*excerptRow >= from {
		return excerptAt(offset, o.n, whole, func(b []byte, at int64) int { return copy(b, o.end[at-from:]) })
	}
	start := o.start
	if len(head) > len(start) { // a long header
		start = head
	}
	return excerptOf(start, whole && int64(len(start)) == o.n, offset)
}
