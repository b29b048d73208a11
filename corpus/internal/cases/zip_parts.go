package cases

import (
	"bytes"
	"strconv"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// pair is the array of the second member, where there are two: two small numbers.
var pair = &Array{DType: "|u1", Shape: dims(2), Data: Bytes(1, 2), Values: values(1, 2)}

// threeFile and pairFile are the .npy files of these arrays.
func threeFile() []byte { return Npy1(plain, three.Data) }
func pairFile() []byte  { return numbersFile(pair.Data) }

// numbersFile returns the .npy file of an array of bytes.
func numbersFile(data []byte) []byte {
	return Npy1(Dict("'|u1'", "False", "("+strconv.Itoa(len(data))+",)"), data)
}

// numbers returns that array.
func numbers(data []byte) *Array {
	a := &Array{DType: "|u1", Shape: dims(int64(len(data))), Data: data}
	for _, b := range data {
		a.Values = append(a.Values, b)
	}
	return a
}

// member and second return the members of most archives, stored.
func member() Member { return Stored("a.npy", threeFile()) }
func second() Member { return Stored("b.npy", pairFile()) }

// deflated and deflatedPair return the same members as zlib deflates them.
func deflated() Member     { return Deflated("a.npy", threeFile(), []byte(zlibThree)) }
func deflatedPair() Member { return Deflated("b.npy", pairFile(), []byte(zlibPair)) }

// holds returns the content of an archive with one member, and holdsTwo with both.
func holds(name string, a *Array) []Content { return []Content{{name, a}} }
func holdsTwo() []Content                   { return []Content{{"a.npy", three}, {"b.npy", pair}} }

// refusedZip is an archive that readers must reject: three doubles with a fault.
func refusedZip() Case {
	return Case{
		Story: "conforming except that ", Duty: Reject, Violates: true, Stage: "zip",
		Features: "npz v1 float 1d", Twin: "zip/plain",
	}
}

// toleratedZip is an archive that readers may read: three doubles with a fault that leaves no doubt about them.
func toleratedZip(flags string) Case {
	return Case{
		Story: "conforming except that ", Duty: Either, Stage: "zip", Flags: flags,
		Features: "npz v1 float 1d", Importance: Low, Twin: "zip/plain", Members: holds("a.npy", three),
	}
}

// unseenZip is an archive that a reader may read because it follows the directory: three doubles, and a fault that it
// doesn't see.
func unseenZip() Case {
	c := toleratedZip("directory-walk").ofImportance(Medium)
	c.Violates = true
	return c
}

// looseZip is an archive that a reader may read because it stops where the array ends: three doubles in a member of
// another size.
func looseZip() Case {
	c := toleratedZip("member-size").ofImportance(Medium)
	c.Violates = true
	return c
}

// acceptedZip is an archive that readers must read: three doubles, and something that might put them off.
func acceptedZip() Case {
	return Case{
		Story: "conforming: ", Duty: Accept, Stage: "zip",
		Features: "npz v1 float 1d", Members: holds("a.npy", three),
	}
}

// ofTwo returns the case of an archive with both members.
func (c Case) ofTwo() Case {
	if c.Members != nil {
		c.Members = holdsTwo()
	}
	if c.Twin != "" {
		c.Twin = "zip/two"
	}
	return c.needing("uint")
}

// streamed64 returns a member with a zip64 block in its local header and sizes of eight bytes in its
// data descriptor, as np.savez writes it to a pipe with Python up to 3.11.3.
func streamed64(m Member) Member {
	packed, unpacked := uint64(m.Local.Packed), uint64(m.Local.Unpacked)
	return m.Streamed().Edit(func(m *Member) {
		m.Local.Extra = Zip64Extra(0, 0)
		m.Descriptor = Join([]byte("PK\x07\x08"), LE32(m.Central.CRC), LE64(packed, unpacked))
	})
}

// table is the array of the third member.
var table = &Array{DType: "<i2", Shape: dims(2, 2), Data: I2(1, -2, 258, 4), Values: values(1, -2, 258, 4)}

func third() Member {
	return Stored("c.npy", Npy1(Dict("'<i2'", "False", "(2, 2)"), table.Data))
}

// localExtra and entryExtra give one of the headers of a member an extra field.
func localExtra(m Member, blocks ...[]byte) Member {
	return local(m, func(h *Header) { h.Extra = Join(blocks...) })
}

func entryExtra(m Member, blocks ...[]byte) Member {
	return entry(m, func(h *Header) { h.Extra = Join(blocks...) })
}

// local and entry change one of the two headers of a member.
func local(m Member, change func(*Header)) Member {
	return m.Edit(func(m *Member) { change(&m.Local) })
}

func entry(m Member, change func(*Header)) Member {
	return m.Edit(func(m *Member) { change(&m.Central) })
}

// utf8 returns a member of three doubles whose name is marked as UTF-8.
func utf8(name string) Member {
	return called(name).Both(func(h *Header) { h.Flags = 1 << 11 })
}

// dated returns an archive whose members have this time and date. The builder gives them the first
// moment of 1980, which is in each header after the method.
func dated(time, date uint16, archive []byte) []byte {
	for _, method := range []uint16{0, 8} {
		archive = bytes.ReplaceAll(archive, LE16(method, 0, 0x21), LE16(method, time, date))
	}
	return archive
}

// end64 is a zip64 end record and its locator, to be written as they are.
type end64 struct {
	length                    uint64
	madeBy                    uint16
	disk, dirDisk             uint32
	here, all, size, offset   uint64
	extra                     []byte // after the record
	locatorDisk, locatorDisks uint32
	at                        uint64 // where the locator says that the record is
}

// true64 returns the zip64 end record for an end record.
func true64(e *End) end64 {
	return end64{
		length: 44, madeBy: 45, here: uint64(e.Here), all: uint64(e.All), size: uint64(e.Size), offset: uint64(e.Offset),
		locatorDisks: 1, at: uint64(e.Offset) + uint64(e.Size),
	}
}

// with64 returns an archive of one member, with a zip64 end record that was changed. The offset of the directory is
// left to it, since some readers wouldn't look for it otherwise.
func with64(change func(*End, *end64)) []byte {
	return ZipWith(func(e *End) {
		z := true64(e)
		e.Offset = Sentinel
		change(e, &z)
		e.Zip64 = z.both()
	}, member())
}

// called returns a member of three doubles.
func called(name string) Member { return Stored(name, threeFile()) }

func (z end64) record() []byte {
	return Join([]byte("PK\x06\x06"), LE64(z.length), LE16(z.madeBy, 45), LE32(z.disk, z.dirDisk), LE64(z.here, z.all, z.size, z.offset), z.extra)
}

func (z end64) locator() []byte {
	return Join([]byte("PK\x06\x07"), LE32(z.locatorDisk), LE64(z.at), LE32(z.locatorDisks))
}

func (z end64) both() []byte { return Join(z.record(), z.locator()) }
