package planted

import (
	"encoding/binary"
	"strings"
)

const magic = "\x93NUMPY"

// array reads an .npy file.
func (r *Reader) array(file []byte, member bool) *Array {
	switch {
	case r.has("magic-unchecked") && len(file) >= 10:
	case r.has("magic-letters") && len(file) >= 10 && strings.EqualFold(string(file[1:6]), magic[1:]):
	case len(file) < 10 || string(file[:6]) != magic:
		refuse("the magic")
	}
	major, minor := file[6], file[7]
	if r.has("version-low-bits") {
		major &= 0x7f
	}
	if (major < 1 || major > 3 || minor != 0 && !r.has("minor-unchecked")) && !r.has("version-unchecked") {
		refuse("version %d.%d", major, minor)
	}
	if r.has("version-2-refused") && major == 2 || r.has("version-3-refused") && major == 3 {
		refuse("version %d.%d", major, minor)
	}
	start, length := 10, int64(binary.LittleEndian.Uint16(file[8:]))
	switch {
	case r.has("length-as-byte"):
		length &= 0xff
	case r.has("length-big-endian"):
		length = int64(binary.BigEndian.Uint16(file[8:]))
	case r.has("length-signed") && length > 1<<15-1:
		crash()
	}
	if major > 1 && !r.has("length-always-16-bits") {
		if len(file) < 12 {
			refuse("the prefix is truncated")
		}
		start, length = 12, int64(binary.LittleEndian.Uint32(file[8:]))
		if r.has("length-16-of-32") {
			length &= 0xffff
		}
	} else if major > 1 {
		start = 12
	}
	if length > int64(len(file)-start) {
		if r.has("length-allocated") {
			panic(ending{Exception, "a header of gigabytes"})
		}
		refuse("the header is truncated")
	}
	if r.has("header-256") && length > 256 || r.has("header-1024") && length > 1024 {
		length &= 0xff
	}
	header, data := string(file[start:start+int(length)]), file[start+int(length):]
	h := r.header(header, major, start)
	switch total := start + int(length); {
	case r.has("data-rounded-64") && total%64 != 0 && len(file) >= total+64-total%64:
		data = file[total+64-total%64:]
	case r.has("data-rounded-16") && total%16 != 0:
		data = file[min(len(file), total+16-total%16):]
	case r.has("data-after-newline"):
		data = file[strings.IndexByte(string(file), '\n')+1:]
	case r.has("data-after-last-newline"):
		data = file[strings.LastIndexByte(string(file), '\n')+1:]
	case r.has("data-at-128"):
		data = file[min(len(file), 128):]
	case r.has("data-from-the-end"):
		if n := h.bytes(r); n <= int64(len(file)) {
			data = file[int64(len(file))-n:]
		}
	}
	return r.elements(h, data, member)
}
