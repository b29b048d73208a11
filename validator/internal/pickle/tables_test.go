package pickle

import (
	"strings"
	"testing"
)

// TestOpcodes states the opcodes in the order of pickletools: by byte, name, first protocol and argument.
func TestOpcodes(t *testing.T) {
	seen := 0
	for _, want := range []struct {
		code  byte
		name  string
		proto uint8
		arg   argument
	}{
		{'I', "INT", 0, argLine},
		{'J', "BININT", 1, argInt32},
		{'K', "BININT1", 1, argUint8},
		{'M', "BININT2", 1, argUint16},
		{'L', "LONG", 0, argLine},
		{0x8a, "LONG1", 2, argCount8},
		{0x8b, "LONG4", 2, argCount32s},
		{'S', "STRING", 0, argQuoted},
		{'T', "BINSTRING", 1, argCount32s},
		{'U', "SHORT_BINSTRING", 1, argCount8},
		{'B', "BINBYTES", 3, argCount32},
		{'C', "SHORT_BINBYTES", 3, argCount8},
		{0x8e, "BINBYTES8", 4, argCount64},
		{0x96, "BYTEARRAY8", 5, argCount64},
		{0x97, "NEXT_BUFFER", 5, argNone},
		{0x98, "READONLY_BUFFER", 5, argNone},
		{'N', "NONE", 0, argNone},
		{0x88, "NEWTRUE", 2, argNone},
		{0x89, "NEWFALSE", 2, argNone},
		{'V', "UNICODE", 0, argEscaped},
		{0x8c, "SHORT_BINUNICODE", 4, argCount8},
		{'X', "BINUNICODE", 1, argCount32},
		{0x8d, "BINUNICODE8", 4, argCount64},
		{'F', "FLOAT", 0, argLine},
		{'G', "BINFLOAT", 1, argFloat64},
		{']', "EMPTY_LIST", 1, argNone},
		{'a', "APPEND", 0, argNone},
		{'e', "APPENDS", 1, argNone},
		{'l', "LIST", 0, argNone},
		{')', "EMPTY_TUPLE", 1, argNone},
		{'t', "TUPLE", 0, argNone},
		{0x85, "TUPLE1", 2, argNone},
		{0x86, "TUPLE2", 2, argNone},
		{0x87, "TUPLE3", 2, argNone},
		{'}', "EMPTY_DICT", 1, argNone},
		{'d', "DICT", 0, argNone},
		{'s', "SETITEM", 0, argNone},
		{'u', "SETITEMS", 1, argNone},
		{0x8f, "EMPTY_SET", 4, argNone},
		{0x90, "ADDITEMS", 4, argNone},
		{0x91, "FROZENSET", 4, argNone},
		{'0', "POP", 0, argNone},
		{'2', "DUP", 0, argNone},
		{'(', "MARK", 0, argNone},
		{'1', "POP_MARK", 1, argNone},
		{'g', "GET", 0, argLine},
		{'h', "BINGET", 1, argUint8},
		{'j', "LONG_BINGET", 1, argUint32},
		{'p', "PUT", 0, argLine},
		{'q', "BINPUT", 1, argUint8},
		{'r', "LONG_BINPUT", 1, argUint32},
		{0x94, "MEMOIZE", 4, argNone},
		{0x82, "EXT1", 2, argUint8},
		{0x83, "EXT2", 2, argUint16},
		{0x84, "EXT4", 2, argInt32},
		{'c', "GLOBAL", 0, argNames},
		{0x93, "STACK_GLOBAL", 4, argNone},
		{'R', "REDUCE", 0, argNone},
		{'b', "BUILD", 0, argNone},
		{'i', "INST", 0, argNames},
		{'o', "OBJ", 1, argNone},
		{0x81, "NEWOBJ", 2, argNone},
		{0x92, "NEWOBJ_EX", 4, argNone},
		{0x80, "PROTO", 2, argUint8},
		{'.', "STOP", 0, argNone},
		{0x95, "FRAME", 4, argUint64},
		{'P', "PERSID", 0, argID},
		{'Q', "BINPERSID", 1, argNone},
	} {
		seen++
		if got := opcodes[want.code]; got.name != want.name || got.proto != want.proto || got.arg != want.arg {
			t.Errorf("byte 0x%02x: got %+v, want %+v", want.code, got, want)
		}
	}
	all := 0
	for _, op := range opcodes {
		if op.name != "" {
			all++
		}
	}
	if all != seen {
		t.Errorf("got %d opcodes, want %d", all, seen)
	}
}

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
		tier   Tier
		module string
		names  string
		form   callForm
	}{
		{NumPy, "numpy", "ndarray,recarray,matrix,chararray,memmap", formArrayClass},
		{NumPy, "numpy.core.memmap", "memmap", formArrayClass},
		{NumPy, "numpy.linalg", "LinAlgError", formException},
		{NumPy, "numpy.exceptions", "AxisError,ComplexWarning,DTypePromotionError,ModuleDeprecationWarning,RankWarning,TooHardError,VisibleDeprecationWarning", formException},
		{NumPy, "numpy", "dtype", formDType},
		{NumPy, "numpy", scalars, formScalarClass},
		{NumPy, "numpy", "poly1d", formPlainClass},
		{NumPy, "numpy.core.multiarray", "_reconstruct", formReconstruct},
		{NumPy, "numpy.core.multiarray", "scalar", formScalar},
		{NumPy, "numpy._core.multiarray", "_reconstruct", formReconstruct},
		{NumPy, "numpy._core.multiarray", "scalar", formScalar},
		{NumPy, "numpy.core._internal", "_reconstruct", formReconstruct},
		{NumPy, "numpy._core._internal", "_convert_to_stringdtype_kwargs", formStringDType},
		{NumPy, "numpy.core.numeric", "_frombuffer", formFromBuffer},
		{NumPy, "numpy._core.numeric", "_frombuffer", formFromBuffer},
		{NumPy, "_codecs", "encode", formEncode},
		{NumPy, "numpy.rec", "recarray", formArrayClass},
		{NumPy, "numpy.rec", "record", formScalarClass},
		{NumPy, "numpy.core.records", "recarray", formArrayClass},
		{NumPy, "numpy.core.records", "record", formScalarClass},
		{NumPy, "numpy._core.records", "recarray", formArrayClass},
		{NumPy, "numpy._core.records", "record", formScalarClass},
		{NumPy, "numpy.char", "chararray", formArrayClass},
		{NumPy, "numpy.core.defchararray", "chararray", formArrayClass},
		{NumPy, "numpy._core.defchararray", "chararray", formArrayClass},
		{NumPy, "numpy.matrixlib.defmatrix", "matrix", formArrayClass},
		{NumPy, "numpy.ma", "_mareconstruct", formMaskedReconstruct},
		{NumPy, "numpy.ma", "MaskedArray,mvoid", formMaskedClass},
		{NumPy, "numpy.ma", "MaskedConstant", formMaskedConstant},
		{NumPy, "numpy.ma.core", "_mareconstruct", formMaskedReconstruct},
		{NumPy, "numpy.ma.core", "MaskedArray,mvoid", formMaskedClass},
		{NumPy, "numpy.ma.core", "MaskedConstant", formMaskedConstant},
		{NumPy, "numpy.core", "_DType_reconstruct", formDTypeClass},
		{NumPy, "numpy._core", "_DType_reconstruct", formDTypeClass},
		{NumPy, "numpy.dtypes", dtypes, formScalarClass},
		{NumPy, "numpy.random", "__RandomState_ctor", formRandom},
		{NumPy, "numpy.random._pickle", "__randomstate_ctor,__generator_ctor,__bit_generator_ctor", formRandom},
		{NumPy, "numpy.random.bit_generator", "__pyx_unpickle_SeedSequence", formSeedSequence},
		{NumPy, "numpy.random.bit_generator", "SeedSequence", formRandomClass},
		{NumPy, "numpy.random._mt19937", generators, formRandomClass},
		{NumPy, "numpy.random._pcg64", generators, formRandomClass},
		{NumPy, "numpy.random._philox", generators, formRandomClass},
		{NumPy, "numpy.random._sfc64", generators, formRandomClass},
		{NumPy, "numpy.lib.polynomial", "poly1d", formPlainClass},
		{NumPy, "numpy.lib._polynomial_impl", "poly1d", formPlainClass},
		{NumPy, "numpy.polynomial.polynomial", series, formPlainClass},
		{NumPy, "numpy.polynomial.chebyshev", series, formPlainClass},
		{NumPy, "numpy.polynomial.legendre", series, formPlainClass},
		{NumPy, "numpy.polynomial.hermite", series, formPlainClass},
		{NumPy, "numpy.polynomial.hermite_e", series, formPlainClass},
		{NumPy, "numpy.polynomial.laguerre", series, formPlainClass},

		{Stdlib, "builtins", "set,frozenset", formSet},
		{Stdlib, "builtins", "complex", formComplex},
		{Stdlib, "builtins", "bytearray,bytes", formBytes},
		{Stdlib, "builtins", "range,xrange", formRange},
		{Stdlib, "builtins", "slice", formSlice},
		{Stdlib, "builtins", "object", formObject},
		{Stdlib, "builtins", "int,long,float,bool,str,unicode", formAtom},
		{Stdlib, "builtins", "list,tuple,dict", formCollection},
		{Stdlib, "builtins", "Ellipsis,NotImplemented", formConstant},
		{Stdlib, "__builtin__", "set,frozenset", formSet},
		{Stdlib, "__builtin__", "complex", formComplex},
		{Stdlib, "__builtin__", "bytearray,bytes", formBytes},
		{Stdlib, "__builtin__", "xrange", formRange},
		{Stdlib, "__builtin__", "range", formRangeList},
		{Stdlib, "__builtin__", "slice", formSlice},
		{Stdlib, "__builtin__", "object", formObject},
		{Stdlib, "__builtin__", "int,long,float,bool,str,unicode", formAtom},
		{Stdlib, "__builtin__", "list,tuple,dict", formCollection},
		{Stdlib, "__builtin__", "Ellipsis,NotImplemented", formConstant},
		{Stdlib, "datetime", "date,time,datetime", formDate},
		{Stdlib, "datetime", "timedelta", formTimedelta},
		{Stdlib, "datetime", "timezone", formTimezone},
		{Stdlib, "decimal", "Decimal", formDecimal},
		{Stdlib, "fractions", "Fraction", formDecimal},
		{Stdlib, "collections", "OrderedDict,Counter", formMapping},
		{Stdlib, "collections", "deque", formDeque},
		{Stdlib, "collections", "defaultdict", formDefaultDict},
		{Stdlib, "uuid", "UUID", formPlainClass},
		{Stdlib, "copyreg", "_reconstructor", formReconstructor},
		{Stdlib, "copy_reg", "_reconstructor", formReconstructor},
		{Stdlib, "pathlib", "PurePosixPath,PureWindowsPath,PosixPath,WindowsPath", formPath},
		{Stdlib, "pathlib._local", "PurePosixPath,PureWindowsPath,PosixPath,WindowsPath", formPath},
		{Stdlib, "types", "SimpleNamespace", formNamespace},
		{Stdlib, "builtins", "getattr", formGetattr},
		{Stdlib, "__builtin__", "getattr", formGetattr},
		{Stdlib, "zoneinfo", "ZoneInfo", formZoneClass},
		{Stdlib, "builtins", exceptions, formException},
		{Stdlib, "exceptions", exceptions, formException},
		{Stdlib, "exceptions", "StandardError", formException},
	} {
		for name := range strings.SplitSeq(test.names, ",") {
			count++
			if tier, form := lookupImport(test.module, name); tier != test.tier || form != test.form {
				t.Errorf("%s.%s: got %s and form %d, want %s and %d", test.module, name, tier, form, test.tier, test.form)
			}
			if !words[test.module] || !words[name] {
				t.Errorf("%s.%s: got no words for the memo, want both", test.module, name)
			}
		}
	}
	if len(allowed) != count {
		t.Errorf("got %d imports that may be called, want %d", len(allowed), count)
	}
	for _, word := range strings.Fields("latin1 latin-1 bit_generator state key pos inc counter buffer buffer_pos has_uint32 uinteger " +
		"has_gauss gauss coef coeffs domain window symbol _symbol variable _variable order int is_safe") {
		if !words[word] {
			t.Errorf("%s: got no word for the memo, want one", word)
		}
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
			if tier, _ := lookupImport(name, "whatever"); tier != Dangerous && !(exact && name != module) {
				t.Errorf("%s.whatever: got %s, want dangerous", name, tier)
			}
		}
		if tier, _ := lookupImport(module+"x", "whatever"); tier != Unknown {
			t.Errorf("%sx.whatever: got %s, want unknown", module, tier)
		}
	}
	for _, module := range []string{"builtins", "__builtin__"} {
		for name := range strings.FieldsSeq("eval exec execfile compile __import__ __build_class__ open file setattr delattr vars globals " +
			"locals dir input raw_input breakpoint map filter apply reduce memoryview buffer type super property staticmethod " +
			"classmethod print help exit quit license copyright credits reload iter next zip enumerate sorted any all sum max min " +
			"callable hasattr isinstance issubclass id intern coerce") {
			if tier, _ := lookupImport(module, name); tier != Dangerous {
				t.Errorf("%s.%s: got %s, want dangerous", module, name, tier)
			}
		}
	}
	for name := range strings.FieldsSeq("f2py distutils testing ctypeslib load loads save savez savez_compressed loadtxt savetxt genfromtxt ndfromtxt " +
		"mafromtxt recfromtxt recfromcsv fromfile fromregex fromtextfile openfile open_latin1 vectorize frompyfunc piecewise " +
		"apply_along_axis apply_over_axes fromfunction source lookfor safe_eval npy_load_module DataSource _dump _ufunc_reconstruct") {
		if tier, _ := lookupImport("numpy", name); tier != Dangerous {
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
		if tier, _ := lookupImport(pair.module, pair.name); tier != Dangerous {
			t.Errorf("%v: got %s, want dangerous", pair, tier)
		}
	}
	for _, pair := range []importPair{{"torch", "loads"}, {"pandas", "evaluate"}, {"pandas", "Series"}, {"pandas.core.indexes.base", "_new_Index"},
		{"pandas._libs.internals", "_unpickle_block"}, {"pandas.core.internals.managers", "BlockManager"}, {"pandas.io2", "f"},
		{"mylib", "__pyx_unpickle_Point"}, {"mylib", "oslo"}, {"mylib", "__"}, {"numpy", "trace"}, {"numpy", "select"},
		{"numpy.lib", "anything"}, {"os2", "system"}, {"numpy.testingx", "f"}} {
		if tier, _ := lookupImport(pair.module, pair.name); tier != Unknown {
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
		if module, name := python3Name(test.module, test.name); module != test.want3 || name != test.name3 {
			t.Errorf("%s.%s: got %s.%s, want %s.%s", test.module, test.name, module, name, test.want3, test.name3)
		}
	}
}

// TestIdentifier covers the letters and digits at both ends of their ranges, and the characters next to them.
func TestIdentifier(t *testing.T) {
	for _, name := range []string{"a", "z", "A", "Z", "_", "a0", "a9", "aazAZ_09"} {
		if !identifier(name) {
			t.Errorf("%q: got no identifier, want one", name)
		}
	}
	for _, name := range []string{"", "0", "9a", "`", "{", "@", "[", "a/", "a:", "a.b", "é"} {
		if identifier(name) {
			t.Errorf("%q: got an identifier, want none", name)
		}
	}
}

func TestSummary(t *testing.T) {
	if got := (&Result{}).Summary(); got != "none" {
		t.Errorf("got %q, want none", got)
	}
	r := Result{tiers: map[Tier]int64{Dangerous: 1, NumPy: 3, Unknown: 12}}
	if got, want := r.Summary(), "3 from NumPy, 12 unknown, 1 dangerous"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
