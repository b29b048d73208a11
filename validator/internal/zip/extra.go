package zip

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
)

// The extra fields that change the meaning of the rest of a header (APPNOTE section 4.5 and 4.6).
const (
	extraZip64       = 0x0001
	extraUnicodePath = 0x7075
)

// extraFields reads the extra fields of the header (clauses npz-2.6 and npz-2.7). An entry's may have the disk number.
// Faults in those of a local header count less: readers that follow the directory don't see them.
func (h *header) extraFields(r reporter, b []byte, disk uint16, central bool) {
	at := h.at + localSize + int64(len(h.name))
	if central {
		at = h.at + centralSize + int64(len(h.name))
	}
	z := zip64Block{disk: disk, central: central}
	malformed := spec.ZipExtraMalformed
	if !central {
		malformed = spec.ZipLocalExtra
	}
	paths := 0
	for len(b) > 0 {
		if len(b) < 4 || int(binary.LittleEndian.Uint16(b[2:])) > len(b)-4 {
			r.report(malformed, at, int64(len(b)), "extra field ends in the middle of a block")
			z.hidden, h.torn = true, true
			break
		}
		id, n := binary.LittleEndian.Uint16(b), int(binary.LittleEndian.Uint16(b[2:]))
		data := b[4 : 4+n]
		switch {
		case id == extraZip64 && h.zip64 || id == extraUnicodePath && paths > 0:
			r.report(malformed, at, int64(4+n), "extra field has a second block 0x%04x", id)
		case id == extraZip64:
			h.zip64 = true
			z.data, z.at = data, at
		case id == extraUnicodePath:
			paths++
			h.unicodePath(r, data, at, central)
		default:
			if what := unusualExtra(id, data, central); what != "" {
				r.report(spec.ZipExtraUnusual, at, int64(4+n), "extra field block 0x%04x %s", id, what)
			}
		}
		b = b[4+n:]
		at += int64(4 + n)
	}
	h.zip64Extra(r, &z)
}

// zip64Block is the zip64 block of a header, with values of the header that aren't kept elsewhere.
type zip64Block struct {
	data    []byte
	at      int64 // offset of the block
	disk    uint16
	central bool
	hidden  bool // it may be in a part of the extra field that can't be read
}

// wholeZip64 is the length of a zip64 block with all values: three numbers and the disk number.
const wholeZip64 = 28

// zip64Field is a field of a header whose value may be in the zip64 block.
type zip64Field struct {
	what    string
	value   *uint64
	unknown byte
}

// zip64Extra resolves the fields of a header that have the sentinel. The block of a local header has both sizes. NumPy
// itself writes two layouts: sentinels, and plain sizes that the block repeats. The block of an entry has the values
// that sentinels defer to it. It may have all values up to some field, if readers that expect only the deferred ones
// find the same in it.
func (h *header) zip64Extra(r reporter, z *zip64Block) {
	fields := []zip64Field{
		{"uncompressed size", &h.unpacked, unknownUnpacked},
		{"compressed size", &h.packed, unknownPacked},
		{"local header offset", &h.offset, unknownOffset},
	}
	rule := spec.ZipZip64Extra
	if !z.central {
		fields, rule = fields[:2], spec.ZipLocalExtra
	}
	var wanted []zip64Field
	need, least := 0, 0 // bytes for the sentinels, and for everything up to the last of them
	for i, f := range fields {
		if *f.value == sentinel32 {
			h.unknown |= f.unknown
			wanted = append(wanted, f)
			need, least = need+8, 8*(i+1)
		}
	}
	switch {
	case z.disk == sentinel16:
		need, least = need+4, wholeZip64
		if h.zip64 {
			r.report(spec.ZipDiskSentinel, h.at+34, 2, "disk number is stored in the zip64 extra field, expected 0")
		}
	case z.disk != 0:
		r.report(spec.ZipMultiDisk, h.at+34, 2, "multi-disk archive: member is on disk %d, expected 0", z.disk)
	}
	n := len(z.data)
	exact := z.central && n == need
	everything := n >= least && (n == 16 || z.central && (n == 8 || n == 24 || n == wholeZip64))
	switch {
	case !h.zip64 && (need == 0 || z.hidden):
		return
	case !h.zip64 && len(wanted) == 0:
		r.report(spec.ZipMultiDisk, h.at+34, 2, "disk number should be in a zip64 extra field, but there is none")
		return
	case !h.zip64:
		r.report(rule, h.at, int64(h.size), "%s should be in a zip64 extra field, but there is none", wanted[0].what)
		return
	case !exact && !everything:
		if !z.central {
			need = 16
		}
		r.report(rule, z.at, int64(4+n), "zip64 extra field has %s, expected %d for the fields that it should have", text.Count(int64(n), "byte"), need)
		return
	}
	h.unknown = 0
	if !z.central && len(wanted) > 0 {
		h.wide = int32(z.at + 4 - h.at)
	}
	layout := fields
	if exact {
		layout = wanted
	}
	if z.resolve(r, rule, layout, wanted) && z.central {
		h.needlessDeferral(r, wanted)
	}
	if z.disk == sentinel16 || n == wholeZip64 {
		if disk := binary.LittleEndian.Uint32(z.data[n-4:]); disk != 0 {
			r.report(spec.ZipMultiDisk, z.at+int64(n), 4, "multi-disk archive: member is on disk %d, expected 0", disk)
		}
	}
}

