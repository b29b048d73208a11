package fix

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/cmd/internal/fix/zipwrite"
	"github.com/npycheck/npycheck/spec"
)

// damaged is a file that was damaged.
type damaged struct {
	suffix  string // "npy" or "npz"
	was     []byte
	between [][]byte // after each edit but the last
	file    []byte   // after the last
	edits   []string // for messages
}

func (d *damaged) String() string {
	return fmt.Sprintf("%s of %d bytes, %s", d.suffix, len(d.was), strings.Join(d.edits, ", then "))
}

// damage returns n damaged files. The same numbers give the same files.
func damage(t *testing.T, n int) []damaged {
	t.Helper()
	arrays := wholeArrays(t)
	files := make([]damaged, 0, n)
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 34))
		d := damaged{suffix: "npy", was: pick(r, arrays)}
		inside := -1
		var members [][]byte
		if r.IntN(2) == 0 {
			d.suffix = "npz"
			members = make([][]byte, 1+r.IntN(3)*r.IntN(3))
			for j := range members {
				members[j] = pick(r, arrays)
			}
			if r.IntN(4) == 0 {
				inside = r.IntN(len(members))
			}
		}
		form := r.IntN(4)
		if members != nil {
			d.was = packed(t, members, form)
		}
		d.file = d.was
		for j := range 1 + r.IntN(3)*r.IntN(2) {
			if j > 0 {
				d.between = append(d.between, d.file)
			}
			var what string
			if inside >= 0 {
				members[inside], what = edit(r, members[inside])
				d.file = packed(t, members, form)
				what = fmt.Sprintf("in member %d: %s", inside, what)
			} else {
				d.file, what = edit(r, d.file)
			}
			d.edits = append(d.edits, what)
		}
		files = append(files, d)
	}
	return files
}

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// wholeArrays returns files as NumPy writes them.
func wholeArrays(t *testing.T) [][]byte {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	floats, random := make([]byte, 8000), make([]byte, 4096)
	for i := range 1000 {
		binary.LittleEndian.PutUint64(floats[8*i:], math.Float64bits(float64(i)))
	}
	for i := range random {
		random[i] = byte(r.Uint32())
	}
	ints := func(n int) (b []byte) { // from 1 on: small ones, most bytes zero
		for i := range n {
			b = binary.LittleEndian.AppendUint32(b, uint32(i+1))
		}
		return b
	}
	points := func(s string) (b []byte) {
		for _, c := range s {
			b = binary.LittleEndian.AppendUint32(b, uint32(c))
		}
		return b
	}
	scalar := func(kind, order byte, size int64) spec.DType {
		return spec.DType{Kind: kind, Order: order, Itemsize: size}
	}
	structure := spec.DType{Kind: 'V', Struct: true, Order: '|', Itemsize: 16, Fields: []spec.Field{
		{Name: "a", Type: scalar('i', '<', 4)}, {Name: "b", Type: scalar('f', '>', 8), Offset: 4}, {Name: "s", Type: scalar('S', '|', 4), Offset: 12},
	}}
	foreign := structure
	foreign.Fields = slices.Clone(structure.Fields)
	foreign.Fields[2].Name = "größe 日"
	var files [][]byte
	for _, a := range []struct {
		t       spec.DType
		fortran bool
		shape   []int64
		data    []byte
		v       spec.Version
	}{
		{t: scalar('f', '<', 8), shape: []int64{40, 25}, data: floats},
		{t: scalar('f', '<', 8), shape: []int64{64}, data: random[:512]},
		{t: scalar('f', '<', 8), shape: []int64{5, 4}, fortran: true, data: floats[800:960]},
		{t: scalar('f', '>', 8), shape: []int64{16}, data: random[512:640]},
		{t: scalar('i', '<', 4), shape: []int64{3, 4}, data: ints(12)},
		{t: scalar('i', '>', 4), shape: []int64{12}, data: append([]byte{0, 0}, ints(12)[:46]...)},
		{t: scalar('u', '|', 1), shape: []int64{4096}, data: random},
		{t: scalar('u', '|', 1), shape: []int64{2, 3, 4}, data: []byte("\r\n\n\n\r\r\n one: two:\x00\x00{'\x93 }")},
		{t: scalar('U', '<', 8), shape: []int64{3}, data: points("hé\n")},
		{t: scalar('S', '|', 5), shape: []int64{4}, data: []byte("one\x00\x00two\x00\x00    \nthree")},
		{t: scalar('b', '|', 1), shape: []int64{9}, data: []byte("\x00\x01\x01\x00\x00\x01\x00\x00\x01")},
		{t: scalar('c', '<', 16), shape: []int64{3}, data: random[:48]},
		{t: scalar('f', '<', 4), shape: []int64{100}, data: make([]byte, 400)},
		{t: scalar('i', '<', 2), shape: []int64{0, 3}},
		{t: scalar('i', '<', 8), data: ints(2)},
		{t: structure, shape: []int64{6}, data: random[:96]},
		{t: foreign, shape: []int64{2}, data: random[96:128], v: spec.Version3},
		{t: scalar('i', '<', 4), shape: []int64{5}, data: ints(5), v: spec.Version2},
	} {
		v := a.v
		if v == (spec.Version{}) {
			v = spec.Version1
		}
		b, err := spec.Header{DType: a.t, FortranOrder: a.fortran, Shape: a.shape}.Append(nil, v, spec.EraGrowth)
		if err != nil {
			t.Fatal(err)
		}
		count := a.t.Itemsize
		for _, n := range a.shape {
			count *= n
		}
		if a.t.Kind == 'U' {
			a.data = append(a.data, make([]byte, int(count)-len(a.data))...)
		}
		if int64(len(a.data)) != count {
			t.Fatalf("%v: got %d bytes, want %d", a.t, len(a.data), count)
		}
		files = append(files, append(b, a.data...))
	}
	// Python 2 wrote long integers, and NumPy 1.13 padded to 16 bytes.
	old := "{'descr': '<i4', 'fortran_order': False, 'shape': (3L,), }"
	return append(files, fmt.Appendf(nil, "\x93NUMPY\x01\x00\x46\x00%-69s\n%s", old, ints(3)))
}

