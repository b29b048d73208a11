package remedy

import (
	"slices"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// TestExpect covers what findings do to each other. A test of package fix compares the result with what fix does.
func TestExpect(t *testing.T) {
	const file = validator.NoMember
	of := func(base validator.Base, member int, rules ...spec.ID) (all []validator.Finding) {
		for _, rule := range rules {
			all = append(all, validator.Finding{Rule: rule, Member: member, Base: base})
		}
		return all
	}
	array := func(names ...string) *validator.Array {
		a := &validator.Array{DType: spec.DType{Kind: 'V', Struct: true}}
		for _, name := range names {
			a.DType.Fields = append(a.DType.Fields, spec.Field{Name: name})
		}
		return a
	}
	npy := func(a *validator.Array, rules ...spec.ID) *validator.Report {
		return &validator.Report{Format: validator.Npy, Array: a, Findings: of(validator.BaseFile, file, rules...)}
	}
	npz := func(parts ...[]validator.Finding) *validator.Report {
		return &validator.Report{Format: validator.Npz, Findings: slices.Concat(parts...)}
	}
	odd := func(start string) *validator.Report {
		r := npy(nil, spec.PrefixMagic)
		r.Format, r.Findings[0].Excerpt.Bytes = validator.Unknown, start
		return r
	}
	for _, test := range []struct {
		name   string
		report *validator.Report
		ways   []Way
	}{
		{"nothing", npy(array()), []Way{}},
		{"a fault of the form, and what the array is", npy(array(), spec.HeaderPaddingByte, spec.DataBoolValue), []Way{Fixes, Leaves}},
		{"a fault of the form, and data that is lost", npy(array(), spec.HeaderPaddingByte, spec.DataTruncated), []Way{Leaves, Leaves}},
		{"a fault of the form, and bytes after the data", npy(array(), spec.HeaderPaddingByte, spec.DataTrailing), []Way{May, May}},
		{"a fault of the form, and a long header", npy(array(), spec.HeaderPaddingByte, spec.HeaderLengthOver10000), []Way{Fixes, May}},
		{"a conversion", npy(array(), spec.HeaderNewlinesConverted), []Way{May}},
		{"several arrays", npy(array(), spec.DataSecondArray, spec.KeysNotSorted), []Way{Asks, Asks}},
		{"an array that can't be understood", npy(nil, spec.DescrCTypeCode), []Way{Leaves}},
		{"names in ASCII", npy(array("a", "b"), spec.KeysNotSorted), []Way{Fixes}},
		{"names that NumPy writes as Latin-1", npy(array("a", "é"), spec.KeysNotSorted), []Way{Leaves}},
		{"names that are Latin-1", npy(array("é"), spec.KeysNotSorted, spec.HeaderNotAscii), []Way{Fixes, Leaves}},
		{"names that NumPy writes as UTF-8", npy(array("é", "日"), spec.KeysNotSorted), []Way{Fixes}},
		{"a text", odd("hello"), []Way{Leaves}},
		{"gzip", odd("\x1f\x8b\x08"), []Way{May}},
		{"an array after a BOM", odd("\xef\xbb\xbf\x93NUMPY"), []Way{May}},
		{"an archive of the wrong name", npz(of(validator.BaseFile, file, spec.PrefixMagic, spec.ZipComment)), []Way{Asks, Fixes}},
		{
			"a member in doubt, which leaves the others and the records as they are",
			npz(of(validator.BaseFile, file, spec.ZipComment), of(validator.BaseContent, 0, spec.KeysNotSorted), of(validator.BaseContent, 1, spec.KeysMissing, spec.KeysNotSorted)),
			[]Way{Fixes, Fixes, Leaves, Leaves},
		},
		{
			"a record in doubt",
			npz(of(validator.BaseFile, file, spec.ZipComment), of(validator.BaseFile, 1, spec.ZipCrc), of(validator.BaseContent, 0, spec.KeysNotSorted)),
			[]Way{Leaves, Leaves, Leaves},
		},
		{
			"a hidden member",
			npz(of(validator.BaseFile, file, spec.ZipComment), of(validator.BaseFile, 1, spec.ZipHiddenMember), of(validator.BaseContent, 0, spec.DescrTypeName)),
			[]Way{Asks, Asks, Asks},
		},
		{"several arrays in a member", npz(of(validator.BaseContent, 0, spec.DataSecondArray, spec.KeysNotSorted)), []Way{Leaves, Leaves}},
	} {
		if ways := Expect(test.report, "a.npy"); !slices.Equal(ways, test.ways) {
			t.Errorf("%s: got %v, expected %v", test.name, ways, test.ways)
		}
	}
	if ways := Expect(odd("\x1f\x8b\x08"), "a.npy.gz"); ways[0] != Leaves {
		t.Errorf("got %v for gzip by its name, expected that it is left", ways)
	}
	short := npy(array(), spec.KeysNotSorted)
	short.Incomplete = "a reason"
	if ways := Expect(short, "a.npy"); ways[0] != Leaves {
		t.Errorf("got %v for a file that wasn't checked to its end, expected that it is left", ways)
	}
}
