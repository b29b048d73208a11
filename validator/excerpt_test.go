package validator

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/spec"
)

// TestExcerptOf covers places in files that end in a row, with one, and after what is known of them.
func TestExcerptOf(t *testing.T) {
	file := "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for _, test := range []struct {
		size   int
		whole  bool
		offset int64
		want   Excerpt
	}{
		{0, true, 0, Excerpt{}},
		{1, true, 0, Excerpt{0, "0"}},
		{1, true, 1, Excerpt{0, "0"}},
		{1, true, 2, Excerpt{}},
		{16, true, 16, Excerpt{0, "0123456789abcdef"}},
		{32, true, 32, Excerpt{16, "ghijklmnopqrstuv"}},
		{33, true, 32, Excerpt{32, "w"}},
		{33, true, 15, Excerpt{0, file[:32]}},
		{62, true, 47, Excerpt{32, file[32:62]}},
		{62, true, 62, Excerpt{48, file[48:62]}},
		{62, true, -1, Excerpt{}},
		{62, true, 1 << 62, Excerpt{}},
		{62, false, 47, Excerpt{32, file[32:48]}},
		{62, false, 48, Excerpt{}},
		{15, false, 0, Excerpt{}},
		{16, false, 15, Excerpt{0, file[:16]}},
	} {
		if got := excerptOf([]byte(file[:test.size]), test.whole, test.offset); got != test.want {
			t.Errorf("%d bytes, whole: %v, at %d: got %+v, want %+v", test.size, test.whole, test.offset, got, test.want)
		}
	}
}

// nativeFile is plainFile with a byte order that depends on the machine, at offset 20.
var nativeFile = bytes.Replace(plainFile, []byte("<f8"), []byte("=f8"), 1)

