package inflate

import (
	"fmt"
	"io"
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

// state is what comes next in a stream.
type state uint8

const (
	atHeader state = iota
	inStored       // bytes of an uncompressed block
	inCodes        // symbols, as codes
)

// block is the block of a stream that is read.
type block struct {
	input
	number int // from 1
	last   bool
	state  state
	left   int // bytes of an uncompressed block
	codes  *codes
	own    codes // of the block, if it has its own
	pre    [1 << preBits]entry
	err    error // why nothing more is read
}

// preOrder is the order in which a block gives the lengths of the codes of lengths.
var preOrder = [...]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// header reads what the next block begins with, if there is one.
func (b *block) header() {
	if b.last {
		b.err = io.EOF
		return
	}
	b.number++
	at := b.position()
	if !b.needs(3) {
		return
	}
	b.last = b.take(1) == 1
	switch b.take(2) {
	case 0:
		b.storedHeader()
	case 1:
		b.codes, b.state = fixed(), inCodes
	case 2:
		if b.dynamicHeader() {
			b.codes, b.state = &b.own, inCodes
		}
	default:
		b.fail(at, "reserved type of block")
	}
}

func (b *block) storedHeader() {
	b.align()
	at := b.position()
	if !b.needs(32) {
		return
	}
	n, complement := b.take(16), b.take(16)
	b.align()
	if n^complement != 0xffff {
		b.fail(at, "length %04x, but complement %04x", n, complement)
	}
	b.left, b.state = n, inStored
}

// dynamicHeader reads the codes of a block that has its own.
func (b *block) dynamicHeader() bool {
	at := b.position()
	if !b.needs(14) {
		return false
	}
	lits, dists, pres := 257+b.take(5), 1+b.take(5), 4+b.take(4)
	if lits > maxLitCodes || dists > maxDistCodes {
		return b.fail(at, "%d codes of literals and lengths and %d of distances, expected at most 286 and 30", lits, dists)
	}
	at = b.position()
	var lengths [19]uint8
	for _, symbol := range preOrder[:pres] {
		if !b.needs(3) {
			return false
		}
		lengths[symbol] = uint8(b.take(3))
	}
	if defect, _ := build(b.pre[:], preBits, lengths[:], entries.pre[:]); defect != "" {
		return b.fail(at, "%s code of lengths", defect)
	}
	at = b.position()
	if !b.lengths(lits + dists) {
		return false
	}
	if b.own.lengths[256] == 0 {
		return b.fail(at, "no code for the end of the block")
	}
	if defect, lone := build(b.own.lit[:], litBits, b.own.lengths[:lits], entries.lit[:]); defect != "" && !lone {
		return b.fail(at, "%s code of literals and lengths", defect)
	}
	if defect, lone := build(b.own.dist[:], distBits, b.own.lengths[lits:lits+dists], entries.dist[:]); defect != "" && !lone {
		return b.fail(at, "%s code of distances", defect)
	}
	return true
}

// lengths reads n lengths of codes.
func (b *block) lengths(n int) bool {
	for i := 0; i < n; {
		if b.loaded < 2*preBits {
			b.load()
		}
		at, e := b.position(), b.pre[b.bits&(1<<preBits-1)]
		length, bits, again := uint8(e>>16), uint(e&0xff), 1
		extra := uint([...]uint8{16: 2, 17: 3, 18: 7}[length])
		if !b.needs(bits + extra) {
			return false
		}
		b.take(bits)
		switch length {
		case 16:
			if i == 0 {
				return b.fail(at, "repeats the length of a code before the first")
			}
			again, length = 3+b.take(extra), b.own.lengths[i-1]
		case 17:
			again, length = 3+b.take(extra), 0
		case 18:
			again, length = 11+b.take(extra), 0
		}
		if again > n-i {
			return b.fail(at, "%d lengths of codes, expected %d", i+again, n)
		}
		for range again {
			b.own.lengths[i] = length
			i++
		}
	}
	return true
}

// needs loads n bits, at most 56, and reports whether the stream has them. If not, it ends too early.
func (b *block) needs(n uint) bool {
	if b.loaded < n {
		b.load()
	}
	if b.loaded < n {
		b.cut()
	}
	return b.loaded >= n
}

// cut ends a stream that lacks bits.
func (b *block) cut() {
	if b.err = b.input.err; b.err == nil {
		b.err = &Fault{Offset: b.begin + int64(len(b.chunk)), Block: b.number, What: "the stream ends", Cut: true}
	}
}

// fail ends a stream that is wrong at an offset, in bits. It returns false.
func (b *block) fail(at int64, format string, args ...any) bool {
	b.err = &Fault{Offset: at / 8, Block: b.number, What: fmt.Sprintf(format, args...)}
	return false
}
