package spec

import "slices"

const (
	DescrInvalidType ID = iota + descrIDs
	DescrDict
	DescrUnknownCode
	DescrInvalidSize
	DescrTrailingGarbage
	DescrNativeByteOrder
	DescrOrderOnSingleByte
	DescrOrderMissingSingleByte
	DescrMixedByteOrder
	DescrTypeName
	DescrCTypeCode
	DescrTypeNumber
	DescrAliasA
	DescrCommaString
	DescrRepeatCount
	DescrPlatformLongdouble
	DescrOtherPlatformFloat
	DescrSizeSyntax
	DescrSizeMissing
	DescrSizeNegative
	DescrSizeOverflow
	DescrObjectSize
	DescrZeroItemsize
	DescrVoidLostType
	DescrDatetimeUnit
	DescrDatetimeGeneric
	DescrDatetimeForm
	DescrDatetimeMultiple
	DescrDatetimeDivisor
	DescrDatetimeDivisorInexact
	DescrDatetimeDivisorZero
)

// descrRules are about the value of descr (section 5 of npy.md).
func descrRules() []Rule {
	return slices.Concat(typeStringRules(), structuredRules())
}

// typeStringRules are about the form of a descr and about type strings.
func typeStringRules() []Rule {
	return []Rule{
		{
			ID: DescrInvalidType, Name: "descr-invalid-type", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.1", Since: "0.1.0",
			Title: "descr is neither a string nor a list",
			Doc: "descr describes the dtype: a type string, or a list of fields. None, numbers and bytes don't " +
				"describe a type, and NumPy rejects them. np.dtype(None) would be float64, so a reader that passes " +
				"the value on unchecked reads such a file.",
			Owner:  ownAgain,
			Author: "Write a type string such as '<f8', or a list of fields.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrDict, Name: "descr-dict", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.1", Since: "0.1.0",
			Title: "descr is a dictionary",
			Doc: "NumPy can make a dtype from a dictionary of names and formats, but a header never has one: the " +
				"document says that descr is dtype.descr, which is a list. NumPy rejects dictionaries in a header, " +
				"except for the empty one, which all releases but 1.16 and 1.17 read as a type without fields. Other " +
				"readers reject it.",
			Owner:  ownMended,
			Author: "Write a list of fields, with padding where offsets leave gaps.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrUnknownCode, Name: "descr-unknown-code", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.2", Since: "0.1.0",
			Title: "type string that doesn't name a type",
			Doc: "The kind is one of b i u f c m M S U V O. Anything else has no size and no meaning, and NumPy " +
				"rejects it. The names of extension types end up here as well: bfloat16 and float8 are not NumPy's " +
				"own types, and NumPy knows their names only while ml_dtypes is imported. T, the new string type, is " +
				"never written.",
			Owner: "If it is the name of a type of ml_dtypes, such as bfloat16, import ml_dtypes before np.load. " +
				"Otherwise fetch or write the file again.",
			Author: "Write a type that the format has; store other types as raw bytes of kind V or as integers of " +
				"the same size.",
			Fix: fixUnknown,
		},
		{
			ID: DescrInvalidSize, Name: "descr-invalid-size", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.3", Since: "0.1.0",
			Title: "size that the type doesn't have",
			Doc: "Each numeric kind exists in a few sizes, and a datetime always has eight bytes. '<i3' is a type in " +
				"other systems, and ml_dtypes describes some of its 8-bit floats as '<f1', which NumPy then can't " +
				"read back. cnpy and TinyNPY accept '<f3' with the size as it is.",
			Owner:  ownMended,
			Author: "Convert the array to a size that the kind has, or store it as kind V.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrTrailingGarbage, Name: "descr-trailing-garbage", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.2", Since: "0.1.0",
			Title: "text after the size of a type string",
			Doc: "A type string ends with its size, or with the bracket of a datetime unit. Text after that comes " +
				"from writers that append comments or shapes to the type. NumPy rejects it.",
			Owner:  ownMended,
			Author: "Write nothing after the size.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrNativeByteOrder, Name: "descr-native-byte-order", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-5.4", Since: "0.1.0",
			Title: "byte order left to the machine",
			Doc: "A type that has a byte order must name it, or the file means one thing on a little-endian machine " +
				"and another on a big-endian one. Without a byte order, and with = or |, NumPy uses that of the " +
				"machine that reads the file. It never writes such a type itself. npyio, npyjs and numpy-ts read " +
				"'f8'; most other readers reject it.",
			Owner: "np.load reads it in the byte order of your machine; the right one, little or big, is that of " +
				"the machine that wrote it.",
			Author: "Write < for little-endian or > for big-endian.",
			Fix:    fixNative,
		},
		{
			ID: DescrOrderOnSingleByte, Name: "descr-order-on-single-byte", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-5.4", Since: "0.1.0",
			Title: "byte order on a type that has none",
			Doc: "Types of single bytes have no byte order, and NumPy marks them with |. npyjs writes booleans as " +
				"'<b1'; npy-matlab writes '<i1', '<u1' and '<b1'. NumPy reads all of these as the same type; a reader " +
				"that compares whole strings may not know them.",
			Owner:  ownRewrite,
			Author: "Write | instead of the byte order.",
			Fix:    fixForm,
		},
		{
			ID: DescrOrderMissingSingleByte, Name: "descr-order-missing-single-byte", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-5.4", Since: "0.1.0",
			Title: "'|' missing on a type without a byte order",
			Doc: "NumPy writes | before every type without a byte order. Without the | the type is the same, and " +
				"NumPy reads it, but a reader that always reads the first character as the byte order gets the kind " +
				"wrong.",
			Owner:  ownRewrite,
			Author: "Write | before the kind.",
			Fix:    fixForm,
		},
		{
			ID: DescrMixedByteOrder, Name: "descr-mixed-byte-order", Level: May, Kind: Conformance, Reader: Accept, Clause: "npy-5.4", Since: "0.1.0",
			Title: "fields of both byte orders",
			Doc: "Fields of one structured type may have different byte orders; each says its own. NumPy " +
				"writes and reads such types. npycheck notes it because a reader that looks only at the first " +
				"field gets the others wrong.",
			Owner: ownNothing,
			Fix:   fixContent,
		},
		{
			ID: DescrTypeName, Name: "descr-type-name", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-5.5", Since: "0.1.0",
			Title: "type name instead of a type string",
			Doc: "float64 doesn't say the byte order, and the size of types such as int or longdouble depends on the " +
				"machine; NEP 1 demands actual sizes. NumPy knows about 70 such names and accepts them in a file, " +
				"though the set of names changed with 2.0. It never writes any.",
			Owner:  ownNative,
			Author: "Write the type string that dtype.str gives, such as '<f8'.",
			Fix:    fixNative,
		},
		{
			ID: DescrCTypeCode, Name: "descr-c-type-code", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-5.5", Since: "0.1.0",
			Title: "C type letter instead of kind and size",
			Doc: "Letters such as l, q, d or ? name types of the C compiler. Some have another size on another " +
				"platform: l has four bytes on Windows and eight on Linux. NumPy accepts them in a file, with or " +
				"without a byte order, and never writes them.",
			Owner:  ownNative,
			Author: "Write the kind and the size, such as '<i8' for a 64-bit integer.",
			Fix:    fixNative,
		},
		{
			ID: DescrTypeNumber, Name: "descr-type-number", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-5.5", Since: "0.1.0",
			Title: "NumPy type number instead of a type string",
			Doc: "NumPy numbers its built-in types, and by accident accepts that number as a type string of one " +
				"control character: '\\x0c' is float64. The numbers of the C long types mean different sizes on " +
				"different platforms. No writer does this, and no other reader can be expected to know the table.",
			Owner:  ownNative,
			Author: "Write the type string, such as '<f8'.",
			Fix:    fixNative,
		},
		{
			ID: DescrAliasA, Name: "descr-alias-a", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-5.5", Since: "0.1.0",
			Title: "kind a for byte strings",
			Doc: "The letter a is an old name for kind S. NumPy 1.x reads it, NumPy 2.0 to 2.4 reads it with a " +
				"DeprecationWarning, and 2.5 rejects it. No release writes it.",
			Owner: "If NumPy reads the file, np.save(path, np.load(path)) rewrites it; NumPy 2.5 and later don't " +
				"read it.",
			Author: "Write S instead of a.",
			Fix:    fixForm,
		},
		{
			ID: DescrCommaString, Name: "descr-comma-string", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-5.5", Since: "0.1.0",
			Title: "several types in one type string",
			Doc: "NumPy's dtype constructor also accepts types with commas between them, and names the fields f0, f1 " +
				"and so on. That is shorthand for people; NumPy writes a list of fields. Every release reads such a " +
				"string from a file, and all of them get the same fields. Most other readers reject it, and some read " +
				"the first type.",
			Owner:  ownRewrite,
			Author: "Write a list of fields.",
			Fix:    fixNative,
		},
		{
			ID: DescrRepeatCount, Name: "descr-repeat-count", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.5", Since: "0.1.0",
			Title: "type string with a count, a shape or an empty part",
			Doc: "NumPy's dtype constructor also accepts repeat counts and shapes before a type, and the meaning of " +
				"some changed with 2.0: 1f8 is a plain type up to 1.26 and a subarray since, and a trailing comma " +
				"gives a plain type up to 1.26 and a structure of one field since. Two commas end in a SyntaxError. " +
				"Alone, a count or a shape makes a subarray, which NumPy reads or rejects depending on how the file " +
				"is opened. Only a list of fields such as 2f8,i4 means the same to every release; but it is the same " +
				"notation, and most other readers reject all of it.",
			Owner:  ownMended + " NumPy 1 and NumPy 2 read it as different types.",
			Author: "Write a list of fields, and put repeat counts into the shape.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrPlatformLongdouble, Name: "descr-platform-longdouble", Level: Should, Kind: Portability, Reader: Either, Clause: "npy-5.6", Since: "0.1.0",
			Title: "long double, whose format depends on the platform",
			Doc: "'<f16' is the C type long double, and the header doesn't say which: 80 bits with six bytes of " +
				"filler on x86-64, 128 bits on AArch64, a pair of doubles on POWER. NumPy writes it, and reads it in " +
				"the format of the reading machine; where long double has another size, NumPy rejects the file. Most " +
				"other readers don't know the type at all.",
			Owner: "Use the file only on machines of the kind that wrote it, or convert the array there with " +
				"astype('f8') or astype('c16') and save it.",
			Author: "Save numbers as '<f8' or '<c16', which every machine reads.",
			Fix:    fixContent,
		},
		{
			ID: DescrOtherPlatformFloat, Name: "descr-other-platform-float", Level: Should, Kind: Portability, Reader: Either, Clause: "npy-5.6", Since: "0.1.0",
			Title: "long double of another platform",
			Doc: "On 32-bit x86 a long double has 12 bytes, and NumPy there writes '<f12' and '<c24'; 10 " +
				"and 20 are the sizes without filler. NumPy on other machines rejects the file.",
			Owner: "Convert the array with astype('f8') or astype('c16') on a machine that can read the file, and " +
				"save it there.",
			Author: "Save numbers as '<f8' or '<c16', which every machine reads.",
			Fix:    fixContent,
		},
		{
			ID: DescrSizeSyntax, Name: "descr-size-syntax", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-5.7", Since: "0.1.0",
			Title: "size not written as a plain decimal number",
			Doc: "The size is a decimal number without a sign, whitespace or leading zeros. NumPy parses it with the " +
				"C function strtol, which allows all of these, so it reads '<f 8' and '<f08' as eight. Other readers " +
				"don't.",
			Owner:  ownRewrite,
			Author: "Write the digits of the size and nothing else.",
			Fix:    fixForm,
		},
		{
			ID: DescrSizeMissing, Name: "descr-size-missing", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-5.7", Since: "0.1.0",
			Title: "type string without a size",
			Doc: "In NumPy, S, U and V without a size have elements of zero bytes, and c alone means S1. NumPy " +
				"always writes the size. Usually the author wanted strings of any length, which the format doesn't " +
				"have.",
			Owner: "If the array should hold text or bytes, write the file again: without a size all of its " +
				"elements are empty.",
			Author: "Write the size of the longest string.",
			Fix:    fixForm,
		},
		{
			ID: DescrSizeNegative, Name: "descr-size-negative", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.7", Since: "0.1.0",
			Title: "negative size",
			Doc: "A negative size is meaningless. NumPy 1.24 makes a type with a negative itemsize from it and then " +
				"fails with a MemoryError or a SystemError; 2.x rejects the type string.",
			Owner:  ownAgain,
			Author: "Write the real size.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrSizeOverflow, Name: "descr-size-overflow", Level: Must, Kind: Limit, Reader: Reject, Clause: "npy-5.7", Since: "0.1.0",
			Title: "itemsize of a type string over 2147483647 bytes",
			Doc: "In NumPy an itemsize is a signed 32-bit number. 1.24 keeps the lower 32 bits of a larger one: " +
				"'|S4294967299' becomes '|S3', and the data is read with the wrong size, without an error. 2.x " +
				"rejects the file.",
			Owner:  ownAgain,
			Author: "Write the real size. In a reader, check the range before you convert the number.",
			Fix:    fixLimit,
		},
		{
			ID: DescrObjectSize, Name: "descr-object-size", Level: May, Kind: Conformance, Reader: Accept, Clause: "npy-5.7", Since: "0.1.0",
			Title: "object type with a size",
			Doc: "An object is not stored in the data, so its size means nothing: it was the size of a pointer on " +
				"the writing machine. Early NumPy releases wrote '|O4' and '|O8', and every release reads both.",
			Owner: ownNothing,
			Fix:   fixForm,
		},
		{
			ID: DescrZeroItemsize, Name: "descr-zero-itemsize", Level: May, Kind: Conformance, Reader: Accept, Clause: "npy-5.8", Since: "0.1.0",
			Title: "elements of zero bytes",
			Doc: "Elements of zero bytes are legal: NumPy writes '|V0', and reads '|S0' and '<U0' too. The number of " +
				"elements then says nothing about the size of the file, so a reader that divides by the itemsize " +
				"crashes, and one that loops over a claimed number of elements may never end.",
			Owner: ownNothing,
			Fix:   fixContent,
		},
		{
			ID: DescrVoidLostType, Name: "descr-void-lost-type", Level: May, Kind: Portability, Reader: Accept, Clause: "npy-5.8", Since: "0.1.0",
			Title: "raw bytes (V1, V2) that may be a lost type",
			Doc: "NumPy writes a type that a package added as raw bytes. bfloat16 of ml_dtypes, which JAX uses, is " +
				"saved as '<V2'; its small integers and most of its floats of 4, 6 and 8 bits are saved as '<V1', " +
				"alone or in a field; and nothing in the file says what they were. NumPy returns raw bytes and writes " +
				"them as '|V2' and '|V1'; MLX reads '|V2' as bfloat16. float8_e5m2 is saved as '<f1' and complex32 as " +
				"'<W4', which NumPy itself can't load.",
			Owner: "If you know which type it was, a view restores it, such as a.view(ml_dtypes.bfloat16); every " +
				"other type of that size gives wrong numbers.",
			Author: "Save the array as float32, or save a view of it as an unsigned integer and record the type " +
				"elsewhere.",
			Fix: fixContent,
		},
		{
			ID: DescrDatetimeUnit, Name: "descr-datetime-unit", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.9", Since: "0.1.0",
			Title: "datetime unit that doesn't exist",
			Doc: "The unit of a datetime or timedelta is one of Y M W D h m s ms us ns ps fs as, in brackets after " +
				"the size. With any other text the numbers have no meaning, and NumPy rejects the file.",
			Owner:  ownMended,
			Author: "Write one of the units Y M W D h m s ms us ns ps fs as.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrDatetimeGeneric, Name: "descr-datetime-generic", Level: May, Kind: Conformance, Reader: Accept, Clause: "npy-5.9", Since: "0.1.0",
			Title: "datetime without a unit",
			Doc: "Without a unit the only meaningful datetime is NaT, and a timedelta is a plain number. " +
				"NumPy writes the type for arrays that never got a unit, and reads it back.",
			Owner: ownNothing,
			Fix:   fixContent,
		},
		{
			ID: DescrDatetimeForm, Name: "descr-datetime-form", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-5.9", Since: "0.1.0",
			Title: "datetime unit not in NumPy's spelling",
			Doc: "NumPy writes the count before the unit only if it isn't 1, without a sign or leading zeros, and " +
				"leaves out the unit instead of writing generic. It reads the other spellings as the same type.",
			Owner:  ownRewrite,
			Author: "Use the spelling of dtype.str: '<M8[s]', '<M8[25s]', '<M8'.",
			Fix:    fixForm,
		},
		{
			ID: DescrDatetimeMultiple, Name: "descr-datetime-multiple", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.9", Since: "0.1.0",
			Title: "datetime multiple of zero or over 2147483647",
			Doc: "The count before the unit is a positive 32-bit number. A unit of no length contradicts itself: " +
				"NumPy loads '<M8[0s]', fails to print or convert the array, and crashes with a division by zero when " +
				"it converts other times to that type. NumPy rejects counts above 2147483647; in 1.19 they wrapped to " +
				"negative ones.",
			Owner:  ownMended,
			Author: "Write the real count.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrDatetimeDivisor, Name: "descr-datetime-divisor", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-5.9", Since: "0.1.0",
			Title: "datetime unit with a divisor",
			Doc: "NumPy's constructor accepts [D/24] and turns it into hours, because a day has 24 of them. Every " +
				"release reads such a file, and gets the same unit. But NumPy never writes the form, and no other " +
				"reader can be expected to know it.",
			Owner:  ownRewrite,
			Author: "Write the resulting unit: '<M8[h]' for D/24.",
			Fix:    fixForm,
		},
		{
			ID: DescrDatetimeDivisorInexact, Name: "descr-datetime-divisor-inexact", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.9", Since: "0.1.0",
			Title: "datetime divisor that doesn't give a whole number",
			Doc: "A seventh of a day is not a whole number of hours, minutes or seconds, and NumPy rejects [D/7]. It " +
				"does read [Y/52] as weeks, [Y/365] and [M/30] as days and [M/2] as two weeks, although years and " +
				"months have other lengths too, and [D/-24] as -1 hours, a unit in which no value can be computed.",
			Owner:  ownMended,
			Author: "Write the unit that the data really counts.",
			Fix:    fixUnknown,
		},
		{
			ID: DescrDatetimeDivisorZero, Name: "descr-datetime-divisor-zero", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-5.9", Since: "0.1.0",
			Title: "datetime unit divided by zero",
			Doc: "NumPy divides by the number after the slash without checking it. Zero crashes the process with a " +
				"SIGFPE in 1.19, 1.24 and 2.2: a header of a hundred bytes kills any service that loads it, and no " +
				"exception handler sees it.",
			Owner:  "Don't load the file with NumPy. " + ownMended,
			Author: "Leave the divisor out.",
			Fix:    fixUnknown,
		},
	}
}
