package pyimport

import (
	"strings"
	"testing"

	"github.com/npycheck/npycheck/spec"
)

// TestAllowedImports states every import that may be called, and how.
func TestAllowedImports(t *testing.T) {
	const (
		scalars = "record,bool,bool_,int8,int16,int32,int64,uint8,uint16,uint32,uint64,byte,ubyte,short,ushort,intc,uintc,int_,uint," +
			"intp,uintp,long,ulong,longlong,ulonglong,half,single,double,longdouble,float16,float32,float64,float96,float128," +
			"csingle,cdouble,clongdouble,complex64,complex128,complex192,complex256,datetime64,timedelta64,str_,unicode_,bytes_," +
			"string_,void,object_,generic,number,integer,signedinteger,unsignedinteger,inexact,floating,complexfloating,flexible,character"
		dtypes = "BoolDType,ByteDType,UByteDType,ShortDType,UShortDType,IntDType,UIntDType,LongDType,ULongDType,LongLongDType,ULongLongDType," +
			"Int8DType,Int16DType,Int32DType,Int64DType,UInt8DType,UInt16DType,UInt32DType,UInt64DType,Float16DType,Float32DType,Float64DType," +
			"LongDoubleDType,Complex64DType,Complex128DType,CLongDoubleDType,ObjectDType,BytesDType,StrDType,VoidDType,DateTime64DType," +
			"TimeDelta64DType,StringDType"
		generators = "MT19937,PCG64,PCG64DXSM,Philox,SFC64"
		series     = "Polynomial,Chebyshev,Legendre,Hermite,HermiteE,Laguerre"
	)
	count := 0
	const exceptions = "ArithmeticError,AssertionError,AttributeError,BaseException,BlockingIOError,BrokenPipeError,BufferError," +
		"BytesWarning,ChildProcessError,ConnectionAbortedError,ConnectionError,ConnectionRefusedError," +
		"ConnectionResetError,DeprecationWarning,EOFError,EncodingWarning,EnvironmentError,Exception," +
		"FileExistsError,FileNotFoundError,FloatingPointError,FutureWarning,GeneratorExit,IOError,ImportError," +
		"ImportWarning,IndentationError,IndexError,InterruptedError,IsADirectoryError,KeyError,KeyboardInterrupt," +
		"LookupError,MemoryError,ModuleNotFoundError,NameError,NotADirectoryError,NotImplementedError,OSError," +
		"OverflowError,PendingDeprecationWarning,PermissionError,ProcessLookupError,RecursionError,ReferenceError," +
		"ResourceWarning,RuntimeError,RuntimeWarning,StopAsyncIteration,StopIteration,SyntaxError,SyntaxWarning," +
		"SystemError,SystemExit,TabError,TimeoutError,TypeError,UnboundLocalError,UnicodeDecodeError," +
		"UnicodeEncodeError,UnicodeError,UnicodeTranslateError,UnicodeWarning,UserWarning,ValueError,Warning," +
		"ZeroDivisionError"
	for _, test := range []struct {
		tier   spec.Tier
		module string
		names  string
		form   Form
	}{
		{spec.TierNumPy, "numpy", "ndarray,recarray,matrix,chararray,memmap", ArrayClass},
		{spec.TierNumPy, "numpy.core.memmap", "memmap", ArrayClass},
		{spec.TierNumPy, "numpy.linalg", "LinAlgError", Exception},
		{spec.TierNumPy, "numpy.exceptions", "AxisError,ComplexWarning,DTypePromotionError,ModuleDeprecationWarning,RankWarning,TooHardError,VisibleDeprecationWarning", Exception},
		{spec.TierNumPy, "numpy", "dtype", DType},
		{spec.TierNumPy, "numpy", scalars, ScalarClass},
		{spec.TierNumPy, "numpy", "poly1d", PlainClass},
		{spec.TierNumPy, "numpy.core.multiarray", "_reconstruct", Reconstruct},
		{spec.TierNumPy, "numpy.core.multiarray", "scalar", Scalar},
		{spec.TierNumPy, "numpy._core.multiarray", "_reconstruct", Reconstruct},
		{spec.TierNumPy, "numpy._core.multiarray", "scalar", Scalar},
		{spec.TierNumPy, "numpy.core._internal", "_reconstruct", Reconstruct},
		{spec.TierNumPy, "numpy._core._internal", "_convert_to_stringdtype_kwargs", StringDType},
		{spec.TierNumPy, "numpy.core.numeric", "_frombuffer", FromBuffer},
		{spec.TierNumPy, "numpy._core.numeric", "_frombuffer", FromBuffer},
		{spec.TierNumPy, "_codecs", "encode", Encode},
		{spec.TierNumPy, "numpy.rec", "recarray", ArrayClass},
		{spec.TierNumPy, "numpy.rec", "record", ScalarClass},
		{spec.TierNumPy, "numpy.core.records", "recarray", ArrayClass},
		{spec.TierNumPy, "numpy.core.records", "record", ScalarClass},
		{spec.TierNumPy, "numpy._core.records", "recarray", ArrayClass},
		{spec.TierNumPy, "numpy._core.records", "record", ScalarClass},
		{spec.TierNumPy, "numpy.char", "chararray", ArrayClass},
		{spec.TierNumPy, "numpy.core.defchararray", "chararray", ArrayClass},
		{spec.TierNumPy, "numpy._core.defchararray", "chararray", ArrayClass},
		{spec.TierNumPy, "numpy.matrixlib.defmatrix", "matrix", ArrayClass},
		{spec.TierNumPy, "numpy.ma", "_mareconstruct", MaskedReconstruct},
		{spec.TierNumPy, "numpy.ma", "MaskedArray,mvoid", MaskedClass},
		{spec.TierNumPy, "numpy.ma", "MaskedConstant", MaskedConstant},
		{spec.TierNumPy, "numpy.ma.core", "_mareconstruct", MaskedReconstruct},
		{spec.TierNumPy, "numpy.ma.core", "MaskedArray,mvoid", MaskedClass},
		{spec.TierNumPy, "numpy.ma.core", "MaskedConstant", MaskedConstant},
		{spec.TierNumPy, "numpy.core", "_DType_reconstruct", DTypeClass},
		{spec.TierNumPy, "numpy._core", "_DType_reconstruct", DTypeClass},
		{spec.TierNumPy, "numpy.dtypes", dtypes, ScalarClass},
		{spec.TierNumPy, "numpy.random", "__RandomState_ctor", Random},
		{spec.TierNumPy, "numpy.random._pickle", "__randomstate_ctor,__generator_ctor,__bit_generator_ctor", Random},
		{spec.TierNumPy, "numpy.random.bit_generator", "__pyx_unpickle_SeedSequence", SeedSequence},
		{spec.TierNumPy, "numpy.random.bit_generator", "SeedSequence", RandomClass},
		{spec.TierNumPy, "numpy.random._mt19937", generators, RandomClass},
		{spec.TierNumPy, "numpy.random._pcg64", generators, RandomClass},
		{spec.TierNumPy, "numpy.random._philox", generators, RandomClass},
		{spec.TierNumPy, "numpy.random._sfc64", generators, RandomClass},
		{spec.TierNumPy, "numpy.lib.polynomial", "poly1d", PlainClass},
		{spec.TierNumPy, "numpy.lib._polynomial_impl", "poly1d", PlainClass},
		{spec.TierNumPy, "numpy.polynomial.polynomial", series, PlainClass},
		{spec.TierNumPy, "numpy.polynomial.chebyshev", series, PlainClass},
		{spec.TierNumPy, "numpy.polynomial.legendre", series, PlainClass},
		{spec.TierNumPy, "numpy.polynomial.hermite", series, PlainClass},
		{spec.TierNumPy, "numpy.polynomial.hermite_e", series, PlainClass},
		{spec.TierNumPy, "numpy.polynomial.laguerre", series, PlainClass},

		{spec.TierStdlib, "builtins", "set,frozenset", Set},
		{spec.TierStdlib, "builtins", "complex", Complex},
		{spec.TierStdlib, "builtins", "bytearray,bytes", Bytes},
		{spec.TierStdlib, "builtins", "range,xrange", Range},
		{spec.TierStdlib, "builtins", "slice", Slice},
		{spec.TierStdlib, "builtins", "object", Object},
		{spec.TierStdlib, "builtins", "int,long,float,bool,str,unicode", Atom},
		{spec.TierStdlib, "builtins", "list,tuple,dict", Collection},
		{spec.TierStdlib, "builtins", "Ellipsis,NotImplemented", Constant},
		{spec.TierStdlib, "__builtin__", "set,frozenset", Set},
		{spec.TierStdlib, "__builtin__", "complex", Complex},
		{spec.TierStdlib, "__builtin__", "bytearray,bytes", Bytes},
		{spec.TierStdlib, "__builtin__", "xrange", Range},
		{spec.TierStdlib, "__builtin__", "range", RangeList},
		{spec.TierStdlib, "__builtin__", "slice", Slice},
		{spec.TierStdlib, "__builtin__", "object", Object},
		{spec.TierStdlib, "__builtin__", "int,long,float,bool,str,unicode", Atom},
		{spec.TierStdlib, "__builtin__", "list,tuple,dict", Collection},
		{spec.TierStdlib, "__builtin__", "Ellipsis,NotImplemented", Constant},
		{spec.TierStdlib, "datetime", "date,time,datetime", Date},
		{spec.TierStdlib, "datetime", "timedelta", Timedelta},
		{spec.TierStdlib, "datetime", "timezone", Timezone},
		{spec.TierStdlib, "decimal", "Decimal", Decimal},
		{spec.TierStdlib, "fractions", "Fraction", Decimal},
		{spec.TierStdlib, "collections", "OrderedDict,Counter", Mapping},
		{spec.TierStdlib, "collections", "deque", Deque},
		{spec.TierStdlib, "collections", "defaultdict", DefaultDict},
		{spec.TierStdlib, "uuid", "UUID", PlainClass},
		{spec.TierStdlib, "copyreg", "_reconstructor", Reconstructor},
		{spec.TierStdlib, "copy_reg", "_reconstructor", Reconstructor},
		{spec.TierStdlib, "pathlib", "PurePosixPath,PureWindowsPath,PosixPath,WindowsPath", Path},
		{spec.TierStdlib, "pathlib._local", "PurePosixPath,PureWindowsPath,PosixPath,WindowsPath", Path},
		{spec.TierStdlib, "types", "SimpleNamespace", Namespace},
		{spec.TierStdlib, "builtins", "getattr", Getattr},
		{spec.TierStdlib, "__builtin__", "getattr", Getattr},
		{spec.TierStdlib, "zoneinfo", "ZoneInfo", ZoneClass},
		{spec.TierStdlib, "builtins", exceptions, Exception},
		{spec.TierStdlib, "exceptions", exceptions, Exception},
		{spec.TierStdlib, "exceptions", "StandardError", Exception},
	} {
		for name := range strings.SplitSeq(test.names, ",") {
			count++
			if tier, form := Lookup(test.module, name); tier != test.tier || form != test.form {
				t.Errorf("%s.%s: got %s and form %d, want %s and %d", test.module, name, tier, form, test.tier, test.form)
			}
		}
	}
	if len(allowed) != count {
		t.Errorf("got %d imports that may be called, want %d", len(allowed), count)
	}
}

