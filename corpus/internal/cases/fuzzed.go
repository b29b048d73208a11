package cases

import (
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

// fuzzedCases returns the files that npycheck fuzz made first: each shows a defect of a reader that no other
// case shows.
func fuzzedCases() []Case {
	return sinceTwo(slices.Concat(fuzzedHeaders(), fuzzedTypes(), fuzzedData(), fuzzedNumbers(), fuzzedArchives(), fuzzedTables()))
}

// fuzzedHeaders returns those that are odd in the spelling or surroundings of the dictionary.
func fuzzedHeaders() []Case {
	long := refused("prefix")
	long.Twin, long.Importance = "prefix/v2-plain", Medium
	cases := variants(long, "prefix-header-truncated",
		variant{"prefix/length-ffffffc4-v2", "the header length reaches past the end of the file: 4294967236, which is -60 as a signed 32-bit integer, so that header and data would both be inside the file",
			Prefix(2, 0, LittleEndian(0xffffffc4, 4), []byte(Pad(12, 64, plain)), three.Data)},
	)
	bit := accepted("header")
	bit.Story, bit.Twin = "conforming, although ", "header/aligned-at-256"
	cases = append(cases, variants(bit, "header-excess-padding prefix-version-higher-than-needed",
		variant{"header/aligned-at-256-v2", "the data begins at offset 256 in version 2.0, so that the low byte of the header length is over 127",
			Prefix(2, 0, LittleEndian(244, 4), []byte(PadTo(244, plain, "\n")), three.Data)},
	)...)
	indented := refused("header")
	indented.Twin = "header/terminator-newline-nul"
	cases = append(cases, variants(indented, "header-final-newline header-leading-space header-padding-byte header-padding-nul",
		variant{"header/terminator-newline-nul-indented", "a space precedes the dictionary, and a NUL byte follows the newline", Raw1(PadTo(118, " "+plain, "\n\x00"), three.Data)},
	)...)
	whole := refused("literal")
	whole.Importance = Medium
	cases = append(cases, variants(whole, "header-style-not-canonical literal-double-quotes literal-json shape-not-tuple",
		variant{"literal/json-shape-number", "the header is a JSON object, and its shape a number", doubles1(`{"descr": "<f8", "fortran_order": false, "shape": 3}`)},
	)...)
	cases = append(cases, variants(whole, "header-not-a-dictionary literal-json",
		variant{"literal/json-null-alone", "the header is null and nothing else", doubles1("null")},
	)...)
	deep := refused("literal")
	deep.Features = "v1 float 1d long-header"
	cases = append(cases, variants(deep, "header-length-over-10000 header-nesting-depth",
		variant{"header/nesting-5000-tuples", "the shape is 5,000 nested tuples of one item", shaped(strings.Repeat("(", 5000) + "3," + strings.Repeat("),", 4999) + ")")},
	)...)
	order := tolerated("literal", "odd-literal")
	order.Twin, order.Importance = "order/fortran-2d", Medium
	order.Array = &Array{DType: "<i2", Shape: dims(2, 3), F: true, Data: I2(0, 1, 2, 3, 4, 5), Values: values(0, 1, 2, 3, 4, 5)}
	return append(cases, variants(order, "literal-unneeded-escape",
		variant{"literal/escape-key-order", "the key fortran_order has an escape, in an array that needs it",
			Npy1(strings.Replace(Dict("'<i2'", "True", "(2, 3)"), "'fortran_order'", `'fortran\x5forder'`, 1), I2(0, 3, 1, 4, 2, 5))},
	)...)
}

// fuzzedTypes returns those whose type string differs from what its first characters suggest.
func fuzzedTypes() []Case {
	joined := tolerated("literal", "odd-literal")
	joined.Twin = "data/text-plain"
	joined.Array = &Array{DType: "<U12", Shape: dims(1), Data: U(12, "abcdefghijkl"), Values: values("abcdefghijkl")}
	cases := variants(joined, "literal-implicit-concatenation",
		variant{"literal/joined-size", "the size in the type string continues in an adjacent string", descrFile("'<U1' '2'", "(1,)", joined.Array.Data)},
	)
	listed := tolerated("descr", "dtype-alias")
	listed.Twin, listed.Importance, listed.Violates = "descr/struct-f0-f1", Medium, true
	listed.Features = "v1 structured text uint 1d"
	listed.Array = &Array{DType: "[('f0', '<U1'), ('f1', '<u4')]", Shape: dims(2),
		Data:   Join(U(1, "a"), LittleEndian(98, 4), U(1, "c"), LittleEndian(100, 4)),
		Values: values([]any{"a", 98}, []any{"c", 100})}
	cases = append(cases, variants(listed, "descr-comma-string",
		variant{"descr/comma-text-first", "the type string contains a comma, and its first type is text: '<U1,<u4'", descrFile("'<U1,<u4'", "(2,)", listed.Array.Data)},
	)...)
	overflow := refused("descr")
	overflow.Twin, overflow.Features = "descr/grid-le-f8-1d-v1", "v1 float 1d long-header"
	// With 100 digits more than 60,000 the low byte of the header length is under 128; above that a reader fails
	// earlier.
	digits := "'<f" + strings.Repeat("8", 60_100) + "'"
	return append(cases, variants(overflow, "descr-size-overflow header-length-over-10000",
		variant{"descr/size-overflow-60100-digits", "the size has 60,100 digits", descrFile(digits, "(12,)", descrScalar("f8").data)},
	)...)
}

// fuzzedData returns those with odd shapes and data.
func fuzzedData() []Case {
	claims := refused("data")
	claims.Importance, claims.Twin = Medium, "descr/grid-s3-1d-v1"
	cases := variants(claims, "data-truncated",
		variant{"data/claims-10-10-bytes", "the shape promises 10^10 byte strings: (10000000000,)", descrFile("'|S3'", "(10000000000,)", descrScalar("s3").data)},
	)
	largest := accepted("shape")
	largest.Array = &Array{DType: "<f8", Shape: dims(0, 1<<60-1)}
	cases = append(cases, variants(largest, "",
		variant{"shape/empty-largest-f8", "no elements, and the largest other dimension that fits elements of eight bytes: (0, 1152921504606846975)", descrFile("'<f8'", "(0, 1152921504606846975)", nil)},
	)...)
	text := accepted("data")
	text.Importance = Medium
	text.Array = largeArray("<U3", dims(87_382), false)
	return append(cases, variants(text, "",
		variant{"data/large-u3-text-1-mib", "1,048,584 bytes of data, <U3 of shape (87382,)", largeFile("<U3", dims(87_382), false, 1)},
	)...)
}

// fuzzedNumbers returns those with sizes at the limits of integers, and other odd ends of data and headers.
func fuzzedNumbers() []Case {
	cases := variants(refused("data"), "data-truncated",
		variant{"data/claims-bytes-2-31", "the shape promises 2^31 bytes, which is negative as a signed 32-bit integer: (268435456,)", shaped("(268435456,)")},
	)
	trailing := tolerated("data", "trailing-data").ofImportance(Medium).like("shape/0d")
	trailing.Array = &Array{DType: "<i2", Data: I2(1), Values: values(1)}
	cases = append(cases, variants(trailing, "data-trailing",
		variant{"data/trailing-byte-0d", "a byte follows an array of rank 0", Npy1(Dict("'<i2'", "False", "()"), Join(I2(1), Bytes(0xff)))},
	)...)
	wraps := Case{Story: "conforming, although ", Duty: Survive, Stage: "shape", Importance: Medium}
	cases = append(cases, variants(wraps, "descr-zero-itemsize shape-zero-with-huge-dimension",
		variant{"shape/zero-itemsize-overflow", "there are 2^64 elements of zero bytes, which wraps to 0 in 64 bits: '|V0' in the shape (4294967296, 4294967296)", Npy1(Dict("'|V0'", "False", "(4294967296, 4294967296)"), nil)},
	)...)
	cases = append(cases, variants(refused("literal"), "literal-unterminated",
		variant{"literal/cut-in-descr", "the dictionary ends inside the type string", doubles1("{'descr': '<f")},
	)...)
	compact := accepted("keys")
	compact.Story, compact.Array = "conforming, although ", namedField("'descr'")
	return append(cases, variants(compact, "header-style-not-canonical",
		variant{"keys/in-name-descr-compact", "there are no spaces in the header, and a field is named descr", doubles1("{'descr':[('descr','<f8')],'fortran_order':False,'shape':(3,)}")},
	)...)
}

// fuzzedArchives returns archives.
func fuzzedArchives() []Case {
	aes := member().Both(func(h *Header) {
		h.Flags, h.Method, h.Needed, h.CRC, h.Packed = 1, 99, 51, 0, uint32(len(aesThree))
		h.Extra = ExtraField(0x9901, Join(LE16(2), []byte("AE"), Bytes(3), LE16(0)))
	}).Edit(func(m *Member) { m.Data = []byte(aesThree) })
	return variants(refusedZip(), "zip-encrypted zip-extra-unusual zip-method",
		variant{"zip/encrypted-aes-extra", "the member is encrypted with AES-256, by 7-Zip, as block 0x9901 of its extra fields says", Zip(aes)},
	)
}
