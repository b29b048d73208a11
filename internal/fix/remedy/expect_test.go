package remedy

import (
	"slices"
	"testing"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

func TestExpect(t *testing.T) {
	file := func(rule spec.ID) *validator.Finding {
		return &validator.Finding{Rule: rule, Member: validator.NoMember}
	}
	record := func(rule spec.ID, member int) *validator.Finding {
		return &validator.Finding{Rule: rule, Member: member}
	}
	content := func(rule spec.ID, member int) *validator.Finding {
		return &validator.Finding{Rule: rule, Member: member, Base: validator.BaseContent}
	}
	for _, test := range []struct {
		findings []*validator.Finding
		ways     []Way
	}{
		{nil, []Way{}},
		{[]*validator.Finding{file(spec.HeaderPaddingByte), file(spec.DataBoolValue)}, []Way{Fixes, Leaves}},
		{[]*validator.Finding{file(spec.HeaderPaddingByte), file(spec.DataTruncated)}, []Way{Leaves, Leaves}},
		{[]*validator.Finding{file(spec.HeaderNewlinesConverted)}, []Way{May}},
		{[]*validator.Finding{file(spec.PrefixMagic)}, []Way{Leaves}},
		{[]*validator.Finding{file(spec.DataSecondArray), file(spec.KeysNotSorted)}, []Way{Asks, Fixes}},
		// A member that is in doubt leaves the others and the records as they are; a record in doubt doesn't.
		{[]*validator.Finding{file(spec.ZipComment), content(spec.KeysNotSorted, 0), content(spec.KeysMissing, 1), content(spec.KeysNotSorted, 1)},
			[]Way{Fixes, Fixes, Leaves, Leaves}},
		{[]*validator.Finding{file(spec.ZipComment), record(spec.ZipCrc, 1), content(spec.KeysNotSorted, 0)}, []Way{Leaves, Leaves, Leaves}},
	} {
		if ways := Expect(test.findings); !slices.Equal(ways, test.ways) {
			t.Errorf("%v: got %v, expected %v", test.findings, ways, test.ways)
		}
	}
}
