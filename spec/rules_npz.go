package spec

const (
	NpzEmpty ID = iota + npzIDs
	NpzNameSuffix
	NpzMemberNotNpy
	NpzNoArray
	NpzMemberWithoutMagic
	NpzNameNested
	NpzKeyAmbiguous
	NpzMixedMethods
	NpzMemberPickle
	NpzMemberArchive
)

// npzRules are about what the members of an .npz file are (section 5 of npz.md).
func npzRules() []Rule {
	return []Rule{
		{
			ID: NpzEmpty, Name: "npz-empty", Level: May, Kind: Conformance, Reader: Accept, Clause: "npz-5.1", Since: "0.1.0",
			Title: "archive without members",
			Doc: "np.savez(f) without an array writes the 22 bytes of an end record, and np.load reads it back as an " +
				"archive of no arrays. The archive is legal, but it often comes from a program that had nothing to " +
				"save and didn't notice. Readers that look for the signature of a local header don't recognise it as " +
				"an archive.",
			Owner: "Nothing needs to be done if the archive is meant to be empty.",
			Fix:   fixMembers,
		},
		{
			ID: NpzNameSuffix, Name: "npz-name-suffix", Level: Should, Kind: Conformance, Reader: Either, Clause: "npz-5.2", Since: "0.1.0",
			Title: "array in a member without the suffix .npy",
			Doc: "NumPy looks at the first bytes of a member and not at its name, so it reads the array under the " +
				"full name. Other readers, and scanners, go by the suffix and skip the member. A suffix in capitals " +
				"doesn't count either: it stays in the key. np.savez always adds .npy.",
			Owner:  ownRewriteZ + " The key stays the same.",
			Author: "Add .npy to the names of members, as np.savez does.",
			Fix:    FixNote{Way: FixIfSafe, Why: "if the member is an array, and no other member gets its key"},
		},
		{
			ID: NpzMemberNotNpy, Name: "npz-member-not-npy", Level: Should, Kind: Conformance, Reader: Either, Clause: "npz-5.2", Since: "0.1.0",
			Title: "member that is not an array",
			Doc: "An .npz file holds arrays. NumPy lists any other file among them and returns its bytes where a " +
				"caller expects an array; readers with their own types fail. Tools that keep notes, settings or " +
				"checksums next to the arrays write such members, and zip tools on macOS add some.",
			Owner:  "Nothing needs to be done if you know the member: np.load returns its bytes.",
			Author: "Keep the file outside the archive, or save its text as an array: np.array('text').",
			Fix:    fixMembers,
		},
		{
			ID: NpzNoArray, Name: "npz-no-array", Level: Must, Kind: Conformance, Reader: Either, Clause: "npz-5.2", Since: "0.1.0",
			Title: "archive without any array",
			Doc: "Documents, programs and models in other formats are zip archives as well, and np.load opens any of " +
				"them, whatever its name is: it lists their members, and returns bytes where an array is expected. " +
				"npycheck recognises some of them by their members: documents of Microsoft Office and OpenDocument, " +
				"Java archives and Android packages, files of PyTorch (.pt) and Keras, Python wheels, Zarr stores. " +
				"This finding replaces those about the single members. An archive without any members is a different " +
				"case: np.savez writes it.",
			Owner:  "Check whether it is the right file; if so, read it with the program that its format is for.",
			Author: "Write arrays with np.savez.",
			Fix:    fixMembers,
		},
		{
			ID: NpzMemberWithoutMagic, Name: "npz-member-without-magic", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-5.2", Since: "0.1.0",
			Title: ".npy member that is not a .npy file",
			Doc: "The name promises an array, but the data isn't one. NumPy returns the raw bytes without an error, " +
				"so the mistake shows up far from where it was made, or never: bytes can be added and compared too. A " +
				"program that ends between creating a member and writing it leaves an empty one. Zip tools on macOS " +
				"add to every array a member like __MACOSX/._a.npy, which begins with 00 05 16 07.",
			Owner:  ownAgain + " np.load returns the bytes of the member, not an array.",
			Author: "Write an array, or give the member the suffix of its format.",
			Fix:    fixMembers,
		},
		{
			ID: NpzNameNested, Name: "npz-name-nested", Level: May, Kind: Conformance, Reader: Accept, Clause: "npz-5.2", Since: "0.1.0",
			Title: "member in a folder",
			Doc: "A slash in a key is legal, and programs use it to keep the parameters of a model or the attributes " +
				"of an object together. The key is the whole name without .npy. A reader that extracts the archive " +
				"has to create the folders; one that makes variables of the keys, as MATLAB does, has to change the " +
				"name. npycheck reports this for arrays only.",
			Owner: ownNothing,
			Fix:   fixMembers,
		},
		{
			ID: NpzKeyAmbiguous, Name: "npz-key-ambiguous", Level: Must, Kind: Security, Reader: Either, Clause: "npz-5.3", Since: "0.1.0",
			Title: "key that two members share",
			Doc: "NumPy offers each member under its name and under its name without .npy, and the full name wins. " +
				"If the key of one member is the name of another, iterating over the keys never reaches that member's " +
				"array: NumPy returns the other one instead, without an error. np.savez(f, **{'a': x, 'a.npy': y}) " +
				"writes such a file, and y is lost. Readers that have only one key for each member read both.",
			Owner: "np.load can't return one of the two arrays. Read both with zipfile under their full names, and " +
				"save them under keys that differ in more than .npy.",
			Author: "Use keys that don't end in .npy.",
			Fix:    fixMembers,
		},
		{
			ID: NpzMixedMethods, Name: "npz-mixed-methods", Level: May, Kind: Conformance, Reader: Accept, Clause: "npz-5.4", Since: "0.1.0",
			Title: "members with different compression methods",
			Doc: "np.savez stores every member and np.savez_compressed deflates every one; a mixture comes from " +
				"another writer, or from two that took turns. It can be wise: data that doesn't shrink is better " +
				"stored. A reader that maps stored arrays into memory has to look at each member.",
			Owner: ownNothing,
			Fix:   fixMembers,
		},
		{
			ID: NpzMemberPickle, Name: "npz-member-pickle", Level: Must, Kind: Security, Reader: Either, Clause: "npz-5.5", Since: "0.1.0",
			Title: "member is a bare pickle",
			Doc: "A pickle without the header of an array has no place in an .npz file. np.load doesn't unpickle it, " +
				"even with allow_pickle=True, but returns the bytes; the danger lies in what is done with them. " +
				"Scanners that choose files by their suffix don't look into a member named .npy (CVE-2025-10155); " +
				"such a name is a false promise as well.",
			Owner: "Don't unpickle the member unless you trust its author. np.load returns its bytes and never " +
				"runs it.",
			Author: "Save arrays with np.savez, and keep pickles out of archives.",
			Fix:    fixMembers,
		},
		{
			ID: NpzMemberArchive, Name: "npz-member-archive", Level: Should, Kind: Security, Reader: Either, Clause: "npz-5.5", Since: "0.1.0",
			Title: "member is a zip archive",
			Doc: "An archive inside an archive holds arrays that no reader of .npz can reach, or content meant for " +
				"one program and not for another; nesting archives is also how zip bombs grow. np.load returns the " +
				"bytes. npycheck never opens it.",
			Owner:  "Extract it and check it by itself before you use it: npycheck doesn't look inside.",
			Author: "Put the arrays into one archive, or keep the inner one as a separate file.",
			Fix:    fixMembers,
		},
	}
}
