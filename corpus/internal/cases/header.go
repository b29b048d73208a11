package cases

import (
	"fmt"
	"strings"

	. "github.com/npycheck/npycheck/internal/testing/build"
)

// tail1 is a version 1.0 file of three doubles whose header ends in the given way; the data begins
// at offset 128.
func tail1(tail string) []byte { return Raw1(PadTo(118, plain, tail), three.Data) }

// headerAlignment returns cases about where the data begins.
func headerAlignment() []Case {
	sixteen := accepted("header")
	sixteen.Importance, sixteen.Twin = Medium, "prefix/plain"
	sixteen.Story = "conforming, although the data begins at offset "
	at := func(total int) []byte { return Raw1(PadTo(total-10, plain, "\n"), three.Data) }
	cases := variants(sixteen, "header-alignment-64",
		variant{"header/aligned-16-at-80", "80, as in files from NumPy before 1.14", at(80)},
		variant{"header/aligned-32-at-96", "96, a multiple of 32", at(96)},
		variant{"header/aligned-16-at-112", "112, a multiple of 16", at(112)},
	)
	v3 := sixteen
	v3.Twin, v3.Array = "prefix/v3-needed", namedField("'日'")
	cases = append(cases, variants(v3, "header-alignment-64",
		variant{"header/aligned-16-at-112-v3", "112, a multiple of 16, in version 3.0", Raw3(PadTo(100, fieldText("'日'"), "\n"), three.Data)},
	)...)

	odd := tolerated("header", "alignment")
	odd.Violates, odd.Importance = true, Medium
	odd.Story += "the data begins at offset "
	for n := 81; n < 96; n++ {
		cases = append(cases, variants(odd, "header-alignment-16",
			variant{fmt.Sprintf("header/unaligned-at-%d", n), fmt.Sprintf("%d, which is %d modulo 16", n, n%16), at(n)},
		)...)
	}
	cases = append(cases, variants(odd, "header-alignment-16",
		variant{"header/unaligned-without-padding", "68, right after the dictionary and the newline", at(68)},
	)...)
	odd.Twin = "prefix/v2-plain"
	at2 := func(total int) []byte { return Raw2(PadTo(total-12, plain, "\n"), three.Data) }
	cases = append(cases, variants(odd, "header-alignment-16 prefix-version-higher-than-needed",
		variant{"header/unaligned-at-84-v2", "84, which is 4 modulo 16, in version 2.0", at2(84)},
		variant{"header/unaligned-at-129-v2", "129, one byte late, in version 2.0", at2(129)},
	)...)
	old := odd
	old.Story, old.Violates = "conforming, although the data begins at offset ", false
	old.Duty, old.Flags = Accept, ""
	cases = append(cases, variants(old, "header-alignment-v2-legacy prefix-version-higher-than-needed",
		variant{"header/unaligned-at-82-v2", "82, which is 2 modulo 16: the padding was computed for version 1.0", at2(82)},
		variant{"header/unaligned-at-130-v2", "130, which is 2 modulo 64: the padding was computed for version 1.0", at2(130)},
	)...)
	odd.Twin, odd.Array = "prefix/v3-needed", namedField("'日'")
	return append(cases, variants(odd, "header-alignment-16",
		variant{"header/unaligned-at-98-v3", "98, which is 2 modulo 16, in version 3.0", Raw3(PadTo(86, fieldText("'日'"), "\n"), three.Data)},
		variant{"header/unaligned-at-97-v3", "97, which is odd, in version 3.0", Raw3(PadTo(85, fieldText("'日'"), "\n"), three.Data)},
	)...)
}

