package zip

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// change returns a file with some bytes of it overwritten.
func change(b []byte, at int, bytes ...byte) []byte {
	b = slices.Clone(b)
	copy(b[at:], bytes)
	return b
}

// changeText is change for text.
func changeText(s string, at int, b byte) string { return string(change([]byte(s), at, b)) }

// entryExtra puts an extra field into the last entry of an archive, whose name has n bytes.
func entryExtra(b []byte, n int, extra string) []byte {
	le := binary.LittleEndian
	entry, end := bytes.LastIndex(b, []byte(build.SigCentral)), bytes.LastIndex(b, []byte(build.SigEnd))
	b = slices.Clone(b)
	le.PutUint16(b[entry+30:], uint16(len(extra)))
	le.PutUint32(b[end+12:], le.Uint32(b[end+12:])+uint32(len(extra)))
	return slices.Insert(b, entry+build.CentralSize+n, []byte(extra)...)
}

// TestPlaces covers archives of the member a, with 152 bytes of data at offset 31, an entry of 47 bytes at 183 and an
// end record at 230, and what is said about each, and where.
func TestPlaces(t *testing.T) {
	const entry, end = 183, 230
	clean := build.Archive("", build.File{Name: "a", Content: plain})
	streamed := build.Archive("", build.File{Name: "a", Content: plain, Flags: build.FlagStreamed}) // 16 bytes more
	deflated := build.Archive("", build.File{Name: "a", Content: plain, Packed: build.Deflate(plain)})
	deflatedEntry := bytes.LastIndex(deflated, []byte(build.SigCentral))
	both := func(b []byte, at int, bytes ...byte) []byte {
		return change(change(b, at, bytes...), entry+at+2, bytes...)
	}
	// An archive with a zip64 end record at 230 and its locator at 286; the end record is at 306.
	le := binary.LittleEndian
	record := le.AppendUint64([]byte(build.SigEnd64), 44)
	record = append(record, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	for _, v := range []uint64{1, 1, end - entry, entry} {
		record = le.AppendUint64(record, v)
	}
	locator := append(le.AppendUint64([]byte(build.SigLocator64+"\x00\x00\x00\x00"), end), 1, 0, 0, 0)
	wide := slices.Concat(clean[:end], record, locator, change(clean[end:], 16, 0xff, 0xff, 0xff, 0xff))
	zip64Local := build.Archive("", build.File{Name: "a", Content: plain, Flags: build.FlagStreamed, Extra: "\x01\x00\x10\x00" + strings.Repeat("\x00", 16)})
	wideDescriptor := slices.Concat(zip64Local[:211], []byte(strings.Repeat("\x98\x00\x00\x00\x00\x00\x00\x00", 2)), zip64Local[219:])
	le.PutUint32(wideDescriptor[len(wideDescriptor)-build.EndSize+16:], 203+24)
	deferred := change(build.Archive("", build.File{Name: "a", Content: plain, Extra: "\x01\x00\x10\x00\x98\x00\x00\x00\x00\x00\x00\x00\x98\x00\x00\x00\x00\x00\x00\x00"}),
		18, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
	path := "\x75\x70\x06\x00\x01\x43\xbe\xb7\xe8a" // the Unicode path a, of the name a
	zip64 := "\x01\x00\x10\x00" + strings.Repeat("\x98\x00\x00\x00\x00\x00\x00\x00", 2)
	for _, test := range []struct {
		what string
		file []byte
		want string
	}{
		{"clean", clean, ""},
		{"sizes of stored data", change(change(clean, 22, 151), entry+24, 151), "zip-size 203+8: stored member has compressed size 152, but uncompressed size 151"},
		{"disk of the end record", change(clean, end+4, 1), "zip-multi-disk 234+4: multi-disk archive: end record is on disk 1, central directory on disk 0, expected 0"},
		{"disk of the directory", change(clean, end+6, 1), "zip-multi-disk 234+4: multi-disk archive: end record is on disk 0, central directory on disk 1, expected 0"},
		{"disk of an entry", change(clean, entry+34, 1), "zip-multi-disk 217+2: multi-disk archive: member is on disk 1, expected 0"},
		{"disk in a zip64 field", change(entryExtra(clean, 1, "\x01\x00\x04\x00\x01\x00\x00\x00"), entry+34, 0xff, 0xff), "zip-disk-sentinel 217+2: disk number is stored in the zip64 extra field, expected 0; zip-multi-disk 234+4: multi-disk archive: member is on disk 1, expected 0"},
		{"disk in a whole zip64 field", entryExtra(clean, 1, "\x01\x00\x1c\x00"+zip64[4:]+"\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00"), "zip-multi-disk 258+4: multi-disk archive: member is on disk 2, expected 0"},
		{"offset left to a zip64 field", change(entryExtra(clean, 1, "\x01\x00\x08\x00"+strings.Repeat("\x00", 8)), entry+42, 0xff, 0xff, 0xff, 0xff), "zip-zip64-deferral 225+4: local header offset 0 is stored in the zip64 extra field, but fits in the entry"},
		{"compressed size left to a zip64 field", change(entryExtra(clean, 1, "\x01\x00\x08\x00"+zip64[4:12]), entry+20, 0xff, 0xff, 0xff, 0xff), "zip-zip64-deferral 203+4: compressed size 152 is stored in the zip64 extra field, but fits in the entry"},
		{"size left to a zip64 field", change(entryExtra(clean, 1, "\x01\x00\x08\x00"+zip64[4:12]), entry+24, 0xff, 0xff, 0xff, 0xff), ""},
		{"sizes left to a zip64 field", change(entryExtra(clean, 1, zip64), entry+20, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), ""},
		{"disk left to no field", change(clean, entry+34, 0xff, 0xff), "zip-multi-disk 217+2: disk number should be in a zip64 extra field, but there is none"},
		{"encrypted", both(clean, 6, 1), "zip-encrypted 191+2: flags 0x0001 mark the member as encrypted"},
		{"strongly encrypted", both(clean, 6, 1<<6), "zip-encrypted 191+2: flags 0x0040 mark the member as encrypted"},
		{"masked", both(clean, 7, 1<<5), "zip-flags 191+2: flags are 0x2000, expected only bits 1, 2, 3 and 11"},
		{"other flags", both(clean, 6, 1<<5), "zip-flags 191+2: flags are 0x0020, expected only bits 1, 2, 3 and 11"},
		{"version 4.5", both(clean, 4, 45), ""},
		{"version 4.6", both(clean, 4, 46), "zip-version-needed 189+2: version needed to extract is 4.6, expected at most 4.5"},
		{"method 12", both(clean, 8, 12), "zip-method-unusual 193+2: compression method is 12, expected 0 (stored) or 8 (deflate)"},
		{"method 12, version 6.3", both(both(clean, 8, 12), 4, 63), "zip-method-unusual 193+2: compression method is 12, expected 0 (stored) or 8 (deflate)"},
		{"method 12, version 6.4", both(both(clean, 8, 12), 4, 64), "zip-version-needed 189+2: version needed to extract is 6.4, expected at most 6.3; zip-method-unusual 193+2: compression method is 12, expected 0 (stored) or 8 (deflate)"},
		{"method 1", both(clean, 8, 1), "zip-method 193+2: compression method is 1, expected 0 (stored) or 8 (deflate)"},
		{"method 1, version 6.3", both(both(clean, 8, 1), 4, 63), "zip-method 193+2: compression method is 1, expected 0 (stored) or 8 (deflate)"},
		{"method 1, version 6.4", both(both(clean, 8, 1), 4, 64), "zip-version-needed 189+2: version needed to extract is 6.4, expected at most 6.3; zip-method 193+2: compression method is 1, expected 0 (stored) or 8 (deflate)"},
		{"name", change(clean, 30, 'b'), "zip-name-mismatch 30+1: local header names the member 'b', but its directory entry names it 'a'"},
		{"method of the local header", change(clean, 8, 8), "zip-header-mismatch 8+2: local header has method 8, but its directory entry has 0"},
		{"checksum of the local header", change(clean, 14, 1), "zip-header-mismatch 14+4: local header has checksum 6e397b01, but its directory entry has 6e397b70"},
		{"checksum of both", change(change(clean, 14, 1), entry+16, 1), "zip-crc 31+152: checksum of the data is 6e397b70, but the headers declare 6e397b01; fetch or write it again"},
		{"compressed size of the local header", change(clean, 18, 1), "zip-header-mismatch 18+4: local header has compressed size 1, but its directory entry has 152"},
		{"uncompressed size of the local header", change(clean, 22, 1), "zip-header-mismatch 22+4: local header has uncompressed size 1, but its directory entry has 152"},
		{"checksum of a streamed member", change(streamed, 14, 1), "zip-header-mismatch 14+4: local header has checksum 00000001, but its directory entry has 6e397b70"},
		{"compressed size of a streamed member", change(streamed, 18, 1), "zip-header-mismatch 18+4: local header has compressed size 1, but its directory entry has 152"},
		{"uncompressed size of a streamed member", change(streamed, 22, 1), "zip-header-mismatch 22+4: local header has uncompressed size 1, but its directory entry has 152"},
		{"offset of the local header", change(clean, entry+42, 1), "zip-hidden-member 0+31: local header has no directory entry; zip-missing-member 1+4: directory entry points to offset 1, which has no local header"},
		{"offset in the directory", change(clean, entry+42, 154), "zip-hidden-member 0+31: local header has no directory entry; zip-missing-member 225+4: directory entry points to offset 154, which is not before the central directory"},
		{"last offset before it", change(clean, entry+42, 153), "zip-hidden-member 0+31: local header has no directory entry; zip-missing-member 153+4: directory entry points to offset 153, which has no local header"},
		{"zip64", wide, ""},
		{"offset in the zip64 locator", change(wide, 286+8, 229), "zip-zip64-record 294+8: zip64 locator points to offset 229, but the zip64 end record is at 230"},
		{"disk in the zip64 locator", change(wide, 286+4, 1), "zip-multi-disk 290+4: multi-disk archive: zip64 locator has disk 1 of 1, expected 0 of 1"},
		{"disks in the zip64 locator", change(wide, 286+16, 2), "zip-multi-disk 302+4: multi-disk archive: zip64 locator has disk 0 of 2, expected 0 of 1"},
		{"disk of the zip64 end record", change(wide, 230+16, 1), "zip-multi-disk 246+8: multi-disk archive: zip64 end record is on disk 1, central directory on disk 0, expected 0"},
		{"size of the zip64 end record", change(wide, 230+4, 45), "zip-zip64-record 234+8: size in the zip64 end record is 45, expected 44"},
		{"entries on the disk of the zip64 end record", change(wide, 230+24, 2), "zip-zip64-record 254+16: zip64 end record has member counts 2 (its disk) and 1 (total), but the end record has 1 and 1"},
		{"entries of the end record", change(wide, 306+8, 2, 0, 2), "zip-zip64-record 254+16: zip64 end record has member counts 1 (its disk) and 1 (total), but the end record has 2 and 2"},
		{"entries on the disk of the end record", change(wide, 306+8, 0xff, 0xff, 2), "zip-zip64-record 254+16: zip64 end record has member counts 1 (its disk) and 1 (total), but the end record has 65535 and 2"},
		{"sentinel for one count", change(wide, 306+8, 0xff, 0xff), "zip-end-record-mismatch 314+4: end record has member counts 65535 (its disk) and 1 (total), expected the same"},
		{"size of the end record", change(wide, 306+12, 48), "zip-zip64-record 270+8: central directory size is 47 in the zip64 end record, but 48 in the end record"},
		{"comment like a zip64 end record", build.Archive("", build.File{Name: "a.npy", Content: plain, Comment: "PK\x06\x06" + strings.Repeat("\x00", 52)}), ""},
		{"no zip64 locator", slices.Concat(wide[:286], wide[306:]), "zip-zip64-record 230+56: zip64 end record has no locator after it"},
		{"no zip64 end record", slices.Concat(wide[:230], wide[286:]), "zip-zip64-record 230+20: zip64 locator has no zip64 end record before it"},
		{"gap after the zip64 end record", slices.Concat(wide[:286], []byte("gap"), wide[286:]), "zip-zip64-record 286+3: 3 bytes between the zip64 end record and its locator"},
		{"truncated data", both(clean, 18, 0xff, 0xff), "zip-overlap 0+31: member data truncated: 221 of 65535 bytes"},
		{"descriptor of 8-byte sizes", change(wideDescriptor, 203+4, 1), "zip-data-descriptor 203+24: data descriptor has checksum and sizes 6e397b01, 152, 152; expected 6e397b70, 152, 152"},
		{"descriptor of 4-byte sizes", zip64Local, "zip-data-descriptor 203+16: data descriptor has 4-byte sizes, expected 8-byte: the local header has a zip64 extra field"},
		{"descriptor without the flag", slices.Concat(change(streamed[:199], 6, 0), change(streamed[199:], 8, 0)), "zip-header-mismatch 14+4: local header has checksum 00000000, but its directory entry has 6e397b70; zip-header-mismatch 18+4: local header has compressed size 0, but its directory entry has 152; zip-header-mismatch 22+4: local header has uncompressed size 0, but its directory entry has 152; zip-data-descriptor 183+16: member has a data descriptor, but flag bit 3 is not set"},
		{"zip64 field of 4 bytes", entryExtra(clean, 1, zip64[:2]+"\x04\x00\x98\x00\x00\x00"), "zip-zip64-extra 230+8: zip64 extra field has 4 bytes, expected 0 for the fields that it should have"},
		{"sizes in a zip64 field of the local header", deferred, ""},
		{"compressed size in a zip64 field", change(deferred, 43, 1), "zip-header-mismatch 43+8: local header has compressed size 1, but its directory entry has 152"},
		{"uncompressed size in a zip64 field", change(deferred, 35, 1), "zip-header-mismatch 35+8: local header has uncompressed size 1, but its directory entry has 152"},
		{"sizes in a zip64 field", change(entryExtra(clean, 1, zip64), entry+20, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), ""},
		{"other size in a zip64 field", entryExtra(clean, 1, changeText(zip64, 4, 1)), "zip-zip64-extra 234+8: uncompressed size is 1 in the zip64 extra field, but 152 in the header"},
		{"one size of two in a zip64 field", change(entryExtra(clean, 1, changeText(zip64, 12, 1)), entry+20, 0xff, 0xff, 0xff, 0xff), "zip-header-mismatch 18+4: local header has compressed size 152, but its directory entry has 1; zip-gap 32+151: gap of 151 bytes that belongs to no member; zip-size 203+8: stored member has compressed size 1, but uncompressed size 152; zip-zip64-extra 234+8: compressed size is 1 in the zip64 extra field, but 152 if it has only the fields that it needs"},
		{"other offset in a zip64 field", change(entryExtra(clean, 1, "\x01\x00\x18\x00"+zip64[4:]+"\x01\x00\x00\x00\x00\x00\x00\x00"), entry+20, 0xff, 0xff, 0xff, 0xff), "zip-zip64-extra 250+8: local header offset is 1 in the zip64 extra field, but 0 in the header"},
		{"sentinel of the size without a field", change(clean, entry+24, 0xff, 0xff, 0xff, 0xff), "zip-zip64-extra 183+47: uncompressed size should be in a zip64 extra field, but there is none"},
		{"sentinel of the offset without a field", change(clean, entry+42, 0xff, 0xff, 0xff, 0xff), "zip-zip64-extra 183+47: local header offset should be in a zip64 extra field, but there is none"},
		{"Unicode path of version 2", entryExtra(clean, 1, changeText(path, 4, 2)), "zip-extra-unusual 230+10: Unicode path extra field has an unknown version, 2"},
		{"Unicode path without a checksum", entryExtra(clean, 1, "\x75\x70\x04\x00\x01\x43\xbe\xb7"), "zip-extra-malformed 230+8: Unicode path extra field has 4 bytes, expected a version, a checksum and a name"},
		{"Unicode path of another name", entryExtra(clean, 1, changeText(path, 5, 0)), "zip-extra-unusual 230+10: Unicode path extra field has a checksum that doesn't match the header's name"},
		{"Unicode path with another name", entryExtra(clean, 1, changeText(path, 9, 'b')), "zip-unicode-path 230+10: Unicode path extra field names the member 'b', but the header names it 'a'"},
		{"folder with data", build.Archive("", build.File{Name: "/", Content: plain}), "zip-special-entry 207+4: folder has 152 bytes of data, expected none; zip-name-absolute 229+1: name is an absolute path"},
		{"comment that is cut", change(clean, end+20, 5), "zip-comment-truncated 250+2: archive comment truncated: 0 of 5 bytes"},
		{"comment", build.Archive("text", build.File{Name: "a", Content: plain}), "zip-comment 252+4: archive has a comment of 4 bytes, expected none"},
		{"bytes after the archive", slices.Concat(clean, []byte("after")), "zip-trailing-bytes 252+5: 5 extra bytes after the archive"},
		{"folder of a member's name", build.Archive("", build.File{Name: "a", Content: plain}, build.File{Name: "a/b", Content: plain}), "zip-name-collision 461+3: member is in a folder with the name of another member, 'a'"},
		{"directory in the data", both(clean, 18, 153, 0, 0, 0, 153), "zip-crc 31+153: checksum of the data is e902f63e, but the headers declare 6e397b70; fetch or write it again; zip-overlap 183+1: member extends 1 byte into the central directory"},
		{"bytes before the first member", slices.Concat([]byte("PK"), clean[:end], change(clean[end:], 16, 185)), "zip-missing-member 0+4: directory entry points to offset 0, which has no local header; zip-prefix-bytes 0+185: 185 bytes before the first member"},
		{"second zip64 field", entryExtra(clean, 1, zip64+zip64), "zip-extra-malformed 250+20: extra field has a second block 0x0001"},
		{"second Unicode path", entryExtra(clean, 1, path+path), "zip-extra-malformed 240+10: extra field has a second block 0x7075"},
		{"field after an unknown one", entryExtra(clean, 1, "\x42\x42\x01\x00x"+path), "zip-extra-unusual 230+5: extra field block 0x4242 is not one that common writers use"},
		{"cut field", entryExtra(clean, 1, path+"\x55\x54\x05\x00"), "zip-extra-malformed 240+4: extra field ends in the middle of a block"},
		{"inflates to less", change(change(deflated, 22, 153), deflatedEntry+24, 153), "zip-size 31+9: member inflates to 152 bytes, but its headers declare 153"},
		{"inflates to more", change(change(deflated, 22, 151), deflatedEntry+24, 151), "zip-size 31+9: member inflates to 152 bytes, but its headers declare 151"},
		{"no stream", change(deflated, 31, 0xff), "zip-deflate-corrupt 31+9: deflate stream is invalid at its byte 0, after 0 of 152 bytes: reserved type of block; fetch or write it again"},
		{"bytes after the stream", build.Archive("", build.File{Name: "a", Content: plain, Packed: append(build.Deflate(plain), 1, 2)}),
			"zip-deflate-trailing 40+2: 2 extra bytes after the deflate stream"},
	} {
		if got := told(t, test.file); got != test.want {
			t.Errorf("%s: got %s, want %s", test.what, got, test.want)
		}
	}
}

// TestEncryptedData covers flags in one of the headers that say that the data is encrypted. They are not compared with
// anything then.
func TestEncryptedData(t *testing.T) {
	for _, flag := range []uint16{1 << 0, 1 << 6} {
		for _, at := range []int{6, 183 + 8} {
			b := build.Archive("", build.File{Name: "a", Content: plain})
			binary.LittleEndian.PutUint16(b[at:], flag)
			b[31] ^= 1 // of the data, which don't have the checksum any more
			got := found(t, b, true)
			want := []string{"zip-header-mismatch 6 2"}
			if at != 6 {
				want = append(want, "zip-encrypted 191 2")
			}
			if !slices.Equal(got, want) {
				t.Errorf("flag %04x at %d: got %v, want %v", flag, at, got, want)
			}
		}
	}
}
