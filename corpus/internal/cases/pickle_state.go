package cases

import (
	"strings"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

// pickleStateCases returns cases of pickles that call what NumPy and Python call, but with states that they don't
// write: attributes that NumPy looks up on an instance, and values that it examines. Loading them does no harm.
func pickleStateCases() []Case {
	ordered := Reduce(Global("collections", "OrderedDict"))
	philox := func(position string) []byte {
		words := func(n string, count int) string {
			return arrayOf(n+"\x85", dtypeOf("u8", "<", "K\x00"), "\x89", ShortBytes(strings.Repeat(oneDouble, count)))
		}
		state := "}(" + Unicode("counter") + words("K\x04", 4) + Unicode("key") + words("K\x02", 2) + "u"
		return oneObject(Reduce(Global("numpy.random._pickle", "__bit_generator_ctor"), Unicode("Philox")) +
			"}(" + Unicode("bit_generator") + Unicode("Philox") + Unicode("state") + state + Unicode("buffer") + words("K\x04", 4) +
			Unicode("buffer_pos") + position + Unicode("has_uint32") + "K\x00" + Unicode("uinteger") + "K\x00" + "ub")
	}
	masked := func(mask, fill string) []byte {
		return oneObject(Reduce(Global("numpy.ma.core", "_mareconstruct"), Global("numpy.ma.core", "MaskedArray"), Global("numpy", "ndarray"), "K\x00\x85", Unicode("b")) +
			TupleOf("K\x01", "K\x01\x85", doubles, "\x89", ShortBytes(oneDouble), mask, fill) + "b")
	}
	table := func(sub string) []byte {
		pair := dtypeWith("V16", "K\x03", Unicode("|"), TupleOf(doubles, "K\x02\x85"), "N", "N", "K\x10", "K\x08", "K\x00")
		typ := dtypeWith("V24", "K\x03", Unicode("|"), "N", Unicode("a")+Unicode("b")+"\x86",
			fieldsOf([3]string{"a", oneDType, "K\x00"}, [3]string{"b", pair, "K\x08"}), "K\x18", "K\x01", "K\x1b")
		return oneObject(arrayOf("K\x01\x85", typ, "\x89", "]N"+sub+"\x86a"))
	}
	letter := func(codePoint string) []byte {
		text := dtypeWith("U1", "K\x03", Unicode("<"), "N", "N", "N", "K\x04", "K\x04", "K\x08")
		return oneObject(arrayOf("K\x01\x85", text, "\x89", ShortBytes(codePoint)))
	}
	double := arrayOf(")", doubles, "\x89", ShortBytes(oneDouble))
	doubles2 := arrayOf("K\x02\x85", doubles, "\x89", ShortBytes(oneDouble+oneDouble))

	cases := variants(pickled(Medium), "pickle-present",
		variant{"pickle/holds-ordered-dict", "an OrderedDict", oneObject(ordered)},
		variant{"pickle/holds-generator", "a random bit generator", philox("K\x04")},
		variant{"pickle/holds-masked-array", "a masked array with a fill value", masked(ShortBytes("\x00"), double)},
		variant{"pickle/holds-sub-array", "a structured array with an object and a subarray", table(doubles2)},
		variant{"pickle/holds-text", "an array of one letter", letter("a\x00\x00\x00")},
	)
	state := func(twin string, each ...variant) {
		c := pickleDanger(Medium)
		c.Story += "its pickle gives "
		c.Twin = "pickle/" + twin
		cases = append(cases, variants(c, "pickle-present pickle-state", each...)...)
	}
	state("holds-ordered-dict",
		variant{"pickle/state-attribute", "an OrderedDict the attribute __array_interface__, in which NumPy looks for an address", oneObject(ordered + "}" + Unicode("__array_interface__") + "}sb")},
		variant{"pickle/build-again", "an OrderedDict a class as its __setstate__, which BUILD then calls", oneObject(ordered + "}" + Unicode("__setstate__") + Global("builtins", "int") + "sbK\x05b")},
	)
	state("holds-namespace",
		variant{"pickle/state-namespace", "a SimpleNamespace the attribute __array_interface__, in which NumPy looks for an address",
			oneObject(Reduce(Global("types", "SimpleNamespace")) + "}" + Unicode("__array_interface__") + "}sb")},
	)
	state("holds-exception",
		variant{"pickle/state-exception", "an exception the attribute __reduce__", oneObject(Reduce(Global("builtins", "ValueError"), Unicode("a")) + "}" + Unicode("__reduce__") + Global("builtins", "int") + "sb")},
	)
	state("holds-generator",
		variant{"pickle/state-position", "a bit generator the position 5 in a buffer of 4 words", philox("K\x05")},
	)
	state("holds-masked-array",
		variant{"pickle/state-fill-value", "a masked array of doubles a fill value of two doubles", masked(ShortBytes("\x00"), doubles2)},
		variant{"pickle/state-mask", "a masked array of one element an empty mask", masked(ShortBytes(""), double)},
	)
	state("holds-masked-pair",
		variant{"pickle/state-fill-swapped", "a masked array of an object and an int the fill value of an int and an object", maskedPair("N", int64s, oneDType, ListOf(TupleOf("K\x01", "N")))},
	)
	state("holds-sub-array",
		variant{"pickle/state-element", "an array a list where its dtype has a subarray", table("](G" + strings.Repeat("\x00", 8) + "G" + strings.Repeat("\x00", 8) + "e")},
	)
	state("holds-text",
		variant{"pickle/state-code-point", "an array of text the code point 0x110000, one more than the last", letter("\x00\x00\x11\x00")},
	)
	return cases
}