// headerPadding returns cases about padding bytes that are not spaces.
func headerPadding() []Case {
	padding := tolerated("header", "padding")
	padding.Violates = true
	padding.Story += "the padding contains "
	cases := variants(padding, "header-padding-byte",
		variant{"header/padding-tab", "one tab, after the dictionary", Raw1(PadTo(118, plain+"\t", "\n"), three.Data)},
		variant{"header/padding-tab-last", "one tab, before the newline", tail1("\t\n")},
		variant{"header/padding-tabs", "nothing but tabs", Raw1(plain+strings.Repeat("\t", 60)+"\n", three.Data)},
		variant{"header/padding-form-feed", "a form feed", tail1("\f  \n")},
		variant{"header/padding-carriage-return", "a carriage return that is not at the end", tail1("\r  \n")},
		variant{"header/padding-newline", "a newline before more spaces and the final newline", tail1("\n   \n")},
		variant{"header/padding-newline-first", "a newline right after the dictionary", Raw1(PadTo(118, plain+"\n", "\n"), three.Data)},
		variant{"header/padding-two-newlines", "a second newline at the end", tail1("\n\n")},
		variant{"header/padding-newlines", "nothing but newlines", Raw1(plain+strings.Repeat("\n", 61), three.Data)},
	)
	control := refused("header")
	control.Story += "the padding contains "
	cases = append(cases, variants(control, "header-trailing-text",
		variant{"header/padding-vertical-tab", "a vertical tab", tail1("\v  \n")},
		variant{"header/padding-ctrl-z", "the end-of-file byte of CP/M and DOS, 0x1a", tail1("\x1a  \n")},
		variant{"header/padding-0x01", "the control character 0x01", tail1("\x01  \n")},
		variant{"header/padding-escape", "the control character 0x1b", tail1("\x1b  \n")},
		variant{"header/padding-delete", "the control character 0x7f", tail1("\x7f  \n")},
	)...)
	cases = append(cases, variants(control, "header-padding-nul",
		variant{"header/padding-one-nul", "one NUL byte", tail1("\x00  \n")},
		variant{"header/padding-nuls", "nothing but NUL bytes before the newline", Raw1(plain+strings.Repeat("\x00", 60)+"\n", three.Data)},
		variant{"header/padding-nul-last", "a NUL byte before the newline", tail1("\x00\n")},
	)...)
	cases = append(cases, variants(padding, "header-padding-comment",
		variant{"header/padding-comment", "a comment", tail1("# three doubles\n")},
		variant{"header/padding-comment-first", "a comment right after the dictionary", Raw1(PadTo(118, plain+"# three doubles", "\n"), three.Data)},
		variant{"header/padding-comment-empty", "an empty comment: a lone #", tail1("#\n")},
		variant{"header/padding-comment-dictionary", "a comment that contains another dictionary", tail1("# {'descr': '<i4', 'shape': (6,), }\n")},
		variant{"header/padding-comment-line", "a comment that ends with a newline of its own", tail1("# x\n  \n")},
	)...)
	cases = append(cases, variants(control, "header-padding-comment header-padding-nul",
		variant{"header/padding-comment-nul", "a comment with a NUL byte in it", tail1("# a\x00b\n")},
	)...)
	cases = append(cases, variants(padding, "header-padding-byte",
		variant{"header/padding-continuation", "a line continuation", tail1("\\\n  \n")},
	)...)
	return append(cases, variants(control, "header-final-newline header-padding-nul",
		variant{"header/padding-nuls-to-the-end", "nothing but NUL bytes to the end of the header", Raw1(plain+strings.Repeat("\x00", 61), three.Data)},
		variant{"header/terminator-nul", "a NUL byte where the newline should be", tail1("\x00")},
	)...)
}

