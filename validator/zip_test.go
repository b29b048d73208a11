package validator

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// cleanArchives yields the mended examples of the rules on archives.
func cleanArchives(f func(id string, b []byte)) {
	for _, rule := range spec.Rules() {
		if area := rule.Area(); (area == "zip" || area == "npz") && len(rule.Example.Good) < 1<<15 {
			f(rule.Name, []byte(rule.Example.Good))
		}
	}
}

// TestArchivePartition adds up the ranges that a check names: each byte of a clean archive is in one.
func TestArchivePartition(t *testing.T) {
	cleanArchives(func(id string, b []byte) {
		var regions []Region
		checkBytes(t, b, &Options{Trace: func(r Region) {
			if r.Base == BaseFile {
				regions = append(regions, r)
			}
		}})
		slices.SortStableFunc(regions, func(a, b Region) int { return cmp.Compare(a.Offset, b.Offset) })
		at := int64(0)
		for _, r := range regions {
			if r.Offset != at {
				t.Errorf("%s: %s is at %d, want %d", id, r.Name, r.Offset, at)
			}
			at = r.Offset + r.Length
		}
		if at != int64(len(b)) {
			t.Errorf("%s: ranges end at %d, want %d", id, at, len(b))
		}
	})
}

// TestArchiveFaultsHideNothing changes every byte in front of, behind and between the contents of an
// archive. The import in its second member is still found, as long as any reader can find the member.
func TestArchiveFaultsHideNothing(t *testing.T) {
	evil := object1(importOf("os", "system") + called)
	for _, deflate := range []bool{false, true} {
		m := testMember{name: "b.npy", content: evil}
		if deflate {
			m.packed = deflated(t, evil)
		}
		clean := testArchive("", testMember{name: "a.npy", content: plainFile}, m)
		free := make([]bool, len(clean))
		checkBytes(t, clean, &Options{Trace: func(r Region) {
			if r.Base != BaseFile {
				return
			}
			gone := strings.HasPrefix(r.Name, "content of") ||
				// Other bytes are the content then, or none that anybody knows how to read.
				strings.HasPrefix(r.Name, "name length") || strings.HasPrefix(r.Name, "extra length") || strings.HasPrefix(r.Name, "local header: signature")
			for i := r.Offset; gone && i < r.Offset+r.Length; i++ {
				free[i] = true
			}
		}})
		for i := range clean {
			if free[i] {
				continue
			}
			for _, v := range []byte{clean[i] ^ 1, clean[i] ^ 0x80, 0, 0xff} {
				b := bytes.Clone(clean)
				b[i] = v
				if report := checkBytes(t, b, nil); !slices.Contains(ruleIDs(report), "pickle-import-dangerous") && i >= 4 {
					t.Errorf("deflated %t: byte %d is 0x%02x: got %v, want the import found", deflate, i, v, ruleIDs(report))
				}
			}
		}
	}
}

// TestArchiveDisks has disk numbers in all the places where there are some.
func TestArchiveDisks(t *testing.T) {
	rule, _ := spec.Lookup("zip-zip64-record")
	wide := []byte(rule.Example.Good)
	narrow := archived(t, 0, map[string][]byte{"a.npy": plainFile})
	place := func(b []byte, signature string, offset int) int {
		return bytes.LastIndex(b, []byte(signature)) + offset
	}
	for _, test := range []struct {
		file      []byte
		signature string
		at, width int
		sentinel  bool // stands for a value that is somewhere else
	}{
		{narrow, endSignature, 4, 2, false},
		{narrow, endSignature, 6, 2, false},
		{narrow, centralSignature, 34, 2, false},
		{wide, endSignature, 4, 2, true},
		{wide, endSignature, 6, 2, true},
		{wide, centralSignature, 34, 2, false},
		{wide, end64Signature, 16, 4, false},
		{wide, end64Signature, 20, 4, false},
		{wide, locator64Signature, 4, 4, false},
		{wide, locator64Signature, 16, 4, false},
	} {
		for _, v := range []uint32{2, 1 << 8, 1<<16 - 1} {
			b := bytes.Clone(test.file)
			at := place(b, test.signature, test.at)
			if test.width == 2 {
				binary.LittleEndian.PutUint16(b[at:], uint16(v))
			} else {
				binary.LittleEndian.PutUint32(b[at:], v)
			}
			want := []string{"zip-multi-disk"}
			if test.sentinel && v == 1<<16-1 {
				want = []string{"zip-disk-sentinel"}
			}
			if got := ruleIDs(checkBytes(t, b, nil)); !slices.Equal(got, want) {
				t.Errorf("%q at %d is %d: got %v, want %v", test.signature, test.at, v, got, want)
			}
		}
	}
}

