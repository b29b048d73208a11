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
	"fmt"
	"io"
	"sync"
)

const (
	window   = 32 << 10            // how many bytes a stream may refer back
	room     = 1 << 17             // bytes of output that are kept, those that may be referred to included
	maxMatch = 258                 // bytes
	slack    = 16                  // bytes that a copy may write after its end
	full     = room - maxMatch - 8 // there is no room for another step of the fast loop from here on
	fewest   = 1 << 10             // bytes that are decompressed at first; then twice as many each time
)

// Fault is what is wrong with a stream.
type Fault struct {
	Offset int64  // in the stream, in bytes, of the bits that are wrong, or that are missing
	Block  int    // counted from 1
	What   string // is wrong
	Cut    bool   // the stream ends too early
}

func (f *Fault) Error() string {
	return fmt.Sprintf("byte %d, in block %d: %s", f.Offset, f.Block, f.What)
}

// Unwrap returns [io.ErrUnexpectedEOF] for a stream that ends too early.
func (f *Fault) Unwrap() error {
	if f.Cut {
		return io.ErrUnexpectedEOF
	}
	return nil
}

// state is what comes next in the stream.
type state uint8

const (
	atHeader state = iota
	inStored
	inCodes
)

// Reader decompresses a stream. It takes 150 KB of memory, however long the stream is.
type Reader struct {
	input
	state state
	last  bool // this block is the last
	block int  // number of the block, from 1
	left  int  // bytes of an uncompressed block
	err   error

	codes *codes
	own   codes // of the block, if it has its own
	pre   [1 << preBits]entry

	out      [room + slack]byte
	from, to int // the bytes of out that Read returns next
	quota    int // of bytes to decompress at once
}

var closed = sync.Pool{New: func() any { return new(Reader) }}

// NewReader returns a Reader of the stream that src begins with. What follows the stream stays in src once Read has returned an error.
// The caller closes it.
func NewReader(src *bufio.Reader) *Reader {
	r := closed.Get().(*Reader)
	r.input = input{src: src}
	r.state, r.last, r.block, r.left, r.err = atHeader, false, 0, 0, nil
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
			if r.block > 0 && r.last {
				r.err = io.EOF
				break
			}
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

// stored copies bytes of an uncompressed block.
func (r *Reader) stored(until int) {
	if r.left == 0 {
		r.state = atHeader
		return
	}
	if r.at == len(r.chunk) {
		r.more()
		if r.at == len(r.chunk) {
			r.cut()
			return
		}
	}
	n := copy(r.out[r.to:min(until, r.to+r.left)], r.chunk[r.at:])
	r.at, r.to, r.left = r.at+n, r.to+n, r.left-n
}

// step decodes one symbol, with its distance if it is a length. Its bits may be the last ones.
func (r *Reader) step() {
	r.load()
	at := r.position()
	e := lookup(r.codes.lit[:], litBits, r.bits)
	switch {
	case e&literal != 0:
		if r.needs(uint(e & 0xff)) {
			r.take(uint(e & 0xff))
			r.out[r.to] = byte(e >> 16)
			r.to++
		}
		return
	case !r.needs(uint(e & 0xff)):
		return
	case e&endOfBlock != 0:
		r.take(uint(e & 0xff))
		r.state = atHeader
		return
	case e&special != 0:
		r.fail(at, "invalid code of a literal or length")
		return
	}
	length := r.value(e)
	at = r.position()
	e = lookup(r.codes.dist[:], distBits, r.bits)
	if !r.needs(uint(e & 0xff)) {
		return
	}
	if e&special != 0 {
		r.fail(at, "invalid code of a distance")
		return
	}
	distance := r.value(e)
	if distance > r.to {
		r.fail(at, "distance of %d after %d bytes", distance, r.to)
		return
	}
	for range length {
		r.out[r.to] = r.out[r.to-distance]
		r.to++
	}
}

// lookup returns the entry for the next bits.
func lookup(table []entry, indexed int, bits uint64) entry {
	e := table[bits&(1<<indexed-1)]
	if e&pointer != 0 {
		e = table[uint64(e>>16)+bits>>indexed&(1<<(e>>8&15)-1)]
	}
	return e
}

// value takes the bits of a length or a distance, and returns it.
func (r *Reader) value(e entry) int {
	r.take(uint(e >> 8 & 15))
	return int(e>>16) + r.take(uint(e&0xff-e>>8&15))
}

// needs reports whether the stream has n more bits. If not, it ends too early.
func (r *Reader) needs(n uint) bool {
	if !r.has(n) {
		r.cut()
		return false
	}
	return true
}

// cut ends a stream that lacks bits.
func (r *Reader) cut() {
	if r.err = r.input.err; r.err == nil {
		r.err = &Fault{Offset: r.begin + int64(len(r.chunk)), Block: r.block, What: "the stream ends", Cut: true}
	}
}

// fail ends a stream that is wrong at an offset, in bits. It returns false.
func (r *Reader) fail(at int64, format string, args ...any) bool {
	r.err = &Fault{Offset: at / 8, Block: r.block, What: fmt.Sprintf(format, args...)}
	return false
}
