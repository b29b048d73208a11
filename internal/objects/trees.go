package objects

import (
	"cmp"
	"maps"
	"slices"
	"sync"
)

// Trees has the trees of a file: of its arrays, or of those of its members.
type Trees struct {
	depth int

	mu     sync.Mutex
	trees  int // that there is room for
	values int // likewise
	all    map[place]placed
}

// placed is a tree with the name of its member.
type placed struct {
	*Tree
	name string
}

// place is the member, -1 for none, and the number of an array, as a finding has them.
type place struct{ member, array int }

// New returns Trees with the collections of a number of levels opened, which takes so many trees at most.
func New(depth, most int) *Trees {
	return &Trees{depth: depth, trees: most, values: MaxInFile, all: make(map[place]placed)}
}

// Opcodes builds the tree of an array out of its opcodes, if there is room for one more: it is the Opcodes of
// validator.Options.
func (t *Trees) Opcodes(member, array int, name string) (step func(op string, arg []byte, n int64), end func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.trees <= 0 || t.values <= 0 {
		return nil, nil
	}
	b := &builder{}
	return b.step, func() { t.add(member, array, name, b) }
}

// add adds the tree of an array. The name is that of the member, if it has one.
func (t *Trees) add(member, array int, name string, b *builder) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if tree := b.tree(t.depth, min(t.values-1, maxNodes)); tree != nil {
		t.trees--
		t.values -= 1 + tree.size + b.parts/fieldParts
		t.all[place{member, array}] = placed{tree, name}
	}
}

// Each calls do for each tree, in the order of the file, with the name of its member and the number of its array.
func (t *Trees) Each(do func(name string, array int, tree *Tree)) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range slices.SortedFunc(maps.Keys(t.all), func(a, b place) int {
		return cmp.Or(cmp.Compare(a.member, b.member), cmp.Compare(a.array, b.array))
	}) {
		do(t.all[p].name, p.array, t.all[p].Tree)
	}
}

// Get returns the tree of an array, or nil if it has none.
func (t *Trees) Get(member, array int) *Tree {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[place{member, array}].Tree
}
