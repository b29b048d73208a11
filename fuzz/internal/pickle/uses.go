package pickle

// Uses returns the ways in which the pickle uses imports, each once.
func (m *Made) Uses() []Use { return uses(m.root, m.protocol) }

// Use is a way in which a pickle uses an import.
type Use struct {
	Module, Name string
	Way          string // one of Ways
}

// Ways are the ways in which a pickle uses an import.
var Ways = []string{wayElement, wayArgument, wayCalled, wayBuilt, waySink}

const (
	wayElement  = "element"  // it, or what it returns, is in a collection
	wayArgument = "argument" // it, or what it returns, is an argument of a call
	wayCalled   = "called"
	wayBuilt    = "built"         // what it returns gets a state, or items
	waySink     = "part of state" // what it returns is part of the state of something
)

// uses lists the ways in which a tree uses imports.
func uses(root *Node, protocol byte) []Use {
	seen := make(map[Use]bool)
	var found []Use
	note := func(n *Node, way string) {
		if n.Kind == nodeObject {
			n = n.callee
		}
		u := Use{n.S, n.name, way}
		if n.Kind == nodeGlobal && !seen[u] {
			seen[u] = true
			found = append(found, u)
		}
	}
	visit := func(n *Node) {
		for _, item := range n.Items {
			note(item, wayElement)
		}
		for _, item := range append(n.appends, n.sets...) {
			note(item, wayElement)
		}
		if n.Kind == nodeBytes && protocol < 3 {
			note(global("_codecs", "encode"), wayCalled)
		}
		if n.Kind != nodeObject {
			return
		}
		note(n.callee, wayCalled)
		for _, arg := range n.args.Items {
			note(arg, wayArgument)
		}
		if len(n.States)+len(n.appends)+len(n.sets) > 0 {
			note(n, wayBuilt)
		}
		for _, state := range n.States {
			note(state, waySink)
			walk(state, func(slot **Node) {
				if (*slot).Kind == nodeObject {
					note(*slot, waySink)
				}
			})
		}
	}
	visit(root)
	walk(root, func(slot **Node) { visit(*slot) })
	return found
}
