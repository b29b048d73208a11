package pickle

import (
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// traps tells what a file needs of the program that loads it, where the header says nothing of it
// (clause npy-8.14). Each is told once.
type traps struct {
	core    bool // imports of numpy._core
	strings bool // variable-length strings
	text    bool // text of Python 2 beyond ASCII
}

// trap reports one of them the first time. A pickle without a header is a fault whatever it needs.
func (p *machine) trap(told *bool, rule spec.ID, format string, args ...any) {
	if !*told && p.config.Header != nil {
		*told = true
		p.fault(rule, format, args...)
	}
}

// trapImport looks at the module of an import.
func (p *machine) trapImport(g *global) {
	if g.module == "numpy._core" || strings.HasPrefix(g.module, "numpy._core.") {
		p.trap(&p.traps.core, spec.PickleNumpyCore, "import of %v, as NumPy 2 names it: NumPy before 1.26 can't load the file", g)
	}
	if g.module == "numpy.dtypes" && g.name == "StringDType" {
		p.trapStrings()
	}
}

// trapStrings tells of a dtype that NumPy 1 doesn't have.
func (p *machine) trapStrings() {
	p.trap(&p.traps.strings, spec.PickleStringDtype, "dtype StringDType, of text of variable length, which needs NumPy 2")
}

// trapText tells of text of Python 2 that has other bytes than those of ASCII.
func (p *machine) trapText() {
	p.trap(&p.traps.text, spec.PicklePython2Text, "%s with other bytes than ASCII, as Python 2 wrote text and data: numpy.load needs encoding='latin1' or encoding='bytes'", p.op.name)
}
