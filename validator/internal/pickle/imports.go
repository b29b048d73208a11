package pickle

import (
	"strings"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/quote"
)

// Tier is how far an import of a pickle is trusted (clause npy-8.8).
type Tier string

// The tiers. Only imports of the first two may be called, and only as NumPy and Python call them.
const (
	NumPy     Tier = "numpy"     // NumPy's own constructors and types
	Stdlib    Tier = "stdlib"    // types of Python whose construction does nothing else
	Unknown   Tier = "unknown"   // everything that is in no other tier
	Dangerous Tier = "dangerous" // known to run code, or to reach into the system
)

// Import is what a pickle asks Python to import. Module and Name come from the file: they need
// quoting before they are shown. Both are empty where the pickle doesn't hold them, as in an
// extension code or a name that it computes.
type Import struct {
	Module string // cut to 512 bytes and an ellipsis
	Name   string // likewise
	Offset int64  // of the opcode
	Tier   Tier
	Called bool // the pickle calls it, or makes an instance of it
}

const (
	maxImportName = 512 // bytes of a module, and of a name, that are kept
)

// global is something imported.
type global struct {
	module, name string
	tier         Tier
	form         callForm
	at, length   int64
	index        int  // in pickle.imports, -1 if it isn't listed
	called       bool // listed as called
	blamed       bool // a finding says already that it is not to be trusted
}

func (g *global) trusted() bool { return g.tier == NumPy || g.tier == Stdlib }

func (g *global) String() string { return quotedImport(g.module, g.name) }

// quotedImport joins module and name with a dot where that leaves no doubt which part is which.
func quotedImport(module, name string) string {
	if module == "" && name == "" {
		return "an import without a name"
	}
	if module == "" || name == "" || strings.Contains(module, " ") || strings.ContainsAny(name, " .") {
		return "'" + quote.String(module) + "' '" + quote.String(name) + "'"
	}
	return quote.String(module) + "." + quote.String(name)
}

// importNamed makes an import of the pickle known: it goes to the list, and to the findings unless
// its tier is trusted (clause npy-8.8). Imports that nothing calls are reported at the end.
func (p *machine) importNamed(module, name string) value {
	g := &global{module: module, name: name, at: p.start, length: p.at - p.start}
	g.tier, g.form = lookupImport(module, name)
	odd := oddModule(module) || oddName(name)
	switch {
	case g.tier == Dangerous:
		p.blame(g, spec.PickleImportDangerous, "import of %v%s, which can run code or reach into the system", g, p.renamed(module, name))
	case odd && strings.Contains(name, ".") && !oddModule(module) && !oddModule(name):
		g.tier = Unknown
		p.blame(g, spec.PickleImportName, "import of %v takes an attribute of an attribute, want a name without dots", g)
	case odd:
		g.tier = Unknown
		p.blame(g, spec.PickleImportName, "import of %v, want names of ASCII letters, digits and underscores", g)
	}
	g.module, g.name = cutName(module), cutName(name)
	p.list(g)
	p.trapImport(g)
	cost := importCost + int32(len(g.module)+len(g.name))/costUnit
	return value{kind: kindGlobal, node: &node{size: 1, cost: cost, global: g}}
}

// importHidden makes an import known whose name the pickle doesn't hold.
func (p *machine) importHidden(rule spec.ID, format string, args ...any) value {
	g := &global{tier: Unknown, at: p.start, length: p.at - p.start}
	p.blame(g, rule, format, args...)
	p.list(g)
	return value{kind: kindGlobal, node: &node{size: 1, cost: importCost, global: g}}
}

// anything returns a value that no further finding is about.
func anything() value {
	return value{kind: kindGlobal, node: &node{size: 1, cost: importCost, global: &global{tier: Unknown, index: -1, blamed: true}}}
}

func (p *machine) blame(g *global, rule spec.ID, format string, args ...any) {
	g.blamed = true
	p.report(rule, g.at, g.length, format, args...)
}

