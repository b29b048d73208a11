package fuzz

import (
	"fmt"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// npyTokens are the tokens of headers and of the pickles after them. Only opcodes with an argument or in combination
// are listed: every engine tries single bytes.
var npyTokens = []string{
	// The prefix, and lengths of a header.
	spec.Magic, spec.Magic + "\x01\x00", spec.Magic + "\x02\x00", spec.Magic + "\x03\x00", spec.Magic + "\x01\x00\x76\x00",
	"\x76\x00", "\xff\xff", "\x76\x00\x00\x00", "\xff\xff\x00\x00", "\xff\xff\xff\x7f", "\x00\x00\x00\x80", "\xff\xff\xff\xff",

	// The dictionary.
	"'descr'", "'fortran_order'", "'shape'", "\"descr\"", "'descr': ", "'fortran_order': ", "'shape': ",
	"{'descr': '", "'fortran_order': False, ", "'fortran_order': True, ", "'shape': (", ", }", "}\n", " \n", "\r\n",
	"False", "True", "None", "()", "(1,)", "(0,)", "(2, 3)", "(-1,)", "((1,),)", "[1, 2]", ", ", ": ", "(None,)", "...",
	"{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }",

	// Literals beyond what NumPy writes.
	"1L", "0x10", "0b1", "0o7", "1_0", "1e3", "1j", "--1", "True+0", "b'<f8'", "u'<f8'", "r'<f8'", "f''", "'' ''", "'''",
	"\\x00", "\\u0000", "\\U0010ffff", "\\N{DIGIT ONE}", "\\\n", "\\'", "#", "\t", "\f", "((((((((", "[[[[[[[[", "{[(",

	// Numbers next to where types overflow.
	"127", "128", "255", "256", "32767", "32768", "65535", "65536", "2147483647", "2147483648", "4294967295", "4294967296",
	"9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "-2147483648",
	"1152921504606846976", "2305843009213693952", "4611686018427387904", "536870912", "1073741824", "99999999999999999999",

	// Types.
	"|b1", "|i1", "|u1", "<i2", ">i2", "<i4", ">i4", "<i8", ">i8", "<u2", "<u4", "<u8", ">u8", "<f2", ">f2", "<f4", ">f4",
	"<f8", ">f8", "<f16", "<c8", ">c8", "<c16", "<c32", "|S5", "|S0", "|S2147483647", "<U3", ">U3", "<U0", "<U536870912", "|V3", "|V0",
	"|O", "<M8[D]", ">M8[ns]", "<m8[25us]", "<M8", "<m8[]", "=f8", "|f8", "f8", "<f3", "float64", "|b2", "<i16", "bool",
	"[('a', '<f8')]", "[('a', '<i4', (2, 3))]", "[('a', '|u1'), ('', '|V3'), ('b', '>f4')]", "[(('title', 'a'), '<f8')]",
	"[('a', [('b', '<i2')])]", "('<f8', (2,))", "[]", "'names'", "'formats'",

	// Pickles.
	"\x80\x02", "\x80\x03", "\x80\x04\x95", "\x80\x05\x95", "cnumpy.core.multiarray\n_reconstruct\n",
	"cnumpy._core.multiarray\n_reconstruct\n", "cnumpy\nndarray\n", "cnumpy\ndtype\n", "c_codecs\nencode\n", "cos\nsystem\n",
	"\x8c\x05numpy", "\x8c\x07ndarray", "\x93", "K\x00", "K\x01", "M\xff\xff", "J\xff\xff\xff\x7f", "J\xff\xff\xff\xff",
	"X\x05\x00\x00\x00", "X\xff\xff\xff\xff", "B\xff\xff\xff\x7f", "C\x01b", "\x8d\xff\xff\xff\xff\xff\xff\xff\x7f",
	"\x8a\x04", "q\x00", "r\xff\xff\xff\x7f", "h\x00", "\x94", "(t", "]q\x01", "}q\x01", "\x85R", "tR", "tb", "N.", "e.", "b.",
}

// npzTokens are the tokens of archives.
var npzTokens = []string{
	"PK\x03\x04", "PK\x01\x02", "PK\x05\x06", "PK\x06\x06", "PK\x06\x07", "PK\x07\x08", "PK\x05\x06\x00\x00\x00\x00",
	"PK\x03\x04\x14\x00\x00\x00\x00\x00", "PK\x03\x04\x14\x00\x00\x00\x08\x00", "PK\x03\x04\x2d\x00\x00\x00\x00\x00",
	"\x14\x00", "\x2d\x00", "\x08\x00", "\x00\x08", "\x01\x00\x10\x00", "\x01\x00\x14\x00", "up\x05\x00", "\x0e\x00",
	"\xff\xff\xff\xff\xff\xff\xff\xff", "\xff\xff\xff\xff\xff\xff\xff\x7f", "\x00\x00\x21\x00",
	".npy", "arr_0.npy", "arr_1.npy", "a.npy", "a/b.npy", "../a.npy", "/a.npy", "a\\b.npy", "A.NPY",
	"\x03\x00", "\x01\x00\x00\xff\xff", "\xed\xc1",
}

// dictionary returns the tokens for readers of a format, or of both if it is "".
func dictionary(format validator.Format) []string {
	if format == validator.Npy {
		return npyTokens
	}
	return append(npyTokens[:len(npyTokens):len(npyTokens)], npzTokens...) // members of an archive are arrays
}

// appendDictionary appends a dictionary in the syntax that AFL and libFuzzer share: one token in double
// quotes a line, where a byte may be written \xNN.
func appendDictionary(dst []byte, tokens []string) []byte {
	for _, token := range tokens {
		dst = append(dst, '"')
		for _, b := range []byte(token) {
			switch {
			case b == '"' || b == '\\':
				dst = append(dst, '\\', b)
			case b < ' ' || b > '~':
				dst = fmt.Appendf(dst, `\x%02x`, b)
			default:
				dst = append(dst, b)
			}
		}
		dst = append(dst, "\"\n"...)
	}
	return dst
}
