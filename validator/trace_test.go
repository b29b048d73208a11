package validator

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/internal/testing/build"
)

// traced returns the regions of a file as "offset+length name", those in the content of a member with its index
// before that, and checks their bytes.
func traced(t *testing.T, file []byte) []string {
	t.Helper()
	var all []string
	checkBytes(t, file, &Options{Trace: func(r Region) {
		s := fmt.Sprintf("%d+%d %s", r.Offset, r.Length, r.Name)
		if r.Base == BaseContent {
			s = fmt.Sprintf("%d: %s", r.Member, s)
		} else if got, want := string(r.Bytes), string(file[r.Offset:r.Offset+r.Length]); !strings.HasPrefix(want, got) {
			t.Errorf("%s: got the bytes %q, want those of the file, %q", s, got, want)
		}
		all = append(all, s)
	}})
	return all
}

// TestTrace covers what is reported about every byte of some files.
func TestTrace(t *testing.T) {
	_, wide, _ := corpus.Example("zip-zip64-record")
	streamed := build.File{Name: "a.npy", Content: plainFile, Packed: build.Deflate(plainFile), Flags: build.FlagStreamed, Extra: "\xfe\xca\x00\x00", Comment: "c", After: "gap"}
	other := build.File{Name: "b", Content: []byte("text")}
	plain := build.Archive("", other)
	end := len(plain) - build.EndSize
	for _, test := range []struct {
		what string
		file []byte
		want string // one region a line
	}{
		{"array", plainFile, `
			0+6 magic
			6+2 format version 1.0
			8+2 header length 118, little-endian
			10+1 dictionary begins
			11+7 key 'descr'
			18+2 separator
			20+5 value '<f8'
			25+2 separator
			27+15 key 'fortran_order'
			42+2 separator
			44+5 value False
			49+2 separator
			51+7 key 'shape'
			58+2 separator
			60+4 value (3,)
			64+2 separator
			66+1 dictionary ends
			67+60 padding, 60 bytes
			127+1 final newline
			128+24 data: 24 bytes of <f8
		`},
		{"array of version 2 with text around the dictionary", npy(2, "  "+dict("'|u1'", "False", "(1,)")+" # a", "xyz"), `
			0+6 magic
			6+2 format version 2.0
			8+4 header length 116, little-endian
			12+2 before the dictionary
			14+1 dictionary begins
			15+7 key 'descr'
			22+2 separator
			24+5 value '|u1'
			29+2 separator
			31+15 key 'fortran_order'
			46+2 separator
			48+5 value False
			53+2 separator
			55+7 key 'shape'
			62+2 separator
			64+4 value (1,)
			68+2 separator
			70+1 dictionary ends
			71+56 padding, 56 bytes
			127+1 final newline
			128+1 data: 1 byte of |u1
			129+2 bytes after the data
		`},
		{"objects", npy(1, dict("'|O'", "False", "(1,)"), "\x80\x02N."), `
			0+6 magic
			6+2 format version 1.0
			8+2 header length 118, little-endian
			10+1 dictionary begins
			11+7 key 'descr'
			18+2 separator
			20+4 value '|O'
			24+2 separator
			26+15 key 'fortran_order'
			41+2 separator
			43+5 value False
			48+2 separator
			50+7 key 'shape'
			57+2 separator
			59+4 value (1,)
			63+2 separator
			65+1 dictionary ends
			66+61 padding, 61 bytes
			127+1 final newline
			128+2 pickle opcode PROTO
			130+1 pickle opcode NONE: None
			131+1 pickle opcode STOP
		`},
		{"zip64", readCase(t, wide), `
			314+4 end record: signature
			318+2 disk 0
			320+2 disk of the directory 0
			322+2 members on this disk 1
			324+2 members 1
			326+4 directory size 51
			330+4 directory offset 4294967295
			334+2 comment length 0
			238+4 zip64 end record: signature
			242+8 record size 44
			250+2 version made by 45
			252+2 version needed 45
			254+4 disk 0
			258+4 disk of the directory 0
			262+8 members on this disk 1
			270+8 members 1
			278+8 directory size 51
			286+8 directory offset 187
			294+4 zip64 locator: signature
			298+4 disk of the record 0
			302+8 offset of the record 238
			310+4 disks 1
			187+4 directory entry: signature
			191+2 version made by 788
			193+2 version needed 20
			195+2 flags 0x0000
			197+2 method 0, stored
			199+2 time 0, 00:00:00
			201+2 date 33, 1980-01-01
			203+4 checksum 0x2ba3611f
			207+4 compressed size 152
			211+4 uncompressed size 152
			215+2 name length 5
			217+2 extra length 0
			219+2 comment length 0
			221+2 disk 0
			223+2 internal attributes 0
			225+4 attributes 0x01800000
			229+4 local header offset 0
			233+5 name a.npy
			0+4 local header: signature
			4+2 version needed 20
			6+2 flags 0x0000
			8+2 method 0, stored
			10+2 time 0, 00:00:00
			12+2 date 33, 1980-01-01
			14+4 checksum 0x2ba3611f
			18+4 compressed size 152
			22+4 uncompressed size 152
			26+2 name length 5
			28+2 extra length 0
			30+5 name a.npy
			35+152 content of the member, stored
			0: 0+6 magic
			0: 6+2 format version 1.0
			0: 8+2 header length 118, little-endian
			0: 10+1 dictionary begins
			0: 11+7 key 'descr'
			0: 18+2 separator
			0: 20+5 value '<f8'
			0: 25+2 separator
			0: 27+15 key 'fortran_order'
			0: 42+2 separator
			0: 44+5 value False
			0: 49+2 separator
			0: 51+7 key 'shape'
			0: 58+2 separator
			0: 60+4 value (3,)
			0: 64+2 separator
			0: 66+1 dictionary ends
			0: 67+60 padding, 60 bytes
			0: 127+1 final newline
			0: 128+24 data: 24 bytes of <f8
		`},
		{"archive with other bytes", slices.Concat([]byte("PK\x03\x04"), build.Archive("comment", streamed, other), []byte("behind")), `
			274+4 end record: signature
			278+2 disk 0
			280+2 disk of the directory 0
			282+2 members on this disk 2
			284+2 members 2
			286+4 directory size 99
			290+4 directory offset 171
			294+2 comment length 7
			296+7 archive comment
			303+6 bytes after the archive
			175+4 directory entry: signature
			179+2 version made by 788
			181+2 version needed 20
			183+2 flags 0x0008
			185+2 method 8, deflated
			187+2 time 0, 00:00:00
			189+2 date 33, 1980-01-01
			191+4 checksum 0xbcf9e32e
			195+4 compressed size 78
			199+4 uncompressed size 152
			203+2 name length 5
			205+2 extra length 0
			207+2 comment length 1
			209+2 disk 0
			211+2 internal attributes 0
			213+4 attributes 0x01800000
			217+4 local header offset 0
			221+5 name a.npy
			226+1 comment
			227+4 directory entry: signature
			231+2 version made by 788
			233+2 version needed 20
			235+2 flags 0x0000
			237+2 method 0, stored
			239+2 time 0, 00:00:00
			241+2 date 33, 1980-01-01
			243+4 checksum 0x3b8ba7c7
			247+4 compressed size 4
			251+4 uncompressed size 4
			255+2 name length 1
			257+2 extra length 0
			259+2 comment length 0
			261+2 disk 0
			263+2 internal attributes 0
			265+4 attributes 0x01800000
			269+4 local header offset 136
			273+1 name b
			4+4 local header: signature
			8+2 version needed 20
			10+2 flags 0x0008
			12+2 method 8, deflated
			14+2 time 0, 00:00:00
			16+2 date 33, 1980-01-01
			18+4 checksum 0x00000000
			22+4 compressed size 0
			26+4 uncompressed size 0
			30+2 name length 5
			32+2 extra length 4
			34+5 name a.npy
			39+4 extra field 0xcafe of 0 bytes
			43+78 content of the member, deflated
			121+16 data descriptor: checksum bcf9e32e, compressed size 78, uncompressed size 152
			140+4 local header: signature
			144+2 version needed 20
			146+2 flags 0x0000
			148+2 method 0, stored
			150+2 time 0, 00:00:00
			152+2 date 33, 1980-01-01
			154+4 checksum 0x3b8ba7c7
			158+4 compressed size 4
			162+4 uncompressed size 4
			166+2 name length 1
			168+2 extra length 0
			170+1 name b
			171+4 content of the member, stored
			137+3 bytes that belong to no member
			0: 0+6 magic
			0: 6+2 format version 1.0
			0: 8+2 header length 118, little-endian
			0: 10+1 dictionary begins
			0: 11+7 key 'descr'
			0: 18+2 separator
			0: 20+5 value '<f8'
			0: 25+2 separator
			0: 27+15 key 'fortran_order'
			0: 42+2 separator
			0: 44+5 value False
			0: 49+2 separator
			0: 51+7 key 'shape'
			0: 58+2 separator
			0: 60+4 value (3,)
			0: 64+2 separator
			0: 66+1 dictionary ends
			0: 67+60 padding, 60 bytes
			0: 127+1 final newline
			0: 128+24 data: 24 bytes of <f8
		`},
		{"archive with a gap after the directory", slices.Concat(plain[:end], []byte("gap"), plain[end:]), `
			85+4 end record: signature
			89+2 disk 0
			91+2 disk of the directory 0
			93+2 members on this disk 1
			95+2 members 1
			97+4 directory size 47
			101+4 directory offset 35
			105+2 comment length 0
			35+4 directory entry: signature
			39+2 version made by 788
			41+2 version needed 20
			43+2 flags 0x0000
			45+2 method 0, stored
			47+2 time 0, 00:00:00
			49+2 date 33, 1980-01-01
			51+4 checksum 0x3b8ba7c7
			55+4 compressed size 4
			59+4 uncompressed size 4
			63+2 name length 1
			65+2 extra length 0
			67+2 comment length 0
			69+2 disk 0
			71+2 internal attributes 0
			73+4 attributes 0x01800000
			77+4 local header offset 0
			81+1 name b
			82+3 bytes that belong to no record
			0+4 local header: signature
			4+2 version needed 20
			6+2 flags 0x0000
			8+2 method 0, stored
			10+2 time 0, 00:00:00
			12+2 date 33, 1980-01-01
			14+4 checksum 0x3b8ba7c7
			18+4 compressed size 4
			22+4 uncompressed size 4
			26+2 name length 1
			28+2 extra length 0
			30+1 name b
			31+4 content of the member, stored
		`},
	} {
		if got := strings.Join(traced(t, test.file), "\n"); got != strings.ReplaceAll(strings.TrimSpace(test.want), "\t", "") {
			t.Errorf("%s: got\n%s\nwant %s", test.what, got, test.want)
		}
	}
}