// list adds an import to the list. What is beyond its end can't be judged when the walk is over,
// and is reported at once.
func (p *machine) list(g *global) {
	p.result.tiers[g.tier]++
	if len(p.globals) == p.config.MaxImports {
		g.index = -1
		p.result.Omitted++
		if g.tier == Unknown && !g.blamed {
			p.report(spec.PickleImportUnknown, g.at, g.length, "import of %v, which npycheck doesn't know", g)
		}
		return
	}
	g.index = len(p.globals)
	p.globals = append(p.globals, g)
	p.result.Imports = append(p.result.Imports, Import{
		Module: g.module,
		Name:   g.name,
		Offset: g.at,
		Tier:   g.tier,
	})
}

func cutName(s string) string {
	if len(s) <= maxImportName {
		return s
	}
	return s[:maxImportName] + "…"
}

// call notes that an import is called or instantiated.
func (p *machine) call(g *global) {
	if !g.called && g.index >= 0 {
		p.result.Imports[g.index].Called = true
	}
	if !g.called && g.tier == Unknown && !g.blamed {
		p.report(spec.PickleCallUnknown, p.start, p.at-p.start, "call of %v, imported at offset %d, which npycheck doesn't know", g, g.at)
	}
	g.called = true
}

// uncalled reports the unknown imports that nothing has called.
func (p *machine) uncalled() {
	for _, g := range p.globals {
		if g.tier == Unknown && !g.called && !g.blamed {
			p.report(spec.PickleImportUnknown, g.at, g.length, "import of %v, which npycheck doesn't know", g)
		}
	}
}

func identifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

func oddModule(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if !identifier(part) {
			return true
		}
	}
	return false
}

func oddName(s string) bool { return !identifier(s) }

// lookupImport returns the tier of an exact pair of module and name, and how it may be called.
func lookupImport(module, name string) (Tier, callForm) {
	if form := numpyImport(module, name); form != formNone {
		return NumPy, form
	}
	if form := stdlibImport(module, name); form != formNone {
		return Stdlib, form
	}
	if dangerous(module, name) {
		return Dangerous, formNone
	}
	if dangerous(python3Name(module, name)) {
		return Dangerous, formNone
	}
	return Unknown, formNone
}

func numpyImport(module, name string) callForm {
	switch module {
	case "numpy":
		switch name {
		case "ndarray", "recarray", "matrix", "chararray":
			return formArrayClass
		case "dtype":
			return formDType
		case "record", "bool", "bool_", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
			"int_", "uint", "intc", "uintc", "longlong", "ulonglong", "float16", "float32", "float64", "longdouble",
			"float96", "float128", "complex64", "complex128", "clongdouble", "complex192", "complex256",
			"datetime64", "timedelta64", "str_", "unicode_", "bytes_", "string_", "void", "object_", "long", "ulong",
			"intp", "uintp", "short", "ushort", "byte", "ubyte", "single", "double", "csingle", "cdouble", "half",
			"generic", "number", "integer", "signedinteger", "unsignedinteger", "inexact", "floating", "complexfloating",
			"flexible", "character":
			return formScalarClass
		case "poly1d":
			return formPlainClass
		}
	case "numpy.core.multiarray", "numpy._core.multiarray":
		switch name {
		case "_reconstruct":
			return formReconstruct
		case "scalar":
			return formScalar
		}
	case "numpy.core._internal":
		if name == "_reconstruct" {
			return formReconstruct
		}
	case "numpy._core._internal":
		if name == "_convert_to_stringdtype_kwargs" {
			return formStringDType
		}
	case "numpy.core.numeric", "numpy._core.numeric":
		if name == "_frombuffer" {
			return formFromBuffer
		}
	case "_codecs":
		if name == "encode" {
			return formEncode
		}
	case "numpy.rec", "numpy.core.records", "numpy._core.records":
		switch name {
		case "recarray":
			return formArrayClass
		case "record":
			return formScalarClass
		}
	case "numpy.char", "numpy.core.defchararray", "numpy._core.defchararray":
		if name == "chararray" {
			return formArrayClass
		}
	case "numpy.matrixlib.defmatrix":
		if name == "matrix" {
			return formArrayClass
		}
	case "numpy.ma", "numpy.ma.core":
		switch name {
		case "_mareconstruct":
			return formMaskedReconstruct
		case "MaskedArray", "mvoid":
			return formMaskedClass
		case "MaskedConstant":
			return formMaskedConstant
		}
	case "numpy.core", "numpy._core":
		if name == "_DType_reconstruct" {
			return formDTypeClass
		}
	case "numpy.dtypes":
		switch name {
		case "BoolDType", "ByteDType", "UByteDType", "ShortDType", "UShortDType", "IntDType", "UIntDType", "LongDType",
			"ULongDType", "LongLongDType", "ULongLongDType", "Int8DType", "UInt8DType", "Int16DType", "UInt16DType",
			"Int32DType", "UInt32DType", "Int64DType", "UInt64DType", "Float16DType", "Float32DType", "Float64DType",
			"LongDoubleDType", "Complex64DType", "Complex128DType", "CLongDoubleDType", "ObjectDType", "BytesDType",
			"StrDType", "VoidDType", "DateTime64DType", "TimeDelta64DType", "StringDType":
			return formScalarClass
		}
	case "numpy.random":
		if name == "__RandomState_ctor" { // up to NumPy 1.16
			return formRandom
		}
	case "numpy.random._pickle":
		switch name {
		case "__randomstate_ctor", "__generator_ctor", "__bit_generator_ctor":
			return formRandom
		}
	case "numpy.random.bit_generator":
		switch name {
		case "__pyx_unpickle_SeedSequence":
			return formSeedSequence
		case "SeedSequence":
			return formRandomClass
		}
	case "numpy.random._mt19937", "numpy.random._pcg64", "numpy.random._philox", "numpy.random._sfc64":
		switch name {
		case "MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64":
			return formRandomClass
		}
	case "numpy.lib.polynomial", "numpy.lib._polynomial_impl":
		if name == "poly1d" {
			return formPlainClass
		}
	case "numpy.polynomial.polynomial", "numpy.polynomial.chebyshev", "numpy.polynomial.legendre",
		"numpy.polynomial.hermite", "numpy.polynomial.hermite_e", "numpy.polynomial.laguerre":
		switch name {
		case "Polynomial", "Chebyshev", "Legendre", "Hermite", "HermiteE", "Laguerre":
			return formPlainClass
		}
	}
	return formNone
}

