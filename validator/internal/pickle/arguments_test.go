package pickle

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/pyimport"
)

// writtenCalls are the arguments of a call as NumPy and Python write it, by module and name, name or form: whichever
// comes first. A call of what has none is never written.
func writtenCalls() map[string][]string {
	array, seed := importOf("numpy", "ndarray"), importOf("numpy.random.bit_generator", "SeedSequence")
	delta := reduce(importOf("datetime", "timedelta"), "K\x00", num(3600), "K\x00")
	return map[string][]string{
		"_reconstruct":                   {array, "K\x00\x85", raw8("b")},
		"_mareconstruct":                 {importOf("numpy.ma.core", "MaskedArray"), array, "K\x00\x85", raw8("b")},
		"scalar":                         {simple("f8"), raw8("12345678")},
		"dtype":                          {str("f8"), "\x89", "\x88"},
		"_frombuffer":                    {raw8("1234567812345678"), simple("f8"), "K\x01K\x02\x86", str("K"), "K\x01K\x00\x86"},
		"encode":                         {str("abc"), str("latin1")},
		"_convert_to_stringdtype_kwargs": {"\x88", "N"},
		"_DType_reconstruct":             {importOf("numpy", "float64")},
		"MaskedConstant":                 {},
		"__generator_ctor":               {str("PCG64"), importOf("numpy.random._pickle", "__bit_generator_ctor")},
		"__bit_generator_ctor":           {str("PCG64")},
		"__randomstate_ctor":             {str("MT19937"), importOf("numpy.random._pickle", "__bit_generator_ctor")},
		"__RandomState_ctor":             {},
		"__pyx_unpickle_SeedSequence":    {seed, num(65708578), "N"},
		"_reconstructor":                 {importOf("uuid", "UUID"), importOf("builtins", "object"), "N"},
		"set":                            {"]K\x01a"},
		"frozenset":                      {"]K\x01a"},
		"list":                           {},
		"tuple":                          {},
		"dict":                           {},
		"OrderedDict":                    {"](](K\x01K\x02ee"},
		"Counter":                        {"}"},
		"defaultdict":                    {importOf("builtins", "list")},
		"deque":                          {")", "K\x05"},
		"bytearray":                      {str("abc"), str("latin-1")},
		"bytes":                          {},
		"builtins range":                 {"K\x00", "K\x05", "K\x01"},
		"xrange":                         {"K\x00", "K\x05", "K\x01"},
		"slice":                          {"N", "K\x05", "N"},
		"object":                         {},
		"int":                            {"K\x05"},
		"long":                           {"K\x05"},
		"float":                          {binFloat(1)},
		"bool":                           {"\x88"},
		"str":                            {str("a")},
		"unicode":                        {str("a")},
		"complex":                        {binFloat(1), binFloat(2)},
		"date":                           {raw8("\x07\xe4\x02\x1d")},
		"time":                           {raw8("\x97\x3b\x3b\x0f\x42\x3f"), reduce(importOf("datetime", "timezone"), delta)},
		"datetime":                       {raw8("\x07\xe4\x82\x1d\x17\x3b\x3b\x0f\x42\x3f"), reduce(importOf("datetime", "timezone"), delta)},
		"timedelta":                      {"K\x01", "K\x02", "K\x03"},
		"timezone":                       {delta, str("x")},
		"Decimal":                        {str("1.5")},
		"Fraction":                       {"K\x01", "K\x02"},
		"SimpleNamespace":                {},
		"getattr":                        {importOf("zoneinfo", "ZoneInfo"), str("_unpickle")},
		"UnicodeDecodeError":             {str("ascii"), raw8("\xff"), "K\x00", "K\x01", str("r")},
		"exceptions UnicodeDecodeError":  {str("ascii"), "U\x01\xff", "K\x00", "K\x01", str("r")},
		"UnicodeEncodeError":             {str("ascii"), str("\u00e4"), "K\x00", "K\x01", str("r")},
		"UnicodeTranslateError":          {str("ab"), "K\x00", "K\x02", str("r")},
	}
}

