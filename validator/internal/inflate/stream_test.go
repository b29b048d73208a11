package inflate

import (
	"math/rand/v2"
	"slices"
)

// stream is written bit by bit, from the lowest bit of each byte.
type stream struct {
	b         []byte
	used      int // bits
	lit, dist code
	values    map[*uint8][]int // of the codes that were used, by their first length
}

// code gives symbols codes of the given lengths.
type code []uint8

// values returns the codes, as section 3.2.2 of RFC 1951 says.
func (c code) values() []int {
	values, next := make([]int, len(c)), 0
	for n := 1; n <= 15; n++ {
		next <<= 1
		for symbol, length := range c {
			if int(length) == n {
				values[symbol] = next
				next++
			}
		}
	}
	return values
}

func (s *stream) bits(value, n int) *stream {
	for i := range n {
		if s.used%8 == 0 {
			s.b = append(s.b, 0)
		}
		s.b[s.used/8] |= byte(value>>i&1) << (s.used % 8)
		s.used++
	}
	return s
}

// symbol writes the code of a symbol, from its highest bit.
func (s *stream) symbol(c code, symbol int) *stream {
	values, ok := s.values[&c[0]]
	if !ok {
		if s.values == nil {
			s.values = map[*uint8][]int{}
		}
		values = c.values()
		s.values[&c[0]] = values
	}
	for i := int(c[symbol]) - 1; i >= 0; i-- {
		s.bits(values[symbol]>>i, 1)
	}
	return s
}

const (
	more  = 0
	final = 1
)

func (s *stream) header(last, kind int) *stream { return s.bits(last, 1).bits(kind, 2) }

// stored writes an uncompressed block.
func (s *stream) stored(last int, content string) *stream {
	s.header(last, 0).pad()
	return s.bits(len(content), 16).bits(^len(content)&0xffff, 16).raw(content)
}

func (s *stream) pad() *stream { return s.bits(0, (8-s.used%8)%8) }

func (s *stream) raw(content string) *stream {
	s.b = append(s.b, content...)
	s.used = 8 * len(s.b)
	return s
}

var (
	fixedLit  = slices.Concat(slices.Repeat(code{8}, 144), slices.Repeat(code{9}, 112), slices.Repeat(code{7}, 24), slices.Repeat(code{8}, 8))
	fixedDist = slices.Repeat(code{5}, 32)
)

// fixed begins a block with the fixed codes.
func (s *stream) fixed(last int) *stream {
	s.lit, s.dist = fixedLit, fixedDist
	return s.header(last, 1)
}

// flat is a code of lengths in which the lengths 0 to 15 have 4 bits.
var flat = append(slices.Repeat(code{4}, 16), 0, 0, 0)

// counts begins a block with codes of its own, with the numbers of codes and a code of lengths.
func (s *stream) counts(last, lits, dists int, pre code) *stream {
	s.header(last, 2).bits(lits-257, 5).bits(dists-1, 5).bits(15, 4)
	for _, symbol := range []int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15} {
		s.bits(int(pre[symbol]), 3)
	}
	return s
}

// own begins a block with the given codes.
func (s *stream) own(last int, lit, dist code) *stream {
	s.lit, s.dist = lit, dist
	s.counts(last, len(lit), len(dist), flat)
	for _, n := range slices.Concat(lit, dist) {
		s.symbol(flat, int(n))
	}
	return s
}

func (s *stream) text(content string) *stream {
	for i := range len(content) {
		s.symbol(s.lit, int(content[i]))
	}
	return s
}

func (s *stream) end() *stream { return s.symbol(s.lit, 256) }

// lengthOf returns the symbol, the extra bits and their number for a length, as the table of RFC 1951 has them.
func lengthOf(n int) (symbol, value, extra int) {
	if n == 258 {
		return 285, 0, 0
	}
	symbol, base := 257, 3
	for base+1<<extra <= n {
		base += 1 << extra
		symbol++
		if symbol >= 265 && (symbol-265)%4 == 0 {
			extra++
		}
	}
	return symbol, n - base, extra
}

// distanceOf does the same for a distance.
func distanceOf(n int) (symbol, value, extra int) {
	base := 1
	for base+1<<extra <= n {
		base += 1 << extra
		symbol++
		if symbol >= 4 && symbol%2 == 0 {
			extra++
		}
	}
	return symbol, n - base, extra
}

func (s *stream) length(n int) *stream {
	symbol, value, extra := lengthOf(n)
	return s.symbol(s.lit, symbol).bits(value, extra)
}

func (s *stream) match(length, distance int) *stream {
	symbol, value, extra := distanceOf(distance)
	return s.length(length).symbol(s.dist, symbol).bits(value, extra)
}

// only returns a code for some of n symbols, by the lengths of their codes.
func only(n int, lengths map[int]uint8) code {
	c := make(code, n)
	for symbol, length := range lengths {
		c[symbol] = length
	}
	return c
}