// headerAmounts returns cases about the amount of padding, which is otherwise right.
func headerAmounts() []Case {
	none := accepted("header")
	none.Story += "no padding at all: the newline follows the dictionary"
	name := "'" + strings.Repeat("n", 52) + "'"
	none.Array = namedField(name)
	cases := variants(none, "", variant{"header/padding-none", "", Raw1(fieldText(name)+"\n", three.Data)})

	// The most that NumPy writes: a header of 97 characters, growth space of 20, a block of 64.
	most := accepted("header")
	name = "'" + strings.Repeat("n", 32) + "'"
	most.Array = namedField(name)
	cases = append(cases, variants(most, "",
		variant{"header/padding-84", "84 spaces of padding, the most that NumPy writes", Raw1(PadTo(182, fieldText(name), "\n"), three.Data)},
	)...)
	most.Story, most.Twin = "conforming, although ", "header/padding-84"
	name = "'" + strings.Repeat("n", 31) + "'"
	most.Array = namedField(name)
	cases = append(cases, variants(most, "header-excess-padding",
		variant{"header/padding-85", "there are 85 spaces of padding, one more than NumPy writes", Raw1(PadTo(182, fieldText(name), "\n"), three.Data)},
	)...)

	excess := accepted("header")
	excess.Story, excess.Twin = "conforming, although ", "prefix/plain"
	cases = append(cases, variants(excess, "header-excess-padding",
		variant{"header/aligned-at-192", "the data begins at offset 192, one block of 64 bytes late", Raw1(PadTo(182, plain, "\n"), three.Data)},
		variant{"header/aligned-at-256", "the data begins at offset 256, as if aligned to 128 or 256 bytes", Raw1(PadTo(246, plain, "\n"), three.Data)},
	)...)
	cases = append(cases, sinceTwo(variants(excess.like("header/aligned-at-256"), "header-excess-padding prefix-version-higher-than-needed",
		variant{"header/aligned-at-256-v2", "the data begins at offset 256 in version 2.0, so that the low byte of the header length is over 127", Raw2(PadTo(244, plain, "\n"), three.Data)},
	))...)
	cases = append(cases, variants(excess, "header-excess-padding",
		variant{"header/aligned-at-512", "the data begins at offset 512, after one disk sector", Raw1(PadTo(502, plain, "\n"), three.Data)},
		variant{"header/aligned-at-4096", "the data begins at offset 4096, after one memory page", Raw1(PadTo(4086, plain, "\n"), three.Data)},
	)...)
	// No page is left to map.
	empty := excess
	empty.Twin, empty.Array = "descr/grid-le-f8-empty-v1", &Array{DType: "<f8", Shape: dims(0, 4)}
	cases = append(cases, variants(empty, "header-excess-padding",
		variant{"header/empty-at-4096", "the array is empty and the file ends with its header at offset 4096, after one memory page", Raw1(PadTo(4086, Dict("'<f8'", "False", "(0, 4)"), "\n"), nil)},
	)...)
	return append(cases, headerGrowth()...)
}

// headerGrowth returns cases of the growth space of NumPy since 1.24: 21 columns for the dimension
// that grows, for every number of digits that a dimension can have. A dimension of zero keeps the
// files small.
func headerGrowth() []Case {
	var cases []Case
	n := int64(1)
	for digits := 1; digits <= 19; digits++ {
		shape := fmt.Sprintf("(%d, 0)", n)
		text := Dict("'<f8'", "False", shape) + strings.Repeat(" ", 21-digits)
		cases = append(cases, Case{
			ID:         fmt.Sprintf("header/growth-%d-digits", digits),
			Story:      fmt.Sprintf("conforming: a first dimension of %d digits with growth space, as NumPy since 1.24 writes it", digits),
			Bytes:      Npy1(text+" ", nil),
			Duty:       Accept,
			Stage:      "header",
			Importance: Low,
			Array:      &Array{DType: "<f8", Shape: dims(n, 0)},
		})
		n *= 10
	}
	fortran := accepted("header")
	c := Bytes(1, 2, 3, 4, 5, 6)
	fortran.Array = &Array{DType: "|i1", Shape: dims(2, 3), F: true, Data: c, Values: values(1, 2, 3, 4, 5, 6)}
	return append(cases, variants(fortran, "",
		variant{"header/growth-fortran-order", "growth space for the last dimension of an array in Fortran order", Npy1(Dict("'|i1'", "True", "(2, 3)")+strings.Repeat(" ", 21), Transpose(1, dims(2, 3), c))},
	)...)
}

