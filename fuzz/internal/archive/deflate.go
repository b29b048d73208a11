package archive

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// deflate returns a deflate stream of content (RFC 1951) in blocks of all three kinds, with codes that
// are valid and need not be good. It is our own so that the files of a seed don't depend on a library, and
// because no compressor makes such streams.
func deflate(g *choice.Chooser, content []byte) []byte {
	w := BitWriter{B: make([]byte, 0, len(content)+64)}
	matches := !g.One(4)
	for at, blocks := 0, 1+g.N(3)*g.N(3); ; blocks-- {
		n := len(content) - at
		if blocks > 1 {
			n = g.N(n + 1)
		}
		kind := uint32(g.N(3))
		if kind == 0 {
			n = min(n, 1<<16-1)
		}
		last := at+n == len(content)
		w.Put(uint32(map[bool]int{true: 1}[last]), 1)
		w.Put(kind, 2)
		switch kind {
		case 0:
			w.Stored(content[at : at+n])
		case 1:
			w.tokens(tokensOf(content, at, n, matches), fixedLiterals, fixedDistances)
		case 2:
			dynamic(g, &w, tokensOf(content, at, n, matches))
		}
		if at += n; last {
			return w.end()
		}
	}
}

// BitWriter packs bits into bytes, the lowest first.
type BitWriter struct {
	B    []byte
	bits uint64
	n    uint
}

func (w *BitWriter) Put(v uint32, n uint) {
	w.bits |= uint64(v) << w.n
	for w.n += n; w.n >= 8; w.n -= 8 {
		w.B = append(w.B, byte(w.bits))
		w.bits >>= 8
	}
}

// end fills up the last byte.
func (w *BitWriter) end() []byte {
	w.Put(0, (8-w.n)%8)
	return w.B
}

func (w *BitWriter) Stored(data []byte) {
	w.end()
	w.B = Le.AppendUint16(w.B, uint16(len(data)))
	w.B = Le.AppendUint16(w.B, ^uint16(len(data)))
	w.B = append(w.B, data...)
}

// token is a literal byte or, with a length, a match.
type token struct {
	literal          byte
	length, distance uint16
}