// TestArchiveDeterminism checks an archive with faults in many members with one processor and with
// several: the reports are the same.
func TestArchiveDeterminism(t *testing.T) {
	b := testArchive("", repeat(600, func(i int) testMember {
		content := npy(1, dict("'|b1'", "False", "(4096,)"), strings.Repeat("\x02", 4096-i%2))
		return testMember{name: strings.Repeat("n", i%7) + ".npy", content: content, packed: deflated(t, content)}
	})...)
	opt := &Options{Depth: Full}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	want := checkBytes(t, b, opt)
	if len(want.Findings) != DefaultMaxFindings || len(want.Omitted) == 0 {
		t.Fatalf("got %d findings and %v omitted, want more than are kept", len(want.Findings), want.Omitted)
	}
	for range 3 {
		runtime.GOMAXPROCS(4)
		if got := checkBytes(t, b, opt); !reflect.DeepEqual(got, want) {
			t.Errorf("reports of the same archive differ")
		}
	}
}

// TestMisnamed has files whose name promises another format than they have.
func TestMisnamed(t *testing.T) {
	archive := testArchive("", testMember{name: "a.npy", content: plainFile})
	for _, test := range []struct {
		name string
		file []byte
		want string
	}{
		{"a.npy", archive, "prefix-magic"},
		{"a.npz", archive, ""},
		{"a", archive, ""},
		{"a.NPY", archive, "prefix-magic"},
		{"a.npz", plainFile, "npz-name-of-array"},
		{"dir/A.NPZ", plainFile, "npz-name-of-array"},
		{"a.npz", plainFile[:151], "data-truncated npz-name-of-array"},
		{"a.npz", plainFile[:100], "prefix-header-truncated"},
		{"a.npz.npy", plainFile, ""},
		{"npz", plainFile, ""},
		{"a.npy", testArchive(""), "prefix-magic"},
		{"a.npz", testArchive(""), "npz-empty"},
		{"a.npz", []byte(proto(3) + one("N") + "."), "pickle-raw-file"},
		{"a.npz", []byte("text and more\n"), "prefix-magic"},
	} {
		opt := &Options{Name: test.name, Depth: Full}
		if got := strings.Join(ruleIDs(checkBytes(t, test.file, opt)), " "); got != test.want {
			t.Errorf("%s with %.8q: got %q, want %q", test.name, test.file, got, test.want)
		}
		sameStream(t, test.file, opt)
	}
}

// TestFolderTaken has names that are folders in other names, and names that only look so.
func TestFolderTaken(t *testing.T) {
	for _, test := range []struct {
		names string
		want  string
	}{
		{"d.npy d.npy/a.npy", "zip-name-collision"},
		{"d/e.npy/f/a.npy d/e.npy", "zip-name-collision"},
		{"d.npy D.npy/a.npy", ""},
		{"d.npy d.npyx/a.npy d/a.npy", ""},
	} {
		var members []testMember
		for _, name := range strings.Fields(test.names) {
			members = append(members, testMember{name: name, content: plainFile})
		}
		got := slices.DeleteFunc(ruleIDs(checkBytes(t, testArchive("", members...), nil)), func(id string) bool { return id == "npz-name-nested" })
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %v, want %s", test.names, got, test.want)
		}
	}
}