// TestTraceUnread covers arrays that end within prefix or header, or whose header can't be read.
func TestTraceUnread(t *testing.T) {
	for _, test := range []struct {
		what string
		file []byte
		want string // regions, with "; " between them
	}{
		{"cut in the magic", plainFile[:5], `0+5 magic, truncated`},
		{"cut after the magic", plainFile[:6], `0+6 magic`},
		{"cut in the version", plainFile[:7], `0+6 magic; 6+1 format version, truncated`},
		{"cut after the version", plainFile[:8], `0+6 magic; 6+2 format version 1.0`},
		{"cut in the length", plainFile[:9], `0+6 magic; 6+2 format version 1.0; 8+1 header length, truncated`},
		{"cut after the length", plainFile[:10], `0+6 magic; 6+2 format version 1.0; 8+2 header length 118, little-endian`},
		{"cut in the header", plainFile[:40],
			`0+6 magic; 6+2 format version 1.0; 8+2 header length 118, little-endian; 10+30 header text, 30 of 118 bytes`},
		{"version unknown", []byte("\x93NUMPY\x04\x00\x76\x00"), `0+6 magic; 6+2 format version 4.0`},
		{"header without a dictionary", raw(1, "      \n", "abc"),
			`0+6 magic; 6+2 format version 1.0; 8+2 header length 7, little-endian; 10+7 header text; 17+3 bytes after the header`},
		{"byte order mark before the magic", append([]byte("\xef\xbb\xbf"), plainFile...),
			`0+3 bytes before the magic; 3+6 magic; 9+2 format version 1.0; 11+2 header length 118, little-endian; 13+118 header text; 131+24 bytes after the header`},
		{"magic at the end", []byte("xyz\x93NUMPY\x01"), `0+3 bytes before the magic; 3+6 magic; 9+1 format version, truncated`},
		{"prefix after the first 512 bytes", append(bytes.Repeat([]byte{1}, 506), plainFile...),
			`0+506 bytes before the magic; 506+6 magic; 512+2 format version 1.0; 514+2 header length 118, little-endian; 516+118 header text; 634+24 bytes after the header`},
		{"archive that isn't at the start", []byte("xPK\x03\x04\x93NUMPY"), ``},
	} {
		if got := strings.Join(traced(t, test.file), "; "); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.what, got, test.want)
		}
	}

	var got []string
	checkBytes(t, plainFile, &Options{MaxHeaderSize: 100, Trace: func(r Region) {
		got = append(got, fmt.Sprintf("%d+%d %s", r.Offset, r.Length, r.Name))
	}})
	want := `0+6 magic; 6+2 format version 1.0; 8+2 header length 118, little-endian; 10+118 header text; 128+24 bytes after the header`
	if got := strings.Join(got, "; "); got != want {
		t.Errorf("header over the limit: got\n%s\nwant\n%s", got, want)
	}
}

