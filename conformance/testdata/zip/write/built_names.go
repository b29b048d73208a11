package main

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"strings"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// flagged returns a member with a name in UTF-8.
func flagged(name string) build.Member {
	return stored(name, string(array(5))).Both(func(h *build.Header) { h.Flags |= build.FlagUTF8 })
}

// names writes archives with one strange name each.
func (b *builder) names() {
	for _, name := range []string{
		"é.npy", "e\u0301.npy", "\u1112\u1161\u11ab.npy", "한.npy", "Å.npy", "\u212b.npy", "日本.npy", "\U0001f600.npy", "ﬁ.npy", "\u0301.npy",
		"a\u0323\u0307.npy", "a\u0307\u0323.npy", "\u00a0.npy", "\u200b.npy", "\u202e.npy", "\ufeffm.npy", "\u00ad.npy", "\x85.npy",
		"w:0.npy", "w:0", "w:/0.npy", "w:\\0.npy", "c:.npy", ":.npy", "m:0.npy", "layer/w:0.npy", "a:b/c.npy",
		"d/m.npy", "d//m.npy", "./m.npy", "d/./m.npy", "../m.npy", "d/../m.npy", "..npy", "...npy", "m..npy", "/m.npy", "//h/m.npy",
		"\\m.npy", "d\\m.npy", "\\\\h\\m.npy", "m.npy/", "m.npy ", " m.npy", "m.npy.", "m .npy", "CON.npy", "nul", "aux.npy", "com1.npy",
		"*.npy", "?.npy", "[m].npy", "<m>.npy", "m|n.npy", "\"m\".npy", "'m'.npy", "-m.npy", "@m.npy", "~.npy", "~/m.npy", "$HOME.npy", "%41.npy",
		".npy", "npy", "m", "m.NPY", "M.npy", "m.npy.npy", "m\x00n.npy", "m\n.npy", "m\t.npy", "m\x1b[31m.npy", "m\x7f.npy", "",
		strings.Repeat("n", 250) + ".npy", strings.Repeat("n", 252) + ".npy", strings.Repeat("d/", 63) + "m.npy", strings.Repeat("d/", 64) + "m.npy",
		"d/", "d/e/", "[Content_Types].xml", "META-INF/MANIFEST.MF", "__MACOSX/._m.npy", "mimetype",
	} {
		b.between("names", fmt.Sprintf("plain %q", name), stored(name, string(array(5))))
		b.between("names", fmt.Sprintf("flagged %q", name), flagged(name))
	}
	b.between("names", "cp437", stored("caf\x82.npy", string(array(5))))
	b.between("names", "broken", flagged("caf\x82.npy"))
	b.between("names", "overlong", flagged("\xc0\xaf.npy"))
	b.between("names", "surrogate", flagged("\xed\xa0\x80.npy"))
	b.between("names", "flag differs", stored("é.npy", string(array(5))).Edit(func(m *build.Member) { m.Central.Flags = build.FlagUTF8 }))
}

// pairs writes archives with two names that are the same to some system or reader.
func (b *builder) pairs() {
	for _, p := range [][2]string{
		{"é.npy", "e\u0301.npy"}, {"한.npy", "\u1112\u1161\u11ab.npy"}, {"Å.npy", "\u212b.npy"}, {"Ω.npy", "\u2126.npy"}, {"ṩ.npy", "s\u0307\u0323.npy"},
		{"a\u0323\u0307.npy", "a\u0307\u0323.npy"}, {"É.npy", "e\u0301.npy"}, {"\uf900.npy", "\u8c48.npy"}, {"\u0958.npy", "\u0915\u093c.npy"},
		{"ﬁ.npy", "fi.npy"}, {"ß.npy", "ss.npy"}, {"ſ.npy", "s.npy"}, {"K.npy", "k.npy"}, {"m.npy", "M.npy"}, {"m.npy", "m.npy"},
		{"m.npy", "m"}, {"m.npy", "m.npy.npy"}, {"d/m.npy", "d.npy"}, {"d", "d/m.npy"}, {"d/m.npy", "d//m.npy"}, {"m.npy", "./m.npy"},
		{"d/m.npy", "d\\m.npy"}, {"d/e\u0301/m.npy", "d/é/m.npy"}, {"m.npy", "m.npy "}, {"m.npy", "m.npy."}, {"m.npy", "m.npy/"},
		{"m.npy", "/m.npy"}, {"İ.npy", "i\u0307.npy"}, {"σ.npy", "ς.npy"}, {"０.npy", "0.npy"}, {"d/m.npy", "x/../d/m.npy"},
		{"\U0001d15e.npy", "\U0001d157\U0001d165.npy"}, {"각.npy", "가\u11a8.npy"},
	} {
		m, n := flagged(p[0]), flagged(p[1])
		n.Data = append(array(5)[:128:128], bytes.Repeat([]byte("\x07"), 40)...)
		n = n.Both(func(h *build.Header) { h.CRC = crc32.ChecksumIEEE(n.Data) })
		b.put("pairs", fmt.Sprintf("%q %q", p[0], p[1]), archive(m, n))
		b.put("pairs", fmt.Sprintf("%q %q reversed", p[1], p[0]), archive(n, m))
	}
}
