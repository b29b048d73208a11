package inflate

import "io"

const (
	endOfBlock  = 256
	maxLiterals = 286
	maxLength   = 15 // bits of a code
)

var (
	lengthBase    = [...]int{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	lengthExtra   = [...]int{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	distanceBase  = [...]int{1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577}
	distanceExtra = [...]int{0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13}
	lengthOrder   = [...]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

	fixedLengths, fixedDistances = fixed()
)

// bits reads a stream from its lowest bit. After its end it returns 0.
type bits struct {
	r     io.ByteReader
	value uint
	left  int  // unread bits of value
	ended bool // no more can be read, or no more is needed
}

func (b *bits) take(n int) int {
	for b.left < n {
		c, err := b.r.ReadByte()
		if err != nil {
			b.ended = true
			return 0
		}
		if b.left == 0 {
			b.value = 0
		}
		b.value |= uint(c) << b.left
		b.left += 8
	}
	got := b.value & (1<<n - 1)
	b.value >>= n
	b.left -= n
	return int(got)
}

// symbol reads exactly the bits of one symbol.
func (b *bits) symbol(c *code) int {
	value, first, index := 0, 0, 0
	for n := 1; n <= maxLength; n++ {
		value |= b.take(1)
		count := int(c.counts[n])
		if b.ended {
			return 0
		}
		if value-first < count {
			return int(c.symbols[index+value-first])
		}
		index += count
		first = (first + count) << 1
		value <<= 1
	}
	b.ended = true
	return 0
}

// code is a canonical Huffman code.
type code struct {
	counts  [maxLength + 1]uint16 // symbols by the length of their codes
	symbols [288]uint16           // in the order of their codes
}

// build makes the code with the given lengths. It returns false if the code is invalid: only a code of at most one bit
// may be incomplete.
func (c *code) build(lengths []byte) bool {
	for _, n := range lengths {
		c.counts[n]++
	}
	c.counts[0] = 0
	room, longest := 1, 0
	var at [maxLength + 2]uint16
	for n := 1; n <= maxLength; n++ {
		if room = room<<1 - int(c.counts[n]); room < 0 {
			return false
		}
		if c.counts[n] > 0 {
			longest = n
		}
		at[n+1] = at[n] + c.counts[n]
	}
	for symbol, n := range lengths {
		if n > 0 {
			c.symbols[at[n]] = uint16(symbol)
			at[n]++
		}
	}
	return room == 0 || longest <= 1
}

// fixed returns the codes of blocks without codes of their own.
func fixed() (lengths, distances code) {
	var n [288]byte
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
	lengths.build(n[:])
	for i := range n[:32] {
		n[i] = 5
	}
	distances.build(n[:32])
	return lengths, distances
}
