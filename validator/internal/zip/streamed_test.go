package zip

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// TestStreamedRecords covers records in the data of stored members with a data descriptor, where a reader of streams
// mistakes them for the end of the member and the next one.
func TestStreamedRecords(t *testing.T) {
	const before = 1000
	array := func(data string) []byte {
		return []byte(strings.Repeat(".", before) + data + strings.Repeat(".", 4000-before-len(data)))
	}
	sizes := strings.Repeat("x", 12)
	le32 := func(n int) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }
	for _, test := range []struct {
		data   string
		length int // of the finding, or 0
	}{
		{"", 0},
		{build.SigDescriptor, 0},
		{build.SigLocal, 0},
		{build.SigLocal + sizes + build.SigDescriptor, 0},
		{build.SigDescriptor + sizes + build.SigLocal, 20},
		{build.SigDescriptor + sizes + build.SigCentral, 20},
		{build.SigDescriptor + sizes + build.SigEnd, 20},
		{build.SigDescriptor + sizes + build.SigEnd64, 20},
		{build.SigDescriptor + build.SigLocal, 8},
		{build.SigDescriptor + sizes + "........" + build.SigLocal, 28},
		{"PPKPK\x07" + build.SigDescriptor + sizes + "PK\x03" + build.SigLocal, 23},
		{build.SigDescriptor + "cccc" + le32(before) + le32(before), 16},
		{build.SigDescriptor + "cccc" + le32(before) + "\x00\x00\x00\x00" + le32(before) + "\x00\x00\x00\x00", 24},
		{build.SigDescriptor + "cccc" + le32(before) + le32(before+1), 0},
		{build.SigDescriptor + "cccc" + le32(before+1) + le32(before), 0},
	} {
		file := array(test.data)
		for _, m := range []build.File{
			{Name: "a.npy", Content: file, Flags: build.FlagStreamed},
			{Name: "a.npy", Content: file},
			{Name: "a.npy", Content: file, Packed: build.Deflate(file), Flags: build.FlagStreamed},
		} {
			var want []string
			if test.length > 0 && m.Flags != 0 && m.Packed == nil {
				at := 30 + 5 + before + strings.Index(test.data, build.SigDescriptor)
				want = []string{fmt.Sprintf("zip-streamed-records %d %d", at, test.length)}
			}
			b := build.Archive("", m)
			if got := found(t, b, true); !slices.Equal(got, want) {
				t.Errorf("%q, flags %04x, packed %t: got %v, want %v", test.data, m.Flags, m.Packed != nil, got, want)
			}
			if got := found(t, b, false); len(got) > 0 {
				t.Errorf("%q, flags %04x: without reading the data got %v, want nothing", test.data, m.Flags, got)
			}
		}
	}
}

// TestStreamedRecordsAcrossReads covers the two signatures at every place of a member that is longer than the buffers
// it is read through.
func TestStreamedRecordsAcrossReads(t *testing.T) {
	const size = 100_000
	empty := bytes.Repeat([]byte("."), size)
	for _, at := range []int{0, 1, 381, 382, 383, 384, 385, 500, 511, 512, 1020, 32764, 32765, 32766, 32767, 65533, 65534, 65535, 65536, size - 8} {
		file := bytes.Clone(empty)
		copy(file[at:], build.SigDescriptor+build.SigLocal)
		b := build.Archive("", build.File{Name: "a.npy", Content: file, Flags: build.FlagStreamed})
		want := []string{fmt.Sprintf("zip-streamed-records %d 8", 35+at)}
		if got := found(t, b, true); !slices.Equal(got, want) {
			t.Errorf("at %d: got %v, want %v", at, got, want)
		}
	}
}
