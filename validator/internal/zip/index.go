package zip

import (
	"cmp"
	"hash/maphash"
	"slices"
)

// Index finds the members of the directory by their names, in the form that a function gives to them. It keeps hashes,
// so that no name is formed and compared more than twice, and has a random seed, so that nobody can choose names with
// equal hashes.
type Index struct {
	members []Member
	form    func(string) string
	seed    maphash.Seed
	order   []nameHash
}

type nameHash struct {
	hash   uint64
	member int32
}

// NewIndex returns an index of members by their names, as they are if form is nil.
func NewIndex(members []Member, form func(string) string) *Index {
	x := &Index{members: members, form: form, seed: maphash.MakeSeed(), order: make([]nameHash, 0, len(members))}
	for i := range members {
		if !members[i].Hidden {
			x.order = append(x.order, nameHash{maphash.String(x.seed, x.name(int32(i))), int32(i)})
		}
	}
	slices.SortFunc(x.order, func(a, b nameHash) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.member, b.member)) })
	return x
}

func (x *Index) name(i int32) string {
	if x.form == nil {
		return x.members[i].Name()
	}
	return x.form(x.members[i].Name())
}

// Find returns the first member of a name, or nil.
func (x *Index) Find(name string) *Member {
	hash := maphash.String(x.seed, name)
	k, _ := slices.BinarySearchFunc(x.order, hash, func(h nameHash, hash uint64) int { return cmp.Compare(h.hash, hash) })
	if k < len(x.order) && x.order[k].hash == hash && x.name(x.order[k].member) == name {
		return &x.members[x.order[k].member]
	}
	return nil
}

// equal returns the members whose name is that of one before them, each after that one, in their order
// in the archive.
func (x *Index) equal() [][2]*Member {
	var later [][2]int32
	for k := 1; k < len(x.order); k++ {
		a, b := x.order[k-1], x.order[k]
		if a.hash == b.hash && !x.members[b.member].sameHeader(&x.members[a.member]) && x.name(a.member) == x.name(b.member) {
			later = append(later, [2]int32{a.member, b.member})
		}
	}
	slices.SortFunc(later, func(a, b [2]int32) int { return cmp.Compare(a[1], b[1]) })
	pairs := make([][2]*Member, len(later))
	for i, p := range later {
		pairs[i] = [2]*Member{&x.members[p[0]], &x.members[p[1]]}
	}
	return pairs
}
