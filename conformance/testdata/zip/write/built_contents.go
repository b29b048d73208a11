package main

import (
	"strings"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// deflate has deflate streams of one file.
func (b *builder) deflate() {
	file := string(array(5))
	flat := func(final byte, s string) string {
		return string([]byte{final}) + le(uint16(len(s)), ^uint16(len(s))) + s
	}
	fixed := "\x03\x00" // an empty last block of fixed codes
	for _, x := range []struct{ label, stream string }{
		{"own", ""},
		{"stored block", flat(1, file)},
		{"two blocks", flat(0, file[:50]) + flat(1, file[50:])},
		{"empty block first", flat(0, "") + flat(1, file)},
		{"empty block last", flat(0, file) + flat(1, "")},
		{"fixed empty last", flat(0, file) + fixed},
		{"many empty blocks", strings.Repeat(flat(0, ""), 5000) + flat(1, file)},
		{"bits of padding", "\xf9" + flat(1, file)[1:]},
		{"no last block", flat(0, file)},
		{"trailing byte", flat(1, file) + "\x00"},
		{"trailing block", flat(1, file) + flat(1, "")},
		{"trailing member", flat(1, file) + archive(first)},
		{"reserved block", "\x07"},
		{"cut", flat(1, file)[:100]},
		{"zlib header", "\x78\x9c" + flat(1, file)},
	} {
		b.between("deflate", x.label, deflated("m.npy", file, x.stream))
		b.between("deflate", x.label+" streamed", deflated("m.npy", file, x.stream).Streamed())
	}
	b.between("deflate", "empty", deflated("m.npy", "", ""))
	b.between("deflate", "empty of nothing", stored("m.npy", "").Both(func(h *build.Header) { h.Method = 8 }))
	zeros := string(array(0)) + strings.Repeat("\x00", 1<<20)
	b.between("deflate", "ratio", deflated("m.npy", strings.Replace(zeros, "(0,)", "(131072,)", 1), ""))
}

// contents has members that are not an array.
func (b *builder) contents() {
	for _, x := range []struct{ label, name, data string }{
		{"empty", "m.npy", ""}, {"text", "m.txt", "text"}, {"text as array", "m.npy", "text"}, {"archive", "m.npz", archive(first)},
		{"pickle", "m.pkl", "\x80\x04N."}, {"pickle as array", "m.npy", "\x80\x04N."}, {"cut", "m.npy", string(array(5)[:140])},
		{"trailing", "m.npy", string(array(5)) + "x"}, {"folder", "d/", ""}, {"folder with data", "d/", "text"}, {"gzip", "m.npy", "\x1f\x8b\x08\x00"},
	} {
		b.between("contents", x.label, stored(x.name, x.data))
		b.put("contents", x.label+" alone", archive(stored(x.name, x.data)))
		b.between("contents", x.label+" deflated", deflated(x.name, x.data, ""))
	}
	for _, names := range []string{
		"[Content_Types].xml word/document.xml", "[Content_Types].xml xl/workbook.xml", "META-INF/MANIFEST.MF a.class", "AndroidManifest.xml classes.dex",
		"archive/data.pkl archive/version", "metadata.json config.json model.weights.h5", "mimetype content.xml",
	} {
		var members []build.Member
		for _, name := range strings.Fields(names) {
			members = append(members, stored(name, "data"))
		}
		b.put("contents", names, archive(members...))
	}
}