// TestTraceExtra covers a local header with the zip64 field of NumPy, another field and one that is cut.
func TestTraceExtra(t *testing.T) {
	sizes := "\x04\x00\x00\x00\x00\x00\x00\x00"
	file := build.Archive("", build.File{Name: "b", Content: []byte("text"), Extra: "\x01\x00\x10\x00" + sizes + sizes + "\xfe\xca\x02\x00xy" + "\x07\x00"})
	copy(file[18:26], "\xff\xff\xff\xff\xff\xff\xff\xff")
	want := `
		18+4 compressed size 4294967295, in the zip64 extra field
		22+4 uncompressed size 4294967295, in the zip64 extra field
		26+2 name length 1
		28+2 extra length 28
		30+1 name b
		31+4 zip64 extra field of 16 bytes
		35+8 uncompressed size 4
		43+8 compressed size 4
		51+4 extra field 0xcafe of 2 bytes
		55+2 extra field 0xcafe: data
		57+2 extra field, truncated
		59+4 content of the member, stored`
	got := strings.Join(traced(t, file), "\n")
	if _, got, _ = strings.Cut(got, "\n14+4 checksum 0x3b8ba7c7\n"); got != strings.ReplaceAll(strings.TrimSpace(want), "\t", "") {
		t.Errorf("got\n%s\nwant %s", got, want)
	}
}