// TestDangerousImports states names that run code or reach into the system, and neighbours of them.
func TestDangerousImports(t *testing.T) {
	for module := range strings.FieldsSeq("os posix nt ntpath posixpath subprocess sys pty commands popen2 runpy code codeop importlib imp _imp " +
		"_frozen_importlib _frozen_importlib_external pkgutil zipimport pickle _pickle cPickle dill cloudpickle joblib marshal types ctypes " +
		"_ctypes cffi multiprocessing _posixsubprocess threading _thread thread dummy_threading concurrent asyncio socket _socket " +
		"socketserver ssl http httplib urllib urllib2 requests aiohttp ftplib smtplib poplib imaplib telnetlib xmlrpc xmlrpclib " +
		"webbrowser shutil tempfile io _io pathlib glob linecache fileinput operator _operator functools _functools inspect gc site " +
		"atexit unittest test doctest pdb bdb cmd profile cProfile trace timeit pydoc idlelib lib2to3 venv ensurepip pip distutils " +
		"setuptools signal mmap select logging sqlite3 shelve dbm tarfile zipfile uuid platform _interpreters _xxsubinterpreters " +
		"interpreters _osx_support _aix_support pipes pexpect copyreg copy_reg _codecs codecs weakref getpass curses tkinter turtle ast " +
		"dis symtable compileall py_compile _multiprocessing _pyio _pyrepl _testcapi _winapi antigravity asynchat asyncore bz2 cgi " +
		"cgitb faulthandler fcntl gzip lzma mailcap modulefinder msvcrt nntplib readline resource rlcompleter smtpd sysconfig winreg " +
		"wsgiref zipapp numpy.f2py numpy.distutils numpy.testing numpy.ctypeslib numpy.lib.npyio numpy.lib._npyio_impl " +
		"numpy.lib.format numpy.lib._datasource numpy.core.memmap numpy._core.memmap pandas.io " +
		"pandas.compat pandas.core.computation pandas.util pandas.plotting pandas.testing pandas._testing pandas._config pandas._version " +
		"pandas._libs.parsers pandas.conftest pandas.tests") {
		for _, name := range []string{module, module + ".sub"} {
			// Some of NumPy's count as they are, and not what is below them.
			exact := strings.HasPrefix(module, "numpy.lib") || strings.HasSuffix(module, "memmap")
			if tier, _ := Lookup(name, "whatever"); tier != spec.TierDangerous && !(exact && name != module) {
				t.Errorf("%s.whatever: got %s, want dangerous", name, tier)
			}
		}
		if tier, _ := Lookup(module+"x", "whatever"); tier != spec.TierUnknown {
			t.Errorf("%sx.whatever: got %s, want unknown", module, tier)
		}
	}
	for _, module := range []string{"builtins", "__builtin__"} {
		for name := range strings.FieldsSeq("eval exec execfile compile __import__ __build_class__ open file setattr delattr vars globals " +
			"locals dir input raw_input breakpoint map filter apply reduce memoryview buffer type super property staticmethod " +
			"classmethod print help exit quit license copyright credits reload iter next zip enumerate sorted any all sum max min " +
			"callable hasattr isinstance issubclass id intern coerce") {
			if tier, _ := Lookup(module, name); tier != spec.TierDangerous {
				t.Errorf("%s.%s: got %s, want dangerous", module, name, tier)
			}
		}
	}
	for name := range strings.FieldsSeq("f2py distutils testing ctypeslib load loads save savez savez_compressed loadtxt savetxt genfromtxt ndfromtxt " +
		"mafromtxt recfromtxt recfromcsv fromfile fromregex fromtextfile openfile open_latin1 vectorize frompyfunc piecewise " +
		"apply_along_axis apply_over_axes fromfunction source lookfor safe_eval npy_load_module DataSource _dump _ufunc_reconstruct") {
		if tier, _ := Lookup("numpy", name); tier != spec.TierDangerous {
			t.Errorf("numpy.%s: got %s, want dangerous", name, tier)
		}
	}
	for _, pair := range []importPair{
		{"torch", "load"}, {"torch", "jit.load"}, {"torch.hub", "load"},
		{"pandas", "read_pickle"}, {"pandas", "eval"}, {"pandas", "read_csv"}, {"pandas", "HDFStore"}, {"pandas", "test"}, {"pandas", "io"},
		{"pandas.core.frame", "get_handle"}, {"pandas.core.arrays.arrow.array", "import_optional_dependency"},
		{"numpy._core._methods", "os"}, {"mylib.shapes", "subprocess"}, {"mylib", "pickle"}, {"mylib", "__builtins__"}, {"mylib", "__getattr__"},
		{"numpy._core.fromnumeric", "_wrapfunc"}, {"numpy.lib", "add_newdoc"}, {"numpy.lib._utils_impl", "_makenamedict"},
		{"numpy.lib._format_impl", "read_array"},
	} {
		if tier, _ := Lookup(pair.module, pair.name); tier != spec.TierDangerous {
			t.Errorf("%v: got %s, want dangerous", pair, tier)
		}
	}
	for _, pair := range []importPair{{"torch", "loads"}, {"pandas", "evaluate"}, {"pandas", "Series"}, {"pandas.core.indexes.base", "_new_Index"},
		{"pandas._libs.internals", "_unpickle_block"}, {"pandas.core.internals.managers", "BlockManager"}, {"pandas.io2", "f"},
		{"mylib", "__pyx_unpickle_Point"}, {"mylib", "oslo"}, {"mylib", "__"}, {"numpy", "trace"}, {"numpy", "select"},
		{"numpy.lib", "anything"}, {"os2", "system"}, {"numpy.testingx", "f"}} {
		if tier, _ := Lookup(pair.module, pair.name); tier != spec.TierUnknown {
			t.Errorf("%v: got %s, want unknown", pair, tier)
		}
	}
}