// headerEnd returns cases about the last byte of the header.
func headerEnd() []Case {
	end := tolerated("header", "terminator")
	end.Violates, end.Importance = true, Medium
	cases := variants(end, "header-final-newline",
		variant{"header/terminator-none", "the last byte of the header is a space", tail1("")},
		variant{"header/terminator-carriage-return", "the header ends with CR instead of LF", tail1("\r")},
	)
	brace := end
	name := "'" + strings.Repeat("n", 53) + "'"
	brace.Array = namedField(name)
	brace.Twin = "header/padding-none"
	cases = append(cases, variants(brace, "header-final-newline",
		variant{"header/terminator-brace", "the last byte of the header is the closing brace", Raw1(fieldText(name), three.Data)},
	)...)
	// The file of these four bytes was converted as text: the header begins and ends where its length says, so that
	// its LF is the first of the data.
	text := tolerated("header", "terminator")
	text.Violates, text.Importance, text.Twin = true, Medium, "header/text-mode-twin"
	text.Array = &Array{DType: "|u1", Shape: dims(4), Data: Bytes('\n', 1, 2, 3), Values: values(10, 1, 2, 3)}
	small := Dict("'|u1'", "False", "(4,)")
	cases = append(cases, variants(text, "header-newlines-converted",
		variant{"header/text-mode", "every LF in the file became CR LF", Join([]byte(Prefix(1, 0, LittleEndian(118, 2), []byte(PadTo(117, small, "")), []byte("\r\n"))), Bytes(1, 2, 3, 4))},
	)...)
	twin := accepted("header")
	twin.Array = &Array{DType: "|u1", Shape: dims(4), Data: Bytes(1, 2, 3, 4), Values: values(1, 2, 3, 4)}
	cases = append(cases, variants(twin, "", variant{"header/text-mode-twin", "four bytes of data", Npy1(small, Bytes(1, 2, 3, 4))})...)
	cases = append(cases, variants(end, "header-crlf",
		variant{"header/terminator-crlf", "the header ends with CR LF", tail1("\r\n")},
	)...)
	after := end
	after.Flags = "late-padding"
	cases = append(cases, variants(after, "header-newline-not-last",
		variant{"header/terminator-newline-space", "a space follows the newline", tail1("\n ")},
		variant{"header/terminator-newline-spaces", "16 spaces follow the newline", tail1("\n" + strings.Repeat(" ", 16))},
		variant{"header/terminator-newline-padding", "the newline precedes the padding", Raw1(PadTo(118, plain+"\n", ""), three.Data)},
	)...)
	both := end
	both.Flags = "padding terminator"
	cases = append(cases, variants(both, "header-final-newline header-padding-byte",
		variant{"header/terminator-lf-cr", "the header ends with LF CR", tail1("\n\r")},
		variant{"header/terminator-tab", "the last byte of the header is a tab", tail1("\t")},
	)...)
	cases = append(cases, variants(refused("header"), "header-final-newline header-padding-byte header-padding-nul",
		variant{"header/terminator-newline-nul", "a NUL byte follows the newline, as at the end of a C string", tail1("\n\x00")},
	)...)
	cases = append(cases, sinceTwo(variants(refused("header").like("header/terminator-newline-nul"), "header-final-newline header-leading-space header-padding-byte header-padding-nul",
		variant{"header/terminator-newline-nul-indented", "a space precedes the dictionary, and a NUL byte follows the newline", Raw1(PadTo(118, " "+plain, "\n\x00"), three.Data)},
	))...)
	_, stored := columns()
	cases = append(cases, sinceTwo(variants(inColumns(end), "header-final-newline",
		variant{"header/terminator-none-2d", "the header of an array in Fortran order does not end with a newline", Raw1(PadTo(118, columnsText, ""), stored)},
	))...)
	v2 := end
	v2.Twin = "prefix/v2-plain"
	cases = append(cases, variants(v2, "header-final-newline prefix-version-higher-than-needed",
		variant{"header/terminator-none-v2", "the last byte of the header is a space, in version 2.0", Raw2(PadTo(116, plain, ""), three.Data)},
	)...)
	v2.Twin, v2.Array = "prefix/v3-needed", namedField("'日'")
	cases = append(cases, variants(v2, "header-final-newline",
		variant{"header/terminator-none-v3", "the last byte of the header is a space, in version 3.0", Raw3(PadTo(116, fieldText("'日'"), ""), three.Data)},
	)...)
	return append(cases, headerShifts()...)
}

