package pickle

import (
	"context"
	"slices"
	"strings"
	"testing"
)

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
