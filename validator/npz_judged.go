package validator

import (
	"cmp"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/zip"
)

// judgedMember is the result of judging one member.
type judgedMember struct {
	member     Member
	noArray    bool  // it is something else, and its name doesn't say otherwise
	notNpy     bool  // to be reported, unless no member is an array
	after      int64 // offset of what follows its deflate stream and shouldn't, or 0
	faults     finding.List
	imports    imports
	sound      bool   // its content has the size and the checksum that the headers declare
	incomplete string // why the member was not checked to its end
	err        error
}

// weight is roughly the number of bytes that it takes.
func (r *judgedMember) weight() (n int64) {
	if r.member.Array != nil {
		n = r.member.Array.weight()
	}
	for _, faults := range [...][]finding.Finding{r.faults.Kept, r.faults.Followed} {
		for i := range faults {
			n += int64(128 + len(faults[i].Message) + len(faults[i].Pointer) + len(faults[i].Import))
		}
	}
	for i := range r.imports.kept {
		n += int64(64 + len(r.imports.kept[i].Module) + len(r.imports.kept[i].Name))
	}
	return n
}

// weight is roughly the number of bytes that the array takes beyond those of a usual one.
func (a *Array) weight() int64 { return 8*int64(max(0, len(a.Shape)-8)) + dtypeWeight(&a.DType) }

func dtypeWeight(t *spec.DType) int64 {
	n := 8 * int64(len(t.Shape))
	for i := range t.Fields {
		f := &t.Fields[i]
		n += 128 + int64(len(f.Name)+len(f.Title)) + dtypeWeight(&f.Type)
	}
	if t.Base != nil {
		n += 80 + dtypeWeight(t.Base)
	}
	return n
}

// remark reports that the member is not an array.
func (r *judgedMember) remark(m *zip.Member) {
	at, n := m.NameRange()
	r.faults.Add(finding.Finding{Rule: spec.NpzMemberNotNpy, Offset: at, Length: n, Member: m.Number, Name: m.Name(), Unseen: m.Hidden}, "member is not an array")
	r.faults.Sort()
}

// addDangers adds the dangers that a streaming reader finds in the same member, and that it contains objects. That
// such a reader sees different content was reported already.
func (r *judgedMember) addDangers(other *judgedMember) {
	other.faults.Hide()
	objects, bare := r.faults.Has(spec.PicklePresent), r.faults.Has(spec.NpzMemberPickle)
	r.faults.MergeNew(&other.faults, func(id spec.ID) bool {
		switch id {
		case spec.PicklePresent:
			return !objects
		case spec.NpzMemberPickle:
			return !bare
		}
		rule := id.Rule()
		return rule.Kind == spec.Security && rule.Level == spec.Must
	})
	r.faults.Sort()
	r.imports.mergeNew(&other.imports)
	r.incomplete = cmp.Or(r.incomplete, other.incomplete)
	if r.err == nil {
		r.err = other.err
	}
}
