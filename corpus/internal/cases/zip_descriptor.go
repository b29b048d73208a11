package cases

import (
	"bytes"
	"slices"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

// zipDescriptorCases returns cases about members whose sizes were not known when their headers were
// written.
func zipDescriptorCases() []Case {
	return slices.Concat(zipStreamed(), zipStreamedData(), zipDescriptorFaults())
}

func zipStreamed() []Case {
	good := acceptedZip().needing("data-descriptor").ofImportance(Medium)
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
