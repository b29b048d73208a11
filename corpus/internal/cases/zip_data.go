package cases

import (
	"bytes"
	"hash/crc32"
	"slices"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// zipDataCases returns cases about the checksum of a member and its sizes.
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

	wrong := refusedZip()
	wrongDeflated := wrong.needing("deflate").like("zip/deflated")
	wrongTwo := wrong.ofTwo()
	streamed := wrong.needing("data-descriptor").like("zip/streamed")
	loose := looseZip()
	looseDeflated := loose.needing("deflate").like("zip/deflated")
	short, shortDeflated := loose, looseDeflated
	short.Flags, shortDeflated.Flags = "member-short", "member-short"
	return slices.Concat(
		variants(wrong, "zip-crc",
			variant{"zip/crc", "the checksum does not match the data", Zip(crc(member(), true32^1<<31))},
			variant{"zip/crc-zero", "the checksum is 0 and does not match the data", Zip(crc(member(), 0))},
			variant{"zip/crc-data-changed", "a bit of the last number changed and the checksum did not", Zip(flip(member(), int(file)-3))},
		),
		variants(wrongDeflated, "zip-crc",
			variant{"zip/crc-deflated", "the checksum of a deflated member does not match the data", Zip(crc(deflated(), true32^1))},
		),
		variants(wrongTwo, "zip-crc",
			variant{"zip/crc-last", "the checksum of the last member does not match the data", Zip(member(), flip(second(), 129))},
		),
		variants(streamed, "zip-crc",
			variant{"zip/crc-streamed", "the checksum in the data descriptor and the directory entry does not match the data", Zip(crc(member(), true32^1).Streamed())},
		),
		variants(loose, "zip-size",
			variant{"zip/size-stored-more", "the size of a stored member is eight bytes too large, and the compressed size is right", size(member(), file+8)},
		),
		variants(short, "zip-size",
			variant{"zip/size-stored-less", "the size of a stored member is eight bytes too small, and the compressed size is right", size(member(), file-8)},
		),
		variants(looseDeflated, "zip-size",
			variant{"zip/size-deflated-more", "the size of a deflated member is eight bytes too large", size(deflated(), file+8)},
			variant{"zip/size-deflated-huge", "the size of a deflated member is 4 GiB", size(deflated(), Sentinel-1)},
		),
		variants(shortDeflated, "zip-size",
			variant{"zip/size-deflated-less", "the size of a deflated member is eight bytes too small", size(deflated(), file-8)},
		))
}

// zipDeflateCases returns cases about deflate streams, good and bad.
func zipDeflateCases() []Case {
	file := threeFile()
	header, data := file[:128], file[128:]
	stream := func(parts ...[]byte) []byte { return Zip(Deflated("a.npy", file, Join(parts...))) }
	last := []byte(zlibThree)
	unused := slices.Clone(last)
	unused[len(unused)-1] |= 1<<7 | 1<<6

	good := acceptedZip().needing("deflate")
	good.Story += "a deflated member"
	two := good.needing("uint")
	two.Story, two.Members = "conforming: two deflated members", holdsTwo()
	corrupt := refusedZip().needing("deflate").like("zip/deflated")
	behind := corrupt.ofImportance(Medium).like("zip/deflated-stored")
	behind.Story += "the deflate stream contains all the data and then "
	trailing := looseZip().needing("deflate").like("zip/deflated")
	trailing.Story += "the compressed size includes "
	return slices.Concat(
		variants(good, "",
			variant{"zip/deflated", ", compressed by zlib: one block with fixed codes", Zip(deflated())},
			variant{"zip/deflated-dynamic", ", compressed by Rust's zip crate: one block with dynamic codes", stream([]byte(rustThree))},
			variant{"zip/deflated-stored", ": one uncompressed block", stream(DeflateBlock(1, file))},
			variant{"zip/deflated-two-blocks", ": an uncompressed block and one with fixed codes", stream(DeflateBlock(0, header), []byte(zlibThreeData))},
			variant{"zip/deflated-empty-blocks", ": empty blocks before and after the data",
				stream(DeflateBlock(0, nil), DeflateBlock(0, nil), DeflateBlock(0, header), DeflateBlock(0, nil), DeflateBlock(0, data), DeflateBlock(1, nil))},
			variant{"zip/deflated-unused-bits", ": the unused bits of the last byte are ones", stream(unused)},
		),
		variants(two, "",
			variant{"zip/two-deflated", "", Zip(deflated(), deflatedPair())}),
		variants(corrupt, "zip-deflate-corrupt",
			variant{"zip/deflate-empty", "the deflate stream is empty", stream()},
			variant{"zip/deflate-cut", "the deflate stream lacks its last eight bytes", stream(last[:len(last)-8])},
			variant{"zip/deflate-zlib", "the deflate stream has a zlib header and checksum", stream(Bytes(0x78, 0x9c), last, BigEndian(0x8d650d31, 4))},
		),
		variants(behind, "zip-deflate-corrupt",
			variant{"zip/deflate-not-final", "ends without a block that is marked as final", stream(DeflateBlock(0, file))},
			variant{"zip/deflate-block-type", "continues with a block of an invalid type", stream(DeflateBlock(0, file), []byte(blockOfType3))},
			variant{"zip/deflate-distance", "continues with a match that begins before the data", stream(DeflateBlock(0, file), []byte(farDistance))},
			variant{"zip/deflate-codes", "continues with an oversubscribed set of codes", stream(DeflateBlock(0, file), []byte(tooManyCodes))},
		),
		variants(trailing, "zip-deflate-trailing",
			variant{"zip/deflate-trailing-zero", "a zero byte after the deflate stream", stream(last, Zeros(1))},
			variant{"zip/deflate-trailing-stream", "a second deflate stream after the first", stream(last, DeflateBlock(1, Bytes(1, 2, 3)))},
		),
		zipBomb())
}

