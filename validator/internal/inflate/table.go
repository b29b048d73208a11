package inflate

import (
	"bytes"
	"math/bits"
	"slices"
	"sync"
)

// An entry of a table says what a code stands for, and how many bits to take:
//
//	bits 0–7    all bits of the code, with the extra ones of a length or a distance
//	bits 8–11   the bits of the code without the extra ones; of a pointer, the bits that index the subtable
//	bits 16–30  the literal, or the base of a length or a distance; of a pointer, where the subtable begins
type entry = uint32

// The kinds of an entry. One with none of these bits is a length or a distance.
const (
	literal    entry = 1 << 31
	special    entry = 1 << 15 // one of the following, or a code that stands for nothing
	pointer    entry = 1 << 14 // to a subtable, for the rest of longer codes
	endOfBlock entry = 1 << 13
)

const (
	maxBits      = 15 // of a code
	litBits      = 11 // that index the table of literals and lengths; longer codes have subtables
	distBits     = 8
	preBits      = 7 // no code of lengths is longer
	litSymbols   = 288
	distSymbols  = 32
	litRoom      = 4096 // a power of two that holds all subtables, of which a complete code needs 2342 in all
	distRoom     = 512  // 402 are needed
	maxLitCodes  = 286
	maxDistCodes = 30
)

// codes are the two codes of a block.
type codes struct {
	lit     [litRoom]entry
	dist    [distRoom]entry
	lengths [litSymbols + distSymbols]uint8 // of the codes, as read
}

// symbols has the entries of the symbols of the three codes, without the bits of the code.
type symbols struct {
	lit  [litSymbols]entry
	dist [distSymbols]entry
	pre  [19]entry
}

var entries = func() (s symbols) {
	for i := range 256 {
		s.lit[i] = literal | entry(i)<<16
	}
	s.lit[256] = special | endOfBlock
	for i, base := 257, 3; i < 285; i++ {
		extra := max(0, (i-261)/4)
		s.lit[i] = entry(base)<<16 | entry(extra)
		base += 1 << extra
	}
	s.lit[285] = 258 << 16
	s.lit[286], s.lit[287] = special, special
	for i, base := 0, 1; i < maxDistCodes; i++ {
		extra := max(0, (i-2)/2)
		s.dist[i] = entry(base)<<16 | entry(extra)
		base += 1 << extra
	}
	s.dist[30], s.dist[31] = special, special
	for i := range s.pre {
		s.pre[i] = entry(i) << 16
	}
	return s
}()

// fixed returns the codes of blocks without codes of their own.
var fixed = sync.OnceValue(func() *codes {
	var c codes
	n := func(length, symbols int) []uint8 { return bytes.Repeat([]uint8{uint8(length)}, symbols) }
	build(c.lit[:], litBits, slices.Concat(n(8, 144), n(9, 112), n(7, 24), n(8, 8)), entries.lit[:])
	build(c.dist[:], distBits, n(5, distSymbols), entries.dist[:])
	return &c
})

// The defects of lengths that no code has.
const (
	oversubscribed = "oversubscribed"
	incomplete     = "incomplete"
)

// build makes the table of the canonical code that gives symbols codes of the given lengths. The first 1<<indexed
// entries are for the next bits of a stream, lowest first. Build returns the defect of the lengths, or "". A code that
// is incomplete is lone if it has one symbol, of one bit, or none; then bits that aren't a code have special entries.
// There is no table for other defects.
func build(table []entry, indexed int, lengths []uint8, symbols []entry) (defect string, lone bool) {
	var counts [maxBits + 1]int
	for _, n := range lengths {
		counts[n&maxBits]++
	}
	counts[0] = 0
	room, used := 1, 0
	var at [maxBits + 2]int
	for n := 1; n <= maxBits; n++ {
		if room = room<<1 - counts[n]; room < 0 {
			return oversubscribed, false
		}
		used += counts[n]
		at[n+1] = used
	}
	if room > 0 && used > counts[1] {
		return incomplete, false
	}
	var sorted [litSymbols]uint16
	for symbol, n := range lengths {
		if n > 0 {
			sorted[at[n]] = uint16(symbol)
			at[n]++
		}
	}
	if room == 0 {
		assign(table, indexed, &counts, sorted[:used], symbols)
		return "", false
	}
	fill(table[:1<<indexed], 0, 1, special|1<<8|1)
	if used == 1 {
		fill(table[:1<<indexed], 0, 2, coded(symbols[sorted[0]], 1))
	}
	return incomplete, true
}

// coded returns the entry of a symbol whose code has n bits.
func coded(e entry, n int) entry { return e + entry(n)<<8 + entry(n) }

// fill sets each step-th entry from the given one on.
func fill(table []entry, from, step int, e entry) {
	for i := from; i < len(table); i += step {
		table[i] = e
	}
}

// assign fills the table of a complete code. It gives symbols, sorted by the lengths of their codes, the codes in
// order. Codes are counted from their highest bit, but read from their lowest.
func assign(table []entry, indexed int, counts *[maxBits + 1]int, sorted []uint16, symbols []entry) {
	code, prefix, begin, end := uint16(0), -1, 0, 1<<indexed
	for n, done := 1, 1; n <= maxBits; n++ {
		code <<= 1
		if n <= indexed { // the entries for n bits repeat those for fewer
			copy(table[done:], table[:done])
			done *= 2
		}
		for left := counts[n]; left > 0; left-- {
			e, i := coded(symbols[sorted[0]], n), int(bits.Reverse16(code)>>(16-n))
			if n <= indexed {
				table[i] = e
			} else {
				if first := i & (1<<indexed - 1); first != prefix {
					prefix, begin = first, end
					more := subtable(n, indexed, left, counts)
					end += 1 << more
					table[prefix] = special | pointer | entry(begin)<<16 | entry(more)<<8
				}
				fill(table[begin:end], i>>indexed, 1<<(n-indexed), e)
			}
			code++
			sorted = sorted[1:]
		}
	}
}

// subtable returns how many bits index the subtable that begins with a code of n bits, of which left remain.
func subtable(n, indexed, left int, counts *[maxBits + 1]int) int {
	more := n - indexed
	for room := 1<<more - left; room > 0 && n < maxBits; more++ {
		n++
		room = room<<1 - counts[n]
	}
	return more
}

// lookup returns the entry for the next bits.
func lookup(table []entry, indexed int, bits uint64) entry {
	e := table[bits&(1<<indexed-1)]
	if e&pointer != 0 {
		e = table[uint64(e>>16)+bits>>indexed&(1<<(e>>8&15)-1)]
	}
	return e
}
