package inspect

import (
	"cmp"
	"maps"
	"slices"
	"sync"
)

// The limits of what a tree shows.
const (
	DefaultDepth = 3    // levels
	MaxDepth     = 20   // likewise
	maxNodes     = 500  // values, those that come again included
	maxInFile    = 5000 // of all trees of a file, the outermost ones included
	maxContainer = 10   // elements of a list of lists or the like
	fieldParts   = 16   // parts of structured dtypes that count as a value
)

// Tree is what is shown of a pickle.
type Tree struct {
	root    *node
	size    int  // values besides the root
	partial bool // the pickle ends early, or npycheck didn't follow it to its end
}

// tree returns the tree of what was followed so far, with the collections of a number of levels opened and at most
// most values besides the first.
func (b *builder) tree(depth, most int) *Tree {
	if len(b.stack) == 0 {
		return nil
	}
	root := b.stack[0]
	if b.ended {
		root = b.stack[len(b.stack)-1] // what the pickle leaves below is lost
	}
	t := &Tree{root: root, partial: b.over || !b.ended}
	level := 0
	if t.root.kind == kindArray {
		level = -1 // its elements are what the file is about
	}
	t.size = most - choose(t.root, level, depth, most)
	return t
}

// choose lets go of what isn't shown. It goes through the tree breadth first, so that what is near the root is shown
// first. It returns how many more values could have been shown.
func choose(root *node, level, depth, most int) (left int) {
	type place struct {
		n     *node
		level int
	}
	queue := []place{{root, level}}
	seen := map[*node]bool{root: true}
	for at := 0; at < len(queue); at++ {
		p := queue[at]
		if p.level >= depth && !p.n.flat() {
			p.n.close()
		}
		p.n.narrow(most)
		most -= p.n.parts()
		p.n.children(func(c *node) bool {
			if !seen[c] {
				seen[c] = true
				below := p.level + 1
				if (c == p.n.args || c == p.n.state) && c.open() {
					below = p.level
				}
				queue = append(queue, place{c, below})
			}
			return true
		})
	}
	return most
}

// open reports whether the arguments or the state of an object are opened together with it.
func (n *node) open() bool { return n.kind == kindTuple || n.kind == kindDict }

// close lets go of the parts of a node, but not of how many arguments an object has, and what sort of state.
func (n *node) close() {
	args, state := n.args, n.state
	n.drop()
	if args != nil && args.open() {
		n.args = args
	}
	if state != nil && state.open() {
		n.state = state
	}
}

// narrow lets go of all but the first parts of a node, of which there may be most.
func (n *node) narrow(most int) {
	elements := maxItems
	if !n.flat() {
		elements = maxContainer
	}
	if len(n.items) > min(elements, most) {
		n.items, n.cut = slices.Clone(n.items[:min(elements, most)]), true // so that the others aren't kept
	}
	if most -= len(n.items); len(n.entries) > most {
		n.entries, n.cut = slices.Clone(n.entries[:most&^1]), true
	}
	if most -= len(n.entries); most < 2 && (n.args != nil || n.state != nil) {
		n.args, n.state, n.cut = nil, nil, true
	}
}

// flat reports whether all parts of a node are atoms, so that they fit on its line.
func (n *node) flat() bool {
	if len(n.entries) > 0 {
		return false
	}
	flat := true
	n.children(func(c *node) bool {
		flat = c.atom() && c.kind != kindImport || c == n.args && c.atoms()
		return flat
	})
	return flat
}

// atoms reports whether a node is a tuple of atoms.
func (n *node) atoms() bool {
	return n.kind == kindTuple && !slices.ContainsFunc(n.items, func(c *node) bool { return !c.atom() })
}

// repeats reports whether it matters that a node comes again.
func (n *node) repeats() bool {
	return !n.atom() && n.kind != kindDType && (n.kind == kindArray || n.parts() > 0)
}

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

// NewTrees returns Trees with the collections of a number of levels opened, which takes so many trees at most.
func NewTrees(depth, most int) *Trees {
	return &Trees{depth: depth, trees: most, values: maxInFile, all: make(map[place]placed)}
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
