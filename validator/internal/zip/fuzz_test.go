package zip

import (
	"archive/zip"
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/seeded"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// FuzzZip takes a whole archive. Whatever it is, faults are about bytes of it and members are within it. If
// there is no fault, every byte is traced once, and Go's own reader finds the same members.
func FuzzZip(tf *testing.F) {
	f := seeded.F{F: tf}
	for _, b := range varied(f) {
		f.Add(b)
	}
	for _, rule := range spec.Rules() {
		if rule.Area() != "zip" {
			continue
		}
		if bad, good := example(f, rule.Name); len(bad) < 1<<12 {
			f.Add(bad)
			f.Add(good)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		size := int64(len(b))
		within := func(what string, at, n int64) {
			if at < 0 || n < 0 || n > size || at > size-n {
				t.Errorf("%s: %d bytes at %d are not within the %d of the file", what, n, at, size)
			}
		}
		var regions []region
		c := Config{MaxMembers: 100, Decompressors: config.Decompressors, Trace: func(at, n int64, _ []byte, what string) {
			regions = append(regions, region{at, n, what})
		}}
		faults := &finding.List{Max: math.MaxInt}
		a, err := readWhole(t, bytes.NewReader(b), size, c, faults)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range faults.Kept {
			within(f.Rule.String(), f.Offset, min(f.Length, max(0, size-f.Offset))) // data may be promised beyond the end
			if f.Member == 0 {
				continue
			}
			// What has no name in the directory goes by that of its local header.
			if want := a.Members[f.Member-1].Name(); f.Name != want && want != "" {
				t.Errorf("%s: member %d has the name %q, want %q", f.Rule.String(), f.Member, f.Name, want)
			}
		}
		within("directory", a.Directory, a.Limit-a.Directory)
		within("end record", a.End, size-a.End)
		for i := range a.Members {
			m := &a.Members[i]
			if m.Number != i+1 {
				t.Errorf("member %d has the number %d", i+1, m.Number)
			}
			if m.Found {
				within(m.Quoted(), m.Data, max(0, min(m.End, size)-m.Data))
			}
		}
		if len(faults.Kept) > 0 || a.Incomplete != "" {
			return
		}
		partitioned(t, regions, size)
		r, err := zip.NewReader(bytes.NewReader(b), size)
		if err != nil {
			t.Fatalf("archive/zip refuses what has no fault: %v", err)
		}
		if len(r.File) != len(a.Members) {
			t.Fatalf("archive/zip finds %d members, want %d", len(r.File), len(a.Members))
		}
		for i, f := range r.File {
			m := &a.Members[i]
			if at, err := f.DataOffset(); err != nil || at != m.Data || f.UncompressedSize64 != m.Unpacked() || f.CompressedSize64 != m.Packed() {
				t.Errorf("archive/zip has %+v at %d, %v, want %+v", f.FileHeader, at, err, m)
			}
			if !f.NonUTF8 && f.Name != m.Name() || strings.HasSuffix(f.Name, "/") != m.Folder() {
				t.Errorf("archive/zip has the name %q, want %q", f.Name, m.Name())
			}
		}
	})
}
