package second

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
)

// TestZip64 reads zip64 blocks that have more than is deferred to them, as Python's zipfile, Go's archive/zip, Java's
// ZipFile and Info-ZIP's unzip do, and refuses those that readers may interpret differently.
func TestZip64(t *testing.T) {
	const deferred = math.MaxUint32
	for _, test := range []struct {
		name   string
		header []uint64 // size, compressed size and, in an entry, the offset
		block  []uint64
		want   []uint64 // nil for refused
	}{
		{"the size", []uint64{deferred, 7, 9}, []uint64{7}, []uint64{7, 7, 9}},
		{"the offset", []uint64{7, 7, deferred}, []uint64{9}, []uint64{7, 7, 9}},
		{"all", []uint64{deferred, deferred, deferred}, []uint64{8, 7, 9}, []uint64{8, 7, 9}},
		{"nothing, repeated", []uint64{7, 7, 9}, []uint64{7, 7, 9}, []uint64{7, 7, 9}},
		{"the size, and one more", []uint64{deferred, 7, 9}, []uint64{8, 7}, []uint64{8, 7, 9}},
		{"the size, and another", []uint64{deferred, 7, 9}, []uint64{8, 6}, nil},
		{"the compressed size among all", []uint64{7, deferred, 0}, []uint64{7, 7, 0}, []uint64{7, 7, 0}},
		{"the compressed size among others", []uint64{7, deferred, 0}, []uint64{7, 7, 5}, nil},
		{"the compressed size, which others take for the size", []uint64{8, deferred, 0}, []uint64{8, 7, 0}, nil},
		{"both sizes of three", []uint64{deferred, deferred, deferred}, []uint64{8, 7}, nil},
		{"sizes of a local header", []uint64{deferred, deferred}, []uint64{8, 7}, []uint64{8, 7}},
		{"one size of a local header", []uint64{8, deferred}, []uint64{8, 7}, []uint64{8, 7}},
		{"other sizes than a local header's", []uint64{8, 7}, []uint64{8, 6}, nil},
	} {
		var block []byte
		for _, v := range test.block {
			block = binary.LittleEndian.AppendUint64(block, v)
		}
		got := slices.Clone(test.header)
		var all, wants []*uint64
		for i := range got {
			all = append(all, &got[i])
			if got[i] == deferred {
				wants = append(wants, &got[i])
			}
		}
		refused := refuses(func() { (&Reader{}).zip64(block, wants, all) })
		if refused != (test.want == nil) || !refused && !slices.Equal(got, test.want) {
			t.Errorf("%s: got %d, refused %t, want %d", test.name, got, refused, test.want)
		}
	}
}

// TestZip64Disk reads blocks that also have the number of a disk. There is only one disk.
func TestZip64Disk(t *testing.T) {
	for disk := range uint32(2) {
		var block []byte
		for _, v := range []uint64{8, 7, 9} {
			block = binary.LittleEndian.AppendUint64(block, v)
		}
		block = binary.LittleEndian.AppendUint32(block, disk)
		all := []*uint64{new(uint64(8)), new(uint64(7)), new(uint64(9))}
		if got := refuses(func() { (&Reader{}).zip64(block, nil, all) }); got != (disk == 1) {
			t.Errorf("disk %d: refused %t", disk, got)
		}
	}
}

// refuses reports whether what a reader does ends with a refusal.
func refuses(do func()) (refused bool) {
	defer func() { _, refused = recover().(*Refusal) }()
	do()
	return
}
