package remedy

import (
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Expect returns what npycheck fix does about each of the findings of a report on a file of that name: Fixes; May, if
// that depends on bytes that the report doesn't have; Asks, if it needs a flag, perhaps for another finding; or Leaves.
func Expect(r *validator.Report, name string) []Way {
	ways := make([]Way, len(r.Findings))
	if r.Incomplete != "" || len(r.Omitted) > 0 {
		return ways
	}
	whole := Fixes
	if r.Format == validator.Npy && len(r.Findings) > 0 {
		whole = arrays(r)
	}
	if len(r.Followed) > 0 {
		whole = weaker(whole, May) // a fault of the archive that hides others, unless it was converted as text
	}
	members := map[scope]Way{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if at := scopeOf(f); at == (scope{}) {
			whole = weaker(whole, obstacle(f))
		} else {
			members[at] = weaker(obstacle(f), in(members, at, r))
		}
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if at := scopeOf(f); at == (scope{}) {
			ways[i] = weaker(own(f, r, name), whole)
		} else {
			ways[i] = weaker(own(f, r, name), weaker(whole, members[at]))
		}
	}
	return ways
}

// weaker returns what fix does if two things hold it back.
func weaker(a, b Way) Way {
	if a == Leaves || b == Leaves {
		return Leaves
	}
	return max(a, b)
}

// scope is the member whose array a finding is about. It is zero if the finding is about the file, or about the records
// of an archive: fix then rewrites all or nothing.
type scope struct {
	member int // its index and 1
	name   string
}

func scopeOf(f *validator.Finding) scope {
	if f.Base == validator.BaseContent {
		return scope{f.Member + 1, "member " + f.MemberName} // a report that was read has no indices
	}
	return scope{}
}

// in returns what fix does at most about the array of a member, as far as earlier findings say.
func in(members map[scope]Way, at scope, r *validator.Report) Way {
	if way, ok := members[at]; ok {
		return way
	}
	if i := at.member - 1; i >= 0 && i < len(r.Members) {
		return array(r.Members[i].Array, r.Findings, at)
	}
	return Fixes
}

// arrays returns what the arrays of a file allow: fix fixes all of them or none.
func arrays(r *validator.Report) Way {
	way := array(r.Array, r.Findings, scope{})
	for _, a := range r.Arrays {
		way = weaker(way, array(a, r.Findings, scope{}))
	}
	return way
}

// array returns what an array allows. NumPy would write some names as Latin-1, which is worse than the form they have.
func array(a *validator.Array, findings []validator.Finding, at scope) Way {
	switch {
	case a == nil:
		return Leaves
	case highest(&a.DType) <= 0x7F || highest(&a.DType) > 0xFF: // in ASCII, or in version 3.0
		return Fixes
	}
	for i := range findings {
		if findings[i].Rule == spec.HeaderNotAscii && scopeOf(&findings[i]) == at {
			return Fixes
		}
	}
	return Leaves
}

// highest returns the highest code point in the names and titles of a type.
func highest(t *spec.DType) (c rune) {
	for i := range t.Fields {
		for _, each := range t.Fields[i].Name + t.Fields[i].Title {
			c = max(c, each)
		}
		c = max(c, highest(&t.Fields[i].Type))
	}
	if t.Base != nil {
		c = max(c, highest(t.Base))
	}
	return c
}

// obstacle returns what a finding lets fix do about the others in its scope.
func obstacle(f *validator.Finding) Way {
	r := Of(f.Rule)
	inside := scopeOf(f) != (scope{})
	switch {
	case f.Rule == spec.PrefixMagic, f.Rule == spec.HeaderLengthOver10000:
		return Fixes
	case r.Doubt && r.Way == Leaves, f.Rule == spec.DataSecondArray && inside:
		return Leaves
	case f.Rule == spec.DataSecondArray, r.Flag == "--drop":
		return Asks
	case r.Way == May:
		return May
	}
	return Fixes
}

// own returns what fix does about a finding if nothing else is in the way.
func own(f *validator.Finding, r *validator.Report, name string) Way {
	switch {
	case f.Rule != spec.PrefixMagic:
		return Of(f.Rule).Way
	case r.Format == validator.Npz && f.MemberName == "":
		return Asks
	case r.Format == validator.Unknown && validator.FormatOf(name) != validator.Unknown && f.Offset == f.Excerpt.Offset && wrapped(f.Excerpt.Bytes):
		return May
	}
	return Leaves
}

// wrappers are how files begin of which fix finds out whether there is an array in them.
var wrappers = []string{"\x1f\x8b", "k05VTVBZ", "UEsDB", "data:application/octet-stream;", "\xc2\x93NUMPY", "\u201cNUMPY", `\x93NUMPY`, "\x93numpy", spec.Magic[1:]}

// wrapped reports whether the first bytes of a file are those of a wrapper, or of a text before an array.
func wrapped(head string) bool {
	for _, start := range wrappers {
		if strings.HasPrefix(head, start) {
			return true
		}
	}
	return strings.Contains(head, spec.Magic)
}
