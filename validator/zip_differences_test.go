package validator

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// found returns the findings of a check of an archive as "rule offset length".
func found(t *testing.T, b []byte, opt *Options) (all []string) {
	t.Helper()
	for _, f := range checkBytes(t, b, opt).Findings {
		all = append(all, fmt.Sprintf("%s %d %d", f.Rule.String(), f.Offset, f.Length))
	}
	return all
}

// TestAttributes has the attributes of something else than a file, by hosts that readers look at and
// hosts that they don't.
func TestAttributes(t *testing.T) {
	clean := testArchive("", testMember{name: "a.npy", content: plainFile})
	at := bytes.LastIndex(clean, []byte(centralSignature))
	const none, attributes, special = "", "zip-attributes", "zip-special-entry"
	for _, host := range []byte{0, 2, 3, 5, 10, 11, 16, 19, 30, 255} {
		for external, rule := range map[uint32]string{
			0:                   none,
			0x01:                none, // read-only
			0x20:                none, // to be archived
			0x8000 | 0o644<<16:  none, // the mark of 7z
			0o100644 << 16:      none,
			0o600 << 16:         none,
			0x2020:              none, // not indexed
			0x08:                attributes,
			0x10:                attributes,
			0x10 | 0o100644<<16: attributes,
			0x40:                attributes,
			0x400:               attributes,
			0o40755 << 16:       attributes,
			0o40755<<16 | 0x10:  attributes,
			0o120777 << 16:      special,
			0o120777<<16 | 0x10: special,
			0o20644 << 16:       special,
			0o10600 << 16:       special,
			0o140644 << 16:      special,
			0o110644 << 16:      special,
		} {
			b := bytes.Clone(clean)
			b[at+5] = host
			binary.LittleEndian.PutUint32(b[at+38:], external)
			var want []string
			if rule != "" {
				want = []string{fmt.Sprintf("%s %d 4", rule, at+38)}
			}
			if got := found(t, b, nil); !slices.Equal(got, want) {
				t.Errorf("host %d, attributes %08x: got %v, want %v", host, external, got, want)
			}
		}
	}
}

// TestExtraForms has blocks in their form and out of it, in the local header, and one of each in the
// entry.
func TestExtraForms(t *testing.T) {
	block := func(id uint16, data string) string {
		return string(binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, id), uint16(len(data)))) + data
	}
	ntfs := "\x00\x00\x00\x00\x01\x00\x18\x00" + strings.Repeat("t", 24)
	for _, test := range []struct {
		id            uint16
		data          string
		local, clean2 bool // clean in a local header and in an entry
	}{
		{0x5455, "\x01tttt", true, true},
		{0x5455, "\x03tttttttt", true, true},
		{0x5455, "\x03tttt", false, true}, // an entry has the first time alone
		{0x5455, "\x07tttttttttttt", true, true},
		{0x5455, "\x06tttttttt", true, true},
		{0x5455, "", false, false},
		{0x5455, "\x01ttt", false, false},
		{0x5455, "\x09tttt", false, false},
		{0x000a, ntfs, true, true},
		{0x000a, ntfs[:31], false, false},
		{0x000a, "\x01" + ntfs[1:], false, false},
		{0x000a, "", false, false},
		{0x5855, "ttttTTTT", true, true},
		{0x5855, "ttttTTTTuugg", true, true},
		{0x5855, "tttt", false, false},
		{0x7855, "uugg", true, true},
		{0x7855, "", false, true},
		{0x7875, "\x01\x04uuuu\x04gggg", true, true},
		{0x7875, "\x01\x02uu\x02gg", true, true},
		{0x7875, "\x02\x04uuuu\x04gggg", false, false},
		{0x7875, "\x01\x04uuuu\x04ggg", false, false},
		{0x7875, "\x01", false, false},
		{0xcafe, "", true, true},
		{0xcafe, "x", false, false},
		{0xd935, "\x40\x00\x00\x00\x00", true, false},
		{0xd935, "\x40\x00\x00x", false, false},
		{0x756e, "AAAA", false, false},
		{0x6c78, "AAAA", false, false},
		{0x9901, "\x02\x00AE\x03\x00\x00", false, false},
		{0x4242, "", false, false},
		{0x0000, "", false, false},
	} {
		extra := block(test.id, test.data)
		length := len(extra)
		want := func(at int, clean bool) []string {
			if clean {
				return nil
			}
			return []string{fmt.Sprintf("zip-extra-unusual %d %d", at, length)}
		}
		b := testArchive("", testMember{name: "a.npy", content: plainFile, extra: extra})
		if got, want := found(t, b, nil), want(30+5, test.local); !slices.Equal(got, want) {
			t.Errorf("local header with %04x %q: got %v, want %v", test.id, test.data, got, want)
		}
		b = testArchive("", testMember{name: "a.npy", content: plainFile})
		at := bytes.LastIndex(b, []byte(centralSignature))
		binary.LittleEndian.PutUint16(b[at+30:], uint16(length))
		end := bytes.LastIndex(b, []byte(endSignature))
		binary.LittleEndian.PutUint32(b[end+12:], uint32(end-at+length))
		b = slices.Insert(b, at+46+5, []byte(extra)...)
		if got, want := found(t, b, nil), want(at+46+5, test.clean2); !slices.Equal(got, want) {
			t.Errorf("entry with %04x %q: got %v, want %v", test.id, test.data, got, want)
		}
	}
}

