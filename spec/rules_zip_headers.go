package spec

const (
	ZipNameMismatch ID = iota + zipHeadersIDs
	ZipHeaderMismatch
	ZipMethod
	ZipMethodUnusual
	ZipEncrypted
	ZipFlags
	ZipVersionNeeded
	ZipDataDescriptor
	ZipDataDescriptorSignature
	ZipStreamedRecords
	ZipExtraMalformed
	ZipUnicodePath
	ZipZip64Extra
	ZipZip64Deferral
	ZipLocalExtra
	ZipExtraUnusual
	ZipSpecialEntry
	ZipAttributes
	ZipDirectoryEntry
)

// zipHeaderRules are about the two headers of a member (section 2 of npz.md).
func zipHeaderRules() []Rule {
	return []Rule{
		{
			ID: ZipNameMismatch, Name: "zip-name-mismatch", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-2.1", Since: "0.1.0",
			Title: "local header and directory have different names",
			Doc: "Each member has its name twice. A reader of streams goes by the local header, one that follows the " +
				"directory by the other, so a scanner and a loader can see different files. NumPy lists the name in " +
				"the directory and raises a BadZipFile when asked for the array; scanners that stopped at this error " +
				"let the members after it pass (CVE-2025-1944). Go's archive/zip never compares the two.",
			Owner:  ownAgain + " Readers differ in the name of the member.",
			Author: "Write the same name in both places, byte by byte.",
			Fix:    fixNames,
		},
		{
			ID: ZipHeaderMismatch, Name: "zip-header-mismatch", Level: Must, Kind: Conformance, Reader: Either, Clause: "npz-2.1", Since: "0.1.0",
			Title: "local header and directory disagree",
			Doc: "Flags, method, checksum and sizes are in both headers, or in the data descriptor instead of the " +
				"local header. If a member is deflated, the two flags that say how hard the deflater tried may " +
				"differ; 7-Zip rejects a stored member in which they do. If anything else differs, a reader of " +
				"streams and one that follows the directory get different bytes from the same member. Python, and so " +
				"NumPy, looks only at the directory and doesn't notice; nor does Go's archive/zip. Tools that patch " +
				"an archive often change only one of the two.",
			Owner:  ownAgain + " " + ownSalvage,
			Author: "Write the same values in both headers.",
			Fix:    fixForm,
		},
		{
			ID: ZipMethod, Name: "zip-method", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-2.2", Since: "0.1.0",
			Title: "compression method that no reader of .npz knows",
			Doc: "np.savez stores its members, np.savez_compressed deflates them, and Python can read two or three " +
				"more methods. NumPy can't read anything else, and raises a NotImplementedError. In practice it is " +
				"method 9: Windows Explorer deflates large files with a window of 64 KiB and uses this number for it.",
			Owner: "Extract the archive with the tool that made it, and pack it with deflate or without " +
				"compression. If you know of no such tool, fetch it again.",
			Author: "Use deflate, or no compression.",
			Fix:    fixUnknown,
		},
		{
			ID: ZipMethodUnusual, Name: "zip-method-unusual", Level: Should, Kind: Portability, Reader: Either, Clause: "npz-2.2", Since: "0.1.0",
			Title: "compression method that NumPy doesn't write",
			Doc: "Python's zipfile reads bzip2 and LZMA if it was built with them, and Zstandard since " +
				"3.14. So NumPy can read such members on one machine and not on another, and most readers of " +
				".npz in other languages know only stored and deflated members.",
			Owner:  "If NumPy reads all of its members, np.savez_compressed(path, **np.load(path)) rewrites it.",
			Author: "Use deflate, or no compression.",
			Fix:    FixNote{Way: FixIfSafe, Why: "if the member was compressed by a method that npycheck can read"},
		},
		{
			ID: ZipEncrypted, Name: "zip-encrypted", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-2.3", Since: "0.1.0",
			Title: "member is marked as encrypted",
			Doc: "np.load takes no password and fails on a member that needs one. Some files have the bit set " +
				"although their data isn't encrypted: a scanner that believes the bit skips the member, and a reader " +
				"that ignores it, such as Go's archive/zip, reads it (CVE-2025-1945). npycheck looks at the data " +
				"whatever the bit says.",
			Owner:  "Decrypt the archive with the tool that encrypted it. If nobody did, fetch or write it again.",
			Author: "Write members without encryption, and the bits as 0.",
			Fix:    fixUnknown,
		},
		{
			ID: ZipFlags, Name: "zip-flags", Level: Must, Kind: Conformance, Reader: Either, Clause: "npz-2.3", Since: "0.1.0",
			Title: "flag bit that no writer of .npz sets",
			Doc: "Four of the sixteen flags have a use here: two say how hard the deflater tried, one that a data " +
				"descriptor follows, one that the name is UTF-8. The others are reserved, or belong to methods that " +
				".npz doesn't have, or, as bit 13 for masked headers, to encrypted directories. Bit 5, for patch " +
				"data, makes Python reject the member; most readers ignore flags that they don't know.",
			Owner:  ownRewriteZ,
			Author: "Write the bits as 0.",
			Fix:    fixForm,
		},
		{
			ID: ZipVersionNeeded, Name: "zip-version-needed", Level: Should, Kind: Portability, Reader: Either, Clause: "npz-2.4", Since: "0.1.0",
			Title: "version needed to extract is too high",
			Doc: "The field says which features of the format a member uses: 2.0 for deflate, 4.5 for zip64, up to " +
				"6.3 for the newer methods. A higher number than the member needs excludes readers for no benefit. " +
				"Python rejects a whole archive if one member asks for more than 6.3, and reads everything below.",
			Owner:  ownRewriteZ,
			Author: "Write version 2.0, or 4.5 for a member with the zip64 extra field.",
			Fix:    fixForm,
		},
		{
			ID: ZipDataDescriptor, Name: "zip-data-descriptor", Level: Must, Kind: Conformance, Reader: Either, Clause: "npz-2.5", Since: "0.1.0",
			Title: "data descriptor is missing or wrong",
			Doc: "A writer that can't go back in its output, such as np.savez to a pipe, leaves checksum and sizes " +
				"to a descriptor after the data. Readers of streams depend on it. Python never reads it and Go " +
				"compares only the checksum, so a wrong one isn't noticed, nor one with 32-bit sizes although a zip64 " +
				"field is present. A descriptor without flag bit 3 looks like a gap to readers that follow the " +
				"directory.",
			Owner:  ownRewriteZ,
			Author: "Write the descriptor, or write sizes and checksum into the local header and clear bit 3.",
			Fix:    fixForm,
		},
		{
			ID: ZipDataDescriptorSignature, Name: "zip-data-descriptor-signature", Level: Should, Kind: Conformance, Reader: Either, Clause: "npz-2.5", Since: "0.1.0",
			Title: "data descriptor without its signature",
			Doc: "The signature of the descriptor was not part of the first specification, and old writers leave it " +
				"out. Without it a reader of streams can only guess where stored data ends. Every current writer has " +
				"it, Python's zipfile included.",
			Owner:  ownRewriteZ,
			Author: "Put the four bytes 50 4B 07 08 before the descriptor.",
			Fix:    fixForm,
		},
		{
			ID: ZipStreamedRecords, Name: "zip-streamed-records", Level: Should, Kind: Security, Reader: Either, Clause: "npz-2.5", Since: "0.1.0",
			Title: "streamed, stored data that looks like zip records",
			Doc: "A stored member whose size is in its data descriptor ends where the directory says or, for a " +
				"reader of streams, where it finds a descriptor. If the data holds the signature of a descriptor and " +
				"after it that of a header, such a reader may continue there: bsdtar lists a member that isn't in the " +
				"directory. np.savez to a pipe writes stored members with descriptors, and an array that holds an " +
				"archive, or many random bytes, can contain these signatures. npycheck looks for them when it reads " +
				"the data, that is, with --depth full.",
			Owner:  ownRewriteZ,
			Author: "Write the archive to a file that can seek, or with np.savez_compressed.",
			Fix:    fixForm,
		},
		{
			ID: ZipExtraMalformed, Name: "zip-extra-malformed", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-2.6", Since: "0.1.0",
			Title: "malformed extra field",
			Doc: "An extra field is a series of blocks, each with an identifier and a length. If a length reaches " +
				"past the end of the entry's field, or a block that changes the meaning of the entry occurs twice, " +
				"readers no longer agree on the name, the sizes or the place of the member. Python has rejected a " +
				"directory with a broken field since 3.7, and uses the first of two zip64 blocks; Java and others " +
				"reject whatever doesn't add up.",
			Owner:  ownAgain + " " + ownSalvage,
			Author: "Leave the field out; an .npz file below 4 GiB doesn't need one.",
			Fix:    fixForm,
		},
		{
			ID: ZipUnicodePath, Name: "zip-unicode-path", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-2.6", Since: "0.1.0",
			Title: "unicode path extra field gives another name",
			Doc: "Info-ZIP's extra field 0x7075 repeats the name in UTF-8, for names that the entry has in some code " +
				"page. A reader that knows the field prefers it, others use the header's name, and one file has two " +
				"names: Python has used the name in the field since 3.12, and NumPy then lists it; older releases and " +
				"Go's archive/zip ignore it.",
			Owner:  ownAgain + " Readers differ in the name of the member.",
			Author: "Leave the field out, and write the name as UTF-8 with bit 11 set.",
			Fix:    fixNames,
		},
		{
			ID: ZipZip64Extra, Name: "zip-zip64-extra", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-2.7", Since: "0.1.0",
			Title: "zip64 field too short or in contradiction to its entry",
			Doc: "The field holds the sizes and the offset that don't fit in the entry, which then has " +
				"FFFFFFFF in their place. If the numbers differ in the two places, or the field is missing or " +
				"too short for what the entry defers to it, different readers see different data.",
			Owner:  ownAgain + " " + ownSalvage,
			Author: "Write the true numbers into the field, or leave it out.",
			Fix:    fixForm,
		},
		{
			ID: ZipZip64Deferral, Name: "zip-zip64-deferral", Level: Should, Kind: Portability, Reader: Either, Clause: "npz-2.7", Since: "0.1.0",
			Title: "number left to zip64 although it fits its field",
			Doc: "The entry has FFFFFFFF and leaves a number to the zip64 field that it has room for. No writer of " +
				".npz files does so for the offset, or for the compressed size alone, and some readers don't expect " +
				"it: adm-zip 0.5 looks for the member at offset FFFFFFFF, and fflate 0.8 returns other data without " +
				"an error. Python defers an offset from 2 GiB on, which npycheck doesn't report.",
			Owner:  ownRewriteZ,
			Author: "Write the number into the entry.",
			Fix:    fixForm,
		},
		{
			ID: ZipLocalExtra, Name: "zip-local-extra", Level: Must, Kind: Conformance, Reader: Either, Clause: "npz-2.7", Since: "0.1.0",
			Title: "invalid or contradictory extra field in a local header",
			Doc: "NumPy since 1.17 asks for a zip64 field in every local header: Python up to 3.11.3 writes the same " +
				"sizes in both places, later releases write FFFFFFFF in the header. Both are fine. But if the numbers " +
				"differ, if the field is missing, cut or there twice, or if it gives another name, a reader of " +
				"streams sees something different from one that follows the directory. Python and most readers of " +
				".npz do the latter and don't look.",
			Owner:  ownRewriteZ,
			Author: "Write the true sizes into the field, or leave it out.",
			Fix:    fixForm,
		},
		{
			ID: ZipExtraUnusual, Name: "zip-extra-unusual", Level: Should, Kind: Portability, Reader: Either, Clause: "npz-2.6", Since: "0.1.0",
			Title: "extra field with an unusual block",
			Doc: "An extra field can hold anything, and some readers act on blocks that others don't know. Block " +
				"0x756e (ASi) and 0x6c78, an experiment of libarchive, hold a file mode that makes the member a link " +
				"or a folder for Info-ZIP's unzip or bsdtar; 0x9901 says that it is encrypted. Some readers reject an " +
				"archive if a block with times (0x5455, 0x000a) has the wrong length. npycheck knows the blocks of " +
				"Info-ZIP, 7-Zip, Java, Go, Android and the like by their forms, and reports all others.",
			Owner:  ownRewriteZ,
			Author: "Write only zip64's block.",
			Fix:    fixForm,
		},
		{
			ID: ZipSpecialEntry, Name: "zip-special-entry", Level: Must, Kind: Security, Reader: Either, Clause: "npz-2.8", Since: "0.1.0",
			Title: "member is a symbolic link, a device or a FIFO",
			Doc: "Zip tools for Unix can archive links and devices, and create them again on extraction. Through a " +
				"link, the next member can be written to any place on the disk; opening a FIFO waits forever. NumPy " +
				"reads the data and never makes files, so it notices nothing. npycheck looks at the file mode no " +
				"matter which system the entry claims to come from, because readers disagree: unzip makes links for " +
				"the descendants of MS-DOS (hosts 2, 5, 16, 30), 7-Zip for 0 and 11, Rust's crate zip for all.",
			Owner:  "Don't extract the archive. If the member should be an array, write it again.",
			Author: "Write the attributes of a file, such as 01800000 (mode 0600), or 0.",
			Fix:    FixNote{Way: FixIfSafe, Why: "if no content is lost with the entry"},
		},
		{
			ID: ZipAttributes, Name: "zip-attributes", Level: Should, Kind: Portability, Reader: Either, Clause: "npz-2.8", Since: "0.1.0",
			Title: "attributes of something other than a file",
			Doc: "By its name the member is a file, by its attributes a folder, a volume label, a device or a " +
				"reparse point. Readers that go by the attributes, such as 7-Zip, bsdtar, JSZip and Go's archive/zip, " +
				"make a folder of it and lose the array; unzip skips a volume label; 7-Zip fails on a reparse point. " +
				"They do so for different systems that the entry may come from, so npycheck doesn't look at the " +
				"system. NumPy reads the data and ignores the attributes.",
			Owner:  ownRewriteZ,
			Author: "Write the attributes of a file, such as 01800000 (mode 0600), or 0.",
			Fix:    fixForm,
		},
		{
			ID: ZipDirectoryEntry, Name: "zip-directory-entry", Level: Should, Kind: Conformance, Reader: Either, Clause: "npz-2.8", Since: "0.1.0",
			Title: "entry for a folder",
			Doc: "A folder holds no array. Zip tools add such an entry for every folder that they pack; NumPy lists " +
				"it among the arrays and returns empty bytes for it, which a loop over all arrays rarely expects. " +
				"np.savez writes none, even for names with a slash.",
			Owner: "Nothing needs to be done if you ask for arrays by their names: np.load lists the folder as an " +
				"empty member.",
			Author: "Pack the files without entries for folders (zip -D).",
			Fix:    fixForm,
		},
	}
}
