package cases

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// descrKindCases returns cases of Python values that don't describe a type.
func descrKindCases() []Case {
	invalid := Case{
		Story:    "conforming except that the descr is neither a string nor a list",
		Duty:     Reject,
		Rules:    "descr-invalid-type",
		Violates: true,
	}
	dict := invalid
	dict.Rules = "descr-dict"
	dict.Story = "conforming except that the descr is a dictionary"
	return append(descrSpelled(invalid,
		descrSpelling{of: "f8", id: "descr/none", descr: "None"},
		descrSpelling{of: "f8", id: "descr/true", descr: "True"},
		descrSpelling{of: "f8", id: "descr/false", descr: "False"},
		descrSpelling{of: "f8", id: "descr/integer", descr: "8"},
		descrSpelling{of: "f8", id: "descr/negative-integer", descr: "-8"},
		descrSpelling{of: "f8", id: "descr/float", descr: "8.5"},
		descrSpelling{of: "f8", id: "descr/complex-number", descr: "8j"},
		descrSpelling{of: "f8", id: "descr/bytes-literal", descr: "b'<f8'"},
		descrSpelling{of: "f8", id: "descr/set", descr: "{'<f8'}"},
	), descrSpelled(dict,
		descrSpelling{of: "f8", id: "descr/dict-of-names", descr: "{'names': ['a'], 'formats': ['<f8']}"},
		descrSpelling{of: "f8", id: "descr/dict-of-fields", descr: "{'a': ('<f8', 0)}"},
		descrSpelling{of: "f8", id: "descr/dict-with-offsets", descr: "{'names': ['a'], 'formats': ['<f8'], 'offsets': [0], 'itemsize': 8}"},
		descrSpelling{of: "f8", id: "descr/dict-of-itself", descr: "{'descr': '<f8'}"},
		descrSpelling{of: "f8", id: "descr/dict-empty", descr: "{}", story: "conforming except that the descr is an empty dictionary, which NumPy reads as a dtype without fields"},
	)...)
}

// descrTupleCases returns cases of a tuple as the whole descr, which is never valid.
func descrTupleCases() []Case {
	top := Case{
		Story:    "conforming except that the whole descr is a subarray",
		Duty:     Reject,
		Rules:    "descr-tuple-top-level",
		Violates: true,
	}
	malformed := top
	malformed.Rules = "descr-tuple-malformed"
	malformed.Story = "conforming except that the descr is a tuple that is not a subarray"
	return append(descrSpelled(top,
		descrSpelling{of: "f8", id: "descr/tuple-shape-3", descr: "('<f8', (3,))"},
		descrSpelling{of: "f8", id: "descr/tuple-shape-1", descr: "('<f8', (1,))"},
		descrSpelling{of: "f8", id: "descr/tuple-shape-empty", descr: "('<f8', ())"},
		descrSpelling{of: "f8", id: "descr/tuple-number", descr: "('<f8', 1)"},
	), descrSpelled(malformed,
		descrSpelling{of: "f8", id: "descr/tuple-empty", descr: "()"},
		descrSpelling{of: "f8", id: "descr/tuple-of-one", descr: "('<f8',)"},
		descrSpelling{of: "f8", id: "descr/tuple-none", descr: "('<f8', None)"},
	)...)
}

// descrOrderCases returns cases of type strings whose byte order is missing, left to the machine, or
// given to a type that has none.
func descrOrderCases() []Case {
	spelled := func(id string, c Case, of, order string) []Case {
		return descrSpelled(c, descrSpelling{of: of, id: id, descr: "'" + order + descrScalar(of).kind + "'"})
	}
	var out []Case
	for _, o := range []struct{ name, order, story string }{
		{"none", "", "the byte order is left out"},
		{"equals", "=", "the byte order is left to the machine"},
		{"bar", "|", "the dtype is marked as having no byte order, although it has one"},
	} {
		native := Case{
			Story: "conforming except that " + o.story, Duty: Either, Rules: "descr-native-byte-order", Violates: true,
			Flags: "native-order",
		}
		for of := range strings.FieldsSeq("i2 i4 i8 u2 u4 u8 f2 f4 f8 c8 c16 u2-text datetime-s timedelta-days") {
			out = append(out, spelled(fmt.Sprintf("descr/native-%s-%s", o.name, of), native, of, o.order)...)
		}
	}
	for _, o := range []struct{ name, order, rule, story string }{
		{"little", "<", "descr-order-on-single-byte", "a dtype without a byte order has one"},
		{"big", ">", "descr-order-on-single-byte", "a dtype without a byte order has one"},
		{"equals", "=", "descr-order-on-single-byte", "a dtype without a byte order has one"},
		{"none", "", "descr-order-missing-single-byte", "a dtype without a byte order lacks the |"},
	} {
		single := Case{Story: "conforming except that " + o.story, Duty: Either, Rules: o.rule, Flags: "dtype-alias"}
		for of := range strings.FieldsSeq("b1 i1 u1 s3 v3") {
			out = append(out, spelled(fmt.Sprintf("descr/order-%s-%s", o.name, of), single, of, o.order)...)
		}
	}
	return out
}