// writtenObject returns the arguments of a call of a path or an exception.
func writtenObject(form pyimport.Form, name string) (args []string, ok bool) {
	switch {
	case form != pyimport.Path && form != pyimport.Exception:
		return nil, false
	case kindOfException(name) == "OSError":
		return []string{"K\x02", str("No such file"), str("a"), "N", "N"}, true
	case kindOfException(name) == "SyntaxError":
		return []string{str("a"), tuple(str("<string>"), "K\x01", "K\x01", "N")}, true
	}
	return []string{str("a")}, true
}

// keeps reports whether a path or an exception takes a foreign value as it is.
func keeps(form pyimport.Form, name, what string) bool {
	if form == pyimport.Exception && kindOfException(name) == "" {
		return true
	}
	return (form == pyimport.Path || form == pyimport.Exception) && what == "a text"
}

// foreign are values that no call has anywhere.
var foreign = map[string]string{
	"a range of 2*10^8":             reduce(importOf("builtins", "range"), "K\x00", num(200_000_000), "K\x01"),
	"Ellipsis":                      importOf("builtins", "Ellipsis"),
	"a set":                         "\x8f",
	"a tuple of a list":             "]\x85",
	"an array of objects":           ndarray(dtypeO, "K\x01\x85", "]Na"),
	"a text":                        str("\u0100evil"),
	"a dict":                        "}" + str("evil") + "K\x01s",
	"an int that is too large":      long4(2000, 0x55),
	"an instance of an OrderedDict": reduce(importOf("collections", "OrderedDict")),
}

// fitting are the places where a foreign value is what the call may have.
var fitting = []string{
	"slice[0] a text", "slice[1] a text", "slice[2] a text", "str[0] a text", "unicode[0] a text", "timezone[1] a text",
	"Counter[0] a dict", "_convert_to_stringdtype_kwargs[1] a text",
}

// TestEveryArgument calls all that may be called as NumPy and Python do, and again with a foreign value instead of
// each argument, and with one more argument: each has a finding. It fails for an import whose call it
// doesn't know.
func TestEveryArgument(t *testing.T) {
	written := writtenCalls()
	findings := func(module, name string, args []string) []string {
		version := byte(4)
		if module == "exceptions" { // which is a module of Python 2
			version = 2
		}
		pickle := proto(version) + reduce(importOf(module, name), args...) + "."
		result, err := Walk(context.Background(), strings.NewReader(pickle), config(nil, start+int64(len(pickle))))
		if err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(rules(result), isTrap)
	}
	count := 0
	for module, name := range pyimport.All() {
		count++
		_, form := pyimport.Lookup(module, name)
		args, ok := written[module+" "+name]
		if !ok {
			args, ok = written[name]
		}
		if !ok {
			args, ok = writtenObject(form, name)
		}
		never := form == pyimport.ArrayClass || form == pyimport.MaskedClass || form == pyimport.ScalarClass || form == pyimport.RandomClass ||
			form == pyimport.Constant || form == pyimport.RangeList || form == pyimport.ZoneClass
		byNew := form == pyimport.PlainClass
		if never {
			ok, args = true, nil
		}
		if byNew {
			ok = true
		}
		if !ok {
			t.Errorf("%s.%s: the test doesn't know how it is called", module, name)
			continue
		}
		got := findings(module, name, args)
		if wrong := len(got) > 0; wrong != (never || byNew) {
			t.Errorf("%s.%s as it is written: got %v", module, name, got)
		}
		for what, value := range foreign {
			for i := range len(args) + 1 {
				changed := slices.Clone(args)
				if i == len(args) {
					changed = append(changed, value)
				} else {
					changed[i] = value
				}
				place := fmt.Sprintf("%s[%d] %s", name, i, what)
				fits := slices.Contains(fitting, place) || keeps(form, name, what)
				if got := findings(module, name, changed); len(got) == 0 && !fits {
					t.Errorf("%s.%s: got nothing said of %s as argument %d", module, name, what, i)
				}
			}
		}
	}
	if count < 200 {
		t.Errorf("got %d imports, want all", count)
	}
}

