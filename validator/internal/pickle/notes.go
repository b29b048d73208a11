package pickle

import (
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// notes reports requirements on the program that loads a file which the header doesn't state
// (clause npy-8.14). Each is reported once.
type notes struct {
	*place
	told []string
	text bool // text of Python 2 beyond ASCII
}

// trap reports a requirement the first time, at the current opcode.
func (n *notes) trap(what string, rule spec.ID, format string, args ...any) {
	n.trapAt(n.start, n.at-n.start, what, rule, format, args...)
}

// trapAt reports a requirement the first time, but not for a pickle without a header, which is a fault anyway.
func (n *notes) trapAt(at, length int64, what string, rule spec.ID, format string, args ...any) {
	if n.headed && !slices.Contains(n.told, what) {
		n.told = append(n.told, what)
		n.report(rule, at, length, format, args...)
	}
}

// trapImport checks the names of an import.
func (n *notes) trapImport(g *global) {
	if g.module == "numpy._core" || strings.HasPrefix(g.module, "numpy._core.") {
		n.trap("core", spec.PickleNumpyCore, "import of %v: NumPy before 1.26.1 can't load the file", g)
	}
	if g.module == "numpy.dtypes" && g.name == "StringDType" {
		n.trapStrings()
		return
	}
	if lacking := releasesWithout(g.module, g.name); lacking != "" {
		n.trap(lacking, spec.PickleNewerName, "import of %v: %s can't load the file", g, lacking)
	}
}

const beforeNumPy2 = "NumPy before 2.0"

// releasesWithout returns the releases that don't have an import which newer ones write, or "".
func releasesWithout(module, name string) string {
	switch {
	case module == "numpy.rec", module == "numpy.char", module == "numpy" && name == "bool", module == "numpy.exceptions" && name == "RankWarning":
		return beforeNumPy2
	case module == "numpy.dtypes", module == "numpy.exceptions":
		return "NumPy before 1.25"
	case module == "pathlib._local":
		return "Python before 3.13"
	case strings.HasPrefix(module, "numpy._core."):
		switch strings.TrimPrefix(module, "numpy._core.") {
		case "multiarray", "umath", "_multiarray_umath", "_internal", "_dtype":
			return "" // which NumPy has had since 1.26.1 to load such files
		}
		return beforeNumPy2
	}
	return ""
}

// trapGenerator reports a bit generator that is given by its class, where NumPy 1 has its name.
func (n *notes) trapGenerator() {
	n.trap(beforeNumPy2, spec.PickleNewerName, "random generator as NumPy 2 writes it: %s can't load the file", beforeNumPy2)
}

// trapPath reports a path that exists only on one system, at the import of its class.
func (n *notes) trapPath(g *global) {
	switch g.name {
	case "PosixPath":
		n.trapAt(g.at, g.length, g.name, spec.PicklePlatform, "%v is a path for POSIX systems: np.load with allow_pickle=True fails on Windows", g)
	case "WindowsPath":
		n.trapAt(g.at, g.length, g.name, spec.PicklePlatform, "%v is a path for Windows: np.load with allow_pickle=True fails on other systems", g)
	}
}

// trapZone reports a time zone, of which the file has only the name.
func (n *notes) trapZone(key string) {
	n.trap("zone", spec.PicklePlatform, "time zone %s: np.load with allow_pickle=True fails where Python has no time zone data", key)
}

// trapStrings reports a dtype that NumPy 1 doesn't have.
func (n *notes) trapStrings() {
	n.trap("strings", spec.PickleStringDtype, "dtype StringDType (variable-length text) needs NumPy 2")
}

// trapText reports Python 2 text that isn't ASCII.
func (n *notes) trapText() {
	n.text = true
	n.trap("text", spec.PicklePython2Text, "%s has non-ASCII bytes, as from Python 2: np.load needs encoding='latin1' or 'bytes'", n.op.name)
}