// resolve sets the wanted fields from the block, which has the fields of the layout. It returns false if they differ
// from the header, or from what a reader finds that expects only the wanted ones.
func (z *zip64Block) resolve(r reporter, rule spec.ID, layout, wanted []zip64Field) (agree bool) {
	agree = true
	for i, f := range layout[:min(len(layout), len(z.data)/8)] {
		switch v := binary.LittleEndian.Uint64(z.data[8*i:]); *f.value {
		case sentinel32:
			*f.value = v
		case v:
		default:
			r.report(rule, z.at+4+8*int64(i), 8, "%s is %d in the zip64 extra field, but %d in the header", f.what, v, *f.value)
			agree = false
		}
	}
	for i, f := range wanted {
		if v := binary.LittleEndian.Uint64(z.data[8*i:]); z.central && v != *f.value {
			r.report(rule, z.at+4+8*int64(i), 8, "%s is %d in the zip64 extra field, but %d if it has only the fields that it needs", f.what, *f.value, v)
			agree = false
		}
	}
	return agree
}

// needlessDeferral reports values of an entry that are deferred although they fit in it.
func (h *header) needlessDeferral(r reporter, wanted []zip64Field) {
	for i, f := range wanted {
		alone := i == 0 && f.unknown == unknownPacked // no writer does that, while Rust's large_file defers both sizes
		if (alone || f.unknown == unknownOffset) && *f.value <= pythonLimit {
			at := h.at + 42
			if alone {
				at = h.at + 20
			}
			r.report(spec.ZipZip64Deferral, at, 4, "%s %d is stored in the zip64 extra field, but fits in the entry", f.what, *f.value)
		}
	}
}

// unicodePath checks a second name of the member. A block for another name is ignored.
func (h *header) unicodePath(r reporter, data []byte, at int64, central bool) {
	n := int64(4 + len(data))
	malformed, other := spec.ZipExtraMalformed, spec.ZipUnicodePath
	if !central {
		malformed, other = spec.ZipLocalExtra, spec.ZipLocalExtra
	}
	if len(data) < 5 {
		r.report(malformed, at, n, "Unicode path extra field has %s, expected a version, a checksum and a name", text.Count(int64(len(data)), "byte"))
		return
	}
	name := string(data[5:])
	switch {
	case data[0] != 1:
		r.report(spec.ZipExtraUnusual, at, n, "Unicode path extra field has an unknown version, %d", data[0])
	case binary.LittleEndian.Uint32(data[1:]) != crc32.ChecksumIEEE([]byte(h.name)):
		r.report(spec.ZipExtraUnusual, at, n, "Unicode path extra field has a checksum that doesn't match the header's name")
	case name != h.decoded():
		r.report(other, at, n, "Unicode path extra field names the member %s, but the header names it %s", text.Literal(name), h.quoted())
	}
}

// extraForm is a known extra field. Only harmless ones have a form.
type extraForm struct {
	id   uint16
	name string
	// form reports whether the data of a block is well-formed, in an entry or else in a local header. It is nil for
	// blocks that some readers act on and others ignore.
	form func(data []byte, central bool) bool
}

// extraForms has the blocks that common writers write, and some that change what a reader sees.
// Nobody can vouch for other blocks.
var extraForms = [...]extraForm{
	{0x5455, "extended timestamp", timestampForm},
	{0x000a, "NTFS times", ntfsForm},
	{0x5855, "Info-ZIP Unix, first version", func(data []byte, _ bool) bool { return len(data) == 8 || len(data) == 12 }},
	{0x7855, "Info-ZIP Unix, second version", func(data []byte, central bool) bool { return len(data) == 4 || central && len(data) == 0 }},
	{0x7875, "Info-ZIP Unix, third version", ownerForm},
	{0xcafe, "Java archive marker", func(data []byte, _ bool) bool { return len(data) == 0 }},
	{0xd935, "Android alignment", alignmentForm},
	{0xa11e, "Apache Commons and Rust alignment", alignmentForm},
	{0x000d, "PKWARE Unix, with a link target", nil},
	{0x0017, "strong encryption", nil},
	{0x6375, "Unicode comment", nil},
	{0x6c78, "libarchive experimental, with a mode", nil},
	{0x756e, "ASi Unix, with a mode and a link target", nil},
	{0x9901, "AES encryption", nil},
}

// timestampForm is the form of up to three 4-byte times. An entry may have only the first.
func timestampForm(data []byte, central bool) bool {
	if len(data) == 0 || data[0]&^7 != 0 {
		return false
	}
	times := len(data) - 1
	return times == 4*bits.OnesCount8(data[0]) || central && times == 4*int(data[0]&1)
}

// ntfsForm is the form of exactly three 8-byte times.
func ntfsForm(data []byte, _ bool) bool {
	return len(data) == 32 && string(data[:8]) == "\x00\x00\x00\x00\x01\x00\x18\x00"
}

// ownerForm is the form of the numbers of a user and a group, each with its length.
func ownerForm(data []byte, _ bool) bool {
	if len(data) < 3 || data[0] != 1 {
		return false
	}
	group := 2 + int(data[1])
	return group < len(data) && len(data) == group+1+int(data[group]) && data[1] <= 8 && data[group] <= 8
}

// alignmentForm is the form of an alignment followed by zeros that pad a local header.
func alignmentForm(data []byte, central bool) bool {
	return !central && len(data) >= 2 && strings.Trim(string(data[2:]), "\x00") == ""
}

// unusualExtra returns what is unusual about a block, or "".
func unusualExtra(id uint16, data []byte, central bool) string {
	for i := range extraForms {
		f := &extraForms[i]
		switch {
		case f.id != id:
		case f.form == nil:
			return "(" + f.name + ") is used by only some readers"
		case !f.form(data, central):
			return "(" + f.name + ") is malformed: " + text.Count(int64(len(data)), "byte")
		default:
			return ""
		}
	}
	return "is not one that common writers use"
}
