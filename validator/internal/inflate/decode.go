package inflate

import "encoding/binary"

const (
	window   = 32 << 10            // how many bytes a stream may refer back
	room     = 1 << 17             // bytes of output that are kept, those that may be referred to included
	maxMatch = 258                 // bytes
	slack    = 16                  // bytes that a copy may write after its end
	full     = room - maxMatch - 8 // from here on there is no room for another round of fast
	mask     = room - 1            // doesn't change an index of the output, but shows the compiler that it is in range
)

// decoder decodes the blocks of a stream.
type decoder struct {
	block
	out [room + slack]byte
	to  int // bytes of out
}

// fast decodes symbols while input and room for output are ample. It stops before the end of the block and before
// anything that is wrong: step decides what that is. Each round takes at most three literals, or two and a match.
func (d *decoder) fast(until int) {
	if len(d.chunk)-d.at < reach {
		d.more()
	}
	in, at, end := d.chunk, d.at, len(d.chunk)-reach
	if at > end {
		return
	}
	t, out := d.codes, &d.out
	to, limit := uint(d.to), uint(until)
	at, bits, have := load(in, at, d.bits, uint64(d.loaded))
	e := t.lit[bits&(1<<litBits-1)]
	for at <= end && to < limit {
		at, bits, have = load(in, at, bits, have)
		if e >= literal {
			out[to&mask], to = byte(e>>16), to+1
			bits, have = bits>>(e&63), have-uint64(e)
			e = t.lit[bits&(1<<litBits-1)]
			if e >= literal {
				out[to&mask], to = byte(e>>16), to+1
				bits, have = bits>>(e&63), have-uint64(e)
				e = t.lit[bits&(1<<litBits-1)]
				if e >= literal {
					out[to&mask], to = byte(e>>16), to+1
					bits, have = bits>>(e&63), have-uint64(e)
					e = t.lit[bits&(1<<litBits-1)]
					continue
				}
			}
		}
		if e&special != 0 {
			if e&pointer == 0 {
				break
			}
			e = t.lit[(uint64(e>>16)+bits>>litBits&(1<<(e>>8&15)-1))&(litRoom-1)]
			if e >= literal {
				out[to&mask], to = byte(e>>16), to+1
				bits, have = bits>>(e&63), have-uint64(e)
				e = t.lit[bits&(1<<litBits-1)]
				continue
			}
			if e&special != 0 {
				break
			}
		}
		length, taken := uint(e>>16)+uint(bits&(1<<(e&63)-1)>>(e>>8&15)), uint64(e)
		at, bits, have = load(in, at, bits>>(e&63), have-taken)
		e = t.dist[bits&(1<<distBits-1)]
		if e&pointer != 0 {
			e = t.dist[(uint64(e>>16)+bits>>distBits&(1<<(e>>8&15)-1))&(distRoom-1)]
		}
		distance := uint(e>>16) + uint(bits&(1<<(e&63)-1)>>(e>>8&15))
		if e&special != 0 || distance > to {
			have += taken
			break
		}
		bits, have = bits>>(e&63), have-uint64(e)
		e = t.lit[bits&(1<<litBits-1)]
		from, stop := to-distance, to+length
		if distance >= 16 {
			for ; to < stop; to, from = to+16, from+16 {
				*(*[16]byte)(out[to&mask:]) = *(*[16]byte)(out[from&mask:])
			}
		} else {
			repeat(out, to, distance, stop)
		}
		to = stop
	}
	d.to = int(to)
	d.seek(8*at - int(have&0xff))
}

// load loads at least 56 bits. Only the lowest 8 bits of have count.
func load(in []byte, at int, bits, have uint64) (int, uint64, uint64) {
	bits |= binary.LittleEndian.Uint64(in[at:]) << (have & 63)
	return at + int(63-have&63)>>3, bits, have | 56
}

// repeat copies a match of a distance below 16, which may overlap itself, and up to 7 bytes more.
func repeat(out *[room + slack]byte, to, distance, stop uint) {
	from := to - distance
	if distance == 1 {
		same := uint64(out[from&mask]) * 0x0101010101010101
		for ; to < stop; to += 8 {
			binary.LittleEndian.PutUint64(out[to&mask:], same)
		}
		return
	}
	for step := min(distance, 8); to < stop; to, from = to+step, from+step {
		*(*[8]byte)(out[to&mask:]) = *(*[8]byte)(out[from&mask:])
	}
}

// step decodes one symbol, with its distance if it is a length. Its bits may be the last ones.
func (d *decoder) step() {
	d.load()
	at, e := d.position(), lookup(d.codes.lit[:], litBits, d.bits)
	switch n := uint(e & 0xff); {
	case !d.needs(n):
	case e >= literal:
		d.take(n)
		d.out[d.to] = byte(e >> 16)
		d.to++
	case e&endOfBlock != 0:
		d.take(n)
		d.state = atHeader
	case e&special != 0:
		d.fail(at, "invalid code of a literal or length")
	default:
		d.match(d.value(e))
	}
}

// match decodes the distance of a match, and copies it.
func (d *decoder) match(length int) {
	at, e := d.position(), lookup(d.codes.dist[:], distBits, d.bits)
	if !d.needs(uint(e & 0xff)) {
		return
	}
	if e&special != 0 {
		d.fail(at, "invalid code of a distance")
		return
	}
	distance := d.value(e)
	if distance > d.to {
		d.fail(at, "distance of %d after %d bytes", distance, d.to)
		return
	}
	for range length {
		d.out[d.to] = d.out[d.to-distance]
		d.to++
	}
}

// value takes the bits of a length or a distance, and returns it.
func (d *decoder) value(e entry) int {
	d.take(uint(e >> 8 & 15))
	return int(e>>16) + d.take(uint(e&0xff-e>>8&15))
}

// stored copies bytes of an uncompressed block.
func (d *decoder) stored(until int) {
	if d.left > 0 && d.at == len(d.chunk) {
		d.more()
	}
	n := copy(d.out[d.to:min(until, d.to+d.left)], d.chunk[d.at:])
	d.at, d.to, d.left = d.at+n, d.to+n, d.left-n
	switch {
	case d.left == 0:
		d.state = atHeader
	case n == 0:
		d.cut()
	}
}
