package validator

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/npycheck/npycheck/validator/internal/zip/ziptest"
)

// TestArchiveMessages has what a report says of one fault in an archive of two members of 152 bytes.
func TestArchiveMessages(t *testing.T) {
	le := binary.LittleEndian
	a, b := ziptest.Member{Name: "a.npy", Content: plainFile}, ziptest.Member{Name: "b.npy", Content: plainFile}
	streamed := a
	streamed.Flags = ziptest.Streamed
	const header = ziptest.LocalSize + len("a.npy")
	data := len(plainFile)
	descriptor := header + data
	change := func(b []byte, change func(b []byte)) []byte {
		change(b)
		return b
	}
	sizes := le.AppendUint64(le.AppendUint64(nil, uint64(data)), uint64(data))
	wide := ziptest.Archive("", streamed)
	wide = slices.Replace(wide, descriptor+8, descriptor+16, sizes...)
	le.PutUint32(wide[len(wide)-ziptest.EndSize+16:], uint32(descriptor+24))
	for _, test := range []struct {
		file []byte
		want string
	}{
		{ziptest.Archive("", ziptest.Member{Name: "a.npy", Content: plainFile, After: "\x00"}, b), "gap of 1 byte that no member has"},
		{slices.Concat([]byte("PK\x03\x04 in front"), ziptest.Archive("", a, b)), "13 bytes in front of the archive: every offset in it is short by as many"},
		{change(ziptest.Archive("", a, b), func(b []byte) { b[bytes.LastIndex(b, []byte(ziptest.Central))] = 0 }),
			"no entry begins at offset 425, but the end record gives the directory 51 bytes more"},
		{change(ziptest.Archive("", a, b), func(b []byte) { b[len(b)-ziptest.EndSize+8] = 1 }),
			"end record has the member counts 1 (on its disk) and 2 (in all), the directory has 2"},
		{ziptest.Archive("", a, ziptest.Member{Name: "a.npy", Content: plainFile, Same: true}), "member begins inside of a.npy, 187 bytes in front of its end"},
		{change(ziptest.Archive("", a, b), func(b []byte) { clear(b[14:18]) }), "local header has the checksum 00000000, the directory bcf9e32e"},
		{change(ziptest.Archive("", a, b), func(b []byte) { b[7] = 1 << 3 }), "local header has the flags 0x0800, the directory 0x0000"},
		{change(ziptest.Archive("", streamed, b), func(b []byte) { b[descriptor+4] ^= 1 }),
			"data descriptor has checksum bcf9e32f, compressed size 152 and uncompressed size 152, want checksum bcf9e32e, compressed size 152 and uncompressed size 152"},
		{change(ziptest.Archive("", streamed, b), func(b []byte) { copy(b[descriptor:], "none") }),
			"no data descriptor is behind the data, want checksum bcf9e32e, compressed size 152 and uncompressed size 152"},
		{wide, "data descriptor has sizes of 8 bytes, want 4: the local header has no zip64 extra field"},
	} {
		var got []string
		for _, f := range checkBytes(t, test.file, &Options{Depth: Full}).Findings {
			got = append(got, f.Message)
		}
		if !slices.Equal(got, []string{test.want}) {
			t.Errorf("got %q, want %q alone", got, test.want)
		}
	}
}
