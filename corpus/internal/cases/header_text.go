package cases

import (
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// headerEncoding returns cases about bytes over 0x7f.
func headerEncoding() []Case {
	right := named(accepted("header"), "v1")
	right.Twin = ""
	cases := fieldNames(right, "", Npy1,
		fieldName{"header/field-name", "a structured type of one field", "'a'", "'a'"},
	)

	latin1 := named(tolerated("header", "latin1-header"), "v1")
	latin1.Importance = Medium
	cases = append(cases, fieldNames(latin1, "header-not-ascii", Npy1,
		fieldName{"header/latin1-name", "a field name contains é in Latin-1, as NumPy writes it", "'a\xe9'", "'aé'"},
		fieldName{"header/latin1-utf-8", "a field name contains é in UTF-8, to be read as Latin-1", "'a\xc3\xa9'", "'aÃ©'"},
	)...)
	cases = append(cases, fieldNames(latin1, "header-not-ascii", Npy1,
		fieldName{"header/latin1-utf-8-cjk", "a field name contains 日 in UTF-8, to be read as Latin-1", "'a\xe6\x97\xa5'", `'aæ\x97¥'`},
		fieldName{"header/latin1-ff", "a field name contains the byte 0xff", "'a\xff'", "'aÿ'"},
		fieldName{"header/latin1-windows-quote", "a field name contains the byte 0x92, an apostrophe in Windows-1252 and a control character in Latin-1", "'a\x92'", `'a\x92'`},
		fieldName{"header/latin1-next-line", "a field name contains the byte 0x85, the control character NEL", "'a\x85'", `'a\x85'`},
		fieldName{"header/latin1-no-break-space", "a field name contains the byte 0xa0, a no-break space", "'a\xa0'", `'a\xa0'`},
		fieldName{"header/latin1-soft-hyphen", "a field name contains the byte 0xad, a soft hyphen", "'a\xad'", `'a\xad'`},
	)...)
	latin1 = named(latin1, "v2")
	latin1.Twin = "prefix/v2-plain"
	cases = append(cases, fieldNames(latin1, "header-not-ascii prefix-version-higher-than-needed", Npy2,
		fieldName{"header/latin1-name-v2", "a field name contains é in Latin-1, in version 2.0", "'a\xe9'", "'aé'"},
	)...)

	utf8 := named(accepted("header"), "v3")
	utf8.Twin = ""
	cases = append(cases, fieldNames(utf8, "", Npy3,
		fieldName{"header/utf-8-greek", "a field name with a character that takes two bytes in UTF-8", "'Ω'", "'Ω'"},
		fieldName{"header/utf-8-astral", "a field name with a character that takes four bytes in UTF-8", "'𝄞'", "'𝄞'"},
		fieldName{"header/utf-8-combining", "a field name with a combining accent", "'日e\u0301'", "'日e\u0301'"},
		fieldName{"header/utf-8-replacement-character", "a field name with U+FFFD", "'日\ufffd'", "'日\ufffd'"},
		fieldName{"header/utf-8-full-width", "a field name with a full-width letter, which must not become ASCII", "'ａ日'", "'ａ日'"},
	)...)
	forms := accepted("header")
	forms.Array = &Array{
		DType: "[('日é', '<f8'), ('日e\u0301', '<f8')]", Shape: dims(1), Data: F8(1, -2.5),
		Values: values([]any{1, -2.5}),
	}
	cases = append(cases, variants(forms, "",
		variant{"header/utf-8-two-forms", "two field names that look the same: with a precomposed and with a combining accent", Npy3(Dict(forms.Array.DType, "False", "(1,)"), forms.Array.Data)},
	)...)

	bad := named(refused("header"), "v3")
	bad.Story += "a field name contains "
	return append(cases, fieldNames(bad, "header-not-utf8", Npy3,
		fieldName{"header/utf-8-latin1", "é in Latin-1 in a version 3.0 header", "'日\xe9'", ""},
		fieldName{"header/utf-8-continuation", "a continuation byte without a leading byte", "'日\x80'", ""},
		fieldName{"header/utf-8-cut", "a character without its last byte", "'日\xe6\x97'", ""},
		fieldName{"header/utf-8-cut-astral", "a four-byte character without its last byte", "'日\xf0\x9d\x84'", ""},
		fieldName{"header/utf-8-overlong-2", "an overlong slash of two bytes", "'日\xc0\xaf'", ""},
		fieldName{"header/utf-8-overlong-3", "an overlong slash of three bytes", "'日\xe0\x80\xaf'", ""},
		fieldName{"header/utf-8-overlong-4", "an overlong slash of four bytes", "'日\xf0\x80\x80\xaf'", ""},
		fieldName{"header/utf-8-overlong-nul", "an overlong NUL of two bytes, as Java writes it", "'日\xc0\x80'", ""},
		fieldName{"header/utf-8-overlong-quote", "an overlong quote of two bytes, which would end the string", "'日\xc0\xa7, '", ""},
		fieldName{"header/utf-8-surrogate", "an encoded surrogate", "'日\xed\xa0\x80'", ""},
		fieldName{"header/utf-8-surrogate-pair", "an encoded surrogate pair, as CESU-8 writes 𝄞", "'日\xed\xa0\xb4\xed\xb4\x9e'", ""},
		fieldName{"header/utf-8-over-10ffff", "the code point U+110000", "'日\xf4\x90\x80\x80'", ""},
		fieldName{"header/utf-8-five-bytes", "a sequence of five bytes", "'日\xf8\x88\x80\x80\x80'", ""},
		fieldName{"header/utf-8-fe", "the byte 0xfe, in version 3.0", "'日\xfe'", ""},
		fieldName{"header/utf-8-ff", "the byte 0xff, in version 3.0", "'日\xff'", ""},
	)...)
}

// headerRaw returns cases about unescaped control and invisible characters in strings.
func headerRaw() []Case {
	raw := named(tolerated("header", "raw-control"), "v1")
	raw.Story += "a field name contains "
	cases := fieldNames(raw, "header-control-character", Npy1,
		fieldName{"header/raw-bell", "the control character 0x07", "'a\x07'", `'a\x07'`},
		fieldName{"header/raw-0x01", "the control character 0x01", "'a\x01'", `'a\x01'`},
		fieldName{"header/raw-backspace", "the control character 0x08", "'a\b'", `'a\x08'`},
		fieldName{"header/raw-tab", "a tab", "'a\t'", `'a\t'`},
		fieldName{"header/raw-vertical-tab", "a vertical tab", "'a\v'", `'a\x0b'`},
		fieldName{"header/raw-form-feed", "a form feed", "'a\f'", `'a\x0c'`},
		fieldName{"header/raw-ctrl-z", "the end-of-file byte of CP/M and DOS, 0x1a", "'a\x1a'", `'a\x1a'`},
		fieldName{"header/raw-escape", "an escape sequence that colors a terminal red", "'a\x1b[31m'", `'a\x1b[31m'`},
		fieldName{"header/raw-0x1f", "the control character 0x1f", "'a\x1f'", `'a\x1f'`},
		fieldName{"header/raw-delete", "the control character 0x7f", "'a\x7f'", `'a\x7f'`},
	)
	raw = named(raw, "v3")
	cases = append(cases, fieldNames(raw, "header-control-character", Npy3,
		fieldName{"header/raw-bell-v3", "the control character 0x07", "'日\x07'", `'日\x07'`},
		fieldName{"header/raw-u0080", "the control character U+0080", "'日\u0080'", `'日\x80'`},
		fieldName{"header/raw-u0085", "the control character U+0085, which some programs treat as a line break", "'日\u0085'", `'日\x85'`},
		fieldName{"header/raw-u009b", "the control character U+009B, which begins terminal escape sequences", "'日\u009b'", `'日\x9b'`},
		fieldName{"header/raw-u009f", "the control character U+009F", "'日\u009f'", `'日\x9f'`},
	)...)
	raw.Importance = Medium
	cases = append(cases, fieldNames(raw, "header-invisible-character", Npy3,
		fieldName{"header/raw-u00a0", "a no-break space", "'日\u00a0'", `'日\xa0'`},
		fieldName{"header/raw-u00ad", "a soft hyphen", "'日\u00ad'", `'日\xad'`},
		fieldName{"header/raw-u061c", "the Arabic letter mark, a bidirectional control", "'日\u061c'", `'日\u061c'`},
		fieldName{"header/raw-u200b", "a zero-width space", "'日\u200b'", `'日\u200b'`},
		fieldName{"header/raw-u200d", "a zero-width joiner", "'日\u200d'", `'日\u200d'`},
		fieldName{"header/raw-u2028", "a line separator", "'日\u2028'", `'日\u2028'`},
		fieldName{"header/raw-u2029", "a paragraph separator", "'日\u2029'", `'日\u2029'`},
		fieldName{"header/raw-u202e", "the right-to-left override", "'日\u202ecba'", `'日\u202ecba'`},
		fieldName{"header/raw-u2066", "the left-to-right isolate", "'日\u2066'", `'日\u2066'`},
		fieldName{"header/raw-u3000", "an ideographic space", "'日\u3000'", `'日\u3000'`},
		fieldName{"header/raw-ufeff", "a byte order mark", "'日\ufeff'", `'日\ufeff'`},
		fieldName{"header/raw-ue000", "a private use character", "'日\ue000'", `'日\ue000'`},
		fieldName{"header/raw-uffff", "the noncharacter U+FFFF", "'日\uffff'", `'日\uffff'`},
		fieldName{"header/raw-ue0041", "an invisible tag character", "'日\U000e0041'", `'日\U000e0041'`},
		fieldName{"header/raw-u10ffff", "the last code point", "'日\U0010ffff'", `'日\U0010ffff'`},
	)...)

	null := refused("header")
	null.Story += "there is a NUL byte "
	cases = append(cases, variants(null, "descr-trailing-garbage header-nul",
		variant{"header/nul-in-descr", "after the type string, as in a C string", typed("'<f8\x00'")},
	)...)
	cases = append(cases, variants(null, "header-nul keys-misspelled",
		variant{"header/nul-in-key", "after a key, as in a C string", replaced("'shape'", "'shape\x00'")},
	)...)
	cases = append(cases, variants(null, "header-nul",
		variant{"header/nul-behind-colon", "after a colon", replaced("'shape': ", "'shape':\x00")},
		variant{"header/nul-before-brace", "before the closing brace", replaced(", }", ",\x00}")},
		variant{"header/nul-in-shape", "in the shape", shaped("(3,\x00)")},
	)...)
	cases = append(cases, variants(null, "header-comment-inside header-nul",
		variant{"header/nul-in-comment", "in a comment", replaced(", 'fort", ", # C\x00order\n 'fort")},
	)...)
	cases = append(cases, fieldNames(named(null, "v1"), "header-nul", Npy1,
		fieldName{"header/nul-in-name", "in a field name", "'a\x00b'", ""},
	)...)
	return append(cases, fieldNames(named(null, "v3"), "header-nul", Npy3,
		fieldName{"header/nul-in-name-v3", "in a field name, in version 3.0", "'日\x00b'", ""},
	)...)
}

// headerLengths returns cases about long headers.
func headerLengths() []Case {
	fields := accepted("header")
	var cases []Case
	for _, length := range []struct {
		id, story string
		n         int
	}{
		{"header/length-310-fields", "a header of 310 bytes: 15 fields", 15},
		{"header/length-1014-fields", "a header of 1,014 bytes: 58 fields", 58},
		{"header/length-9014-fields", "a header of 9,014 bytes: 530 fields", 530},
	} {
		fields.Array = fieldsArray(length.n)
		cases = append(cases, variants(fields, "", variant{length.id, length.story, fieldsFile(length.n)})...)
	}
	tooMany := tolerated("header", "large-header")
	tooMany.Importance = Medium
	tooMany.Twin, tooMany.Array = "header/length-9014-fields", fieldsArray(591)
	cases = append(cases, variants(tooMany, "header-length-over-10000",
		variant{"header/length-10038-fields", "the header has 10,038 bytes, more than NumPy reads: 591 fields", fieldsFile(591)},
	)...)

	spaces := accepted("header")
	spaces.Story, spaces.Twin = "conforming, although the header has ", "prefix/plain"
	spaced := func(length int) []byte { return Raw1(PadTo(length, plain, "\n"), three.Data) }
	cases = append(cases, variants(spaces, "header-excess-padding",
		variant{"header/length-310-spaces", "310 bytes, nearly all of them spaces", spaced(310)},
		variant{"header/length-1014-spaces", "1,014 bytes, nearly all of them spaces", spaced(1014)},
		variant{"header/length-9014-spaces", "9,014 bytes, nearly all of them spaces", spaced(9014)},
		variant{"header/length-9974-spaces", "9,974 bytes, nearly all of them spaces: the longest aligned header that NumPy reads", spaced(9974)},
	)...)

	// Only version 3.0 can have exactly 10,000 characters and be aligned: some are of several bytes.
	name := func(front string, n int) string { return "'" + front + strings.Repeat("n", n) + "'" }
	edge := accepted("header")
	fits := name(strings.Repeat("日", 18), 9860)
	edge.Array = namedField(fits)
	cases = append(cases, variants(edge, "",
		variant{"header/length-10000-characters-v3", "a header of exactly 10,000 characters in 10,036 bytes", Raw3(PadTo(10036, fieldText(fits), "\n"), three.Data)},
	)...)
	cyrillic := name(strings.Repeat("я", 6000), 0)
	edge.Array = namedField(cyrillic)
	cases = append(cases, variants(edge, "",
		variant{"header/length-12084-bytes-v3", "a header of 12,084 bytes that has only 6,084 characters", Raw3(PadTo(12084, fieldText(cyrillic), "\n"), three.Data)},
	)...)

	over := tolerated("header", "large-header")
	over.Story += "the header has "
	over.Twin, over.Importance = "header/length-10000-characters-v3", Medium
	exceeds := name(strings.Repeat("日", 17)+"я", 9861)
	over.Array = namedField(exceeds)
	cases = append(cases, variants(over, "header-length-over-10000",
		variant{"header/length-10001-characters-v3", "10,001 characters, one more than NumPy reads", Raw3(PadTo(10036, fieldText(exceeds), "\n"), three.Data)},
	)...)

	odd := over
	odd.Twin = "header/field-name"
	odd.Violates, odd.Flags = true, "alignment"
	odd.Array = namedField(name("", 9860))
	cases = append(cases, variants(odd, "header-alignment-16",
		variant{"header/length-10000", "exactly 10,000 bytes, the most that NumPy reads, which no alignment allows", Raw1(PadTo(10000, fieldText(name("", 9860)), "\n"), three.Data)},
	)...)
	odd.Flags = "alignment large-header"
	cases = append(cases, variants(odd, "header-alignment-16 header-length-over-10000",
		variant{"header/length-10001", "10,001 bytes, one more than NumPy reads", Raw1(PadTo(10001, fieldText(name("", 9860)), "\n"), three.Data)},
	)...)

	big := tolerated("header", "large-header")
	big.Story += "the header has "
	big.Importance = Medium
	cases = append(cases, variants(big, "header-excess-padding header-length-over-10000",
		variant{"header/length-10038-spaces", "10,038 bytes, nearly all of them spaces", spaced(10038)},
		variant{"header/length-32822-spaces", "32,822 bytes, a length that is negative as a signed 16-bit integer", spaced(32822)},
	)...)
	big.Violates, big.Flags = true, "alignment large-header"
	cases = append(cases, variants(big, "header-alignment-16 header-excess-padding header-length-over-10000",
		variant{"header/length-65535", "65,535 bytes, the most that version 1.0 can hold", spaced(65535)},
	)...)
	big.Violates, big.Flags = false, "large-header"
	big.Twin = "prefix/v2-plain"
	return append(cases, variants(big, "header-excess-padding header-length-over-10000",
		variant{"header/length-70004-v2", "70,004 bytes, more than version 1.0 can hold", Raw2(PadTo(70004, plain, "\n"), three.Data)},
	)...)
}