// headerShifts returns cases of header lengths that are a little off, so that the data begins at the
// wrong place.
func headerShifts() []Case {
	text := Pad(10, 64, Dict("'|u1'", "False", "(3,)"))
	file := func(length uint64) []byte { return Prefix(1, 0, LittleEndian(length, 2), []byte(text), Bytes(1, 2, 3)) }
	good := accepted("header")
	good.Array = &Array{DType: "|u1", Shape: dims(3), Data: Bytes(1, 2, 3), Values: values(1, 2, 3)}
	cases := variants(good, "", variant{"header/length-right", "three bytes of data", file(118)})

	short := tolerated("header", "terminator")
	short.Violates, short.Importance = true, Medium
	short.Twin = "header/length-right"
	short.Array = &Array{DType: "|u1", Shape: dims(3), Data: Bytes('\n', 1, 2), Values: values(10, 1, 2)}
	cases = append(cases, variants(short, "header-final-newline",
		variant{"header/length-one-short", "the header length is 1 too small, so that the data begins with the newline", file(117)},
	)...)
	short.Array = &Array{DType: "|u1", Shape: dims(3), Data: []byte("   "), Values: values(32, 32, 32)}
	cases = append(cases, variants(short, "header-final-newline",
		variant{"header/length-16-short", "the header length is 16 too small, so that the data begins inside the padding", file(102)},
	)...)

	long := refused("header")
	long.Twin, long.Importance = "header/length-right", Medium
	cases = append(cases, variants(long, "header-trailing-text",
		variant{"header/length-one-long", "the header length is 1 too large and includes the first byte of the data", file(119)},
	)...)
	inside := refused("header")
	inside.Story += "the header length "
	cut := func(length uint64) []byte {
		return Prefix(1, 0, LittleEndian(length, 2), []byte(Pad(10, 64, plain)), three.Data)
	}
	cases = append(cases, variants(inside, "header-empty",
		variant{"header/length-zero", "is 0", cut(0)},
	)...)
	cases = append(cases, variants(inside, "header-not-a-literal",
		variant{"header/length-20", "is 20, which ends the header inside a key", cut(20)},
	)...)
	right := fieldsFile(15)
	inside.Features, inside.Twin = "v1 structured int 1d long-header", "header/length-310-fields"
	cases = append(cases, variants(inside, "header-not-a-literal",
		variant{"header/length-low-byte", "has lost its high byte, as in files from matajoh's libnpy (C++)", Join(right[:8], LittleEndian(310-256, 2), right[10:])},
	)...)
	inside.Features, inside.Twin = "", "prefix/v2-plain"
	return append(cases, variants(inside, "header-empty prefix-version-higher-than-needed",
		variant{"header/length-zero-v2", "is 0, in version 2.0", Prefix(2, 0, Zeros(4), []byte(Pad(12, 64, plain)), three.Data)},
	)...)
}

