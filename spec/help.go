package spec

// Texts that several rules have for the owner of a file. None of them says to edit what damage may have changed, so
// that following one to the letter turns no damage into values.
const (
	ownNothing = "Nothing needs to be done."
	ownAgain   = "Fetch or write the file again."
	ownMended  = "Fetch the file again, or write it again once its writer is fixed."

	ownRewrite  = "If NumPy reads the file, np.save(path, np.load(path)) rewrites it."
	ownRewriteZ = "If NumPy reads all of its members, np.savez(path, **np.load(path)) rewrites it."
	ownSalvage  = "npycheck fix --salvage --output DIR FILE writes the members that are whole to a new archive."

	ownChosen = "If somebody chose the name, np.save(path, np.load(path)) rewrites it as an escape. Otherwise the file is damaged: " +
		"fetch or write it again."
	ownRemark = "If somebody wrote the comment, np.save(path, np.load(path)) leaves it out. Otherwise the header was overwritten, " +
		"and perhaps the data too: fetch or write the file again."
	ownValues = "Look at the values that NumPy reads: if the header length is wrong, they begin with spaces. If they are right, " +
		"np.save(path, np.load(path)) rewrites the file."
	ownNative = "Load it on a machine of the kind that wrote it, and save it there with np.save: the type leaves its byte order " +
		"or its size to the machine."

	ownUnloaded = "Don't load the file with allow_pickle=True."
	ownExtract  = "Don't extract the archive with a tool that uses the name as it is. np.load makes no files, so it is safe."
)

// Texts that several rules have for the author of the program that wrote the file.
const (
	authorComplete = "Write to another name, and rename the file when it is complete."
	authorPicklers = "Write pickles with one of Python's picklers."
	authorPlain    = "Save what the objects consist of, as numbers and strings."
)
