package cases

import (
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// headerLayouts returns cases of headers as writers lay them out.
func headerLayouts() []Case {
	return slices.Concat(numpyLayouts(), python2Layouts(), otherLayouts())
}

func numpyLayouts() []Case {
	now := accepted("header")
	now.Importance, now.Array = Medium, matrix()
	fields := now
	fields.Array = record()
	recordText := Dict(fields.Array.DType, "False", "(2,)")

	// 108 characters: with the growth space the header needs one more block.
	grown := fields
	grown.Array = namedField("'" + strings.Repeat("n", 35) + "'")
	grownText := fieldText("'" + strings.Repeat("n", 35) + "'")
	// 117 characters: a block of padding follows a text that is aligned already.
	full := fields
	full.Array = namedField("'" + strings.Repeat("n", 52) + "'")
	fullText := fieldText("'" + strings.Repeat("n", 52) + "'")

	cases := slices.Concat(
		variants(now, "",
			variant{"header/layout-numpy-1-14", "the layout that NumPy 1.14 to 1.23 wrote", Npy1(matrixText, matrix().Data)},
		),
		variants(fields, "",
			variant{"header/layout-numpy-1-14-struct", "a structured type in the layout that NumPy 1.14 to 1.23 wrote", Npy1(recordText, record().Data)},
		),
		variants(full, "",
			variant{"header/layout-numpy-1-14-full-block", "a header that needs no padding and gets a whole block, as in files from NumPy 1.14 to 1.23", Raw1(PadTo(182, fullText, "\n"), three.Data)},
		),
		variants(grown, "",
			variant{"header/layout-numpy-1-24-extra-block", "a header that is one block longer because of its growth space, as in files from NumPy since 1.24", Npy1(grownText+strings.Repeat(" ", 20), three.Data)},
		),
	)

	old := accepted("header")
	old.Story, old.Importance = "conforming, although ", Medium
	old.Twin, old.Array = "header/layout-numpy-1-14", matrix()
	oldFields := old
	oldFields.Twin, oldFields.Array = "header/layout-numpy-1-14-struct", record()
	oldVersion2 := old
	oldVersion2.Twin = "header/layout-v2"

	version2 := now
	version2.Story = "conforming, although version 1.0 could hold the header: "
	version2.Twin = "header/layout-numpy-1-14"

	pprint := "{'descr': " + record().DType + ",\n 'fortran_order': False,\n 'shape': (2,)}"
	wrapped := accepted("header")
	wrapped.Story = "conforming, although "
	wrapped.Twin, wrapped.Array = "header/layout-numpy-1-14-struct", record()

	return slices.Concat(cases,
		variants(old, "header-alignment-64",
			variant{"header/layout-numpy-1-2", "the data is aligned only to 16 bytes, as in files from NumPy 1.2 to 1.13", Raw1(Pad(10, 16, matrixText), matrix().Data)},
		),
		variants(old, "header-alignment-64 header-style-not-canonical",
			variant{"header/layout-numpy-1-0-5", "pprint wrote the dictionary on one line and the data is aligned only to 16 bytes, as in files from NumPy 1.0.5 and 1.1", Raw1(Pad(10, 16, strings.Replace(matrixText, ", }", "}", 1)), matrix().Data)},
		),
		variants(oldFields, "header-alignment-64",
			variant{"header/layout-numpy-1-2-struct", "the data of a structured type is aligned only to 16 bytes, as in files from NumPy 1.2 to 1.13", Raw1(Pad(10, 16, recordText), record().Data)},
		),
		variants(wrapped, "header-newline-inside",
			variant{"header/layout-numpy-1-0-5-struct", "pprint wrote the dictionary on several lines, as in files from NumPy 1.0.5 and 1.1", Raw1(Pad(10, 64, pprint), record().Data)},
		),
		variants(oldFields, "header-alignment-64 header-newline-inside",
			variant{"header/layout-numpy-1-0-5-struct-16", "pprint wrote the dictionary on several lines and the data is aligned only to 16 bytes, as in files from NumPy 1.0.5 and 1.1", Raw1(PadTo(134, pprint, "\n"), record().Data)},
		),
		variants(oldVersion2, "header-alignment-v2-legacy prefix-version-higher-than-needed",
			variant{"header/layout-numpy-1-9-v2", "the data of a version 2.0 file begins two bytes late, as in files from NumPy 1.9 to 1.13", Raw2(Pad(10, 16, matrixText), matrix().Data)},
		),
		variants(version2, "prefix-version-higher-than-needed",
			variant{"header/layout-v2", "the version 2.0 layout that NumPy has written since 1.14", Npy2(matrixText, matrix().Data)},
		),
	)
}

func python2Layouts() []Case {
	long := tolerated("literal", "long-integer")
	long.Importance = Medium
	long.Story = "conforming except that "
	long.Twin, long.Array = "header/layout-numpy-1-14", matrix()
	text := func(shape string) string { return Dict("'<i4'", "False", shape) }
	blank := accepted("header")
	blank.Story, blank.Importance = "conforming, although ", Medium
	blank.Twin, blank.Array = long.Twin, matrix()

	title := tolerated("literal", "unicode-prefix")
	title.Story = "conforming, although "
	title.Importance = Medium
	title.Twin = "header/layout-titles"
	titled := func(text string) *Array {
		a := namedField("")
		a.DType = "[((" + text + ", 'a'), '<f8')]"
		return a
	}
	file := func(text string) []byte { return Npy1(fieldText("("+text+", 'a')"), three.Data) }
	plainTitle := accepted("header")
	plainTitle.Array = titled("'Temp'")
	title.Array = titled("'Temp'")
	accent := title
	accent.Array = titled("'Température'")
	name := accepted("literal")
	name.Array = namedField("'TempÃ©rature'")

	return slices.Concat(
		variants(long, "header-alignment-64 literal-long-suffix",
			variant{"header/layout-python2-long", "all dimensions have the suffix L, as in files from NumPy 1.5 on Python 2", Raw1(Pad(10, 16, text("(2L, 3L)")), matrix().Data)},
			variant{"header/layout-python2-long-first", "the first dimension has the suffix L, as in files from NumPy 1.5 on Python 2", Raw1(Pad(10, 16, text("(2L, 3)")), matrix().Data)},
		),
		variants(blank, "header-alignment-64 header-style-not-canonical",
			variant{"header/layout-python2-blanks", "spaces replace the suffix L, as in files from NumPy 1.9.1 on Python 2", Raw1(Pad(10, 16, text("(2 , 3 )")), matrix().Data)},
		),
		variants(plainTitle, "",
			variant{"header/layout-titles", "a field with a title", file("'Temp'")},
		),
		variants(title, "literal-unicode-prefix",
			variant{"literal/layout-python2-title", "a title has the prefix u, as in files written on Python 2", file("u'Temp'")},
		),
		variants(accent, "literal-unicode-prefix",
			variant{"literal/layout-python2-title-escape", "a title has the prefix u and an escape, as in files written on Python 2", file(`u'Temp\xe9rature'`)},
		),
		variants(name, "",
			variant{"header/layout-python2-name", "a field name of UTF-8 bytes that Python 2 escaped one by one, so that each is a character", Npy1(fieldText(`'Temp\xc3\xa9rature'`), three.Data)},
		),
	)
}

// otherLayouts returns cases of headers that programs other than NumPy write.
func otherLayouts() []Case {
	fortran, stored := columns()
	columnText := strings.Replace(matrixText, "False", "True", 1)
	bytes := &Array{DType: "|i1", Shape: dims(2, 3), F: true, Data: I1(1, -2, 3, -4, 5, -6), Values: values(1, -2, 3, -4, 5, -6)}
	bytesStored := Transpose(1, bytes.Shape, bytes.Data)
	scalar := &Array{DType: "<f8", F: true, Data: F8(-2.5), Values: values(-2.5)}
	singles := &Array{DType: "<f4", Shape: dims(3), Data: F4(1, -2.5, 3), Values: values(1, -2.5, 3)}

	right := accepted("header")
	style := accepted("literal")
	style.Story, style.Importance = "conforming, although the dictionary is not in NumPy's style, as in files from ", Medium
	style.Twin, style.Array = "header/layout-numpy-1-14", matrix()
	aligned := accepted("header")
	aligned.Story, aligned.Importance = "conforming, although the data is aligned only to 16 bytes, as in files from ", Medium
	wrong := tolerated("header", "alignment")
	wrong.Violates, wrong.Importance = true, Medium
	legacy := wrong
	legacy.Story, legacy.Violates = "conforming, although ", false
	legacy.Duty, legacy.Flags = Accept, ""

	right.Array = fortran
	cases := variants(right, "",
		variant{"header/layout-fortran-order", "Fortran order in NumPy's layout", Npy1(columnText, stored)},
	)
	right.Array = bytes
	cases = append(cases, variants(right, "",
		variant{"header/layout-fortran-order-bytes", "8-bit integers in Fortran order in NumPy's layout", Npy1(Dict("'|i1'", "True", "(2, 3)"), bytesStored)},
	)...)
	right.Array = singles
	cases = append(cases, variants(right, "",
		variant{"header/layout-singles", "three single-precision numbers in NumPy's layout", Npy1(Dict("'<f4'", "False", "(3,)"), singles.Data)},
	)...)

	right.Array = scalar
	cases = append(cases, variants(right, "order-true-without-effect",
		variant{"header/layout-scalar", "a scalar that is marked as Fortran order", Npy1(Dict("'<f8'", "True", "()"), scalar.Data)},
	)...)

	cases = append(cases, variants(style, "header-style-not-canonical",
		variant{"header/layout-py-literal", "py_literal (Rust), which npyz and ndarray-npy use: no comma after the last value", Npy1(strings.Replace(matrixText, ", }", "}", 1), matrix().Data)},
		variant{"header/layout-npyjs", "npyjs (JavaScript): no spaces, no comma after the last value", Npy1("{'descr':'<i4','fortran_order':False,'shape':(2,3)}", matrix().Data)},
		variant{"header/layout-join-comma", "programs in JavaScript: dimensions joined by commas, and a trailing comma", Npy1(strings.Replace(matrixText, "(2, 3)", "(2,3,)", 1), matrix().Data)},
	)...)
	style.Twin, style.Array = "header/layout-fortran-order", fortran
	cases = append(cases, variants(style, "header-style-not-canonical",
		variant{"header/layout-fortran-stdlib", "Fortran's standard library: a comma and a space after the last dimension", Npy1(strings.Replace(columnText, "3)", "3, )", 1), stored)},
	)...)
	style.Twin, style.Array = "header/layout-numpy-1-14-struct", record()
	cases = append(cases, variants(style, "header-style-not-canonical",
		variant{"header/layout-npy-rs", "npy-rs (Rust): a comma after the last field", Npy1(Dict("[('x', '<f8'), ('y', '<f8'), ('count', '<i4'), ]", "False", "(2,)"), record().Data)},
	)...)

	aligned.Twin, aligned.Array = "header/layout-singles", singles
	cases = append(cases, variants(aligned, "header-alignment-64",
		variant{"header/layout-cnpy", "cnpy and libnpy (C++)", Raw1(Pad(10, 16, Dict("'<f4'", "False", "(3,)")), singles.Data)},
	)...)
	aligned.Twin, aligned.Array = "header/layout-fortran-order", fortran
	cases = append(cases, variants(aligned, "header-alignment-64",
		variant{"header/layout-npy-matlab", "npy-matlab, which always writes Fortran order", Raw1(Pad(10, 16, columnText), stored)},
	)...)
	aligned.Twin, aligned.Array = "header/layout-numpy-1-14", matrix()
	cases = append(cases, variants(aligned, "header-alignment-64 header-style-not-canonical",
		variant{"header/layout-jetbrains", "JetBrains' npy (Kotlin), and the shape is not in NumPy's style", Raw1(Pad(10, 16, strings.Replace(matrixText, "(2, 3)", "(2,3, )", 1)), matrix().Data)},
	)...)
	aligned.Story, aligned.Duty, aligned.Flags = "conforming, although a single-byte type has a byte order and the data is aligned only to 16 bytes, as in files from ", Either, "dtype-alias"
	aligned.Twin, aligned.Array = "header/layout-fortran-order-bytes", bytes
	cases = append(cases, variants(aligned, "header-alignment-64 descr-order-on-single-byte",
		variant{"header/layout-npy-matlab-int8", "npy-matlab", Raw1(Pad(10, 16, Dict("'<i1'", "True", "(2, 3)")), bytesStored)},
	)...)

	legacy.Twin, legacy.Array = "header/layout-fortran-order", fortran
	cases = append(cases, variants(legacy, "header-alignment-v2-legacy prefix-version-higher-than-needed",
		variant{"header/layout-npz-jl-v2", "a version 2.0 header is padded like one of version 1.0, as in files from NPZ.jl (Julia)", Raw2(Pad(10, 16, columnText), stored)},
	)...)
	wrong.Twin, wrong.Array = "prefix/v2-plain", three
	cases = append(cases, variants(wrong, "header-alignment-16 prefix-version-higher-than-needed",
		variant{"header/layout-npyio", "the number of spaces is the remainder instead of its complement, as in files from npyio (Go)", Raw2(plain+strings.Repeat(" ", 6)+"\n", three.Data)},
	)...)
	wrong.Flags = "terminator"
	cases = append(cases, variants(wrong, "header-alignment-v2-legacy header-final-newline header-style-not-canonical prefix-version-higher-than-needed",
		variant{"header/layout-gonpy", "no newline ends the header and version 2.0 is padded like version 1.0, as in files from gonpy (Go)", Raw2(PadTo(86, strings.Replace(plain, ", }", ",}", 1), ""), three.Data)},
	)...)

	// Its text is padded to 16 bytes, the newline being the last of the padding, if there is any.
	wrong.Twin, wrong.Array = "header/layout-scalar", scalar
	return append(cases, variants(wrong, "header-final-newline order-true-without-effect",
		variant{"header/layout-npz-jl-scalar", "a header that needs no padding has no newline either, as for every scalar in files from NPZ.jl (Julia)", Raw1(Dict("'<f8'", "True", "()"), scalar.Data)},
	)...)
}
