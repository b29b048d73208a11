package inspect

// Kinds is how many kinds of values there are.
const Kinds = int(kindObject) + 1

// Losses are the ways in which a node loses parts.
var Losses = map[string]func(*node){
	"drop":        (*node).drop,
	"close":       (*node).close,
	"narrow to 0": func(n *node) { n.narrow(0) },
	"narrow to 1": func(n *node) { n.narrow(1) },
}

// All returns the nodes of a tree, breadth first.
func (t *Tree) All() (all []*node) {
	seen := map[*node]bool{t.root: true}
	all = append(all, t.root)
	for at := 0; at < len(all); at++ {
		all[at].children(func(c *node) bool {
			if !seen[c] {
				seen[c] = true
				all = append(all, c)
			}
			return true
		})
	}
	return all
}

// Kind returns the kind of a node, and whether it has parts.
func (n *node) Kind() (k int, has bool) { return int(n.kind), n.parts() > 0 }
