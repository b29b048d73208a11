package pickle

import (
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// notes tells what a file needs of the program that loads it, where the header says nothing of it
// (clause npy-8.14). Each is told once.
type notes struct {
	*place
	core    bool // imports of numpy._core
	strings bool // variable-length strings
	text    bool // text of Python 2 beyond ASCII
}

// trap reports one of them the first time. A pickle without a header is a fault whatever it needs.
func (n *notes) trap(told *bool, rule spec.ID, format string, args ...any) {
	if !*told && n.headed {
		*told = true
		n.fault(rule, format, args...)
	}
}

// trapImport looks at the module of an import.
func (n *notes) trapImport(g *global) {
	if g.module == "numpy._core" || strings.HasPrefix(g.module, "numpy._core.") {
		n.trap(&n.core, spec.PickleNumpyCore, "import of %v, a NumPy 2 name: NumPy before 1.26 can't load the file", g)
	}
	if g.module == "numpy.dtypes" && g.name == "StringDType" {
		n.trapStrings()
	}
}

// trapStrings tells of a dtype that NumPy 1 doesn't have.
func (n *notes) trapStrings() {
	n.trap(&n.strings, spec.PickleStringDtype, "dtype StringDType, variable-length text, needs NumPy 2")
}

// trapText tells of text of Python 2 that has other bytes than those of ASCII.
func (n *notes) trapText() {
	n.trap(&n.text, spec.PicklePython2Text, "%s has non-ASCII bytes, as from Python 2: numpy.load needs encoding='latin1' or 'bytes'", n.op.name)
}