// descrNameCases returns cases of types by the names that NumPy and Python have for them.
func descrNameCases() []Case {
	named := Case{
		Story:    "conforming except that the dtype is named",
		Duty:     Either,
		Rules:    "descr-type-name",
		Violates: true,
		Flags:    "dtype-alias native-order",
	}
	bytewise := named
	bytewise.Flags = "dtype-alias"
	platform := named
	platform.Story = "conforming except that the dtype is named, and its size depends on the platform"
	old := named
	old.Story = "conforming except that the dtype is named, with a name that NumPy 2 dropped"
	old.Importance = Low
	all := func(c Case, of, names string) (out []Case) {
		for name := range strings.FieldsSeq(names) {
			out = append(out, descrSpelled(c, descrSpelling{of: of, id: fmt.Sprintf("descr/name-%s", name), descr: "'" + name + "'"})...)
		}
		return out
	}
	return slices.Concat(
		all(bytewise, "b1", "bool bool8"),
		all(bytewise, "i1", "int8 byte"),
		all(bytewise, "u1", "uint8 ubyte"),
		all(named, "i2", "int16 short"),
		all(named, "i4", "int32 intc"),
		all(named, "i8", "int64 longlong"),
		all(named, "u2", "uint16 ushort"),
		all(named, "u4", "uint32 uintc"),
		all(named, "u8", "uint64 ulonglong"),
		all(named, "f2", "float16 half"),
		all(named, "f4", "float32 single"),
		all(named, "f8", "float64 double float"),
		all(named, "c8", "complex64 csingle"),
		all(named, "c16", "complex128 cdouble complex"),
		all(old, "c8", "singlecomplex"),
		all(old, "c16", "cfloat"),
		descrSpelled(bytewise,
			descrSpelling{of: "b1", id: "descr/name-numpy-bool", descr: "'bool_'"},
			descrSpelling{of: "datetime-s", id: "descr/name-datetime64-little", descr: "'<datetime64[s]'"},
		), descrSpelled(named,
			descrSpelling{of: "datetime-s", id: "descr/name-datetime64", descr: "'datetime64[s]'"},
			descrSpelling{of: "timedelta-days", id: "descr/name-timedelta64", descr: "'timedelta64[D]'"},
		), descrSpelled(old,
			descrSpelling{of: "f8", id: "descr/name-numpy-float", descr: "'float_'"},
			descrSpelling{of: "c16", id: "descr/name-numpy-complex", descr: "'complex_'"},
		), descrWithoutArray(slices.Concat(
			all(platform, "i8", "int intp long"),
			all(platform, "u8", "uint ulong"),
			descrSpelled(platform,
				descrSpelling{of: "i8", id: "descr/name-numpy-int", descr: "'int_'"},
				descrSpelling{of: "s3", id: "descr/name-str", descr: "'str'", story: "conforming except that the dtype is named, with a name that meant bytes in Python 2 and means text in Python 3"},
			),
		)))
}

