package spec

const (
	LiteralJson ID = iota + literalIDs
	LiteralDoubleQuotes
	LiteralTripleQuotes
	LiteralUnicodePrefix
	LiteralStringPrefix
	LiteralStringPrefixInvalid
	LiteralImplicitConcatenation
	LiteralUnterminated
	LiteralUnneededEscape
	LiteralUnknownEscape
	LiteralBadEscape
	LiteralNamedEscape
	LiteralLongSuffix
	LiteralLongSuffixV3
	LiteralLongSuffixLower
	LiteralLongSuffixDetached
	LiteralNumberBase
	LiteralNumberUnderscore
	LiteralNumberLeadingZero
	LiteralNumberNotCanonical
	LiteralParentheses
)

// literalRules are about the spelling of the values inside the literal (section 3 of npy.md).
func literalRules() []Rule {
	return []Rule{
		{
			ID: LiteralJson, Name: "literal-json", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-3.1", Since: "0.1.0",
			Title: "JSON word (true, false, null) in a Python literal",
			Doc: "true, false and null are values in JSON but names in Python. Writers in languages that spell " +
				"booleans in lower case write them by mistake. NumPy rejects the file. npyjs, cnpy, TinyNPY and " +
				"npy-matlab accept false.",
			Owner:  ownMended,
			Author: "Write True, False or None.",
			Fix:    fixForm,
		},
		{
			ID: LiteralDoubleQuotes, Name: "literal-double-quotes", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-3.6", Since: "0.1.0",
			Title: "double quotes where repr writes single quotes",
			Doc: "NumPy writes strings with repr, which uses single quotes unless the string holds one. Writers that " +
				"build the header with a JSON library, or by hand in a language that favours double quotes, use " +
				"double quotes. NumPy, ndarray-npy, npyz, npy-rs, openlca-npy, mlx, loaders.gl, cnpy and TinyNPY read " +
				"both; most other readers reject the file, while numpy-parser and tfjs-npy-node read other values.",
			Owner:  ownRewrite,
			Author: "Use single quotes.",
			Fix:    fixForm,
		},
		{
			ID: LiteralTripleQuotes, Name: "literal-triple-quotes", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-3.6", Since: "0.1.0",
			Title: "triple-quoted string",
			Doc: "A string in three quotes is a Python literal, but repr never writes it. NumPy reads it. A reader " +
				"that knows only the simple forms reads the first two quotes as an empty string and fails, or " +
				"continues with an empty value.",
			Owner:  ownRewrite,
			Author: "Use one single quote on each side.",
			Fix:    fixForm,
		},
		{
			ID: LiteralUnicodePrefix, Name: "literal-unicode-prefix", Level: May, Kind: Conformance, Reader: Either, Clause: "npy-3.6", Since: "0.1.0",
			Title: "string with the prefix u",
			Doc: "Python 2 wrote unicode strings with the prefix u, and NumPy on Python 2 did so for " +
				"unicode field titles. The prefix has no effect in Python 3, and NumPy reads such strings.",
			Owner: ownNothing,
			Fix:   fixForm,
		},
		{
			ID: LiteralStringPrefix, Name: "literal-string-prefix", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-3.6", Since: "0.1.0",
			Title: "string with the prefix r or R",
			Doc: "In a raw string a backslash is just a backslash. repr never writes one, so it comes from a header " +
				"made by hand. NumPy reads it. A reader that ignores the prefix gets another value as soon as the " +
				"string holds a backslash.",
			Owner:  ownRewrite,
			Author: "Leave the prefix out and double the backslashes.",
			Fix:    fixForm,
		},
		{
			ID: LiteralStringPrefixInvalid, Name: "literal-string-prefix-invalid", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-3.6", Since: "0.1.0",
			Title: "string with a prefix that a literal can't have",
			Doc: "Python knows more prefixes than literals may have: f marks an expression to evaluate, t a " +
				"template, and ur ended with Python 2. NumPy rejects the file. A reader that evaluates an f string " +
				"runs code from the file.",
			Owner:  ownMended,
			Author: "Leave the prefix out.",
			Fix:    fixUnknown,
		},
		{
			ID: LiteralImplicitConcatenation, Name: "literal-implicit-concatenation", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-3.6", Since: "0.1.0",
			Title: "adjacent strings that Python joins",
			Doc: "Python joins adjacent strings, so '<' 'f8' is one string. No writer needs this; the usual cause is " +
				"a missing comma, which changes the meaning without an error. NumPy reads the joined string; the " +
				"parser in ndarray-npy and npyz doesn't know the form.",
			Owner: "Look at the type and the names in a.dtype: a missing comma has made one string of two. If they " +
				"are right, np.save(path, np.load(path)) rewrites the file; otherwise write it again.",
			Author: "Write one string, or the missing comma.",
			Fix:    fixForm,
		},
		{
			ID: LiteralUnterminated, Name: "literal-unterminated", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-3.6", Since: "0.1.0",
			Title: "string without a closing quote",
			Doc: "A string without its closing quote runs to the end of the line, and nothing after it can be " +
				"parsed. It comes from a writer that doesn't escape quotes, or from damage. NumPy rejects the file; " +
				"in versions 1.0 and 2.0 on Python 3.12 and later, with a TokenError.",
			Owner:  ownAgain,
			Author: "Close the string, and escape quotes inside it.",
			Fix:    fixUnknown,
		},
		{
			ID: LiteralUnneededEscape, Name: "literal-unneeded-escape", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-3.7", Since: "0.1.0",
			Title: "escape that repr never writes",
			Doc: "Escaping a character that repr writes plainly is legal Python, but no NumPy does it. It points to " +
				"another writer, or to somebody who hides a word from readers that compare bytes: a reader that " +
				"doesn't resolve escapes won't recognise the key or the type. NumPy reads it.",
			Owner:  ownRewrite,
			Author: "Write the character itself, and control characters as repr writes them.",
			Fix:    fixForm,
		},
		{
			ID: LiteralUnknownEscape, Name: "literal-unknown-escape", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-3.7", Since: "0.1.0",
			Title: "escape that Python doesn't know",
			Doc: "Python keeps the backslash of an escape that it doesn't know and warns: a DeprecationWarning up to " +
				"3.11, a SyntaxWarning since 3.12, and some day an error. Writers cause it when they put names " +
				"between quotes without escaping them, for instance Windows paths and regular expressions. Other " +
				"readers drop the backslash or reject the file.",
			Owner:  ownRewrite,
			Author: "Double the backslash.",
			Fix:    fixForm,
		},
		{
			ID: LiteralBadEscape, Name: "literal-bad-escape", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-3.7", Since: "0.1.0",
			Title: "incomplete or out-of-range escape",
			Doc: "\\x needs two hexadecimal digits, \\u four, \\U eight with a value up to 10FFFF, and \\N a name in " +
				"braces. Anything less is a syntax error in Python, so NumPy rejects the file. The cause is a writer " +
				"that doesn't escape backslashes, or that writes the wrong number of digits.",
			Owner:  ownMended,
			Author: "Write all digits of the escape, or double the backslash.",
			Fix:    fixUnknown,
		},
		{
			ID: LiteralNamedEscape, Name: "literal-named-escape", Level: Should, Kind: Portability, Reader: Either, Clause: "npy-3.7", Since: "0.1.0",
			Title: "escape by character name",
			Doc: "\\N{BULLET} means whatever character has that name in the Unicode tables of the reading Python, and " +
				"is an error if they don't have it. repr never writes such escapes. NumPy reads them; any other " +
				"reader would need the whole table of names. npycheck doesn't resolve the name, and puts U+FFFD in " +
				"place of the character.",
			Owner:  ownRewrite,
			Author: "Write the character itself or its \\u escape.",
			Fix:    fixUnknown,
		},
		{
			ID: LiteralLongSuffix, Name: "literal-long-suffix", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-3.8", Since: "0.1.0",
			Title: "integer with the suffix L of Python 2",
			Doc: "Python 2 wrote the long integer 3 as 3L, and NumPy on Python 2 let that into the shape; files from " +
				"64-bit Windows often have it. To Python 3 such a header isn't a literal. NumPy has dropped the " +
				"suffix since 1.9.1, and warns since 1.25. gonpy panics on it, npyjs returns the shape [NaN, NaN] for " +
				"(3L, 4L), matajoh's libnpy reads (3,), and npyio, ndarray-npy and npyz reject it.",
			Owner:  ownRewrite,
			Author: "Write the integer without the suffix.",
			Fix:    fixForm,
		},
		{
			ID: LiteralLongSuffixV3, Name: "literal-long-suffix-v3", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-3.8", Since: "0.1.0",
			Title: "integer with the suffix L in a 3.0 header",
			Doc: "Version 3.0 came after NumPy dropped Python 2, and NumPy doesn't filter its headers: a suffix L is " +
				"a syntax error there. NumPy 1.19.5 still accepted it; later releases reject it. A 3.0 header with " +
				"the suffix comes from a writer that copied an old header.",
			Owner:  ownMended,
			Author: "Write the integer without the suffix.",
			Fix:    fixForm,
		},
		{
			ID: LiteralLongSuffixLower, Name: "literal-long-suffix-lower", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-3.8", Since: "0.1.0",
			Title: "integer with the suffix l",
			Doc: "Python 2 could read 3l as well, but never wrote it, and NumPy's filter for old files " +
				"drops only the capital letter. NumPy rejects the file.",
			Owner:  ownMended,
			Author: "Write the integer without the suffix.",
			Fix:    fixForm,
		},
		{
			ID: LiteralLongSuffixDetached, Name: "literal-long-suffix-detached", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-3.8", Since: "0.1.0",
			Title: "suffix L separated from its integer",
			Doc: "With a space before the L the text is not a number in any Python. NumPy reads it in versions 1.0 " +
				"and 2.0 by accident: its filter drops every L after a number without checking what comes between " +
				"them. No writer is known to make such a file.",
			Owner:  ownRewrite,
			Author: "Write the integer without the suffix.",
			Fix:    fixForm,
		},
		{
			ID: LiteralNumberBase, Name: "literal-number-base", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-3.9", Since: "0.1.0",
			Title: "integer in hexadecimal, octal or binary",
			Doc: "0x3 is an integer in Python, but repr never writes it. Readers with their own parser differ: for " +
				"the shape (0x3, 4) NumPy, npyz, ndarray-npy, npyjs, npy-ocaml and npy-matlab return (3, 4), cnpy and " +
				"TinyNPY (0, 3, 4), numpy-ts, xtensor and llohse's libnpy (0, 4), matajoh's libnpy (0,).",
			Owner:  ownRewrite,
			Author: "Write the number in decimal.",
			Fix:    fixForm,
		},
		{
			ID: LiteralNumberUnderscore, Name: "literal-number-underscore", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-3.9", Since: "0.1.0",
			Title: "underscore inside a number",
			Doc: "Python has accepted an underscore between digits since 3.6, but repr never writes one. NumPy on an " +
				"older Python rejects the header, and readers in other languages stop at the underscore or read only " +
				"the digits before it.",
			Owner:  ownRewrite,
			Author: "Write the number without underscores.",
			Fix:    fixForm,
		},
		{
			ID: LiteralNumberLeadingZero, Name: "literal-number-leading-zero", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-3.9", Since: "0.1.0",
			Title: "integer with leading zeros",
			Doc: "Python 2 read 010 as eight, Python 3 rejects every decimal number with a leading zero, and most " +
				"other readers read ten. It comes from writers that pad numbers to a fixed width. For (03, 4) NumPy, " +
				"numpy-parser, ol-numpytiles and the readers in JavaScript that use JSON reject the file; nearly all " +
				"others return a shape.",
			Owner:  ownMended + " Readers differ in the number that they read.",
			Author: "Write the number without leading zeros. To reserve room, pad after the dictionary.",
			Fix:    fixAmbiguous,
		},
		{
			ID: LiteralNumberNotCanonical, Name: "literal-number-not-canonical", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-3.9", Since: "0.1.0",
			Title: "integer in a form that repr never writes",
			Doc: "A plus sign, a minus sign before zero and a zero of several digits are legal Python, but repr " +
				"never writes them. NumPy reads them. Simple digit parsers don't.",
			Owner:  ownRewrite,
			Author: "Write the number without a sign and in its shortest form.",
			Fix:    fixForm,
		},
		{
			ID: LiteralParentheses, Name: "literal-parentheses", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-3.10", Since: "0.1.0",
			Title: "redundant parentheses",
			Doc: "Parentheses around a value change nothing in Python, and repr never writes them. NumPy reads any " +
				"number of them up to the nesting limit. A reader that treats every opening parenthesis as the start " +
				"of a tuple gets a nested tuple, or stops.",
			Owner:  ownRewrite,
			Author: "Leave the parentheses out.",
			Fix:    fixForm,
		},
	}
}
