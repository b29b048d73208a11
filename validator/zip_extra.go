package validator

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// The extra fields that change what the rest of a header says (APPNOTE section 4.5 and 4.6).
const (
	extraZip64       = 0x0001
	extraUnicodePath = 0x7075
)

// extraFields reads the extra fields of a header (clauses npz-2.6 and npz-2.7).
func (w *walk) extraFields(h *memberHeader, b []byte, disk uint16, central bool) {
	at := h.at + localSize + int64(len(h.name))
	if central {
		at = h.at + centralSize + int64(len(h.name))
	}
	paths := 0
	for len(b) > 0 {
		if len(b) < 4 || int(binary.LittleEndian.Uint16(b[2:])) > len(b)-4 {
			w.report("zip-extra-malformed", at, int64(len(b)), "", "extra field ends in the middle of a block")
			return
		}
		id, n := binary.LittleEndian.Uint16(b), int(binary.LittleEndian.Uint16(b[2:]))
		data := b[4 : 4+n]
		switch {
		case id == extraZip64 && h.zip64 || id == extraUnicodePath && paths > 0:
			w.report("zip-extra-malformed", at, int64(4+n), "", "extra field has a second block 0x%04x", id)
		case id == extraZip64:
			h.zip64 = true
			w.zip64Extra(h, data, at, disk, central)
		case id == extraUnicodePath:
			paths++
			w.unicodePath(h, data, at)
		}
		b = b[4+n:]
		at += int64(4 + n)
	}
}

// zip64Extra resolves the fields of a header that hold the sentinel. The block has the values for these
// alone, or those of all fields: a local header must have both sizes, as in the two layouts that are
// NumPy's own, and an entry may.
func (w *walk) zip64Extra(h *memberHeader, data []byte, at int64, disk uint16, central bool) {
	type field struct {
		what  string
		value *uint64
	}
	all := []field{{"uncompressed size", &h.unpacked}, {"compressed size", &h.packed}}
	if central {
		all = append(all, field{"offset of the local header", &h.offset})
	}
	var wanted []field
	for _, f := range all {
		if *f.value == sentinel32 {
			wanted = append(wanted, f)
		}
	}
	size := 8 * len(wanted)
	if central && disk == sentinel16 {
		size += 4
	}
	switch n := len(data); {
	case central && size > 0 && n == size:
	case n == 16 || central && (n == 24 || n == 28):
		wanted = all[:min(len(all), n/8)]
	default:
		if size == 0 || !central {
			size = 16
		}
		h.unresolved = slices.ContainsFunc(wanted, func(f field) bool { return *f.value == sentinel32 })
		w.report("zip-zip64-extra", at, int64(4+n), "", "zip64 extra field has %s, want %d for the fields that need it", plural(int64(n), "byte"), size)
		return
	}
	for i, f := range wanted {
		v := binary.LittleEndian.Uint64(data[8*i:])
		if *f.value != sentinel32 && *f.value != v {
			w.report("zip-zip64-extra", at+4+8*int64(i), 8, "", "zip64 extra field has the %s %d, the header %d", f.what, v, *f.value)
			continue
		}
		*f.value = v
	}
	if rest := data[8*len(wanted):]; len(rest) == 4 && binary.LittleEndian.Uint32(rest) != 0 {
		w.report("zip-multi-disk", at+4+8*int64(len(wanted)), 4, "", "member is on disk %d, want 0", binary.LittleEndian.Uint32(rest))
	}
}

// unicodePath checks a second name of the member.
func (w *walk) unicodePath(h *memberHeader, data []byte, at int64) {
	n := int64(4 + len(data))
	if len(data) < 5 || data[0] != 1 {
		w.report("zip-unicode-path", at, n, "", "unicode path extra field is of no known version")
		return
	}
	name := string(data[5:])
	switch {
	case binary.LittleEndian.Uint32(data[1:]) != crc32.ChecksumIEEE([]byte(h.name)):
		w.report("zip-unicode-path", at, n, "", "unicode path extra field is about another name than the header's")
	case name != decodeName(h.name, h.flags):
		w.report("zip-unicode-path", at, n, "", "unicode path extra field names the member %s, the header %s", Quote(name), Quote(decodeName(h.name, h.flags)))
	}
}