// descrLetterCases returns cases of C types by the letters that NumPy has for them. A reader that
// mistakes the letter for a kind gets another type: b is not a boolean, and i, f and F have a size.
func descrLetterCases() []Case {
	letter := Case{
		Story:    "conforming except that the dtype is the letter of a C type",
		Duty:     Either,
		Rules:    "descr-c-type-code",
		Violates: true,
		Flags:    "dtype-alias native-order",
	}
	bytewise := letter
	bytewise.Flags = "dtype-alias"
	ordered := bytewise
	ordered.Story = "conforming except that the dtype is a byte order and the letter of a C type"
	platform := letter
	platform.Story = "conforming except that the dtype is the letter of a C type whose size depends on the platform"
	var out []Case
	for _, l := range []struct {
		alone            Case
		of, name, letter string
	}{
		{bytewise, "b1", "bool", "?"},
		{bytewise, "i1", "signed-char", "b"},
		{bytewise, "u1", "unsigned-char", "B"},
		{letter, "i2", "short", "h"},
		{letter, "u2", "unsigned-short", "H"},
		{letter, "i4", "int", "i"},
		{letter, "u4", "unsigned-int", "I"},
		{letter, "i8", "long-long", "q"},
		{letter, "u8", "unsigned-long-long", "Q"},
		{letter, "f2", "half", "e"},
		{letter, "f4", "float", "f"},
		{letter, "f8", "double", "d"},
		{letter, "c8", "complex-float", "F"},
		{letter, "c16", "complex-double", "D"},
	} {
		for _, o := range []struct {
			c             Case
			order, suffix string
		}{{l.alone, "", ""}, {ordered, "<", "-little"}} {
			out = append(out, descrSpelled(o.c,
				descrSpelling{of: l.of, id: fmt.Sprintf("descr/c-%s%s", l.name, o.suffix), descr: "'" + o.order + l.letter + "'"})...)
		}
	}
	return slices.Concat(out, descrSpelled(letter,
		descrSpelling{of: "f8", id: "descr/c-double-equals", descr: "'=d'"},
		descrSpelling{of: "f8", id: "descr/c-double-bar", descr: "'|d'"},
	), descrSpelled(bytewise,
		descrSpelling{of: "u1", id: "descr/c-unsigned-char-bar", descr: "'|B'"},
	), descrWithoutArray(descrSpelled(platform,
		descrSpelling{of: "i8", id: "descr/c-long", descr: "'l'"},
		descrSpelling{of: "u8", id: "descr/c-unsigned-long", descr: "'L'"},
		descrSpelling{of: "i8", id: "descr/c-intptr", descr: "'p'"},
		descrSpelling{of: "u8", id: "descr/c-uintptr", descr: "'P'"},
		descrSpelling{of: "i8", id: "descr/c-ssize", descr: "'n'"},
		descrSpelling{of: "u8", id: "descr/c-size", descr: "'N'"},
		descrSpelling{of: "i8", id: "descr/c-long-little", descr: "'<l'"},
		descrSpelling{of: "u8", id: "descr/c-unsigned-long-little", descr: "'<L'"},
	)))
}

