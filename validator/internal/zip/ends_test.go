package zip

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// TestDirectoryPlace covers archives whose end record, or whatever stands around it, is wrong in one way or another.
// It is one finding a fault, and the members are judged as far as they can be found.
func TestDirectoryPlace(t *testing.T) {
	le := binary.LittleEndian
	a, b := build.File{Name: "a.npy", Content: plain, Flags: build.FlagStreamed}, build.File{Name: "b.npy", Content: plain, Flags: build.FlagStreamed}
	one, two := build.Archive("", a), build.Archive("", a, b)
	empty := []byte(build.SigEnd + strings.Repeat("\x00", 18))
	directory := bytes.Index(two, []byte(build.SigCentral))
	entry := (len(two) - build.EndSize - directory) / 2
	end := func(change func(end []byte)) []byte {
		b := bytes.Clone(two)
		change(b[len(b)-build.EndSize:])
		return b
	}
	add := func(end []byte, field int, n int) { le.PutUint32(end[field:], le.Uint32(end[field:])+uint32(n)) }
	const count, size, offset = 8, 12, 16
	flipped := func(at int) []byte {
		b := bytes.Clone(two)
		b[at] ^= 1
		return b
	}
	filler := []byte(build.SigLocal + strings.Repeat("previous", 5))
	for _, test := range []struct {
		name    string
		file    []byte
		want    string
		members string
	}{
		{"whole", two, "", "a b"},
		{"filler before it", slices.Concat(filler, two), "zip-prefix-bytes 0+44: 44 bytes before the archive: its offsets don't count them", "a b"},
		{"archive before it", slices.Concat(two, one), "zip-prefix-bytes 0+530: 530 bytes before the archive: its offsets don't count them; zip-hidden-member 0+35: local header has no directory entry; zip-hidden-member 203+35: local header has no directory entry", "a a b"},
		{"filler before an empty one", slices.Concat(filler, empty), "zip-end-record-mismatch 56+8: no central directory of 0 bytes at offset 0", ""},
		{"empty one after it", slices.Concat(two, empty), "zip-several-end-records 530+22: another end record at offset 530: readers differ in which one they use", "a b"},
		{"end record again", slices.Concat(two, two[len(two)-build.EndSize:]), "zip-several-end-records 530+22: another end record at offset 530: readers differ in which one they use", "a b"},
		{"many empty ones after it", slices.Concat(two, bytes.Repeat(empty, 100)), "zip-several-end-records 2708+22: another end record at offset 2708: readers differ in which one they use", "a b"},
		{"all zero", end(func(e []byte) { clear(e[count:]) }), "zip-end-record-mismatch 520+8: no central directory of 0 bytes at offset 0", "a b"},
		{"size and offset nonsense", end(func(e []byte) { le.PutUint32(e[size:], 7); le.PutUint32(e[offset:], 9) }), "zip-end-record-mismatch 520+8: no central directory of 7 bytes at offset 9", "a b"},
		{"sentinels", end(func(e []byte) { le.PutUint64(e[size:], 1<<64-1) }), "zip-zip64-record 516+12: end record refers to a zip64 end record, but there is none", "a b"},
		{"size of one entry", end(func(e []byte) { add(e, size, -entry) }), "zip-end-record-mismatch 520+8: central directory has 102 bytes, not 51", "a b"},
		{"size one more", end(func(e []byte) { add(e, size, 1) }), "zip-end-record-mismatch 520+8: central directory has 102 bytes, not 103", "a b"},
		{"offset of the second entry", end(func(e []byte) { add(e, offset, entry) }), "zip-end-record-mismatch 520+8: central directory is at offset 406, not 457", "a b"},
		{"offset one less", end(func(e []byte) { add(e, offset, -1) }), "zip-end-record-mismatch 520+8: central directory is at offset 406, not 405", "a b"},
		{"count", end(func(e []byte) { e[count] = 3 }), "zip-end-record-mismatch 516+4: end record has member counts 3 (its disk) and 2 (total), but the central directory has 2", "a b"},
		{"first entry damaged", flipped(directory), "zip-end-record-mismatch 520+8: no central directory of 102 bytes at offset 406", "a b"},
		{"second entry damaged", flipped(directory + entry), "zip-end-record-mismatch 457+51: no directory entry at offset 457, but the end record declares 51 more bytes", "a b"},
		{"gap after the directory", slices.Concat(two[:len(two)-build.EndSize], make([]byte, 9), two[len(two)-build.EndSize:]), "zip-gap 508+9: 9 bytes between the central directory and the end record", "a b"},
		{"no directory", two[:directory], "zip-no-end-record 406+0: archive has no end record; it was truncated or never closed: fetch or write it again", "a b"},
		{"cut in a descriptor", two[:directory-4], "zip-no-end-record 402+0: archive has no end record; it was truncated or never closed: fetch or write it again", "a b"},
		{"cut in the data", two[:directory-40], "zip-no-end-record 366+0: archive has no end record; it was truncated or never closed: fetch or write it again", "a b"},
	} {
		faults := &finding.List{Max: 10}
		a, err := readWhole(t, bytes.NewReader(test.file), int64(len(test.file)), config, faults)
		if err != nil {
			t.Fatal(err)
		}
		if got := told(t, test.file); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
		if got := names(a); got != test.members {
			t.Errorf("%s: got members %s, want %s", test.name, got, test.members)
		}
	}
}

