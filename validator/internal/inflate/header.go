package inflate

// preOrder is the order in which a block gives the lengths of the codes of lengths.
var preOrder = [...]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// header reads what a block begins with.
func (r *Reader) header() {
	r.block++
	if !r.needs(3) {
		return
	}
	at := r.position()
	r.last = r.take(1) == 1
	switch r.take(2) {
	case 0:
		r.storedHeader()
	case 1:
		r.codes, r.state = fixed(), inCodes
	case 2:
		if r.dynamicHeader() {
			r.codes, r.state = &r.own, inCodes
		}
	default:
		r.fail(at, "reserved type of block")
	}
}

func (r *Reader) storedHeader() {
	r.unload()
	r.bits, r.loaded = 0, 0 // drops the rest of the byte
	at := r.position()
	if !r.needs(32) {
		return
	}
	n, complement := r.take(16), r.take(16)
	if n^complement != 0xffff {
		r.fail(at, "length %#04x of an uncompressed block doesn't match its complement %#04x", n, complement)
		return
	}
	r.unload()
	r.bits, r.loaded = 0, 0
	r.left, r.state = n, inStored
}

// dynamicHeader reads the codes of a block that has its own.
func (r *Reader) dynamicHeader() bool {
	at := r.position()
	if !r.needs(14) {
		return false
	}
	lits, dists, pres := 257+r.take(5), 1+r.take(5), 4+r.take(4)
	if lits > maxLitCodes || dists > maxDistCodes {
		return r.fail(at, "%d codes of literals and lengths and %d of distances, expected at most 286 and 30", lits, dists)
	}
	at = r.position()
	var lengths [19]uint8
	for _, symbol := range preOrder[:pres] {
		if !r.needs(3) {
			return false
		}
		lengths[symbol] = uint8(r.take(3))
	}
	if d := build(r.pre[:], preBits, lengths[:], entries.pre[:]); d != complete {
		return r.fail(at, "%s code of lengths", d)
	}
	at = r.position()
	if !r.lengths(lits + dists) {
		return false
	}
	if r.own.lengths[256] == 0 {
		return r.fail(at, "no code for the end of the block")
	}
	if d := build(r.own.lit[:], litBits, r.own.lengths[:lits], entries.lit[:]); d > lone {
		return r.fail(at, "%s code of literals and lengths", d)
	}
	if d := build(r.own.dist[:], distBits, r.own.lengths[lits:lits+dists], entries.dist[:]); d > lone {
		return r.fail(at, "%s code of distances", d)
	}
	return true
}

// lengths reads n lengths of codes.
func (r *Reader) lengths(n int) bool {
	for i := 0; i < n; {
		r.has(2 * preBits)
		at := r.position()
		e := r.pre[r.bits&(1<<preBits-1)]
		if !r.needs(uint(e & 0xff)) {
			return false
		}
		r.take(uint(e & 0xff))
		symbol := uint8(e >> 16)
		if symbol < 16 {
			r.own.lengths[i] = symbol
			i++
			continue
		}
		repeat := [...]struct {
			base int
			bits uint
		}{{3, 2}, {3, 3}, {11, 7}}[symbol-16]
		if !r.needs(repeat.bits) {
			return false
		}
		again, length := repeat.base+r.take(repeat.bits), uint8(0)
		if symbol == 16 {
			if i == 0 {
				return r.fail(at, "repeats the length of a code before the first")
			}
			length = r.own.lengths[i-1]
		}
		if again > n-i {
			return r.fail(at, "%d lengths of codes, expected %d", i+again, n)
		}
		for range again {
			r.own.lengths[i] = length
			i++
		}
	}
	return true
}
