// Package inflate reads the end of truncated deflate streams (RFC 1951): zlib decodes all bits that are present, while
// Go's decompressors ignore the last ones.
package inflate

import "io"

const (
	window  = 32 << 10 // how many bytes a stream may refer back
	maxTail = 8 << 10  // more than can come of the 24 bits that compress/flate and klauspost/compress/flate ignore
)

// Tail returns the content of a truncated stream from an offset on, to its end or the first fault, as far as an
// inflater can have missed it.
func Tail(stream io.ByteReader, from uint64) []byte {
	d := &decoder{bits: bits{r: stream}, stop: from + maxTail}
	for last := false; !last && !d.ended; {
		last = d.take(1) == 1
		switch d.take(2) {
		case 0:
			d.stored()
		case 1:
			d.block(&fixedLengths, &fixedDistances)
		case 2:
			d.dynamic()
		default:
			d.ended = true
		}
	}
	if d.total <= from {
		return nil
	}
	tail := d.out[len(d.out)-int(d.total-from):]
	return tail[:min(len(tail), maxTail)]
}

// decoder keeps the bytes that may be referred back to and those that may be returned.
type decoder struct {
	bits
	out   []byte
	total uint64
	stop  uint64 // total at which decoding may stop
}

func (d *decoder) literal(b byte) {
	d.out = append(d.out, b)
	d.added(1)
}

func (d *decoder) added(n int) {
	if d.total += uint64(n); d.total >= d.stop {
		d.ended = true
	}
	if len(d.out) >= 4*window {
		d.out = d.out[:copy(d.out, d.out[len(d.out)-window:])]
	}
}

func (d *decoder) stored() {
	d.left = 0
	n := d.take(16)
	if d.take(16)^n != 0xffff {
		d.ended = true
	}
	for ; n > 0 && !d.ended; n-- {
		if b := d.take(8); !d.ended {
			d.literal(byte(b))
		}
	}
}

func (d *decoder) block(lengths, distances *code) {
	for !d.ended {
		symbol := d.symbol(lengths)
		switch {
		case d.ended || symbol == endOfBlock:
			return
		case symbol < endOfBlock:
			d.literal(byte(symbol))
		default:
			d.match(symbol-endOfBlock-1, distances)
		}
	}
}

func (d *decoder) match(length int, distances *code) {
	if length >= len(lengthBase) {
		d.ended = true
		return
	}
	n := lengthBase[length] + d.take(lengthExtra[length])
	symbol := d.symbol(distances)
	if d.ended || symbol >= len(distanceBase) {
		d.ended = true
		return
	}
	back := distanceBase[symbol] + d.take(distanceExtra[symbol])
	if d.ended || back > len(d.out) {
		d.ended = true
		return
	}
	for left := n; left > 0; {
		from := len(d.out) - back
		d.out = append(d.out, d.out[from:from+min(left, back)]...)
		left -= min(left, back)
	}
	d.added(n)
}

// dynamic reads a block that begins with its codes.
func (d *decoder) dynamic() {
	literals, distances, n := 257+d.take(5), 1+d.take(5), 4+d.take(4)
	var order [19]byte
	for _, i := range lengthOrder[:n] {
		order[i] = byte(d.take(3))
	}
	var of code
	if d.ended || literals > maxLiterals || distances > len(distanceBase) || !of.build(order[:]) {
		d.ended = true
		return
	}
	lengths := d.lengths(&of, literals+distances)
	var literal, distance code
	if d.ended || lengths[endOfBlock] == 0 || !literal.build(lengths[:literals]) || !distance.build(lengths[literals:]) {
		d.ended = true
		return
	}
	d.block(&literal, &distance)
}

// lengths reads the lengths of n codes.
func (d *decoder) lengths(of *code, n int) []byte {
	lengths := make([]byte, 0, maxLiterals+len(distanceBase))
	for len(lengths) < n && !d.ended {
		symbol, again, value := d.symbol(of), 1, byte(0)
		switch symbol {
		case 16:
			if len(lengths) == 0 {
				d.ended = true
				break
			}
			again, value = 3+d.take(2), lengths[len(lengths)-1]
		case 17:
			again = 3 + d.take(3)
		case 18:
			again = 11 + d.take(7)
		default:
			value = byte(symbol)
		}
		if again > n-len(lengths) {
			d.ended = true
		}
		for ; again > 0 && !d.ended; again-- {
			lengths = append(lengths, value)
		}
	}
	return lengths
}
