package cases

import (
	"slices"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// zipExtraCases returns cases about extra fields, except for those of zip64.
func zipExtraCases() []Case {
	both := func(blocks ...[]byte) []byte { return Zip(entryExtra(localExtra(member(), blocks...), blocks...)) }
	modified := ExtraField(0x5455, Join(Bytes(1), LE32(1<<30)))
	ntfs := ExtraField(0x000a, Join(Zeros(4), LE16(1, 24), LE64(1<<57, 1<<57, 1<<57)))
	align := 64 - len(localExtra(member(), ExtraField(0xd935, nil)).Record()[:30+5+4])

	good := acceptedZip()
	good.Story += "the extra field "
	broken := refusedZip()
	broken.Story += "the extra field "
	odd := toleratedZip("odd-extra").ofImportance(Medium)
	odd.Story += "the extra field "
	unseen := unseenZip()
	unseen.Story += "the extra field "
	return slices.Concat(
		variants(good, "",
			variant{"zip/extra-times", "has times, as Info-ZIP and Windows write them", both(modified, ntfs)},
			variant{"zip/extra-aligned", "of the local header aligns the data to 64 bytes", Zip(localExtra(member(), ExtraField(0xd935, Zeros(align))))},
		),
		variants(odd, "zip-extra-unusual",
			variant{"zip/extra-unknown", "has unknown blocks", both(ExtraField(0xfff1, []byte("PK\x01\x02")), ExtraField(0x4242, Zeros(3)))},
			variant{"zip/extra-link", "has a block 0x756E for a link to b.npy", both(ExtraField(0x756e, Join(LE32(0xe2078556), LE16(0o120777), LE32(5), Zeros(4), []byte("b.npy"))))},
			variant{"zip/extra-times-empty", "has an empty block for times", both(ExtraField(0x5455, nil))},
		),
		variants(unseen, "zip-local-extra",
			variant{"zip/extra-local-long", "of the local header has a block that is longer than the field",
				Zip(localExtra(member(), LE16(0x5455, 9), Bytes(3)))},
		),
		variants(broken, "zip-extra-malformed",
			variant{"zip/extra-entry-long", "of the directory entry has a block that is longer than the field",
				Zip(entryExtra(member(), LE16(0x5455, 9), Bytes(3)))},
			variant{"zip/extra-entry-rest", "of the directory entry has three bytes after its blocks, where another block is cut",
				Zip(entryExtra(member(), modified, Zeros(3)))},
			variant{"zip/unicode-path-twice", "of the directory entry has two blocks 0x7075, for the names a.npy and b.npy, of which Python takes the last from 3.12 on",
				Zip(entryExtra(member(), UnicodePath("a.npy", "a.npy"), UnicodePath("a.npy", "b.npy")))},
		),
		zipUnicodePaths())
}

// zipUnicodePaths returns cases about block 0x7075, which repeats a member's name. Python takes the name from that of
// the directory entry since 3.12, if the checksum is that of the entry's name.
func zipUnicodePaths() []Case {
	good := acceptedZip()
	accented := Stored("café.npy", threeFile()).Both(func(h *Header) { h.Flags = 1 << 11 })
	utf8 := good
	utf8.Members = holds("café.npy", three)
	other := refusedZip()
	stale := toleratedZip("odd-extra").ofImportance(Medium)
	return slices.Concat(
		variants(good, "",
			variant{"zip/unicode-path", "the Unicode path block 0x7075 repeats the name of the member",
				Zip(entryExtra(localExtra(member(), UnicodePath("a.npy", "a.npy")), UnicodePath("a.npy", "a.npy")))}),
		variants(utf8, "",
			variant{"zip/unicode-path-utf8", "the Unicode path block 0x7075 repeats the name of the member, which is in UTF-8 already, as JSZip writes it",
				Zip(entryExtra(localExtra(accented, UnicodePath("café.npy", "café.npy")), UnicodePath("café.npy", "café.npy")))}),
		variants(other.like("zip/unicode-path"), "zip-unicode-path",
			variant{"zip/unicode-path-other", "the Unicode path block 0x7075 of the directory entry gives the name b.npy, which is the key from Python 3.12 on",
				Zip(entryExtra(localExtra(member(), UnicodePath("a.npy", "a.npy")), UnicodePath("a.npy", "b.npy")))},
		),
		variants(unseenZip().like("zip/unicode-path"), "zip-local-extra",
			variant{"zip/unicode-path-other-local", "the Unicode path block 0x7075 of the local header gives the name b.npy",
				Zip(entryExtra(localExtra(member(), UnicodePath("a.npy", "b.npy")), UnicodePath("a.npy", "a.npy")))},
		),
		variants(stale.like("zip/unicode-path"), "zip-extra-unusual",
			variant{"zip/unicode-path-checksum", "the Unicode path block 0x7075 of the directory entry has the checksum of another name",
				Zip(entryExtra(localExtra(member(), UnicodePath("a.npy", "a.npy")), UnicodePath("b.npy", "a.npy")))},
		),
	)
}

// zipZip64ExtraCases returns cases about the zip64 block, which may be there for a small member too.
func zipZip64ExtraCases() []Case {
	file := uint64(len(threeFile()))
	plainLocal := func(block ...[]byte) []byte { return Zip(localExtra(member(), block...)) }
	block := func(v ...uint64) []byte { return ExtraField(1, LE64(v...)) }
	// The fields of the headers that hold sentinels.
	size := entry(member(), func(h *Header) { h.Unpacked = Sentinel })
	packed := entry(member(), func(h *Header) { h.Packed = Sentinel })
	sizes := entry(size, func(h *Header) { h.Packed = Sentinel })
	localSizes := local(member(), func(h *Header) { h.Packed, h.Unpacked = Sentinel, Sentinel })

	good := acceptedZip().needing("zip64")
	good.Story += "a needless zip64 block "
	bad := refusedZip().needing("zip64")
	bad.Story += "the zip64 block "
	missing := refusedZip()
	disk := toleratedZip("needless-zip64").needing("zip64")
	deferred := disk.ofImportance(Medium)
	deferred.Story += "the zip64 block of the directory entry is needless, "
	disk.Story += "the zip64 block is "
	unseen := unseenZip().needing("zip64")
	unseen.Story += "the zip64 block "
	inLocal, inEntry := unseen.like("zip/zip64-local"), bad.like("zip/zip64-entry-size")
	sized := unseen.like("zip/zip64-local-sentinels")
	return slices.Concat(
		variants(good.ofImportance(Medium), "",
			variant{"zip/zip64-local", "in the local header, which repeats its sizes", plainLocal(Zip64Extra(file, file))},
			variant{"zip/zip64-local-sentinels", "in the local header, whose sizes are sentinels",
				Zip(localExtra(localSizes, Zip64Extra(file, file)))},
			variant{"zip/zip64-entry-size", "in the directory entry, for the size alone, as zip -fz writes it", Zip(entryExtra(size, block(file)))},
			variant{"zip/zip64-entry-sizes", "in the directory entry, for both sizes, as Python and Rust write it", Zip(entryExtra(sizes, block(file, file)))},
			variant{"zip/zip64-entry-more", "in the directory entry, for the size, followed by the compressed size, which the entry itself has",
				Zip(entryExtra(size, block(file, file)))},
			variant{"zip/zip64-entry-true-all", "in the directory entry, which repeats its sizes and its offset", Zip(entryExtra(member(), block(file, file, 0)))},
		),
		variants(deferred, "zip-zip64-deferral",
			variant{"zip/zip64-entry-offset", "for the offset alone", Zip(offsetless(entryExtra(member(), block(0))))}),
		variants(deferred.like("zip/zip64-entry-sizes"), "zip-zip64-deferral",
			variant{"zip/zip64-entry-all", "for both sizes and the offset", Zip(offsetless(entryExtra(sizes, block(file, file, 0))))}),
		variants(deferred.like("zip/zip64-entry-true-all"), "zip-zip64-deferral",
			variant{"zip/zip64-entry-packed-all", "for the compressed size alone, with the size and the offset, which the entry itself has",
				Zip(entryExtra(packed, block(file, file, 0)))}),
		variants(disk, "zip-disk-sentinel",
			variant{"zip/zip64-entry-disk", "in the directory entry and contains only the disk number",
				Zip(entryExtra(member(), ExtraField(1, LE32(0))).Edit(func(m *Member) { m.Disk = 65535 }))}),
		variants(inLocal, "zip-local-extra",
			variant{"zip/zip64-local-size", "of the local header has a different size than the header itself", plainLocal(Zip64Extra(file-8, file))},
		),
		variants(sized, "zip-local-extra",
			variant{"zip/zip64-local-sentinels-short", "of the local header has only one of the two sizes that the header defers to it",
				Zip(localExtra(localSizes, block(file)))}),
		variants(unseenZip(), "zip-local-extra",
			variant{"zip/local-sizes-sentinel", "the local header has sentinels for the sizes and no zip64 block", Zip(localSizes)},
		),
		variants(missing, "zip-zip64-extra",
			variant{"zip/entry-size-sentinel", "the directory entry has a sentinel for the size and no zip64 block", Zip(size)},
			variant{"zip/entry-offset-sentinel", "the directory entry has a sentinel for the offset of the local header and no zip64 block", Zip(offsetless(member()))},
		),
		variants(sized, "zip-header-mismatch",
			variant{"zip/zip64-local-other-size", "of the local header has a different size than the directory entry",
				Zip(localExtra(localSizes, Zip64Extra(file-8, file)))}),
		variants(inEntry, "zip-zip64-extra",
			variant{"zip/zip64-entry-short", "of the directory entry is too short for the size", Zip(entryExtra(size, ExtraField(1, LE32(uint32(file)))))},
		),
		variants(bad.like("zip/zip64-entry-sizes"), "zip-zip64-extra",
			variant{"zip/zip64-entry-one-size", "of the directory entry has only one of the two sizes that the entry defers to it", Zip(entryExtra(sizes, block(file)))}),
		variants(bad.like("zip/zip64-entry-true-all"), "zip-zip64-extra",
			variant{"zip/zip64-entry-other-offset", "of the directory entry has a different offset than the entry itself", Zip(entryExtra(member(), block(file, file, 8)))}),
		variants(inLocal, "zip-local-extra",
			variant{"zip/zip64-local-twice", "of the local header occurs twice", plainLocal(Zip64Extra(file, file), Zip64Extra(file, file))}),
		variants(inEntry, "zip-extra-malformed",
			variant{"zip/zip64-entry-twice-other", "of the directory entry occurs twice, with different sizes", Zip(entryExtra(size, block(file), block(file-8)))}),
	)
}

// offsetless returns the member with a sentinel for the offset of its local header, which is 0.
func offsetless(m Member) Member {
	return m.Edit(func(m *Member) { m.Shift = -1 })
}