// TestSentinelsWithoutNeed covers zip64 and its sentinels where readers don't expect them.
func TestSentinelsWithoutNeed(t *testing.T) {
	clean := build.Archive("", build.File{Name: "a.npy", Content: plain})
	at, end := bytes.LastIndex(clean, []byte(build.SigCentral)), bytes.LastIndex(clean, []byte(build.SigEnd))
	le := binary.LittleEndian
	wide := func(change func(end []byte)) []byte {
		b := le.AppendUint64([]byte(build.SigEnd64), 44)
		b = append(b, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0)
		for _, v := range []int{1, 1, end - at, at} {
			b = le.AppendUint64(b, uint64(v))
		}
		b = append(le.AppendUint64(append(b, build.SigLocator64+"\x00\x00\x00\x00"...), uint64(end)), 1, 0, 0, 0)
		last := bytes.Clone(clean[end:])
		change(last)
		return slices.Concat(clean[:end], b, last)
	}
	put := func(at, n int) func([]byte) {
		return func(b []byte) { copy(b[at:at+n], "\xff\xff\xff\xff\xff\xff\xff\xff") }
	}
	for _, test := range []struct {
		what string
		file []byte
		want string
	}{
		{"offset", wide(put(16, 4)), ""},
		{"size and offset", wide(put(12, 8)), ""},
		{"counts", wide(put(8, 4)), ""},
		{"nothing", wide(func([]byte) {}), "zip-zip64-unneeded 238+76: unneeded zip64 end record: the end record has the member count and the directory offset"},
		{"size", wide(put(12, 4)), "zip-zip64-unneeded 238+76: unneeded zip64 end record: the end record has the member count and the directory offset"},
		{"disks", wide(func(b []byte) { put(4, 4)(b); put(16, 4)(b) }), "zip-disk-sentinel 318+4: disk numbers are stored in the zip64 end record, expected 0"},
		{"disk of the directory", wide(func(b []byte) { put(6, 2)(b); put(16, 4)(b) }), "zip-disk-sentinel 318+4: disk numbers are stored in the zip64 end record, expected 0"},
	} {
		if got := told(t, test.file); got != test.want {
			t.Errorf("%s: got %s, want %s", test.what, got, test.want)
		}
	}
	b := bytes.Clone(clean)
	copy(b[at+34:], "\xff\xff")
	le.PutUint16(b[at+30:], 8)
	le.PutUint32(b[end+12:], uint32(end-at+8))
	b = slices.Insert(b, at+46+5, []byte("\x01\x00\x04\x00\x00\x00\x00\x00")...)
	if got, want := found(t, b, false), []string{fmt.Sprintf("zip-disk-sentinel %d 2", at+34)}; !slices.Equal(got, want) {
		t.Errorf("disk of an entry: got %v, want %v", got, want)
	}
}

// TestDisks covers disk numbers in all the places where there are some.
func TestDisks(t *testing.T) {
	_, wide := example(t, "zip-zip64-record")
	narrow := build.Archive("", build.File{Name: "a.npy", Content: plain})
	place := func(b []byte, signature string, offset int) int {
		return bytes.LastIndex(b, []byte(signature)) + offset
	}
	for _, test := range []struct {
		file      []byte
		signature string
		at, width int
		sentinel  bool  // stands for a value that is somewhere else
		from, n   int64 // what is reported, counted from the record
	}{
		{narrow, build.SigEnd, 4, 2, false, 4, 4},
		{narrow, build.SigEnd, 6, 2, false, 4, 4},
		{narrow, build.SigCentral, 34, 2, false, 34, 2},
		{wide, build.SigEnd, 4, 2, true, 4, 4},
		{wide, build.SigEnd, 6, 2, true, 4, 4},
		{wide, build.SigCentral, 34, 2, false, 34, 2},
		{wide, build.SigEnd64, 16, 4, false, 16, 8},
		{wide, build.SigEnd64, 20, 4, false, 16, 8},
		{wide, build.SigLocator64, 4, 4, false, 4, 4},
		{wide, build.SigLocator64, 16, 4, false, 16, 4},
	} {
		for _, v := range []uint32{2, 1 << 8, 1<<16 - 1} {
			b := bytes.Clone(test.file)
			at := place(b, test.signature, test.at)
			if test.width == 2 {
				binary.LittleEndian.PutUint16(b[at:], uint16(v))
			} else {
				binary.LittleEndian.PutUint32(b[at:], v)
			}
			rule := "zip-multi-disk"
			if test.sentinel && v == 1<<16-1 {
				rule = "zip-disk-sentinel"
			}
			want := []string{fmt.Sprintf("%s %d %d", rule, int64(place(b, test.signature, 0))+test.from, test.n)}
			if got := found(t, b, false); !slices.Equal(got, want) {
				t.Errorf("%q at %d is %d: got %v, want %v", test.signature, test.at, v, got, want)
			}
		}
	}
}

