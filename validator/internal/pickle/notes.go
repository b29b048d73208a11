package pickle

import (
	"slices"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// notes reports requirements on the program that loads a file which the header doesn't state
// (clause npy-8.14). Each is reported once.
type notes struct {
	*place
	told  []string
	needs Needs
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

// trapImport checks the names of an import in a pickle of a protocol.
func (n *notes) trapImport(g *global, protocol byte) {
	if isLost(g.module, g.name, protocol) {
		n.needs.Missing = "no release has " + g.module + "." + g.name
	}
	if g.module == "numpy._core" || strings.HasPrefix(g.module, "numpy._core.") {
		n.trap("core", spec.PickleNumpyCore, "import of %v: NumPy before 1.26.1 can't load the file", g)
	}
	if g.module == "numpy.dtypes" && g.name == "StringDType" {
		n.trapStrings()
		return
	}
	need, ok := releasesOf(g.module, g.name)
	if !ok {
		return
	}
	n.needs.add(need)
	if lacking := need.lacking(); need.From != "" && need.From != coreFrom && g.module != "numpy._core" { // which has a note
		n.trap(lacking, spec.PickleNewerName, "import of %v: %s can't load the file", g, lacking)
	}
}

// trapGenerator reports a bit generator that is given by its class, where NumPy 1 has its name.
func (n *notes) trapGenerator() {
	n.needs.add(numpy2)
	n.trap(numpy2.lacking(), spec.PickleNewerName, "random generator as NumPy 2 writes it: %s can't load the file", numpy2.lacking())
}

// trapPath reports a path that exists only on one system, at the import of its class.
func (n *notes) trapPath(g *global) {
	switch g.name {
	case "PosixPath":
		n.needs.add(Need{What: posix})
		n.trapAt(g.at, g.length, g.name, spec.PicklePlatform, "%v is a path for POSIX systems: np.load with allow_pickle=True fails on Windows", g)
	case "WindowsPath":
		n.needs.add(Need{What: windows})
		n.trapAt(g.at, g.length, g.name, spec.PicklePlatform, "%v is a path for Windows: np.load with allow_pickle=True fails on other systems", g)
	}
}

// trapZone reports a time zone, of which the file has only the name.
func (n *notes) trapZone(key string) {
	n.needs.add(Need{What: "time zone data"})
	n.trap("zone", spec.PicklePlatform, "time zone %s: np.load with allow_pickle=True fails where Python has no time zone data", key)
}

// trapStrings reports a dtype that NumPy 1 doesn't have.
func (n *notes) trapStrings() {
	n.needs.add(numpy2)
	n.trap("strings", spec.PickleStringDtype, "dtype StringDType (variable-length text) needs NumPy 2")
}

// trapText reports Python 2 text that isn't ASCII.
func (n *notes) trapText() {
	n.needs.Latin1 = true
	n.trap("text", spec.PicklePython2Text, "%s has non-ASCII bytes, as from Python 2%s", n.op.name, finding.Remedy(": np.load needs encoding='latin1' or 'bytes'"))
}