// randomStream writes blocks of all kinds. Most of them are sound.
func randomStream(r *rand.Rand) []byte {
	s := new(stream)
	size := 0
	for last := more; last == more; {
		if r.IntN(3) > 0 {
			last = final
		}
		switch kind := r.IntN(8); {
		case kind == 0:
			content := make([]byte, r.IntN(20))
			for i := range content {
				content[i] = byte(r.Uint32())
			}
			s.stored(last, string(content))
			size += len(content)
			continue
		case kind < 3:
			s.fixed(last)
		default:
			s.randomCodes(r, last)
		}
		s.randomSymbols(r, &size)
	}
	return s.damage(r)
}

// randomCodes begins a block with codes for some symbols.
func (s *stream) randomCodes(r *rand.Rand, last int) {
	lit, dist := make(code, 257+r.IntN(30)), make(code, 1+r.IntN(30))
	symbols := r.Perm(len(lit))[:1+r.IntN(1+r.IntN(len(lit)))]
	if r.IntN(50) > 0 {
		symbols = append(slices.DeleteFunc(symbols, func(i int) bool { return i == 256 }), 256)
	}
	randomCode(r, lit, symbols)
	randomCode(r, dist, r.Perm(len(dist))[:r.IntN(1+len(dist))])
	s.lit, s.dist = lit, dist
	lengths := slices.Concat(lit, dist)
	pre := flat
	if r.IntN(4) > 0 {
		pre = make(code, 19)
		randomCode(r, pre, r.Perm(19))
	}
	s.counts(last, len(lit), len(dist), pre)
	for i := 0; i < len(lengths); {
		run := 1
		for i+run < len(lengths) && lengths[i+run] == lengths[i] {
			run++
		}
		run = min(run, 1+r.IntN(150))
		switch {
		case pre[18] > 0 && lengths[i] == 0 && run >= 11:
			run = min(run, 138)
			s.symbol(pre, 18).bits(run-11, 7)
		case pre[17] > 0 && lengths[i] == 0 && run >= 3:
			run = min(run, 10)
			s.symbol(pre, 17).bits(run-3, 3)
		case pre[16] > 0 && i > 0 && lengths[i-1] == lengths[i] && run >= 3:
			run = min(run, 6)
			s.symbol(pre, 16).bits(run-3, 2)
		default:
			run = 1
			s.symbol(pre, int(lengths[i]))
		}
		i += run
	}
}

// randomCode gives symbols the lengths of a complete code, of at most 7 bits if there are 19 symbols and else 15, and
// sometimes changes one.
func randomCode(r *rand.Rand, c code, symbols []int) {
	longest := 15
	if len(c) == 19 {
		longest = 7
	}
	lengths := []uint8{0}
	for len(lengths) < len(symbols) {
		i := r.IntN(len(lengths))
		if r.IntN(2) == 0 {
			i = len(lengths) - 1
		}
		if int(lengths[i]) < longest {
			lengths[i]++
			lengths = append(lengths, lengths[i])
		}
	}
	if len(symbols) == 1 {
		lengths[0] = 1
	}
	for i, symbol := range symbols {
		c[symbol] = lengths[i]
	}
	if r.IntN(100) == 0 {
		c[r.IntN(len(c))] = uint8(r.IntN(longest + 1))
	}
}

// randomSymbols writes literals and matches, and the end of the block. Size is how many bytes the stream stands for.
func (s *stream) randomSymbols(r *rand.Rand, size *int) {
	var lits, dists []int
	for symbol, n := range s.lit {
		if n > 0 && symbol != 256 {
			lits = append(lits, symbol)
		}
	}
	for symbol, n := range s.dist {
		if n > 0 {
			dists = append(dists, symbol)
		}
	}
	for range r.IntN(40) {
		if len(lits) == 0 {
			break
		}
		symbol := lits[r.IntN(len(lits))]
		if symbol < 256 {
			s.symbol(s.lit, symbol)
			*size++
			continue
		}
		if len(dists) == 0 || symbol > 285 && r.IntN(20) > 0 {
			continue
		}
		d := dists[r.IntN(len(dists))]
		if base := 1 << max(0, d/2); base > *size && r.IntN(100) > 0 {
			continue
		}
		s.symbol(s.lit, symbol).bits(int(r.Uint32()), max(0, min(symbol, 284)-261)/4)
		s.symbol(s.dist, d).bits(int(r.Uint32())>>r.IntN(32), max(0, d-2)/2)
		*size += 3
	}
	if s.lit[256] > 0 && r.IntN(100) > 0 {
		s.end()
	}
}

// damage returns the stream, changed or cut in half of the cases.
func (s *stream) damage(r *rand.Rand) []byte {
	switch b := s.b; r.IntN(6) {
	case 0:
		return b[:r.IntN(len(b)+1)]
	case 1:
		for range 1 + r.IntN(3) {
			b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		}
		return b
	case 2:
		return append(b, make([]byte, r.IntN(12))...)
	default:
		return b
	}
}