// TestMismatchPlaces covers wrong numbers in all the places where the end records keep them.
func TestMismatchPlaces(t *testing.T) {
	le := binary.LittleEndian
	_, wide := example(t, "zip-zip64-record")
	narrow := build.Archive("", build.File{Name: "a.npy", Content: plain})
	for _, test := range []struct {
		what      string
		file      []byte
		deferred  string // fields of the end record, each with its width, that hold the sentinel
		signature string // of the record with the wrong number
		at        int    // of the number
		from, n   int64  // what is reported, counted from the record
	}{
		{"count", narrow, "", build.SigEnd, 10, 8, 4},
		{"size", narrow, "", build.SigEnd, 12, 12, 8},
		{"offset", narrow, "", build.SigEnd, 16, 12, 8},
		{"deferred count", wide, "\x08\x02\x0a\x02\x0c\x04\x10\x04", build.SigEnd64, 32, 24, 16},
		{"deferred size", wide, "\x08\x02\x0a\x02\x0c\x04\x10\x04", build.SigEnd64, 40, 40, 16},
		{"deferred offset", wide, "\x08\x02\x0a\x02\x0c\x04\x10\x04", build.SigEnd64, 48, 40, 16},
		{"count, one of them deferred", wide, "\x08\x02\x10\x04", build.SigEnd64, 24, 24, 16},
		{"size, the only one deferred", wide, "\x08\x02\x0a\x02\x0c\x04", build.SigEnd64, 40, 40, 8},
		{"offset, the only one deferred", wide, "\x08\x02\x0a\x02\x10\x04", build.SigEnd64, 48, 48, 8},
	} {
		b := bytes.Clone(test.file)
		end, record := bytes.LastIndex(b, []byte(build.SigEnd)), bytes.LastIndex(b, []byte(test.signature))
		if record64 := bytes.LastIndex(b, []byte(build.SigEnd64)); record64 >= 0 { // the end record has all of its numbers
			le.PutUint16(b[end+8:], le.Uint16(b[record64+24:]))
			le.PutUint16(b[end+10:], le.Uint16(b[record64+32:]))
			le.PutUint32(b[end+12:], le.Uint32(b[record64+40:]))
			le.PutUint32(b[end+16:], le.Uint32(b[record64+48:]))
		}
		for i := 0; i < len(test.deferred); i += 2 {
			copy(b[end+int(test.deferred[i]):][:test.deferred[i+1]], "\xff\xff\xff\xff")
		}
		b[record+test.at]++
		want := fmt.Sprintf("zip-end-record-mismatch %d %d", int64(record)+test.from, test.n)
		if got := found(t, b, false); !slices.Contains(got, want) {
			t.Errorf("%s: got %v, want %s", test.what, got, want)
		}
	}
}

