package inflate

import (
	"bufio"
	"encoding/binary"
	"io"
)

// reach is how many bytes of the input one step of the fast loop may load.
const reach = 24

// input reads a stream bit by bit, from the lowest bit of each byte. It takes nothing after the stream from src.
type input struct {
	src    *bufio.Reader
	begin  int64  // offset in the stream of chunk
	chunk  []byte // what src has
	at     int    // how much of that was loaded into bits
	bits   uint64 // what comes next; above the loaded ones are zeros or the bits that come after them
	loaded uint   // of bits, less than 64
	ended  bool   // src has no more than chunk
	err    error  // of src
}

// position returns the offset of the next bit in the stream, in bits.
func (s *input) position() int64 { return 8*(s.begin+int64(s.at)) - int64(s.loaded) }

// unload gives back whole bytes that were loaded.
func (s *input) unload() {
	s.at -= int(s.loaded / 8)
	s.loaded %= 8
}

// align drops the rest of a byte.
func (s *input) align() {
	s.unload()
	s.bits, s.loaded = 0, 0
}

// release leaves to src what was not read.
func (s *input) release() {
	s.unload()
	s.src.Discard(s.at)
	s.begin += int64(s.at)
	s.chunk, s.at = nil, 0
}

// more makes chunk have at least reach bytes that are not loaded, unless the stream ends before.
func (s *input) more() {
	if s.ended {
		return
	}
	s.release()
	b, err := s.src.Peek(reach)
	if err == nil {
		b, _ = s.src.Peek(s.src.Buffered())
	}
	s.chunk, s.ended = b, err != nil
	if err != io.EOF {
		s.err = err
	}
}

// load loads at least 56 bits, or all that are left.
func (s *input) load() {
	if len(s.chunk)-s.at < 8 {
		s.more()
	}
	if b := s.chunk[s.at:]; len(b) >= 8 {
		s.bits |= binary.LittleEndian.Uint64(b) << (s.loaded & 63)
		s.at += int(63-s.loaded) / 8
		s.loaded |= 56
		return
	}
	for ; s.loaded < 56 && s.at < len(s.chunk); s.at++ {
		s.bits |= uint64(s.chunk[s.at]) << (s.loaded & 63)
		s.loaded += 8
	}
}

// take returns the next n bits, which are loaded.
func (s *input) take(n uint) int {
	v := s.bits & (1<<n - 1)
	s.bits >>= n & 63
	s.loaded -= n
	return int(v)
}

// seek continues at a later offset in chunk, in bits. It is negative within the byte before chunk.
func (s *input) seek(at int) {
	if at < 0 {
		s.take(uint(at - 8*s.at + int(s.loaded)))
		return
	}
	s.at, s.bits, s.loaded = at/8, 0, 0
	if n := uint(at % 8); n > 0 {
		s.bits, s.loaded = uint64(s.chunk[s.at]>>n), 8-n
		s.at++
	}
}