// descrUnknownCases returns cases of type strings that don't describe a dtype, however close they come.
func descrUnknownCases() []Case {
	unknown := Case{
		Story:    "conforming except that the type string describes no dtype",
		Duty:     Reject,
		Rules:    "descr-unknown-code",
		Violates: true,
	}
	number := unknown
	number.Story = "conforming except that the type string is one of NumPy's type numbers as a character"
	number.Duty, number.Rules, number.Flags = Either, "descr-type-number", "dtype-alias native-order"
	bytewise := number
	bytewise.Flags = "dtype-alias"
	object := number
	object.Story = "conforming except that the type string is NumPy's type number for objects as a character, and the data is not a pickle"
	object.Duty, object.Rules, object.Flags, object.Features = Reject, "descr-type-number pickle-malformed pickle-present", "", "v1 object 1d"
	comma := unknown
	comma.Story = "conforming except that the type string contains a comma"
	comma.Rules = "descr-repeat-count"
	repeat := comma
	repeat.Story = "conforming except that the type string has a repeat count"
	garbage := unknown
	garbage.Story = "conforming except that text follows the size in the type string"
	garbage.Rules = "descr-trailing-garbage"
	return slices.Concat(descrSpelled(unknown,
		descrSpelling{of: "f8", id: "descr/unknown-empty", descr: "''"},
		descrSpelling{of: "f8", id: "descr/unknown-x8", descr: "'<x8'"},
		descrSpelling{of: "f8", id: "descr/unknown-order-alone", descr: "'<'"},
		descrSpelling{of: "f8", id: "descr/unknown-two-orders", descr: "'<<f8'"},
		descrSpelling{of: "f8", id: "descr/unknown-order-of-struct", descr: "'@f8'"},
		descrSpelling{of: "f8", id: "descr/unknown-network-order", descr: "'!f8'"},
		descrSpelling{of: "f8", id: "descr/unknown-space-before", descr: "' <f8'", story: "conforming except that there is a space before the type string"},
		descrSpelling{of: "f8", id: "descr/unknown-space-behind", descr: "'<f8 '", story: "conforming except that a space follows the type string"},
		descrSpelling{of: "f8", id: "descr/unknown-space-inside", descr: "'< f8'", story: "conforming except that there is a space inside the type string"},
		descrSpelling{of: "f8", id: "descr/unknown-newline-behind", descr: `'<f8\n'`, story: "conforming except that a newline follows the type string"},
		descrSpelling{of: "f8", id: "descr/unknown-upper-case", descr: "'<F8'"},
		descrSpelling{of: "i8", id: "descr/unknown-upper-case-int", descr: "'<I8'"},
		descrSpelling{of: "s3", id: "descr/unknown-lower-case-bytes", descr: "'|s3'"},
		descrSpelling{of: "v3", id: "descr/unknown-lower-case-void", descr: "'|v3'"},
		descrSpelling{of: "f8", id: "descr/unknown-double-with-size", descr: "'<d8'"},
		descrSpelling{of: "i8", id: "descr/unknown-long-long-with-size", descr: "'<q8'"},
		descrSpelling{of: "b1", id: "descr/unknown-bool-letter-with-size", descr: "'|?1'"},
		descrSpelling{of: "f2", id: "descr/unknown-half-with-size", descr: "'<e2'"},
		descrSpelling{of: "f8", id: "descr/unknown-float64-little", descr: "'<float64'", story: "conforming except that a byte order precedes the name of a dtype"},
		descrSpelling{of: "f8", id: "descr/unknown-np-float64", descr: "'np.float64'"},
		descrSpelling{of: "f8", id: "descr/unknown-name-capitals", descr: "'FLOAT64'"},
		descrSpelling{of: "f8", id: "descr/unknown-repr-of-dtype", descr: `"dtype('<f8')"`},
		descrSpelling{of: "i2", id: "descr/unknown-bfloat16", descr: "'bfloat16'"},
		descrSpelling{of: "u1", id: "descr/unknown-float8", descr: "'float8_e4m3fn'"},
		descrSpelling{of: "u2", id: "descr/unknown-bf2", descr: "'<bf2'"},
		descrSpelling{of: "c16", id: "descr/unknown-string-dtype-letter", descr: "'T'", story: "conforming except that the type string is NumPy 2's StringDType, which the format does not have"},
		descrSpelling{of: "c16", id: "descr/unknown-string-dtype-sized", descr: "'|T16'"},
		descrSpelling{of: "c16", id: "descr/unknown-string-dtype", descr: "'StringDType()'"},
		descrSpelling{of: "f8", id: "descr/unknown-fields-as-text", descr: `"[('a'; '<f8')]"`},
		descrSpelling{of: "f8", id: "descr/unknown-latin1", descr: `'<f8\xe9'`, story: "conforming except that the type string is not ASCII"},
		descrSpelling{of: "f8", id: "descr/unknown-fullwidth-digit", descr: `'<f\uff18'`, story: "conforming except that the size is a digit that is not ASCII"},
		descrSpelling{of: "f8", id: "descr/unknown-surrogate", descr: `'\ud800'`, story: "conforming except that the type string is not ASCII"},
		descrSpelling{of: "f8", id: "descr/unknown-control-character", descr: `'\x18'`, story: "conforming except that the type string is a control character that is not even a type number"},
	), descrSpelled(bytewise,
		descrSpelling{of: "b1", id: "descr/number-0", descr: `'\x00'`},
		descrSpelling{of: "i1", id: "descr/number-1", descr: `'\x01'`},
	), descrSpelled(number,
		descrSpelling{of: "i8", id: "descr/number-9", descr: `'\t'`},
		descrSpelling{of: "f8", id: "descr/number-12", descr: `'\x0c'`},
		descrSpelling{of: "f2", id: "descr/number-23", descr: `'\x17'`},
	), descrSpelled(object,
		descrSpelling{of: "i8", id: "descr/number-17", descr: `'\x11'`},
	), descrListed(), descrTextListed(), descrSpelled(comma,
		descrSpelling{of: "f8", id: "descr/comma-behind", descr: "'<f8,'"},
		descrSpelling{of: "f8", id: "descr/comma-before", descr: "',<f8'"},
		descrSpelling{of: "f8", id: "descr/comma-alone", descr: "','"},
		descrSpelling{of: "f8", id: "descr/comma-twice", descr: "'<i4,,<f4'"},
		descrSpelling{of: "f8", id: "descr/comma-shape-2d", descr: "'(1,2)<f4'"},
		descrSpelling{of: "f8", id: "descr/comma-shape-alone", descr: "'(1,)<f8'"},
		descrSpelling{of: "f8", id: "descr/comma-shape-and-comma", descr: "'(1,)<f8,'"},
	), descrSpelled(repeat,
		descrSpelling{of: "f8", id: "descr/repeat-1", descr: "'1f8'"},
		descrSpelling{of: "f8", id: "descr/repeat-3", descr: "'3f8'"},
		descrSpelling{of: "f8", id: "descr/repeat-2", descr: "'2<f4'"},
		descrSpelling{of: "f8", id: "descr/repeat-shape", descr: "'(2)<f4'"},
		descrSpelling{of: "f8", id: "descr/repeat-without-type", descr: "'8'"},
	), descrSpelled(garbage,
		descrSpelling{of: "f8", id: "descr/garbage-letter", descr: "'<f8x'"},
		descrSpelling{of: "f8", id: "descr/garbage-fraction", descr: "'<f8.0'"},
		descrSpelling{of: "f8", id: "descr/garbage-bracket", descr: "'<f8]'"},
		descrSpelling{of: "f8", id: "descr/garbage-semicolon", descr: "'<f8;'"},
		descrSpelling{of: "f8", id: "descr/garbage-order", descr: "'f8<'", story: "conforming except that the byte order follows the size"},
		descrSpelling{of: "f8", id: "descr/garbage-second-type", descr: "'<f8<f8'"},
		descrSpelling{of: "f8", id: "descr/garbage-nul", descr: `'<f8\x00'`, story: "conforming except that a NUL follows the size, where a C string ends"},
		descrSpelling{of: "f8", id: "descr/garbage-unit", descr: "'<f8[s]'", story: "conforming except that a float has a datetime unit"},
		descrSpelling{of: "s3", id: "descr/garbage-length", descr: "'|S3[3]'"},
		descrSpelling{of: "i4", id: "descr/garbage-sign", descr: "'<i4-'"},
		descrSpelling{of: "datetime-s", id: "descr/garbage-unit-behind-long-size", descr: "'<M08[s]'"},
		descrSpelling{of: "datetime-s", id: "descr/garbage-round-bracket", descr: "'<M8(s)'"},
	))
}

