package validator

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/validator/internal/zip/ziptest"
)

// TestDirectoryPlace has archives whose end record, or whatever stands around it, is wrong in one way
// or another. It is one finding a fault, and the members are judged as far as they can be found.
func TestDirectoryPlace(t *testing.T) {
	le := binary.LittleEndian
	one := archived(t, zip.Store, map[string][]byte{"a.npy": plainFile})
	two := archived(t, zip.Store, map[string][]byte{"a.npy": plainFile, "b.npy": plainFile})
	empty := []byte(ziptest.End + strings.Repeat("\x00", 18))
	directory := bytes.Index(two, []byte(ziptest.Central))
	entry := (len(two) - ziptest.EndSize - directory) / 2
	end := func(change func(end []byte)) []byte {
		b := bytes.Clone(two)
		change(b[len(b)-ziptest.EndSize:])
		return b
	}
	add := func(end []byte, field int, n int) { le.PutUint32(end[field:], le.Uint32(end[field:])+uint32(n)) }
	const count, size, offset = 8, 12, 16
	flipped := func(at int) []byte {
		b := bytes.Clone(two)
		b[at] ^= 1
		return b
	}
	filler := []byte(ziptest.Local + strings.Repeat("in front", 5))
	for _, test := range []struct {
		name    string
		file    []byte
		want    string
		members string
	}{
		{"whole", two, "", "a b"},
		{"filler in front", slices.Concat(filler, two), "zip-prefix-bytes", "a b"},
		{"archive in front", slices.Concat(two, one), "zip-hidden-member zip-hidden-member zip-prefix-bytes", "a a b"},
		{"filler in front of an empty one", slices.Concat(filler, empty), "zip-end-record-mismatch", ""},
		{"empty one behind", slices.Concat(two, empty), "zip-several-end-records", "a b"},
		{"end record again", slices.Concat(two, two[len(two)-ziptest.EndSize:]), "zip-several-end-records", "a b"},
		{"many empty ones behind", slices.Concat(two, bytes.Repeat(empty, 100)), "zip-several-end-records", "a b"},
		{"all zero", end(func(e []byte) { clear(e[count:]) }), "zip-end-record-mismatch", "a b"},
		{"size and offset nonsense", end(func(e []byte) { le.PutUint32(e[size:], 7); le.PutUint32(e[offset:], 9) }), "zip-end-record-mismatch", "a b"},
		{"sentinels", end(func(e []byte) { le.PutUint64(e[size:], 1<<64-1) }), "zip-zip64-record", "a b"},
		{"size of one entry", end(func(e []byte) { add(e, size, -entry) }), "zip-end-record-mismatch", "a b"},
		{"size one more", end(func(e []byte) { add(e, size, 1) }), "zip-end-record-mismatch", "a b"},
		{"offset of the second entry", end(func(e []byte) { add(e, offset, entry) }), "zip-end-record-mismatch", "a b"},
		{"offset one less", end(func(e []byte) { add(e, offset, -1) }), "zip-end-record-mismatch", "a b"},
		{"count", end(func(e []byte) { e[count] = 3 }), "zip-end-record-mismatch", "a b"},
		{"first entry damaged", flipped(directory), "zip-end-record-mismatch", "a b"},
		{"second entry damaged", flipped(directory + entry), "zip-end-record-mismatch", "a b"},
		{"gap behind the directory", slices.Concat(two[:len(two)-ziptest.EndSize], make([]byte, 9), two[len(two)-ziptest.EndSize:]), "zip-gap", "a b"},
		{"no directory", two[:directory], "zip-no-end-record", "a b"},
		{"cut in a descriptor", two[:directory-4], "zip-no-end-record", "a b"},
		{"cut in the data", two[:directory-40], "zip-no-end-record", "a b"},
	} {
		report := checkBytes(t, test.file, &Options{Depth: Full})
		if got := strings.Join(ruleIDs(report), " "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
		var members []string
		for _, m := range report.Members {
			if m.Array != nil {
				members = append(members, m.Key)
			}
		}
		if slices.Sort(members); strings.Join(members, " ") != test.members {
			t.Errorf("%s: got arrays %v, want %s", test.name, members, test.members)
		}
		sameArchiveStream(t, test.file)
	}
}

// TestZip64Sentinels leaves numbers of an entry to a block that isn't there or is too short. What the
// local header and the data tell is judged with.
func TestZip64Sentinels(t *testing.T) {
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		whole := archived(t, method, map[string][]byte{"a.npy": plainFile, "b.npy": plainFile[:150]})
		entry := bytes.Index(whole, []byte(ziptest.Central))
		for _, fields := range [][]int{{20}, {24}, {42}, {20, 24}, {20, 24, 42}} {
			b := bytes.Clone(whole)
			for _, at := range fields {
				binary.LittleEndian.PutUint32(b[entry+at:], 1<<32-1)
			}
			report := checkBytes(t, b, &Options{Depth: Full})
			if got, want := ruleIDs(report), []string{"data-truncated", "zip-zip64-extra"}; !slices.Equal(got, want) {
				t.Errorf("method %d, sentinels at %v: got %v, want %v", method, fields, got, want)
			}
			sameArchiveStream(t, b)
		}
	}
}