// arguments are one value of each kind that calls tell apart, by a letter.
var arguments = map[byte]string{
	'N': "N",
	'B': "\x88",
	'I': "K\x01",
	'F': "G\x3f\xf8\x00\x00\x00\x00\x00\x00",
	'T': str("1"),
	'Y': raw8("\x07\xe4\x01\x02"),
	't': ")",
	'l': "]",
	'd': "}",
	's': "\x8f",
	'D': simple("f8"),
	'A': ndarray(simple("f8"), "K\x01\x85", raw8("12345678")),
	'O': reduce(importOf("datetime", "timedelta"), "K\x00", "K\x01", "K\x01"),
	'g': importOf("builtins", "int"),
}

// TestCallArguments covers what calls of each import may be given, of all lists of up to two arguments: those with
// which nothing is wrong, and after a rule those that break it. With all others the call breaks pickle-call-form.
func TestCallArguments(t *testing.T) {
	letters := []byte("NBIFTYtldsDAOg")
	lists := []string{"-"}
	for _, a := range letters {
		lists = append(lists, string(a))
		for _, b := range letters {
			lists = append(lists, string([]byte{a, b}))
		}
	}
	for _, test := range []struct{ module, name, want string }{
		{"builtins", "set", "- l, pickle-allocation B I"},
		{"builtins", "frozenset", "- l, pickle-allocation B I"},
		{"builtins", "list", "-, pickle-allocation B I"},
		{"builtins", "tuple", "-, pickle-allocation B I"},
		{"builtins", "dict", "-, pickle-allocation B I"},
		{"builtins", "bytearray", "- Y, pickle-allocation B I"},
		{"__builtin__", "bytes", "-, pickle-allocation B I"},
		{"builtins", "range", ""},
		{"builtins", "complex", "FF FI IF II"},
		{"builtins", "int", "- B I"},
		{"builtins", "float", "- F I"},
		{"builtins", "str", "- T"},
		{"builtins", "bool", "- B I"},
		{"builtins", "object", "-"},
		{"builtins", "Ellipsis", ""},
		{"collections", "deque", "- l lI lN t tI tN, pickle-allocation B BA BB BD BF BI BN BO BT BY Bd Bg Bl Bs Bt I IA IB ID IF II IN IO IT IY Id Ig Il Is It"},
		{"collections", "OrderedDict", "- l, pickle-allocation B I"},
		{"collections", "Counter", "- d, pickle-allocation B I"},
		{"collections", "defaultdict", "- N g"},
		{"datetime", "date", "Y"},
		{"datetime", "timezone", "O OT"},
		{"decimal", "Decimal", "T"},
		{"fractions", "Fraction", "II T"},
		{"numpy", "ndarray", "pickle-allocation AB AI B BA BB BD BF BI BN BO BT BY Bd Bg Bl Bs Bt DB DI FB FI I IA IB ID IF II IN IO IT IY Id Ig Il Is It NB NI OB OI TB TI YB YI dB dI gB gI lB lI sB sI tB tI"},
		{"numpy._core._internal", "_convert_to_stringdtype_kwargs", "B BF BN BT I IF IN IT"},
		{"numpy.ma.core", "MaskedConstant", "-"},
		{"numpy.random._pickle", "__bit_generator_ctor", "-"},
		{"numpy.random._pickle", "__generator_ctor", "-"},
		{"numpy.random._pickle", "__randomstate_ctor", "-"},
	} {
		found := map[string][]string{}
		for _, list := range lists {
			var args []string
			for _, a := range []byte(strings.Trim(list, "-")) {
				args = append(args, arguments[a])
			}
			pickle := proto(4) + reduce(importOf(test.module, test.name), args...) + "."
			result, err := Walk(context.Background(), strings.NewReader(pickle), config(nil, start+int64(len(pickle))))
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(slices.DeleteFunc(rules(result), isTrap), "+")
			found[got] = append(found[got], list)
		}
		delete(found, "pickle-call-form")
		var got []string
		for rule, lists := range found {
			slices.Sort(lists)
			got = append(got, strings.TrimSpace(rule+" "+strings.Join(lists, " ")))
		}
		slices.Sort(got)
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%s.%s: got %q, want %q", test.module, test.name, got, test.want)
		}
	}
}
