package second

import (
	"bytes"
	"encoding/binary"
	"math"
)

// The signatures of the records of an archive, and the lengths of their fixed fields in bytes.
const (
	LocalSignature      = "PK\x03\x04"
	CentralSignature    = "PK\x01\x02"
	DescriptorSignature = "PK\x07\x08"
	EndSignature        = "PK\x05\x06"
	End64Signature      = "PK\x06\x06"
	LocatorSignature    = "PK\x06\x07"

	LocalLen   = 30
	CentralLen = 46
	EndLen     = 22
	End64Len   = 56
	LocatorLen = 20
)

// The flags of a member.
const (
	FlagEncrypted = 1 << 0
	FlagStreamed  = 1 << 3
	FlagUTF8      = 1 << 11
)

func u16(b []byte, at int) uint16 { return binary.LittleEndian.Uint16(b[at:]) }
func u32(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
func u64(b []byte, at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }

func begins(b []byte, signature string, size int) bool {
	return len(b) >= size && string(b[:len(signature)]) == signature
}

// Record is the header of a member: the local one, or its entry in the directory.
type Record struct {
	Flags, Method uint16
	CRC           uint32
	Packed, Size  uint64
	Local         uint64 // where the directory has the local header
	Name          string // as the bytes are; "" if they end before its end
	Extra         []byte // nil if the bytes end before its end
	Comment       int    // its length
	Len           int    // of the whole record, in bytes
}

// RecordOf reads the header of a member with which bytes begin. Of a record that is longer than the bytes it reads the
// fixed fields, and the name and the extra field as far as they are there.
func RecordOf(b []byte) (r Record, ok bool) {
	fixed, at := LocalLen, 6
	switch {
	case begins(b, LocalSignature, LocalLen):
	case begins(b, CentralSignature, CentralLen):
		fixed, at = CentralLen, 8
		r.Comment, r.Local = int(u16(b, 32)), uint64(u32(b, 42))
	default:
		return r, false
	}
	r.Flags, r.Method, r.CRC = u16(b, at), u16(b, at+2), u32(b, at+8)
	r.Packed, r.Size = uint64(u32(b, at+12)), uint64(u32(b, at+16))
	name := fixed + int(u16(b, at+20))
	extra := name + int(u16(b, at+22))
	if r.Len = extra + r.Comment; name <= len(b) {
		r.Name = string(b[fixed:name])
	}
	if extra <= len(b) {
		r.Extra = b[name:extra]
	}
	return r, true
}

// zip64Block is the number of the block of an extra field that has the values of zip64.
const zip64Block = 1

// blocks calls f for each block of an extra field, and reports whether the last is whole.
func blocks(extra []byte, f func(id uint16, data []byte)) (whole bool) {
	for len(extra) >= 4 && int(u16(extra, 2)) <= len(extra)-4 {
		n := 4 + int(u16(extra, 2))
		f(u16(extra, 0), extra[4:n])
		extra = extra[n:]
	}
	return len(extra) == 0
}

// deferred returns those values of a header that its block of zip64 has.
func (r *Record) deferred() (values []*uint64) {
	for _, v := range []*uint64{&r.Size, &r.Packed, &r.Local} {
		if *v == math.MaxUint32 {
			values = append(values, v)
		}
	}
	return values
}

// Widen replaces the values that are deferred by those in the block of zip64, as far as it has them.
func (r *Record) Widen() {
	blocks(r.Extra, func(id uint16, data []byte) {
		if id != zip64Block {
			return
		}
		for _, v := range r.deferred() {
			if len(data) >= 8 {
				*v, data = u64(data, 0), data[8:]
			}
		}
	})
}

// End is what an end record says, the short one or that of zip64.
type End struct {
	Disk, First uint32 // its own number, and that of the disk where the directory begins
	Here, Count uint64 // entries of the directory on this disk, and on all
	Size, Start uint64 // of the directory, in bytes
	Wide        bool   // of zip64
	Rest        uint64 // bytes after the fixed fields: the comment of a short one
}

// EndOf reads the end record with which bytes begin.
func EndOf(b []byte) (e End, ok bool) {
	switch {
	case begins(b, EndSignature, EndLen):
		return End{
			Disk: uint32(u16(b, 4)), First: uint32(u16(b, 6)), Here: uint64(u16(b, 8)), Count: uint64(u16(b, 10)),
			Size: uint64(u32(b, 12)), Start: uint64(u32(b, 16)), Rest: uint64(u16(b, 20)),
		}, true
	case begins(b, End64Signature, End64Len):
		const counted = End64Len - 12 // what the field of the size counts of the fixed fields
		return End{
			Disk: u32(b, 16), First: u32(b, 20), Here: u64(b, 24), Count: u64(b, 32), Size: u64(b, 40), Start: u64(b, 48),
			Wide: true, Rest: max(u64(b, 4), counted) - counted,
		}, true
	}
	return e, false
}

// Descriptor is what may follow the data of a member that was written to a pipe.
type Descriptor struct {
	Signed       bool // it begins with its signature
	CRC          uint32
	Packed, Size uint64
	Len          int
}

// Descriptors returns what bytes say as a data descriptor: with sizes of four bytes, and with sizes of eight. There are
// fewer if the bytes are.
func Descriptors(b []byte) (all []Descriptor) {
	rest, signed := bytes.CutPrefix(b, []byte(DescriptorSignature))
	n := len(b) - len(rest)
	if len(rest) >= 12 {
		all = append(all, Descriptor{signed, u32(rest, 0), uint64(u32(rest, 4)), uint64(u32(rest, 8)), n + 12})
	}
	if len(rest) >= 20 {
		all = append(all, Descriptor{signed, u32(rest, 0), u64(rest, 4), u64(rest, 12), n + 20})
	}
	return all
}
