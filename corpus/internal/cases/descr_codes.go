package cases

import (
	"slices"
	"strings"
)

// descrOrderCases is type strings whose byte order is missing, left to the machine, or given to a type
// that has none.
func descrOrderCases() []Case {
	native := Case{
		Duty:       Either,
		Rules:      "descr-native-byte-order",
		Violates:   true,
		Flags:      "native-order",
		Importance: High,
	}
	single := Case{
		Duty:       Either,
		Flags:      "dtype-alias",
		Importance: Medium,
	}
	var out []Case
	for _, of := range []string{"i2", "i4", "i8", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16", "u2-text", "datetime-s", "timedelta-days"} {
		kind := descrScalar(of).kind
		name := strings.ToLower(of)
		native.Story = "conforming except that the byte order is left out"
		out = append(out, descrSpelled(native, descrSpelling{of: of, name: "native-none-" + name, descr: "'" + kind + "'"})...)
		native.Story = "conforming except that the byte order is that of the machine"
		out = append(out, descrSpelled(native, descrSpelling{of: of, name: "native-equals-" + name, descr: "'=" + kind + "'"})...)
		native.Story = "conforming except that the byte order is none, on a type that has one"
		out = append(out, descrSpelled(native, descrSpelling{of: of, name: "native-bar-" + name, descr: "'|" + kind + "'"})...)
	}
	for _, of := range []string{"b1", "i1", "u1", "s3", "v3"} {
		kind := descrScalar(of).kind
		single.Rules = "descr-order-on-single-byte"
		single.Story = "conforming except that a type without byte order has one"
		out = append(out, descrSpelled(single,
			descrSpelling{of: of, name: "order-little-" + of, descr: "'<" + kind + "'"},
			descrSpelling{of: of, name: "order-big-" + of, descr: "'>" + kind + "'"},
			descrSpelling{of: of, name: "order-equals-" + of, descr: "'=" + kind + "'"},
		)...)
		single.Rules = "descr-order-missing-single-byte"
		single.Story = "conforming except that the bar is missing"
		out = append(out, descrSpelled(single, descrSpelling{of: of, name: "order-none-" + of, descr: "'" + kind + "'"})...)
	}
	return out
}

