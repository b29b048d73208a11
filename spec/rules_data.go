package spec

const (
	DataTruncated ID = iota + dataIDs
	DataTrailing
	DataSecondArray
	DataBoolValue
	DataCodePoint
	DataPaddingNotZero
)

// dataRules are about the bytes after the header (section 7 of npy.md).
func dataRules() []Rule {
	return []Rule{
		{
			ID: DataTruncated, Name: "data-truncated", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-7.1", Since: "0.1.0",
			Title: "file ends inside the data",
			Doc: "The header promises more bytes than follow. Killed writers and broken downloads leave such files, " +
				"and so do headers with the wrong shape or type. NumPy rejects them. npyio repeats the last value to " +
				"the end, llohse's and matajoh's libnpy return zeros, xtensor returns uninitialised memory, and " +
				"JetBrains npy hung. All of these results look like an array.",
			Owner: ownAgain + " If only its end is missing, the rows or elements that the message counts are still " +
				"in it.",
			Author: authorComplete,
			Fix:    fixLost,
		},
		{
			ID: DataTrailing, Name: "data-trailing", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-7.2", Since: "0.1.0",
			Title: "extra bytes after the data",
			Doc: "A file holds one array and nothing after it. Extra bytes come from a shape that wasn't updated, " +
				"from a longer file that was overwritten, or from somebody who hides data on purpose. NumPy ignores " +
				"them; ndarray-npy, JetBrains npy, numpy-parser and npyjs reject the file.",
			Owner: ownAgain + " Cutting the bytes off can hide damage: they may be rows that the shape doesn't " +
				"count, and what comes before them may be from another writer or another array.",
			Author: "Write the shape again when you append rows, and truncate a file that you overwrite.",
			Fix: FixNote{Way: FixIfSafe, Flag: "--cut", Why: "if the bytes are a single newline or zeros up to a multiple " +
				"of 512, and not whole elements"},
		},
		{
			ID: DataSecondArray, Name: "data-second-array", Level: May, Kind: Conformance, Reader: Either, Clause: "npy-7.2", Since: "0.1.0",
			Title: "another array after the data",
			Doc: "NumPy leaves an open file positioned after the array that it has read or written, so programs call " +
				"np.save several times on one file, and np.load as often. The documentation of numpy.save shows this; " +
				"NEP 1 puts it outside the format. np.load(path) and most other readers return only the first array " +
				"without a warning; some reject a file that is longer than its header says. npycheck walks every " +
				"array like the first, and its findings name the array: a.npy[2] is the second.",
			Owner:  "To read all arrays in NumPy, open the file and call np.load(f) once for each.",
			Author: "Write one file for each array, or an .npz archive: more readers find all of them.",
			Fix:    FixNote{Way: FixIfAsked, Flag: "--split", Why: "each array gets a file of its own"},
		},
		{
			ID: DataBoolValue, Name: "data-bool-value", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-7.3", Since: "0.1.0",
			Title: "boolean byte other than 0 or 1",
			Doc: "A boolean is one byte, 0 or 1. Other values come from writers that store a C int or a bit mask. " +
				"NumPy keeps them: 2 counts as true, and operations on the raw byte can go wrong. Readers disagree: " +
				"npyio and JetBrains npy read 2 as false, cnpy passes the byte through, ndarray-npy and npyz reject " +
				"the file.",
			Owner: "If nobody wrote such values, fetch the file again. If every value but 0 means true: " +
				"np.save(path, np.load(path).view('u1') != 0).",
			Author: "Write 0 for false and 1 for true.",
			Fix:    fixContent,
		},
		{
			ID: DataCodePoint, Name: "data-code-point", Level: Should, Kind: Conformance, Reader: Either, Clause: "npy-7.4", Since: "0.1.0",
			Title: "U data that is not a Unicode scalar value",
			Doc: "Each character of type U is a code point in four bytes. Numbers above 10FFFF are not characters, " +
				"and a surrogate is half of a UTF-16 pair: npyjs writes characters outside the basic plane as two " +
				"such halves, and NumPy reads another string. NumPy doesn't check the data when it loads it; the " +
				"error comes when the element is used.",
			Owner:  ownAgain + " NumPy loads the array, and fails when the element is used.",
			Author: "Write one code point for each character, and no halves of UTF-16 pairs.",
			Fix:    fixContent,
		},
		{
			ID: DataPaddingNotZero, Name: "data-padding-not-zero", Level: May, Kind: Conformance, Reader: Accept, Clause: "npy-7.5", Since: "0.1.0",
			Title: "padding bytes that are not zero",
			Doc: "Padding bytes have no meaning, but they are stored. NumPy writes whatever was in memory, which can " +
				"be left over from other data: that leaks it, and makes two saves of equal arrays differ. If NumPy " +
				"reads the file from a stream, the padding in memory isn't even the file's.",
			Owner: ownNothing + " The bytes may be left over from other data: think of that before you publish the " +
				"file.",
			Author: "To keep old memory out of files, create structured arrays with np.zeros, or use a type " +
				"without padding.",
			Fix: fixContent,
		},
	}
}