// zipBomb returns cases of a member that inflates to over 64 MiB, of which its header announces three
// bytes.
func zipBomb() []Case {
	const (
		zeros    = 1 + 4*258*1<<16
		checksum = 0x64681509 // of the file with all zeros
	)
	small := numbersFile(Zeros(3))
	header := small[:len(small)-3]
	// A block with codes of its own, in which a zero bit is the length 258 or the distance 1: a
	// byte of zeros repeats the initial zero 4 × 258 times.
	codes := Bytes(0xed, 0xc0, 0x81, 0, 0, 0, 0, 0x80, 0xa0, 0xfd, 0xa9, 0x17, 0xa9)
	member := Deflated("a.npy", nil, Join(DeflateBlock(0, header), codes, Zeros(1<<16), Bytes(6))).Both(func(h *Header) {
		h.CRC, h.Unpacked = checksum, uint32(len(header)+zeros)
	})
	bomb := toleratedZip("bomb trailing-data").ofImportance(Medium)
	bomb.Features, bomb.Members = "npz v1 uint 1d deflate", holds("a.npy", numbers(Zeros(3)))
	good := acceptedZip()
	good.Features, good.Members = bomb.Features, bomb.Members
	return slices.Concat(
		variants(good, "",
			variant{"zip/zeros", "a deflated array of three zeros", Zip(Deflated("a.npy", small, DeflateBlock(1, small)))}),
		variants(bomb.like("zip/zeros"), "data-trailing zip-ratio",
			variant{"zip/bomb", "64 KiB inflate to 67 million bytes, of which the array has three", Zip(member)}),
	)
}

// zipDescriptorCases returns cases about members whose sizes were not known when their headers were
// written.
func zipDescriptorCases() []Case {
	return slices.Concat(zipStreamed(), zipStreamedData(), zipDescriptorFaults())
}

func zipStreamed() []Case {
	good := acceptedZip().needing("data-descriptor")
	good.Story += "a data descriptor"
	deflate := good.needing("deflate")
	zip64 := good.needing("zip64")
	two := good.needing("uint")
	two.Members = holdsTwo()
	sizes := func(m Member, packed, unpacked uint32) Member {
		return local(m, func(h *Header) { h.Packed, h.Unpacked = packed, unpacked })
	}
	file := uint32(len(threeFile()))
	return slices.Concat(
		variants(good, "",
			variant{"zip/streamed", " after stored data", Zip(member().Streamed())},
			variant{"zip/streamed-true-sizes", ", and the true sizes in the local header as well", Zip(sizes(member().Streamed(), file, file))},
		),
		variants(deflate, "",
			variant{"zip/streamed-deflated", " after deflated data", Zip(deflated().Streamed())},
		),
		variants(zip64, "",
			variant{"zip/streamed-64", " with eight-byte sizes", Zip(streamed64(member()))},
		),
		variants(two, "",
			variant{"zip/two-streamed", " after each of two members", Zip(member().Streamed(), second().Streamed())},
			variant{"zip/streamed-last", " after the last of two members", Zip(member(), second().Streamed())},
		))
}

