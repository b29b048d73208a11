package spec

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// zipDataRules are about the data of a member and about how much there is (section 3 of npz.md).
func zipDataRules() []Rule {
	array := npy(Version1, three, zeros(24))
	return []Rule{
		{
			ID: ZipCrc, Name: "zip-crc", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-3.1", Since: "0.1.0",
			Title: "checksum does not match the data",
			Doc: "Each member has the CRC-32 of its data in both headers. If it doesn't match, data or " +
				"headers are damaged, or the data were changed in place. NumPy notices only if it reads the " +
				"member to its last byte: if anything follows the array, or the size is too large, it never " +
				"checks the checksum. Scanners that stopped at a wrong checksum let the member pass " +
				"(CVE-2025-10156); npycheck goes on to judge it.",
			Fix: "Fetch or write the file again. If the data are right, correct the checksum in both " +
				"headers.",
			example: func() Example {
				return Example{
					Bad:  zipFile(edit(stored("a.npy", array), func(m *zipMember) { both(m, func(h *zipHeader) { h.crc ^= 1 }) })),
					Good: zipFile(stored("a.npy", array)),
				}
			},
		},
		{
			ID: ZipSize, Name: "zip-size", Level: Must, Kind: Conformance, Reader: Either, Clause: "npz-3.2", Since: "0.1.0",
			Title: "member's size differs from what its headers say",
			Doc: "The headers give the size of the member before and after compression. Readers reserve " +
				"memory for the size before compression and stop when they have that many bytes. If the data " +
				"are shorter, Python returns what there is and doesn't compare; if they are longer, it stops " +
				"at the size and finds the checksum wrong, but only when asked for all of the data.",
			Fix: "Correct the size in both headers, or write the member again.",
			example: func() Example {
				return Example{
					Bad: zipFile(edit(deflated("a.npy", array), func(m *zipMember) {
						both(m, func(h *zipHeader) { h.unpacked += 8 })
					})),
					Good: zipFile(deflated("a.npy", array)),
				}
			},
		},
		{
			ID: ZipDeflateCorrupt, Name: "zip-deflate-corrupt", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-3.3", Since: "0.1.0",
			Title: "invalid or unterminated deflate stream",
			Doc: "The data are damaged, cut off, or were never deflated. A stream ends with a block " +
				"marked as the last; if that is missing, Python returns the bytes it has and raises no error, " +
				"while Go reports an unexpected end. With other damage NumPy lets an error from zlib through " +
				"that callers of np.load don't expect.",
			Fix: "Fetch or write the file again.",
			example: func() Example {
				return Example{
					Bad:  zipFile(deflatedAs("a.npy", array, deflateBlock(0, array))),
					Good: zipFile(deflated("a.npy", array)),
				}
			},
		},
		{
			ID: ZipDeflateTrailing, Name: "zip-deflate-trailing", Level: Must, Kind: Conformance, Reader: Either, Clause: "npz-3.3", Since: "0.1.0",
			Title: "bytes after the deflate stream of a member",
			Doc: "The stream itself says where it ends, and the compressed size in the headers has to " +
				"agree. Bytes between the two belong to the member but to nothing in it. A reader that " +
				"inflates the stream never sees them, so they can hide data. Python and Go ignore them.",
			Fix: "Write the member again; its compressed size is the length of the stream.",
			example: func() Example {
				return Example{
					Bad:  zipFile(deflatedAs("a.npy", array, deflateBlock(1, array)+zeros(8))),
					Good: zipFile(deflated("a.npy", array)),
				}
			},
		},
		{
			ID: ZipDataCorrupt, Name: "zip-data-corrupt", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-2.2", Since: "0.2.0",
			Title: "invalid or unterminated stream of bzip2, LZMA or Zstandard",
			Doc: "The data of a member is compressed by another method than deflate, and is damaged or cut " +
				"off. Python raises the exception of its module for the method, which callers of np.load don't " +
				"expect, and only when it reaches the damage: an array or a pickle before it is read.",
			Fix: "Fetch or write the file again.",
			example: func() Example {
				bzipped := func(damage byte) string {
					return zipFile(edit(stored("a.npy", array), func(m *zipMember) {
						stream := []byte(bzip2Array)
						stream[40] ^= damage
						m.data = string(stream)
						both(m, func(h *zipHeader) { h.needed, h.method, h.packed = 46, 12, uint32(len(stream)) })
					}))
				}
				return Example{Bad: bzipped(1), Good: zipFile(stored("a.npy", array))}
			},
		},
		{
			ID: ZipRatio, Name: "zip-ratio", Level: Should, Kind: Limit, Reader: Either, Clause: "npz-3.4", Since: "0.1.0",
			Title: "member inflates out of proportion to its array",
			Doc: "Deflate can turn one byte into 1032, and with an array of zeros it rightly does: the " +
				"header says how large the array is, and a reader can reject it before it inflates anything. " +
				"A member that inflates to over 64 MiB, to over 200 times its compressed size, and to more " +
				"than the header in it accounts for has another purpose: to fill the memory or waste the time " +
				"of whoever inflates it. np.load stops after the array; unzip and scanners don't.",
			Fix: "Write the array again without the bytes after it.",
			example: func() Example {
				return Example{
					Bad:  zipFile(bomb("a.npy", 3, 0x64681509)),
					Good: zipFile(bomb("a.npy", bombZeros, 0xbaf6bbf8)),
				}
			},
		},
		{
			ID: ZipMemberCount, Name: "zip-member-count", Level: Should, Kind: Limit, Reader: Either, Clause: "npz-3.5", Since: "0.1.0",
			Title: "archive has more than 10,000 members",
			Doc: "A reader has to read the whole directory before the first array, and keeps a few " +
				"hundred bytes for each member: np.load of an archive with 10,000 arrays of one number takes " +
				"longer than of one array with a million. Past 65,535 members the format needs zip64, which a " +
				"reader may not support. npycheck reads no more members than its limit and says so.",
			Fix: "Join arrays of the same dtype and shape along a new axis.",
			example: func() Example {
				return Example{
					Bad:  manyArrays(10_001),
					Good: manyArrays(1),
				}
			},
		},
	}
}