// descrListed returns cases of several types in one string, which every NumPy release reads as the same fields.
func descrListed() []Case {
	listed := func(id, descr, rules, flags string) Case {
		data := Join(I4(1), F4(0.5), I4(-2), F4(-2.5))
		return Case{
			ID:       id,
			Story:    "conforming except that the type string contains a comma: " + descr,
			Bytes:    descrFile(descr, "(2,)", data),
			Duty:     Either,
			Rules:    rules,
			Violates: true,
			Stage:    "descr",
			Flags:    flags,
			Twin:     "descr/struct-f0-f1",
			Array: &Array{DType: "[('f0', '<i4'), ('f1', '<f4')]", Shape: dims(2), Data: data,
				Values: values([]any{1, 0.5}, []any{-2, -2.5})},
		}
	}
	twin := listed("descr/struct-f0-f1", "[('f0', '<i4'), ('f1', '<f4')]", "", "")
	twin.Story, twin.Duty, twin.Violates, twin.Twin, twin.Since = "conforming: fields with the names that NumPy gives to fields without one", Accept, false, "", "0.2.0"
	return whereUnread("v1 structured float int 1d", []Case{
		twin,
		listed("descr/comma-two-types", "'<i4,<f4'", "descr-comma-string", "dtype-alias"),
		listed("descr/comma-two-types-native", "'i4,f4'", "descr-comma-string descr-native-byte-order", "dtype-alias native-order"),
		listed("descr/comma-space", "'<i4, <f4'", "descr-comma-string", "dtype-alias"),
	})
}

// descrTextListed returns the case of several types of which the first is text: some readers read all of it as text.
func descrTextListed() []Case {
	listed := tolerated("descr", "dtype-alias")
	listed.Twin, listed.Importance, listed.Violates = "descr/struct-f0-f1", Medium, true
	listed.Features = "v1 structured text uint 1d"
	listed.Array = &Array{DType: "[('f0', '<U1'), ('f1', '<u4')]", Shape: dims(2),
		Data:   Join(U(1, "a"), LittleEndian(98, 4), U(1, "c"), LittleEndian(100, 4)),
		Values: values([]any{"a", 98}, []any{"c", 100})}
	return sinceTwo(variants(listed, "descr-comma-string",
		variant{"descr/comma-text-first", "the type string contains a comma, and its first type is text: '<U1,<u4'", descrFile("'<U1,<u4'", "(2,)", listed.Array.Data)},
	))
}
