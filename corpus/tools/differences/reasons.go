package main

// reasons returns, by rule, why NumPy differs. Every case on the page that breaks a rule breaks one
// of these; the order decides for a case that breaks several.
func reasons() []reason {
	return []reason{
		{"prefix-length-width", "The upper bytes of the length are NUL bytes before the dictionary. Since Python 3.12 the filter for the suffix L fails on those with a TokenError, which NumPy does not catch."},
		{"prefix-header-truncated", "Python allocates as many bytes as it is asked to read from a file and then finds fewer. A stream returns what it has."},

		{"literal-long-suffix", "Up to 1.24 a filter removed the suffix L from every version 1.0 and 2.0 header. Since 1.25 it runs only on headers that Python can't read, and warns."},
		{"literal-long-suffix-detached", "The filter for the suffix L looks at tokens and ignores the whitespace between them."},
		{"literal-unterminated", "The filter for the suffix L splits the header into tokens, and NumPy does not catch its TokenError."},
		{"header-leading-text", "Python ignores comments. An unterminated quote makes the filter for the suffix L fail with a TokenError, which NumPy does not catch."},
		{"header-nul", "Since Python 3.12 the filter for the suffix L fails on a NUL with a TokenError, which NumPy does not catch."},
		{"header-padding-nul", "As under header-nul."},
		{"header-empty", "Since Python 3.12 the filter for the suffix L fails on a vertical tab with a TokenError, which NumPy does not catch."},
		{"header-leading-indent", "As under header-empty, here also for a tab after a carriage return."},
		{"header-leading-space", "Since 1.25 NumPy first reads the header without the filter for the suffix L. Python treats a space after a form feed as indentation and rejects it, so the filter runs, which removes both, and NumPy warns."},
		{"header-newline-not-last", "Since 1.25 NumPy first reads the header without the filter for the suffix L. Python treats a space after the newline as indentation and rejects it, so the filter runs, which up to Python 3.11 repairs the header, and NumPy warns."},
		{"header-nesting-depth", "Brackets that are never closed make the filter for the suffix L fail with a TokenError, which NumPy does not catch. Since Python 3.12 more than 100 of them do, closed or not."},
		{"header-excess-padding", "Up to 2.0 numpy.memmap maps the file from the page in which the data begins, and there is no such page if the file ends at a page boundary."},
		{"header-trailing-text", "An extra closing bracket makes the filter for the suffix L fail with a TokenError, which NumPy does not catch."},
		{"header-not-a-literal", "The filter for the suffix L fails with a TokenError on a header that ends too early, since Python 3.12 also on a character or a number that is not a token, and Python's parser with a RecursionError on thousands of signs. NumPy catches neither."},

		{"keys-duplicate", "In a Python dictionary the last of two duplicate keys silently wins. The corpus rejects such files because readers in other languages use the first."},
		{"keys-not-str", "NumPy sorts the keys for its error message, and keys of different types can't be compared. A list or a dictionary can't be a key at all. Both raise a TypeError."},

		{"descr-alias-a", "NumPy 2 warns that the kind a is deprecated, and 2.5 no longer has it."},
		{"descr-c-type-code", "NumPy 2 has two more letters: n and N, the signed and the unsigned integer of the size of a pointer."},
		{"descr-repeat-count", "The descr goes to numpy.dtype, which reads a string with repeat counts as a list of dtypes. NumPy 2 reads some of them differently. A result that is a subarray behaves as under descr-tuple-top-level."},
		{"descr-datetime-divisor-inexact", "NumPy accepts a negative divisor, which makes the multiple negative."},
		{"descr-datetime-divisor-zero", "NumPy divides by the number in the file. SIGFPE ends the process, which no exception handler can prevent."},
		{"descr-datetime-multiple", "NumPy doesn't check the multiple."},
		{"descr-dict", "numpy.lib.format treats everything but a string or a tuple as a list of fields, and an empty dictionary has none."},
		{"descr-field-not-tuple", "NumPy unpacks each field, whatever it is: a string of two characters, or a set, whose order depends on hashes that differ from run to run, so what NumPy does with it is not recorded."},
		{"descr-size-negative", "NumPy 1.x doesn't check the size and truncates it to 32 bits. With mmap_mode it returns an unusable array whose elements have a negative size."},
		{"descr-size-overflow", "NumPy 1.x truncates the size to 32 bits, and NumPy up to 2.0 the number of bytes of text too. So a size of 2^32 + 3 becomes 3, and the array looks right but is wrong."},
		{"descr-subarray-shape-one", "NumPy 1.x reads the number 1 as no shape and warns; NumPy 2 reads it as the shape (1,)."},
		{"descr-two-types", "numpy.dtype reads a pair of dtypes as the first, with the fields of the second."},
		{"descr-tuple-malformed", "NumPy reads the second item of a tuple without checking its length, which raises an IndexError. If the second item is None, it reads no shape."},
		{"descr-tuple-top-level", "A subarray can't be the dtype of an array. numpy.memmap turns it into dimensions. The other ways of reading count the items of the subarrays as elements, and numpy.fromfile ignores that the file ends before it has read enough subarrays, so the number of elements may fit the shape."},
		{"descr-type-name", "NumPy 2 has fewer dtype names."},
		{"descr-unknown-code", "A lone surrogate can't be encoded for the error message, which raises a UnicodeEncodeError."},

		{"shape-bool", "The check of the shape accepts a bool as an int; the code after it doesn't accept it as a dimension and raises a TypeError."},
		{"shape-dimension-overflow", "A Python integer that doesn't fit in 64 bits raises an OverflowError, which NumPy does not catch."},
		{"shape-negative", "Up to 2.2 a negative number of elements made numpy.fromfile read everything, and reshape inferred the dimension. The corpus rejects such files, as NumPy does for a stream and with mmap_mode."},
		{"shape-zero-with-huge-dimension", "NumPy 2's numpy.memmap raises an OverflowError for a dimension that doesn't fit in 64 bits, which NumPy does not catch."},
		{"shape-product-overflow", "numpy.memmap computes the size in 64 bits, and a negative size raises an OverflowError, which NumPy does not catch."},
		{"shape-rank-over-32", "NumPy 1.x supports up to 32 dimensions, NumPy 2 up to 64."},

		{"data-truncated", "numpy.fromfile, and numpy.ndarray for a stream, allocate the array that the header promises before they check how much data there is. mmap_mode compares it with the size of the file first."},

		{"zip-several-end-records", "zipfile believes the last end record that it finds."},
		{"zip-end-record-mismatch", "zipfile reads as many bytes of entries as the end record says and doesn't compare the counts."},
		{"zip-comment-truncated", "zipfile reads as much of the comment as there is."},
		{"zip-prefix-bytes", "zipfile finds an archive from its end and adds the number of bytes before it to every offset if the offsets don't count them."},
		{"zip-overlap", "zipfile reads each member where the central directory says. Since Python 3.11.8 it rejects overlaps."},
		{"zip-multi-disk", "zipfile ignores the disk numbers in directory entries and end records."},
		{"zip-zip64-record", "zipfile takes the zip64 end record right before its locator, whatever offset the locator has, and doesn't compare it with the end record."},
		{"zip-extra-malformed", "zipfile reads only the extra field of the directory entry, looks there for the first zip64 block, and ignores what is too short for a block."},
		{"zip-unicode-path", "Python 3.11's zipfile doesn't know this block."},
		{"zip-zip64-extra", "zipfile reads only the zip64 block of the directory entry, and only those values that the entry defers to it."},
		{"zip-member-count", "NumPy 2.2 and earlier look for each key in the list of all members, which takes minutes with this many."},
		{"zip-name-duplicate", "Each of the two keys returns the last member with the name."},
		{"zip-name-nul", "zipfile cuts a name at its first NUL."},
		{"zip-deflate-corrupt", "zipfile stops where the data ends and doesn't notice that the end of the stream is missing."},
		{"zip-data-corrupt", "zipfile lets the LZMAError of Python's lzma through, which says that the file is corrupt but is not an error that np.load documents."},
		{"npz-key-ambiguous", "A key means the member with that name, if there is one, and otherwise the member with that name and .npy. So one of the two members can't be read."},
		{"npz-member-without-magic", "NumPy returns the bytes of a member that doesn't begin with the magic, whatever its name."},
		{"npz-member-pickle", "NumPy returns the bytes of a member that is not an array; whether to unpickle them is up to the caller."},
	}
}

type reason struct{ rule, text string }
