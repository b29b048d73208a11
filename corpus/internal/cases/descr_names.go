package cases

import (
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// descrNameTextCases returns cases of names and titles that mislead a reader which doesn't parse the header.
func descrNameTextCases() []Case {
	named := func(id, what, literal, rules string) Case {
		e := oneField
		e.id = id
		e.story = "conforming: " + what
		if rules != "" {
			e.story = "conforming, although " + what
		}
		e.descr = "[(" + literal + ", '<f8')]"
		e.rules = rules
		return descrArrays(e)[0]
	}
	long := named("descr/name-text-300-characters", "a field name of 300 characters", "'"+strings.Repeat("long name ", 30)+"'", "")
	out := []Case{
		long,
		named("descr/name-text-shape", "a field is called shape", "'shape'", ""),
		named("descr/name-text-descr", "a field is called descr", "'descr'", ""),
		named("descr/name-text-fortran-order", "a field is called fortran_order", "'fortran_order'", ""),
		named("descr/name-text-fake-header", "a field name looks like the rest of a header", `"x', 'fortran_order': True, 'shape': (9,), '"`, ""),
		named("descr/name-text-fake-shape", "a field name looks like a shape", "'(9, 9)'", ""),
		named("descr/name-text-true", "a field is called True", "'True'", ""),
		named("descr/name-text-type-string", "a field name looks like a type string", "'<i4'", ""),
		named("descr/name-text-open-brace", "a field name is an opening brace", "'{'", ""),
		named("descr/name-text-close-brace", "a field name is a closing brace", "'}'", ""),
		named("descr/name-text-close-bracket", "a field name is a closing bracket", "']'", ""),
		named("descr/name-text-close-parenthesis", "a field name is a closing parenthesis", "')'", ""),
		named("descr/name-text-comma", "a field name has a comma", "'a, b'", ""),
		named("descr/name-text-colon", "a field name has a colon", "'a: b'", ""),
		named("descr/name-text-hash", "a field name looks like a comment", "'# a'", ""),
		named("descr/name-text-long-suffix", "a field name looks like a shape with a Python 2 integer", "'(3L,)'", ""),
		named("descr/name-text-space", "a field name is a space", "' '", ""),
		named("descr/name-text-spaces-around", "a field name begins and ends with a space", "' a '", ""),
		named("descr/name-text-dot", "a field name has a dot", "'a.b'", ""),
		named("descr/name-text-path", "a field name looks like a path", "'../../a'", ""),
		named("descr/name-text-digits", "a field name is a number", "'0'", ""),
		named("descr/name-text-single-quote", "a field name has a single quote", `"it's"`, ""),
		named("descr/name-text-double-quote", "a field name has a double quote", `'say "a"'`, ""),
		named("descr/name-text-both-quotes", "a field name has both kinds of quotes", `'it\'s "a"'`, ""),
		named("descr/name-text-backslash", "a field name has a backslash", `'a\\b'`, ""),
		named("descr/name-text-backslash-last", "a field name ends with a backslash", `'a\\'`, ""),
		named("descr/name-text-backslash-n", "a field name is a backslash and an n", `'\\n'`, ""),
		named("descr/name-text-newline", "a field name has a newline", `'a\nb'`, "descr-name-odd"),
		named("descr/name-text-tab", "a field name has a tab", `'a\tb'`, "descr-name-odd"),
		named("descr/name-text-nul", "a field name has a NUL, where a C string ends", `'a\x00b'`, "descr-name-odd"),
		named("descr/name-text-escape", "a field name has an escape sequence that colors a terminal", `'\x1b[31ma'`, "descr-name-odd"),
		named("descr/name-text-bidi", "a field name has a character that reverses the text", `'a\u202eb'`, "descr-name-odd"),
		named("descr/name-text-zero-width", "a field name has an invisible character", `'a\u200bb'`, "descr-name-odd"),
		named("descr/name-text-no-break-space", "a field name has a no-break space", `'a\xa0b'`, "descr-name-odd"),
		named("descr/name-text-surrogate", "a field name has half a surrogate pair", `'\ud800'`, "descr-name-odd"),
	}
	out = append(out, descrArrays(oneTitle,
		descrElements{
			id:    "descr/title-of-second",
			story: "conforming: only the second field has a title",
			descr: "[('a', '<i4'), (('the title', 'b'), '<f8')]",
			data:  twoFields.data,
			vals:  twoFields.vals,
		},
		descrElements{
			id:    "descr/title-on-sub-array",
			story: "conforming: a subarray has a title",
			descr: "[(('the title', 'a'), '<f8', (3,))]",
			data:  threeDoubles.data,
			vals:  threeDoubles.vals,
		},
		descrElements{
			id:    "descr/title-same-inside",
			story: "conforming: an inner structured type repeats the title of the outer one",
			descr: "[(('t', 'x'), [(('t', 'a'), '<i2'), ('b', '<i2')])]",
			data:  overlaid.data,
			vals:  overlaid.vals,
		},
		descrElements{
			id:    "descr/title-with-quotes",
			story: "conforming: a title has brackets and quotes",
			descr: `[(("('a', '<i4')", 'a'), '<f8')]`,
			data:  oneField.data,
			vals:  oneField.vals,
		},
		descrElements{
			id:    "descr/title-with-newline",
			story: "conforming, although a title has a newline",
			descr: `[(('a\nb', 'a'), '<f8')]`,
			data:  oneField.data,
			vals:  oneField.vals,
			rules: "descr-name-odd",
		},
	)...)
	out = append(out, descrArrays(
		descrElements{
			id:    "descr/name-text-case",
			story: "conforming: two field names that differ only in case",
			descr: "[('a', '<i4'), ('A', '<f8')]",
			data:  twoFields.data,
			vals:  twoFields.vals,
		},
		descrElements{
			id:    "descr/name-text-blank-behind",
			story: "conforming: two field names that differ only in a trailing space",
			descr: "[('a', '<i4'), ('a ', '<f8')]",
			data:  twoFields.data,
			vals:  twoFields.vals,
		},
		descrElements{
			id:    "descr/name-text-latin1-escaped",
			story: "conforming: a field name has an escaped Latin-1 letter, as Python 2 wrote it",
			descr: `[('\xe9', '<f8')]`,
			dtype: "[('é', '<f8')]",
			data:  oneField.data,
			vals:  oneField.vals,
		},
		descrElements{
			id:    "descr/name-text-cjk-escaped",
			story: "conforming: a field name has an escaped letter outside Latin-1",
			descr: `[('\u65e5', '<f8')]`,
			dtype: "[('日', '<f8')]",
			data:  oneField.data,
			vals:  oneField.vals,
		},
		descrElements{
			id:    "descr/name-text-astral-escaped",
			story: "conforming: a field name has an escaped letter outside the basic plane",
			descr: `[('\U0001d11e', '<f8')]`,
			dtype: "[('𝄞', '<f8')]",
			data:  oneField.data,
			vals:  oneField.vals,
		},
		descrElements{
			id:    "descr/name-text-normal-forms",
			story: "conforming: two field names that look the same: with a precomposed and with a combining accent",
			descr: `[('\xe9', '<i4'), ('e\u0301', '<f8')]`,
			dtype: "[('\u00e9', '<i4'), ('e\u0301', '<f8')]",
			data:  twoFields.data,
			vals:  twoFields.vals,
		},
	)...)
	for _, n := range []struct{ id, what, literal, rules string }{
		{"descr/name-utf-8-cjk", "a field name in Japanese", "'日本'", ""},
		{"descr/name-utf-8-cyrillic", "a field name in Russian", "'имя'", ""},
		{"descr/name-utf-8-combining", "a field name with a combining accent", "'e\u0301'", ""},
		{"descr/name-utf-8-astral", "a field name of a character outside the basic plane", "'𝄞'", ""},
		{"descr/name-utf-8-arabic", "a right-to-left field name", "'اسم'", ""},
		{"descr/name-utf-8-latin1", "a field name in French, which version 1.0 could hold", "'é'", "prefix-version-higher-than-needed"},
		{"descr/title-utf-8", "a title in Japanese", "('日本', 'a')", ""},
	} {
		e := oneField
		e.descr = "[(" + n.literal + ", '<f8')]"
		out = append(out, Case{
			ID:    n.id,
			Story: "conforming: " + n.what + ", in version 3.0",
			Bytes: Npy3(Dict(e.descr, "False", "(3,)"), e.data),
			Duty:  Accept,
			Rules: n.rules,
			Stage: "descr",
			Array: &Array{DType: e.descr, Shape: dims(3), Data: e.data, Values: e.vals},
		})
	}
	return out
}
