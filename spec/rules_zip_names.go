package spec

const (
	ZipNameDuplicate ID = iota + zipNamesIDs
	ZipNameCollision
	ZipNameEmpty
	ZipNameAbsolute
	ZipNameParent
	ZipNameBackslash
	ZipNameNul
	ZipNameControl
	ZipNameInvisible
	ZipNameEncoding
	ZipNameNotFlagged
	ZipNameUnusual
)

// zipNameRules are about the names of members (section 4 of npz.md).
func zipNameRules() []Rule {
	return []Rule{
		{
			ID: ZipNameDuplicate, Name: "zip-name-duplicate", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-4.1", Since: "0.1.0",
			Title: "two members have the same name",
			Doc: "One of the two arrays can't be reached by its name, and readers differ in which: NumPy lists both " +
				"and returns the last one for either, others return the first. Programs that append to an archive to " +
				"change an array make such files; Python's zipfile warns and writes them.",
			Owner:  "NumPy returns the last of them. Find out which one is right before you drop another.",
			Author: "Write each name once: to change an array, write the whole archive again.",
			Fix:    fixDropped,
		},
		{
			ID: ZipNameCollision, Name: "zip-name-collision", Level: Should, Kind: Portability, Reader: Either, Clause: "npz-4.1", Since: "0.1.0",
			Title: "names that can't be files side by side",
			Doc: "To NumPy a.npy and A.npy are two arrays. Extracted to a disk on Windows or macOS they are one " +
				"file, and the second overwrites the first. A zip tool there may ask, or not. d.npy and d.npy/a.npy " +
				"can't be extracted anywhere, since a file isn't a folder. Names also collide if they are the same " +
				"characters in two Unicode encodings, such as é in one piece and e with an accent: macOS and bsdtar " +
				"make one file of them.",
			Owner: "Nothing needs to be done for NumPy. Don't extract the archive on Windows or macOS: one file " +
				"can replace the other.",
			Author: "Give the arrays names that differ in more than case or the encoding of accents, and that " +
				"aren't the folder of another.",
			Fix: fixMembers,
		},
		{
			ID: ZipNameEmpty, Name: "zip-name-empty", Level: Must, Kind: Conformance, Reader: Either, Clause: "npz-4.2", Since: "0.1.0",
			Title: "member without a name",
			Doc: "The array can be reached only by the empty key, and can't be extracted to any file. Python's " +
				"zipfile reads such a member; zip tools skip it, rename it or give up. np.savez(f, **{'': a}) doesn't " +
				"write one: its name is .npy.",
			Owner:  "NumPy has the array under the empty key. Save it again under a name.",
			Author: "Give the member a name.",
			Fix:    fixNames,
		},
		{
			ID: ZipNameAbsolute, Name: "zip-name-absolute", Level: Must, Kind: Security, Reader: Either, Clause: "npz-4.3", Since: "0.1.0",
			Title: "name is an absolute path",
			Doc: "A tool that extracts the archive and uses the name as it is writes outside its folder. A leading " +
				"slash or backslash, a drive with a slash, and the name of a network share all count, since nobody " +
				"knows where the file will be extracted. np.load makes no files and reads such members; np.savez " +
				"writes them if a key begins with a slash.",
			Owner:  ownExtract,
			Author: "Use a relative name, best with only letters, digits, dots and underscores.",
			Fix:    fixRenamed,
		},
		{
			ID: ZipNameParent, Name: "zip-name-parent", Level: Must, Kind: Security, Reader: Either, Clause: "npz-4.3", Since: "0.1.0",
			Title: "name leads out of its folder",
			Doc: "With a part .. in a name an archive can overwrite files of whoever extracts it; the attack is " +
				"known as Zip Slip. Go's archive/zip can reject it, other libraries leave it to their users. np.load " +
				"makes no files; np.savez(f, **{'../a': x}) writes the name without a warning.",
			Owner:  ownExtract,
			Author: "Leave the part .. out of the name.",
			Fix:    fixRenamed,
		},
		{
			ID: ZipNameBackslash, Name: "zip-name-backslash", Level: Should, Kind: Security, Reader: Either, Clause: "npz-4.3", Since: "0.1.0",
			Title: "backslash in a name",
			Doc: "In a zip archive the separator is the slash on every system. A backslash is part of the " +
				"name on Unix and a separator on Windows, so one name means two places. Old writers for .NET " +
				"put it there. Python turns it into a slash on Windows only, so NumPy's key differs there.",
			Owner:  "Nothing needs to be done on Linux and macOS. On Windows NumPy's key has a slash instead.",
			Author: "Write a slash.",
			Fix:    fixRenamed,
		},
		{
			ID: ZipNameNul, Name: "zip-name-nul", Level: Must, Kind: Security, Reader: Reject, Clause: "npz-4.4", Since: "0.1.0",
			Title: "NUL in a name",
			Doc: "Python cuts the name at the NUL, and NumPy offers the array under what comes before it; " +
				"programs in C do the same. Others keep the whole name, or reject it. A name that is safe.npy " +
				"to one reader and something else to another gets past a check.",
			Owner:  ownAgain + " Readers differ in the name of the member.",
			Author: "Leave out the NUL and what follows it.",
			Fix:    fixRenamed,
		},
		{
			ID: ZipNameControl, Name: "zip-name-control", Level: Should, Kind: Security, Reader: Either, Clause: "npz-4.4", Since: "0.1.0",
			Title: "control character in a name",
			Doc: "Everything that lists an archive prints its names. Control characters move the cursor, recolour or " +
				"clear the terminal, and add lines to a log or commands to the output of a CI job. np.savez writes " +
				"any key, but nobody chooses such a key for an array on purpose.",
			Owner:  "Quote the name wherever it is shown, or save the array again under another name.",
			Author: "Give arrays names of visible characters.",
			Fix:    fixRenamed,
		},
		{
			ID: ZipNameInvisible, Name: "zip-name-invisible", Level: Should, Kind: Security, Reader: Either, Clause: "npz-4.4", Since: "0.1.0",
			Title: "bidirectional control or invisible character in a name",
			Doc: "Such a character can make two different names look alike, or show a name in an order that its " +
				"bytes don't have: what seems to end like a text file may be something else. A zero-width space " +
				"usually comes from copying text out of a web page, and then the key that you type isn't the key in " +
				"the file.",
			Owner: "Take the key from np.load(path).files, since what you type may be another one, or save the " +
				"array again under another name.",
			Author: "Leave the character out of the name.",
			Fix:    fixRenamed,
		},
		{
			ID: ZipNameEncoding, Name: "zip-name-encoding", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-4.5", Since: "0.1.0",
			Title: "name flagged as UTF-8 that isn't UTF-8",
			Doc: "With bit 11 the name is UTF-8 and nothing else. Writers that set the bit but write the " +
				"code page of their system make names that can't be decoded. Python raises a " +
				"UnicodeDecodeError when it opens the archive, so NumPy can't read any of its arrays, and " +
				"callers don't expect that error. Go keeps the bytes.",
			Owner:  ownAgain + " NumPy can't open the archive.",
			Author: "Write the name as UTF-8 in both headers.",
			Fix:    fixNames,
		},
		{
			ID: ZipNameNotFlagged, Name: "zip-name-not-flagged", Level: Should, Kind: Portability, Reader: Either, Clause: "npz-4.5", Since: "0.1.0",
			Title: "non-ASCII name that isn't flagged as UTF-8",
			Doc: "Without bit 11 a name is in code page 437 of the IBM PC, according to the specification and to " +
				"Python; most zip tools decode it with the code page of the machine, or as UTF-8 after all. So the " +
				"same array has different keys in different readers. Python sets the bit for every name that needs " +
				"it.",
			Owner: "Take the key from np.load(path).files, since readers differ in it, or save the array again " +
				"under another name.",
			Author: "Write the name as UTF-8 and set bit 11 in both headers.",
			Fix:    fixNames,
		},
		{
			ID: ZipNameUnusual, Name: "zip-name-unusual", Level: Should, Kind: Portability, Reader: Either, Clause: "npz-4.6", Since: "0.1.0",
			Title: "name that some systems can't store",
			Doc: "The archive can be extracted on one machine and not on another: Windows reserves names such as con " +
				"and aux with any suffix, and cuts dots and spaces at the end; empty parts and the part . vanish, so " +
				"two names become one; most file systems allow 255 bytes for a part. A key such as w:0, as TensorFlow " +
				"has them, is a file on a drive only to Windows. NumPy reads the array, since it extracts nothing.",
			Owner:  "Nothing needs to be done for NumPy, which makes no files.",
			Author: "Use a short name of letters, digits, dots, dashes and underscores.",
			Fix:    fixMembers,
		},
	}
}
