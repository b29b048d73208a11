package pickle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
)

// Needs is what it takes to load a pickle besides allow_pickle=True (clause npy-8.14), as far as the walk followed it.
type Needs struct {
	Latin1  bool   // it has text of Python 2 beyond ASCII: encoding='latin1'
	Of      []Need // each What once
	Missing string // an import that no release has, or two needs that nothing meets; "" if it can be loaded
}

// Need is a program or a system, and the releases of it that load a pickle.
type Need struct {
	What   string
	From   string // the first release that can, as "2.0"; "" for any
	Before string // the first that can't any more; "" if there is none
}

// String returns the need in words: "NumPy 2.0 or later", "NumPy before 2.0", "Windows".
func (n Need) String() string {
	switch {
	case n.From != "" && n.Before != "":
		return fmt.Sprintf("%s %s or later, but before %s", n.What, n.From, n.Before)
	case n.From != "":
		return fmt.Sprintf("%s %s or later", n.What, n.From)
	case n.Before != "":
		return fmt.Sprintf("%s before %s", n.What, n.Before)
	}
	return n.What
}

// lacking says who can't load the file.
func (n Need) lacking() string { return n.What + " before " + n.From }

// add adds a need to those of the same program.
func (n *Needs) add(need Need) {
	i := slices.IndexFunc(n.Of, func(old Need) bool { return old.What == need.What })
	if i < 0 {
		n.Of = append(n.Of, need)
		if n.has(posix) && n.has(windows) {
			n.Missing = "it has paths for POSIX systems and for Windows"
		}
		return
	}
	old := &n.Of[i]
	if older(old.From, need.From) {
		old.From = need.From
	}
	if need.Before != "" && (old.Before == "" || older(need.Before, old.Before)) {
		old.Before = need.Before
	}
	if old.From != "" && old.Before != "" && !older(old.From, old.Before) {
		n.Missing = "it has names of " + old.What + " before " + old.Before + " and of " + old.From
	}
}

func (n *Needs) has(what string) bool {
	return slices.ContainsFunc(n.Of, func(need Need) bool { return need.What == what })
}

// older reports whether a release comes before another. None comes before all.
func older(a, b string) bool {
	return slices.Compare(releaseNumbers(a), releaseNumbers(b)) < 0
}

func releaseNumbers(release string) (list []int) {
	for part := range strings.SplitSeq(release, ".") {
		n, _ := strconv.Atoi(part)
		list = append(list, n)
	}
	return list
}

const (
	posix, windows = "a POSIX system", "Windows"
	coreFrom       = "1.26.1" // the first NumPy that knows numpy._core, to load what NumPy 2 wrote
)

var (
	numpy2       = Need{What: "NumPy", From: "2.0"}
	beforeNumpy2 = Need{What: "NumPy", Before: "2.0"}
)

// releasesOf returns which releases have an import that isn't in all of them.
func releasesOf(module, name string) (Need, bool) {
	switch module {
	case "numpy":
		switch name {
		case "bool", "long", "ulong":
			return numpy2, true
		case "unicode_", "string_":
			return beforeNumpy2, true
		case "chararray":
			return Need{What: "NumPy", Before: "2.5"}, true
		case "float96", "complex192":
			return Need{What: "a 32-bit x86 system"}, true
		}
	case "numpy.rec", "numpy.char", "numpy.lib._polynomial_impl", "numpy._core":
		return numpy2, true
	case "numpy.core.memmap", "numpy.lib.polynomial":
		return beforeNumpy2, true
	case "numpy.dtypes", "numpy.exceptions":
		if name == "RankWarning" || name == "StringDType" {
			return numpy2, true
		}
		return Need{What: "NumPy", From: "1.25"}, true
	case "pathlib._local":
		return Need{What: "Python", From: "3.13"}, true
	}
	if part, ok := strings.CutPrefix(module, "numpy._core."); ok {
		switch part {
		case "multiarray", "umath", "_multiarray_umath", "_internal", "_dtype":
			return Need{What: "NumPy", From: coreFrom}, true
		}
		return numpy2, true
	}
	return Need{}, false
}

// nowhere has names that no release of NumPy for Python 3 has, among those that a pickle may call.
var nowhere = map[string]string{
	"numpy.ma":              "_mareconstruct MaskedConstant",
	"numpy.random._mt19937": "PCG64 PCG64DXSM Philox SFC64",
	"numpy.random._pcg64":   "MT19937 Philox SFC64",
	"numpy.random._philox":  "MT19937 PCG64 PCG64DXSM SFC64",
	"numpy.random._sfc64":   "MT19937 PCG64 PCG64DXSM Philox",
	"builtins":              "xrange long unicode",
	"exceptions": "BlockingIOError BrokenPipeError ChildProcessError ConnectionAbortedError ConnectionError " +
		"ConnectionRefusedError ConnectionResetError EncodingWarning FileExistsError FileNotFoundError " +
		"InterruptedError IsADirectoryError ModuleNotFoundError NotADirectoryError PermissionError " +
		"ProcessLookupError RecursionError ResourceWarning StopAsyncIteration TimeoutError",
}

// isLost reports whether an unpickler of Python 3 finds no such import in any release. It knows the modules of Python 2
// by their names only up to protocol 2.
func isLost(module, name string, protocol byte) bool {
	switch module {
	case "__builtin__", "copy_reg", "exceptions":
		if protocol > 2 {
			return true
		}
	}
	return slices.Contains(strings.Fields(nowhere[module]), name)
}

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
