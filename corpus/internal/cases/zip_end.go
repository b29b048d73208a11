package cases

import (
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// zipEndCases returns cases about the end record: whether it exists, whether it is correct, and its
// comment.
func zipEndCases() []Case {
	plain := []Case{
		{
			ID: "zip/plain", Story: "conforming: one stored member, which every reader of archives must read, as np.savez of NumPy 1.14 to 1.16 writes it",
			Bytes: Zip(member()), Duty: Accept, Stage: "zip", Features: "npz v1 float 1d",
			Members: holds("a.npy", three),
		},
		{
			ID: "zip/two", Story: "conforming: two members",
			Bytes: Zip(member(), second()), Duty: Accept, Stage: "zip", Features: "npz v1 float 1d uint",
			Members: holdsTwo(),
		},
		{
			ID: "zip/three", Story: "conforming: three members",
			Bytes: Zip(member(), second(), third()), Duty: Accept, Stage: "zip", Features: "npz v1 float 1d uint 2d int",
			Members: append(holdsTwo(), Content{"c.npy", table}),
		},
		{
			ID: "zip/empty", Story: "conforming: no members, as np.savez writes an archive without arrays",
			Bytes: Zip(), Duty: Accept, Rules: "npz-empty", Stage: "npz", Features: "npz", Twin: "zip/plain",
			Members: []Content{},
		},
	}
	return slices.Concat(plain, zipWithoutEnd(), zipSeveralEnds(), zipEndFields(), zipComments(), zipDisks())
}

func zipWithoutEnd() []Case {
	one, two := Zip(member()), Zip(member(), second())
	cut := refusedZip()
	cut.Story += "the file ends "
	return slices.Concat(
		variants(cut, "zip-no-end-record",
			variant{"zip/cut-before-end", "before the end record", one[:len(one)-22]},
			variant{"zip/cut-last-byte", "one byte too early", one[:len(one)-1]},
		),
		variants(cut.ofTwo(), "zip-no-end-record",
			variant{"zip/cut-between-members", "between two members", two[:len(member().Record())]},
		))
}

// zipSeveralEnds returns cases about a second end record, and about bytes that look like one.
func zipSeveralEnds() []Case {
	one := Zip(member())
	empty := End{}.Record()
	comment := func(b []byte) func(*End) {
		return func(e *End) { e.Comment, e.CommentLen = b, uint16(len(b)) }
	}
	own := one[len(one)-22:]
	seen, unseen := refusedZip(), refusedZip().ofImportance(Low)
	two := variants(seen, "zip-several-end-records",
		variant{"zip/second-end-in-comment", "the comment is the end record of an empty archive, so that readers which take the last record get no array",
			ZipWith(comment(empty), member())},
		variant{"zip/second-end-behind", "there are two identical end records", Join(one, own)},
	)
	two = append(two, variants(unseen, "zip-several-end-records",
		variant{"zip/second-end-in-entry", "the comment of a directory entry is the end record of an empty archive, which a search from the start finds first",
			Zip(member().Edit(func(m *Member) { m.Comment = empty }))},
		variant{"zip/second-end-in-extra", "the local extra field contains the end record of an empty archive in place of times, which a search from the start finds first",
			Zip(localExtra(member(), ExtraField(0x000a, Join(Zeros(4), LE16(1, 24), empty, Zeros(2)))))},
	)...)
	return append(two, Case{
		ID: "zip/archive-in-data", Story: "conforming: an array whose bytes are an archive",
		Bytes: Zip(Stored("a.npy", numbersFile(one))), Duty: Accept, Stage: "zip",
		Features: "npz v1 uint 1d", Members: holds("a.npy", numbers(one)),
	})
}

// zipEndFields returns cases about end records that don't describe the directory before them.
func zipEndFields() []Case {
	wrong := refusedZip()
	wrong.Story += "the end record says that "
	two := func(change func(*End)) []byte { return ZipWith(change, member(), second()) }
	one := func(change func(*End)) []byte { return ZipWith(change, member()) }

	file, directory, _ := ZipParts(member())
	longer := func(behind []byte) []byte {
		end := End{Here: 1, All: 1, Size: uint32(len(directory) + len(behind)), Offset: uint32(len(file))}
		return Join(file, directory, behind, end.Record())
	}
	inside := refusedZip()
	inside.Story += "the central directory continues after its entries with "
	return slices.Concat(
		variants(wrong, "zip-end-record-mismatch",
			variant{"zip/count-more", "there are two members and not one", one(func(e *End) { e.Here, e.All = 2, 2 })},
			variant{"zip/size-zero", "the central directory has no bytes", one(func(e *End) { e.Size = 0 })},
			variant{"zip/offset-less", "the central directory begins one byte earlier than it does", one(func(e *End) { e.Offset-- })},
			variant{"zip/offset-huge", "the central directory begins far after the end of the file", one(func(e *End) { e.Offset = 1<<31 - 1 })},
		),
		variants(wrong.ofTwo(), "zip-end-record-mismatch",
			variant{"zip/count-less", "there is one member and not two", two(func(e *End) { e.Here, e.All = 1, 1 })},
			variant{"zip/size-of-one", "the central directory is as long as one entry and not two", two(func(e *End) { e.Size -= uint32(len(directory)) })},
			variant{"zip/count-here", "only one of the two members is on this disk", two(func(e *End) { e.Here = 1 })},
		),
		variants(inside, "zip-end-record-mismatch",
			variant{"zip/directory-signature", "a digital signature", longer(Join([]byte("PK\x05\x05"), LE16(4), []byte("abcd")))},
		))
}

func zipComments() []Case {
	comment := func(text string) []byte {
		return ZipWith(func(e *End) { e.Comment, e.CommentLen = []byte(text), uint16(len(text)) }, member())
	}
	tolerated := toleratedZip("archive-comment").ofImportance(Medium)
	tolerated.Story += "the archive has a comment"
	refused := refusedZip()
	refused.Story += "the comment of the archive "
	signature := toleratedZip("signature-in-comment")
	signature.Story += "the comment of the archive is "
	return slices.Concat(
		variants(tolerated, "zip-comment",
			variant{"zip/comment", "", comment("three measurements")},
			variant{"zip/comment-long", " of 2000 bytes", comment(strings.Repeat("three measurements, ", 100))},
		),
		variants(signature, "zip-comment",
			variant{"zip/comment-signature", "the signature of an end record without the record", comment("PK\x05\x06")},
		),
		variants(refused, "zip-comment-truncated",
			variant{"zip/comment-cut", "has 18 bytes according to the end record, and nothing follows",
				ZipWith(func(e *End) { e.CommentLen = 18 }, member())},
		))
}

// zipDisks returns cases about archives that claim to be split.
func zipDisks() []Case {
	one := func(change func(*End)) []byte { return ZipWith(change, member()) }
	wrong := refusedZip().ofImportance(Low)
	return variants(wrong, "zip-multi-disk",
		variant{"zip/disk-end", "the end record is on disk 1", one(func(e *End) { e.Disk = 1 })},
		variant{"zip/disk-member", "the member is on disk 1, while the end record knows only disk 0", Zip(member().Edit(func(m *Member) { m.Disk = 1 }))},
		variant{"zip/disk-sentinel-alone", "the end record defers its disk number to a missing zip64 end record", one(func(e *End) { e.Disk = 65535 })},
	)
}

// zipZip64EndCases returns cases about the zip64 end record, which may be there for a small archive too.
func zipZip64EndCases() []Case {
	sentinels := func(e *End) { e.Here, e.All, e.Size, e.Offset = 65535, 65535, Sentinel, Sentinel }
	return slices.Concat(zipZip64EndGood(sentinels), zipZip64EndFields(sentinels), zipZip64EndPlaces())
}

func zipZip64EndGood(sentinels func(*End)) []Case {
	good := acceptedZip().needing("zip64")
	good.Story += "a needless zip64 end record"
	needless := toleratedZip("needless-zip64").needing("zip64").like("zip/zip64-end-sentinel-offset").ofImportance(Medium)
	needless.Story += "there is a zip64 end record that "
	disks := needless
	disks.Story = "conforming except that the end record defers "
	return slices.Concat(variants(needless, "zip-zip64-unneeded",
		variant{"zip/zip64-end", "nothing leads to: the end record has the same values, as Python writes them for archives over 2 GiB",
			with64(func(e *End, z *end64) { e.Offset = uint32(z.offset) })},
		variant{"zip/zip64-end-sentinel-size", "only the size of the central directory leads to",
			with64(func(e *End, z *end64) { e.Offset, e.Size = uint32(z.offset), Sentinel })},
	), variants(disks, "zip-disk-sentinel",
		variant{"zip/zip64-end-sentinel-disks", "the disk numbers as well as the offset of the central directory to a zip64 end record",
			with64(func(e *End, _ *end64) { e.Disk, e.DirDisk = 65535, 65535 })},
	), variants(good, "",
		variant{"zip/zip64-end-sentinels", ", with sentinels in the end record",
			with64(func(e *End, _ *end64) { sentinels(e) })},
		variant{"zip/zip64-end-sentinel-offset", ", with a sentinel for the offset of the central directory in the end record, as zip -fz and Perl write it",
			with64(func(*End, *end64) {})},
		variant{"zip/zip64-end-sentinel-counts", ", with sentinels for the numbers of entries in the end record",
			with64(func(e *End, z *end64) { e.Here, e.All, e.Offset = 65535, 65535, uint32(z.offset) })},
	))
}

// zipZip64EndFields returns cases about values that can't both be right.
func zipZip64EndFields(sentinels func(*End)) []Case {
	differ := refusedZip().needing("zip64").like("zip/zip64-end-sentinel-offset")
	differ.Story += "the end record and the zip64 end record disagree: "
	wrong := refusedZip().needing("zip64").like("zip/zip64-end-sentinels")
	wrong.Story += "the end record defers everything to the zip64 end record, which says that "
	without := refusedZip()
	without.Story += "the end record defers "
	disks := refusedZip().needing("zip64").like("zip/zip64-end-sentinel-offset").ofImportance(Low)
	return slices.Concat(
		variants(differ, "zip-zip64-record",
			variant{"zip/zip64-end-count", "one says 1 member, the other 2", with64(func(_ *End, z *end64) { z.here, z.all = 2, 2 })},
			variant{"zip/zip64-end-other-count", "one says 2 members, the other 1, which is right", with64(func(e *End, _ *end64) { e.Here, e.All = 2, 2 })},
		),
		variants(differ.like("zip/zip64-end-sentinel-counts"), "zip-zip64-record",
			variant{"zip/zip64-end-offset", "one has the offset of the central directory, the other 0",
				with64(func(e *End, z *end64) { e.Here, e.All, e.Offset, z.offset = 65535, 65535, uint32(z.offset), 0 })},
		),
		variants(wrong, "zip-end-record-mismatch",
			variant{"zip/zip64-end-true-count", "there are two members and not one", with64(func(e *End, z *end64) { sentinels(e); z.here, z.all = 2, 2 })},
			variant{"zip/zip64-end-huge-offset", "the central directory begins at offset 2^63", with64(func(e *End, z *end64) { sentinels(e); z.offset = 1 << 63 })},
		),
		variants(without, "zip-zip64-record",
			variant{"zip/zip64-end-missing-size", "the size of the central directory to a missing zip64 end record", ZipWith(func(e *End) { e.Size = Sentinel }, member())},
		),
		variants(disks, "zip-multi-disk",
			variant{"zip/zip64-end-disk", "the zip64 end record is on disk 1", with64(func(_ *End, z *end64) { z.disk = 1 })},
			variant{"zip/zip64-locator-disks", "the zip64 locator counts two disks", with64(func(_ *End, z *end64) { z.locatorDisks = 2 })},
		))
}

// zipZip64EndPlaces returns cases about the places of the zip64 end record and its locator, and their
// form.
func zipZip64EndPlaces() []Case {
	parts := func(write func(*End, end64)) []byte {
		return ZipWith(func(e *End) { write(e, true64(e)) }, member())
	}
	wrong := refusedZip().needing("zip64").like("zip/zip64-end-sentinel-offset")
	return variants(wrong, "zip-zip64-record",
		variant{"zip/zip64-locator-offset", "the zip64 locator gives an offset that is 8 less", with64(func(_ *End, z *end64) { z.at -= 8 })},
		variant{"zip/zip64-end-length-zero", "the zip64 end record has the length 0", with64(func(_ *End, z *end64) { z.length = 0 })},
		variant{"zip/zip64-end-extensible", "the zip64 end record has eight more bytes, and its length includes them", with64(func(_ *End, z *end64) { z.length, z.extra = 52, Zeros(8) })},
		variant{"zip/zip64-end-without-locator", "the zip64 end record has no locator", parts(func(e *End, z end64) { e.Zip64 = z.record() })},
		variant{"zip/zip64-locator-alone", "the zip64 locator has no zip64 end record", parts(func(e *End, z end64) { e.Zip64 = z.locator() })},
	)
}