// descrNameCases is types by the names that NumPy and Python have for them.
func descrNameCases() []Case {
	named := Case{
		Story:      "conforming except that the type is given by name",
		Duty:       Either,
		Rules:      "descr-type-name",
		Violates:   true,
		Flags:      "dtype-alias native-order",
		Importance: Medium,
	}
	bytewise := named
	bytewise.Flags = "dtype-alias"
	platform := named
	platform.Story = "conforming except that the type is given by a name whose size depends on the platform"
	old := named
	old.Story = "conforming except that the type is given by a name that NumPy 2 has no more"
	old.Importance = Low
	return slices.Concat(descrSpelled(bytewise,
		descrSpelling{of: "b1", name: "name-bool", descr: "'bool'"},
		descrSpelling{of: "b1", name: "name-numpy-bool", descr: "'bool_'"},
		descrSpelling{of: "b1", name: "name-bool8", descr: "'bool8'"},
		descrSpelling{of: "i1", name: "name-int8", descr: "'int8'"},
		descrSpelling{of: "i1", name: "name-byte", descr: "'byte'"},
		descrSpelling{of: "u1", name: "name-uint8", descr: "'uint8'"},
		descrSpelling{of: "u1", name: "name-ubyte", descr: "'ubyte'"},
		descrSpelling{of: "datetime-s", name: "name-datetime64-little", descr: "'<datetime64[s]'"},
	), descrSpelled(named,
		descrSpelling{of: "i2", name: "name-int16", descr: "'int16'"},
		descrSpelling{of: "i2", name: "name-short", descr: "'short'"},
		descrSpelling{of: "i4", name: "name-int32", descr: "'int32'"},
		descrSpelling{of: "i4", name: "name-intc", descr: "'intc'"},
		descrSpelling{of: "i8", name: "name-int64", descr: "'int64'"},
		descrSpelling{of: "i8", name: "name-longlong", descr: "'longlong'"},
		descrSpelling{of: "u2", name: "name-uint16", descr: "'uint16'"},
		descrSpelling{of: "u2", name: "name-ushort", descr: "'ushort'"},
		descrSpelling{of: "u4", name: "name-uint32", descr: "'uint32'"},
		descrSpelling{of: "u4", name: "name-uintc", descr: "'uintc'"},
		descrSpelling{of: "u8", name: "name-uint64", descr: "'uint64'"},
		descrSpelling{of: "u8", name: "name-ulonglong", descr: "'ulonglong'"},
		descrSpelling{of: "f2", name: "name-float16", descr: "'float16'"},
		descrSpelling{of: "f2", name: "name-half", descr: "'half'"},
		descrSpelling{of: "f4", name: "name-float32", descr: "'float32'"},
		descrSpelling{of: "f4", name: "name-single", descr: "'single'"},
		descrSpelling{of: "f8", name: "name-float64", descr: "'float64'"},
		descrSpelling{of: "f8", name: "name-double", descr: "'double'"},
		descrSpelling{of: "f8", name: "name-float", descr: "'float'"},
		descrSpelling{of: "c8", name: "name-complex64", descr: "'complex64'"},
		descrSpelling{of: "c8", name: "name-csingle", descr: "'csingle'"},
		descrSpelling{of: "c16", name: "name-complex128", descr: "'complex128'"},
		descrSpelling{of: "c16", name: "name-cdouble", descr: "'cdouble'"},
		descrSpelling{of: "c16", name: "name-complex", descr: "'complex'"},
		descrSpelling{of: "datetime-s", name: "name-datetime64", descr: "'datetime64[s]'"},
		descrSpelling{of: "timedelta-days", name: "name-timedelta64", descr: "'timedelta64[D]'"},
	), descrSpelled(old,
		descrSpelling{of: "f8", name: "name-numpy-float", descr: "'float_'"},
		descrSpelling{of: "c16", name: "name-numpy-complex", descr: "'complex_'"},
		descrSpelling{of: "c16", name: "name-cfloat", descr: "'cfloat'"},
		descrSpelling{of: "c8", name: "name-singlecomplex", descr: "'singlecomplex'"},
	), descrWithoutArray(descrSpelled(platform,
		descrSpelling{of: "i8", name: "name-int", descr: "'int'"},
		descrSpelling{of: "i8", name: "name-numpy-int", descr: "'int_'"},
		descrSpelling{of: "i8", name: "name-intp", descr: "'intp'"},
		descrSpelling{of: "i8", name: "name-long", descr: "'long'"},
		descrSpelling{of: "u8", name: "name-uint", descr: "'uint'"},
		descrSpelling{of: "u8", name: "name-ulong", descr: "'ulong'"},
		descrSpelling{of: "s3", name: "name-str", descr: "'str'", story: "conforming except that the type is given by a name that meant bytes in Python 2 and text in Python 3"},
	)))
}

// descrLetterCases is C types by the letters that NumPy has for them. A reader that takes the letter
// for a kind gets another type: b is no boolean, and i, f and F have a size.
func descrLetterCases() []Case {
	letter := Case{
		Story:      "conforming except that the type is given by the letter of a C type",
		Duty:       Either,
		Rules:      "descr-c-type-code",
		Violates:   true,
		Flags:      "dtype-alias native-order",
		Importance: Medium,
	}
	bytewise := letter
	bytewise.Flags = "dtype-alias"
	ordered := letter
	ordered.Story = "conforming except that the type is given by the letter of a C type behind a byte order"
	ordered.Flags = "dtype-alias"
	platform := letter
	platform.Story = "conforming except that the type is given by the letter of a C type whose size depends on the platform"
	var out []Case
	for _, l := range []struct{ of, name, letter string }{
		{"b1", "bool", "?"},
		{"i1", "signed-char", "b"},
		{"u1", "unsigned-char", "B"},
		{"i2", "short", "h"},
		{"u2", "unsigned-short", "H"},
		{"i4", "int", "i"},
		{"u4", "unsigned-int", "I"},
		{"i8", "long-long", "q"},
		{"u8", "unsigned-long-long", "Q"},
		{"f2", "half", "e"},
		{"f4", "float", "f"},
		{"f8", "double", "d"},
		{"c8", "complex-float", "F"},
		{"c16", "complex-double", "D"},
	} {
		bare := letter
		if descrScalar(l.of).unit == 1 {
			bare = bytewise
		}
		out = append(out, descrSpelled(bare, descrSpelling{of: l.of, name: "c-" + l.name, descr: "'" + l.letter + "'"})...)
		out = append(out, descrSpelled(ordered, descrSpelling{of: l.of, name: "c-" + l.name + "-little", descr: "'<" + l.letter + "'"})...)
	}
	out = append(out, descrSpelled(letter,
		descrSpelling{of: "f8", name: "c-double-equals", descr: "'=d'"},
		descrSpelling{of: "f8", name: "c-double-bar", descr: "'|d'"},
	)...)
	out = append(out, descrSpelled(bytewise, descrSpelling{of: "u1", name: "c-unsigned-char-bar", descr: "'|B'"})...)
	return append(out, descrWithoutArray(descrSpelled(platform,
		descrSpelling{of: "i8", name: "c-long", descr: "'l'"},
		descrSpelling{of: "u8", name: "c-unsigned-long", descr: "'L'"},
		descrSpelling{of: "i8", name: "c-intptr", descr: "'p'"},
		descrSpelling{of: "u8", name: "c-uintptr", descr: "'P'"},
		descrSpelling{of: "i8", name: "c-ssize", descr: "'n'"},
		descrSpelling{of: "u8", name: "c-size", descr: "'N'"},
		descrSpelling{of: "i8", name: "c-long-little", descr: "'<l'"},
		descrSpelling{of: "u8", name: "c-unsigned-long-little", descr: "'<L'"},
	))...)
}

