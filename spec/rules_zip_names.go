package spec

import "strings"

// zipNameRules are about the names of members (section 4 of npz.md).
func zipNameRules() []Rule {
	array := npy(Version1, three, zeros(24))
	utf8 := func(name string) zipMember {
		return edit(stored(name, array), func(m *zipMember) { both(m, func(h *zipHeader) { h.flags = 1 << 11 }) })
	}
	return []Rule{
		{
			ID: ZipNameDuplicate, Name: "zip-name-duplicate", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-4.1", Since: "0.1.0",
			Title: "two members have the same name",
			Doc: "One of the two arrays can't be had by its name, and readers differ in which: NumPy lists " +
				"both and returns the last one for either, others return the first. Programs that append " +
				"to an archive in order to change an array make such files; Python's zipfile warns and " +
				"writes them.",
			Fix: "Write the archive anew with one of the two, or give the other one a new name.",
			Example: Example{
				Bad:  zipFile(stored("a.npy", array), stored("a.npy", array)),
				Good: zipFile(stored("a.npy", array), stored("b.npy", array)),
			},
		},
		{
			ID: ZipNameCollision, Name: "zip-name-collision", Level: Should, Kind: Portability, Reader: Either, Clause: "npz-4.1", Since: "0.1.0",
			Title: "names that can not be files side by side",
			Doc: "a.npy and A.npy are two arrays to NumPy. Unpacked to a disk under Windows or macOS they " +
				"are one file, and the second overwrites the first. A zip tool there asks, or doesn't. d.npy " +
				"and d.npy/a.npy can't be unpacked anywhere, since a file isn't a folder. Nor do names stay " +
				"apart that are the same characters in two encodings of Unicode, such as é in one piece and e " +
				"with an accent: macOS and bsdtar make one file of them.",
			Fix: "Give the arrays names that differ in more than case and accents' encoding, and none that is the folder of another.",
			Example: Example{
				Bad:  zipFile(stored("a.npy", array), stored("A.npy", array)),
				Good: zipFile(stored("a.npy", array), stored("b.npy", array)),
			},
		},
		{
			ID: ZipNameEmpty, Name: "zip-name-empty", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-4.2", Since: "0.1.0",
			Title: "member without a name",
			Doc: "The array can be asked for by the empty key alone, and unpacked to no file. Python's " +
				"zipfile reads such a member; zip tools skip it, rename it or give up. np.savez(f, **{'': a}) " +
				"doesn't write one: the name is then .npy.",
			Fix: "Give the member a name.",
			Example: Example{
				Bad:  zipFile(stored("", array)),
				Good: zipFile(stored("a.npy", array)),
			},
		},
		{
			ID: ZipNameAbsolute, Name: "zip-name-absolute", Level: Must, Kind: Security, Reader: Either, Clause: "npz-4.3", Since: "0.1.0",
			Title: "name is an absolute path",
			Doc: "A tool that unpacks the archive and takes the name as it is writes outside of its folder. " +
				"A leading slash or backslash, a drive with a slash, and the name of a network share all count, " +
				"since nobody knows where the file will be unpacked. np.load makes no files and reads " +
				"such members; np.savez writes them when a key begins with a slash.",
			Fix: "Use a relative name, or none but letters, digits, dots and underscores.",
			Example: Example{
				Bad:  zipFile(stored("/a.npy", array)),
				Good: zipFile(stored("a.npy", array)),
			},
		},
		{
			ID: ZipNameParent, Name: "zip-name-parent", Level: Must, Kind: Security, Reader: Either, Clause: "npz-4.3", Since: "0.1.0",
			Title: "name leads out of its folder",
			Doc: "A name with a part .. is how an archive overwrites files of its reader, known as Zip " +
				"Slip. Go's archive/zip can refuse it, other libraries leave it to their users. np.load " +
				"makes no files; np.savez(f, **{'../a': x}) writes the name without a word.",
			Fix: "Remove the part .. from the name.",
			Example: Example{
				Bad:  zipFile(stored("../a.npy", array)),
				Good: zipFile(stored("a.npy", array)),
			},
		},
		{
			ID: ZipNameBackslash, Name: "zip-name-backslash", Level: Should, Kind: Security, Reader: Either, Clause: "npz-4.3", Since: "0.1.0",
			Title: "backslash in a name",
			Doc: "The separator of names in a zip archive is the slash on every system. A backslash is a " +
				"part of the name under Unix and a separator under Windows, so that one name means two " +
				"places. Old writers for .NET put it there. Python turns it into a slash on " +
				"Windows only, and so NumPy's key is another one there.",
			Fix: "Write a slash.",
			Example: Example{
				Bad:  zipFile(stored(`d\a.npy`, array)),
				Good: zipFile(stored("d/a.npy", array)),
			},
		},
		{
			ID: ZipNameNul, Name: "zip-name-nul", Level: Must, Kind: Security, Reader: Reject, Clause: "npz-4.4", Since: "0.1.0",
			Title: "NUL in a name",
			Doc: "Python cuts the name at the NUL and NumPy offers the array under what is in front of it; " +
				"so do programs in C. Others keep the whole name, or refuse it. A name that is safe.npy " +
				"to one reader and something else to another gets past a check.",
			Fix: "Remove the NUL and what stands behind it.",
			Example: Example{
				Bad:  zipFile(stored("a\x00b.npy", array)),
				Good: zipFile(stored("ab.npy", array)),
			},
		},
		{
			ID: ZipNameControl, Name: "zip-name-control", Level: Must, Kind: Security, Reader: Either, Clause: "npz-4.4", Since: "0.1.0",
			Title: "control character in a name",
			Doc: "A name is printed by everything that lists an archive. Control characters move the " +
				"cursor, recolour or clear the terminal, and add lines to a log or commands to the output " +
				"of a CI job. np.savez writes any key; no one chooses such a key on purpose for an " +
				"array.",
			Fix: "Give the array another name.",
			Example: Example{
				Bad:  zipFile(stored("a\nb.npy", array)),
				Good: zipFile(stored("ab.npy", array)),
			},
		},
		{
			ID: ZipNameInvisible, Name: "zip-name-invisible", Level: Should, Kind: Security, Reader: Either, Clause: "npz-4.4", Since: "0.1.0",
			Title: "bidirectional control or invisible character in a name",
			Doc: "Such a character makes two different names look alike, or shows a name in an order that " +
				"its bytes don't have: what reads as a text file at the end may be something else. A " +
				"zero-width space is usually left from copying out of a web page, and then the key that " +
				"one types isn't the key in the file.",
			Fix: "Remove the character from the name.",
			Example: Example{
				Bad:  zipFile(utf8("a\u202eb.npy")),
				Good: zipFile(stored("ab.npy", array)),
			},
		},
		{
			ID: ZipNameEncoding, Name: "zip-name-encoding", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-4.5", Since: "0.1.0",
			Title: "name is marked as UTF-8 and is not",
			Doc: "With bit 11 the name is UTF-8 and nothing else. Writers that set the bit and write " +
				"the code page of their system make names without a reading. Python raises a " +
				"UnicodeDecodeError when the archive is opened, so that NumPy can't read any of its arrays, " +
				"and the error isn't one that callers expect. Go keeps the bytes.",
			Fix: "Write the name as UTF-8 in both headers.",
			Example: Example{
				Bad:  zipFile(utf8("caf\xe9.npy")),
				Good: zipFile(utf8("café.npy")),
			},
		},
		{
			ID: ZipNameNotFlagged, Name: "zip-name-not-flagged", Level: Should, Kind: Portability, Reader: Either, Clause: "npz-4.5", Since: "0.1.0",
			Title: "non-ASCII name that is not marked as UTF-8",
			Doc: "Without bit 11 a name is in the code page 437 of the IBM PC, by the specification and " +
				"to Python; to most zip tools it is in the code page of the machine, or UTF-8 after all. " +
				"So the same array has different keys in different readers. Python sets the bit for " +
				"every name that needs it.",
			Fix: "Write the name as UTF-8 and set bit 11 in both headers.",
			Example: Example{
				Bad:  zipFile(stored("caf\xe9.npy", array)),
				Good: zipFile(utf8("café.npy")),
			},
		},
		{
			ID: ZipNameUnusual, Name: "zip-name-unusual", Level: Should, Kind: Portability, Reader: Either, Clause: "npz-4.6", Since: "0.1.0",
			Title: "name that some system can not store",
			Doc: "The archive can be unpacked on one machine and not on another: Windows reserves names " +
				"such as con and aux with any suffix, and cuts dots and blanks at the end; empty parts and " +
				"the part . vanish, so that two names become one; most file systems allow 255 bytes for " +
				"a part. A key such as w:0, as TensorFlow has them, is a file on a drive to Windows alone. " +
				"NumPy reads the array, since it doesn't unpack anything.",
			Fix: "Use a short name of letters, digits, dots, dashes and underscores.",
			Example: Example{
				Bad:  zipFile(stored("con.npy", array)),
				Good: zipFile(stored(strings.Repeat("c", 251)+".npy", array)),
			},
		},
	}
}
