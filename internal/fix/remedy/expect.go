package remedy

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Expect returns what npycheck fix does about each of the findings of a file, as far as the findings show it: Fixes, May
// or Asks; or Leaves if another of them leaves the array in doubt. It doesn't see the file.
func Expect(findings []*validator.Finding) []Way {
	doubted := map[int]bool{} // members by their index, or NoMember for the whole file
	for _, f := range findings {
		if r := Of(f.Rule); r.Doubt && r.Way == Leaves {
			doubted[scope(f)] = true
		}
	}
	ways := make([]Way, len(findings))
	for i, f := range findings {
		// Most files without the magic string aren't arrays, whatever may be done for the others.
		if !doubted[validator.NoMember] && !doubted[scope(f)] && f.Rule != spec.PrefixMagic {
			ways[i] = Of(f.Rule).Way
		}
	}
	return ways
}

// scope returns the member whose array a finding is about, or NoMember if it is about the file or the records of an
// archive.
func scope(f *validator.Finding) int {
	if f.Base == validator.BaseContent {
		return f.Member
	}
	return validator.NoMember
}
