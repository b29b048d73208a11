package main

// reasons returns by rule why NumPy does otherwise. Every case of the page that breaks a rule breaks
// one of these; the order decides for cases that break several.
func reasons() []reason {
	return []reason{
		{"prefix-header-truncated", "Python makes room for as many bytes as it is asked to read from a file, and then finds fewer. A stream hands out what it has."},

		{"literal-long-suffix", "Up to 1.24 a filter took the suffix L away in every header of version 1.0 and 2.0. Since 1.25 it runs on headers that Python can't read, and warns."},
		{"literal-long-suffix-detached", "The filter for the suffix L looks at tokens, and white space between them doesn't matter to it."},
		{"literal-unterminated", "The filter for the suffix L splits the header into tokens, and its TokenError is not caught."},
		{"header-leading-text", "Python takes a comment for nothing. A quote without an end lets the filter for the suffix L fail with a TokenError, which is not caught."},
		{"header-newline-not-last", "Since 1.25 the header is read without the filter for the suffix L first. Python takes a space behind the newline for indentation and refuses it, so that the filter runs, which mends it, and warns."},
		{"header-nesting-depth", "Brackets that are never closed let the filter for the suffix L fail with a TokenError, which is not caught. Deep nesting alone is rejected."},
		{"header-excess-padding", "Up to 2.0 numpy.memmap maps from the page in which the data begin, and there is none if the file ends with a page."},
		{"header-trailing-text", "A closing bracket too many lets the filter for the suffix L fail with a TokenError, which is not caught."},
		{"header-not-a-literal", "The filter for the suffix L fails with a TokenError on a header that ends too early, and Python's parser with a RecursionError on thousands of signs. Neither is caught."},

		{"keys-duplicate", "In a Python dictionary the last of two equal keys wins, without a word. The corpus rejects them because readers in other languages take the first."},
		{"keys-not-str", "The keys are sorted for the error message, and keys of different types can't be compared. A list or a dictionary can't be a key at all. Either is a TypeError."},

		{"descr-alias-a", "NumPy 2 warns that the kind a is deprecated."},
		{"descr-c-type-code", "NumPy 2 has two more letters: n and N, the signed and the unsigned size of a pointer."},
		{"descr-comma-string", "descr goes to numpy.dtype, which reads a string with commas or repeat counts as a list of types. NumPy 2 made other types of some. What is a sub-array fares as under descr-tuple-top-level."},
		{"descr-datetime-divisor", "NumPy turns a unit with a divisor into a smaller unit. It never writes one."},
		{"descr-datetime-divisor-zero", "NumPy divides by the number in the file. The process ends with SIGFPE, which no handler of exceptions sees."},
		{"descr-datetime-multiple", "NumPy doesn't check the multiple."},
		{"descr-dict", "numpy.lib.format takes whatever is no string and no tuple for a list of fields, and an empty dictionary has none."},
		{"descr-field-not-tuple", "Each field is unpacked, whatever it is: a list, a string of two characters, or a set, whose order depends on the hashes of the run."},
		{"descr-size-negative", "NumPy 1.x doesn't check the size and cuts it to 32 bits. With mmap_mode it returns an array of elements of a negative size, which can't be used."},
		{"descr-size-overflow", "NumPy 1.x cuts the size to 32 bits, and up to 2.0 the number of bytes of a text too. So a size of 2^32 + 3 is 3, and the array is as wrong as it looks right."},
		{"descr-subarray-shape-one", "The number 1 is no shape to NumPy 1.x, which warns, and the shape (1,) to NumPy 2."},
		{"descr-subarray-shape-type", "numpy.dtype takes a list for a tuple, and None for no shape."},
		{"descr-title-type", "numpy.dtype takes any object for a title."},
		{"descr-tuple-base-alias", "numpy.dtype takes a pair of types for one type with two views."},
		{"descr-tuple-malformed", "NumPy looks for the second item of a tuple without asking for its length: an IndexError. None, as the second item, is no shape."},
		{"descr-tuple-top-level", "A sub-array is no type of an array. numpy.memmap makes dimensions of it. The others take the items of the sub-arrays for elements, and numpy.fromfile doesn't mind that the file ends before it has enough sub-arrays, so that the number of elements may fit the shape."},
		{"descr-type-name", "NumPy 2 has fewer names of types."},
		{"descr-type-number", "numpy.dtype takes a single control character for the number of a type."},
		{"descr-unknown-code", "A micro sign is u to NumPy. Text with a lone surrogate can't be encoded for the error message: a UnicodeEncodeError."},

		{"shape-bool", "A bool is an int to the check of the shape, and no dimension to what comes behind it: a TypeError."},
		{"shape-dimension-overflow", "A Python integer that doesn't fit into 64 bits is an OverflowError, which is not caught."},
		{"shape-negative", "Up to 2.2 a negative number of elements made numpy.fromfile read all that there is, and reshape found out the dimension. The corpus rejects it: a stream and mmap_mode do."},
		{"shape-product-overflow", "numpy.memmap computes the size in 64 bits, and a negative one is an OverflowError, which is not caught."},
		{"shape-rank-over-32", "NumPy 1.x has arrays of up to 32 dimensions, NumPy 2 of up to 64."},

		{"data-truncated", "numpy.fromfile, and numpy.ndarray for a stream, make room for the array that the header tells of, and then look how much there is. mmap_mode compares with the size of the file first."},

		{"zip-several-end-records", "zipfile takes the last end record that it finds, and the archive for what that says."},
		{"zip-end-record-mismatch", "zipfile reads entries for as many bytes as the directory is said to have, and doesn't compare the counts."},
		{"zip-comment-truncated", "zipfile takes as much of the comment as there is."},
		{"zip-prefix-bytes", "zipfile finds an archive from its end, and adds what stands in front of it to every offset if they are short by as much."},
		{"zip-trailing-bytes", "zipfile looks for the end record in the last 64 KiB, and doesn't mind what follows it."},
		{"zip-gap", "zipfile goes from the directory to each member, and doesn't look at what lies between them."},
		{"zip-overlap", "zipfile reads each member from where the directory says. Since Python 3.11.8 it refuses what overlaps; these are the records of 3.11.7."},
		{"zip-hidden-member", "zipfile knows the members that the directory lists."},
		{"zip-multi-disk", "zipfile doesn't look at the number of the disk in entries and end records."},
		{"zip-zip64-record", "zipfile takes the zip64 end record right in front of its locator, whatever that says, and doesn't compare it with the end record."},
		{"zip-header-mismatch", "zipfile compares the names. Flags, method, sizes and checksum are those of the directory."},
		{"zip-encrypted", "zipfile doesn't look at the flag for masked headers."},
		{"zip-data-descriptor", "zipfile never looks at a data descriptor: sizes and checksum are those of the directory."},
		{"zip-extra-malformed", "zipfile looks at the extra field of the entry alone, there for the first zip64 block, and leaves out what is too short for a block."},
		{"zip-unicode-path", "zipfile of Python 3.11 doesn't know this block."},
		{"zip-zip64-extra", "zipfile looks at the zip64 block of the entry alone, and takes from it what the entry leaves to it."},
		{"zip-name-duplicate", "Each of the two keys returns the last member of the name."},
		{"zip-name-empty", "To NumPy an empty key is a key like any other."},
		{"zip-name-nul", "zipfile cuts a name at its first NUL."},
		{"zip-size", "zipfile stops where the data end, and doesn't compare their number with the size."},
		{"zip-deflate-corrupt", "zipfile stops where the data end, and doesn't miss the end of the stream."},
		{"zip-deflate-trailing", "zipfile stops where the stream ends, and doesn't look at what follows."},
		{"npz-key-ambiguous", "A key is a member of that name, if there is one, and otherwise the one with .npy behind it. So one of the two members can't be read."},
		{"npz-member-without-magic", "NumPy returns the bytes of what doesn't begin with the magic, whatever its name."},
		{"npz-member-pickle", "NumPy returns the bytes of what is no array, and leaves it to its caller not to load them."},
	}
}

type reason struct{ rule, text string }
