package pickle

import (
	"bytes"
	"strings"
)

// allowedRow is a set of imports that a pickle may call: names in some modules, separated by spaces.
type allowedRow struct {
	form    callForm
	modules string
	names   string
}

var numpyImports = []allowedRow{
	{formArrayClass, "numpy", "ndarray recarray matrix chararray memmap"},
	{formDType, "numpy", "dtype"},
	{formScalarClass, "numpy", "record bool bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 int_ uint intc uintc longlong " +
		"ulonglong float16 float32 float64 longdouble float96 float128 complex64 complex128 clongdouble " +
		"complex192 complex256 datetime64 timedelta64 str_ unicode_ bytes_ string_ void object_ long ulong " +
		"intp uintp short ushort byte ubyte single double csingle cdouble half generic number integer " +
		"signedinteger unsignedinteger inexact floating complexfloating flexible character"},
	{formPlainClass, "numpy", "poly1d"},
	{formReconstruct, "numpy.core.multiarray numpy._core.multiarray numpy.core._internal", "_reconstruct"},
	{formScalar, "numpy.core.multiarray numpy._core.multiarray", "scalar"},
	{formStringDType, "numpy._core._internal", "_convert_to_stringdtype_kwargs"},
	{formFromBuffer, "numpy.core.numeric numpy._core.numeric", "_frombuffer"},
	{formEncode, "_codecs", "encode"},
	{formArrayClass, "numpy.rec numpy.core.records numpy._core.records", "recarray"},
	{formScalarClass, "numpy.rec numpy.core.records numpy._core.records", "record"},
	{formArrayClass, "numpy.char numpy.core.defchararray numpy._core.defchararray", "chararray"},
	{formArrayClass, "numpy.matrixlib.defmatrix", "matrix"},
	{formArrayClass, "numpy.core.memmap", "memmap"},
	{formMaskedReconstruct, "numpy.ma numpy.ma.core", "_mareconstruct"},
	{formMaskedClass, "numpy.ma numpy.ma.core", "MaskedArray mvoid"},
	{formMaskedConstant, "numpy.ma numpy.ma.core", "MaskedConstant"},
	{formDTypeClass, "numpy.core numpy._core", "_DType_reconstruct"},
	{formScalarClass, "numpy.dtypes", "BoolDType ByteDType UByteDType ShortDType UShortDType IntDType UIntDType LongDType ULongDType " +
		"LongLongDType ULongLongDType Int8DType UInt8DType Int16DType UInt16DType Int32DType UInt32DType " +
		"Int64DType UInt64DType Float16DType Float32DType Float64DType LongDoubleDType Complex64DType " +
		"Complex128DType CLongDoubleDType ObjectDType BytesDType StrDType VoidDType DateTime64DType " +
		"TimeDelta64DType StringDType"},
	{formRandom, "numpy.random", "__RandomState_ctor"}, // up to NumPy 1.16
	{formRandom, "numpy.random._pickle", "__randomstate_ctor __generator_ctor __bit_generator_ctor"},
	{formSeedSequence, "numpy.random.bit_generator", "__pyx_unpickle_SeedSequence"},
	{formRandomClass, "numpy.random.bit_generator", "SeedSequence"},
	{formRandomClass, "numpy.random._mt19937 numpy.random._pcg64 numpy.random._philox numpy.random._sfc64", "MT19937 PCG64 PCG64DXSM Philox SFC64"},
	{formException, "numpy.linalg", "LinAlgError"},
	{formException, "numpy.exceptions", "AxisError ComplexWarning DTypePromotionError ModuleDeprecationWarning RankWarning TooHardError " +
		"VisibleDeprecationWarning"},
	{formPlainClass, "numpy.lib.polynomial numpy.lib._polynomial_impl", "poly1d"},
	{formPlainClass, "numpy.polynomial.polynomial numpy.polynomial.chebyshev numpy.polynomial.legendre " +
		"numpy.polynomial.hermite numpy.polynomial.hermite_e numpy.polynomial.laguerre",
		"Polynomial Chebyshev Legendre Hermite HermiteE Laguerre"},
}

