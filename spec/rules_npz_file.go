package spec

// npzFileRules are about what the name of a file says of it (clause npz-1.8).
func npzFileRules() []Rule {
	array := npy(Version1, three, zeros(24))
	return []Rule{
		{
			ID: NpzNameOfArray, Name: "npz-name-of-array", Level: Should, Kind: Conformance, Reader: Either, Clause: "npz-1.8", Since: "0.1.0",
			Title: "array under a name that ends with .npz",
			Doc: "The name promises an archive of arrays and the file is a single one. np.load goes by the " +
				"first bytes and returns the array, so np.load(...)['a'] fails far from the mistake; readers " +
				"that go by the name look for the end record of a zip archive and find none. It comes from " +
				"np.save to an open file, from a rename, and from downloads that were given a name by hand. " +
				"npycheck says so only of a file whose name it knows.",
			Fix: "Rename the file to .npy, or save the array with np.savez.",
			Example: Example{
				Name: "a.npz",
				Bad:  array,
				Good: zipFile(stored("a.npy", array)),
			},
		},
	}
}
