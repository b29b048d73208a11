package spec

const (
	NpzSingleArray ID = iota + npzFileIDs
)

// npzFileRules are about the name of a file (clause npz-1.8).
func npzFileRules() []Rule {
	return []Rule{
		{
			ID: NpzSingleArray, Name: "npz-single-array", Level: Should, Kind: Conformance, Reader: Either, Clause: "npz-1.8", Since: "0.1.0",
			Title: ".npz file that is a single array",
			Doc: "The name promises an archive of arrays, but the file is a single one. np.load goes by the first " +
				"bytes and returns the array, so np.load(...)['a'] fails far from the mistake; readers that go by the " +
				"name look for the end record of a zip archive and find none. Such files come from np.save to an open " +
				"file, from renaming, and from downloads that were named by hand. npycheck reports this only for a " +
				"file whose name it knows.",
			Owner:  "Rename the file to .npy, or save the array with np.savez.",
			Author: "Write archives with np.savez, and give files of np.save the suffix .npy.",
			Fix:    FixNote{Way: FixIfAsked, Flag: "--rename", Why: "programs may know the file by its name"},
		},
	}
}
