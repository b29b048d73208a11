// Package inflate decompresses deflate streams (RFC 1951), and says exactly what is wrong with one.
//
// It accepts what zlib accepts, and so what Python's zipfile and NumPy read, bit by bit: of a stream that is cut it
// returns everything that its last bits stand for. zlib rejects a code that is incomplete, unless it is that of
// literals and lengths or that of distances and has at most one symbol, of one bit; a block without a code for its end;
// more than 286 codes of literals and lengths or 30 of distances; and the symbols 286, 287, 30 and 31 of fixed codes.
// libdeflate accepts some of these, and compress/flate a block without end and a code of lengths with one symbol.
package inflate

import (
	"bufio"
	"sync"
)

// fewest is how many bytes are decompressed at first. Then it is twice as many each time.
const fewest = 1 << 10

// Reader decompresses a stream. It takes 150 KB of memory, however long the stream is.
type Reader struct {
	decoder
	from  int // the bytes of out from here on are what Read returns next
	quota int // of bytes to decompress at once
}

var closed = sync.Pool{New: func() any { return new(Reader) }}

// NewReader returns a Reader of the stream that src begins with; src has a buffer of at least 24 bytes. Once Read has
// returned [io.EOF], src continues after the stream. The caller closes the Reader.
func NewReader(src *bufio.Reader) *Reader {
	r := closed.Get().(*Reader)
	r.input = input{src: src}
	r.number, r.last, r.state, r.err = 0, false, atHeader, nil
	r.from, r.to, r.quota = 0, 0, fewest
	return r
}

// Close makes the memory available to another Reader.
func (r *Reader) Close() error {
	r.input = input{}
	closed.Put(r)
	return nil
}

// Read returns decompressed bytes, and with the last of them [io.EOF], a [*Fault] or the error of the source.
func (r *Reader) Read(p []byte) (int, error) {
	if r.from == r.to && r.err == nil {
		r.decompress()
	}
	n := copy(p, r.out[r.from:r.to])
	r.from += n
	if r.from < r.to {
		return n, nil
	}
	return n, r.err
}

// decompress makes more bytes available, or an error.
func (r *Reader) decompress() {
	if r.to >= full {
		r.to = copy(r.out[:], r.out[r.to-window:r.to])
		r.from = r.to
	}
	until := min(r.to+r.quota, full)
	r.quota = min(2*r.quota, room)
	for r.err == nil && r.to < until {
		switch r.state {
		case atHeader:
			r.header()
		case inStored:
			r.stored(until)
		case inCodes:
			r.fast(until)
			if r.to < until {
				r.step()
			}
		}
	}
	if r.err != nil {
		r.release()
	}
}
