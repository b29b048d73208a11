package cases

import (
	"slices"
	"strings"

	. "github.com/npycheck/npycheck/corpus/internal/build"
)

// fuzzedTables returns arrays of two rows and three columns in Fortran order with what other cases have in one dimension. A
// reader that misses a key in an odd header, and assumes C order or one dimension, gets a different array.
func fuzzedTables() []Case { return slices.Concat(fuzzedStyles(), fuzzedLiterals()) }

// columnsText is the dictionary of the array.
const columnsText = "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3), }"

// inColumns changes a case about three doubles to one about that array.
func inColumns(c Case) Case {
	c.Twin, c.Importance = "header/layout-fortran-order", Medium
	if c.Duty != Reject {
		c.Array, _ = columns()
	}
	return c
}

// fuzzedStyles returns those with an odd layout.
func fuzzedStyles() []Case {
	_, stored := columns()
	odd := inColumns(accepted("header"))
	odd.Story = "conforming, although "
	cases := variants(odd, "header-style-not-canonical",
		variant{"header/style-compact-2d", "there are no spaces in the header of an array in Fortran order", Npy1("{'descr':'<i4','fortran_order':True,'shape':(2,3)}", stored)},
	)
	cases = append(cases, variants(odd, "header-newline-inside",
		variant{"header/newline-inside-2d", "the dictionary of an array in Fortran order is on several lines", Npy1("{'descr': '<i4',\n 'fortran_order': True,\n 'shape': (2, 3)}", stored)},
	)...)
	odd.Stage = "keys"
	odd.Story = "conforming, although the array is in Fortran order and the keys are in the order "
	cases = append(cases, variants(odd, "keys-not-sorted",
		variant{"keys/order-dsf-fortran", "descr, shape, fortran_order", Npy1("{'descr': '<i4', 'shape': (2, 3), 'fortran_order': True, }", stored)},
		variant{"keys/order-sfd-fortran", "shape, fortran_order, descr", Npy1("{'shape': (2, 3), 'fortran_order': True, 'descr': '<i4', }", stored)},
	)...)
	late := inColumns(accepted("prefix"))
	cases = append(cases, variants(late, "prefix-version-higher-than-needed",
		variant{"prefix/v3-plain-2d", "version 3.0 and Fortran order, although version 1.0 could hold the header", Npy3(columnsText, stored)},
	)...)
	cases = append(cases, variants(inColumns(tolerated("header", "leading-space")), "header-leading-space",
		variant{"header/leading-space-2d", "a space precedes the dictionary of an array in Fortran order", Npy1(" "+columnsText, stored)},
	)...)
	open := inColumns(tolerated("header", "terminator"))
	open.Violates = true
	return append(cases, variants(open, "header-final-newline",
		variant{"header/terminator-none-2d", "the header of an array in Fortran order does not end with a newline", Raw1(PadTo(118, columnsText, ""), stored)},
	)...)
}

// fuzzedLiterals returns those with an odd spelling.
func fuzzedLiterals() []Case {
	_, stored := columns()
	cases := variants(inColumns(tolerated("literal", "odd-literal")), "literal-double-quotes",
		variant{"literal/double-quotes-2d", "all strings in the header of an array in Fortran order are in double quotes", Npy1(strings.ReplaceAll(columnsText, "'", `"`), stored)},
	)
	unicode := inColumns(tolerated("literal", "unicode-prefix"))
	unicode.Story = "conforming, although "
	cases = append(cases, variants(unicode, "literal-unicode-prefix",
		variant{"literal/prefix-u-all-2d", "all strings in the header of an array in Fortran order have the prefix u", Npy1("{u'descr': u'<i4', u'fortran_order': True, u'shape': (2, 3), }", stored)},
	)...)
	return append(cases, variants(inColumns(refused("literal")), "header-style-not-canonical literal-double-quotes literal-json shape-not-tuple",
		variant{"literal/json-object-2d", "the header of an array in Fortran order is a JSON object", Npy1(`{"descr": "<i4", "fortran_order": true, "shape": [2, 3]}`, stored)},
	)...)
}
