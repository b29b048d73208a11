package inflate

import "encoding/binary"

// fast decodes symbols while input and room for output are ample. It stops before the end of the block and before
// anything that is wrong: step decides what that is.
func (r *Reader) fast(until int) {
	if len(r.chunk)-r.at < reach {
		r.more()
	}
	const mask = room - 1 // doesn't change an index, but shows that it is in range
	var (
		t, out     = r.codes, &r.out
		in, at     = r.chunk, r.at
		end        = len(in) - reach
		bits, have = r.bits, uint64(r.loaded)
		to, limit  = uint(r.to), uint(until)
	)
	if at > end {
		return
	}
	bits |= binary.LittleEndian.Uint64(in[at:]) << (have & 63)
	at += int(63-have&63) >> 3
	have |= 56
	e := t.lit[bits&(1<<litBits-1)]
	for at <= end && to < limit {
		bits |= binary.LittleEndian.Uint64(in[at:]) << (have & 63)
		at += int(63-have&63) >> 3
		have |= 56
		if e >= literal {
			out[to&mask] = byte(e >> 16)
			to++
			bits >>= e & 63
			have -= uint64(e)
			e = t.lit[bits&(1<<litBits-1)]
			if e >= literal {
				out[to&mask] = byte(e >> 16)
				to++
				bits >>= e & 63
				have -= uint64(e)
				e = t.lit[bits&(1<<litBits-1)]
				if e >= literal {
					out[to&mask] = byte(e >> 16)
					to++
					bits >>= e & 63
					have -= uint64(e)
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
				out[to&mask] = byte(e >> 16)
				to++
				bits >>= e & 63
				have -= uint64(e)
				e = t.lit[bits&(1<<litBits-1)]
				continue
			}
			if e&special != 0 {
				break
			}
		}
		length := uint(e>>16) + uint(bits&(1<<(e&63)-1)>>(e>>8&15))
		taken := uint64(e)
		bits >>= e & 63
		have -= taken
		bits |= binary.LittleEndian.Uint64(in[at:]) << (have & 63)
		at += int(63-have&63) >> 3
		have |= 56
		e = t.dist[bits&(1<<distBits-1)]
		if e&pointer != 0 {
			e = t.dist[(uint64(e>>16)+bits>>distBits&(1<<(e>>8&15)-1))&(distRoom-1)]
		}
		distance := uint(e>>16) + uint(bits&(1<<(e&63)-1)>>(e>>8&15))
		if e&special != 0 || distance > to {
			have += taken
			break
		}
		bits >>= e & 63
		have -= uint64(e)
		e = t.lit[bits&(1<<litBits-1)]
		from, stop := to-distance, to+length
		switch {
		case distance >= 16:
			for ; to < stop; to, from = to+16, from+16 {
				*(*[16]byte)(out[to&mask:]) = *(*[16]byte)(out[from&mask:])
			}
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
		to = stop
	}
	r.to = int(to)
	r.seek(8*at - int(have&0xff))
}
