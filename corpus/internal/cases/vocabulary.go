package cases

// Flag is a reason for which a reader may read a file or refuse it. Each case whose duty is Either
// has one or more; a profile says of each flag what its readers do.
type Flag struct {
	Name string
	Doc  string
}

// Flags lists every flag.
func Flags() []Flag {
	return []Flag{
		{"alignment", "the data don't begin at a multiple of 64 bytes"},
		{"padding", "the padding holds something else than spaces"},
		{"terminator", "the header doesn't end with exactly one newline"},
		{"leading-space", "white space stands in front of the dictionary"},
		{"long-integer", "an integer has the suffix L of Python 2"},
		{"odd-literal", "a literal that Python reads and that no NumPy writes: quotes, escapes, parentheses, number forms, comments"},
		{"named-escape", "a character is named in an escape, which only Python knows"},
		{"latin1-header", "a version 1.0 or 2.0 header holds bytes over 0x7f, to be read as latin1"},
		{"raw-control", "a string holds control or invisible characters as they are"},
		{"large-header", "the header has over 10,000 characters, more than NumPy reads by default"},
		{"native-order", "the byte order is left to the machine that reads"},
		{"dtype-alias", "the type is not spelled as NumPy writes it"},
		{"longdouble", "a long double: its layout is that of the machine that wrote it"},
		{"odd-datetime", "a datetime unit is not spelled as NumPy writes it"},
		{"unnamed-field", "a field has no name and is no padding"},
		{"odd-padding-field", "padding in a structured type is not spelled as NumPy writes it"},
		{"odd-subarray", "the shape of a sub-array is a number"},
		{"trailing-data", "bytes follow the data"},
		{"odd-bool", "a boolean byte is neither 0 nor 1"},
		{"odd-code-point", "text holds a number that is no Unicode character"},
		{"rank-33", "the array has 33 to 64 dimensions, more than NumPy 1.x reads"},
		{"rank-65", "the array has more than 64 dimensions, more than any NumPy reads"},
		{"huge-empty", "the array is empty, and its other dimensions overflow 63 bits"},
		{"object", "the data are a pickle"},
		{"unicode-prefix", "a string has the prefix u of Python 2"},
		{"odd-pickle", "the opcodes of a pickle don't fit its protocol"},
		{"unknown-import", "a pickle imports what is neither NumPy's nor one of Python's plain values"},
		{"huge-pickle", "a pickle nests very deep, or stands for very many values"},
		{"odd-suffix", "the name of a member that is an array doesn't end with .npy"},
		{"other-member", "a member of an archive is no array"},
		{"archive-comment", "the archive has a comment"},
		{"signature-in-comment", "the comment of the archive holds the signature of a record, and no record"},
		{"odd-method", "a member is compressed with bzip2, LZMA or Zstandard"},
		{"reserved-flag", "a member has a flag bit that no writer of .npz sets"},
		{"patch-flag", "a member has the flag bit of patch data"},
		{"high-version", "a member asks for a later version of zip than it needs, up to 6.3"},
		{"unknown-version", "a member asks for a version of zip after 6.3"},
		{"descriptor-signature", "a data descriptor has no signature"},
		{"special-file", "a member is marked as something else than a file, or as a folder with data"},
		{"odd-extra", "a member has an extra field with a block that the usual writers don't write"},
		{"needless-zip64", "something is left to zip64, or written for it, that needs none"},
		{"streamed-records", "the data of a streamed, stored member hold what looks like records"},
		{"folder-entry", "the archive has an entry for a folder"},
		{"hostile-name", "the name of a member leads out of its folder, or has control characters"},
		{"odd-name", "the name of a member is one that not every system can store, show or tell from another"},
		{"cp437-name", "the name of a member is in code page 437"},
		{"bomb", "a member inflates out of proportion to its array"},
	}
}

// Profile is a kind of reader: what it does with the flags of a case, and which features it
// doesn't claim to support.
type Profile struct {
	Name        string
	Doc         string
	Accepts     []string // flags that don't keep its readers from reading a file
	Rejects     []string // flags for which they refuse it; every other flag may go either way
	Unsupported []string // features of cases that they refuse whatever the duty
}

// Profiles lists every profile.
func Profiles() []Profile {
	must := []string{"padding", "terminator", "named-escape", "native-order", "trailing-data", "odd-pickle", "reserved-flag", "patch-flag", "special-file", "hostile-name"}
	return []Profile{
		{
			Name:    "strict",
			Doc:     "refuses what breaks a MUST or would be guessed at, and reads the rest",
			Accepts: []string{"alignment", "leading-space", "long-integer", "latin1-header", "unicode-prefix", "rank-33", "archive-comment", "signature-in-comment", "high-version", "descriptor-signature", "odd-extra", "needless-zip64", "streamed-records", "folder-entry", "odd-name"},
			Rejects: must,
		},
		{
			Name:    "numpy",
			Doc:     "what np.load does on a file by default, in every release from 1.24 on",
			Accepts: []string{"alignment", "terminator", "long-integer", "latin1-header", "native-order", "unicode-prefix", "trailing-data", "odd-bool", "odd-code-point", "raw-control", "leading-space", "odd-subarray", "unnamed-field", "odd-padding-field", "odd-suffix", "other-member", "archive-comment", "reserved-flag", "high-version", "descriptor-signature", "odd-extra", "needless-zip64", "streamed-records", "special-file", "folder-entry", "hostile-name", "odd-name", "cp437-name", "bomb"},
			Rejects: []string{"large-header", "huge-empty", "object", "rank-65", "signature-in-comment", "patch-flag", "unknown-version"},
		},
		{
			Name:        "numeric",
			Doc:         "reads numbers and booleans, and no structured types, text, times or objects",
			Accepts:     []string{"alignment"},
			Rejects:     []string{"object"},
			Unsupported: []string{"structured", "object", "bytes", "text", "void", "datetime", "longdouble"},
		},
	}
}

// Feature is something that a reader may lack.
type Feature struct {
	Name string
	Doc  string
}

// Features lists every feature. A case names those that a reader needs to read it, or to get as far
// as the fault.
func Features() []Feature {
	return []Feature{
		{"v1", "format version 1.0"},
		{"v2", "format version 2.0"},
		{"v3", "format version 3.0"},
		{"bool", "b1"},
		{"int", "i1, i2, i4"},
		{"int64", "i8"},
		{"uint", "u1, u2, u4"},
		{"uint64", "u8"},
		{"float16", "f2"},
		{"float", "f4, f8"},
		{"longdouble", "f12, f16, c24, c32"},
		{"complex", "c8, c16"},
		{"datetime", "M8, m8"},
		{"bytes", "S"},
		{"text", "U"},
		{"void", "V"},
		{"structured", "a list of fields"},
		{"nested", "a structured type or a sub-array inside of a structured type"},
		{"titles", "fields with titles"},
		{"object", "O: a pickle"},
		{"big-endian", "a byte order of >"},
		{"fortran-order", "data in Fortran order of two or more dimensions"},
		{"0d", "an array of rank 0"},
		{"1d", "an array of rank 1"},
		{"2d", "an array of rank 2"},
		{"nd", "an array of a higher rank"},
		{"empty", "an array without elements"},
		{"zero-itemsize", "elements of zero bytes"},
		{"long-header", "a header of more than 256 bytes"},
		{"npz", "an archive"},
		{"deflate", "deflated members"},
		{"data-descriptor", "members of an archive whose sizes stand behind their data"},
		{"zip64", "the wider fields of zip64, in the headers of members or at the end of an archive"},
	}
}
