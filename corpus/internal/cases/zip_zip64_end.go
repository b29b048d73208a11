package cases

import (
	"slices"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

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
	differ := refusedZip().needing("zip64").like("zip/zip64-end-sentinel-offset").ofImportance(Medium)
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