// bzip2Array is the array of three zeros as a bzip2 stream.
const bzip2Array = "BZh91AY&SY\xdd\xfb\xe5-\x00\x00&\xff\xa0`\x10\x04\x00@\xe4\x08T\x01\x03B" +
	" \xafE\xdd\x0a\x08\x00 \x00TD\x9bQ\xa3\x13F\x8d\x18\x8d\x06M\xa8D\xda\xa3\xd2\x01\xa6@i" +
	"\xa0h\xd0\x0dC\xccm\x9eT\x93.#\x06\x1204\x91\xa9\x18\x8ds\x97\xc2\xc8\x83\xfe\xd5\xfbF\x0d" +
	"\xeeB\xca\x8d\x03\xcbFa=\x0fG\x91\x01\xc9,\xf4 _\x8b\xb9\"\x9c(Hn\xfd\xf2\x96\x80"

// bombZeros is the number of zero bytes that bomb deflates.
const bombZeros = 1 + 4*258*bombBytes

// bombBytes is the number of bytes that they become.
const bombBytes = 1 << 16

// bomb returns a member with the header of an array of n bytes and zeros after it: over 64 MiB in
// 64 KiB. The checksum is a constant, since it takes longer to compute than all other rules.
func bomb(name string, n int, crc uint32) zipMember {
	header := npy(Version1, fmt.Sprintf("{'descr': '|u1', 'fortran_order': False, 'shape': (%d,), }", n), "")
	// A block with codes of its own, in which a zero bit is the length 258 or the distance 1: a
	// byte of zeros repeats the zero that stands first 4 × 258 times.
	codes := "\xed\xc0\x81\x00\x00\x00\x00\x80\xa0\xfd\xa9\x17\xa9"
	return edit(deflatedAs(name, "", deflateBlock(0, header)+codes+zeros(bombBytes)+"\x06"), func(m *zipMember) {
		both(m, func(h *zipHeader) { h.crc, h.unpacked = crc, uint32(len(header)+bombZeros) })
	})
}

// manyArrays returns an archive of n arrays without elements, n up to 65535. It is assembled from
// copies of one member, since nothing else in the table is as large.
func manyArrays(n int) string {
	m := stored("arr_#####.npy", npy(Version1, "{'descr': '<f8', 'fortran_order': False, 'shape': (0,), }", ""))
	record, entry := m.record(), m.entry(0)
	front, back, _ := strings.Cut(record, "#####")
	middle, _, _ := strings.Cut(entry[centralOffset+4:], "#####")
	var file strings.Builder
	file.Grow(n*(len(record)+len(entry)) + len((&zipEnd{}).record()))
	for i := range n {
		file.WriteString(front)
		file.WriteString(strconv.Itoa(100_000 + i)[1:])
		file.WriteString(back)
	}
	for i := range n {
		file.WriteString(entry[:centralOffset])
		file.Write(binary.LittleEndian.AppendUint32(nil, uint32(i*len(record))))
		file.WriteString(middle)
		file.WriteString(strconv.Itoa(100_000 + i)[1:])
		file.WriteString(".npy")
	}
	end := zipEnd{here: uint16(n), all: uint16(n), size: uint32(n * len(entry)), offset: uint32(n * len(record))}
	file.WriteString(end.record())
	return file.String()
}

// centralOffset is where an entry of the directory has the offset of the local header.
const centralOffset = 42
