package spec

const (
	PrefixTooShort ID = iota + prefixIDs
	PrefixMagic
	PrefixVersionUnknown
	PrefixHeaderTruncated
	PrefixLengthBigEndian
	PrefixLengthWidth
	PrefixVersionHigherThanNeeded
)

// prefixRules are about magic, version and header length (section 1 of npy.md).
func prefixRules() []Rule {
	return []Rule{
		{
			ID: PrefixTooShort, Name: "prefix-too-short", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-1.1", Since: "0.1.0",
			Title: "file ends inside the prefix",
			Doc: "A file that ends inside its prefix doesn't even show that it is a .npy file. Killed writers, full " +
				"disks and broken downloads leave such files; most of them are empty. NumPy rejects them: an empty " +
				"file with an EOFError since 1.25, and with a ValueError before. The OCaml reader npy ran forever on " +
				"an empty file and on a truncated magic string.",
			Owner:  ownAgain + " There is nothing in it to save.",
			Author: authorComplete,
			Fix:    fixLost,
		},
		{
			ID: PrefixMagic, Name: "prefix-magic", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-1.2", Since: "0.1.0",
			Title: "first six bytes are not the magic string",
			Doc: "The magic string shows a reader which format it has before it trusts any length in the file. Files " +
				"of other formats under the name .npy are common, and so are .npy files that went through a text " +
				"conversion. NumPy tries to unpickle a file that begins with neither the magic string nor the " +
				"signature of a zip archive, and a pickle can run any code: with allow_pickle=True the first bytes " +
				"decide whether that happens. cnpy reads a file without looking at the magic string.",
			Owner: ownAgain + " If it is raw data, as tofile and np.memmap write it, np.fromfile(path, dtype) " +
				"reads it, but only if you know its type and shape.",
			Author: "Write arrays with np.save, or begin the file with the magic string, \\x93NUMPY, and the " +
				"version.",
			Fix: FixNote{Way: FixIfSafe, Why: "if all that is wrong is gzip, base64 or UTF-8 around a whole array, text " +
				"before it or a damaged magic, and the name ends in .npy or .npz"},
		},
		{
			ID: PrefixVersionUnknown, Name: "prefix-version-unknown", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-1.3", Since: "0.1.0",
			Title: "format version is not 1.0, 2.0 or 3.0",
			Doc: "A reader that doesn't know the version can't know where the header begins or how its " +
				"text is encoded. No writer is known to use another version on purpose; the bytes are usually " +
				"damaged or guessed. NumPy rejects every pair but these three, including 1.1 and 2.1. npyio, " +
				"npyjs, numpy-parser, numpy-ts, cnpy, TinyNPY, npy-ocaml and npy-matlab all read a file of " +
				"version 1.1 as if it were 1.0.",
			Owner:  ownAgain + " The bytes of the version are damaged, or the writer guessed them.",
			Author: "Write version 1.0, or the version that matches the width of the length field.",
			Fix:    fixUnknown,
		},
		{
			ID: PrefixHeaderTruncated, Name: "prefix-header-truncated", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-1.5", Since: "0.1.0",
			Title: "file ends inside the header",
			Doc: "The header length is the first number in the file that a reader must not trust. In a truncated " +
				"file it reaches past the end, and so it does in a file made to exhaust its reader: version 2.0 can " +
				"ask for 4 GiB in twelve bytes. NumPy rejects such a file, but allocates the buffer first: where " +
				"memory is short, a file of 150 bytes that asks for 4 GiB ends in a MemoryError. gonpy, llohse's " +
				"libnpy and xtensor allocate the 4 GiB too.",
			Owner: ownAgain,
			Author: authorComplete + " In a reader, compare the header length with the size of the file before you " +
				"allocate, or read in pieces.",
			Fix: fixLost,
		},
		{
			ID: PrefixLengthBigEndian, Name: "prefix-length-big-endian", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-1.4", Since: "0.1.0",
			Title: "header length is stored big-endian",
			Doc: "The length field is little-endian in every file, whatever the byte order of the array. A writer " +
				"that uses the byte order of its machine or its stream library gets this wrong on a big-endian " +
				"machine, or in a language whose streams are big-endian. Read as little-endian, 118 becomes 30208 and " +
				"reaches past the end of most files, so NumPy rejects them.",
			Owner:  ownMended,
			Author: "Write the least significant byte of the length first.",
			Fix:    fixExactly,
		},
		{
			ID: PrefixLengthWidth, Name: "prefix-length-width", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-1.4", Since: "0.1.0",
			Title: "header length field has the width of another version",
			Doc: "The field has two bytes in version 1.0 and four in 2.0 and 3.0. A writer that changes the version " +
				"without the width, or the width without the version, shifts the header by two bytes. NumPy then " +
				"finds no dictionary and rejects the file. npy-matlab makes the same mistake as a reader: it reads " +
				"two bytes in every version, and so returns shifted data for every valid 2.0 and 3.0 file, without an " +
				"error.",
			Owner:  ownMended,
			Author: "Write two bytes of length in version 1.0, and four in 2.0 and 3.0.",
			Fix:    fixExactly,
		},
		{
			ID: PrefixVersionHigherThanNeeded, Name: "prefix-version-higher-than-needed", Level: May, Kind: Portability, Reader: Accept, Clause: "npy-1.6", Since: "0.1.0",
			Title: "header that fits an older format version",
			Doc: "A newer version than the header needs is legal, but excludes readers for no benefit: cnpy and " +
				"gonpy, among others, reject 3.0, and cnpy rejects 2.0 as well. numpy.save always writes the oldest " +
				"version that can hold the header; write_array writes the version that it is given. npyio writes " +
				"every file as 2.0, and a file from NPZ.jl, found in the wild, is 2.0 too. Every reader of the " +
				"declared version must accept the file.",
			Owner:  ownNothing + " For readers that know only older versions: np.save(path, np.load(path)).",
			Author: "Write version 1.0 unless the header needs a newer one.",
			Fix:    fixForm,
		},
	}
}
