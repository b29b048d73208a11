package cases

import (
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// spelled is the name of a member: as in the story, as in the file, and decoded if that differs.
type spelled struct{ id, story, bytes, name string }

// spell returns a case for each name of a single member.
func spell(common Case, rules string, member func(string) Member, each ...spelled) []Case {
	var out []Case
	for _, s := range each {
		c := common
		c.ID, c.Story, c.Rules, c.Bytes = s.id, c.Story+s.story, rules, Zip(member(s.bytes))
		if s.name == "" {
			s.name = s.bytes
		}
		if c.Members != nil {
			c.Members = holds(s.name, three)
		}
		out = append(out, c)
	}
	return out
}

// pairOf returns an archive of two members with these names.
func pairOf(first, last string) []byte {
	return Zip(utf8(first), Stored(last, pairFile()).Both(func(h *Header) { h.Flags = 1 << 11 }))
}

// zipNameCases returns cases about names that collide, and about characters in names.
func zipNameCases() []Case {
	two := func(first, last string) []Content { return []Content{{first, three}, {last, pair}} }
	distinct := func(id, story, first, last string) Case {
		c := acceptedZip().needing("uint")
		c.ID, c.Story, c.Bytes, c.Members = id, c.Story+story, pairOf(first, last), two(first, last)
		return c
	}
	collision := func(id, story, first, last string) Case {
		c := toleratedZip("odd-name").ofImportance(Medium).needing("uint").like("zip/name-two-utf8")
		c.ID, c.Story, c.Rules, c.Bytes, c.Members = id, c.Story+story, "zip-name-collision", pairOf(first, last), two(first, last)
		return c
	}
	ascii := collision("zip/name-case", "the names a.npy and A.npy differ only in case", "a.npy", "A.npy").like("zip/two")
	ascii.Bytes = Zip(member(), Stored("A.npy", pairFile()))
	same := refusedZip().ofTwo()
	hostile := toleratedZip("hostile-name")
	hostile.Story += "the name of the member has "
	odd := toleratedZip("odd-name")
	odd.Story += "the name of the member has "
	nul := refusedZip()
	nul.Violates = false
	nul.Story += "the name of the member has a NUL "
	unnamed := odd
	unnamed.Story, unnamed.Violates, unnamed.Members = "conforming except that ", true, holds("", three)
	good := acceptedZip()
	good.Story += "the name of the member "
	return slices.Concat(
		variants(same, "zip-name-duplicate",
			variant{"zip/name-twice", "both members have the name a.npy, so that a reader returns the array of one or the other", Zip(member(), Stored("a.npy", pairFile()))},
		),
		[]Case{
			ascii,
			collision("zip/name-case-kelvin", "the names k.npy and \u212a.npy, which has a kelvin sign, differ only in case", "k.npy", "\u212a.npy"),
			distinct("zip/name-two-utf8", "two members with names in UTF-8", "é.npy", "ê.npy"),
			distinct("zip/name-dotless-i", "the names i.npy and ı.npy, which differ in more than case", "i.npy", "ı.npy"),
			collision("zip/name-normal-forms", "the names é.npy and e\u0301.npy are the same text in different normalization forms", "é.npy", "e\u0301.npy"),
			collision("zip/name-normal-forms-case", "the names É.npy and e\u0301.npy are the same text but for case and normalization form", "É.npy", "e\u0301.npy"),
			distinct("zip/name-marks-of-one-class", "two names with the same accents in different orders, which makes them different text", "a\u0301\u0308.npy", "a\u0308\u0301.npy"),
		},
		variants(unnamed, "zip-name-empty", variant{"zip/name-empty", "the member has no name", Zip(called(""))}),
		spell(nul, "zip-name-nul", called,
			spelled{"zip/name-nul", "in the middle", "a\x00b.npy", ""},
			spelled{"zip/name-nul-behind-suffix", "between two suffixes", "a.npy\x00.npy", ""},
		),
		spell(hostile, "zip-name-control", called,
			spelled{"zip/name-newline", "a newline", "a\nb.npy", ""},
			spelled{"zip/name-escape", "an escape sequence that clears the screen", "a\x1b[2Jb.npy", ""},
		),
		spell(hostile.like("zip/name-utf8"), "zip-name-control", utf8, spelled{"zip/name-c1", "the character U+009B, which begins terminal escape sequences", "a\u009bb.npy", ""}),
		spell(odd.like("zip/name-utf8"), "zip-name-invisible", utf8,
			spelled{"zip/name-right-to-left", "a right-to-left override", "a\u202eb.npy", ""},
			spelled{"zip/name-zero-width", "a zero-width space", "a\u200b.npy", ""},
		),
		spell(good, "", called,
			spelled{"zip/name-only-suffix", "is .npy: an empty key", ".npy", ""},
			spelled{"zip/name-dots", "is ...npy: the key is two dots", "...npy", ""},
			spelled{"zip/name-255", "has 255 bytes", strings.Repeat("n", 251) + ".npy", ""},
			spelled{"zip/name-console", "begins with the name of a Windows device", "console.npy", ""},
		),
	)
}

// zipPathCases returns cases about names as paths.
func zipPathCases() []Case {
	hostile := toleratedZip("hostile-name")
	hostile.Story += "the name of the member is "
	out := hostile
	out.Story = "conforming except that the name of the member goes up a folder: "
	odd := toleratedZip("odd-name")
	odd.Story += "the name of the member "
	folders := odd.like("zip/nested")
	backslash := toleratedZip("odd-name").ofImportance(Medium)
	backslash.Story += "the name of the member has a backslash"
	good := acceptedZip()
	good.Story += "the member is in "
	good.Twin = "zip/plain"
	return slices.Concat(
		spell(good, "npz-name-nested", called,
			spelled{"zip/nested", "a folder", "d/a.npy", ""},
			spelled{"zip/nested-64", "nested folders: its name has 64 parts", strings.Repeat("d/", 63) + "a.npy", ""},
			spelled{"zip/nested-suffix", "a folder whose name ends with .npy", "b.npy/a.npy", ""},
		),
		spell(hostile, "zip-name-absolute", called,
			spelled{"zip/name-absolute", "an absolute path", "/a.npy", ""},
			spelled{"zip/name-drive", "a path with a drive letter", "C:/a.npy", ""},
		),
		spell(out, "zip-name-parent", called,
			spelled{"zip/name-parent", "../a.npy", "../a.npy", ""},
			spelled{"zip/name-parent-inside", "d/../a.npy, which enters a folder and leaves it again", "d/../a.npy", ""},
		),
		spell(out, "zip-name-backslash zip-name-parent", called,
			spelled{"zip/name-parent-backslash", "..\\a.npy, where a backslash is a separator", `..\a.npy`, ""},
		),
		spell(backslash, "zip-name-backslash", called,
			spelled{"zip/name-backslash", ", as old .NET writers produce it", `d\a.npy`, ""},
		),
		spell(odd, "zip-name-unusual", called,
			spelled{"zip/name-device", "is the name of a Windows device", "con.npy", ""},
			spelled{"zip/name-device-suffix", "is the name of a Windows device with two suffixes", "Aux.1.npy", ""},
			spelled{"zip/name-star", "has an asterisk", "a*.npy", ""},
			spelled{"zip/name-letter-colon", "is w:0.npy, as for TensorFlow variables", "w:0.npy", ""},
		),
		spell(odd.like("zip/name-255"), "zip-name-unusual", called,
			spelled{"zip/name-256", "has a part of 256 bytes", strings.Repeat("n", 252) + ".npy", ""},
		),
		spell(folders, "npz-name-nested zip-name-unusual", called,
			spelled{"zip/name-empty-part", "has an empty part", "d//a.npy", ""},
			spelled{"zip/name-dot", "begins with a part that is a single dot", "./a.npy", ""},
			spelled{"zip/name-trailing-dot", "has a part that ends with a dot", "d./a.npy", ""},
		),
		spell(odd.like("zip/nested-64"), "npz-name-nested zip-name-unusual", called,
			spelled{"zip/name-65-parts", "has 65 parts", strings.Repeat("d/", 64) + "a.npy", ""},
		),
	)
}

// zipEncodingCases returns cases about names that aren't ASCII.
func zipEncodingCases() []Case {
	good := acceptedZip()
	good.Story += "the name of the member "
	old := toleratedZip("cp437-name").ofImportance(Medium)
	old.Story += "the name of the member is not flagged as UTF-8 and so is in code page 437: "
	bad := refusedZip().like("zip/name-utf8")
	bad.Story += "the name of the member is flagged as UTF-8 and has "
	alsoUTF8 := Zip(entryExtra(called("caf\x82.npy"), UnicodePath("caf\x82.npy", "café.npy")))
	path := toleratedZip("cp437-name")
	path.Members = holds("café.npy", three)
	all := ""
	for b := 0x80; b <= 0xaf; b++ {
		all += string([]byte{byte(b)})
	}
	return slices.Concat(
		spell(good, "", utf8,
			spelled{"zip/name-utf8", "is in UTF-8", "café.npy", ""},
			spelled{"zip/name-utf8-four-bytes", "has a character that takes four bytes in UTF-8", "\U0001d706.npy", ""},
			spelled{"zip/name-utf8-ascii", "is ASCII and flagged as UTF-8, as Java writes it", "a.npy", ""},
		),
		spell(old, "zip-name-not-flagged", called,
			spelled{"zip/name-cp437", "the byte 0x82", "caf\x82.npy", "café.npy"},
			spelled{"zip/name-cp437-utf8", "UTF-8 bytes, as np.savez on Python 2 and zip write them", "caf\u00e9.npy", "caf├⌐.npy"},
			spelled{"zip/name-cp437-letters", "all bytes from 0x80 to 0xAF", all + ".npy", "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«».npy"},
		),
		variants(path, "zip-name-not-flagged",
			variant{"zip/name-cp437-unicode-path", "the name of the member is in code page 437, and the Unicode path block 0x7075 repeats it in UTF-8", alsoUTF8}),
		spell(bad, "zip-name-encoding", utf8,
			spelled{"zip/name-utf8-latin1", "the byte 0xE9, which is Latin-1", "caf\xe9.npy", ""},
			spelled{"zip/name-utf8-overlong", "an overlong slash of two bytes", "d\xc0\xafa.npy", ""},
		))
}
