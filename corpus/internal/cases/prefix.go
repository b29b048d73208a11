package cases

import (
	"hash/crc32"
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

func prefixCases() []Case {
	return slices.Concat(prefixVersions(), prefixCuts(), prefixMagic(), prefixLengths())
}

func prefixVersions() []Case {
	cases := []Case{
		{
			ID:    "prefix/plain",
			Story: "conforming: three doubles, which every reader must read",
			Bytes: Npy1(plain, three.Data),
			Duty:  Accept,
			Stage: "prefix",
			Array: three,
		},
		{
			ID:    "prefix/v2-plain",
			Story: "conforming: version 2.0, although version 1.0 could hold the header",
			Bytes: Npy2(plain, three.Data),
			Duty:  Accept,
			Rules: "prefix-version-higher-than-needed",
			Stage: "prefix",
			Twin:  "prefix/plain",
			Array: three,
		},
		{
			ID:    "prefix/v3-plain",
			Story: "conforming: version 3.0, although version 1.0 could hold the header",
			Bytes: Npy3(plain, three.Data),
			Duty:  Accept,
			Rules: "prefix-version-higher-than-needed",
			Stage: "prefix",
			Twin:  "prefix/plain",
			Array: three,
		},
		{
			ID:    "prefix/v3-latin1",
			Story: "conforming: version 3.0, although version 1.0 could hold the field name é as Latin-1",
			Bytes: Npy3(fieldText("'é'"), three.Data),
			Duty:  Accept,
			Rules: "prefix-version-higher-than-needed",
			Stage: "prefix",
			Twin:  "prefix/v3-needed",
			Array: namedField("'é'"),
		},
		{
			ID:    "prefix/v3-needed",
			Story: "conforming: a field name that only version 3.0 can hold",
			Bytes: Npy3(fieldText("'日'"), three.Data),
			Duty:  Accept,
			Stage: "prefix",
			Array: namedField("'日'"),
		},
	}
	_, stored := columns()
	cases = append(cases, sinceTwo(variants(inColumns(accepted("prefix")), "prefix-version-higher-than-needed",
		variant{"prefix/v3-plain-2d", "version 3.0 and Fortran order, although version 1.0 could hold the header", Npy3(columnsText, stored)},
	))...)
	version := func(major, minor byte, width int) []byte {
		return Raw(major, minor, width, Pad(8+width, 64, plain), three.Data)
	}
	return append(cases, variants(refused("prefix"), "prefix-version-unknown",
		variant{"prefix/version-0-0", "the version is 0.0", version(0, 0, 2)},
		variant{"prefix/version-0-1", "the two bytes of version 1.0 are swapped", version(0, 1, 2)},
		variant{"prefix/version-1-1", "the version is 1.1", version(1, 1, 2)},
		variant{"prefix/version-1-255", "the version is 1.255", version(1, 255, 2)},
		variant{"prefix/version-2-1", "the version is 2.1", version(2, 1, 4)},
		variant{"prefix/version-3-1", "the version is 3.1", version(3, 1, 4)},
		variant{"prefix/version-4-0", "the version is 4.0", version(4, 0, 4)},
		variant{"prefix/version-4-0-short-length", "the version is 4.0, and the header length has two bytes", version(4, 0, 2)},
		variant{"prefix/version-129-0", "the version is 129.0, which is 1.0 with the high bit set", version(129, 0, 2)},
		variant{"prefix/version-255-255", "the version is 255.255", version(255, 255, 4)},
		variant{"prefix/version-digits", "the version is written in ASCII digits", version('1', '0', 2)},
	)...)
}

// prefixCuts returns cases of files that end too early, before the data.
func prefixCuts() []Case {
	v1, v2, v3 := Npy1(plain, three.Data), Npy2(plain, three.Data), Npy3(fieldText("'日'"), three.Data)

	short := refused("prefix")
	short.Story, short.Features, short.Importance = "a file ", "v1", Medium
	cases := variants(short, "prefix-too-short",
		variant{"prefix/empty-file", "without any bytes", nil},
		variant{"prefix/cut-at-1", "that ends inside the magic, after 1 byte", v1[:1]},
		variant{"prefix/cut-at-5", "that ends inside the magic, after 5 bytes", v1[:5]},
		variant{"prefix/cut-at-6", "that ends right after the magic", v1[:6]},
		variant{"prefix/cut-at-7", "that ends inside the version", v1[:7]},
		variant{"prefix/cut-at-8", "that ends right after the version", v1[:8]},
		variant{"prefix/cut-at-9", "that ends inside the header length", v1[:9]},
	)
	short.Features, short.Twin = "v2", "prefix/v2-plain"
	cases = append(cases, variants(short, "prefix-too-short",
		variant{"prefix/cut-at-8-v2", "of version 2.0 that ends right after the version", v2[:8]},
		variant{"prefix/cut-at-10-v2", "of version 2.0 that ends where a version 1.0 header length would be complete", v2[:10]},
		variant{"prefix/cut-at-11-v2", "of version 2.0 that ends inside the header length", v2[:11]},
	)...)
	short.Features, short.Twin = "v3", "prefix/v3-needed"
	cases = append(cases, variants(short, "prefix-too-short",
		variant{"prefix/cut-at-10-v3", "of version 3.0 that ends where a version 1.0 header length would be complete", v3[:10]},
		variant{"prefix/cut-at-11-v3", "of version 3.0 that ends inside the header length", v3[:11]},
	)...)

	cut := refused("prefix")
	cut.Story, cut.Importance = "a file that ends ", Medium
	cases = append(cases, variants(cut, "prefix-header-truncated",
		variant{"prefix/cut-at-10", "right after the header length", v1[:10]},
		variant{"prefix/cut-at-11", "right after the opening brace", v1[:11]},
		variant{"prefix/cut-in-key", "inside a key", v1[:15]},
		variant{"prefix/cut-in-descr", "inside the type string", v1[:22]},
		variant{"prefix/cut-in-shape", "inside the shape", v1[:62]},
		variant{"prefix/cut-behind-dictionary", "right after the closing brace: the dictionary is complete", v1[:67]},
		variant{"prefix/cut-in-padding", "inside the padding: the dictionary is complete", v1[:100]},
		variant{"prefix/cut-before-newline", "before the final newline", v1[:127]},
	)...)
	cut.Twin = "prefix/v2-plain"
	cases = append(cases, variants(cut, "prefix-header-truncated",
		variant{"prefix/cut-at-12-v2", "right after the header length, in version 2.0", v2[:12]},
		variant{"prefix/cut-before-newline-v2", "before the final newline, in version 2.0", v2[:127]},
	)...)
	cut.Features, cut.Twin = "v3 structured float 1d", "prefix/v3-needed"
	inside := strings.Index(string(v3), "日") + 1
	return append(cases, variants(cut, "prefix-header-truncated",
		variant{"prefix/cut-at-12-v3", "right after the header length, in version 3.0", v3[:12]},
		variant{"prefix/cut-in-character-v3", "inside a three-byte character, in version 3.0", v3[:inside]},
		variant{"prefix/cut-before-newline-v3", "before the final newline, in version 3.0", v3[:127]},
	)...)
}

// prefixMagic returns cases of files that don't begin with the magic.
func prefixMagic() []Case {
	good := Npy1(plain, three.Data)
	rest := good[6:]

	cases := variants(refused("prefix"), "prefix-magic",
		variant{"prefix/magic-first-byte", "the first byte of the magic is 0x92", Join(Bytes(0x92), good[1:])},
		variant{"prefix/magic-seven-bits", "the first byte of the magic lost its high bit", Join(Bytes(0x13), good[1:])},
		variant{"prefix/magic-lower-case", "the magic is in lower case", Join([]byte("\x93numpy"), rest)},
		variant{"prefix/magic-mixed-case", "the magic is spelled NumPy", Join([]byte("\x93NumPy"), rest)},
		variant{"prefix/magic-last-letter", "the last letter of the magic is an X", Join([]byte("\x93NUMPX"), rest)},
		variant{"prefix/magic-reversed", "the magic is reversed", Join([]byte("YPMUN\x93"), rest)},
		variant{"prefix/magic-utf-8", "the first byte of the magic was encoded as UTF-8", Join([]byte("\xc2\x93NUMPY"), rest)},
		variant{"prefix/magic-replacement-character", "the first byte of the magic was replaced by U+FFFD", Join([]byte("\xef\xbf\xbdNUMPY"), rest)},
		variant{"prefix/magic-question-mark", "the first byte of the magic was replaced by a question mark", Join([]byte("?NUMPY"), rest)},
		variant{"prefix/magic-without-first-byte", "the first byte of the magic is missing", good[1:]},
		variant{"prefix/magic-behind-bom", "a byte order mark precedes the magic", Join([]byte("\xef\xbb\xbf"), good)},
		variant{"prefix/magic-behind-newline", "a newline precedes the magic", Join([]byte("\n"), good)},
		variant{"prefix/magic-behind-nul", "a NUL byte precedes the magic", Join(Bytes(0), good)},
		variant{"prefix/magic-behind-length", "the size of the file precedes the magic", Join(LittleEndian(152, 4), good)},
		variant{"prefix/magic-utf-16", "the prefix and the header were saved as UTF-16", Join(Bytes(0xff, 0xfe), UTF16("\u0093NUMPY\x01\x00v\x00"+Pad(10, 64, plain)), three.Data)},
		variant{"prefix/magic-short-other", "the file has only 3 bytes, which do not begin the magic", []byte("NUM")},
		variant{"prefix/magic-second-byte", "the file has only 2 bytes, and the second does not belong to the magic", []byte("\x93n")},
	)

	other := refused("prefix")
	other.Story, other.Features = "not a .npy file, despite its name: ", "v1"
	size := uint64(len(good))
	gzip := Join(
		Bytes(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, 1), LittleEndian(size, 2), LittleEndian(0xffff-size, 2),
		good, LittleEndian(uint64(crc32.ChecksumIEEE(good)), 4), LittleEndian(size, 4),
	)
	cases = append(cases, variants(other, "pickle-raw-file",
		variant{"pickle/raw-file", "a pickle of an empty list, which np.load unpickles with allow_pickle=True", []byte("\x80\x02]q\x00.")},
	)...)
	archive := other
	archive.Withdrawn = "a reader that goes by what a file begins with, as np.load does, rightly reads the archive"
	cases = append(cases, variants(archive, "prefix-magic",
		variant{"prefix/magic-zip", "an .npz file", zipOne("arr_0.npy", good)},
		variant{"prefix/magic-zip-empty", "an .npz file without arrays", Join([]byte("PK\x05\x06"), Zeros(18))},
	)...)
	return append(cases, variants(other, "prefix-magic",
		variant{"prefix/magic-gzip", "the array, compressed with gzip", gzip},
		variant{"prefix/magic-pickle-text", "a pickle in protocol 0", []byte("(lp0\nF1.0\naF-2.5\naF3.0\na.")},
		variant{"prefix/magic-hdf5", "an HDF5 signature", Join([]byte("\x89HDF\r\n\x1a\n"), Zeros(40))},
		variant{"prefix/magic-matlab", "a MATLAB file header", []byte(PadTo(128, "MATLAB 5.0 MAT-file, Platform: GLNXA64", "\x00\x01IM"))},
		variant{"prefix/magic-csv", "numbers as comma-separated text", []byte("1.0,-2.5,3.0\n")},
		variant{"prefix/magic-html", "the error page of a web server", []byte("<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head></html>\n")},
		variant{"prefix/magic-lfs-pointer", "the pointer that Git LFS left instead of the file", []byte("version https://git-lfs.github.com/spec/v1\noid sha256:" + strings.Repeat("0123456789abcdef", 4) + "\nsize 152\n")},
		variant{"prefix/magic-json", "numbers as JSON", []byte("[1.0, -2.5, 3.0]\n")},
		variant{"prefix/magic-raw", "the data without a header", three.Data},
		variant{"prefix/magic-zeros", "NUL bytes, like a file that was never written", Zeros(152)},
		variant{"prefix/magic-header-text", "the header text without its prefix, then the data", good[10:]},
	)...)
}

// zipOne is an archive of one stored file.
func zipOne(name string, content []byte) []byte {
	size := LittleEndian(uint64(len(content)), 4)
	common := Join(
		LittleEndian(20, 2), Zeros(8), LittleEndian(uint64(crc32.ChecksumIEEE(content)), 4), size, size,
		LittleEndian(uint64(len(name)), 2), Zeros(2),
	)
	local := Join([]byte("PK\x03\x04"), common, []byte(name), content)
	central := Join([]byte("PK\x01\x02"), LittleEndian(20, 2), common, Zeros(14), []byte(name))
	end := Join(
		[]byte("PK\x05\x06"), Zeros(4), LittleEndian(1, 2), LittleEndian(1, 2),
		LittleEndian(uint64(len(central)), 4), LittleEndian(uint64(len(local)), 4), Zeros(2),
	)
	return Join(local, central, end)
}

// prefixLengths returns cases of header lengths that are wrong or written wrong.
func prefixLengths() []Case {
	text1, text2 := Pad(10, 64, plain), Pad(12, 64, plain)
	text3 := Pad(12, 64, fieldText("'日'"))
	data := three.Data

	long := refused("prefix")
	long.Story += "the header length reaches past the end of the file: "
	length := func(n uint64) []byte { return Prefix(1, 0, LittleEndian(n, 2), []byte(text1), data) }
	cases := variants(long, "prefix-header-truncated",
		variant{"prefix/length-one-past-end", "143, one more than the bytes that follow", length(143)},
		variant{"prefix/length-7fff", "32767, the largest signed 16-bit integer", length(0x7fff)},
		variant{"prefix/length-8000", "32768, negative as a signed 16-bit integer", length(0x8000)},
		variant{"prefix/length-fff6", "65526, which is 65536 with the prefix and wraps to 0 in 16 bits", length(0xfff6)},
		variant{"prefix/length-ffff", "65535, -1 as a signed 16-bit integer", length(0xffff)},
	)
	long.Twin = "prefix/v2-plain"
	length = func(n uint64) []byte { return Prefix(2, 0, LittleEndian(n, 4), []byte(text2), data) }
	cases = append(cases, variants(long, "prefix-header-truncated",
		variant{"prefix/length-one-past-end-v2", "141, one more than the bytes that follow, in version 2.0", length(141)},
		variant{"prefix/length-7fffffff-v2", "2147483647, the largest signed 32-bit integer", length(0x7fffffff)},
		variant{"prefix/length-80000000-v2", "2147483648, negative as a signed 32-bit integer", length(0x80000000)},
		variant{"prefix/length-fffffff4-v2", "4294967284, which is 2^32 with the prefix and wraps to 0 in 32 bits", length(0xfffffff4)},
		variant{"prefix/length-ffffffff-v2", "4294967295, -1 as a signed 32-bit integer", length(0xffffffff)},
		variant{"prefix/length-10074-v2", "65652, whose low two bytes would be right", length(0x10074)},
	)...)
	cases = append(cases, sinceTwo(variants(long, "prefix-header-truncated",
		variant{"prefix/length-ffffffc4-v2", "4294967236, which is -60 as a signed 32-bit integer, so that header and data would both be inside the file", length(0xffffffc4)},
	))...)
	long.Features, long.Twin = "v3 structured float 1d", "prefix/v3-needed"
	cases = append(cases, variants(long, "prefix-header-truncated",
		variant{"prefix/length-ffffffff-v3", "4294967295, -1 as a signed 32-bit integer, in version 3.0", Prefix(3, 0, LittleEndian(0xffffffff, 4), []byte(text3), data)},
	)...)

	wrong := refused("prefix")
	cases = append(cases, variants(wrong, "prefix-length-big-endian",
		variant{"prefix/length-big-endian", "the header length is big-endian", Prefix(1, 0, BigEndian(118, 2), []byte(text1), data)},
	)...)
	cases = append(cases, variants(wrong, "prefix-length-width",
		variant{"prefix/length-width-4-in-v1", "the header length has four bytes in version 1.0, as in version 2.0", Raw(1, 0, 4, text2, data)},
	)...)
	wrong.Twin = "prefix/v2-plain"
	cases = append(cases, variants(wrong, "prefix-length-big-endian prefix-version-higher-than-needed",
		variant{"prefix/length-big-endian-v2", "the header length is big-endian, in version 2.0", Prefix(2, 0, BigEndian(116, 4), []byte(text2), data)},
	)...)
	cases = append(cases, variants(wrong, "prefix-length-width",
		variant{"prefix/length-width-2-in-v2", "the header length has two bytes in version 2.0, as in version 1.0", Raw(2, 0, 2, text1, data)},
	)...)
	wrong.Features, wrong.Twin = "v3 structured float 1d", "prefix/v3-needed"
	cases = append(cases, variants(wrong, "prefix-length-big-endian",
		variant{"prefix/length-big-endian-v3", "the header length is big-endian, in version 3.0", Prefix(3, 0, BigEndian(116, 4), []byte(text3), data)},
	)...)
	return append(cases, variants(wrong, "prefix-length-width",
		variant{"prefix/length-width-2-in-v3", "the header length has two bytes in version 3.0, as in version 1.0", Raw(3, 0, 2, Pad(10, 64, fieldText("'日'")), data)},
	)...)
}
