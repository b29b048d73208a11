package validator

import "io"

// Excerpt is the bytes around the start of a finding, for a hex dump: at most two rows of 16 bytes, the first
// of them the row with the first byte concerned. If a file or a member ends with a row, and the finding
// is about the place after it, that is the row. There are no bytes of what can't be read a second time: of a
// stream only the header and the first 4 KiB can, and of a compressed member only the header. An
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
func excerptOf(head []byte, whole bool, offset int64) Excerpt {
	return excerptAt(offset, int64(len(head)), whole, func(b []byte, at int64) int { return copy(b, head[at:]) })
}

// maxStart is the number of bytes of a stream that are kept.
const maxStart = 4 << 10

// keptStart keeps the first bytes of a stream.
type keptStart struct {
	r     io.Reader
	start []byte
	more  bool // bytes follow that are not kept
	end   bool // it was read to its end
}

func (k *keptStart) Read(p []byte) (int, error) {
	n, err := k.r.Read(p)
	room := min(n, maxStart-len(k.start))
	k.start = append(k.start, p[:room]...)
	k.more = k.more || room < n
	k.end = k.end || err == io.EOF
	return n, err
}

// whole reports whether nothing of the stream is missing.
func (k *keptStart) whole() bool { return k.end && !k.more }
