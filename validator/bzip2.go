package validator

import (
	"bufio"
	"compress/bzip2"
	"io"
)

// bzip2Reader reads one bzip2 stream. Package bzip2 reads past the end, and continues if another stream follows. To
// Python, nothing after the first stream is part of the member.
type bzip2Reader struct {
	r   io.Reader
	src oneStream
	err error
}

func newBzip2Reader(data *bufio.Reader, size uint64, _ uint16) io.ReadCloser {
	b := &bzip2Reader{src: oneStream{data: data, level: levelFor(size)}}
	b.r = bzip2.NewReader(&b.src)
	return b
}

// errRandomized is the error for blocks of a kind that libbz2 still reads.
const errRandomized = bzip2.StructuralError("deprecated randomized files")

func (b *bzip2Reader) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.r.Read(p)
	switch {
	case err == errRandomized:
		err = DecompressorLimit("bzip2 blocks of versions before 0.9.5 are not decompressed")
	case err != nil && b.src.ended && b.src.held > 0: // the error is about what follows the stream
		err = io.EOF
	}
	b.err = err
	return n, err
}

func (b *bzip2Reader) Close() error { return nil }

// levelFor returns the lowest level whose blocks have room for content of a size. Package bzip2 allocates a whole block
// for each stream, 3.6 MB at level 9. In a block, 4 bytes become 5 at most.
func levelFor(size uint64) byte {
	const block = 100_000
	return byte('1' + min(size/4*5/block, 8))
}

// levelAt is the offset of the level in a stream.
const levelAt = 3

// maxAsked is the number of bytes after a stream in which package bzip2 looks for the header of another one.
const maxAsked = 4

// oneStream reads the bytes of a stream one by one. Those after what looks like its end stay in data until it is clear
// that it wasn't the end.
type oneStream struct {
	data   *bufio.Reader
	level  byte   // the highest level that the stream's header may have
	read   int    // bytes of the header that were read
	hi, lo uint64 // the last 16 bytes
	ended  bool   // the stream may have ended, before held bytes
	held   int
}

func (s *oneStream) ReadByte() (byte, error) {
	if !s.ended {
		c, err := s.data.ReadByte()
		if err == nil {
			s.hi, s.lo = s.hi<<8|s.lo>>56, s.lo<<8|uint64(c)
			s.ended = s.end()
			if s.read <= levelAt {
				c = s.header(c)
			}
		}
		return c, err
	}
	b, err := s.data.Peek(max(maxAsked, s.held+1))
	if s.held == 0 && len(b) >= maxAsked && string(b[:3]) == "BZh" && '1' <= b[3] && b[3] <= '9' {
		return 0, io.EOF
	}
	if len(b) <= s.held {
		return 0, err
	}
	s.held++
	if s.held > maxAsked {
		s.data.Discard(s.held)
		s.ended, s.held = false, 0
		return b[maxAsked], nil
	}
	return b[s.held-1], nil
}

// header returns the next byte of the header, with no higher level than needed.
func (s *oneStream) header(c byte) byte {
	s.read++
	if s.read > levelAt && c <= '9' {
		return min(c, s.level)
	}
	return c
}

// end reports whether the last bytes are the mark of the end, a checksum, and up to seven bits to the end of the byte.
func (s *oneStream) end() bool {
	const mark, checksum = 0x177245385090, 32
	for unused := range 8 {
		if (s.lo>>(checksum+unused)|s.hi<<(64-checksum-unused))&(1<<48-1) == mark {
			return true
		}
	}
	return false
}

// Read satisfies the signature of bzip2.NewReader, which doesn't call it: it reads byte by byte if it can.
func (s *oneStream) Read(p []byte) (int, error) { return s.data.Read(p) }