// headerStart returns cases about what precedes the dictionary.
func headerStart() []Case {
	leading := tolerated("header", "leading-space")
	file := func(front string) []byte { return Npy1(front+plain, three.Data) }
	cases := variants(leading, "header-leading-space",
		variant{"header/leading-space", "a space precedes the dictionary", file(" ")},
		variant{"header/leading-spaces", "60 spaces precede the dictionary and none follow it", Raw1(strings.Repeat(" ", 60)+plain+"\n", three.Data)},
		variant{"header/leading-tab", "a tab precedes the dictionary", file("\t")},
		variant{"header/leading-newline", "a newline precedes the dictionary", file("\n")},
		variant{"header/leading-crlf", "CR LF precedes the dictionary", file("\r\n")},
		variant{"header/leading-form-feed", "a form feed precedes the dictionary", file("\f")},
		variant{"header/leading-form-feed-space", "a form feed and a space precede the dictionary", file("\f ")},
	)
	_, stored := columns()
	cases = append(cases, sinceTwo(variants(inColumns(leading), "header-leading-space",
		variant{"header/leading-space-2d", "a space precedes the dictionary of an array in Fortran order", Npy1(" "+columnsText, stored)},
	))...)
	cases = append(cases, variants(tolerated("header", "odd-literal"), "header-comment-inside",
		variant{"header/leading-comment", "a comment precedes the dictionary", file("# npy\n")},
	)...)
	cases = append(cases, variants(tolerated("header", "odd-literal"), "header-continuation",
		variant{"header/leading-continuation", "a line continuation precedes the dictionary", file("\\\n")},
	)...)
	text := refused("header")
	cases = append(cases, variants(text, "header-continuation header-leading-indent",
		variant{"header/leading-space-continuation", "a newline, a space, a line continuation and a space precede the dictionary", file("\n \\\n ")},
	)...)
	cases = append(cases, variants(text, "header-leading-indent",
		variant{"header/leading-vertical-tab", "a vertical tab precedes the dictionary", file("\v")},
		variant{"header/leading-newline-space", "two newlines and a space precede the dictionary", file("\n\n ")},
		variant{"header/leading-return-tab", "a carriage return and a tab precede the dictionary", file("\r\t")},
	)...)
	cases = append(cases, variants(text, "header-leading-indent prefix-version-higher-than-needed",
		variant{"header/leading-form-feed-space-v3", "a form feed and a space precede the dictionary in version 3.0", Npy3("\f "+plain, three.Data)},
	)...)
	cases = append(cases, variants(text, "header-bom",
		variant{"header/leading-bom", "a byte order mark precedes the dictionary", file("\xef\xbb\xbf")},
	)...)
	cases = append(cases, variants(text, "header-leading-text",
		variant{"header/leading-assignment", "the dictionary is assigned to a name", file("x = ")},
		variant{"header/leading-word", "a word precedes the dictionary", file("numpy ")},
		variant{"header/leading-number", "the length of the dictionary precedes it", file("57 ")},
		variant{"header/leading-nul", "a NUL byte precedes the dictionary", file("\x00")},
		variant{"header/leading-latin1", "a no-break space precedes the dictionary", file("\xa0")},
		variant{"header/leading-bom-utf-16", "a UTF-16 byte order mark precedes the dictionary", file("\xff\xfe")},
		variant{"header/leading-quote", "a quote precedes the dictionary", file("'")},
		variant{"header/leading-sign", "a minus sign precedes the dictionary", file("-")},
	)...)
	text.Features, text.Twin = "v3 structured float 1d", "prefix/v3-needed"
	cases = append(cases, variants(text, "header-bom",
		variant{"header/leading-bom-v3", "a byte order mark precedes the dictionary, in version 3.0", Npy3("\ufeff"+fieldText("'日'"), three.Data)},
	)...)

	empty := refused("header")
	blank := func(text string) []byte { return Raw1(text, three.Data) }
	return append(cases, variants(empty, "header-empty",
		variant{"header/blank", "the header is spaces and a newline, without a dictionary", blank(PadTo(118, "", "\n"))},
		variant{"header/blank-without-newline", "the header is nothing but spaces", blank(PadTo(118, "", ""))},
		variant{"header/blank-mixed", "the header is nothing but whitespace of several kinds", blank(PadTo(118, "\t\r\v\f", "\n"))},
		variant{"header/blank-newlines", "the header is nothing but newlines", blank(strings.Repeat("\n", 118))},
	)...)
}

// headerTrailing returns cases of text after the dictionary.
func headerTrailing() []Case {
	text := refused("header")
	behind := func(s string) []byte { return Npy1(plain+s, three.Data) }
	cases := variants(text, "header-trailing-text",
		variant{"header/trailing-word", "a word follows the dictionary", behind(" x")},
		variant{"header/trailing-word-far", "a word follows the padding", tail1("x\n")},
		variant{"header/trailing-comma", "a comma follows the dictionary, which makes it a tuple", behind(",")},
		variant{"header/trailing-semicolon", "a semicolon follows the dictionary", behind(";")},
		variant{"header/trailing-brace", "there are two closing braces", behind("}")},
		variant{"header/trailing-parenthesis", "a closing parenthesis follows the dictionary", behind(")")},
		variant{"header/trailing-zero", "a digit follows the dictionary", behind(" 0")},
		variant{"header/trailing-string", "a string follows the dictionary", behind(" ''")},
		variant{"header/trailing-dictionary", "a second dictionary follows the first", behind("{'shape': (6,), }")},
		variant{"header/trailing-index", "the dictionary is indexed", behind("['descr']")},
		variant{"header/trailing-call", "a method of the dictionary is called", behind(".copy()")},
		variant{"header/trailing-operator", "an operator merges the dictionary with another one", behind(" | {}")},
		variant{"header/trailing-condition", "a condition follows the dictionary", behind(" if 1 else 0")},
		variant{"header/trailing-backslash", "a backslash follows the dictionary", behind("\\")},
		variant{"header/trailing-latin1", "a no-break space follows the dictionary", behind("\xa0")},
		variant{"header/trailing-data-bytes", "the padding contains bytes that look like data", tail1("\xff\xf0\x80\n")},
	)
	text.Twin = "prefix/v3-needed"
	return append(cases, variants(text, "header-trailing-text",
		variant{"header/trailing-em-space-v3", "an em space follows the dictionary", Npy3(fieldText("'日'")+"\u2003", three.Data)},
	)...)
}
