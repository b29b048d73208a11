package pickle

import (
	"math/rand"
	"testing"
)

// modelTable is the table of a dictionary or set of CPython, without bounds: Objects/dictobject.c and
// Objects/setobject.c. It begins as one of 64 keys that nobody knows.
type modelTable struct {
	linear       bool
	slots        []uint64
	taken        []bool
	used, probes int64
}

func (m *modelTable) put(hash uint64) (again bool) {
	mask := uint64(len(m.slots) - 1)
	i, perturb := hash&mask, hash
	for {
		row := uint64(0)
		if m.linear && i+9 <= mask {
			row = 9
		}
		for k := i; k <= i+row; k++ {
			m.probes++
			if !m.taken[k] {
				m.slots[k], m.taken[k] = hash, true
				return false
			}
			if m.slots[k] == hash {
				return true
			}
		}
		perturb >>= 5
		i = (5*i + perturb + 1) & mask
	}
}

func (m *modelTable) add(hash uint64) {
	size := int64(len(m.slots))
	if full := m.used >= size*2/3; !m.linear && full || m.linear && m.used*5 >= (size-1)*3 {
		old, taken := m.slots, m.taken
		least := 2*size - 1
		if m.linear && m.used <= 50_000 {
			least = 4 * m.used
		}
		for size <= least {
			size *= 2
		}
		m.slots, m.taken = make([]uint64, size), make([]bool, size)
		for i, h := range old {
			if taken[i] {
				m.put(h)
			}
		}
	}
	if !m.put(hash) {
		m.used++
	}
}

// TestProbes compares how often keys probe with a model.
func TestProbes(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for _, test := range []struct {
		name string
		n    int
		key  func(i int) uint64
	}{
		{"consecutive", 3000, func(i int) uint64 { return uint64(i) }},
		{"multiples of 128", 3000, func(i int) uint64 { return uint64(i) << 7 }},
		{"multiples of 2^40", 3000, func(i int) uint64 { return uint64(i) << 40 }},
		{"negative", 3000, func(i int) uint64 { return -uint64(i) - 2 }},
		{"twice", 3000, func(i int) uint64 { return uint64(i%1000) * 77 }},
		{"0 and 1", 200, func(i int) uint64 { return uint64(i % 2) }},
		{"random", 3000, func(int) uint64 { return random.Uint64() }},
		{"many random", 180_000, func(int) uint64 { return random.Uint64() }},
		{"many multiples of 16", 100_000, func(i int) uint64 { return uint64(i) << 4 }},
	} {
		for _, linear := range []bool{false, true} {
			extra := int64(moreProbes)
			got := newProbeTable(linear, &extra)
			size := int64(128)
			if linear {
				size = 512
			}
			want := &modelTable{linear: linear, slots: make([]uint64, size), taken: make([]bool, size), used: 64}
			for i := range test.n {
				key := test.key(i)
				got.add(key)
				want.add(key)
				off := max(got.probes-want.probes, want.probes-got.probes)
				if len(want.slots) > 2*maxSlots {
					off -= want.probes / 1000 // the keys of a table of bits came to the next one in another order
				}
				if off > 0 || got.used != want.used || got.size != int64(len(want.slots)) {
					t.Fatalf("%s, set %t, after key %d: got %d keys with %d probes in %d slots, want %d with %d in %d", test.name, linear, i,
						got.used, got.probes, got.size, want.used, want.probes, len(want.slots))
				}
			}
		}
	}
}

// TestProbeTables closes a table, which lets its memory go, and fills it up to where its hashes are let go.
func TestProbeTables(t *testing.T) {
	var tables probeTables
	table := tables.add(nil, 1, false)
	if tables.taken != 128*8 || table.unknown() {
		t.Errorf("new table: got %d bytes, want 1024", tables.taken)
	}
	other := tables.add(nil, 1, true)
	if tables.taken != (128+512)*8 {
		t.Errorf("two tables: got %d bytes, want 5120", tables.taken)
	}
	tables.close(table)
	if tables.taken != 512*8 || table.slots != nil || table.unknown() {
		t.Errorf("closed: got %d bytes, want 4096", tables.taken)
	}
	tables.close(table)
	if tables.add(table, 2, false); !table.unknown() || tables.taken != 512*8 {
		t.Errorf("key after that: got %d bytes, want 4096 and probes nobody knows", tables.taken)
	}
	if other.unknown() {
		t.Errorf("the other table: got it unknown")
	}

	extra := int64(moreProbes)
	table = newProbeTable(false, &extra)
	for i := range uint64(90_000) {
		table.add(i)
		if hashes := table.slots != nil; hashes != (table.size <= 131_072) || hashes == (len(table.bits) > 0) {
			t.Fatalf("%d slots: got the hashes kept: %v, want them up to 131072", table.size, hashes)
		}
	}
	if table.size <= 131_072 {
		t.Errorf("got %d slots, want more than 131072", table.size)
	}
}

// TestSpread compares it with the first numbers of SplitMix64 from seed 0, as Sebastiano Vigna's program prints them.
func TestSpread(t *testing.T) {
	const step = 0x9e3779b97f4a7c15
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := spread(uint64(i) * step); got != want {
			t.Errorf("number %d: got %#x, want %#x", i, got, want)
		}
	}
}
