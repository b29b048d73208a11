package cases

import (
	"bytes"
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// zipHeaderCases returns cases about members whose headers differ, and about their compression methods.
func zipHeaderCases() []Case { return slices.Concat(zipMismatches(), zipMethods()) }

func zipMismatches() []Case {
	named := func(name string) Member { return local(member(), func(h *Header) { h.Name = name }) }
	names := refusedZip()
	names.Story += "the local header names the member "
	both := refusedZip().ofTwo()
	differ := unseenZip()
	differ.Story += "the local header has "
	deflate := differ.needing("deflate").like("zip/deflated")
	streamed := differ.needing("data-descriptor").like("zip/streamed")
	return slices.Concat(
		variants(names, "zip-name-mismatch",
			variant{"zip/local-name", "b.npy", Zip(named("b.npy"))},
			variant{"zip/local-name-nul", "a.npy and a NUL", Zip(named("a.npy\x00"))},
		),
		variants(both, "zip-name-mismatch",
			variant{"zip/local-names-swapped", "the local headers have each other's names",
				Zip(named("b.npy"), local(second(), func(h *Header) { h.Name = "a.npy" }))},
		),
		variants(differ, "zip-header-mismatch",
			variant{"zip/local-method", "method 8, although the data is stored", Zip(local(member(), func(h *Header) { h.Method = 8 }))},
			variant{"zip/local-crc", "a different checksum than the directory entry", Zip(local(member(), func(h *Header) { h.CRC ^= 1 }))},
			variant{"zip/local-size", "a different size than the directory entry", Zip(local(member(), func(h *Header) { h.Unpacked -= 8 }))},
			variant{"zip/local-sizes-zero", "no sizes, and there is no data descriptor", Zip(local(member(), func(h *Header) { h.Packed, h.Unpacked = 0, 0 }))},
			variant{"zip/local-encrypted", "the flag for encryption, unlike the directory entry", Zip(local(member(), func(h *Header) { h.Flags = 1 }))},
		),
		variants(deflate, "zip-header-mismatch",
			variant{"zip/local-method-stored", "method 0, although the data is deflated", Zip(local(deflated(), func(h *Header) { h.Method = 0 }))},
		),
		variants(streamed, "zip-header-mismatch",
			variant{"zip/streamed-local-crc", "a different checksum than the data descriptor", Zip(local(member().Streamed(), func(h *Header) { h.CRC = 1 }))},
		))
}

func zipMethods() []Case {
	method := func(method, needed uint16, data string) []byte { return Zip(packed(member(), method, needed, data)) }
	unknown := refusedZip()
	unknown.Story += "the member is compressed with "
	odd := toleratedZip("odd-method").ofImportance(Medium)
	odd.Story += "the member is compressed with "
	return slices.Concat(
		variants(unknown.needing("deflate").like("zip/deflated-stored"), "zip-method",
			variant{"zip/method-deflate64", "Deflate64, like large files in archives of the Windows Explorer", method(9, 21, string(DeflateBlock(1, threeFile())))},
		),
		variants(unknown, "zip-method",
			variant{"zip/method-256", "method 256, whose low byte is that of stored data", method(256, 20, string(threeFile()))},
		),
		variants(odd, "zip-method-unusual",
			variant{"zip/method-bzip2", "bzip2", method(12, 46, bzip2Three)},
			variant{"zip/method-lzma", "LZMA", method(14, 63, lzmaThree)},
			variant{"zip/method-zstandard", "Zstandard", method(93, 63, zstdThree)},
		),
		zipPacked("bzip2", 12, 46, bzip2Three, bzip2Unknown, bzip2Evil,
			packedIDs{
				"zip/bzip2-cut",
				"zip/bzip2-damaged",
				"zip/bzip2-unknown-type",
				"zip/bzip2-object-import",
			}),
		zipPacked("LZMA", 14, 63, lzmaThree, lzmaUnknown, lzmaEvil,
			packedIDs{
				"zip/lzma-cut",
				"zip/lzma-damaged",
				"zip/lzma-unknown-type",
				"zip/lzma-object-import",
			}),
		zipPacked("Zstandard", 93, 63, zstdThree, zstdUnknown, zstdEvil,
			packedIDs{
				"zip/zstandard-cut",
				"zip/zstandard-damaged",
				"zip/zstandard-unknown-type",
				"zip/zstandard-object-import",
			}))
}

// packed returns a member with data compressed by one of the methods that Python reads and NumPy doesn't write.
func packed(m Member, method, needed uint16, data string) Member {
	return m.Edit(func(m *Member) { m.Data = []byte(data) }).Both(func(h *Header) {
		h.Method, h.Needed, h.Packed = method, needed, uint32(len(data))
		if method == 14 {
			h.Flags |= 1 << 1 // the stream has a mark at its end
		}
	})
}

// packedIDs are the IDs of the cases of a method.
type packedIDs struct{ cut, damaged, unknown, object string }

// zipPacked returns cases of a member that is compressed in such a way and has a fault: a reader that checks only the
// method doesn't see it.
func zipPacked(name string, method, needed uint16, good, unknown, evil string, ids packedIDs) []Case {
	of := func(m Member, data string) []byte { return Zip(packed(m, method, needed, data)) }
	// A bit of the checksum of the block, one of the stream, and one of the type of the block.
	damaged := []byte(good)
	at := map[uint16]int{12: 10, 14: 65, 93: 6}[method]
	damaged[at] ^= 2
	common := refusedZip().like("zip/method-" + strings.ToLower(name))
	common.Story += "the member is compressed with " + name + ", and "
	corrupt, typed, object := common, common, common
	typed.Stage, object.Stage = "descr", "pickle"
	object.Violates = false
	object.Story = "conforming, but the member is compressed with " + name + ", and is an object array whose pickle "
	object.Features = "npz v1 object 1d"
	return slices.Concat(
		variants(corrupt, "zip-data-corrupt zip-method-unusual",
			variant{ids.cut, "the stream is cut in the middle", of(member(), good[:len(good)/2])},
			variant{ids.damaged, "a bit of the stream is wrong", of(member(), string(damaged))},
		),
		variants(typed, "descr-unknown-code zip-method-unusual",
			variant{ids.unknown, "its type is <x8", of(Stored("a.npy", bytes.Replace(threeFile(), []byte("<f8"), []byte("<x8"), 1)), unknown)},
		),
		variants(object, "pickle-import-dangerous pickle-present zip-method-unusual",
			variant{ids.object, "calls os.system", of(Stored("a.npy", oneObject(Reduce(Global("os", "system"), Unicode("")))), evil)},
		))
}

// zipFlagCases returns cases about the flags of members.
func zipFlagCases() []Case {
	flags := func(m Member, bits ...int) []byte {
		return Zip(m.Both(func(h *Header) {
			for _, bit := range bits {
				h.Flags |= 1 << bit
			}
		}))
	}
	secret := deflated().Both(func(h *Header) { h.Flags, h.Packed = 1, uint32(len(encryptedThree)) }).Edit(func(m *Member) {
		m.Data = []byte(encryptedThree)
	}).Streamed()
	aes := member().Both(func(h *Header) {
		h.Flags, h.Method, h.Needed, h.CRC, h.Packed = 1, 99, 51, 0, uint32(len(aesThree))
		h.Extra = ExtraField(0x9901, Join(LE16(2), []byte("AE"), Bytes(3), LE16(0)))
	}).Edit(func(m *Member) { m.Data = []byte(aesThree) })
	levels := acceptedZip().needing("deflate")
	levels.Story += "the flags say that the data was deflated at "
	encrypted := refusedZip()
	encrypted.Story += "the member is marked as encrypted"
	reserved := toleratedZip("reserved-flag")
	reserved.Violates = true
	reserved.Story += "the flag bit "
	patched := toleratedZip("patch-flag")
	patched.Violates = true
	return slices.Concat(
		variants(levels, "",
			variant{"zip/level-super-fast", "the fastest level", flags(deflated(), 1, 2)},
			variant{"zip/level-in-entry", "the best level, in the directory entry only", Zip(entry(deflated(), func(h *Header) { h.Flags = 1 << 1 }))},
		),
		variants(encrypted, "zip-encrypted",
			variant{"zip/encrypted-flag", ", although it is not", flags(member(), 0)},
		),
		variants(encrypted.needing("deflate data-descriptor").like("zip/streamed-deflated"), "zip-encrypted",
			variant{"zip/encrypted", " and is encrypted, by zip -P", Zip(secret)},
		),
		sinceTwo(variants(refusedZip(), "zip-encrypted zip-extra-unusual zip-method",
			variant{"zip/encrypted-aes-extra", "the member is encrypted with AES-256, by 7-Zip, as block 0x9901 of its extra fields says", Zip(aes)},
		)),
		variants(reserved, "zip-flags",
			variant{"zip/flag-7", "7 is set, which is unused", flags(member(), 7)},
			variant{"zip/encrypted-headers-flag", "13 is set, which is for masked headers, although nothing is encrypted", flags(member(), 13)},
		),
		variants(patched, "zip-flags",
			variant{"zip/flag-patch", "the flag bit 5 is set, which is for patched data", flags(member(), 5)},
		))
}

// zipEntryCases returns cases about other fields of a member's entry than its sizes: the version
// needed, what kind of file it is, and its comment.
func zipEntryCases() []Case { return slices.Concat(zipVersions(), zipSpecial(), zipEntryComments()) }

func zipVersions() []Case {
	needed := func(m Member, version uint16) []byte { return Zip(m.Both(func(h *Header) { h.Needed = version })) }
	low := acceptedZip()
	low.Story += "the version needed to extract is "
	high := toleratedZip("high-version")
	high.Story += "the version needed to extract is "
	unknown := toleratedZip("unknown-version")
	unknown.Story += "the version needed to extract is "
	return slices.Concat(
		variants(low, "",
			variant{"zip/version-0", "0", needed(member(), 0)},
			variant{"zip/version-differs", "2.0 in the local header and 4.5 in the directory entry, as Python writes it for members after 2 GiB",
				Zip(entry(member(), func(h *Header) { h.Needed = 45 }))},
		),
		variants(low.needing("deflate"), "",
			variant{"zip/version-1-0-deflated", "1.0, although the member is deflated, as JSZip writes it", needed(deflated(), 10)},
		),
		variants(high, "zip-version-needed",
			variant{"zip/version-6-3", "6.3", needed(member(), 63)},
		),
		variants(unknown, "zip-version-needed",
			variant{"zip/version-6-4", "6.4, which no member needs", needed(member(), 64)},
		))
}

func zipSpecial() []Case {
	external := func(m Member, mode uint32) Member { return m.Edit(func(m *Member) { m.External = mode << 16 }) }
	by := func(system uint16, mode uint32) []byte {
		return Zip(external(member(), mode).Edit(func(m *Member) { m.MadeBy = system<<8 | 20 }))
	}
	attributes := func(system uint16, external uint32) []byte {
		return Zip(member().Edit(func(m *Member) { m.MadeBy, m.External = system<<8|20, external }))
	}
	good := acceptedZip()
	good.Story += "the directory entry "
	special := toleratedZip("special-file")
	special.Story += "the member is marked as "
	folder := toleratedZip("folder-entry").ofImportance(Medium)
	folder.Members = []Content{{"d/", nil}, {"a.npy", three}}
	mode := external(Stored("d/", nil), 0o40755).Edit(func(m *Member) { m.External |= 0x10 })
	nested := folder
	nested.Members = []Content{{"d/", nil}, {"d/a.npy", three}}
	inside := Stored("d/a.npy", threeFile())
	full := folder
	full.Flags, full.Importance = "special-file", Low
	text := external(Stored("d/", []byte("text")), 0o40755)
	return slices.Concat(
		variants(good, "",
			variant{"zip/attributes-on-windows", "comes from Windows and has the attributes of a file to be archived and not indexed", attributes(10, 0x2020)},
		),
		variants(special, "zip-special-entry",
			variant{"zip/mode-on-windows", "a symbolic link, on Windows", by(10, 0o120777)},
			variant{"zip/symbolic-link", "a symbolic link", by(3, 0o120777)},
			variant{"zip/fifo", "a FIFO, as zip marks its standard input", by(3, 0o10600)},
		),
		variants(special, "zip-attributes",
			variant{"zip/folder-mode", "a folder by its mode but not by its name", by(3, 0o40755)},
			variant{"zip/folder-attribute", "a folder by its attributes, although it has the mode of a file", attributes(3, 0o100644<<16|0x10)},
			variant{"zip/volume-label", "a volume label, on MS-DOS", attributes(0, 0x08)},
		),
		variants(folder, "zip-directory-entry",
			variant{"zip/folder", "there is a directory entry for an empty folder", Zip(mode, member())}),
		variants(nested.like("zip/nested"), "zip-directory-entry npz-name-nested",
			variant{"zip/folder-of-member", "there is a directory entry for the folder of the member, as zip -r writes it", Zip(mode, inside)}),
		variants(full, "zip-special-entry",
			variant{"zip/folder-with-data", "the directory entry for a folder has data", Zip(text, member())}),
	)
}

func zipEntryComments() []Case {
	first := acceptedZip().needing("uint")
	first.Members = holdsTwo()
	last := first
	last.Since = "0.2.0"
	comment := func(m *Member) { m.Comment = []byte("three measurements") }
	return slices.Concat(
		variants(first, "", variant{"zip/entry-comment", "the first of two directory entries has a comment",
			Zip(member().Edit(comment), second())}),
		variants(last, "", variant{"zip/entry-comment-last", "the last of two directory entries has a comment",
			Zip(member(), second().Edit(comment))}),
	)
}
