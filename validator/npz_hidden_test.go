package validator

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
	"github.com/npycheck/npycheck/spec"
)

// TestHiddenDuty covers members that only a reader of streams finds. Whatever is wrong with them, a reader that
// goes by the directory can't know.
func TestHiddenDuty(t *testing.T) {
	right := build.File{Name: "b.npy", Content: plainFile}
	negative := npy(1, dict("'|u1'", "False", "(-3,)"), "abc")
	endInside := right
	endInside.Name, endInside.Extra = "c.npy", "\xfe\xca\x16\x00"+build.SigEnd+strings.Repeat("\x00", 18)
	for _, test := range []struct {
		name   string
		member build.File
		rule   spec.ID
		duty   spec.Duty
	}{
		{"nothing else", build.File{Content: plainFile}, spec.ZipHiddenMember, spec.Either},
		{"header", build.File{Content: negative}, spec.ShapeNegative, spec.Either},
		{"length", build.File{Content: plainFile[:len(plainFile)-1]}, spec.DataTruncated, spec.Either},
		{"prefix", build.File{Content: []byte("\x93NUMPY\x01")}, spec.PrefixTooShort, spec.Either},
		{"import", build.File{Content: object1(importOf("os", "system") + called)}, spec.PickleImportDangerous, spec.Either},
		{"stream", build.File{Content: plainFile, Packed: []byte("\x07")}, spec.ZipDeflateCorrupt, spec.Either},
		{"name", build.File{Name: "a\x00.npy", Content: plainFile}, spec.ZipNameNul, spec.Either},
		// Others may mistake it for the end record of the archive.
		{"end record", endInside, spec.ZipSeveralEndRecords, spec.Reject},
	} {
		if test.member.Name == "" {
			test.member.Name = "a.npy"
		}
		test.member.Unlisted = true
		hidden := checkBytes(t, build.Archive("", test.member, right), &Options{Depth: Full})
		at := slices.IndexFunc(hidden.Findings, func(f Finding) bool { return f.Rule == test.rule })
		if at < 0 || hidden.Findings[at].Duty() != test.duty || hidden.Duty() != test.duty || hidden.Verdict() != Nonconforming {
			t.Errorf("%s: got %v, duty %v, want %v among them and %v", test.name, hidden.Findings, hidden.Duty(), test.rule, test.duty)
		}
		test.member.Unlisted = false
		listed := checkBytes(t, build.Archive("", test.member, right), &Options{Depth: Full})
		if test.rule != spec.ZipHiddenMember && (listed.Duty() != spec.Reject || listed.Findings[0].Unseen) {
			t.Errorf("%s: got %v, duty %v of a member that is listed, want reject", test.name, listed.Findings, listed.Duty())
		}
	}
}

// TestHiddenDutyOmitted covers more findings than are kept: of those that are counted, too, it is known where they are.
func TestHiddenDutyOmitted(t *testing.T) {
	many := build.File{Name: "a.npy", Content: npy(1, dict("'|u1'", "False", "(-1, -2, -3)"), ""), Unlisted: true}
	listed := many
	listed.Unlisted = false
	opt := &Options{Depth: Full, MaxFindings: 1}
	for _, test := range []struct {
		first, second build.File
		want          spec.Duty
	}{
		{many, build.File{Name: "b.npy", Content: plainFile}, spec.Either},
		{many, build.File{Name: "b.npy", Content: many.Content}, spec.Reject},
	} {
		if got := checkBytes(t, build.Archive("", test.first, test.second), opt); got.Duty() != test.want || got.Omitted[spec.ShapeNegative] < 2 {
			t.Errorf("got %v with %v omitted, want %v", got.Duty(), got.Omitted, test.want)
		}
	}
}

// TestOtherDuty covers a member that the directory calls stored and its local header deflated. What is dangerous in
// the deflated one only a reader of streams loads.
func TestOtherDuty(t *testing.T) {
	b := otherMethod(object1(importOf("os", "system") + called))
	report := checkBytes(t, b, &Options{Depth: Full})
	at := slices.IndexFunc(report.Findings, func(f Finding) bool { return f.Rule == spec.PickleImportDangerous })
	if at < 0 || !report.Findings[at].Unseen || report.Findings[at].Duty() != spec.Either {
		t.Errorf("got %+v, want pickle-import-dangerous among them, which a reader may reject the file for", report.Findings)
	}
}

// TestOtherNameDuty covers a faulty array under a name without the suffix .npy, which a reader may leave out.
func TestOtherNameDuty(t *testing.T) {
	negative := npy(1, dict("'|u1'", "False", "(-1,)"), "")
	for _, test := range []struct {
		name string
		want spec.Duty
	}{
		{"b.npy", spec.Reject}, {"b", spec.Either}, {"b.NPY", spec.Either}, {"b.npy.bak", spec.Either},
	} {
		report := checkBytes(t, build.Archive("", build.File{Name: "a.npy", Content: plainFile}, build.File{Name: test.name, Content: negative}), &Options{Depth: Full})
		at := slices.IndexFunc(report.Findings, func(f Finding) bool { return f.Rule == spec.ShapeNegative })
		if at < 0 || report.Duty() != test.want || report.Verdict() != Nonconforming {
			t.Errorf("%s: got %+v, duty %v, want shape-negative among them and %v", test.name, report.Findings, report.Duty(), test.want)
		}
	}
}

// TestPickleDuty covers a bare pickle whose sizes differ. A reader of arrays needn't look into the pickle, but has the sizes
// from the directory, at each depth.
func TestPickleDuty(t *testing.T) {
	b := build.Archive("", build.File{Name: "a.npy", Content: []byte("\x80\x04N.")})
	entry := bytes.Index(b, []byte(build.SigCentral))
	b[entry+24]++ // the size of the content
	for _, depth := range []Depth{Header, Structure, Full} {
		report := checkBytes(t, b, &Options{Depth: depth})
		at := slices.IndexFunc(report.Findings, func(f Finding) bool { return f.Rule == spec.ZipSize })
		if at < 0 || report.Findings[at].Unseen {
			t.Errorf("%v: got %+v, want zip-size among them, which a reader sees", depth, report.Findings)
		}
	}
}
