// Package pyimport knows the names that pickles import: how far each is trusted, and how NumPy and Python call those that
// are (clauses npy-8.8 and npy-8.10).
package pyimport

import (
	"iter"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// Form is the way in which NumPy or Python calls an import of a trusted tier (clause npy-8.10).
type Form uint8

const (
	NoForm            Form = iota
	Reconstruct            // _reconstruct(class, (0,), b'b')
	MaskedReconstruct      // _mareconstruct(class, class, (0,), 'b')
	Scalar                 // scalar(dtype, bytes)
	DType                  // dtype('f8', False, True)
	FromBuffer             // _frombuffer(bytes, dtype, shape, order)
	Encode                 // encode(text, 'latin1')
	StringDType            // _convert_to_stringdtype_kwargs(coerce[, na_object])
	DTypeClass             // _DType_reconstruct(class)
	ArrayClass             // a class of arrays, never called
	MaskedClass            // the same, of masked arrays
	MaskedConstant         // MaskedConstant()
	ScalarClass            // a class, never called
	PlainClass             // an instance is made without arguments and gets a dictionary
	Random                 // a constructor of numpy.random
	RandomClass            // a class, called by those
	SeedSequence           // __pyx_unpickle_SeedSequence(class, checksum, None)
	Reconstructor          // _reconstructor(class, object, None)
	Set                    // set([...])
	Collection             // list(), dict([...])
	Mapping                // OrderedDict(), Counter({...})
	DefaultDict            // defaultdict(class)
	Deque                  // deque((), length)
	Bytes                  // bytearray(b'...'), bytearray(text, 'latin-1')
	Range                  // range(start, stop, step)
	RangeList              // the same, which makes a list in Python 2
	Slice                  // slice(start, stop, step)
	Object                 // object()
	Atom                   // int(5)
	Complex                // complex(1.0, 2.0)
	Date                   // datetime(b'...', timezone)
	Timedelta              // timedelta(days, seconds, microseconds)
	Timezone               // timezone(timedelta[, name])
	Decimal                // Decimal('1.5'), Fraction(1, 2)
	Path                   // PosixPath('/', 'tmp')
	Namespace              // SimpleNamespace()
	Getattr                // getattr(ZoneInfo, '_unpickle')
	ZoneClass              // the class ZoneInfo, never called
	Zone                   // ZoneInfo._unpickle('Europe/Berlin', True)
	Exception              // ValueError('text')
	Constant               // not a callable
)

// allowedRow is a set of imports that a pickle may call: names in some modules, separated by spaces.
type allowedRow struct {
	form    Form
	modules string
	names   string
}

var numpyImports = []allowedRow{
	{ArrayClass, "numpy", "ndarray recarray matrix chararray memmap"},
	{DType, "numpy", "dtype"},
	{ScalarClass, "numpy", "record bool bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 int_ uint intc uintc longlong " +
		"ulonglong float16 float32 float64 longdouble float96 float128 complex64 complex128 clongdouble " +
		"complex192 complex256 datetime64 timedelta64 str_ unicode_ bytes_ string_ void object_ long ulong " +
		"intp uintp short ushort byte ubyte single double csingle cdouble half generic number integer " +
		"signedinteger unsignedinteger inexact floating complexfloating flexible character"},
	{PlainClass, "numpy", "poly1d"},
	{Reconstruct, "numpy.core.multiarray numpy._core.multiarray numpy.core._internal", "_reconstruct"},
	{Scalar, "numpy.core.multiarray numpy._core.multiarray", "scalar"},
	{StringDType, "numpy._core._internal", "_convert_to_stringdtype_kwargs"},
	{FromBuffer, "numpy.core.numeric numpy._core.numeric", "_frombuffer"},
	{Encode, "_codecs", "encode"},
	{ArrayClass, "numpy.rec numpy.core.records numpy._core.records", "recarray"},
	{ScalarClass, "numpy.rec numpy.core.records numpy._core.records", "record"},
	{ArrayClass, "numpy.char numpy.core.defchararray numpy._core.defchararray", "chararray"},
	{ArrayClass, "numpy.matrixlib.defmatrix", "matrix"},
	{ArrayClass, "numpy.core.memmap", "memmap"},
	{MaskedReconstruct, "numpy.ma numpy.ma.core", "_mareconstruct"},
	{MaskedClass, "numpy.ma numpy.ma.core", "MaskedArray mvoid"},
	{MaskedConstant, "numpy.ma numpy.ma.core", "MaskedConstant"},
	{DTypeClass, "numpy.core numpy._core", "_DType_reconstruct"},
	{ScalarClass, "numpy.dtypes", "BoolDType ByteDType UByteDType ShortDType UShortDType IntDType UIntDType LongDType ULongDType " +
		"LongLongDType ULongLongDType Int8DType UInt8DType Int16DType UInt16DType Int32DType UInt32DType " +
		"Int64DType UInt64DType Float16DType Float32DType Float64DType LongDoubleDType Complex64DType " +
		"Complex128DType CLongDoubleDType ObjectDType BytesDType StrDType VoidDType DateTime64DType " +
		"TimeDelta64DType StringDType"},
	{Random, "numpy.random", "__RandomState_ctor"}, // up to NumPy 1.16
	{Random, "numpy.random._pickle", "__randomstate_ctor __generator_ctor __bit_generator_ctor"},
	{SeedSequence, "numpy.random.bit_generator", "__pyx_unpickle_SeedSequence"},
	{RandomClass, "numpy.random.bit_generator", "SeedSequence"},
	{RandomClass, "numpy.random._mt19937 numpy.random._pcg64 numpy.random._philox numpy.random._sfc64", "MT19937 PCG64 PCG64DXSM Philox SFC64"},
	{Exception, "numpy.linalg", "LinAlgError"},
	{Exception, "numpy.exceptions", "AxisError ComplexWarning DTypePromotionError ModuleDeprecationWarning RankWarning TooHardError " +
		"VisibleDeprecationWarning"},
	{PlainClass, "numpy.lib.polynomial numpy.lib._polynomial_impl", "poly1d"},
	{PlainClass, "numpy.polynomial.polynomial numpy.polynomial.chebyshev numpy.polynomial.legendre " +
		"numpy.polynomial.hermite numpy.polynomial.hermite_e numpy.polynomial.laguerre",
		"Polynomial Chebyshev Legendre Hermite HermiteE Laguerre"},
}

var stdlibImports = []allowedRow{
	{Set, "builtins __builtin__", "set frozenset"},
	{Complex, "builtins __builtin__", "complex"},
	{Bytes, "builtins __builtin__", "bytearray bytes"},
	{Range, "builtins __builtin__", "xrange"},
	{Range, "builtins", "range"},
	{RangeList, "__builtin__", "range"},
	{Slice, "builtins __builtin__", "slice"},
	{Object, "builtins __builtin__", "object"},
	{Atom, "builtins __builtin__", "int long float bool str unicode"},
	{Collection, "builtins __builtin__", "list tuple dict"},
	{Constant, "builtins __builtin__", "Ellipsis NotImplemented"},
	{Date, "datetime", "date time datetime"},
	{Timedelta, "datetime", "timedelta"},
	{Timezone, "datetime", "timezone"},
	{Decimal, "decimal", "Decimal"},
	{Decimal, "fractions", "Fraction"},
	{Mapping, "collections", "OrderedDict Counter"},
	{Deque, "collections", "deque"},
	{DefaultDict, "collections", "defaultdict"},
	{PlainClass, "uuid", "UUID"},
	{Reconstructor, "copyreg copy_reg", "_reconstructor"},
	{Path, "pathlib pathlib._local", "PurePosixPath PureWindowsPath PosixPath WindowsPath"},
	{Namespace, "types", "SimpleNamespace"},
	{Getattr, "builtins __builtin__", "getattr"},
	{ZoneClass, "zoneinfo", "ZoneInfo"},
	{Exception, "builtins exceptions", "ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError " +
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
	{Exception, "exceptions", "StandardError"}, // of Python 2
}

// importPair is an exact pair of module and name.
type importPair struct{ module, name string }

// allowedImport is the entry of a pair in the tables.
type allowedImport struct {
	tier spec.Tier
	form Form
}

// allowed has the pairs of the tables. It is never written to.
var allowed = tabulate()

func tabulate() map[importPair]allowedImport {
	allowed := make(map[importPair]allowedImport)
	for tier, rows := range map[spec.Tier][]allowedRow{spec.TierNumPy: numpyImports, spec.TierStdlib: stdlibImports} {
		for _, row := range rows {
			for _, module := range strings.Fields(row.modules) {
				for _, name := range strings.Fields(row.names) {
					allowed[importPair{module, name}] = allowedImport{tier, row.form}
				}
			}
		}
	}
	return allowed
}

// All returns the module and the name of each import that is trusted.
func All() iter.Seq2[string, string] {
	return func(yield func(module, name string) bool) {
		for pair := range allowed {
			if !yield(pair.module, pair.name) {
				return
			}
		}
	}
}

// Lookup returns the tier of an exact pair of module and name, and how it may be called.
func Lookup(module, name string) (spec.Tier, Form) {
	if a, ok := allowed[importPair{module, name}]; ok {
		return a.tier, a.form
	}
	if isDangerous(module, name) || isDangerous(Python3(module, name)) {
		return spec.TierDangerous, NoForm
	}
	return spec.TierUnknown, NoForm
}