// TestNamesNormalized has pairs of names that some system takes for one, and pairs that only look so.
func TestNamesNormalized(t *testing.T) {
	for _, test := range []struct {
		first, second string
		want          string // in the message
	}{
		{"é.npy", "e\u0301.npy", "the same characters in Unicode"},
		{"한.npy", "\u1112\u1161\u11ab.npy", "the same characters in Unicode"},
		{"가.npy", "\u1100\u1161.npy", "the same characters in Unicode"},
		{"각.npy", "가\u11a8.npy", "the same characters in Unicode"},
		{"Å.npy", "\u212b.npy", "the same characters in Unicode"},
		{"a\u0323\u0307.npy", "a\u0307\u0323.npy", "the same characters in Unicode"},
		{"\u1e69.npy", "s\u0307\u0323.npy", "the same characters in Unicode"},
		{"\U0001d15e.npy", "\U0001d157\U0001d165.npy", "the same characters in Unicode"},
		{"\uf900.npy", "\u8c48.npy", "the same characters in Unicode"},
		{"É.npy", "e\u0301.npy", "but for case"},
		{"É.npy", "é.npy", "in case only"},
		{"K.npy", "\u212a.npy", "the same characters in Unicode"},
		{"k.npy", "\u212a.npy", "in case only"},
		{"ﬁ.npy", "fi.npy", ""},
		{"a\u0301\u0307.npy", "a\u0307\u0301.npy", ""}, // of one class: their order counts
		{"é.npy", "è.npy", ""},
	} {
		b := testArchive("",
			testMember{name: test.first, flags: flagUTF8, content: plainFile},
			testMember{name: test.second, flags: flagUTF8, content: plainFile})
		report := checkBytes(t, b, nil)
		if test.want == "" {
			if len(report.Findings) > 0 {
				t.Errorf("%q and %q: got %+v, want no finding", test.first, test.second, report.Findings)
			}
			continue
		}
		at := int64(bytes.LastIndex(b, []byte(centralSignature)) + 46)
		if f := report.Findings; len(f) != 1 || f[0].Rule.String() != "zip-name-collision" || f[0].Offset != at || f[0].Length != int64(len(test.second)) || !strings.Contains(f[0].Message, test.want) {
			t.Errorf("%q and %q: got %+v, want a collision at %d, %q", test.first, test.second, f, at, test.want)
		}
	}
}

// TestNamesNormalizedWork has names of nothing but combining marks in the wrong order. Sorting them
// takes time that grows about as fast as they do; a quadratic sort would not come to an end here.
func TestNamesNormalizedWork(t *testing.T) {
	var members []testMember
	for i := range 60 {
		members = append(members, testMember{name: fmt.Sprintf("%02d", i) + strings.Repeat("\u0301\u0323", 16000), flags: flagUTF8, content: plainFile})
	}
	report := checkBytes(t, testArchive("", members...), nil)
	if slices.Contains(ruleIDs(report), "zip-name-collision") || len(report.Members) != 60 {
		t.Errorf("got %d members, %v", len(report.Members), ruleIDs(report))
	}
}

