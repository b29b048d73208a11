package zip

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// region is a range of bytes that has a name.
type region struct {
	at, n int64
	what  string
}

// partitioned requires that each byte of an archive of the given size is in one of the regions.
func partitioned(t *testing.T, regions []region, size int64) {
	t.Helper()
	slices.SortStableFunc(regions, func(a, b region) int { return cmp.Compare(a.at, b.at) })
	at := int64(0)
	for _, r := range regions {
		if r.at != at {
			t.Errorf("%s is at %d, want %d", r.what, r.at, at)
		}
		at = r.at + r.n
	}
	if at != size {
		t.Errorf("regions end at %d, want %d", at, size)
	}
}

// TestPartition adds up the ranges that get a name: each byte of a clean archive is in one.
func TestPartition(t *testing.T) {
	for _, rule := range spec.Rules() {
		if area := rule.Area(); area != "zip" && area != "npz" {
			continue
		}
		_, b := example(t, rule.Name)
		if len(b) >= 1<<15 {
			continue
		}
		var regions []region
		traced := config
		traced.Trace = func(at, n int64, _ []byte, what string) { regions = append(regions, region{at, n, what}) }
		if _, err := Walk(t.Context(), bytes.NewReader(b), int64(len(b)), traced, &finding.List{}); err != nil {
			t.Fatal(err)
		}
		partitioned(t, regions, int64(len(b)))
	}
}

// TestMessages covers what is said about one fault in an archive of two members of 152 bytes.
func TestMessages(t *testing.T) {
	le := binary.LittleEndian
	a, b := build.File{Name: "a.npy", Content: plain}, build.File{Name: "b.npy", Content: plain}
	streamed := a
	streamed.Flags = build.FlagStreamed
	const header = build.LocalSize + len("a.npy")
	data := len(plain)
	descriptor := header + data
	change := func(b []byte, change func(b []byte)) []byte {
		change(b)
		return b
	}
	sizes := le.AppendUint64(le.AppendUint64(nil, uint64(data)), uint64(data))
	wide := build.Archive("", streamed)
	wide = slices.Replace(wide, descriptor+8, descriptor+16, sizes...)
	le.PutUint32(wide[len(wide)-build.EndSize+16:], uint32(descriptor+24))
	for _, test := range []struct {
		file []byte
		want string
	}{
		{build.Archive("", build.File{Name: "a.npy", Content: plain, After: "\x00"}, b), "gap of 1 byte that belongs to no member"},
		{slices.Concat([]byte("PK\x03\x04 previous"), build.Archive("", a, b)), "13 bytes before the archive: its offsets don't count them"},
		{change(build.Archive("", a, b), func(b []byte) { b[bytes.LastIndex(b, []byte(build.SigCentral))] = 0 }),
			"no directory entry at offset 425, but the end record declares 51 more bytes"},
		{change(build.Archive("", a, b), func(b []byte) { b[len(b)-build.EndSize+8] = 1 }),
			"end record has member counts 1 (its disk) and 2 (total), but the central directory has 2"},
		{build.Archive("", a, build.File{Name: "a.npy", Content: plain, Same: true}), "member starts inside 'a.npy', 187 bytes before its end"},
		{change(build.Archive("", a, b), func(b []byte) { clear(b[14:18]) }), "local header has checksum 00000000, but its directory entry has 6e397b70"},
		{change(build.Archive("", a, b), func(b []byte) { b[7] = 1 << 3 }), "local header has flags 0x0800, but its directory entry has 0x0000"},
		{change(build.Archive("", streamed, b), func(b []byte) { b[descriptor+4] ^= 1 }),
			"data descriptor has checksum and sizes 6e397b71, 152, 152; expected 6e397b70, 152, 152"},
		{change(build.Archive("", streamed, b), func(b []byte) { copy(b[descriptor:], "none") }),
			"no data descriptor after the data, expected one with checksum and sizes 6e397b70, 152, 152"},
		{wide, "data descriptor has 8-byte sizes, expected 4-byte: the local header has no zip64 extra field"},
	} {
		faults := &finding.List{Max: 10}
		if _, err := readWhole(t, bytes.NewReader(test.file), int64(len(test.file)), config, faults); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range faults.Kept {
			got = append(got, f.Message)
		}
		if !slices.Equal(got, []string{test.want}) {
			t.Errorf("got %q, want %q alone", got, test.want)
		}
	}
}
