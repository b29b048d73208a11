package build

import (
	"bytes"
	"math/bits"
)

// Deflater writes a deflate stream block by block. It searches for no matches: a block refers back by the single
// distance that it is given, which suits repetitive data. So its bytes are the same with every release of Go.
type Deflater struct {
	out   []byte
	free  int    // unused bits of the last byte
	whole []byte // the data written so far, which blocks refer back to
}

// maxStored is the size in bytes of the largest block that isn't compressed.
const maxStored = 1<<16 - 1

// Stored writes data in blocks that aren't compressed, of at most size bytes, or maxStored for 0.
func (d *Deflater) Stored(final bool, size int, data []byte) {
	if size == 0 {
		size = maxStored
	}
	for first := true; first || len(data) > 0; first = false {
		n := min(size, len(data))
		d.header(final && n == len(data), 0)
		d.free = 0
		d.out = append(d.out, LE16(uint16(n), ^uint16(n))...)
		d.out = append(d.out, data[:n]...)
		d.whole = append(d.whole, data[:n]...)
		data = data[n:]
	}
}

// Fixed writes a block with the fixed codes of the format, with matches at the given distance.
func (d *Deflater) Fixed(final bool, distance int, data []byte) {
	d.header(final, 1)
	d.block(distance, data, func(symbol int) {
		switch {
		case symbol < 144:
			d.code(0x30+symbol, 8)
		case symbol < 256:
			d.code(0x190+symbol-144, 9)
		case symbol < 280:
			d.code(symbol-256, 7)
		default:
			d.code(0xc0+symbol-280, 8)
		}
	}, func(symbol int) { d.code(symbol, 5) })
}

// Dynamic writes a block with codes of its own: of 286 lengths and literals 226 have codes of 8 bits and
// the others of 9, of 30 distances two have codes of 4 bits and the others of 5.
func (d *Deflater) Dynamic(final bool, distance int, data []byte) {
	const eight, four = 226, 2
	d.header(final, 2)
	d.bits(286-257, 5)
	d.bits(30-1, 5)
	// The lengths of the codes for lengths of codes stand in the order 16 17 18 0 8 7 9 6 10 5 11 4.
	d.bits(12-4, 4)
	for _, n := range []int{0, 0, 0, 0, 2, 0, 2, 0, 0, 2, 0, 2} {
		d.bits(n, 3)
	}
	// So the codes of 4, 5, 8 and 9 are 0 to 3.
	for symbol := range 286 {
		if symbol < eight {
			d.code(2, 2)
		} else {
			d.code(3, 2)
		}
	}
	for symbol := range 30 {
		if symbol < four {
			d.code(0, 2)
		} else {
			d.code(1, 2)
		}
	}
	d.block(distance, data, func(symbol int) {
		if symbol < eight {
			d.code(symbol, 8)
		} else {
			d.code(2*eight+symbol-eight, 9)
		}
	}, func(symbol int) {
		if symbol < four {
			d.code(symbol, 4)
		} else {
			d.code(2*four+symbol-four, 5)
		}
	})
}

// Bytes returns the stream so far.
func (d *Deflater) Bytes() []byte { return bytes.Clone(d.out) }

// block writes data as literals and matches, and the end of the block.
func (d *Deflater) block(distance int, data []byte, literal, far func(symbol int)) {
	at := len(d.whole)
	d.whole = append(d.whole, data...)
	for at < len(d.whole) {
		n := 0
		for distance > 0 && at >= distance && at+n < len(d.whole) && n < 258 && d.whole[at+n] == d.whole[at+n-distance] {
			n++
		}
		if n < 3 {
			literal(int(d.whole[at]))
			at++
			continue
		}
		symbol, extra, width := lengthSymbol(n)
		literal(symbol)
		d.bits(extra, width)
		symbol, extra, width = distanceSymbol(distance)
		far(symbol)
		d.bits(extra, width)
		at += n
	}
	literal(256)
}

// lengthSymbol returns the symbol of the length of a match, and its extra bits.
func lengthSymbol(n int) (symbol, extra, width int) {
	if n == 258 {
		return 285, 0, 0
	}
	if n < 11 {
		return 257 + n - 3, 0, 0
	}
	width = bits.Len(uint(n-3)) - 3
	return 257 + 4*width + (n-3)>>width, (n - 3) & (1<<width - 1), width
}

// distanceSymbol returns the symbol of the distance of a match, and its extra bits.
func distanceSymbol(n int) (symbol, extra, width int) {
	if n < 5 {
		return n - 1, 0, 0
	}
	width = bits.Len(uint(n-1)) - 2
	return 2*width + (n-1)>>width, (n - 1) & (1<<width - 1), width
}

func (d *Deflater) header(final bool, kind int) {
	last := 0
	if final {
		last = 1
	}
	d.bits(last, 1)
	d.bits(kind, 2)
}

// bits writes the low bits of v, the lowest first.
func (d *Deflater) bits(v, width int) {
	for range width {
		if d.free == 0 {
			d.out, d.free = append(d.out, 0), 8
		}
		d.out[len(d.out)-1] |= byte(v&1) << (8 - d.free)
		d.free--
		v >>= 1
	}
}

// code writes a code, whose highest bit comes first.
func (d *Deflater) code(v, width int) {
	d.bits(int(bits.Reverse64(uint64(v))>>(64-width)), width)
}