// TestStreamedRecords has records in the data of stored members with a data descriptor, where a reader
// of streams takes them for the end of the member and the next one.
func TestStreamedRecords(t *testing.T) {
	const before = 1000
	array := func(data string) []byte {
		return npy(1, dict("'|u1'", "False", "(4000,)"), strings.Repeat(".", before)+data+strings.Repeat(".", 4000-before-len(data)))
	}
	header := len(array("")) - 4000
	sizes := strings.Repeat("x", 12)
	le32 := func(n int) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }
	for _, test := range []struct {
		data   string
		length int // of the finding, or 0
	}{
		{"", 0},
		{descriptorSignature, 0},
		{localSignature, 0},
		{localSignature + sizes + descriptorSignature, 0},
		{descriptorSignature + sizes + localSignature, 20},
		{descriptorSignature + sizes + centralSignature, 20},
		{descriptorSignature + sizes + endSignature, 20},
		{descriptorSignature + sizes + end64Signature, 20},
		{descriptorSignature + localSignature, 8},
		{descriptorSignature + sizes + "........" + localSignature, 28},
		{"PPKPK\x07" + descriptorSignature + sizes + "PK\x03" + localSignature, 23},
		{descriptorSignature + "cccc" + le32(before+header) + le32(before+header), 16},
		{descriptorSignature + "cccc" + le32(before+header) + "\x00\x00\x00\x00" + le32(before+header) + "\x00\x00\x00\x00", 24},
		{descriptorSignature + "cccc" + le32(before+header) + le32(before), 0},
	} {
		file := array(test.data)
		for _, m := range []testMember{
			{name: "a.npy", content: file, flags: flagDescriptor},
			{name: "a.npy", content: file},
			{name: "a.npy", content: file, packed: deflated(t, file), flags: flagDescriptor},
		} {
			var want []string
			if test.length > 0 && m.flags != 0 && m.packed == nil {
				at := 30 + 5 + header + before + strings.Index(test.data, descriptorSignature)
				want = []string{fmt.Sprintf("zip-streamed-records %d %d", at, test.length)}
			}
			b := testArchive("", m)
			for _, opt := range []*Options{{Depth: Full}} {
				if got := found(t, b, opt); !slices.Equal(got, want) {
					t.Errorf("%q, flags %04x, packed %t: got %v, want %v", test.data, m.flags, m.packed != nil, got, want)
				}
				sameStream(t, b, opt)
			}
			if got := found(t, b, nil); len(got) > 0 {
				t.Errorf("%q, flags %04x: without reading the data got %v, want nothing", test.data, m.flags, got)
			}
		}
	}
}

// TestStreamedRecordsAcrossReads has the two signatures at every place of a member that is longer than
// the buffers it is read through.
func TestStreamedRecordsAcrossReads(t *testing.T) {
	const size = 100_000
	empty := npy(1, dict("'|u1'", "False", fmt.Sprintf("(%d,)", size)), strings.Repeat(".", size))
	start := len(empty) - size
	for _, at := range []int{0, 1, 381, 382, 383, 384, 385, 500, 511, 512, 1020, 32764, 32765, 32766, 32767, 65533, 65534, 65535, 65536, size - 8} {
		file := bytes.Clone(empty)
		copy(file[start+at:], descriptorSignature+localSignature)
		b := testArchive("", testMember{name: "a.npy", content: file, flags: flagDescriptor})
		want := []string{fmt.Sprintf("zip-streamed-records %d 8", 35+start+at)}
		if got := found(t, b, &Options{Depth: Full}); !slices.Equal(got, want) {
			t.Errorf("at %d: got %v, want %v", at, got, want)
		}
	}
}

// TestDriveNames has names with a letter and a colon, which are paths only before a slash.
func TestDriveNames(t *testing.T) {
	for name, want := range map[string]string{
		"w:0.npy":   "zip-name-unusual",
		"w:0":       "npz-name-suffix zip-name-unusual",
		"c:.npy":    "zip-name-unusual",
		"d/w:0.npy": "npz-name-nested zip-name-unusual",
		"c:/a.npy":  "zip-name-absolute",
		`c:\a.npy`:  "zip-name-absolute",
		`\\h\a.npy`: "zip-name-absolute",
		"/a.npy":    "zip-name-absolute",
		"ww:0.npy":  "zip-name-unusual",
	} {
		report := checkBytes(t, testArchive("", testMember{name: name, content: plainFile}), nil)
		if got := strings.Join(ruleIDs(report), " "); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
		if name == "w:0.npy" && !strings.Contains(report.Findings[0].Message, "begins with a letter and a colon, a drive on Windows") {
			t.Errorf("%s: got the message %q", name, report.Findings[0].Message)
		}
	}
}

