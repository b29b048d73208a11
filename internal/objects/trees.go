package objects

import (
	"context"
	"sync"
)

// Trees has the trees of a file: of its arrays, or of those of its members.
type Trees struct {
	depth int

	mu   sync.Mutex
	left int
	all  map[place]*Tree
}

// place is the member, -1 for none, and the number of an array, as a finding has them.
type place struct{ member, array int }

// New returns Trees with the collections of a number of levels opened.
func New(depth int) *Trees {
	return &Trees{depth: depth, left: maxInFile, all: make(map[place]*Tree)}
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

// Add adds the tree of an array.
func (t *Trees) Add(member, array int, b *Builder) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if tree := b.Tree(t.depth, min(t.left, maxNodes)); tree != nil {
		t.left -= tree.size
		t.all[place{member, array}] = tree
	}
}

// Get returns the tree of an array, or nil if it has none.
func (t *Trees) Get(member, array int) *Tree {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[place{member, array}]
}
