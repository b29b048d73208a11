package objects

import (
	"cmp"
	"context"
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

type contextKey struct{}

// Within returns a context with which a check fills the trees.
func (t *Trees) Within(ctx context.Context) context.Context {
	return context.WithValue(ctx, contextKey{}, t)
}

// Of returns the Trees of a context, or nil.
func Of(ctx context.Context) *Trees {
	t, _ := ctx.Value(contextKey{}).(*Trees)
	return t
}

// Builder returns a Builder for one more tree, or nil if there is no room for it. Judge says what is to be known of an
// import, such as "unknown", or nothing.
func (t *Trees) Builder(judge func(module, name string) string) *Builder {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.trees <= 0 || t.values <= 0 {
		return nil
	}
	return &Builder{judge: judge}
}

// Add adds the tree of an array. The name is that of the member, if it has one.
func (t *Trees) Add(member, array int, name string, b *Builder) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if tree := b.Tree(t.depth, min(t.values-1, maxNodes)); tree != nil {
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
