package cases

import (
	"hash/crc32"
	"slices"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

// zipDataCases is about the checksum of a member and its sizes.
func zipDataCases() []Case {
	crc := func(m Member, value uint32) Member { return m.Both(func(h *Header) { h.CRC = value }) }
	size := func(m Member, value uint32) []byte { return Zip(m.Both(func(h *Header) { h.Unpacked = value })) }
	flip := func(m Member, at int) Member {
		return m.Edit(func(m *Member) {
			m.Data = slices.Clone(m.Data)
			m.Data[at] ^= 1
		})
	}
	file := uint32(len(threeFile()))
	true32 := crc32.ChecksumIEEE(threeFile())

	wrong := refusedZip().ofImportance(High)
	wrongDeflated := wrong.needing("deflate").like("zip/deflated")
	wrongTwo := wrong.ofTwo()
	streamed := wrong.needing("data-descriptor").like("zip/streamed")
	return slices.Concat(
		variants(wrong, "zip-crc",
			variant{"zip/crc", "the checksum is another", Zip(crc(member(), true32^1<<31))},
			variant{"zip/crc-zero", "the checksum is 0, and that of the data isn't", Zip(crc(member(), 0))},
			variant{"zip/crc-data-changed", "one bit of the last number was changed, and the checksum wasn't", Zip(flip(member(), int(file)-3))},
		),
		variants(wrongDeflated, "zip-crc",
			variant{"zip/crc-deflated", "the checksum of a deflated member is another", Zip(crc(deflated(), true32^1))},
		),
		variants(wrongTwo, "zip-crc",
			variant{"zip/crc-last", "the checksum of the last member is another", Zip(member(), flip(second(), 129))},
		),
		variants(streamed, "zip-crc",
			variant{"zip/crc-streamed", "the checksum in data descriptor and entry is another", Zip(crc(member(), true32^1).Streamed())},
		),
		variants(wrong, "zip-size",
			variant{"zip/size-stored-more", "stored data are said to have eight bytes more in one of the two sizes", size(member(), file+8)},
			variant{"zip/size-stored-less", "stored data are said to have eight bytes less in one of the two sizes", size(member(), file-8)},
		),
		variants(wrongDeflated, "zip-size",
			variant{"zip/size-deflated-more", "deflated data are said to have eight bytes more", size(deflated(), file+8)},
			variant{"zip/size-deflated-less", "deflated data are said to have eight bytes less", size(deflated(), file-8)},
			variant{"zip/size-deflated-huge", "deflated data are said to have 4 GiB", size(deflated(), Sentinel-1)},
		))
}

// zipDeflateCases is about deflate streams, good and bad.
func zipDeflateCases() []Case {
	file := threeFile()
	header, data := file[:128], file[128:]
	stream := func(parts ...[]byte) []byte { return Zip(Deflated("a.npy", file, Join(parts...))) }
	last := []byte(zlibThree)
	unused := slices.Clone(last)
	unused[len(unused)-1] |= 1<<7 | 1<<6

	good := acceptedZip().needing("deflate").ofImportance(High)
	good.Story += "the data are deflated"
	two := good.needing("uint")
	two.Members = holdsTwo()
	corrupt := refusedZip().needing("deflate").like("zip/deflated")
	behind := corrupt.ofImportance(High).like("zip/deflated-stored")
	behind.Story += "all data are there, and then the stream "
	trailing := corrupt
	trailing.Story += "after the deflate stream, and counted with it, "
	return slices.Concat(
		variants(good, "",
			variant{"zip/deflated", ", by zlib: one block with fixed codes", Zip(deflated())},
			variant{"zip/deflated-dynamic", ", by the crate zip of Rust: one block with codes of its own", stream([]byte(rustThree))},
			variant{"zip/deflated-stored", ": one block that isn't compressed", stream(DeflateBlock(1, file))},
			variant{"zip/deflated-two-blocks", ": a block that isn't compressed and one with fixed codes", stream(DeflateBlock(0, header), []byte(zlibThreeData))},
			variant{"zip/deflated-empty-blocks", ": empty blocks precede the data and after them",
				stream(DeflateBlock(0, nil), DeflateBlock(0, nil), DeflateBlock(0, header), DeflateBlock(0, nil), DeflateBlock(0, data), DeflateBlock(1, nil))},
			variant{"zip/deflated-unused-bits", ": the bits of the last byte that nobody needs are ones", stream(unused)},
		),
		variants(two, "",
			variant{"zip/two-deflated", ", in two members", Zip(deflated(), deflatedPair())}),
		variants(corrupt, "zip-deflate-corrupt",
			variant{"zip/deflate-empty", "the deflated data have no bytes", stream()},
			variant{"zip/deflate-cut", "the deflate stream lacks its last eight bytes", stream(last[:len(last)-8])},
			variant{"zip/deflate-zlib", "the deflate stream has the header of zlib, and its checksum", stream(Bytes(0x78, 0x9c), last, BigEndian(0x8d650d31, 4))},
		),
		variants(behind, "zip-deflate-corrupt",
			variant{"zip/deflate-not-final", "ends without a block that is marked as the last", stream(DeflateBlock(0, file))},
			variant{"zip/deflate-block-type", "goes on with a block of no known type", stream(DeflateBlock(0, file), []byte(blockOfType3))},
			variant{"zip/deflate-distance", "goes on with a match that begins before the data", stream(DeflateBlock(0, file), []byte(farDistance))},
			variant{"zip/deflate-codes", "goes on with more codes than there can be", stream(DeflateBlock(0, file), []byte(tooManyCodes))},
		),
		variants(trailing, "zip-deflate-trailing",
			variant{"zip/deflate-trailing-zero", "is a zero", stream(last, Zeros(1))},
			variant{"zip/deflate-trailing-stream", "is another stream", stream(last, DeflateBlock(1, Bytes(1, 2, 3)))},
		),
		zipBomb())
}

// zipBomb is a member that inflates to over 64 MiB, of which its header announces three bytes.
func zipBomb() []Case {
	const (
		zeros    = 1 + 4*258*1<<16
		checksum = 0x64681509 // of the file with all zeros
	)
	small := numbersFile(Zeros(3))
	header := small[:len(small)-3]
	// A block with codes of its own, in which a zero bit is the length 258 or the distance 1: a byte
	// of zeros repeats the zero that stands first 4 × 258 times.
	codes := Bytes(0xed, 0xc0, 0x81, 0, 0, 0, 0, 0x80, 0xa0, 0xfd, 0xa9, 0x17, 0xa9)
	member := Deflated("a.npy", nil, Join(DeflateBlock(0, header), codes, Zeros(1<<16), Bytes(6))).Both(func(h *Header) {
		h.CRC, h.Unpacked = checksum, uint32(len(header)+zeros)
	})
	bomb := toleratedZip("bomb trailing-data").ofImportance(High)
	bomb.Features, bomb.Members = "npz v1 uint 1d deflate", holds("a.npy", numbers(Zeros(3)))
	good := acceptedZip()
	good.Features, good.Members = bomb.Features, bomb.Members
	return slices.Concat(
		variants(good, "",
			variant{"zip/zeros", "three zeros, deflated", Zip(Deflated("a.npy", small, DeflateBlock(1, small)))}),
		variants(bomb.like("zip/zeros"), "data-trailing zip-ratio",
			variant{"zip/bomb", "64 KiB inflate to 67 million bytes, and the array has three", Zip(member)}),
	)
}