// TestPython2Names states what Python 3 makes of Python 2 names, as _compat_pickle of CPython does.
func TestPython2Names(t *testing.T) {
	for _, test := range []struct{ module, name, want3, name3 string }{
		{"__builtin__", "eval", "builtins", "eval"},
		{"__builtin__", "reduce", "functools", "reduce"},
		{"__builtin__", "intern", "sys", "intern"},
		{"__builtin__", "raw_input", "builtins", "input"},
		{"itertools", "imap", "builtins", "map"},
		{"itertools", "ifilter", "builtins", "filter"},
		{"itertools", "izip", "builtins", "zip"},
		{"itertools", "islice", "itertools", "islice"},
		{"urllib2", "HTTPError", "urllib.error", "HTTPError"},
		{"urllib2", "URLError", "urllib.error", "URLError"},
		{"urllib2", "urlopen", "urllib.request", "urlopen"},
		{"copy_reg", "f", "copyreg", "f"},
		{"cPickle", "f", "pickle", "f"},
		{"commands", "f", "subprocess", "f"},
		{"thread", "f", "_thread", "f"},
		{"httplib", "f", "http.client", "f"},
		{"Cookie", "f", "http.cookies", "f"},
		{"cookielib", "f", "http.cookiejar", "f"},
		{"BaseHTTPServer", "f", "http.server", "f"},
		{"SimpleHTTPServer", "f", "http.server", "f"},
		{"CGIHTTPServer", "f", "http.server", "f"},
		{"urlparse", "f", "urllib.parse", "f"},
		{"robotparser", "f", "urllib.robotparser", "f"},
		{"StringIO", "f", "io", "f"},
		{"cStringIO", "f", "io", "f"},
		{"SocketServer", "f", "socketserver", "f"},
		{"xmlrpclib", "f", "xmlrpc.client", "f"},
		{"DocXMLRPCServer", "f", "xmlrpc.server", "f"},
		{"SimpleXMLRPCServer", "f", "xmlrpc.server", "f"},
		{"whichdb", "f", "dbm", "f"},
		{"anydbm", "f", "dbm", "f"},
		{"dbhash", "f", "dbm.bsd", "f"},
		{"dumbdbm", "f", "dbm.dumb", "f"},
		{"gdbm", "f", "dbm.gnu", "f"},
		{"_winreg", "f", "winreg", "f"},
		{"Tkinter", "f", "tkinter", "f"},
		{"tkFileDialog", "f", "tkinter.filedialog", "f"},
		{"FileDialog", "f", "tkinter.filedialog", "f"},
		{"tkSimpleDialog", "f", "tkinter.simpledialog", "f"},
		{"SimpleDialog", "f", "tkinter.simpledialog", "f"},
		{"tkColorChooser", "f", "tkinter.colorchooser", "f"},
		{"tkCommonDialog", "f", "tkinter.commondialog", "f"},
		{"tkFont", "f", "tkinter.font", "f"},
		{"tkMessageBox", "f", "tkinter.messagebox", "f"},
		{"Tkdnd", "f", "tkinter.dnd", "f"},
		{"Tkconstants", "f", "tkinter.constants", "f"},
		{"Dialog", "f", "tkinter.dialog", "f"},
		{"ScrolledText", "f", "tkinter.scrolledtext", "f"},
		{"Tix", "f", "tkinter.tix", "f"},
		{"ttk", "f", "tkinter.ttk", "f"},
		{"os", "system", "os", "system"},
	} {
		if module, name := Python3(test.module, test.name); module != test.want3 || name != test.name3 {
			t.Errorf("%s.%s: got %s.%s, want %s.%s", test.module, test.name, module, name, test.want3, test.name3)
		}
	}
}