// packed returns an archive of arrays as np.savez, np.savez_compressed or another writer makes it.
func packed(t *testing.T, members [][]byte, form int) []byte {
	t.Helper()
	w := &memory{}
	a := zipwrite.New(w)
	method := uint16(form % 2 * zipwrite.Deflated)
	for i, b := range members {
		if err := a.Content(fmt.Sprintf("arr_%d.npy", i), method, uint64(len(b)), bytes.NewReader(b)); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if form < 2 {
		return w.b
	}
	return forced(w.b)
}

// forced returns an archive with the sizes of its local headers in zip64 fields, as np.savez writes them.
func forced(b []byte) []byte {
	end := bytes.LastIndex(b, []byte("PK\x05\x06"))
	directory := int(binary.LittleEndian.Uint32(b[end+16:]))
	var out []byte
	entries := bytes.Clone(b[directory:])
	for at, entry := 0, entries; at < directory; {
		packed, size := binary.LittleEndian.Uint32(b[at+18:]), binary.LittleEndian.Uint32(b[at+22:])
		name := int(binary.LittleEndian.Uint16(b[at+26:]))
		binary.LittleEndian.PutUint32(entry[42:], uint32(len(out)))
		header := bytes.Clone(b[at : at+30+name])
		copy(header[18:], "\xff\xff\xff\xff\xff\xff\xff\xff")
		header[4], header[28] = 45, 20
		header = append(header, 1, 0, 16, 0)
		header = binary.LittleEndian.AppendUint64(header, uint64(size))
		header = binary.LittleEndian.AppendUint64(header, uint64(packed))
		next := at + 30 + name + int(packed)
		out = append(append(out, header...), b[at+30+name:next]...)
		at, entry = next, entry[46+name:]
	}
	end -= directory
	binary.LittleEndian.PutUint32(entries[end+16:], uint32(len(out)))
	return append(out, entries...)
}

// edit damages a file in one way, and says how.
func edit(r *rand.Rand, b []byte) ([]byte, string) {
	b = bytes.Clone(b)
	if len(b) == 0 {
		return b, "nothing"
	}
	if r.IntN(5) < 2 {
		c := pick(r, conversions)
		if from := r.IntN(len(b)); r.IntN(6) == 0 {
			return append(b[:from:from], c.do(b[from:])...), fmt.Sprintf("%s from %d on", c.name, from)
		}
		return c.do(b), c.name
	}
	at := r.IntN(len(b))
	switch r.IntN(4) {
	case 0: // about where the parts of a file meet
		at = min(len(b)-1, 100+r.IntN(60))
	case 1:
		at = max(0, len(b)-1-r.IntN(120))
	}
	n := min(1+r.IntN(4), len(b)-at)
	if r.IntN(4) == 0 {
		n = min(1+r.IntN(300), len(b)-at)
	}
	fill := fills[r.IntN(len(fills))](r, n)
	switch r.IntN(9) {
	case 0, 1:
		return slices.Delete(b, at, at+n), fmt.Sprintf("%d bytes lost at %d", n, at)
	case 2:
		return slices.Insert(b, at, fill...), fmt.Sprintf("%q added at %d", fill, at)
	case 3:
		return append(b, fill...), fmt.Sprintf("%q appended", fill)
	case 4:
		return append(slices.Delete(b, at, at+n), fill...), fmt.Sprintf("%d bytes lost at %d and %q appended", n, at, fill)
	case 5:
		copy(b[at:], fill)
		return b, fmt.Sprintf("%q over %d", fill, at)
	case 6:
		b[at] ^= 1 << r.IntN(8)
		return b, fmt.Sprintf("a bit flipped at %d", at)
	case 7:
		m := min(1+r.IntN(4), len(b)-at-n)
		swapped := slices.Concat(b[:at], b[at+n:at+n+m], b[at:at+n], b[at+n+m:])
		return swapped, fmt.Sprintf("%d and %d bytes swapped at %d", n, m, at)
	}
	return b[:at], fmt.Sprintf("cut at %d", at)
}

// fills make the bytes that damage puts in a file.
var fills = []func(r *rand.Rand, n int) []byte{
	func(_ *rand.Rand, n int) []byte { return make([]byte, n) },
	func(_ *rand.Rand, n int) []byte { return bytes.Repeat([]byte{' '}, n) },
	func(_ *rand.Rand, n int) []byte { return bytes.Repeat([]byte{0xFF}, n) },
	func(_ *rand.Rand, n int) []byte {
		return []byte(strings.Repeat("Jan  5 10:00:00 host app: wrote 40 rows\n", n/40+1)[:n])
	},
	func(_ *rand.Rand, n int) []byte { return []byte(strings.Repeat("\r\n", n)[n:]) },
	func(r *rand.Rand, n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return b
	},
}

// conversions are what programs do to text.
var conversions = []struct {
	name string
	do   func(b []byte) []byte
}{
	{"latin1 to UTF-8", latin1ToUTF8},
	{"latin1 to UTF-8 twice", func(b []byte) []byte { return latin1ToUTF8(latin1ToUTF8(b)) }},
	{"U+FFFD for what isn't UTF-8", func(b []byte) []byte { return bytes.ToValidUTF8(b, []byte("\uFFFD")) }},
	{"cp1252 to UTF-8", windows1252ToUTF8},
	{"only ASCII", func(b []byte) []byte { return slices.DeleteFunc(b, func(c byte) bool { return c > 0x7F }) }},
	{"seven bits", func(b []byte) []byte {
		for i := range b {
			b[i] &= 0x7F
		}
		return b
	}},
	{"space for NUL", func(b []byte) []byte { return bytes.ReplaceAll(b, []byte{0}, []byte{' '}) }},
	{"? for NUL", func(b []byte) []byte { return bytes.ReplaceAll(b, []byte{0}, []byte{'?'}) }},
	{"FF for NUL", func(b []byte) []byte { return bytes.ReplaceAll(b, []byte{0}, []byte{0xFF}) }},
	{"no NUL", func(b []byte) []byte { return bytes.ReplaceAll(b, []byte{0}, nil) }},
	{"CR LF for LF", crlf},
	{"LF for CR LF", func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\r\n"), []byte{'\n'}) }},
	{"CR for LF", func(b []byte) []byte { return bytes.ReplaceAll(b, []byte{'\n'}, []byte{'\r'}) }},
	{"a BOM", func(b []byte) []byte { return append([]byte("\xef\xbb\xbf"), b...) }},
}

// sum names bytes.
func sum(b []byte) uint64 { return uint64(crc32.ChecksumIEEE(b))<<32 | uint64(len(b)) }
