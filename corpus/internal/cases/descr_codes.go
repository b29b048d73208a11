package cases

import (
	"slices"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

// descrOrderCases returns cases of type strings whose byte order is missing, left to the machine, or
// given to a type that has none.
func descrOrderCases() []Case {
	native := Case{
		Duty:       Either,
		Rules:      "descr-native-byte-order",
		Violates:   true,
		Flags:      "native-order",
		Importance: Medium,
	}
	single := Case{
		Duty:       Either,
		Flags:      "dtype-alias",
		Importance: Medium,
	}
	none := native
	none.Story = "conforming except that the byte order is left out"
	equals := native
	equals.Story = "conforming except that the byte order is left to the machine"
	bar := native
	bar.Story = "conforming except that the dtype is marked as having no byte order, although it has one"
	ordered := single
	ordered.Rules = "descr-order-on-single-byte"
	ordered.Story = "conforming except that a dtype without a byte order has one"
	missing := single
	missing.Rules = "descr-order-missing-single-byte"
	missing.Story = "conforming except that a dtype without a byte order lacks the |"
	return slices.Concat(descrSpelled(none,
		descrSpelling{of: "i2", id: "descr/native-none-i2", descr: "'i2'"},
		descrSpelling{of: "i4", id: "descr/native-none-i4", descr: "'i4'"},
		descrSpelling{of: "i8", id: "descr/native-none-i8", descr: "'i8'"},
		descrSpelling{of: "u2", id: "descr/native-none-u2", descr: "'u2'"},
		descrSpelling{of: "u4", id: "descr/native-none-u4", descr: "'u4'"},
		descrSpelling{of: "u8", id: "descr/native-none-u8", descr: "'u8'"},
		descrSpelling{of: "f2", id: "descr/native-none-f2", descr: "'f2'"},
		descrSpelling{of: "f4", id: "descr/native-none-f4", descr: "'f4'"},
		descrSpelling{of: "f8", id: "descr/native-none-f8", descr: "'f8'"},
		descrSpelling{of: "c8", id: "descr/native-none-c8", descr: "'c8'"},
		descrSpelling{of: "c16", id: "descr/native-none-c16", descr: "'c16'"},
		descrSpelling{of: "u2-text", id: "descr/native-none-u2-text", descr: "'U2'"},
		descrSpelling{of: "datetime-s", id: "descr/native-none-datetime-s", descr: "'M8[s]'"},
		descrSpelling{of: "timedelta-days", id: "descr/native-none-timedelta-days", descr: "'m8[D]'"},
	), descrSpelled(equals,
		descrSpelling{of: "i2", id: "descr/native-equals-i2", descr: "'=i2'"},
		descrSpelling{of: "i4", id: "descr/native-equals-i4", descr: "'=i4'"},
		descrSpelling{of: "i8", id: "descr/native-equals-i8", descr: "'=i8'"},
		descrSpelling{of: "u2", id: "descr/native-equals-u2", descr: "'=u2'"},
		descrSpelling{of: "u4", id: "descr/native-equals-u4", descr: "'=u4'"},
		descrSpelling{of: "u8", id: "descr/native-equals-u8", descr: "'=u8'"},
		descrSpelling{of: "f2", id: "descr/native-equals-f2", descr: "'=f2'"},
		descrSpelling{of: "f4", id: "descr/native-equals-f4", descr: "'=f4'"},
		descrSpelling{of: "f8", id: "descr/native-equals-f8", descr: "'=f8'"},
		descrSpelling{of: "c8", id: "descr/native-equals-c8", descr: "'=c8'"},
		descrSpelling{of: "c16", id: "descr/native-equals-c16", descr: "'=c16'"},
		descrSpelling{of: "u2-text", id: "descr/native-equals-u2-text", descr: "'=U2'"},
		descrSpelling{of: "datetime-s", id: "descr/native-equals-datetime-s", descr: "'=M8[s]'"},
		descrSpelling{of: "timedelta-days", id: "descr/native-equals-timedelta-days", descr: "'=m8[D]'"},
	), descrSpelled(bar,
		descrSpelling{of: "i2", id: "descr/native-bar-i2", descr: "'|i2'"},
		descrSpelling{of: "i4", id: "descr/native-bar-i4", descr: "'|i4'"},
		descrSpelling{of: "i8", id: "descr/native-bar-i8", descr: "'|i8'"},
		descrSpelling{of: "u2", id: "descr/native-bar-u2", descr: "'|u2'"},
		descrSpelling{of: "u4", id: "descr/native-bar-u4", descr: "'|u4'"},
		descrSpelling{of: "u8", id: "descr/native-bar-u8", descr: "'|u8'"},
		descrSpelling{of: "f2", id: "descr/native-bar-f2", descr: "'|f2'"},
		descrSpelling{of: "f4", id: "descr/native-bar-f4", descr: "'|f4'"},
		descrSpelling{of: "f8", id: "descr/native-bar-f8", descr: "'|f8'"},
		descrSpelling{of: "c8", id: "descr/native-bar-c8", descr: "'|c8'"},
		descrSpelling{of: "c16", id: "descr/native-bar-c16", descr: "'|c16'"},
		descrSpelling{of: "u2-text", id: "descr/native-bar-u2-text", descr: "'|U2'"},
		descrSpelling{of: "datetime-s", id: "descr/native-bar-datetime-s", descr: "'|M8[s]'"},
		descrSpelling{of: "timedelta-days", id: "descr/native-bar-timedelta-days", descr: "'|m8[D]'"},
	), descrSpelled(ordered,
		descrSpelling{of: "b1", id: "descr/order-little-b1", descr: "'<b1'"},
		descrSpelling{of: "b1", id: "descr/order-big-b1", descr: "'>b1'"},
		descrSpelling{of: "b1", id: "descr/order-equals-b1", descr: "'=b1'"},
		descrSpelling{of: "i1", id: "descr/order-little-i1", descr: "'<i1'"},
		descrSpelling{of: "i1", id: "descr/order-big-i1", descr: "'>i1'"},
		descrSpelling{of: "i1", id: "descr/order-equals-i1", descr: "'=i1'"},
		descrSpelling{of: "u1", id: "descr/order-little-u1", descr: "'<u1'"},
		descrSpelling{of: "u1", id: "descr/order-big-u1", descr: "'>u1'"},
		descrSpelling{of: "u1", id: "descr/order-equals-u1", descr: "'=u1'"},
		descrSpelling{of: "s3", id: "descr/order-little-s3", descr: "'<S3'"},
		descrSpelling{of: "s3", id: "descr/order-big-s3", descr: "'>S3'"},
		descrSpelling{of: "s3", id: "descr/order-equals-s3", descr: "'=S3'"},
		descrSpelling{of: "v3", id: "descr/order-little-v3", descr: "'<V3'"},
		descrSpelling{of: "v3", id: "descr/order-big-v3", descr: "'>V3'"},
		descrSpelling{of: "v3", id: "descr/order-equals-v3", descr: "'=V3'"},
	), descrSpelled(missing,
		descrSpelling{of: "b1", id: "descr/order-none-b1", descr: "'b1'"},
		descrSpelling{of: "i1", id: "descr/order-none-i1", descr: "'i1'"},
		descrSpelling{of: "u1", id: "descr/order-none-u1", descr: "'u1'"},
		descrSpelling{of: "s3", id: "descr/order-none-s3", descr: "'S3'"},
		descrSpelling{of: "v3", id: "descr/order-none-v3", descr: "'V3'"},
	))
}

// descrNameCases returns cases of types by the names that NumPy and Python have for them.
func descrNameCases() []Case {
	named := Case{
		Story:      "conforming except that the dtype is named",
		Duty:       Either,
		Rules:      "descr-type-name",
		Violates:   true,
		Flags:      "dtype-alias native-order",
		Importance: Medium,
	}
	bytewise := named
	bytewise.Flags = "dtype-alias"
	platform := named
	platform.Story = "conforming except that the dtype is named, and its size depends on the platform"
	old := named
	old.Story = "conforming except that the dtype is named, with a name that NumPy 2 dropped"
	old.Importance = Low
	return slices.Concat(descrSpelled(bytewise,
		descrSpelling{of: "b1", id: "descr/name-bool", descr: "'bool'"},
		descrSpelling{of: "b1", id: "descr/name-numpy-bool", descr: "'bool_'"},
		descrSpelling{of: "b1", id: "descr/name-bool8", descr: "'bool8'"},
		descrSpelling{of: "i1", id: "descr/name-int8", descr: "'int8'"},
		descrSpelling{of: "i1", id: "descr/name-byte", descr: "'byte'"},
		descrSpelling{of: "u1", id: "descr/name-uint8", descr: "'uint8'"},
		descrSpelling{of: "u1", id: "descr/name-ubyte", descr: "'ubyte'"},
		descrSpelling{of: "datetime-s", id: "descr/name-datetime64-little", descr: "'<datetime64[s]'"},
	), descrSpelled(named,
		descrSpelling{of: "i2", id: "descr/name-int16", descr: "'int16'"},
		descrSpelling{of: "i2", id: "descr/name-short", descr: "'short'"},
		descrSpelling{of: "i4", id: "descr/name-int32", descr: "'int32'"},
		descrSpelling{of: "i4", id: "descr/name-intc", descr: "'intc'"},
		descrSpelling{of: "i8", id: "descr/name-int64", descr: "'int64'"},
		descrSpelling{of: "i8", id: "descr/name-longlong", descr: "'longlong'"},
		descrSpelling{of: "u2", id: "descr/name-uint16", descr: "'uint16'"},
		descrSpelling{of: "u2", id: "descr/name-ushort", descr: "'ushort'"},
		descrSpelling{of: "u4", id: "descr/name-uint32", descr: "'uint32'"},
		descrSpelling{of: "u4", id: "descr/name-uintc", descr: "'uintc'"},
		descrSpelling{of: "u8", id: "descr/name-uint64", descr: "'uint64'"},
		descrSpelling{of: "u8", id: "descr/name-ulonglong", descr: "'ulonglong'"},
		descrSpelling{of: "f2", id: "descr/name-float16", descr: "'float16'"},
		descrSpelling{of: "f2", id: "descr/name-half", descr: "'half'"},
		descrSpelling{of: "f4", id: "descr/name-float32", descr: "'float32'"},
		descrSpelling{of: "f4", id: "descr/name-single", descr: "'single'"},
		descrSpelling{of: "f8", id: "descr/name-float64", descr: "'float64'"},
		descrSpelling{of: "f8", id: "descr/name-double", descr: "'double'"},
		descrSpelling{of: "f8", id: "descr/name-float", descr: "'float'"},
		descrSpelling{of: "c8", id: "descr/name-complex64", descr: "'complex64'"},
		descrSpelling{of: "c8", id: "descr/name-csingle", descr: "'csingle'"},
		descrSpelling{of: "c16", id: "descr/name-complex128", descr: "'complex128'"},
		descrSpelling{of: "c16", id: "descr/name-cdouble", descr: "'cdouble'"},
		descrSpelling{of: "c16", id: "descr/name-complex", descr: "'complex'"},
		descrSpelling{of: "datetime-s", id: "descr/name-datetime64", descr: "'datetime64[s]'"},
		descrSpelling{of: "timedelta-days", id: "descr/name-timedelta64", descr: "'timedelta64[D]'"},
	), descrSpelled(old,
		descrSpelling{of: "f8", id: "descr/name-numpy-float", descr: "'float_'"},
		descrSpelling{of: "c16", id: "descr/name-numpy-complex", descr: "'complex_'"},
		descrSpelling{of: "c16", id: "descr/name-cfloat", descr: "'cfloat'"},
		descrSpelling{of: "c8", id: "descr/name-singlecomplex", descr: "'singlecomplex'"},
	), descrWithoutArray(descrSpelled(platform,
		descrSpelling{of: "i8", id: "descr/name-int", descr: "'int'"},
		descrSpelling{of: "i8", id: "descr/name-numpy-int", descr: "'int_'"},
		descrSpelling{of: "i8", id: "descr/name-intp", descr: "'intp'"},
		descrSpelling{of: "i8", id: "descr/name-long", descr: "'long'"},
		descrSpelling{of: "u8", id: "descr/name-uint", descr: "'uint'"},
		descrSpelling{of: "u8", id: "descr/name-ulong", descr: "'ulong'"},
		descrSpelling{of: "s3", id: "descr/name-str", descr: "'str'", story: "conforming except that the dtype is named, with a name that meant bytes in Python 2 and means text in Python 3"},
	)))
}

// descrLetterCases returns cases of C types by the letters that NumPy has for them. A reader that
// mistakes the letter for a kind gets another type: b is not a boolean, and i, f and F have a size.
func descrLetterCases() []Case {
	letter := Case{
		Story:      "conforming except that the dtype is the letter of a C type",
		Duty:       Either,
		Rules:      "descr-c-type-code",
		Violates:   true,
		Flags:      "dtype-alias native-order",
		Importance: Medium,
	}
	bytewise := letter
	bytewise.Flags = "dtype-alias"
	ordered := letter
	ordered.Story = "conforming except that the dtype is a byte order and the letter of a C type"
	ordered.Flags = "dtype-alias"
	platform := letter
	platform.Story = "conforming except that the dtype is the letter of a C type whose size depends on the platform"
	out := slices.Concat(descrSpelled(bytewise,
		descrSpelling{of: "b1", id: "descr/c-bool", descr: "'?'"},
		descrSpelling{of: "i1", id: "descr/c-signed-char", descr: "'b'"},
		descrSpelling{of: "u1", id: "descr/c-unsigned-char", descr: "'B'"},
	), descrSpelled(letter,
		descrSpelling{of: "i2", id: "descr/c-short", descr: "'h'"},
		descrSpelling{of: "u2", id: "descr/c-unsigned-short", descr: "'H'"},
		descrSpelling{of: "i4", id: "descr/c-int", descr: "'i'"},
		descrSpelling{of: "u4", id: "descr/c-unsigned-int", descr: "'I'"},
		descrSpelling{of: "i8", id: "descr/c-long-long", descr: "'q'"},
		descrSpelling{of: "u8", id: "descr/c-unsigned-long-long", descr: "'Q'"},
		descrSpelling{of: "f2", id: "descr/c-half", descr: "'e'"},
		descrSpelling{of: "f4", id: "descr/c-float", descr: "'f'"},
		descrSpelling{of: "f8", id: "descr/c-double", descr: "'d'"},
		descrSpelling{of: "c8", id: "descr/c-complex-float", descr: "'F'"},
		descrSpelling{of: "c16", id: "descr/c-complex-double", descr: "'D'"},
	), descrSpelled(ordered,
		descrSpelling{of: "b1", id: "descr/c-bool-little", descr: "'<?'"},
		descrSpelling{of: "i1", id: "descr/c-signed-char-little", descr: "'<b'"},
		descrSpelling{of: "u1", id: "descr/c-unsigned-char-little", descr: "'<B'"},
		descrSpelling{of: "i2", id: "descr/c-short-little", descr: "'<h'"},
		descrSpelling{of: "u2", id: "descr/c-unsigned-short-little", descr: "'<H'"},
		descrSpelling{of: "i4", id: "descr/c-int-little", descr: "'<i'"},
		descrSpelling{of: "u4", id: "descr/c-unsigned-int-little", descr: "'<I'"},
		descrSpelling{of: "i8", id: "descr/c-long-long-little", descr: "'<q'"},
		descrSpelling{of: "u8", id: "descr/c-unsigned-long-long-little", descr: "'<Q'"},
		descrSpelling{of: "f2", id: "descr/c-half-little", descr: "'<e'"},
		descrSpelling{of: "f4", id: "descr/c-float-little", descr: "'<f'"},
		descrSpelling{of: "f8", id: "descr/c-double-little", descr: "'<d'"},
		descrSpelling{of: "c8", id: "descr/c-complex-float-little", descr: "'<F'"},
		descrSpelling{of: "c16", id: "descr/c-complex-double-little", descr: "'<D'"},
	))
	out = append(out, descrSpelled(letter,
		descrSpelling{of: "f8", id: "descr/c-double-equals", descr: "'=d'"},
		descrSpelling{of: "f8", id: "descr/c-double-bar", descr: "'|d'"},
	)...)
	out = append(out, descrSpelled(bytewise, descrSpelling{of: "u1", id: "descr/c-unsigned-char-bar", descr: "'|B'"})...)
	return append(out, descrWithoutArray(descrSpelled(platform,
		descrSpelling{of: "i8", id: "descr/c-long", descr: "'l'"},
		descrSpelling{of: "u8", id: "descr/c-unsigned-long", descr: "'L'"},
		descrSpelling{of: "i8", id: "descr/c-intptr", descr: "'p'"},
		descrSpelling{of: "u8", id: "descr/c-uintptr", descr: "'P'"},
		descrSpelling{of: "i8", id: "descr/c-ssize", descr: "'n'"},
		descrSpelling{of: "u8", id: "descr/c-size", descr: "'N'"},
		descrSpelling{of: "i8", id: "descr/c-long-little", descr: "'<l'"},
		descrSpelling{of: "u8", id: "descr/c-unsigned-long-little", descr: "'<L'"},
	))...)
}

// descrUnknownCases returns cases of type strings that don't describe a dtype, however close they come.
func descrUnknownCases() []Case {
	unknown := Case{
		Story:      "conforming except that the type string describes no dtype",
		Duty:       Reject,
		Rules:      "descr-unknown-code",
		Violates:   true,
		Importance: Medium,
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
	), descrListed(), descrSpelled(comma,
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
			ID:         id,
			Story:      "conforming except that the type string contains a comma: " + descr,
			Bytes:      descrFile(descr, "(2,)", data),
			Duty:       Either,
			Rules:      rules,
			Violates:   true,
			Stage:      "descr",
			Flags:      flags,
			Importance: Medium,
			Twin:       "descr/struct-f0-f1",
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
