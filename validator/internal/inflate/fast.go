package inflate

import "encoding/binary"

// mask doesn't change an index of the output, but shows the compiler that it is in range.
const mask = room - 1

// fast decodes symbols while input and room for output are ample. It stops before the end of the block and before
// anything that is wrong: step decides what that is. Each round takes at most three literals, or two and a match.
func (r *Reader) fast(until int) {
	if len(r.chunk)-r.at < reach {
		r.more()
	}
	in, at, end := r.chunk, r.at, len(r.chunk)-reach
	if at > end {
		return
	}
	t, out := r.codes, &r.out
	to, limit := uint(r.to), uint(until)
	at, bits, have := load(in, at, r.bits, uint64(r.loaded))
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
	r.to = int(to)
	r.seek(8*at - int(have&0xff))
}

// load loads at least 56 bits. Only the lowest 8 bits of have count.
func load(in []byte, at int, bits, have uint64) (int, uint64, uint64) {
	bits |= binary.LittleEndian.Uint64(in[at:]) << (have & 63)
	return at + int(63-have&63)>>3, bits, have | 56
}

// repeat copies a match of a distance below 16, which may overlap itself, and up to 7 bytes more.
func repeat(out *[room + slack]byte, to, distance, stop uint) {
	from := to - distance
	switch {
	case distance >= 8:
		for ; to < stop; to, from = to+8, from+8 {
			*(*[8]byte)(out[to&mask:]) = *(*[8]byte)(out[from&mask:])
		}
	case distance == 1:
		same := uint64(out[from&mask]) * 0x0101010101010101
		for ; to < stop; to += 8 {
			binary.LittleEndian.PutUint64(out[to&mask:], same)
		}
	default:
		for ; to < stop; to, from = to+distance, from+distance {
			*(*[8]byte)(out[to&mask:]) = *(*[8]byte)(out[from&mask:])
		}
	}
}
