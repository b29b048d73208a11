package spec

const (
	HeaderEmpty ID = iota + headerIDs
	HeaderNotAscii
	HeaderNotUtf8
	HeaderNul
	HeaderControlCharacter
	HeaderInvisibleCharacter
	HeaderBom
	HeaderLeadingSpace
	HeaderLeadingIndent
	HeaderLeadingText
	HeaderTrailingText
	HeaderPaddingByte
	HeaderPaddingNul
	HeaderPaddingComment
	HeaderFinalNewline
	HeaderNewlineNotLast
	HeaderNewlinesConverted
	HeaderCrlf
	HeaderAlignment16
	HeaderAlignmentV2Legacy
	HeaderAlignment64
	HeaderExcessPadding
	HeaderLengthOver10000
	HeaderLengthOverLimit
	HeaderNotALiteral
	HeaderNotADictionary
	HeaderNestingDepth
	HeaderNewlineInside
	HeaderTabInside
	HeaderCommentInside
	HeaderContinuation
	HeaderStyleNotCanonical
)

// headerRules are about the header text around the literal and about what the literal is as a
// whole (sections 2 and 3 of npy.md).
func headerRules() []Rule {
	return []Rule{
		{
			ID: HeaderEmpty, Name: "header-empty", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-2.1", Since: "0.1.0",
			Title: "header is empty or only whitespace",
			Doc: "Without a dictionary there is no dtype and no shape, so the data has no meaning. A writer that " +
				"reserves room for the header and fills it in last leaves such a file if it doesn't get that far. " +
				"NumPy rejects it. npyio panics on a header length of 0, and cnpy returns an array.",
			Owner:  ownAgain + " Its type and shape can't be guessed from the data.",
			Author: "Write the header before the data. " + authorComplete,
			Fix:    fixUnknown,
		},
		{
			ID: HeaderNotAscii, Name: "header-not-ascii", Level: Should, Kind: Portability, Reader: Either, Clause: "npy-2.2", Since: "0.1.0",
			Title: "non-ASCII byte in a 1.0 or 2.0 header",
			Doc: "The documents say ASCII and add that in practice it was latin1: NumPy writes a field name like é " +
				"to a 1.0 file as the single byte E9, and reads it back the same way. A reader that insists on ASCII " +
				"rejects the file; one that assumes UTF-8 fails or garbles the name. Writers in other languages put " +
				"UTF-8 bytes there, and NumPy silently reads two or three wrong characters for each.",
			Owner: "Look at the names in a.dtype.names. If they are right, nothing needs to be done; otherwise " +
				"they were written as UTF-8: give the fields their names and save the array again.",
			Author: "Use ASCII field names, or write the character as an escape such as \\xe9, which every version " +
				"allows.",
			Fix: fixContent,
		},
		{
			ID: HeaderNotUtf8, Name: "header-not-utf8", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-2.3", Since: "0.1.0",
			Title: "invalid UTF-8 in a 3.0 header",
			Doc: "Version 3.0 exists so that names can hold any character, as UTF-8. A writer that changes the " +
				"version but continues to write latin1, or that encodes the two halves of a UTF-16 pair one by one, " +
				"produces text that can't be decoded. NumPy decodes strictly and rejects overlong forms, surrogates " +
				"and code points above U+10FFFF.",
			Owner:  ownMended,
			Author: "Encode the header text as UTF-8.",
			Fix:    fixLost,
		},
		{
			ID: HeaderNul, Name: "header-nul", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-2.4", Since: "0.1.0",
			Title: "NUL byte inside the literal or a comment",
			Doc: "Python source can't contain a NUL byte, so no Python reader gets past one; readers in C treat it " +
				"as the end of the text. Writers that copy strings in fixed-size buffers leave such bytes. NumPy " +
				"rejects the file with a ValueError, or with a TokenError that escapes from its filter for old files.",
			Owner:  ownAgain,
			Author: "Write a NUL inside a string as \\x00, and fill unused room with spaces.",
			Fix:    fixLost,
		},
		{
			ID: HeaderControlCharacter, Name: "header-control-character", Level: Should, Kind: Security, Reader: Either, Clause: "npy-2.4", Since: "0.1.0",
			Title: "raw control character in a string",
			Doc: "NumPy writes strings with Python's repr, which escapes every control character, so a raw one comes " +
				"from another writer or from damage. NumPy reads most of them in a string unchanged. They upset " +
				"terminals, logs and readers that work line by line.",
			Owner:  ownChosen,
			Author: "Leave the character out of the name, or write it as an escape such as \\x07.",
			Fix:    fixForm,
		},
		{
			ID: HeaderInvisibleCharacter, Name: "header-invisible-character", Level: Should, Kind: Security, Reader: Either, Clause: "npy-2.5", Since: "0.1.0",
			Title: "raw bidirectional or invisible character in a string",
			Doc: "A bidirectional control or a zero-width character can make two different names look alike, or make " +
				"a report show text in an order that the bytes don't have. Python's repr escapes every character that " +
				"isn't printable, so NumPy never writes one raw; it reads one without a warning. Only version 3.0 can " +
				"hold most of these characters; in 1.0 and 2.0 the rule header-not-ascii covers them.",
			Owner:  ownChosen,
			Author: "Leave the character out of the name, or write it as an escape such as \\u202e.",
			Fix:    fixForm,
		},
		{
			ID: HeaderBom, Name: "header-bom", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-2.6", Since: "0.1.0",
			Title: "byte order mark before the literal",
			Doc: "Text libraries that put a byte order mark before UTF-8 do it here as well. The header doesn't need " +
				"one: the version decides its encoding. Every NumPy rejects the file, since the mark isn't a Python " +
				"token.",
			Owner: ownMended,
			Author: "Write the header text without a byte order mark; many libraries have a separate encoding name " +
				"for that.",
			Fix: fixForm,
		},
		{
			ID: HeaderLeadingSpace, Name: "header-leading-space", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-2.6", Since: "0.1.0",
			Title: "whitespace before the dictionary",
			Doc: "NumPy writes the opening brace as the first byte of the header. Whitespace before it is harmless " +
				"to a tokenizer, but to Python 3.9 and older a space or a tab there is an indentation error, and " +
				"NumPy can't read the file on those. Readers that compare the beginning of the header with a fixed " +
				"text reject it too.",
			Owner:  ownRewrite,
			Author: "Begin the header text with the opening brace.",
			Fix:    fixForm,
		},
		{
			ID: HeaderLeadingIndent, Name: "header-leading-indent", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-2.6", Since: "0.1.0",
			Title: "indented dictionary",
			Doc: "To Python, a space or a tab after a line break is indentation, in version 3.0 also after a form " +
				"feed, and a vertical tab can't occur in a program. NumPy evaluates the header with Python's parser, " +
				"so no release reads such a file, although spaces in the first line are harmless to Python 3.10 and " +
				"later. Such headers come from templates with a line break before the dictionary.",
			Owner:  ownMended,
			Author: "Begin the header text with the opening brace.",
			Fix:    fixForm,
		},
		{
			ID: HeaderLeadingText, Name: "header-leading-text", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-2.6", Since: "0.1.0",
			Title: "other text before the dictionary",
			Doc: "The header is one literal and nothing else. With text before it, the whole is not a literal but, " +
				"for instance, an assignment. NumPy rejects the file. A reader that searches for the first brace " +
				"accepts it, and so reads a file that other readers reject.",
			Owner:  ownMended,
			Author: "Write nothing before the dictionary.",
			Fix:    fixExactly,
		},
		{
			ID: HeaderTrailingText, Name: "header-trailing-text", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-2.7", Since: "0.1.0",
			Title: "other text after the dictionary",
			Doc: "Only padding may follow the dictionary. Other text there comes from writers that add comments, " +
				"from a longer header that a shorter one overwrote, or from a header length that is too large. NumPy " +
				"rejects the file. npyio, gonpy, npyjs, numpy-ts, cnpy, TinyNPY, npy-matlab, JetBrains npy and " +
				"matajoh's libnpy read up to the brace and accept it, so two readers can see different headers in one " +
				"file.",
			Owner: ownAgain + " The text may be a part of the data, or of what overwrote it.",
			Author: "Write only spaces and a newline after the dictionary, and count all of them in the header " +
				"length.",
			Fix: fixPadding,
		},
		{
			ID: HeaderPaddingByte, Name: "header-padding-byte", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-2.8", Since: "0.1.0",
			Title: "padding byte is not a space",
			Doc: "The documents name one padding byte, the space. Writers that align with tabs or newlines rely on " +
				"Python's tokenizer: it ignores tabs, form feeds, carriage returns and newlines there, but not " +
				"vertical tabs or other control bytes, and NumPy does the same. A reader that strips only spaces " +
				"fails.",
			Owner:  ownRewrite,
			Author: "Pad with spaces (0x20).",
			Fix:    fixPadding,
		},
		{
			ID: HeaderPaddingNul, Name: "header-padding-nul", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-2.8", Since: "0.1.0",
			Title: "padding byte is NUL",
			Doc: "A writer that rounds a buffer up without filling it pads with NUL. NumPy rejects the file with a " +
				"ValueError or, on newer Python releases, with a TokenError. Most other readers accept it, so the " +
				"mistake isn't noticed until the file reaches Python.",
			Owner:  ownMended,
			Author: "Pad with spaces (0x20).",
			Fix:    fixPadding,
		},
		{
			ID: HeaderPaddingComment, Name: "header-padding-comment", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-2.8", Since: "0.1.0",
			Title: "comment in the padding",
			Doc: "Python ignores a comment after the dictionary, so NumPy reads the file. But the documents describe " +
				"other padding, and a reader without Python's tokenizer sees trailing text. A reader that searches " +
				"the text for keys can find them in a comment.",
			Owner:  ownRemark,
			Author: "Pad with spaces. A header has no place for remarks.",
			Fix:    fixPadding,
		},
		{
			ID: HeaderFinalNewline, Name: "header-final-newline", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-2.9", Since: "0.1.0",
			Title: "last byte of the header is not a newline",
			Doc: "The newline ends the header for tools that read it as a line, and a missing one is the cheapest " +
				"sign of a wrong header length: a length that is eight bytes short shifts the whole array, and the " +
				"header still parses. gonpy writes headers without it. NumPy doesn't check; ndarray-npy, llohse's " +
				"libnpy and xtensor reject the file, and npyio panics.",
			Owner: ownAgain + " If the padding was overwritten, so may be the data; if the header length is wrong, " +
				"the data begins elsewhere.",
			Author: "End the header with a newline (0x0A), and count it in the header length.",
			Fix: FixNote{Way: FixIfSafe, Why: "if the header can't end at two places, nothing was written over its end, " +
				"and the last byte isn't CR, or no byte of the data is one, which was LF before a conversion"},
		},
		{
			ID: HeaderNewlineNotLast, Name: "header-newline-not-last", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-2.9", Since: "0.1.0",
			Title: "padding after the newline",
			Doc: "The newline must be the very last byte of the header. A writer that ends the dictionary with a " +
				"newline and then pads gets the order wrong. NumPy's filter for Python 2's files drops the spaces in " +
				"versions 1.0 and 2.0, so NumPy 2.2 reads such a file on Python 3.11; on Python 3.13 it rejects the " +
				"file, because the parser treats the spaces as stray indentation.",
			Owner:  ownValues,
			Author: "Put the newline last, after the padding.",
			Fix:    fixPadding,
		},
		{
			ID: HeaderNewlinesConverted, Name: "header-newlines-converted", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-2.9", Since: "0.1.0",
			Title: "line endings of the file were converted",
			Doc: "The header is one byte longer than its length says, because its newline became CR LF: a writer " +
				"opened the file in text mode on Windows, or a version control system or a file transfer treated it " +
				"as text. Every byte 0A in the data now has a CR before it too, so the data is damaged. NumPy trusts " +
				"the length and reads data shifted by one byte, without an error.",
			Owner:  "Fetch or write the file again in binary mode.",
			Author: "Open the file in binary mode, and mark *.npy as binary in .gitattributes.",
			Fix: FixNote{Way: FixIfSafe, Why: "if every newline has a CR before it, and without these the data has " +
				"exactly its length", Doubt: true},
		},
		{
			ID: HeaderCrlf, Name: "header-crlf", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-2.9", Since: "0.1.0",
			Title: "header ends with CR LF",
			Doc: "Files opened in text mode on Windows get a carriage return before every newline. In the header " +
				"NumPy ignores it, but whatever changed the header has usually changed the data as well, wherever it " +
				"had a byte 0A.",
			Owner: "Fetch or write the file again in binary mode: if line endings were converted in the header, " +
				"then in the data too.",
			Author: "Open the file in binary mode, and end the header with a single newline (0x0A).",
			Fix:    fixForm,
		},
		{
			ID: HeaderAlignment16, Name: "header-alignment-16", Level: Must, Kind: Conformance, Reader: Either, Clause: "npy-2.10", Since: "0.1.0",
			Title: "data doesn't start at a multiple of 16 bytes",
			Doc: "The padding exists so that the data can be mapped into memory and used in place. Every document " +
				"agrees on at least 16 bytes. npyio computes the padding of its 2.0 files with the prefix of 1.0, and " +
				"so puts the data at offsets that are 8, 12 or 14 modulo 16. NumPy never checks and reads the file; " +
				"npyjs rejects an offset that its typed arrays can't use.",
			Owner:  ownRewrite,
			Author: "Pad the header with spaces so that prefix and header together have a multiple of 64 bytes.",
			Fix:    fixForm,
		},
		{
			ID: HeaderAlignmentV2Legacy, Name: "header-alignment-v2-legacy", Level: Should, Kind: Conformance, Reader: Accept, Clause: "npy-2.10", Since: "0.1.0",
			Title: "misaligned 2.0 header from NumPy 1.9 to 1.13",
			Doc: "NumPy 1.9 to 1.13 padded 2.0 headers as if the length field had two bytes, so the data in all " +
				"their 2.0 files begins at 2 modulo 16; the release notes of 1.14 say so. gonpy writes its 2.0 files " +
				"the same way, and a file from NPZ.jl, found in the wild, has the same fault. Readers that don't map " +
				"the data into memory have no trouble with it.",
			Owner:  ownNothing + " To align the data: np.save(path, np.load(path)).",
			Author: "Write with NumPy 1.14 or later.",
			Fix:    fixForm,
		},
		{
			ID: HeaderAlignment64, Name: "header-alignment-64", Level: May, Kind: Conformance, Reader: Accept, Clause: "npy-2.11", Since: "0.1.0",
			Title: "data starts at a multiple of 16 but not of 64 bytes",
			Doc: "NumPy before 1.14 aligned the data to 16 bytes, as NEP 1 asks; the current document " +
				"says 64, the size of a cache line. cnpy, gonpy, llohse's libnpy, npy-ocaml and npy-matlab " +
				"still align to 16. NumPy reads such files; numpy-parser and tfjs-npy-node get wrong values from " +
				"them, since they look for the data at the next multiple of 64, and ol-numpytiles rejects them.",
			Owner: ownNothing,
			Fix:   fixForm,
		},
		{
			ID: HeaderExcessPadding, Name: "header-excess-padding", Level: May, Kind: Conformance, Reader: Accept, Clause: "npy-2.12", Since: "0.1.0",
			Title: "more padding than any NumPy writes",
			Doc: "NumPy pads with at most 64 spaces, and since 1.24 with up to 20 more so that the first dimension " +
				"can grow in place. Writers that reserve more room for the same purpose stay within the format, but " +
				"spaces count towards NumPy's limit of 10,000 characters.",
			Owner: ownNothing,
			Fix:   fixForm,
		},
		{
			ID: HeaderLengthOver10000, Name: "header-length-over-10000", Level: Should, Kind: Limit, Reader: Either, Clause: "npy-2.13", Since: "0.1.0",
			Title: "header longer than NumPy reads by default",
			Doc: "Since 1.23.5 NumPy rejects headers of more than 10,000 characters, counted after decoding and " +
				"including the padding, because a long literal can exhaust Python's parser. The format has no such " +
				"limit. Structured types with several hundred fields exceed it: NumPy itself writes those files, and " +
				"reads them back only with a larger max_header_size or with allow_pickle=True.",
			Owner:  "If you trust the file, pass a larger max_header_size to np.load.",
			Author: "Use fewer or shorter field names, or pad less.",
			Fix:    FixNote{Way: FixIfSafe, Why: "if the header without its padding is short enough"},
		},
		{
			ID: HeaderLengthOverLimit, Name: "header-length-over-limit", Level: Must, Kind: Limit, Reader: Either, Clause: "npy-2.14", Since: "0.1.0",
			Title: "header over npycheck's limit",
			Doc: "A reader has to limit what it holds in memory, and almost no array needs a header longer than a " +
				"megabyte. npycheck doesn't read such a header and says so, instead of calling the file good or bad: " +
				"the verdict is not-checked. --max-header-size sets the limit.",
			Owner: "If you trust the file, raise the limit with --max-header-size; otherwise treat the file as " +
				"hostile.",
			Author: "Use fewer or shorter field names, or pad less.",
			Fix:    fixLimit,
		},
		{
			ID: HeaderNotALiteral, Name: "header-not-a-literal", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-3.1", Since: "0.1.0",
			Title: "header is not a Python literal",
			Doc: "A literal is the only thing that a reader can evaluate without running code. Names, calls and " +
				"arithmetic come from writers that format the header by hand, and from attackers who hope for a " +
				"reader that calls eval: npy-matlab evaluates the shape. JetBrains npy writes the shape of a " +
				"0-dimensional array as (, ), which isn't a literal. NumPy rejects all of this with a ValueError or a " +
				"TokenError.",
			Owner:  ownAgain,
			Author: "Write plain values: strings, integers, tuples, lists, True, False.",
			Fix: FixNote{Way: FixIfSafe, Why: "if only the header length is wrong, or an integer is spelled np.int64(3) " +
				"or array(3), and the data then ends with the file", Doubt: true},
		},
		{
			ID: HeaderNotADictionary, Name: "header-not-a-dictionary", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-3.2", Since: "0.1.0",
			Title: "literal is not a dictionary",
			Doc: "A reader finds the three values by their keys; a list or a tuple has none. NumPy rejects every " +
				"other type, including a dictionary inside a tuple, which is what a comma after the closing brace " +
				"makes.",
			Owner:  ownAgain,
			Author: "Write a dictionary with the keys descr, fortran_order and shape.",
			Fix:    fixUnknown,
		},
		{
			ID: HeaderNestingDepth, Name: "header-nesting-depth", Level: Must, Kind: Limit, Reader: Reject, Clause: "npy-3.3", Since: "0.1.0",
			Title: "brackets nested more than 200 deep",
			Doc: "The oldest way to crash a parser is to nest brackets deeper than its stack. CPython stops at 200 " +
				"open brackets, so NumPy can't read a header beyond that; Python before 3.9 gave up before 100. Real " +
				"structured types stay far below that. NumPy 1.19 aborted the whole process on 90 nested subarrays.",
			Owner:  ownMended + " No array needs such a type.",
			Author: "Flatten the type. In a reader, limit the depth instead of recursing as deep as the file says.",
			Fix:    fixLimit,
		},
		{
			ID: HeaderNewlineInside, Name: "header-newline-inside", Level: May, Kind: Conformance, Reader: Accept, Clause: "npy-3.4", Since: "0.1.0",
			Title: "newline inside the dictionary",
			Doc: "NumPy 1.0.5 to 1.1 formatted the dictionary with pprint, which breaks lines at 80 columns, so " +
				"structured types of that age really have newlines between their tokens. NumPy still reads them. A " +
				"reader that expects the header to be one line fails on them.",
			Owner: ownNothing,
			Fix:   fixForm,
		},
		{
			ID: HeaderTabInside, Name: "header-tab-inside", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-3.4", Since: "0.1.0",
			Title: "tab, form feed or carriage return inside the dictionary",
			Doc: "Tabs, form feeds and carriage returns separate tokens in Python, but repr never writes them. They " +
				"come from templates and text editors. NumPy reads the file; a reader that skips only spaces doesn't.",
			Owner:  ownRewrite,
			Author: "Put only spaces between tokens.",
			Fix:    fixForm,
		},
		{
			ID: HeaderCommentInside, Name: "header-comment-inside", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-3.4", Since: "0.1.0",
			Title: "comment inside or before the dictionary",
			Doc: "Python's parser drops comments, so NumPy reads a header with one. llohse's libnpy, xtensor, " +
				"ndarray-npy, npyz and npy-ocaml reject it. Readers that search the text for keys also find them in a " +
				"comment, and may see another array.",
			Owner:  ownRemark,
			Author: "Write no comments. A header has no place for remarks.",
			Fix:    fixForm,
		},
		{
			ID: HeaderContinuation, Name: "header-continuation", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-3.4", Since: "0.1.0",
			Title: "line continued with a backslash",
			Doc: "In Python a backslash before a newline joins two lines. Inside brackets it is never needed, and " +
				"only a reader with Python's own tokenizer handles it. NumPy accepts it.",
			Owner:  ownRewrite,
			Author: "Write the dictionary in one line.",
			Fix:    fixForm,
		},
		{
			ID: HeaderStyleNotCanonical, Name: "header-style-not-canonical", Level: May, Kind: Conformance, Reader: Accept, Clause: "npy-3.5", Since: "0.1.0",
			Title: "spacing or commas differ from NumPy's",
			Doc: "NumPy has written one layout since 1.2: a space after each colon and comma, and a comma after the " +
				"last item. Other layouts give the same literal. npyjs writes no spaces and no last comma, Fortran's " +
				"stdlib and JetBrains npy write shapes as (3, 2, ), and NumPy on Python 2 left a space where it " +
				"removed a suffix L. Arraymancer, Nx and numir match NumPy's exact text; npyio reads the wrong shape " +
				"if the last comma is missing.",
			Owner:  ownNothing + " For readers that expect NumPy's exact text: np.save(path, np.load(path)).",
			Author: "For readers that compare text, write the header exactly as NumPy does.",
			Fix:    fixForm,
		},
	}
}
