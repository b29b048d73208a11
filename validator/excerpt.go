package validator

// Excerpt is the bytes around the start of a finding, for a hex dump: at most two rows of 16 bytes, the first of them
// the row with the first byte concerned, or the last row if the finding is at the end of the file. Streams and
// compressed members can't be read twice; excerpts show only their header, first 4 KiB, last 256 bytes and wrong
// values.
type Excerpt struct {
	Offset int64  // of the first byte, a multiple of 16; it has the base of the finding's offset
	Bytes  string // at most 32
}

const (
	excerptRow  = 16
	excerptRows = 2
)

// excerptRange returns the range of the excerpt for a place. Size bytes are known; more may follow them unless whole
// is set.
func excerptRange(offset, size int64, whole bool) (start, n int64, ok bool) {
	if !whole {
		size -= size % excerptRow // the end of the last row is unknown
	}
	if offset < 0 || offset > size || offset == size && !whole {
		return 0, 0, false
	}
	start = offset - offset%excerptRow
	if start == size {
		start = max(0, start-excerptRow)
	}
	return start, min(size-start, excerptRows*excerptRow), true
}

// excerptAt returns the excerpt for a place, as excerptRange has it. Read fills b with the bytes at an offset, as far
// as they exist.
func excerptAt(offset, size int64, whole bool, read func(b []byte, at int64) int) Excerpt {
	start, n, ok := excerptRange(offset, size, whole)
	if !ok {
		return Excerpt{}
	}
	b := make([]byte, n)
	if b = b[:read(b, start)]; int64(len(b)) < offset-start {
		return Excerpt{}
	}
	return Excerpt{start, string(b)}
}

// excerptOf is excerptAt for bytes in memory.
func excerptOf(b []byte, whole bool, offset int64) Excerpt {
	start, n, ok := excerptRange(offset, int64(len(b)), whole)
	if !ok {
		return Excerpt{}
	}
	return Excerpt{start, string(b[start : start+n])}
}
