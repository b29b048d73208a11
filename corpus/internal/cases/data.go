package cases

import (
	"slices"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// dataTruncatedCases returns cases of truncated data.
func dataTruncatedCases() []Case {
	var out []Case
	for _, c := range []struct {
		id    string
		story string
		array dataArray
		keep  int // bytes
	}{
		{"data/truncated-all", "the file ends with the header", dataDoubles, 0},
		{"data/truncated-after-first-byte", "only the first byte of the data is there", dataDoubles, 1},
		{"data/truncated-inside-first-item", "the file ends inside the first element", dataDoubles, 7},
		{"data/truncated-after-first-item", "only one element of three is there", dataDoubles, 8},
		{"data/truncated-last-item", "the last element is missing", dataDoubles, 16},
		{"data/truncated-inside-last-item", "half of the last element is missing", dataDoubles, 20},
		{"data/truncated-last-byte", "the last byte is missing", dataDoubles, 23},
		{"data/truncated-fortran-last-item", "the last element of an array in Fortran order is missing", dataTable, 10},
		{"data/truncated-fortran-inside-item", "the file ends inside an element of an array in Fortran order", dataTable, 7},
		{"data/truncated-bool", "the last boolean is missing", dataOfGrid("b1"), 11},
		{"data/truncated-bytes-inside-item", "the file ends inside a byte string", dataOfGrid("s3"), 34},
		{"data/truncated-text-inside-character", "the file ends inside a character", dataOfGrid("u2-text"), 94},
		{"data/truncated-text-between-characters", "the file ends between two characters of a string", dataOfGrid("u2-text"), 92},
		{"data/truncated-complex-between-parts", "the last imaginary part is missing", dataOfGrid("c16"), 184},
		{"data/truncated-complex-inside-part", "the file ends inside the last imaginary part", dataOfGrid("c16"), 188},
		{"data/truncated-void-inside-item", "the file ends inside a void element", dataOfGrid("v3"), 35},
		{"data/truncated-half-inside-item", "the file ends inside a two-byte number", dataOfGrid("f2"), 23},
		{"data/truncated-datetime-last-item", "the last datetime is missing", dataOfGrid("datetime-s"), 88},
		{"data/truncated-struct-between-fields", "the last field of the last element is missing", dataStruct, 28},
		{"data/truncated-struct-inside-field", "the file ends inside a field", dataStruct, 30},
		{"data/truncated-struct-last-item", "the last element of a structured array is missing", dataStruct, 24},
		{"data/truncated-sub-array", "the file ends inside a subarray", dataSubarray, 40},
		{"data/truncated-padding", "the padding after the last field is missing, although no value is lost", dataPadded, 13},
		{"data/truncated-padding-last-byte", "the last byte of the padding is missing, although no value is lost", dataPadded, 15},
	} {
		out = append(out, Case{
			ID:       c.id,
			Story:    "conforming except that " + c.story,
			Bytes:    c.array.file(c.array.data[:c.keep]),
			Duty:     Reject,
			Rules:    "data-truncated",
			Violates: true,
			Stage:    "data",
			Twin:     c.array.twin,
		})
	}
	scalar := Case{
		Story:    "conforming except that the file ends inside the only element",
		Duty:     Reject,
		Rules:    "data-truncated",
		Violates: true,
		Stage:    "data",
		Twin:     "shape/0d",
	}
	cut, none := scalar, scalar
	cut.ID = "data/truncated-0d"
	cut.Bytes = Npy1(Dict("'<i2'", "False", "()"), I1(1))
	none.ID = "data/truncated-0d-all"
	none.Bytes = Npy1(Dict("'<i2'", "False", "()"), nil)
	none.Story = "conforming except that the only element is missing"
	return append(out, cut, none)
}

// dataClaimCases returns cases of small files whose header promises large arrays: a reader that
// allocates first, or that computes with 32 bits, fails.
func dataClaimCases() []Case {
	var out []Case
	for _, c := range []struct {
		id, story, shape string
		array            dataArray
	}{
		{"data/claims-four", "one element more than there are", "(4,)", dataDoubles},
		{"data/claims-2-31-minus-1", "2^31 - 1 elements", "(2147483647,)", dataDoubles},
		{"data/claims-2-31", "2^31 elements, which is negative as a signed 32-bit integer", "(2147483648,)", dataDoubles},
		{"data/claims-2-32-minus-1", "2^32 - 1 elements, which is -1 as a signed 32-bit integer", "(4294967295,)", dataDoubles},
		{"data/claims-2-32", "2^32 elements, which wraps to 0 in 32 bits", "(4294967296,)", dataDoubles},
		{"data/claims-2-32-plus-3", "2^32 + 3 elements, which wraps to 3 in 32 bits", "(4294967299,)", dataDoubles},
		{"data/claims-bytes-wrap-32", "2^32 + 24 bytes, which wraps to 24 in 32 bits", "(536870915,)", dataDoubles},
		{"data/claims-product-wraps-32", "2^32 + 3 elements in two dimensions, which wraps to 3 in 32 bits", "(7, 613566757)", dataDoubles},
		{"data/claims-second-wraps-32", "a second dimension of 2^32 + 1, which wraps to 1 in 32 bits", "(3, 4294967297)", dataDoubles},
		{"data/claims-10-10", "10^10 elements", "(10000000000,)", dataDoubles},
		{"data/claims-10-10-in-two", "10^10 elements in two dimensions", "(100000, 100000)", dataDoubles},
		{"data/claims-10-12-in-four", "10^12 elements in four dimensions", "(1000, 1000, 1000, 1000)", dataDoubles},
		{"data/claims-2-53-plus-1", "2^53 + 1 elements, which is 2^53 as a double", "(9007199254740993,)", dataDoubles},
		{"data/claims-2-63-minus-8-bytes", "2^63 - 8 bytes, the most that an array of doubles can have", "(1152921504606846975,)", dataDoubles},
		{"data/claims-2-63-minus-1-bytes", "2^63 - 1 bytes, the most that an array can have", "(9223372036854775807,)", dataArray{descr: "'|i1'", order: "False", shape: "(1,)", data: I1(7), twin: "shape/one-byte"}},
		{"data/claims-2-32-plus-1-bytes", "2^32 + 1 bytes, which wraps to 1 in 32 bits", "(4294967297,)", dataArray{descr: "'|i1'", order: "False", shape: "(1,)", data: I1(7), twin: "shape/one-byte"}},
	} {
		whole := c.array
		whole.shape = c.shape
		out = append(out, Case{
			ID:       c.id,
			Story:    "conforming except that the shape promises " + c.story + ": " + c.shape,
			Bytes:    whole.file(whole.data),
			Duty:     Reject,
			Rules:    "data-truncated",
			Violates: true,
			Stage:    "data",
			Twin:     whole.twin,
		})
	}
	bytes := refused("data").like("descr/grid-s3-1d-v1")
	out = slices.Concat(out, sinceTwo(slices.Concat(
		variants(refused("data"), "data-truncated",
			variant{"data/claims-bytes-2-31", "the shape promises 2^31 bytes, which is negative as a signed 32-bit integer: (268435456,)", shaped("(268435456,)")},
		),
		variants(bytes, "data-truncated",
			variant{"data/claims-10-10-bytes", "the shape promises 10^10 byte strings: (10000000000,)", descrFile("'|S3'", "(10000000000,)", descrScalar("s3").data)},
		),
	)))
	for _, c := range []struct{ id, story, descr, twin string }{
		{"data/claims-itemsize-bytes", "2^31 - 1 bytes", "'|S2147483647'", "descr/bytes-of-one"},
		{"data/claims-itemsize-text", "536870911 characters", "'<U536870911'", "descr/bytes-of-one"},
		{"data/claims-itemsize-void", "2^31 - 1 bytes", "'|V2147483647'", "descr/bytes-of-one"},
	} {
		out = append(out, Case{
			ID:       c.id,
			Story:    "conforming except that each element has " + c.story + ": " + c.descr,
			Bytes:    descrFile(c.descr, "(3,)", []byte("xyz")),
			Duty:     Reject,
			Rules:    "data-truncated",
			Violates: true,
			Stage:    "data",
			Twin:     c.twin,
		})
	}
	return out
}

// dataTrailingCases returns cases of bytes after the data, and other arrays.
func dataTrailingCases() []Case {
	plainFile := dataDoubles.file(three.Data)
	nothing := &Array{DType: "<f8", Shape: dims(0), Values: values[any]()}
	var out []Case
	for _, c := range []struct {
		id, story, rule string
		array           dataArray
		behind          []byte
		read            *Array
	}{
		{"data/trailing-byte", "a byte follows the data", "data-trailing", dataDoubles, Bytes(0xff), three},
		{"data/trailing-newline", "a newline follows the data", "data-trailing", dataDoubles, []byte("\n"), three},
		{"data/trailing-nul", "a NUL follows the data", "data-trailing", dataDoubles, Zeros(1), three},
		{"data/trailing-item", "an element follows the data", "data-trailing", dataDoubles, F8(4), three},
		{"data/trailing-half-item", "half an element follows the data", "data-trailing", dataDoubles, F8(4)[:4], three},
		{"data/trailing-block", "NULs follow the data, up to a block of 512 bytes", "data-trailing", dataDoubles, Zeros(512 - len(plainFile)), three},
		{"data/trailing-text", "text follows the data", "data-trailing", dataDoubles, []byte("# the end\n"), three},
		{"data/trailing-part-of-magic", "the first five bytes of the magic follow the data", "data-trailing", dataDoubles, []byte(Magic[:5]), three},
		{"data/trailing-byte-and-array", "a byte and another array follow the data", "data-trailing", dataDoubles, Join(Zeros(1), plainFile), three},
		{"data/trailing-zip", "an empty zip archive follows the data", "data-trailing", dataDoubles, Join([]byte("PK\x05\x06"), Zeros(18)), three},
		{"data/trailing-empty-array", "data follows an array without elements", "data-trailing", dataNothing, three.Data, nothing},
		{"data/trailing-zero-itemsize", "data follows an array of elements of zero bytes", "data-trailing descr-zero-itemsize", dataNoBytes, three.Data, &Array{DType: "|V0", Shape: dims(3), Values: values("", "", "")}},
	} {
		out = append(out, Case{
			ID:    c.id,
			Story: "conforming except that " + c.story,
			Bytes: Join(c.array.file(c.array.data), c.behind),
			Duty:  Either,
			Rules: c.rule,
			Stage: "data",
			Flags: "trailing-data",
			Twin:  c.array.twin,
			Array: c.read,
		})
	}
	byteBehind := tolerated("data", "trailing-data").ofImportance(Medium).like("shape/0d")
	byteBehind.Array = &Array{DType: "<i2", Data: I2(1), Values: values(1)}
	out = append(out, sinceTwo(variants(byteBehind, "data-trailing",
		variant{"data/trailing-byte-0d", "a byte follows an array of rank 0", Npy1(Dict("'<i2'", "False", "()"), Join(I2(1), Bytes(0xff)))},
	))...)
	return append(out, Case{
		ID:    "data/trailing-0d",
		Story: "conforming except that two elements follow an array of rank 0",
		Bytes: Npy1(Dict("'<i2'", "False", "()"), I2(1, 2, 3)),
		Duty:  Either,
		Rules: "data-trailing",
		Stage: "data",
		Flags: "trailing-data",
		Twin:  "shape/0d",
		Array: &Array{DType: "<i2", Data: I2(1), Values: values(1)},
	})
}

// dataSecondCases returns cases of arrays that follow another, as np.save writes them to an open file. A reader of
// only the first array doesn't see faults in another, so it need not reject the file.
func dataSecondCases() []Case {
	plainFile := dataDoubles.file(three.Data)
	other := descrFile("'<i2'", "(2,)", I2(1, -2))
	second := tolerated("data", "trailing-data").ofImportance(Medium)
	after := func(array ...[]byte) []byte { return Join(plainFile, Join(array...)) }
	good := variants(second, "data-second-array",
		variant{"data/second-array-same", "the same array follows the data", after(plainFile)},
		variant{"data/second-array-other-type", "an array of another type follows the data", after(other)},
		variant{"data/second-array-two-more", "two other arrays follow the data", after(other, plainFile)},
		variant{"data/second-array-fortran", "an array in Fortran order follows the data", after(dataTable.file(dataTable.data))},
		variant{"data/second-array-version-3", "an array of version 3.0, whose field needs it, follows the data of one of version 1.0",
			after(Npy3(Dict("[('\u5b57', '<i2')]", "False", "(2,)"), I2(1, -2)))},
		variant{"data/second-array-unaligned", "an array whose first byte is not at a multiple of 64 follows the data, and another one follows it", after(other, other)},
	)
	empty := second.like(dataNothing.twin)
	empty.Array = &Array{DType: "<f8", Shape: dims(0), Values: values[any]()}
	good = append(good, variants(empty, "data-second-array",
		variant{"data/second-array-behind-empty", "an array follows an array without elements", Join(dataNothing.file(nil), plainFile)},
	)...)

	bad := second.like("data/second-array-other-type")
	bad.Story += "an array of another type follows the data, and "
	violating := bad
	violating.Violates = true
	wrong := bad
	wrong.Twin = "data/second-array-bool"
	bools := func(last byte) []byte { return descrFile("'|b1'", "(3,)", Bytes(0, 1, last)) }
	return slices.Concat(good,
		variants(second, "data-second-array",
			variant{"data/second-array-bool", "an array of booleans follows the data", after(bools(1))}),
		variants(wrong, "data-second-array data-bool-value",
			variant{"data/second-array-bool-value", "its last boolean is 2", after(bools(2))}),
		variants(bad, "data-second-array data-trailing",
			variant{"data/second-array-trailing", "a newline follows it", after(other, []byte("\n"))}),
		variants(violating, "data-second-array data-truncated",
			variant{"data/second-array-truncated", "it lacks the last byte of its data", after(other[:len(other)-1])}),
		variants(violating, "data-second-array prefix-header-truncated",
			variant{"data/second-array-header-truncated", "the file ends inside its header", after(other[:20])}),
		variants(violating, "data-second-array prefix-too-short",
			variant{"data/second-array-magic", "the file ends after its magic", after([]byte(Magic))}),
		variants(violating, "data-second-array shape-negative",
			variant{"data/second-array-shape-negative", "its dimension is -2", after(descrFile("'<i2'", "(-2,)", I2(1, -2)))}),
		variants(violating, "data-second-array header-padding-byte",
			variant{"data/second-array-padding-byte", "there is a tab in its padding", after(Raw1(PadTo(118, Dict("'<i2'", "False", "(2,)")+"\t", "\n"), I2(1, -2)))}),
		variants(violating, "data-second-array prefix-version-unknown",
			variant{"data/second-array-version-4", "its version is 4.0", after(Prefix(4, 0), other[8:])}),
	)
}
