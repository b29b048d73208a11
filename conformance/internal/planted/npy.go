package planted

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/second"
)

// array reads an .npy file.
func (r *Reader) array(file []byte, member bool) *Array {
	file = r.prefix(file)
	p, ok := second.PrefixOf(file)
	if !ok || p.Major < 1 || p.Major > 3 || p.Minor != 0 {
		refuse("the prefix")
	}
	switch {
	case r.has("version-2-refused") && p.Major == 2, r.has("version-3-refused") && p.Major == 3:
		refuse("version %d.%d", p.Major, p.Minor)
	case r.has("length-signed") && file[9] >= 0x80:
		panic(ending{Crash, "a planted crash"})
	case p.Text > int64(len(file)-p.Len):
		r.must(&second.Refusal{Check: "length-allocated", Message: "the header is truncated"})
	}
	begin := p.Len + int(p.Text)
	h := r.header(string(file[p.Len:begin]), p.Major, begin)
	return r.elements(h, r.data(h, file, begin), member)
}

// prefix returns a file with the prefix that the reader sees in it.
func (r *Reader) prefix(file []byte) []byte {
	if r.Bug == "" || len(file) < 12 {
		return file
	}
	file = slices.Clone(file)
	length := file[8:10]
	if file[6] > 1 {
		length = file[8:12]
	}
	n := int64(binary.LittleEndian.Uint16(length))
	if len(length) > 2 {
		n = int64(binary.LittleEndian.Uint32(length))
	}
	switch {
	case r.has("magic-unchecked"), r.has("magic-letters") && strings.EqualFold(string(file[1:6]), second.Magic[1:]):
		copy(file, second.Magic)
	case r.has("version-low-bits"):
		file[6] &= 0x7f
	case r.has("minor-unchecked"):
		file[7] = 0
	case r.has("version-unchecked"):
		file[6], file[7] = min(max(file[6], 1), 2), 0
	case r.has("length-big-endian"):
		slices.Reverse(length[:2])
	case r.has("length-always-16-bits"), r.has("length-16-of-32"):
		clear(length[2:])
	case r.has("length-as-byte") && len(length) == 2, n <= int64(len(file)) && (r.has("header-256") && n > 256 || r.has("header-1024") && n > 1024):
		clear(length[1:])
	}
	return file
}

// header reads the text of a header.
func (r *Reader) header(text string, major byte, dataOffset int) *second.Header {
	inner := r.reader()
	switch {
	case r.has("alignment-64-only") && dataOffset%64 != 0:
		refuse("the data is not aligned")
	case r.has("ascii-only") && !second.ASCII(text):
		refuse("the header is not ASCII")
	case r.has("header-limit-bytes") && len(text) > 10000:
		refuse("the header is too long")
	case r.has("utf-8-as-latin1"):
		major = min(major, 2)
	case r.has("latin1-as-utf-8"):
		major, inner.Bug = 3, "utf-8-unchecked"
	case r.has("brace-searched"):
		text = text[max(0, strings.IndexByte(text, '{')):]
	case r.has("ends-at-first-brace"):
		text = text[:strings.IndexByte(text, '}')+1] + "\n"
	}
	h, err := inner.Header(text, major, dataOffset)
	r.must(err)
	r.misreadHeader(h)
	return h
}

// data returns the bytes from where the data begins, or seems to begin.
func (r *Reader) data(h *second.Header, file []byte, begin int) []byte {
	switch {
	case r.has("data-rounded-64") && begin%64 != 0 && len(file) >= begin+64-begin%64:
		begin += 64 - begin%64
	case r.has("data-rounded-16") && begin%16 != 0:
		begin += 16 - begin%16
	case r.has("data-after-newline"):
		begin = strings.IndexByte(string(file), '\n') + 1
	case r.has("data-after-last-newline"):
		begin = strings.LastIndexByte(string(file), '\n') + 1
	case r.has("data-at-128"):
		begin = 128
	case r.has("data-from-the-end") && h.Bytes() <= int64(len(file)):
		begin = len(file) - int(h.Bytes())
	}
	return file[min(begin, len(file)):]
}
