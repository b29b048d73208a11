package zip

import (
	"bytes"
	"encoding/binary"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
)

// The signatures and fixed sizes of the records of a zip archive (APPNOTE section 4.3).
const (
	localSignature      = "PK\x03\x04"
	centralSignature    = "PK\x01\x02"
	endSignature        = "PK\x05\x06"
	descriptorSignature = "PK\x07\x08"
	end64Signature      = "PK\x06\x06"
	locator64Signature  = "PK\x06\x07"

	signatureSize  = len(localSignature)
	localSize      = 30
	centralSize    = 46
	endSize        = 22
	descriptorSize = 24 // of the longest one
	end64Size      = 56
	locator64Size  = 20

	sentinel16 = 1<<16 - 1
	sentinel32 = 1<<32 - 1
)

// MaxEnd is the size of an end record with the longest comment.
const MaxEnd = endSize + 1<<16 - 1

// The flags and methods of a member that a reader of arrays has to know.
const (
	flagEncrypted  = 1 << 0
	flagsLevel     = 1<<1 | 1<<2 // the deflater's effort, which no reader needs
	flagDescriptor = 1 << 3
	flagStrong     = 1 << 6
	flagUTF8       = 1 << 11

	methodStored    = 0
	methodDeflate   = 8
	methodBzip2     = 12
	methodLZMA      = 14
	methodZstandard = 93
)

// IsArchive reports whether a file is a zip archive to NumPy: one with members, or an empty one.
func IsArchive(head []byte) bool {
	return bytes.HasPrefix(head, []byte(localSignature)) || bytes.HasPrefix(head, []byte(endSignature))
}

// header is a local header or an entry of the directory, with zip64 values resolved.
type header struct {
	at       int64 // offset of the header
	name     string
	packed   uint64 // compressed size
	unpacked uint64 // uncompressed size
	offset   uint64 // of the local header; entries only
	size     int32  // of the header, name, extra fields and comment included
	wide     int32  // offset in a local header of the sizes in its zip64 extra field; 0 if none is deferred to it
	crc      uint32
	external uint32 // attributes; entries only
	flags    uint16
	method   uint16
	needed   uint16 // version needed to extract
	unknown  byte   // numbers that a zip64 extra field should have but lacks
	zip64    bool   // has the zip64 extra field
	torn     bool   // the extra field ends in the middle of a block
	narrow   bool   // sizes were written modulo 2^32, as was reported
}

// The values that a header defers to a zip64 block that lacks them.
const (
	unknownUnpacked = 1 << iota
	unknownPacked
	unknownOffset
)

// parseLocal returns the fixed part of a local header, and the length of its name.
func parseLocal(b []byte, at, size int64) (h header, name int64) {
	le := binary.LittleEndian
	return header{
		at:       at,
		size:     int32(size),
		needed:   le.Uint16(b[4:]),
		flags:    le.Uint16(b[6:]),
		method:   le.Uint16(b[8:]),
		crc:      le.Uint32(b[14:]),
		packed:   uint64(le.Uint32(b[18:])),
		unpacked: uint64(le.Uint32(b[22:])),
	}, int64(le.Uint16(b[26:]))
}

// parseEntry returns the fixed part of an entry, and the length of its name.
func parseEntry(b []byte, at, size int64) (h header, name int64) {
	h, name = parseLocal(b[2:], at, size) // the fields are the same, but for the version that made it
	h.external = binary.LittleEndian.Uint32(b[38:])
	h.offset = uint64(binary.LittleEndian.Uint32(b[42:]))
	return h, name
}

// entrySize returns the length of the entry that begins with b, or 0 if there is none or it is longer than the room
// for it.
func entrySize(b []byte, room int64) int64 {
	if len(b) < centralSize || !bytes.HasPrefix(b, []byte(centralSignature)) {
		return 0
	}
	le := binary.LittleEndian
	size := centralSize + int64(le.Uint16(b[28:])) + int64(le.Uint16(b[30:])) + int64(le.Uint16(b[32:]))
	if size > room {
		return 0
	}
	return size
}

// streamed reports whether the header says that a data descriptor follows.
func (h *header) streamed() bool { return h.flags&flagDescriptor != 0 }

// quoted returns the member's name, fit for a report.
func (h *header) quoted() string { return text.Literal(h.decoded()) }

// cp437 has the meaning of the bytes from 0x80 on in a name that is not marked as UTF-8. It is
// never written to.
var cp437 = [128]rune([]rune("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀" +
	"αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0"))

// decoded returns the name that the header's bytes encode.
func (h *header) decoded() string {
	if h.flags&flagUTF8 != 0 || ascii(h.name) {
		return h.name
	}
	var b strings.Builder
	b.Grow(2 * len(h.name))
	for i := range len(h.name) {
		if c := h.name[i]; c < 0x80 {
			b.WriteByte(c)
		} else {
			b.WriteRune(cp437[c-0x80])
		}
	}
	return b.String()
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
