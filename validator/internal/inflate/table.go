package inflate

import (
	"math/bits"
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
	var n [litSymbols]uint8
	for i := range n {
		switch {
		case i < 144, i >= 280:
			n[i] = 8
		case i < 256:
			n[i] = 9
		default:
			n[i] = 7
		}
	}
	build(c.lit[:], litBits, n[:], entries.lit[:])
	for i := range n[:distSymbols] {
		n[i] = 5
	}
	build(c.dist[:], distBits, n[:distSymbols], entries.dist[:])
	return &c
})

// A shape is what lengths make of a code.
type shape uint8

const (
	complete shape = iota
	lone           // one symbol of one bit, or no symbol
	incomplete
	oversubscribed
)

func (s shape) String() string {
	return [...]string{lone: "incomplete", incomplete: "incomplete", oversubscribed: "oversubscribed"}[s]
}

// build makes the table of the canonical code that gives symbols codes of the given lengths. Its first 1<<indexed
// entries are for the next bits of a stream, lowest first. Bits that a lone code doesn't use have a special entry. There
// is no table for worse ones.
func build(table []entry, indexed int, lengths []uint8, symbols []entry) shape {
	var counts [maxBits + 1]int
	for _, n := range lengths {
		counts[n&maxBits]++
	}
	counts[0] = 0
	room, used := 1, 0
	var at [maxBits + 2]int
	for n := 1; n <= maxBits; n++ {
		if room = room<<1 - counts[n]; room < 0 {
			return oversubscribed
		}
		used += counts[n]
		at[n+1] = used
	}
	if room > 0 && (used > 1 || used == 1 && counts[1] == 0) {
		return incomplete
	}
	var sorted [litSymbols]uint16
	for symbol, n := range lengths {
		if n > 0 {
			sorted[at[n]] = uint16(symbol)
			at[n]++
		}
	}
	if room > 0 {
		e := special | 1<<8 | 1
		fill(table[:1<<indexed], 0, 1, e)
		if used == 1 {
			fill(table[:1<<indexed], 0, 2, coded(symbols[sorted[0]], 1))
		}
		return lone
	}
	t := tabler{table: table, indexed: indexed, counts: &counts}
	t.assign(sorted[:used], symbols)
	return complete
}

// coded returns the entry of a symbol whose code has n bits.
func coded(e entry, n int) entry { return e + entry(n)<<8 + entry(n) }

// fill sets each step-th entry from the given one on.
func fill(table []entry, from, step int, e entry) {
	for i := from; i < len(table); i += step {
		table[i] = e
	}
}

// tabler fills the table of a complete code.
type tabler struct {
	table   []entry
	indexed int
	counts  *[maxBits + 1]int
}

// assign gives the symbols, sorted by the lengths of their codes, the codes in order. Codes are counted up from their
// highest bit, but read from their lowest, which is why they are reversed here.
func (t tabler) assign(sorted []uint16, symbols []entry) {
	code, done := 0, 0 // done entries are filled, and repeat from there on
	for n := 1; n <= t.indexed; n++ {
		if done == 0 && t.counts[n] > 0 {
			done = 1 << n
		} else if done > 0 {
			copy(t.table[done:2*done], t.table[:done])
			done *= 2
		}
		for range t.counts[n] {
			t.table[code] = coded(symbols[sorted[0]], n)
			code = after(code, n)
			sorted = sorted[1:]
		}
	}
	prefix, begin, end := -1, 0, 1<<t.indexed
	for n := t.indexed + 1; n <= maxBits; n++ {
		for left := t.counts[n]; left > 0; left-- {
			if first := code & (1<<t.indexed - 1); first != prefix {
				prefix, begin = first, end
				more := t.more(n, left)
				end += 1 << more
				t.table[prefix] = special | pointer | entry(begin)<<16 | entry(more)<<8
			}
			fill(t.table[begin:end], code>>t.indexed, 1<<(n-t.indexed), coded(symbols[sorted[0]], n))
			code = after(code, n)
			sorted = sorted[1:]
		}
	}
}

// more returns how many bits index the subtable that begins with a code of n bits, when left codes of this length remain.
func (t tabler) more(n, left int) int {
	more := n - t.indexed
	for room := 1<<more - left; room > 0 && n < maxBits; more++ {
		n++
		room = room<<1 - t.counts[n]
	}
	return more
}

// after returns the reversed code of n bits that comes after another one, or 0 after the last.
func after(code, n int) int {
	zeros := ^code & (1<<n - 1)
	if zeros == 0 {
		return 0
	}
	bit := 1 << (bits.Len(uint(zeros)) - 1)
	return code&(bit-1) | bit
}
