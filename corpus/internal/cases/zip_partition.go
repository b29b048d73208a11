package cases

import (
	"slices"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// zipPartitionCases returns cases about bytes that belong to nothing, to two members, or to a member
// that only one of the two walks finds.
func zipPartitionCases() []Case {
	return slices.Concat(zipPrefixCases(), zipTrailingCases(), zipGapCases(), zipOverlapCases(), zipHiddenCases(), zipOrderCases())
}

// shifted returns the archive of a member that follows other bytes, with offsets that know of
// them.
func shifted(prefix []byte, m Member) []byte {
	m.Shift = len(prefix)
	return Join(prefix, ZipWith(func(e *End) { e.Offset += uint32(len(prefix)) }, m))
}

func zipPrefixCases() []Case {
	// It has to look like a local header, or NumPy doesn't recognise an archive.
	prefix := Join([]byte("PK\x03\x04"), slices.Repeat(Bytes(0xff), 16))
	common := refusedZip()
	common.Story += "twenty bytes precede the archive"
	return slices.Concat(
		variants(common, "zip-prefix-bytes",
			variant{"zip/prefix", ", whose offsets do not count them", Join(prefix, Zip(member()))},
			variant{"zip/prefix-counted", ", whose offsets count them", shifted(prefix, member())},
		),
		variants(common.needing("zip64").like("zip/zip64-end-sentinel-offset"), "zip-prefix-bytes",
			variant{"zip/prefix-zip64", ", which has a zip64 end record and whose offsets do not count them", Join(prefix, with64(func(*End, *end64) {}))},
		))
}

func zipTrailingCases() []Case {
	one := Zip(member())
	common := toleratedZip("trailing-data").ofImportance(Medium)
	common.Violates = true
	signature := common
	signature.Flags = "trailing-data signature-in-comment"
	return append(variants(signature, "zip-trailing-bytes",
		variant{"zip/trailing-signature", "the signature of an end record, without the record, follows the archive", Join(one, []byte("PK\x05\x06"))},
	), variants(common, "zip-trailing-bytes",
		variant{"zip/trailing-newline", "a newline follows the archive", Join(one, []byte("\n"))},
		variant{"zip/trailing-member", "a member that the central directory does not list follows the archive", Join(one, second().Record())},
	)...)
}

func zipGapCases() []Case {
	after := func(b []byte) Member { return member().Edit(func(m *Member) { m.After = b }) }
	file, directory, _ := ZipParts(member())
	end := End{Here: 1, All: 1, Size: uint32(len(directory)), Offset: uint32(len(file))}
	common := unseenZip()
	behind := common
	behind.Flags = "directory-gap"
	return slices.Concat(
		variants(behind, "zip-gap",
			variant{"zip/gap-before-end", "there are eight zero bytes between the central directory and the end record",
				Join(file, directory, Zeros(8), end.Record())},
		),
		variants(common.ofTwo(), "zip-gap",
			variant{"zip/gap-one-byte", "there is a zero byte between the members", Zip(after(Zeros(1)), second())},
		))
}

// zipOverlapCases returns cases about bytes that belong to two members, or to one and to the directory.
func zipOverlapCases() []Case {
	inner := second()
	outer := Stored("a.npy", numbersFile(inner.Record()))
	ghost := inner.Edit(func(m *Member) { m.Ghost, m.Shift = true, -len(inner.Record()) })

	// The first member quotes the local header of the second, and then both have the same stream.
	stream := DeflateBlock(1, pairFile())
	quoted := Deflated("b.npy", pairFile(), stream)
	header := quoted.Record()[:len(quoted.Record())-len(stream)]
	whole := numbersFile(Join(header, pairFile()))
	start := whole[:len(whole)-len(header)-len(pairFile())]
	quoting := func(second Member) []byte {
		return Zip(Deflated("a.npy", whole, Join(DeflateBlock(0, start), DeflateBlock(0, header), stream)), second)
	}

	// The last bytes of the array are the first ones of the directory.
	signature := []byte("PK\x01\x02")
	reaching := Stored("a.npy", numbersFile(Join(Bytes(1, 2), signature)))
	complete := reaching
	reaching.Data = reaching.Data[:len(reaching.Data)-len(signature)]

	good := acceptedZip()
	good.Members = []Content{{"a.npy", numbers(inner.Record())}, {"b.npy", pair}}
	good.Features = "npz v1 uint 1d"
	deflatedGood := good.needing("deflate")
	deflatedGood.Members = []Content{{"a.npy", numbers(Join(header, pairFile()))}, {"b.npy", pair}}
	lastGood := good
	lastGood.Members = holds("a.npy", numbers(Join(Bytes(1, 2), signature)))
	bad := refusedZip()
	bad.Features = good.Features
	return slices.Concat(
		variants(good, "", variant{"zip/member-in-data", "an array whose bytes are a copy of the next member", Zip(outer, inner)}),
		variants(bad.like("zip/member-in-data"), "zip-overlap",
			variant{"zip/overlap-in-data", "the second member is inside the data of the first", Zip(outer, ghost)}),
		variants(deflatedGood, "", variant{"zip/member-in-stream", "an array whose bytes are a copy of the next member, which is deflated",
			quoting(quoted)}),
		variants(bad.needing("deflate").like("zip/member-in-stream"), "zip-overlap",
			variant{"zip/overlap-in-stream", "the members share a deflate stream: the first contains the local header of the second in an uncompressed block",
				quoting(quoted.Edit(func(m *Member) { m.Ghost, m.Shift = true, -len(quoted.Record()) }))}),
		variants(lastGood, "", variant{"zip/directory-in-data", "an array whose bytes end as the central directory begins", Zip(complete)}),
		variants(bad.like("zip/directory-in-data"), "zip-overlap",
			variant{"zip/overlap-directory", "the data of the member ends inside the central directory and matches its bytes", Zip(reaching)}),
		variants(refusedZip(), "zip-overlap",
			variant{"zip/overlap-same-entry", "the central directory has two entries for the same member",
				Zip(member(), member().Edit(func(m *Member) { m.Ghost, m.Shift = true, -len(m.Record()) }))}),
	)
}

// zipHiddenCases returns cases about members that only one of the two walks finds.
func zipHiddenCases() []Case {
	hide := func(m Member) Member { return m.Edit(func(m *Member) { m.Unlisted = true }) }
	ghost := func(m Member, shift int) Member {
		return m.Edit(func(m *Member) { m.Ghost, m.Shift = true, shift })
	}
	hidden := unseenZip().ofTwo()
	hidden.Story += "the central directory does not list "
	hidden.Members = holds("b.npy", pair)
	hiddenLast := hidden
	hiddenLast.Members = holds("a.npy", three)
	inThree := hidden.like("zip/three").needing("2d int")
	inThree.Members = []Content{{"a.npy", three}, {"c.npy", table}}
	broken := hidden.like("zip/hidden-first")
	brokenDeflated := broken.needing("deflate").like("zip/two-deflated")
	wrongSum := member().Edit(func(m *Member) {
		m.Data = slices.Clone(m.Data)
		m.Data[len(m.Data)-3] ^= 1
	})
	named := Stored("a\x00.npy", threeFile())
	badBlock := Deflated("a.npy", threeFile(), Join(DeflateBlock(0, threeFile()), []byte(blockOfType3)))
	missing := refusedZip().ofTwo()
	missing.Story += "the central directory lists a member that does not exist: its offset points "
	return slices.Concat(
		variants(hidden, "zip-hidden-member",
			variant{"zip/hidden-first", "the first of two members", Zip(hide(member()), second())},
			variant{"zip/hidden-before-same-name", "the first of two members with the same name", Zip(hide(Stored("b.npy", threeFile())), second())},
		),
		variants(hiddenLast, "zip-hidden-member",
			variant{"zip/hidden-last", "the last of two members", Zip(member(), hide(second()))},
		),
		variants(inThree, "zip-hidden-member",
			variant{"zip/hidden-middle", "the second of three members", Zip(member(), hide(second()), third())},
		),
		variants(hidden.needing("data-descriptor").like("zip/two-streamed"), "zip-hidden-member",
			variant{"zip/hidden-streamed", "the first of two streamed members", Zip(hide(member().Streamed()), second().Streamed())},
		),
		variants(broken, "zip-hidden-member zip-crc",
			variant{"zip/hidden-crc", "the first of two members, whose checksum does not match its data", Zip(hide(wrongSum), second())},
		),
		variants(brokenDeflated, "zip-deflate-corrupt zip-hidden-member",
			variant{"zip/hidden-deflate-corrupt", "the first of two members, whose deflate stream continues with a block of an invalid type", Zip(hide(badBlock), deflatedPair())},
		),
		variants(broken, "zip-hidden-member zip-name-nul",
			variant{"zip/hidden-name-nul", "the first of two members, whose name has a NUL", Zip(hide(named), second())},
		),
		variants(missing, "zip-missing-member",
			variant{"zip/missing-in-data", "into the data of another one", Zip(member(), ghost(second(), -24))},
			variant{"zip/missing-behind-file", "past the end of the file", Zip(member(), ghost(second(), 1<<30))},
		))
}

func zipOrderCases() []Case {
	order := acceptedZip()
	order.Twin = "zip/two"
	order.Features += " uint"
	order.Members = []Content{{"b.npy", pair}, {"a.npy", three}}
	order.Story += "the central directory lists the members "
	return variants(order, "zip-order",
		variant{"zip/order-swapped", "in reverse order", Zip(member().Edit(func(m *Member) { m.Place = 1 }), second())})
}
