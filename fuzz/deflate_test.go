package fuzz

import (
	"bytes"
	"compress/flate"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/validator"
)

// deflated returns a compressed copy of text.
func deflated(text string, level int) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, level)
	io.WriteString(w, text)
	w.Close()
	return b.Bytes()
}

// FuzzDeflate takes the compressed bytes of a member and by how much its headers lie about its size.
// The findings are compared with what a plain run of the decompressor tells.
func FuzzDeflate(f *testing.F) {
	for _, text := range []string{"", "a", "npy", strings.Repeat("NUMPY", 1000)} {
		for _, level := range []int{flate.NoCompression, flate.HuffmanOnly, flate.BestCompression} {
			b := deflated(text, level)
			f.Add(b, int8(0))
			f.Add(b, int8(-1))
			f.Add(b, int8(1))
			f.Add(b[:len(b)-1], int8(0))
			f.Add(append(b, "more"...), int8(0))
			f.Add(append(b, b...), int8(0))
		}
	}
	f.Add([]byte("\x00\x00\x00\xff\xff\x01\x00\x00\xff\xff"), int8(0)) // two empty blocks
	f.Fuzz(func(t *testing.T, packed []byte, lie int8) {
		src := bytes.NewReader(packed) // read byte by byte: what is left is after the stream
		content, err := io.ReadAll(io.LimitReader(flate.NewReader(src), 1<<20))
		size := len(content) + int(lie)
		if len(content) == 1<<20 || size < 0 {
			return
		}
		want := []string{}
		switch {
		case lie < 0:
			want = append(want, "zip-size")
		case err != nil:
			want = append(want, "zip-deflate-corrupt")
		case lie > 0:
			want = append(want, "zip-size")
		case src.Len() > 0:
			want = append(want, "zip-deflate-trailing")
		}

		member := &zipRecord{data: packed}
		member.local.method, member.entry.method = methodDeflate, methodDeflate
		member.rename("a.txt")
		member.tell(crc32.ChecksumIEEE(content), len(packed), size)
		draft := archive{records: []*zipRecord{member}, entries: []*zipRecord{member}}
		draft.settle()
		b := draft.bytes()

		got := []string{}
		for _, finding := range check(t, b, validator.Full).Findings {
			switch finding.Rule.String() {
			case "zip-deflate-corrupt", "zip-deflate-trailing", "zip-size", "zip-crc":
				got = append(got, finding.Rule.String())
				if finding.Rule.String() == "zip-deflate-trailing" && finding.Length != int64(src.Len()) {
					t.Errorf("got %d bytes behind the stream, want %d", finding.Length, src.Len())
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %v, want %v: %d bytes inflate to %d, error %v", got, want, len(packed), len(content), err)
		}
	})
}
