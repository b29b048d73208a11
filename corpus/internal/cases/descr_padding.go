package cases

import . "github.com/npycheck/npycheck/internal/testing/build"

// descrPaddingCases returns cases of padding, and fields without a name that are something else.
func descrPaddingCases() []Case {
	form := func(id, what, code string) descrElements {
		e := innerPadding
		e.id = id
		e.story = "conforming except that " + what
		e.descr = "[('a', '|i1'), ('', " + code + "), ('b', '<i4')]"
		e.dtype = innerPadding.descr
		e.rules = "descr-padding-form"
		e.flags = "odd-padding-field"
		e.twin = innerPadding.id
		return e
	}
	return descrArrays(innerPadding,
		descrElements{
			id:    "descr/padding-last",
			story: "conforming: padding after the last field",
			descr: "[('a', '<i4'), ('b', '|i1'), ('', '|V3')]",
			data:  Join(I4(258), I1(1), Zeros(3), I4(-3), I1(-2), Zeros(3)),
			vals:  fields(fields(258, 1), fields(-3, -2)),
		},
		descrElements{
			id:    "descr/padding-first",
			story: "conforming: padding before the first field",
			descr: "[('', '|V4'), ('a', '<i4')]",
			data:  Join(Zeros(4), I4(258), Zeros(4), I4(-3)),
			vals:  fields(fields(258), fields(-3)),
		},
		descrElements{
			id:    "descr/padding-c-struct",
			story: "conforming: a C struct of char, double and short with its alignment",
			descr: "[('c', '|S1'), ('', '|V7'), ('d', '<f8'), ('h', '<i2'), ('', '|V6')]",
			data:  Join(S(1, "x"), Zeros(7), F8(0.5), I2(258), Zeros(6), S(1, "y"), Zeros(7), F8(-2.5), I2(-3), Zeros(6)),
			vals:  fields(fields("x", 0.5, 258), fields("y", -2.5, -3)),
		},
		descrElements{
			id:    "descr/padding-twice",
			story: "conforming: two padding fields in a row",
			descr: "[('a', '|i1'), ('', '|V1'), ('', '|V2'), ('b', '<i4')]",
			dtype: "[('a', '|i1'), ('', '|V3'), ('b', '<i4')]",
			data:  innerPadding.data,
			vals:  innerPadding.vals,
		},
		descrElements{
			id:    "descr/padding-only",
			story: "conforming: elements that are nothing but padding",
			descr: "[('', '|V4')]",
			data:  Zeros(8),
			vals:  fields(fields(), fields()),
		},
		descrElements{
			id:    "descr/padding-nested",
			story: "conforming: padding inside an inner structured type and after it",
			descr: "[('a', [('x', '|i1'), ('', '|V1'), ('y', '<i2')]), ('', '|V2'), ('b', '<i2')]",
			data:  Join(I1(1, 0), I2(258), Zeros(2), I2(3), I1(-1, 0), I2(-2), Zeros(2), I2(-3)),
			vals:  fields(fields(fields(1, 258), 3), fields(fields(-1, -2), -3)),
		},
		descrElements{
			id:    "descr/padding-in-sub-array",
			story: "conforming: padding inside the elements of a subarray",
			descr: "[('a', [('x', '|i1'), ('', '|V1')], (2,))]",
			data:  I1(1, 0, 2, 0, -1, 0, -2, 0),
			vals:  fields(fields(fields(fields(1), fields(2))), fields(fields(fields(-1), fields(-2)))),
		},
		descrElements{
			id:    "descr/padding-long",
			story: "conforming: more padding than data",
			descr: "[('a', '|i1'), ('', '|V99'), ('b', '<i4')]",
			data:  Join(I1(1), Zeros(99), I4(258), I1(-2), Zeros(99), I4(-3)),
			vals:  fields(fields(1, 258), fields(-2, -3)),
		},
		descrElements{
			id:    "descr/padding-zero",
			story: "conforming, although padding has zero bytes",
			descr: "[('a', '<i4'), ('', '|V0'), ('b', '<f8')]",
			dtype: "[('a', '<i4'), ('b', '<f8')]",
			data:  twoFields.data,
			vals:  twoFields.vals,
			rules: "descr-padding-zero",
			twin:  twoFields.id,
		},
		descrElements{
			id:    "descr/padding-like-field",
			story: "conforming: void bytes with a name, which are a field and not padding",
			descr: "[('a', '|i1'), ('p', '|V3'), ('b', '<i4')]",
			data:  innerPadding.data,
			vals:  fields(fields(1, "000000", 258), fields(-2, "000000", -3)),
		},
		form("descr/padding-form-little", "the padding has the byte order <", "'<V3'"),
		form("descr/padding-form-big", "the padding has the byte order >", "'>V3'"),
		form("descr/padding-form-equals", "the padding has the byte order =", "'=V3'"),
		form("descr/padding-form-no-bar", "the padding lacks the |", "'V3'"),
		form("descr/padding-form-shape", "the padding has a shape", "'|V1', (3,)"),
		form("descr/padding-form-sub-array", "the padding is an unnamed subarray", "'|i1', (3,)"),
		descrElements{
			id:    "descr/unnamed-float",
			story: "conforming except that a field has no name",
			descr: "[('', '<f8')]",
			data:  oneField.data,
			vals:  oneField.vals,
			rules: "descr-empty-name",
			flags: "unnamed-field",
			twin:  oneField.id,
		},
		descrElements{
			id:    "descr/unnamed-bytes",
			story: "conforming except that a byte string field has no name, which looks like padding",
			descr: "[('a', '|i1'), ('', '|S3'), ('b', '<i4')]",
			data:  innerPadding.data,
			vals:  fields(fields(1, "", 258), fields(-2, "", -3)),
			rules: "descr-empty-name",
			flags: "unnamed-field",
			twin:  innerPadding.id,
		},
		descrElements{
			id:    "descr/unnamed-struct",
			story: "conforming except that an inner structured type has no name, which looks like padding",
			descr: "[('', [('a', '<i2'), ('b', '<i2')])]",
			data:  overlaid.data,
			vals:  overlaid.vals,
			rules: "descr-empty-name",
			flags: "unnamed-field",
			twin:  overlaid.id,
		},
		descrElements{
			id:    "descr/unnamed-titled-void",
			story: "conforming except that void bytes with a title have no name, which looks like padding",
			descr: "[('a', '|i1'), (('t', ''), '|V3'), ('b', '<i4')]",
			data:  innerPadding.data,
			vals:  fields(fields(1, "000000", 258), fields(-2, "000000", -3)),
			rules: "descr-empty-name",
			flags: "unnamed-field",
			twin:  innerPadding.id,
		},
	)
}
