package pickle

import (
	"strings"

	"github.com/npycheck/npycheck/internal/text"
)

// Tier is how far an import of a pickle is trusted (clause npy-8.8).
type Tier string

// The tiers. Only imports of the first two may be called, and only as NumPy and Python call them.
const (
	NumPy     Tier = "numpy"     // NumPy's own constructors and types
	Stdlib    Tier = "stdlib"    // Python types whose construction has no side effects
	Unknown   Tier = "unknown"   // everything else
	Dangerous Tier = "dangerous" // known to run code or to access the system
)

// global is something imported.
type global struct {
	module, name string
	tier         Tier
	form         callForm
	at, length   int64
	called       bool // listed as called
	blamed       bool // already reported as untrusted
}

func (g *global) trusted() bool { return g.tier == NumPy || g.tier == Stdlib }

func (g *global) String() string { return quotedImport(g.module, g.name) }

// quotedImport joins module and name with a dot where that leaves no doubt which part is which.
func quotedImport(module, name string) string {
	if module == "" && name == "" {
		return "an import without a name"
	}
	if module == "" || name == "" || strings.Contains(module, " ") || strings.ContainsAny(name, " .") {
		return text.Literal(module) + " " + text.Literal(name)
	}
	return text.Quote(module) + "." + text.Quote(name)
}

// callForm is the way in which NumPy or Python calls an import of a trusted tier (clause npy-8.10).
type callForm uint8

const (
	formNone              callForm = iota
	formReconstruct                // _reconstruct(class, (0,), b'b')
	formMaskedReconstruct          // _mareconstruct(class, class, (0,), 'b')
	formScalar                     // scalar(dtype, bytes)
	formDType                      // dtype('f8', False, True)
	formFromBuffer                 // _frombuffer(bytes, dtype, shape, order)
	formEncode                     // encode(text, 'latin1')
	formStringDType                // _convert_to_stringdtype_kwargs(coerce[, na_object])
	formDTypeClass                 // _DType_reconstruct(class)
	formArrayClass                 // a class of arrays, never called
	formMaskedClass                // the same, of masked arrays
	formMaskedConstant             // MaskedConstant()
	formScalarClass                // a class, never called
	formPlainClass                 // an instance is made without arguments and gets a dictionary
	formRandom                     // a constructor of numpy.random
	formRandomClass                // a class, called by those
	formSeedSequence               // __pyx_unpickle_SeedSequence(class, checksum, None)
	formReconstructor              // _reconstructor(class, object, None)
	formSet                        // set([...])
	formCollection                 // list(), dict([...])
	formMapping                    // OrderedDict(), Counter({...})
	formDefaultDict                // defaultdict(class)
	formDeque                      // deque((), length)
	formBytes                      // bytearray(b'...'), bytearray(text, 'latin-1')
	formRange                      // range(start, stop, step)
	formRangeList                  // the same, which makes a list in Python 2
	formSlice                      // slice(start, stop, step)
	formObject                     // object()
	formAtom                       // int(5)
	formComplex                    // complex(1.0, 2.0)
	formDate                       // datetime(b'...', timezone)
	formTimedelta                  // timedelta(days, seconds, microseconds)
	formTimezone                   // timezone(timedelta[, name])
	formDecimal                    // Decimal('1.5'), Fraction(1, 2)
	formPath                       // PosixPath('/', 'tmp')
	formNamespace                  // SimpleNamespace()
	formGetattr                    // getattr(ZoneInfo, '_unpickle')
	formZoneClass                  // the class ZoneInfo, never called
	formZone                       // ZoneInfo._unpickle('Europe/Berlin', True)
	formException                  // ValueError('text')
	formConstant                   // not a callable
)
