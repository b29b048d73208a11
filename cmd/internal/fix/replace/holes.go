package replace

import (
	"bytes"
	"io"
	"os"
)

// hole is the size of the blocks of zeros that are left out, in bytes: that of a block of most file systems.
const hole = 4096

// Holes writes a file and leaves out blocks of zeros, which then take no room on the disk. Finish has to be called
// after the last write.
type Holes struct {
	File    *os.File
	at, end int64
}

// Write writes bytes, unless they are zeros after the end of what was written.
func (h *Holes) Write(p []byte) (int, error) {
	written := 0
	for len(p) > 0 {
		n := min(len(p), hole-int(h.at%hole))
		if h.at < h.end || len(bytes.TrimLeft(p[:n], "\x00")) > 0 {
			if m, err := h.File.WriteAt(p[:n], h.at); err != nil {
				return written + m, err
			}
		}
		h.at += int64(n)
		h.end = max(h.end, h.at)
		written, p = written+n, p[n:]
	}
	return written, nil
}

// Seek moves to an offset from the start, or from where the last write ended.
func (h *Holes) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += h.at
	case io.SeekEnd:
		offset += h.end
	}
	if offset < 0 {
		return 0, os.ErrInvalid
	}
	h.at = offset
	return offset, nil
}

// Finish gives the file its length.
func (h *Holes) Finish() error { return h.File.Truncate(h.end) }