// TestWithoutArrays has archives that are something else, and ones that only have it beside an array.
func TestWithoutArrays(t *testing.T) {
	for _, test := range []struct {
		names, want string // names that end with .npy are arrays
	}{
		{"[Content_Types].xml _rels/.rels word/document.xml", "a Word document (.docx)"},
		{"[Content_Types].xml xl/workbook.xml", "an Excel workbook (.xlsx)"},
		{"[Content_Types].xml ppt/presentation.xml", "a PowerPoint presentation (.pptx)"},
		{"META-INF/MANIFEST.MF a.class", "a Java archive (.jar)"},
		{"META-INF/MANIFEST.MF AndroidManifest.xml classes.dex", "an Android package (.apk)"},
		{"archive/data.pkl archive/version archive/data/0", "a PyTorch file (.pt)"},
		{"metadata.json config.json model.weights.h5", "a Keras model (.keras)"},
		{"mimetype content.xml", "an OpenDocument file (.odt, .ods)"},
		{"mimetype META-INF/container.xml", "a book (.epub)"},
		{"a/__init__.py a-1.dist-info/WHEEL", "a Python wheel (.whl)"},
		{".zgroup a/.zarray a/0.0", "a Zarr store"},
		{"a.txt b.txt", ""},
		{"a.npy [Content_Types].xml word/document.xml", "-"},
		{"word.npy", "-"},
	} {
		var members []testMember
		for _, name := range strings.Fields(test.names) {
			content := []byte("text that is long enough\n")
			if strings.HasSuffix(name, ".npy") {
				content = plainFile
			}
			members = append(members, testMember{name: name, content: content})
		}
		b := testArchive("", members...)
		for _, depth := range []Depth{Header, Structure, Full} {
			report := checkBytes(t, b, &Options{Depth: depth})
			k := slices.IndexFunc(report.Findings, func(f Finding) bool { return f.Rule.String() == "npz-no-array" })
			switch {
			case k < 0 && test.want == "-":
			case k < 0 || test.want == "-":
				t.Errorf("%s: got %v, want %q", test.names, ruleIDs(report), test.want)
			default:
				f := report.Findings[k]
				at := bytes.Index(b, []byte(centralSignature))
				if f.Member != NoMember || f.Offset != int64(at) || f.Length != int64(len(b)-22-at) || !strings.Contains(f.Message, test.want) {
					t.Errorf("%s: got %+v, want the directory at %d and %q", test.names, f, at, test.want)
				}
				if slices.Contains(ruleIDs(report), "npz-member-not-npy") {
					t.Errorf("%s: each member is reported too: %v", test.names, ruleIDs(report))
				}
			}
		}
	}
}

// TestSentinelsWithoutNeed has zip64 and its sentinels where readers don't expect them.
func TestSentinelsWithoutNeed(t *testing.T) {
	clean := testArchive("", testMember{name: "a.npy", content: plainFile})
	at, end := bytes.LastIndex(clean, []byte(centralSignature)), bytes.LastIndex(clean, []byte(endSignature))
	le := binary.LittleEndian
	wide := func(change func(end []byte)) []byte {
		b := le.AppendUint64([]byte(end64Signature), 44)
		b = append(b, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0)
		for _, v := range []int{1, 1, end - at, at} {
			b = le.AppendUint64(b, uint64(v))
		}
		b = append(le.AppendUint64(append(b, locator64Signature+"\x00\x00\x00\x00"...), uint64(end)), 1, 0, 0, 0)
		last := bytes.Clone(clean[end:])
		change(last)
		return slices.Concat(clean[:end], b, last)
	}
	put := func(at, n int) func([]byte) {
		return func(b []byte) { copy(b[at:at+n], "\xff\xff\xff\xff\xff\xff\xff\xff") }
	}
	record := end + end64Size + locator64Size
	for _, test := range []struct {
		what string
		file []byte
		want string
	}{
		{"offset", wide(put(16, 4)), ""},
		{"size and offset", wide(put(12, 8)), ""},
		{"counts", wide(put(8, 4)), ""},
		{"nothing", wide(func([]byte) {}), fmt.Sprintf("zip-zip64-unneeded %d 76", end)},
		{"size", wide(put(12, 4)), fmt.Sprintf("zip-zip64-unneeded %d 76", end)},
		{"disks", wide(func(b []byte) { put(4, 4)(b); put(16, 4)(b) }), fmt.Sprintf("zip-disk-sentinel %d 4", record+4)},
		{"disk of the directory", wide(func(b []byte) { put(6, 2)(b); put(16, 4)(b) }), fmt.Sprintf("zip-disk-sentinel %d 4", record+4)},
	} {
		if got := strings.Join(found(t, test.file, nil), ", "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.what, got, test.want)
		}
	}
	b := bytes.Clone(clean)
	copy(b[at+34:], "\xff\xff")
	le.PutUint16(b[at+30:], 8)
	le.PutUint32(b[end+12:], uint32(end-at+8))
	b = slices.Insert(b, at+46+5, []byte("\x01\x00\x04\x00\x00\x00\x00\x00")...)
	if got, want := found(t, b, nil), []string{fmt.Sprintf("zip-disk-sentinel %d 2", at+34)}; !slices.Equal(got, want) {
		t.Errorf("disk of an entry: got %v, want %v", got, want)
	}
}

// TestLevelFlags has the two flags for the effort of the deflater differ, which is fine where there is
// one.
func TestLevelFlags(t *testing.T) {
	for _, packed := range [][]byte{nil, deflated(t, plainFile)} {
		b := testArchive("", testMember{name: "a.npy", content: plainFile, packed: packed})
		b[6] = 6
		var want []string
		if packed == nil {
			want = []string{"zip-header-mismatch 6 2"}
		}
		if got := found(t, b, nil); !slices.Equal(got, want) {
			t.Errorf("deflated %t: got %v, want %v", packed != nil, got, want)
		}
	}
}
