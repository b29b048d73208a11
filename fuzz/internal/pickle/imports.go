package pickle

import "strings"

// Imports are pairs of module and name that npycheck lets pickles import (clause npy-8.8), with some of the exceptions.
var Imports = importTable(`
numpy: ndarray recarray matrix chararray memmap dtype record bool bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64
  int_ uint intc uintc longlong ulonglong float16 float32 float64 longdouble float96 float128 complex64 complex128
  clongdouble complex192 complex256 datetime64 timedelta64 str_ unicode_ bytes_ string_ void object_ long ulong
  intp uintp short ushort byte ubyte single double csingle cdouble half generic number integer signedinteger
  unsignedinteger inexact floating complexfloating flexible character poly1d
numpy.core.multiarray: _reconstruct scalar
numpy._core.multiarray: _reconstruct scalar
numpy.core._internal: _reconstruct
numpy._core._internal: _convert_to_stringdtype_kwargs
numpy.core.numeric: _frombuffer
numpy._core.numeric: _frombuffer
_codecs: encode
numpy.rec: recarray record
numpy.core.records: recarray record
numpy._core.records: recarray record
numpy.char: chararray
numpy.core.defchararray: chararray
numpy._core.defchararray: chararray
numpy.matrixlib.defmatrix: matrix
numpy.ma: _mareconstruct MaskedArray mvoid MaskedConstant
numpy.ma.core: _mareconstruct MaskedArray mvoid MaskedConstant
numpy.core: _DType_reconstruct
numpy._core: _DType_reconstruct
numpy.dtypes: BoolDType ByteDType UByteDType ShortDType UShortDType IntDType UIntDType LongDType ULongDType LongLongDType
  ULongLongDType Int8DType UInt8DType Int16DType UInt16DType Int32DType UInt32DType Int64DType UInt64DType Float16DType
  Float32DType Float64DType LongDoubleDType Complex64DType Complex128DType CLongDoubleDType ObjectDType BytesDType StrDType
  VoidDType DateTime64DType TimeDelta64DType StringDType
numpy.random: __RandomState_ctor
numpy.random._pickle: __randomstate_ctor __generator_ctor __bit_generator_ctor
numpy.random.bit_generator: __pyx_unpickle_SeedSequence SeedSequence
numpy.random._mt19937: MT19937
numpy.random._pcg64: PCG64 PCG64DXSM
numpy.random._philox: Philox
numpy.random._sfc64: SFC64
numpy.lib.polynomial: poly1d
numpy.lib._polynomial_impl: poly1d
numpy.polynomial.polynomial: Polynomial
numpy.polynomial.chebyshev: Chebyshev
numpy.polynomial.legendre: Legendre
numpy.polynomial.hermite: Hermite
numpy.polynomial.hermite_e: HermiteE
numpy.polynomial.laguerre: Laguerre
builtins: set frozenset complex bytearray bytes range slice object int float bool str list tuple dict Ellipsis NotImplemented
  ValueError OSError KeyError UnicodeDecodeError SyntaxError StopIteration AttributeError ImportError
__builtin__: set frozenset complex bytearray bytes xrange slice object int long float bool str unicode list tuple dict
datetime: date time datetime timedelta timezone
decimal: Decimal
fractions: Fraction
collections: OrderedDict Counter deque defaultdict
uuid: UUID
copyreg: _reconstructor
copy_reg: _reconstructor
pathlib: PurePosixPath PureWindowsPath PosixPath WindowsPath
types: SimpleNamespace
zoneinfo: ZoneInfo
numpy.linalg: LinAlgError
`)

func importTable(table string) [][2]string {
	var pairs [][2]string
	module := ""
	for word := range strings.FieldsSeq(table) {
		if name, found := strings.CutSuffix(word, ":"); found {
			module = name
			continue
		}
		pairs = append(pairs, [2]string{module, word})
	}
	return pairs
}
