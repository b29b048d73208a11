package spec

const (
	KeysMissing ID = iota + keysIDs
	KeysExtra
	KeysMisspelled
	KeysDuplicate
	KeysNotStr
	KeysNotSorted
)

// keysRules are about the keys of the dictionary (section 4 of npy.md).
func keysRules() []Rule {
	return []Rule{
		{
			ID: KeysMissing, Name: "keys-missing", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-4.1", Since: "0.1.0",
			Title: "a required key is missing",
			Doc: "A reader needs all three keys to read the data, and the format has no defaults. NumPy rejects the " +
				"file. npyjs, numpy-parser and matajoh's libnpy accept a header without fortran_order, and libnpy " +
				"then returns an uninitialised boolean: one build read a file in Fortran order, another read the same " +
				"file in C order.",
			Owner:  ownAgain + " What the key would say can't be guessed from the data.",
			Author: "Write all three keys: descr, fortran_order and shape.",
			Fix:    fixUnknown,
		},
		{
			ID: KeysExtra, Name: "keys-extra", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-4.1", Since: "0.1.0",
			Title: "unknown key in the dictionary",
			Doc: "The set of keys is closed, so that no reader overlooks something that changes the meaning. Writers " +
				"add keys to carry metadata, which has no place in the format. NumPy rejects the file. gonpy, npyjs, " +
				"numpy-ts, cnpy, TinyNPY, npyz, JetBrains npy, npy-ocaml and npy-matlab accept it.",
			Owner:  ownMended,
			Author: "Leave the key out; keep metadata in another file or in another member of an archive.",
			Fix:    fixKey,
		},
		{
			ID: KeysMisspelled, Name: "keys-misspelled", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-4.1", Since: "0.1.0",
			Title: "a key is misspelled",
			Doc: "If one of the three keys is missing and another key looks like it, npycheck reports the pair as " +
				"one misspelled key. Most of these headers were written by hand. NumPy rejects the file; a reader " +
				"that searches for part of the key may not notice.",
			Owner:  ownMended,
			Author: "Spell the keys as the format does: descr, fortran_order, shape.",
			Fix:    fixExactly,
		},
		{
			ID: KeysDuplicate, Name: "keys-duplicate", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-4.2", Since: "0.1.0",
			Title: "a key occurs twice",
			Doc: "In a Python dictionary the last of two equal keys wins, and NumPy uses that one. gonpy, npyjs, " +
				"cnpy, TinyNPY, npy-ocaml, npy-matlab and numpy-ts use the first, and xtensor joins both shapes: " +
				"different readers return different arrays from the same bytes. An attacker can use that to have one " +
				"array checked and another one used.",
			Owner:  ownMended + " Readers differ in which of the two entries counts.",
			Author: "Write each key once.",
			Fix:    fixAmbiguous,
		},
		{
			ID: KeysNotStr, Name: "keys-not-str", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npy-4.3", Since: "0.1.0",
			Title: "a key is not a string",
			Doc: "Keys are strings; in Python the bytes b'descr' are a different key. NumPy rejects the file, in " +
				"some cases with a TypeError: it sorts the keys for its error message, and can't compare all types. " +
				"Code ported from Python 2 can write bytes.",
			Owner:  ownMended,
			Author: "Write the keys as plain strings, and no others than the three.",
			Fix:    fixKey,
		},
		{
			ID: KeysNotSorted, Name: "keys-not-sorted", Level: Should, Kind: Conformance, Reader: Accept, Clause: "npy-4.4", Since: "0.1.0",
			Title: "keys are not in alphabetic order",
			Doc: "The document asks writers to sort the keys and forbids readers to rely on it. NumPy sorts them, " +
				"and reads any order. npyio panics on another order; xtensor, numpy-parser and JetBrains npy reject " +
				"it.",
			Owner:  ownRewrite,
			Author: "Write descr, fortran_order and shape in this order.",
			Fix:    fixForm,
		},
	}
}