// The first numbers of the length and distance codes.
var (
	lengthBase   = [...]uint16{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	distanceBase = [...]uint16{1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
		6145, 8193, 12289, 16385, 24577}
)

// maxDistance is how far back a match may begin, a little less than the window.
const maxDistance = 32<<10 - 1

// tokensOf returns the tokens of n bytes at an offset; matches may begin before it.
func tokensOf(content []byte, at, n int, matches bool) []token {
	var seen [1 << 10]int32 // offset after the last three bytes of that hash
	tokens := make([]token, 0, n/4+8)
	for end := at + n; at < end; {
		t := token{literal: content[at]}
		step := 1
		if matches && at+3 <= end {
			hash := (uint32(content[at]) | uint32(content[at+1])<<8 | uint32(content[at+2])<<16) * 0x9e3779b1 >> 22
			from := int(seen[hash]) - 1
			seen[hash] = int32(at + 1)
			if from >= 0 && at-from <= maxDistance {
				length := 0
				for length < 258 && at+length < end && content[from+length] == content[at+length] {
					length++
				}
				if length >= 3 {
					t = token{length: uint16(length), distance: uint16(at - from)}
					step = length
				}
			}
		}
		tokens = append(tokens, t)
		at += step
	}
	return tokens
}

// huffman is a code: the length for each symbol, and its bits, the first one lowest.
type huffman struct {
	lengths []byte
	codes   []uint16
}

// newHuffman assigns codes of the given lengths as in RFC 1951, section 3.2.2.
func newHuffman(lengths []byte) huffman {
	h := huffman{lengths, make([]uint16, len(lengths))}
	code := uint16(0)
	for n := byte(1); n <= 15; n++ {
		code <<= 1
		for symbol, length := range lengths {
			if length == n {
				h.codes[symbol] = bits.Reverse16(code) >> (16 - n)
				code++
			}
		}
	}
	return h
}

var fixedLiterals, fixedDistances = func() (huffman, huffman) {
	lengths := slices.Repeat([]byte{8}, 288)
	for i := 144; i < 256; i++ {
		lengths[i] = 9
	}
	for i := 256; i < 280; i++ {
		lengths[i] = 7
	}
	return newHuffman(lengths), newHuffman(slices.Repeat([]byte{5}, 30))
}()

// anyHuffman returns a complete code for the symbols that occur, of at most that many bits: the most frequent ones
// have 1, 2, 3 bits and so on, and the others have about equally many.
func anyHuffman(g *choice.Chooser, counts []int, most int) huffman {
	var used []int
	for symbol, count := range counts {
		if count > 0 {
			used = append(used, symbol)
		}
	}
	slices.SortStableFunc(used, func(i, j int) int { return cmp.Compare(counts[j], counts[i]) })
	lengths := make([]byte, len(counts))
	chain := min(g.N(8), len(used)-1)
	flat := func() int { return bits.Len(uint(len(used) - chain - 1)) }
	for chain+flat() > most {
		chain--
	}
	for i, symbol := range used {
		switch width := flat(); {
		case i < chain:
			lengths[symbol] = byte(i + 1)
		case i-chain < 1<<width-(len(used)-chain): // there is room for that many shorter ones
			lengths[symbol] = byte(chain + width - 1)
		default:
			lengths[symbol] = byte(chain + width)
		}
	}
	return newHuffman(lengths)
}

// dynamic writes the codes of a block, and the block.
func dynamic(g *choice.Chooser, w *BitWriter, tokens []token) {
	literals, distances := make([]int, 286), make([]int, 30)
	literals[256], literals[g.N(256)] = 1, 1 // a code of one symbol is not complete
	for _, t := range tokens {
		if t.length == 0 {
			literals[t.literal]++
			continue
		}
		literals[257+symbolOf(lengthBase[:], t.length)]++
		distances[symbolOf(distanceBase[:], t.distance)]++
	}
	// Some decoders reject a single distance; a block of literals has none.
	if far := slices.IndexFunc(distances, func(n int) bool { return n > 0 }); far >= 0 {
		distances[(far+1+g.N(29))%30]++
	}
	literal, distance := anyHuffman(g, literals, 15), huffman{lengths: make([]byte, 30)}
	if slices.Max(distances) > 0 {
		distance = anyHuffman(g, distances, 15)
	}
	least := func(lengths []byte, n int) int {
		for n < len(lengths) && slices.Max(lengths[n:]) > 0 {
			n++
		}
		return n
	}
	literalCount, distanceCount := least(literal.lengths, 257), least(distance.lengths, 1)
	putLengths(g, w, literalCount, distanceCount, append(slices.Clone(literal.lengths[:literalCount]), distance.lengths[:distanceCount]...))
	w.tokens(tokens, literal, distance)
}

// putLengths writes the lengths of the two codes of a block, by a third code.
func putLengths(g *choice.Chooser, w *BitWriter, literals, distances int, lengths []byte) {
	type run struct{ symbol, extra, bits int }
	var runs []run
	counts := make([]int, 19)
	repeat := !g.One(4)
	for i := 0; i < len(lengths); {
		n := 1
		for i+n < len(lengths) && lengths[i+n] == lengths[i] {
			n++
		}
		r := run{symbol: int(lengths[i])}
		step := 1
		switch {
		case !repeat:
		case lengths[i] == 0 && n >= 11:
			step = min(n, 138)
			r = run{18, step - 11, 7}
		case lengths[i] == 0 && n >= 3:
			step = n
			r = run{17, step - 3, 3}
		case i > 0 && lengths[i] == lengths[i-1] && n >= 3:
			step = min(n, 6)
			r = run{16, step - 3, 2}
		}
		runs = append(runs, r)
		counts[r.symbol]++
		i += step
	}
	if counts[0] == 0 {
		counts[0] = 1 // at least two symbols
	}
	if counts[1] == 0 {
		counts[1] = 1
	}
	code := anyHuffman(g, counts, 7)
	order := [...]byte{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	sent := len(order)
	for code.lengths[order[sent-1]] == 0 {
		sent--
	}
	w.Put(uint32(literals-257), 5)
	w.Put(uint32(distances-1), 5)
	w.Put(uint32(sent-4), 4)
	for _, symbol := range order[:sent] {
		w.Put(uint32(code.lengths[symbol]), 3)
	}
	for _, r := range runs {
		w.Put(uint32(code.codes[r.symbol]), uint(code.lengths[r.symbol]))
		w.Put(uint32(r.extra), uint(r.bits))
	}
}

// symbolOf returns which of the ascending bases a number has.
func symbolOf(bases []uint16, n uint16) int {
	i, found := slices.BinarySearch(bases, n)
	if !found {
		i--
	}
	return i
}

// tokens writes the tokens of a block, and its end.
func (w *BitWriter) tokens(tokens []token, literal, distance huffman) {
	symbol := func(h *huffman, s int) { w.Put(uint32(h.codes[s]), uint(h.lengths[s])) }
	for _, t := range tokens {
		if t.length == 0 {
			symbol(&literal, int(t.literal))
			continue
		}
		s := symbolOf(lengthBase[:], t.length)
		symbol(&literal, 257+s)
		if 8 <= s && s < 28 {
			w.Put(uint32(t.length-lengthBase[s]), uint(s-4)/4)
		}
		s = symbolOf(distanceBase[:], t.distance)
		symbol(&distance, s)
		if s >= 4 {
			w.Put(uint32(t.distance-distanceBase[s]), uint(s-2)/2)
		}
	}
	symbol(&literal, 256)
}