// TestEndCandidates covers several records that may be the end record, and other bytes that look like one.
func TestEndCandidates(t *testing.T) {
	empty := build.SigEnd + strings.Repeat("\x00", 16)
	two := build.Archive("", build.File{Name: "a", Content: plain}, build.File{Name: "b", Content: plain})
	directory := int64(bytes.Index(two, []byte(build.SigCentral)))
	end := int64(bytes.Index(two, []byte(build.SigEnd)))
	local := build.SigLocal + strings.Repeat("\x00", 22)
	stale := slices.Concat(two[:end], []byte("filler"), two[directory:])
	for _, test := range []struct {
		what           string
		file           string
		end, directory int64
		want           string
	}{
		// The comment of the first one ends with the file, that of the second one doesn't.
		{"by the comment", empty + "\x16\x00" + empty + "\x05\x00", 0, 0, "zip-several-end-records 22+22: another end record at offset 22: readers differ in which one they use"},
		// Neither comment does.
		{"the last", empty + "\x17\x00" + empty + "\x05\x00", 22, 22, "zip-end-record-mismatch 34+8: no central directory of 0 bytes at offset 0; zip-comment-truncated 42+2: archive comment truncated: 0 of 5 bytes"},
		// A directory comes before the first one only.
		{"by the directory", string(two[:end+20]) + "\x16\x00" + empty + "\x00\x00", end, directory, "zip-several-end-records 482+22: another end record at offset 482: readers differ in which one they use"},
		// The end record is right about the size of the directory, and its offset is that of an older one.
		{"stale directory", string(stale), end + 6 + end - directory, end + 6,
			"zip-gap 366+100: gap of 100 bytes that belongs to no member; zip-end-record-mismatch 572+8: central directory is at offset 466, not 366"},
		// A name has the signature, and too few bytes follow for a record.
		{"in a name, cut", local + "\x04\x00\x00\x00" + build.SigEnd + "only 17 bytes    ", 51, 51, "zip-name-control 30+4: name contains a control character; zip-no-end-record 51+0: archive has no end record; it was truncated or never closed: fetch or write it again"},
		{"in a name", local + "\x16\x00\x00\x00" + empty + "\x00\x00", 30, 30, "zip-end-record-mismatch 42+8: no central directory of 0 bytes at offset 0"},
	} {
		faults := &finding.List{Max: 10}
		a, err := Walk(t.Context(), strings.NewReader(test.file), int64(len(test.file)), config, faults)
		if err != nil {
			t.Fatal(err)
		}
		if a.End != test.end || a.Directory != test.directory {
			t.Errorf("%s: got the end record at %d and the directory at %d, want %d and %d", test.what, a.End, a.Directory, test.end, test.directory)
		}
		if got := told(t, []byte(test.file)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.what, got, test.want)
		}
	}
}

// TestConversion covers the first bytes of archives.
func TestConversion(t *testing.T) {
	header := func(crc, name string) string {
		return "PK\x03\x04\x14\x00\x00\x00\x00\x00\x00\x00!\x00" + crc + "\x00\x01\x00\x00\x00\x01\x00\x00\x05\x00\x00\x00" + name
	}
	for _, test := range []struct{ head, want string }{
		{header("\xc2\x93\x41\x42\x43", "a.npy\xc2\x93NUMPY"), "converted to UTF-8"},
		{header("\xc2\x93\x41\x42\x43", "a.npy\xc3\xa9\xc3"), "converted to UTF-8"}, // the last character is cut
		{header("\xef\xbf\xbd\x41\x42\x43", "a.npy\xef\xbf\xbdNUMPY"), "decoded as UTF-8"},
		{header("\xc2\x93\x41\x42", "a.npy\x93NUMPY"), ""},    // by chance
		{header("\x41\x42\x43\x44", "\xc3\xa9.npyNUMPY"), ""}, // a name in UTF-8
		{header("\x41\x42\x43\x44", "\xef\xbf\xbd.npyN"), ""}, // of a name that was lost
		{header("\xff\xfe\xfd\xfc", "a.npy\xc2\x93NUMPY"), ""},
		{"PK\x05\x06", ""},
		{"PK\x03\x04\xc2\x93", ""},
	} {
		e := endRecords{reader: &reader{ra: strings.NewReader(test.head), size: int64(len(test.head))}}
		got, err := e.conversion()
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != test.want || e.Wrecked != (test.want != "") {
			t.Errorf("%q: got %q, wrecked: %t, want %q", test.head, got, e.Wrecked, test.want)
		}
	}
}

// TestEndInside covers an end record in what a header may hold, after some other bytes of it.
func TestEndInside(t *testing.T) {
	end := build.SigEnd + strings.Repeat("\x00", 18)
	extra := "\x99\x99\x19\x00" + "abc" + end // 30 + 5 + 4 + 3 bytes after the local header
	for _, test := range []struct {
		name   string
		member build.File
		at     int64
	}{
		{"extra field", build.File{Name: "a.npy", Content: plain, Extra: extra}, 42},
		{"comment of the entry", build.File{Name: "a.npy", Content: plain, Comment: "abc" + end}, 35 + 152 + 46 + 5 + 3},
	} {
		b := build.Archive("", test.member)
		faults := &finding.List{Max: 10}
		if _, err := readWhole(t, bytes.NewReader(b), int64(len(b)), config, faults); err != nil {
			t.Fatal(err)
		}
		if len(faults.Kept) == 0 || !slices.ContainsFunc(faults.Kept, func(f finding.Finding) bool {
			return f.Rule == spec.ZipSeveralEndRecords && f.Offset == test.at && f.Length == build.EndSize
		}) {
			t.Errorf("%s: got %+v, want another end record at %d", test.name, faults.Kept, test.at)
		}
	}
}
