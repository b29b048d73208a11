package pickle

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand"
	"testing"
)

// onTheWay returns ints, all below 2^31, that come to the same slots of a dictionary of size slots: first
// those that stand in a row as keys probe them, and then n that go along the row from near its beginning
// and make it longer.
func onTheWay(size uint64, row, n int) []uint64 {
	mask := size - 1
	place := make([]int, size) // in the row, counted from 1
	var keys []uint64
	end := uint64(12345) & mask
	extend := func() {
		keys = append(keys, end)
		place[end] = len(keys)
		end = (5*end + 1) & mask
	}
	for range row {
		extend()
	}
	random := rand.New(rand.NewSource(1))
	for range n {
		extend()
		for {
			h := size + uint64(random.Int63n(1<<31-int64(size)))
			i, p := h&mask, h
			for place[i] > 0 && p > 0 {
				p >>= 5
				i = (5*i + p + 1) & mask
			}
			if 0 < place[i] && place[i] < row/4 {
				keys[len(keys)-1] = h
				break
			}
		}
	}
	return keys
}

// inRows is onTheWay for a set, which tries ten slots in a row: rows that follow one another, and n ints
// that go along them. Their bits are chosen five at a time, so that each step leads to a full row.
func inRows(size uint64, rows, n int) []uint64 {
	const row = 10
	mask := size - 1
	taken, begins := make([]bool, size), make([]int, size)
	var keys []uint64
	take := func(i uint64) {
		if i <= mask && !taken[i] {
			taken[i] = true
			keys = append(keys, i)
		}
	}
	at := uint64(123)
	for r := range rows {
		begins[at] = r + 1
		for i := range uint64(row) {
			if i == 0 || at+row <= size {
				take(at + i)
			}
		}
		at = (5*at + 1) & mask
	}
	full := func(i uint64) bool {
		for j := range uint64(row) {
			if (j == 0 || i+row <= size) && !taken[i+j] {
				return false
			}
		}
		return true
	}
	const most = 58 // bits of a key
	width := bits.Len64(mask)
	var found []uint64
	var search func(h, i uint64, known, step int) bool
	search = func(h, i uint64, known, step int) bool {
		if !full(i) {
			return true
		}
		if known >= most && h>>(5*step) == 0 {
			if 0 < begins[i] && begins[i] < rows/4 {
				found = append(found, h)
			}
			return len(found)%20 != 0 && len(found) < n
		}
		step++
		choices := uint64(1)
		if known < most {
			choices = 32
		}
		for c := range choices {
			next := h | c<<known
			if !search(next, (5*i+1+next>>(5*step))&mask, known+5, step) {
				return false
			}
		}
		return true
	}
	for i := uint64(0); i < size && len(found) < n; i++ {
		search(i, i, width, 0)
	}
	return append(keys, found...)
}

func binInt(n uint64) string { return "J" + string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }

func binFloat(f float64) string {
	return "G" + string(binary.BigEndian.AppendUint64(nil, math.Float64bits(f)))
}

func long8(n int64) string {
	return long1(binary.LittleEndian.AppendUint64(nil, uint64(n))...)
}

// collectionsOf are a dictionary and sets of keys.
func collectionsOf(n int, key func(int) string) map[string]string {
	dict := "}"
	for i := 0; i < n; i += 1000 {
		dict += "(" + many1(min(1000, n-i), func(j int) string { return key(i+j) + "N" }) + "u"
	}
	set := "(" + many1(n, key)
	return map[string]string{
		"dict":          dict,
		"set":           "\x8f" + set + "\x90",
		"frozenset":     set + "\x91",
		"long dict":     "}(" + many1(n, func(i int) string { return key(i) + "K\x00" }) + "u",
		"set of a list": importOf("builtins", "set") + "]" + set + "e\x85R",
	}
}

// keySort is a sort of keys as programs make them.
type keySort struct {
	name string
	key  func(int) string
}

func keySorts(random *rand.Rand) []keySort {
	return []keySort{
		{"consecutive", func(i int) string { return binInt(uint64(i)) }},
		{"negative", func(i int) string { return long8(-int64(i) - 1) }},
		{"multiples of 1024", func(i int) string { return long8(int64(i) << 10) }},
		{"multiples of 4096", func(i int) string { return long8(int64(i) << 12) }},
		{"multiples of 2^17", func(i int) string { return long8(int64(i) << 17) }},
		{"multiples of 2^20", func(i int) string { return long8(int64(i) << 20) }},
		{"multiples of 2^32", func(i int) string { return long8(int64(i) << 32) }},
		{"multiples of 2^40", func(i int) string { return long8(int64(i) << 40) }},
		{"multiples of 10^9", func(i int) string { return long8(int64(i) * 1_000_000_000) }},
		{"multiples of 5^6", func(i int) string { return long8(int64(i) * 15625) }},
		{"addresses", func(i int) string { return long8(0x7f5a_1234_5000 + int64(i)*48) }},
		{"random", func(int) string { return long8(int64(random.Uint64())) }},
		{"random of 31 bits", func(int) string { return binInt(uint64(random.Int31())) }},
		{"pairs of bits", func(i int) string { return long8(1<<(i%62) | int64(i)<<3) }},
		{"halves", func(i int) string { return binFloat(float64(i) / 2) }},
		{"tenths", func(i int) string { return binFloat(float64(i) / 10) }},
		{"small floats", func(i int) string { return binFloat(float64(i) / (1 << 30)) }},
		{"squares", func(i int) string { return long8(int64(i) * int64(i)) }},
		{"grid", func(i int) string { return binInt(uint64(i/300)) + binInt(uint64(i%300)) + "\x86" }},
	}
}

// TestPickleWorkOfKeys has dictionaries and sets of keys as programs make them. They spend less than a fifth
// of what their bytes allow, without what every pickle may spend.
func TestPickleWorkOfKeys(t *testing.T) {
	if testing.Short() {
		t.Skip("takes large collections")
	}
	t.Parallel()
	random := rand.New(rand.NewSource(1))
	for _, test := range keySorts(random) {
		n, kinds := 20_000, []string{"dict", "set of a list"}
		switch test.name {
		case "consecutive", "random":
			n, kinds = 120_000, append(kinds, "set", "frozenset", "long dict") // made of the same tables
		case "multiples of 2^32":
			n = 120_000 // so many that tables are held in bits
		}
		collections := collectionsOf(n, test.key)
		for _, kind := range kinds {
			file := payload(proto(4) + one(collections[kind]) + ".")
			m := newMachine(t.Context(), bytes.NewReader(file[start:]), config(&oneObject, int64(len(file))))
			if err := m.run(0); err != nil {
				t.Fatal(err)
			}
			if len(m.faults.Kept) > 0 {
				t.Errorf("%s of %s: got %+v, want none", kind, test.name, m.faults.Kept)
			}
			if most := nanosForByte / 5 * int64(len(file)); m.budget.nanos > most {
				t.Errorf("%s of %s: spends %d ns, want at most %d", kind, test.name, m.budget.nanos, most)
			}
		}
	}
}