func stdlibImport(module, name string) callForm {
	switch module {
	case "builtins", "__builtin__":
		switch name {
		case "set", "frozenset":
			return formSet
		case "complex":
			return formComplex
		case "bytearray", "bytes":
			return formBytes
		case "xrange":
			return formRange
		case "range":
			if module == "__builtin__" {
				return formRangeList
			}
			return formRange
		case "slice":
			return formSlice
		case "object":
			return formObject
		case "int", "long", "float", "bool", "str", "unicode":
			return formAtom
		case "list", "tuple", "dict":
			return formCollection
		case "Ellipsis", "NotImplemented":
			return formConstant
		}
	case "datetime":
		switch name {
		case "date", "time", "datetime":
			return formDate
		case "timedelta":
			return formTimedelta
		case "timezone":
			return formTimezone
		}
	case "decimal":
		if name == "Decimal" {
			return formDecimal
		}
	case "fractions":
		if name == "Fraction" {
			return formDecimal
		}
	case "collections":
		switch name {
		case "OrderedDict", "Counter":
			return formMapping
		case "deque":
			return formDeque
		case "defaultdict":
			return formDefaultDict
		}
	case "uuid":
		if name == "UUID" {
			return formPlainClass
		}
	case "copyreg", "copy_reg":
		if name == "_reconstructor" {
			return formReconstructor
		}
	}
	return formNone
}

