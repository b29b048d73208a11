package plane

import "io"

// blockSize is how much is read at once, in bytes.
const blockSize = 64 << 10

// blocks reads elements from the block that was read last, if they are in it.
type blocks struct {
	r    io.ReaderAt
	at   int64
	have []byte
	last int64 // where the element was that was read last
}

// read fills b from an offset on.
func (s *blocks) read(b []byte, at int64) error {
	size := int64(len(b))
	if size == 0 {
		return nil
	}
	near := s.have == nil || max(at-s.last, s.last-at) < blockSize
	s.last = at
	if at < s.at || at+size > s.at+int64(len(s.have)) {
		if !near || size >= blockSize {
			return readFull(s.r, b, at)
		}
		block := make([]byte, blockSize)
		n, err := s.r.ReadAt(block, at)
		if s.at, s.have = at, block[:n]; int64(n) < size {
			return unexpected(err)
		}
	}
	copy(b, s.have[at-s.at:])
	return nil
}

func readFull(r io.ReaderAt, b []byte, at int64) error {
	if n, err := r.ReadAt(b, at); n < len(b) {
		return unexpected(err)
	}
	return nil
}

func unexpected(err error) error {
	if err == io.EOF || err == nil {
		return io.ErrUnexpectedEOF
	}
	return err
}