// TestFindingsOfMembers covers two members with one name, and one that is compressed: each finding says which of them
// it is about, and shows its bytes.
func TestFindingsOfMembers(t *testing.T) {
	deprecated := bytes.Replace(plainFile, []byte("'shape': (3,), }  "), []byte("'shape': (3L,), } "), 1)
	b := build.Archive("",
		build.File{Name: "a.npy", Content: nativeFile},
		build.File{Name: "a.npy", Content: deprecated},
		build.File{Name: "\x1b.npy", Content: nativeFile, Packed: build.Deflate(nativeFile)})
	type place struct {
		rule    spec.ID
		base    Base
		offset  int64
		member  int
		name    string
		excerpt int64
		bytes   string
	}
	second := int64(30 + 5 + 152 + 30 + 5)
	want := []place{
		{spec.DescrNativeByteOrder, BaseContent, 20, 0, "a.npy", 16, string(nativeFile[16:48])},
		{spec.LiteralLongSuffix, BaseContent, 61, 1, "a.npy", 48, string(deprecated[48:80])},
		{spec.DescrNativeByteOrder, BaseContent, 20, 2, "\x1b.npy", 16, string(nativeFile[16:48])},
	}
	for _, depth := range []Depth{Header, Structure, Full} {
		report := checkBytes(t, b, &Options{Depth: depth})
		var got []place
		for _, f := range report.Findings {
			switch f.Rule {
			case spec.DescrNativeByteOrder, spec.LiteralLongSuffix:
				got = append(got, place{f.Rule, f.Base, f.Offset, f.Member, f.MemberName, f.Excerpt.Offset, f.Excerpt.Bytes})
			default:
				if f.Rule == spec.ZipNameDuplicate && f.Member != 1 {
					t.Errorf("depth %v: got %+v, want a finding about the second member of the name", depth, f)
				}
				if at := f.Excerpt.Offset; f.Base != BaseFile || at%16 != 0 || f.Excerpt.Bytes != string(b[at:min(int(at)+32, len(b))]) {
					t.Errorf("depth %v: got %+v, want the bytes of the archive", depth, f)
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("depth %v: got\n%+v\nwant\n%+v", depth, got, want)
		}
		if m := report.Members[1]; m.Offset != second {
			t.Errorf("got the second member at %d, want %d", m.Offset, second)
		}
	}
}

// TestExcerptsOfCompressed covers a fault far into the data of a compressed member, and in those of a stored one.
func TestExcerptsOfCompressed(t *testing.T) {
	file := npy(1, dict("'|b1'", "False", "(20000,)"), zeros(19_999)+"\x02")
	b := build.Archive("", build.File{Name: "a.npy", Content: file, Packed: build.Deflate(file)}, build.File{Name: "b.npy", Content: file})
	var got []Excerpt
	for _, f := range checkBytes(t, b, &Options{Depth: Full}).Findings {
		if f.Rule == spec.DataBoolValue && f.Offset == 128+19_999 {
			got = append(got, f.Excerpt)
		}
	}
	same := Excerpt{Offset: 20_112, Bytes: zeros(15) + "\x02"}
	if want := []Excerpt{same, same}; !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestExcerptsOfStreams covers bytes that a stream can still be asked for when it was read, and bytes that it can't.
func TestExcerptsOfStreams(t *testing.T) {
	long := "{'descr': '<f8', 'fortran_order': False, 'shape': (99,), }" + strings.Repeat(" ", 6000) + "\t"
	thousand := "{'descr': '<f8', 'fortran_order': False, 'shape': (1000,), }"
	archive := build.Archive("", build.File{Name: "a.npy", Content: append(bytes.Clone(plainFile), zeros(8000)...)},
		build.File{Name: "b.npy", Content: nativeFile})
	for _, test := range []struct {
		name string
		file []byte
		rule spec.ID
		want Excerpt
	}{
		{"near", append(bytes.Clone(plainFile), 'x'), spec.DataTrailing, Excerpt{144, zeros(8) + "x"}},
		{"at the end", plainFile[:144], spec.DataTruncated, Excerpt{128, zeros(16)}},
		{"near the end", npy(1, thousand, zeros(7999)+"x"+zeros(200)), spec.DataTrailing, Excerpt{8128, zeros(32)}},
		{"last row", npy(1, thousand, zeros(7995)+"yx"), spec.DataTruncated, Excerpt{8112, zeros(11) + "yx"}},
		{"after the data", npy(1, thousand, zeros(8000)+strings.Repeat("x", 250)), spec.DataTrailing, Excerpt{8128, strings.Repeat("x", 32)}},
		{"far", object1(str(zeros(5000)) + importOf("os", "system") + str(zeros(500)) + "0\x860"), spec.PickleImportDangerous, Excerpt{}},
		{"long header", npy(1, long, zeros(792)), spec.HeaderPaddingByte, Excerpt{6064, "    \t" + strings.Repeat(" ", 10) + "\n"}},
		{"archive", archive, spec.DescrNativeByteOrder, Excerpt{16, string(nativeFile[16:48])}},
	} {
		report, err := CheckStream(context.Background(), bytes.NewReader(test.file), nil)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(report.Findings, func(f Finding) bool { return f.Rule == test.rule })
		if at < 0 || report.Findings[at].Excerpt != test.want {
			t.Errorf("%s: got %+v, want %v with %+v", test.name, report.Findings, test.rule, test.want)
		}
	}
}

// TestExcerptsOfData covers wrong values in data that can be read only once, at every place in a row and around the
// end of the bytes that are read in one go.
func TestExcerptsOfData(t *testing.T) {
	structs := npy(1, "{'descr': [('a', '|b1'), ('b', '<i4')], 'fortran_order': False, 'shape': (30000,), }", "")
	bools := npy(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (150000,), }", "")
	for _, test := range []struct {
		header []byte
		places []int // in the data
	}{
		{bools, []int{0, 15, 16, 4872, 65471, 65472, 65487, 65488, 65535, 65536, 65551, 149_999}},
		{structs, []int{0, 5 * 13105, 5 * 13106, 5 * 13107, 5 * 13108, 5 * 13109, 5 * 13110, 5 * 13111, 5 * 29_999}},
	} {
		for _, place := range test.places {
			file := append(bytes.Clone(test.header), make([]byte, 150_000)...)
			for i := len(test.header); i < len(file); i++ {
				file[i] = byte(i/16) & 1
			}
			at := len(test.header) + place
			file[at] = 7
			start := at - at%16
			want := Excerpt{int64(start), string(file[start:min(start+32, len(file))])}
			report, err := CheckStream(context.Background(), bytes.NewReader(file), &Options{Depth: Full})
			if err != nil {
				t.Fatal(err)
			}
			if f := report.Findings; len(f) != 1 || f[0].Offset != int64(at) || f[0].Excerpt != want {
				t.Errorf("stream: got %+v, want the boolean at %d with %+v", f, at, want)
			}
			archive := build.Archive("", build.File{Name: "a.npy", Content: file, Packed: build.Deflate(file)})
			report = checkBytes(t, archive, &Options{Depth: Full})
			if f := report.Findings; len(f) != 1 || f[0].Offset != int64(at) || f[0].Excerpt != want {
				t.Errorf("member: got %+v, want the boolean at %d with %+v", f, at, want)
			}
		}
	}
}

// TestDepths covers the depths in their order, the default, and their names.
func TestDepths(t *testing.T) {
	if !(Header < Structure && Structure < Full) {
		t.Error("the depths are not in their order")
	}
	for depth, want := range map[Depth]string{0: "full", Header: "header", Structure: "structure", Full: "full", 200: "full"} {
		if got := depth.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		var back Depth
		if err := back.UnmarshalText([]byte(want)); err != nil || back.String() != want {
			t.Errorf("%s: got back %v, %v", want, back, err)
		}
	}
	if err := new(Depth).UnmarshalText([]byte("deep")); err == nil {
		t.Error("deep: got no error")
	}
	truncated := plainFile[:140]
	for depth, want := range map[Depth][]string{0: {"data-truncated"}, Header: {}, Structure: {"data-truncated"}} {
		if got := ruleIDs(checkBytes(t, truncated, &Options{Depth: depth})); !slices.Equal(got, want) {
			t.Errorf("depth %v: got %v, want %v", depth, got, want)
		}
	}
}

// TestFormatOf covers names with suffixes of all sorts.
func TestFormatOf(t *testing.T) {
	for name, want := range map[string]Format{"a.npy": "npy", "a.NPY": "npy", "b.Npz": "npz", ".npz": "npz", "npy": "unknown", "": "unknown", "a.npy.gz": "unknown"} {
		if got := FormatOf(name); got != want {
			t.Errorf("%q: got %s, want %s", name, got, want)
		}
	}
}

// TestExcerptWithinMember covers a stored member that is said to inflate to more than is stored, and a fault in its
// last row: what follows in the archive is not the member's content.
func TestExcerptWithinMember(t *testing.T) {
	text := "{'descr': '<f8', 'fortran_order': False, 'shape': (0,), }"
	content := append([]byte("\x93NUMPY\x01\x00\x76\x00"+text), bytes.Repeat([]byte(" "), 118-len(text))...)
	want := Excerpt{112, strings.Repeat(" ", 16)}
	for _, size := range []uint32{127, 128, 129, 144, 1 << 20} {
		b := sizedMember(content, size)
		for _, depth := range []Depth{Header, Structure, Full} {
			report := checkBytes(t, b, &Options{Depth: depth})
			at := slices.IndexFunc(report.Findings, func(f Finding) bool { return f.Rule == spec.HeaderFinalNewline })
			if at < 0 {
				t.Fatalf("%d bytes, depth %v: got %+v, want a missing newline", size, depth, report.Findings)
			}
			if f := report.Findings[at]; f.Base != BaseContent || f.Offset != 127 || f.Excerpt != want {
				t.Errorf("%d bytes, depth %v: got %+v, want %+v", size, depth, f, want)
			}
		}
	}
}

// TestExcerptOfOther covers a member that is stored by the directory and deflated by its local header, with a
// dangerous import in what is inflated. There the archive's own bytes are not those that the finding is about.
func TestExcerptOfOther(t *testing.T) {
	noise := make([]byte, 70_000)
	rand.NewChaCha8([32]byte{}).Read(noise)
	content := npy(1, "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", "\x80\x03B\x70\x11\x01\x00"+string(noise)+"0cos\nsystem\nX\x02\x00\x00\x00ls\x85R.")
	packed := build.Deflate(content)
	b := build.Archive("", build.File{Name: "a.npy", Content: content, Packed: packed})
	entry := bytes.LastIndex(b, []byte(build.SigCentral))
	copy(b[entry+10:], "\x00\x00")           // stored
	copy(b[entry+24:], b[entry+20:entry+24]) // one size
	report := checkBytes(t, b, nil)
	at := slices.IndexFunc(report.Findings, func(f Finding) bool { return f.Rule == spec.PickleImportDangerous })
	if at < 0 {
		t.Fatalf("got %+v, want a dangerous import", report.Findings)
	}
	f := report.Findings[at]
	if f.Base != BaseContent || f.Member != 0 || f.Offset != 70_136 || f.Excerpt != (Excerpt{70_128, string(content[70_128:])}) {
		t.Errorf("got %+v, want an import at 70136 of member 0 with the last bytes of its content", f)
	}
}
