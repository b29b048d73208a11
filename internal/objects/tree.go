package objects

import "slices"

// The limits of what a tree shows.
const (
	DefaultDepth = 3    // levels
	MaxDepth     = 20   // likewise
	maxNodes     = 500  // values, those that come again included
	MaxInFile    = 5000 // of all trees of a file, the outermost ones included
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