// dangerous reports whether an import is known to run code or to reach into the system. Nothing
// depends on the list being complete: what it doesn't name is unknown, and may not be called.
func dangerous(module, name string) bool {
	top, _, _ := strings.Cut(module, ".")
	switch top {
	case "os", "posix", "nt", "ntpath", "posixpath", "subprocess", "sys", "pty", "commands", "popen2", "runpy",
		"code", "codeop", "importlib", "imp", "_imp", "_frozen_importlib", "_frozen_importlib_external", "pkgutil",
		"zipimport", "pickle", "_pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "types", "ctypes",
		"_ctypes", "cffi", "multiprocessing", "_posixsubprocess", "threading", "_thread", "thread", "dummy_threading",
		"concurrent", "asyncio", "socket", "_socket", "socketserver", "ssl", "http", "httplib", "urllib", "urllib2",
		"requests", "aiohttp", "ftplib", "smtplib", "poplib", "imaplib", "telnetlib", "xmlrpc", "xmlrpclib",
		"webbrowser", "shutil", "tempfile", "io", "_io", "pathlib", "glob", "linecache", "fileinput", "operator",
		"_operator", "functools", "_functools", "inspect", "gc", "site", "atexit", "unittest", "test", "doctest",
		"pdb", "bdb", "cmd", "profile", "cProfile", "trace", "timeit", "pydoc", "idlelib", "lib2to3", "venv",
		"ensurepip", "pip", "distutils", "setuptools", "signal", "mmap", "select", "logging", "sqlite3", "shelve",
		"dbm", "tarfile", "zipfile", "uuid", "platform", "_interpreters", "_xxsubinterpreters", "interpreters",
		"_osx_support", "_aix_support", "pipes", "pexpect", "copyreg", "copy_reg", "_codecs", "codecs", "weakref",
		"getpass", "curses", "tkinter", "turtle", "ast", "dis", "symtable", "compileall", "py_compile",
		"_multiprocessing", "_pyio", "_pyrepl", "_testcapi", "_winapi", "antigravity", "asynchat", "asyncore", "bz2",
		"cgi", "cgitb", "faulthandler", "fcntl", "gzip", "lzma", "mailcap", "modulefinder", "msvcrt", "nntplib",
		"readline", "resource", "rlcompleter", "smtpd", "sysconfig", "winreg", "wsgiref", "zipapp":
		return true
	case "builtins", "__builtin__":
		switch name {
		case "eval", "exec", "execfile", "compile", "__import__", "__build_class__", "open", "file", "getattr", "setattr", "delattr",
			"vars", "globals", "locals", "dir", "input", "raw_input", "breakpoint", "map", "filter", "apply", "reduce",
			"memoryview", "buffer", "type", "super", "property", "staticmethod", "classmethod", "print", "help", "exit",
			"quit", "license", "copyright", "credits", "reload", "iter", "next", "zip", "enumerate", "sorted", "any", "all",
			"sum", "max", "min", "callable", "hasattr", "isinstance", "issubclass", "id", "intern", "coerce":
			return true
		}
	case "numpy":
		return dangerousNumPy(module, name)
	case "torch":
		return name == "load" || strings.HasSuffix(name, ".load")
	case "pandas":
		return name == "read_pickle" || name == "eval" || strings.HasPrefix(module, "pandas.io.pickle")
	}
	return false
}

func dangerousNumPy(module, name string) bool {
	for _, part := range []string{"f2py", "distutils", "testing", "ctypeslib"} {
		full := "numpy." + part
		if module == full || strings.HasPrefix(module, full+".") || module == "numpy" && name == part {
			return true
		}
	}
	switch module {
	case "numpy.lib.npyio", "numpy.lib._npyio_impl", "numpy.lib.format", "numpy.lib._datasource", "numpy.core.memmap",
		"numpy._core.memmap":
		return true
	}
	switch name {
	case "load", "loads", "save", "savez", "savez_compressed", "loadtxt", "savetxt", "genfromtxt", "ndfromtxt",
		"mafromtxt", "recfromtxt", "recfromcsv", "fromfile", "fromregex", "fromtextfile", "openfile", "open_latin1",
		"memmap", "vectorize", "frompyfunc", "piecewise", "apply_along_axis", "apply_over_axes", "fromfunction",
		"source", "lookfor", "safe_eval", "npy_load_module", "DataSource", "_dump",
		"_ufunc_reconstruct": // which imports what it is told
		return true
	}
	return false
}