// zipStreamedData returns cases about data and checksums that look like a descriptor: only the
// directory says where the data ends.
func zipStreamedData() []Case {
	// Chosen so that the checksum of the file is 08074B50, the signature of a descriptor.
	signature := Bytes(0x0f, 0xd3, 0x1b, 0x13)
	lookalike := Join([]byte("PK\x07\x08"), LE32(0, 144, 144), second().Record()[:40])

	good := func(id, story string, data []byte) Case {
		c := acceptedZip()
		c.ID, c.Story, c.Features = id, c.Story+story, "npz v1 uint 1d data-descriptor"
		c.Bytes, c.Members = Zip(Stored("a.npy", numbersFile(data)).Streamed()), holds("a.npy", numbers(data))
		return c
	}
	like := good("zip/streamed-lookalike", "", lookalike)
	like.Duty, like.Flags, like.Rules, like.Twin, like.Importance = Either, "streamed-records", "zip-streamed-records", "zip/streamed-descriptor", Medium
	like.Story = "conforming except that the stored data contains what looks like a data descriptor and the next member"
	return []Case{
		good("zip/streamed-crc-is-signature", "the checksum in the data descriptor equals the signature of a data descriptor", signature),
		good("zip/streamed-descriptor", "the stored data contains the signature of a data descriptor, and nothing that could follow one",
			bytes.Replace(lookalike, []byte("PK\x03\x04"), []byte("PK\x03\x05"), 1)),
		like,
	}
}

func zipDescriptorFaults() []Case {
	crc := member().Local.CRC
	file := uint32(len(threeFile()))
	with := func(m Member, descriptor ...[]byte) []byte {
		return Zip(m.Edit(func(m *Member) { m.Descriptor = Join(descriptor...) }))
	}
	signature := []byte("PK\x07\x08")
	flat, wide := member().Streamed(), streamed64(member())
	wrong := unseenZip().needing("data-descriptor").like("zip/streamed")
	wrong.Story += "the data descriptor "
	wrong64 := wrong.needing("zip64").like("zip/streamed-64")
	unsigned := toleratedZip("descriptor-signature").needing("data-descriptor").ofImportance(Medium)
	unsigned.Story += "the data descriptor has no signature"
	without := unseenZip()
	return slices.Concat(
		variants(wrong, "zip-data-descriptor",
			variant{"zip/descriptor-missing", "is missing", with(flat)},
			variant{"zip/descriptor-crc", "has a different checksum than the directory entry", with(flat, signature, LE32(crc^1, file, file))},
			variant{"zip/descriptor-size", "has a different size than the directory entry", with(flat, signature, LE32(crc, file, file-8))},
			variant{"zip/descriptor-wide", "has eight-byte sizes, although there is no zip64 block", with(flat, signature, LE32(crc), LE64(uint64(file), uint64(file)))},
		),
		variants(wrong64, "zip-data-descriptor",
			variant{"zip/descriptor-narrow", "has four-byte sizes, although there is a zip64 block", with(wide, signature, LE32(crc, file, file))},
		),
		variants(unsigned.like("zip/streamed"), "zip-data-descriptor-signature",
			variant{"zip/descriptor-unsigned", "", with(flat, LE32(crc, file, file))}),
		variants(unsigned.needing("zip64").like("zip/streamed-64"), "zip-data-descriptor-signature",
			variant{"zip/descriptor-unsigned-64", ", and its sizes have eight bytes", with(wide, wide.Descriptor[4:])}),
		variants(without, "zip-data-descriptor",
			variant{"zip/descriptor-without-flag", "there is a data descriptor that no flag announces", with(member(), flat.Descriptor)}),
	)
}