// descrUnknownCases is type strings that name no type, however close they come.
func descrUnknownCases() []Case {
	unknown := Case{
		Story:      "conforming except that the type string names no type",
		Duty:       Reject,
		Rules:      "descr-unknown-code",
		Violates:   true,
		Importance: Medium,
	}
	number := unknown
	number.Story = "conforming except that the type is one of NumPy's type numbers as a character"
	number.Rules = "descr-type-number"
	comma := unknown
	comma.Story = "conforming except that the type string has a comma"
	comma.Rules = "descr-comma-string"
	repeat := comma
	repeat.Story = "conforming except that the type string has a repeat count"
	garbage := unknown
	garbage.Story = "conforming except that text follows the size"
	garbage.Rules = "descr-trailing-garbage"
	return slices.Concat(descrSpelled(unknown,
		descrSpelling{of: "f8", name: "unknown-empty", descr: "''"},
		descrSpelling{of: "f8", name: "unknown-x8", descr: "'<x8'"},
		descrSpelling{of: "f8", name: "unknown-order-alone", descr: "'<'"},
		descrSpelling{of: "f8", name: "unknown-two-orders", descr: "'<<f8'"},
		descrSpelling{of: "f8", name: "unknown-order-of-struct", descr: "'@f8'"},
		descrSpelling{of: "f8", name: "unknown-network-order", descr: "'!f8'"},
		descrSpelling{of: "f8", name: "unknown-space-before", descr: "' <f8'", story: "conforming except that a space stands before the type string"},
		descrSpelling{of: "f8", name: "unknown-space-behind", descr: "'<f8 '", story: "conforming except that a space stands behind the type string"},
		descrSpelling{of: "f8", name: "unknown-space-inside", descr: "'< f8'", story: "conforming except that a space stands inside the type string"},
		descrSpelling{of: "f8", name: "unknown-newline-behind", descr: `'<f8\n'`, story: "conforming except that a newline stands behind the type string"},
		descrSpelling{of: "f8", name: "unknown-upper-case", descr: "'<F8'"},
		descrSpelling{of: "i8", name: "unknown-upper-case-int", descr: "'<I8'"},
		descrSpelling{of: "s3", name: "unknown-lower-case-bytes", descr: "'|s3'"},
		descrSpelling{of: "v3", name: "unknown-lower-case-void", descr: "'|v3'"},
		descrSpelling{of: "f8", name: "unknown-double-with-size", descr: "'<d8'"},
		descrSpelling{of: "i8", name: "unknown-long-long-with-size", descr: "'<q8'"},
		descrSpelling{of: "b1", name: "unknown-bool-letter-with-size", descr: "'|?1'"},
		descrSpelling{of: "f2", name: "unknown-half-with-size", descr: "'<e2'"},
		descrSpelling{of: "f8", name: "unknown-float64-little", descr: "'<float64'", story: "conforming except that a byte order stands before the name of a type"},
		descrSpelling{of: "f8", name: "unknown-np-float64", descr: "'np.float64'"},
		descrSpelling{of: "f8", name: "unknown-name-capitals", descr: "'FLOAT64'"},
		descrSpelling{of: "f8", name: "unknown-repr-of-dtype", descr: `"dtype('<f8')"`},
		descrSpelling{of: "i2", name: "unknown-bfloat16", descr: "'bfloat16'"},
		descrSpelling{of: "u1", name: "unknown-float8", descr: "'float8_e4m3fn'"},
		descrSpelling{of: "u2", name: "unknown-bf2", descr: "'<bf2'"},
		descrSpelling{of: "c16", name: "unknown-string-dtype-letter", descr: "'T'", story: "conforming except that the type is NumPy 2's string type, which the format doesn't have"},
		descrSpelling{of: "c16", name: "unknown-string-dtype-sized", descr: "'|T16'"},
		descrSpelling{of: "c16", name: "unknown-string-dtype", descr: "'StringDType()'"},
		descrSpelling{of: "f8", name: "unknown-fields-as-text", descr: `"[('a'; '<f8')]"`},
		descrSpelling{of: "f8", name: "unknown-latin1", descr: `'<f8\xe9'`, story: "conforming except that the type string isn't ASCII"},
		descrSpelling{of: "f8", name: "unknown-fullwidth-digit", descr: `'<f\uff18'`, story: "conforming except that the size is a digit that isn't ASCII"},
		descrSpelling{of: "i8", name: "unknown-mu-s", descr: `'<M8[\u03bcs]'`, story: "conforming except that the type string isn't ASCII"},
		descrSpelling{of: "f8", name: "unknown-surrogate", descr: `'\ud800'`, story: "conforming except that the type string isn't ASCII"},
		descrSpelling{of: "f8", name: "unknown-control-character", descr: `'\x18'`, story: "conforming except that the type is a control character that isn't even a type number"},
	), descrSpelled(number,
		descrSpelling{of: "b1", name: "number-0", descr: `'\x00'`},
		descrSpelling{of: "i1", name: "number-1", descr: `'\x01'`},
		descrSpelling{of: "i8", name: "number-9", descr: `'\t'`},
		descrSpelling{of: "f8", name: "number-12", descr: `'\x0c'`},
		descrSpelling{of: "i8", name: "number-17", descr: `'\x11'`, story: "conforming except that the type is NumPy's type number of objects as a character"},
		descrSpelling{of: "f2", name: "number-23", descr: `'\x17'`},
	), descrSpelled(comma,
		descrSpelling{of: "f8", name: "comma-two-types", descr: "'<i4,<f4'"},
		descrSpelling{of: "f8", name: "comma-two-types-native", descr: "'i4,f4'"},
		descrSpelling{of: "f8", name: "comma-space", descr: "'<i4, <f4'"},
		descrSpelling{of: "f8", name: "comma-behind", descr: "'<f8,'"},
		descrSpelling{of: "f8", name: "comma-before", descr: "',<f8'"},
		descrSpelling{of: "f8", name: "comma-alone", descr: "','"},
		descrSpelling{of: "f8", name: "comma-twice", descr: "'<i4,,<f4'"},
		descrSpelling{of: "f8", name: "comma-shape-2d", descr: "'(1,2)<f4'"},
		descrSpelling{of: "f8", name: "comma-shape-alone", descr: "'(1,)<f8'"},
		descrSpelling{of: "f8", name: "comma-shape-and-comma", descr: "'(1,)<f8,'"},
	), descrSpelled(repeat,
		descrSpelling{of: "f8", name: "repeat-1", descr: "'1f8'"},
		descrSpelling{of: "f8", name: "repeat-3", descr: "'3f8'"},
		descrSpelling{of: "f8", name: "repeat-2", descr: "'2<f4'"},
		descrSpelling{of: "f8", name: "repeat-shape", descr: "'(2)<f4'"},
		descrSpelling{of: "f8", name: "repeat-without-type", descr: "'8'"},
	), descrSpelled(garbage,
		descrSpelling{of: "f8", name: "garbage-letter", descr: "'<f8x'"},
		descrSpelling{of: "f8", name: "garbage-fraction", descr: "'<f8.0'"},
		descrSpelling{of: "f8", name: "garbage-bracket", descr: "'<f8]'"},
		descrSpelling{of: "f8", name: "garbage-semicolon", descr: "'<f8;'"},
		descrSpelling{of: "f8", name: "garbage-order", descr: "'f8<'", story: "conforming except that the byte order stands behind the size"},
		descrSpelling{of: "f8", name: "garbage-second-type", descr: "'<f8<f8'"},
		descrSpelling{of: "f8", name: "garbage-nul", descr: `'<f8\x00'`, story: "conforming except that a NUL follows the size, where C strings end"},
		descrSpelling{of: "f8", name: "garbage-unit", descr: "'<f8[s]'", story: "conforming except that a float has a unit of time"},
		descrSpelling{of: "s3", name: "garbage-length", descr: "'|S3[3]'"},
		descrSpelling{of: "i4", name: "garbage-sign", descr: "'<i4-'"},
		descrSpelling{of: "datetime-s", name: "garbage-unit-behind-long-size", descr: "'<M08[s]'"},
		descrSpelling{of: "datetime-s", name: "garbage-round-bracket", descr: "'<M8(s)'"},
	))
}