// python3Name returns the pair under which Python 3 looks up an import of a pickle of protocol 0 to
// 2 that Python 2 wrote, if that is one of the dangerous tier (_compat_pickle of CPython has them all).
func python3Name(module, name string) (string, string) {
	switch module {
	case "__builtin__":
		switch name {
		case "reduce":
			return "functools", name
		case "intern":
			return "sys", name
		case "raw_input":
			return "builtins", "input"
		}
		return "builtins", name
	case "itertools":
		switch name {
		case "imap", "ifilter", "izip":
			return "builtins", name[1:]
		}
	case "urllib2":
		if name == "HTTPError" || name == "URLError" {
			return "urllib.error", name
		}
		return "urllib.request", name
	case "copy_reg":
		return "copyreg", name
	case "cPickle":
		return "pickle", name
	case "commands":
		return "subprocess", name
	case "thread":
		return "_thread", name
	case "httplib":
		return "http.client", name
	case "Cookie":
		return "http.cookies", name
	case "cookielib":
		return "http.cookiejar", name
	case "BaseHTTPServer", "SimpleHTTPServer", "CGIHTTPServer":
		return "http.server", name
	case "urlparse":
		return "urllib.parse", name
	case "robotparser":
		return "urllib.robotparser", name
	case "StringIO", "cStringIO":
		return "io", name
	case "SocketServer":
		return "socketserver", name
	case "xmlrpclib":
		return "xmlrpc.client", name
	case "DocXMLRPCServer", "SimpleXMLRPCServer":
		return "xmlrpc.server", name
	case "whichdb", "anydbm":
		return "dbm", name
	case "dbhash":
		return "dbm.bsd", name
	case "dumbdbm":
		return "dbm.dumb", name
	case "gdbm":
		return "dbm.gnu", name
	case "_winreg":
		return "winreg", name
	case "Tkinter":
		return "tkinter", name
	case "tkFileDialog", "FileDialog":
		return "tkinter.filedialog", name
	case "tkSimpleDialog", "SimpleDialog":
		return "tkinter.simpledialog", name
	case "tkColorChooser", "tkCommonDialog", "tkFont", "tkMessageBox", "Tkdnd", "Tkconstants":
		return "tkinter." + strings.ToLower(module[2:]), name
	case "Dialog", "ScrolledText", "Tix", "ttk":
		return "tkinter." + strings.ToLower(module), name
	}
	return module, name
}

// renamed tells what Python 3 makes of an import of Python 2.
func (p *machine) renamed(module, name string) string {
	m, n := python3Name(module, name)
	if p.protocol > 2 || m == module && n == name {
		return ""
	}
	return " (in Python 3 " + quotedImport(m, n) + ")"
}

// knownName reports whether a text is one that pickles refer to again: a module or a name that an
// import consists of, an argument that every pickler spells the same, or the name of an attribute.
func knownName(s string) bool {
	switch s {
	case "Chebyshev", "Counter", "Decimal", "Ellipsis", "Fraction", "Hermite", "HermiteE", "Laguerre",
		"Legendre", "MT19937", "MaskedArray", "MaskedConstant", "NotImplemented", "OrderedDict", "PCG64",
		"PCG64DXSM", "Philox", "Polynomial", "SFC64", "SeedSequence", "UUID", "_DType_reconstruct",
		"__bit_generator_ctor", "__builtin__", "__generator_ctor", "__pyx_unpickle_SeedSequence",
		"__randomstate_ctor", "_codecs", "_convert_to_stringdtype_kwargs", "_frombuffer",
		"_mareconstruct", "_reconstruct", "_reconstructor", "_symbol", "_variable", "bit_generator",
		"bool", "buffer", "buffer_pos", "builtins", "bytearray", "bytes", "chararray", "coef", "coeffs",
		"collections", "complex", "copy_reg", "copyreg", "counter", "date", "datetime", "decimal",
		"defaultdict", "deque", "dict", "domain", "dtype", "encode", "float", "fractions", "frozenset",
		"gauss", "has_gauss", "has_uint32", "inc", "int", "is_safe", "key", "latin-1", "latin1", "list",
		"matrix", "mvoid", "ndarray", "numpy", "numpy._core", "numpy._core._internal",
		"numpy._core.multiarray", "numpy._core.numeric", "numpy.core", "numpy.core.multiarray",
		"numpy.core.numeric", "numpy.dtypes", "numpy.ma", "numpy.ma.core", "numpy.random._mt19937",
		"numpy.random._pcg64", "numpy.random._philox", "numpy.random._pickle", "numpy.random._sfc64",
		"numpy.random.bit_generator", "numpy.rec", "object", "order", "poly1d", "pos", "range",
		"recarray", "record", "scalar", "set", "slice", "state", "str", "symbol", "time", "timedelta",
		"timezone", "tuple", "uinteger", "uuid", "variable", "window", "x":
		return true
	}
	return false
}
