package validator

import (
	"bytes"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// TestArchiveFaultsHideNothing changes every byte before, after and between the contents of an
// archive. The import in its second member is still found, as long as any reader can find the member.
func TestArchiveFaultsHideNothing(t *testing.T) {
	evil := object1(importOf("os", "system") + called)
	for _, deflate := range []bool{false, true} {
		m := build.File{Name: "b.npy", Content: evil}
		if deflate {
			m.Packed = build.Deflate(evil)
		}
		clean := build.Archive("", build.File{Name: "a.npy", Content: plainFile}, m)
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

// TestArchiveDeterminism checks an archive with faults in many members with one CPU and with
// several: the reports are the same.
func TestArchiveDeterminism(t *testing.T) {
	b := build.Archive("", repeat(600, func(i int) build.File {
		content := npy(1, dict("'|b1'", "False", "(4096,)"), strings.Repeat("\x02", 4096-i%2))
		return build.File{Name: strings.Repeat("n", i%7) + ".npy", Content: content, Packed: build.Deflate(content)}
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

// TestMisnamed covers files whose name promises a different format than they have.
func TestMisnamed(t *testing.T) {
	archive := build.Archive("", build.File{Name: "a.npy", Content: plainFile})
	for _, test := range []struct {
		name string
		file []byte
		want string
	}{
		{"a.npy", archive, "prefix-magic"},
		{"a.npz", archive, ""},
		{"a", archive, ""},
		{"a.NPY", archive, "prefix-magic"},
		{"a.npz", plainFile, "npz-single-array"},
		{"dir/A.NPZ", plainFile, "npz-single-array"},
		{"a.npz", plainFile[:151], "data-truncated npz-single-array"},
		{"a.npz", plainFile[:100], "prefix-header-truncated"},
		{"a.npz.npy", plainFile, ""},
		{"npz", plainFile, ""},
		{"a.npy", build.Archive(""), "prefix-magic"},
		{"a.npz", build.Archive(""), "npz-empty"},
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
