package cases

// Flag is a reason for which a reader may either read or reject a file. Each case whose duty is Either
// has one or more; a profile says for each flag what its readers do.
type Flag struct {
	Name string
	Doc  string
}

// Flags lists every flag.
func Flags() []Flag {
	return []Flag{
		{"alignment", "the data does not begin at a multiple of 16 bytes"},
		{"padding", "the padding contains whitespace other than spaces, or a comment"},
		{"terminator", "the header does not end with exactly one newline"},
		{"late-padding", "padding follows the newline that ends the header"},
		{"leading-space", "whitespace precedes the dictionary"},
		{"long-integer", "an integer has the suffix L, as in Python 2"},
		{"odd-literal", "a literal that Python reads but NumPy never writes: quotes, escapes, parentheses, number forms, comments"},
		{"named-escape", "an escape gives a character by name, which only Python reads"},
		{"latin1-header", "a version 1.0 or 2.0 header contains bytes over 0x7f, to be read as Latin-1"},
		{"raw-control", "a string contains raw control or invisible characters"},
		{"large-header", "the header has more than 10,000 characters, more than NumPy reads by default"},
		{"native-order", "the byte order is left to the machine that reads the file"},
		{"dtype-alias", "the dtype is not in NumPy's spelling"},
		{"longdouble", "the dtype is a long double, whose layout depends on the machine that wrote it"},
		{"odd-datetime", "a datetime unit is not in NumPy's spelling"},
		{"unnamed-field", "an unnamed field is not padding"},
		{"odd-padding-field", "padding in a structured type is not in NumPy's spelling"},
		{"odd-field", "a field is a list, or its title is not text"},
		{"odd-subarray", "the shape of a subarray is a number, a list or None"},
		{"trailing-data", "bytes follow the data or the archive"},
		{"odd-bool", "a boolean byte is neither 0 nor 1"},
		{"odd-code-point", "text contains a number that is not a Unicode scalar value"},
		{"rank-33", "the array has 33 to 64 dimensions, more than NumPy 1.x reads"},
		{"rank-65", "the array has more than 64 dimensions, more than any NumPy reads"},
		{"huge-empty", "the array is empty and its other dimensions overflow 63 bits"},
		{"object", "the data is a pickle"},
		{"unicode-prefix", "a string has the prefix u, as in Python 2"},
		{"odd-pickle", "the opcodes of a pickle do not fit its protocol"},
		{"unknown-import", "a pickle imports something other than NumPy's classes and Python's plain values"},
		{"huge-pickle", "a pickle nests very deep or expands to very many values"},
		{"odd-suffix", "the name of an array's member does not end with .npy"},
		{"other-format", "the file has the name of the other format"},
		{"other-member", "a member is not an array"},
		{"ambiguous-key", "the key of a member is the key or the name of another"},
		{"archive-comment", "the archive has a comment"},
		{"signature-in-comment", "the comment of the archive, or what follows it, contains the signature of a record without the record"},
		{"odd-method", "a member is compressed with bzip2, LZMA or Zstandard"},
		{"reserved-flag", "a member has a flag bit that no writer of .npz sets"},
		{"patch-flag", "a member has the flag bit for patched data"},
		{"high-version", "a member asks for a later zip version than it needs, up to 6.3"},
		{"unknown-version", "a member asks for a zip version after 6.3"},
		{"descriptor-signature", "a data descriptor has no signature"},
		{"directory-walk", "the fault is where a reader that follows the central directory does not look: the copies in local headers, data descriptors, bytes between members, members that the directory does not list"},
		{"directory-gap", "bytes follow the directory, and some readers treat them as bytes before the archive"},
		{"member-size", "the sizes of a member are not those of its data, and a reader that stops where the array ends does not see it"},
		{"member-short", "the size of a member is less than that of its data, so a reader that trusts it finds a truncated array"},
		{"special-file", "a member is marked as something other than a file, or as a folder with data"},
		{"odd-extra", "an extra field has a block that the usual writers do not write"},
		{"needless-zip64", "a value is deferred to zip64, or a zip64 record written, without need"},
		{"streamed-records", "the data of a streamed, stored member contains what looks like records"},
		{"folder-entry", "the archive has a directory entry for a folder"},
		{"hostile-name", "the name of a member leads outside its folder or has control characters"},
		{"odd-name", "the name of a member is one that some systems cannot store, display or distinguish from another"},
		{"cp437-name", "the name of a member is in code page 437"},
		{"many-members", "the archive has more than 10,000 members"},
		{"bomb", "a member inflates out of proportion to its array"},
	}
}

// Profile is a kind of reader: what it does with the flags of a case, and which features it
// doesn't claim to support.
type Profile struct {
	Name        string
	Doc         string
	Accepts     []string // flags that don't keep its readers from reading a file
	Rejects     []string // flags for which they refuse it; other flags leave it open
	Unsupported []string // features of cases that they refuse whatever the duty
}

// Profiles lists every profile.
func Profiles() []Profile {
	must := []string{"padding", "terminator", "late-padding", "native-order", "trailing-data", "odd-pickle", "reserved-flag", "patch-flag", "directory-walk", "directory-gap", "member-size", "member-short", "special-file", "hostile-name", "ambiguous-key"}
	return []Profile{
		{
			Name:    "strict",
			Doc:     "rejects what breaks a MUST or would need guessing, and reads the rest, as far as the flags decide",
			Accepts: []string{"alignment", "leading-space", "long-integer", "latin1-header", "unicode-prefix", "rank-33", "archive-comment", "signature-in-comment", "high-version", "descriptor-signature", "odd-extra", "needless-zip64", "streamed-records", "folder-entry", "odd-name", "many-members"},
			Rejects: must,
		},
		{
			Name:    "numpy",
			Doc:     "does with these flags what np.load does by default, in every release since 1.24",
			Accepts: []string{"alignment", "directory-walk", "member-size", "odd-field", "terminator", "long-integer", "latin1-header", "native-order", "unicode-prefix", "trailing-data", "odd-bool", "odd-code-point", "raw-control", "leading-space", "odd-subarray", "unnamed-field", "odd-padding-field", "odd-suffix", "other-format", "other-member", "archive-comment", "reserved-flag", "high-version", "descriptor-signature", "odd-extra", "needless-zip64", "streamed-records", "special-file", "folder-entry", "hostile-name", "odd-name", "cp437-name", "bomb"},
			Rejects: []string{"large-header", "huge-empty", "object", "rank-65", "signature-in-comment", "patch-flag", "directory-gap", "member-short", "unknown-version"},
		},
		{
			Name:        "numeric",
			Doc:         "reads numbers and booleans, but no structured types, text, datetimes or objects",
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
		{"nested", "a structured type or a subarray inside a structured type"},
		{"titles", "fields with titles"},
		{"object", "O: a pickle"},
		{"big-endian", "the byte order >"},
		{"fortran-order", "an array of two or more dimensions in Fortran order"},
		{"0d", "an array of rank 0"},
		{"1d", "an array of rank 1"},
		{"2d", "an array of rank 2"},
		{"nd", "an array of a higher rank"},
		{"empty", "an array without elements"},
		{"zero-itemsize", "elements of zero bytes"},
		{"long-header", "a header of more than 256 bytes"},
		{"npz", "an archive"},
		{"deflate", "deflated members"},
		{"data-descriptor", "members whose sizes follow their data"},
		{"zip64", "the wider fields of zip64, in member headers or at the end of the archive"},
	}
}
