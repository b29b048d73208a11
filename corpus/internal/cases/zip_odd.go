package cases

import (
	"bytes"
	"slices"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// zipOddCases returns cases of archives and other files of the name that few readers meet.
func zipOddCases() []Case {
	return slices.Concat(zipOtherFiles(), zipJoined(), zipLocalFlags(), zipOldMethods(), zipDates(), zipTextMode())
}

// zipOtherFiles returns cases of files that aren't archives despite their name.
func zipOtherFiles() []Case {
	other := npzRefused("prefix")
	other.Story, other.Features, other.Twin = "not an archive, despite its name: ", "npz", "npz/one"
	array := npzTolerated("other-format", "", nil)
	array.Story, array.Features, array.Twin, array.Members = "a conforming .npy file, but its name is that of an archive", "", "npz/one", nil
	return slices.Concat(
		variants(array, "npz-single-array", variant{"npz/other-npy", "", threeFile()}),
		variants(other, "prefix-too-short", variant{"npz/other-empty", "no bytes", nil}),
		variants(other, "prefix-magic",
			variant{"npz/other-text", "numbers as text", []byte("1.0\n-2.5\n3.0\n")},
			variant{"npz/other-gzip", "the array, compressed with gzip", Join(Bytes(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3), []byte(zlibThree), LE32(member().Local.CRC, 152))},
			variant{"npz/other-lfs-pointer", "the pointer that Git LFS left instead of the file", []byte("version https://git-lfs.github.com/spec/v1\noid sha256:0000000000000000000000000000000000000000000000000000000000000000\nsize 252\n")},
		))
}

// zipJoined returns cases of archives one after the other, and of the mark of an archive in one of several
// parts.
func zipJoined() []Case {
	joined := refusedZip()
	joined.Story += "the file is "
	one := Zip(member())
	marker := npzRefused("prefix")
	marker.Features, marker.Twin = "npz v1 float 1d", "zip/plain"
	shifted := member().Edit(func(m *Member) { m.Shift = 4 })
	spanned := ZipWith(func(e *End) { e.Offset += 4 }, shifted)
	return slices.Concat(
		variants(joined.needing("uint"), "zip-hidden-member zip-prefix-bytes",
			variant{"zip/joined", "two archives joined: a.npy and b.npy", Join(one, Zip(second()))},
		),
		variants(joined.ofImportance(Medium), "zip-hidden-member zip-prefix-bytes",
			variant{"zip/joined-twice", "the same archive twice, of which a reader gets the first or the second by where its offsets count from", Join(one, one)},
		),
		variants(marker, "prefix-magic",
			variant{"npz/spanning-marker", "the marker of an archive that did not need a second part precedes the first member, and all offsets count it", Join([]byte("PK00"), spanned)},
			variant{"npz/spanning-signature", "the signature of a part of an archive precedes the first member, and all offsets count it", Join([]byte("PK\x07\x08"), spanned)},
		))
}

// zipLocalFlags returns cases of flags that only one of the two headers of a member has.
func zipLocalFlags() []Case {
	flag := func(bit int) func(*Header) { return func(h *Header) { h.Flags ^= 1 << bit } }
	differ := unseenZip()
	differ.Story += "the flag "
	streamed := differ.needing("data-descriptor").like("zip/streamed")
	names := refusedZip().like("zip/name-utf8")
	names.Story += "the flag "
	return slices.Concat(
		variants(differ, "zip-header-mismatch",
			variant{"zip/flags-streamed-local", "for sizes after the data is set only in the local header, and there are none", Zip(local(member(), flag(3)))},
			variant{"zip/flags-streamed-entry", "for sizes after the data is set only in the directory entry, and there are none", Zip(entry(member(), flag(3)))},
			variant{"zip/flags-utf8-local", "for names in UTF-8 is set only in the local header", Zip(local(member(), flag(11)))},
			variant{"zip/flags-utf8-entry", "for names in UTF-8 is set only in the directory entry", Zip(entry(member(), flag(11)))},
		),
		variants(streamed, "zip-header-mismatch",
			variant{"zip/flags-not-streamed-entry", "for sizes after the data is missing in the directory entry", Zip(entry(member().Streamed(), flag(3)))},
			variant{"zip/flags-not-streamed-local", "for sizes after the data is missing in the local header", Zip(local(member().Streamed(), flag(3)))},
		),
		variants(names, "zip-name-mismatch",
			variant{"zip/flags-not-utf8-local", "for names in UTF-8 is missing in the local header, and the name needs it", Zip(local(utf8("é.npy"), flag(11)))},
		),
		variants(names, "zip-name-mismatch zip-name-not-flagged",
			variant{"zip/flags-not-utf8-entry", "for names in UTF-8 is missing in the directory entry, and the name needs it", Zip(entry(utf8("é.npy"), flag(11)))},
		))
}

// zipOldMethods returns cases of methods that hardly any reader has.
func zipOldMethods() []Case {
	method := func(m uint16, needed uint16) []byte {
		return Zip(member().Both(func(h *Header) { h.Method, h.Needed = m, needed }))
	}
	old := refusedZip()
	old.Story += "the member is marked as compressed with "
	return variants(old, "zip-method",
		variant{"zip/method-shrink", "method 1, shrinking, of PKZIP 1", method(1, 10)},
		variant{"zip/method-implode", "method 6, imploding, of PKZIP 1", method(6, 11)},
		variant{"zip/method-xz", "method 95, XZ", method(95, 63)},
		variant{"zip/method-ppmd", "method 98, PPMd", method(98, 63)},
		variant{"zip/method-aes", "method 99, which means encryption with AES", method(99, 51)},
	)
}

// zipDates returns cases of times that do not exist, which a reader doesn't need.
func zipDates() []Case {
	good := acceptedZip()
	good.Story += "the date of the member is "
	return variants(good, "",
		variant{"zip/date-month-13", "in month 13", dated(0, 13<<5|1, Zip(member()))},
		variant{"zip/date-month-15-day-31", "the last that the field holds, in month 15 of 2107, 31:63:62", dated(0xffff, 0xffff, Zip(member()))},
		variant{"zip/date-day-0", "day 0 of a month", dated(0, 1<<5, Zip(member()))},
	)
}

// zipTextMode returns cases of archives that a transfer in text mode damaged.
func zipTextMode() []Case {
	damaged := refusedZip()
	damaged.Story += "a transfer in text mode "
	one := Zip(Stored("a.npy", numbersFile([]byte("1\r\n2\n"))))
	good := acceptedZip()
	good.ID = "zip/line-ends"
	good.Story, good.Features = "conforming: an array whose bytes are the ends of lines", "npz v1 uint 1d"
	good.Bytes, good.Members = one, holds("a.npy", numbers([]byte("1\r\n2\n")))
	damaged.Features, damaged.Twin = good.Features, good.ID
	return append(variants(damaged, "zip-end-record-mismatch",
		variant{"zip/text-mode-shorter", "removed the carriage return before a newline", bytes.ReplaceAll(one, []byte("\r\n"), []byte("\n"))},
	), good)
}

// textModeCases returns cases of .npy files that a transfer in text mode damaged.
func textModeCases() []Case {
	data := []byte("1\r\n2\n3")
	good := arrayCase("|u1", "(6,)", false, 1, 1, data, numbers(data).Values)
	good.ID = "data/line-ends"
	good.Story = "conforming: data that consists of line ends"
	file := good.Bytes
	damaged := Case{
		Story: "conforming except that a transfer in text mode ", Duty: Reject, Violates: true, Stage: "header", Twin: good.ID,
	}
	shifted := damaged
	shifted.Duty, shifted.Flags, shifted.Array = Either, "terminator", numbers([]byte("\n1\r\r\n2"))
	return slices.Concat([]Case{good},
		variants(shifted, "header-newlines-converted",
			variant{"header/text-mode-longer", "put a carriage return before each newline", bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n"))}),
		variants(damaged, "data-truncated",
			variant{"data/text-mode-shorter", "removed the carriage return before a newline", bytes.ReplaceAll(file, []byte("\r\n"), []byte("\n"))},
			variant{"data/text-mode-end", "ended the file at an end-of-file character", bytes.Replace(file, []byte("\r\n2\n3"), nil, 1)},
		))
}