var stdlibImports = []allowedRow{
	{formSet, "builtins __builtin__", "set frozenset"},
	{formComplex, "builtins __builtin__", "complex"},
	{formBytes, "builtins __builtin__", "bytearray bytes"},
	{formRange, "builtins __builtin__", "xrange"},
	{formRange, "builtins", "range"},
	{formRangeList, "__builtin__", "range"},
	{formSlice, "builtins __builtin__", "slice"},
	{formObject, "builtins __builtin__", "object"},
	{formAtom, "builtins __builtin__", "int long float bool str unicode"},
	{formCollection, "builtins __builtin__", "list tuple dict"},
	{formConstant, "builtins __builtin__", "Ellipsis NotImplemented"},
	{formDate, "datetime", "date time datetime"},
	{formTimedelta, "datetime", "timedelta"},
	{formTimezone, "datetime", "timezone"},
	{formDecimal, "decimal", "Decimal"},
	{formDecimal, "fractions", "Fraction"},
	{formMapping, "collections", "OrderedDict Counter"},
	{formDeque, "collections", "deque"},
	{formDefaultDict, "collections", "defaultdict"},
	{formPlainClass, "uuid", "UUID"},
	{formReconstructor, "copyreg copy_reg", "_reconstructor"},
	{formPath, "pathlib pathlib._local", "PurePosixPath PureWindowsPath PosixPath WindowsPath"},
	{formNamespace, "types", "SimpleNamespace"},
	{formGetattr, "builtins __builtin__", "getattr"},
	{formZoneClass, "zoneinfo", "ZoneInfo"},
	{formException, "builtins exceptions", "ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError " +
		"BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError " +
		"ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError EncodingWarning " +
		"EnvironmentError Exception FileExistsError FileNotFoundError FloatingPointError FutureWarning " +
		"GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError " +
		"IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError " +
		"NotADirectoryError NotImplementedError OSError OverflowError PendingDeprecationWarning " +
		"PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError " +
		"RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit " +
		"TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError " +
		"UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError"},
	{formException, "exceptions", "StandardError"}, // of Python 2
}

// importPair is an exact pair of module and name.
type importPair struct{ module, name string }

// allowedImport is the entry of a pair in the tables.
type allowedImport struct {
	tier Tier
	form callForm
}

// allowed has the pairs of the tables, and words the texts that pickles tend to repeat: the parts of those pairs, and
// fixed arguments and states. Neither is ever written to.
var allowed, words = tabulate()

func tabulate() (map[importPair]allowedImport, map[string]bool) {
	allowed := make(map[importPair]allowedImport)
	words := make(map[string]bool)
	for _, word := range strings.Fields("latin1 latin-1 " + // arguments
		"bit_generator state key pos inc counter buffer buffer_pos has_uint32 uinteger has_gauss gauss " + // of states
		"coef coeffs domain window symbol _symbol variable _variable order int is_safe x _unpickle") {
		words[word] = true
	}
	for tier, rows := range map[Tier][]allowedRow{NumPy: numpyImports, Stdlib: stdlibImports} {
		for _, row := range rows {
			for _, module := range strings.Fields(row.modules) {
				for _, name := range strings.Fields(row.names) {
					allowed[importPair{module, name}] = allowedImport{tier, row.form}
					words[module], words[name] = true, true
				}
			}
		}
	}
	return allowed, words
}

// lookupImport returns the tier of an exact pair of module and name, and how it may be called.
func lookupImport(module, name string) (Tier, callForm) {
	if a, ok := allowed[importPair{module, name}]; ok {
		return a.tier, a.form
	}
	if isDangerous(module, name) || isDangerous(python3Name(module, name)) {
		return Dangerous, formNone
	}
	return Unknown, formNone
}

// TierOf returns the tier of an import by its names. An odd name is unknown.
func TierOf(module, name string) Tier {
	tier, _ := lookupImport(module, name)
	return tier
}

// Begins reports whether a file that begins with head is a pickle without a header: the opcode
// PROTO and another opcode, or, after marks, an import that is not unknown. Others don't count: a
// text with the lines "column" and "value" begins with one.
func Begins(head []byte) bool {
	if len(head) >= 3 && head[0] == opProto {
		return head[1] <= highestProtocol && opcodes[head[2]].name != ""
	}
	head = bytes.TrimLeft(head, string(opMark))
	if len(head) == 0 || head[0] != opGlobal && head[0] != opInst {
		return false
	}
	lines := bytes.SplitN(head, []byte("\n"), 3)
	if len(lines) < 3 {
		return false
	}
	tier, _ := lookupImport(string(lines[0][1:]), string(lines[1]))
	return tier != Unknown
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
