package spec

const (
	ZipNoEndRecord ID = iota + zipIDs
	ZipSeveralEndRecords
	ZipEndRecordMismatch
	ZipComment
	ZipCommentTruncated
	ZipPrefixBytes
	ZipTrailingBytes
	ZipGap
	ZipOverlap
	ZipHiddenMember
	ZipMissingMember
	ZipOrder
	ZipMultiDisk
	ZipZip64Record
	ZipZip64Unneeded
	ZipDiskSentinel
)

// zipArchiveRules are about the records of an archive and their places (section 1 of npz.md).
func zipArchiveRules() []Rule {
	return []Rule{
		{
			ID: ZipNoEndRecord, Name: "zip-no-end-record", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-1.1", Since: "0.1.0",
			Title: "no end of central directory record",
			Doc: "A reader finds the members by the directory and the directory by the end record, which is the last " +
				"thing in the file. A broken download, or a program that ended before it closed its archive, leaves a " +
				"file without one; and if more than 64 KiB of other bytes follow the record, no reader finds it. " +
				"NumPy rejects such a file with a BadZipFile. Readers that walk from local header to local header " +
				"read the members that are there. So does npycheck, and it reports what it finds in them.",
			Owner:  ownAgain + " " + ownSalvage,
			Author: authorComplete,
			Fix:    fixLost,
		},
		{
			ID: ZipSeveralEndRecords, Name: "zip-several-end-records", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-1.1", Since: "0.1.0",
			Title: "more than one end of central directory record",
			Doc: "A reader searches for the end record backwards from the end of the file, because a comment of any " +
				"length may follow it. Bytes in the directory or in an extra field can look like one as well. Readers " +
				"differ in which one they use: the last signature, the last record whose comment ends with the file, " +
				"the first one that makes sense. If a file has two records, each can show its own archive. NumPy uses " +
				"the last signature, which may be inside the comment of the other record, and then offers no array at " +
				"all, without an error.",
			Owner:  ownAgain + " Readers differ in which members they see.",
			Author: "Write one end record, without a comment.",
			Fix:    fixNames,
		},
		{
			ID: ZipEndRecordMismatch, Name: "zip-end-record-mismatch", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-1.2", Since: "0.1.0",
			Title: "end record disagrees with the directory",
			Doc: "The end record says how many members the directory has, how long it is and where it begins. Python " +
				"reads as many entries as the given length holds and ignores the count; others go by the count, some " +
				"of them modulo 65536. With a length of 0 NumPy returns an archive without arrays, and no error. " +
				"Writers without zip64 write what is over 4 GiB modulo 2^32; NumPy then looks 4 GiB after each member. " +
				"Programs that add or remove members by hand forget the record, and a file made to look different to " +
				"two readers starts here.",
			Owner: ownAgain + " " + ownSalvage,
			Author: "Write the counts, the length and the offset of the directory from what was written, with " +
				"zip64 where they don't fit.",
			Fix: fixForm,
		},
		{
			ID: ZipComment, Name: "zip-comment", Level: Should, Kind: Conformance, Reader: Either, Clause: "npz-1.3", Since: "0.1.0",
			Title: "archive has a comment",
			Doc: "The comment of an archive is text for people, and np.load has no way to show it. NumPy never " +
				"writes one, so it comes from a tool that packed the file again. It moves the end record away from " +
				"its fixed distance from the end of the file, so readers have to search for it in up to 64 KiB that " +
				"may hold anything.",
			Owner:  ownRewriteZ,
			Author: "Write no comment. Keep remarks in an array, or next to the file.",
			Fix:    fixForm,
		},
		{
			ID: ZipCommentTruncated, Name: "zip-comment-truncated", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-1.3", Since: "0.1.0",
			Title: "archive comment reaches past the end of the file",
			Doc: "The last two bytes of the end record give the length of the comment, and the comment is the end of " +
				"the file. If the file ends earlier, something has been cut off, or these bytes only look like an end " +
				"record. Python silently shortens the comment. Go's archive/zip rejects the file.",
			Owner:  ownAgain + " " + ownSalvage,
			Author: authorComplete,
			Fix:    fixForm,
		},
		{
			ID: ZipPrefixBytes, Name: "zip-prefix-bytes", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-1.4", Since: "0.1.0",
			Title: "bytes before the first member",
			Doc: "Zip readers tolerate bytes before an archive, because self-extracting programs have them. An .npz " +
				"file has no use for them. NumPy decides by the first four bytes what a file is: with any others it " +
				"treats the file as a pickle, and a .npy file followed by an archive is an array to NumPy and an " +
				"archive to a zip tool. So the same bytes are two files, and a scanner may look at the wrong one.",
			Owner:  ownAgain + " Another reader may see another file in it.",
			Author: "Begin the archive with its first member.",
			Fix:    FixNote{Way: FixIfSafe, Why: "if the bytes show no member that would be lost"},
		},
		{
			ID: ZipTrailingBytes, Name: "zip-trailing-bytes", Level: Must, Kind: Conformance, Reader: Either, Clause: "npz-1.4", Since: "0.1.0",
			Title: "bytes after the end record",
			Doc: "An archive ends with its end record and the comment in it. Bytes after it come from transfers that " +
				"fill up a block, as bsdtar does to a pipe, from archives written over longer ones, and from files " +
				"meant to be two things at once. Python looks for the record in the last 64 KiB and ignores what " +
				"follows, so NumPy reads the file; with a longer tail it finds no record.",
			Owner:  ownAgain,
			Author: "End the file with the end record, and truncate a file that you overwrite.",
			Fix:    fixForm,
		},
		{
			ID: ZipGap, Name: "zip-gap", Level: Must, Kind: Conformance, Reader: Either, Clause: "npz-1.4", Since: "0.1.0",
			Title: "bytes that belong to no member",
			Doc: "Every byte of an archive belongs to a member, to the directory or to an end record. A reader that " +
				"follows the directory doesn't see the bytes between them; they stop or mislead one that walks from " +
				"member to member. Tools that delete a member in place, or align data for mapping without an extra " +
				"field, leave such gaps. Python and Go read the file without an error.",
			Owner: "Compare np.load(path).files with what the archive should hold, since the bytes may be a lost " +
				"member. If none is missing, np.savez(path, **np.load(path)) writes it without the gap.",
			Author: "Write the whole archive again to delete a member. To align data, put the filler into an extra field.",
			Fix:    fixForm,
		},
		{
			ID: ZipOverlap, Name: "zip-overlap", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-1.4", Since: "0.1.0",
			Title: "members that share bytes",
			Doc: "If two directory entries lead to the same bytes, a small file can hold any amount of data: the " +
				"best known archive of this kind inflates 10 MB to 281 TB. Or one member hides in the data of " +
				"another. Python has rejected such members since the beginning of 2024 (CVE-2024-0450); earlier " +
				"releases and Go's archive/zip read them.",
			Owner:  ownAgain,
			Author: "Write separate data for each member.",
			Fix:    fixLost,
		},
		{
			ID: ZipHiddenMember, Name: "zip-hidden-member", Level: Must, Kind: Conformance, Reader: Either, Clause: "npz-1.5", Since: "0.1.0",
			Title: "local header that the directory doesn't list",
			Doc: "A reader that follows the directory doesn't see the member; one that reads the archive as a stream " +
				"does. Either somebody deleted the member without writing the archive again, or somebody is trying to " +
				"get it past a scanner. NumPy doesn't offer it. npycheck judges its content as it does for every " +
				"other member.",
			Owner: "Compare np.load(path).files with what the archive should hold: np.load doesn't offer the " +
				"member, which was deleted or lost.",
			Author: "Write the whole archive again to delete a member.",
			Fix:    fixDropped,
		},
		{
			ID: ZipMissingMember, Name: "zip-missing-member", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-1.5", Since: "0.1.0",
			Title: "directory entry without a local header",
			Doc: "The offset in the entry leads to something that isn't a local header, or outside the file. The " +
				"member is lost or elsewhere: archives joined with cat, and archives over 4 GiB from writers without " +
				"zip64, have such offsets. NumPy lists the array and fails when asked for it.",
			Owner:  ownAgain + " " + ownSalvage,
			Author: "Write the offset of each member from what was written, with zip64 where it doesn't fit.",
			Fix:    fixLost,
		},
		{
			ID: ZipOrder, Name: "zip-order", Level: May, Kind: Conformance, Reader: Accept, Clause: "npz-1.5", Since: "0.1.0",
			Title: "directory lists the members in another order",
			Doc: "The entries of the directory may be in any order. Writers put them in the order of the " +
				"members; tools that replace a member, or sort the names, change it. NumPy offers the arrays " +
				"in the order of the directory, a reader of streams in that of the file.",
			Owner: ownNothing,
			Fix:   fixForm,
		},
		{
			ID: ZipMultiDisk, Name: "zip-multi-disk", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-1.6", Since: "0.1.0",
			Title: "disk number other than 0",
			Doc: "A zip archive can be split over several files, once floppy disks, and each offset has a disk " +
				"number with it. An .npz file is one file, so all of them are 0. Python and Go look only at those of " +
				"the zip64 locator; readers that look at the others reject the archive or ask for the next disk. The " +
				"last part of a split archive is such a file, and most of its members are elsewhere.",
			Owner: "If it is a part of a split archive, join the parts with a zip tool: zip -s 0 in.zip --out " +
				"out.npz. Otherwise fetch or write it again.",
			Author: "Write 0 as each disk number.",
			Fix:    fixForm,
		},
		{
			ID: ZipZip64Record, Name: "zip-zip64-record", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-1.7", Since: "0.1.0",
			Title: "wrong zip64 end record or locator",
			Doc: "The zip64 end record holds what doesn't fit in the fields of the end record, which then hold only " +
				"ones. If they hold something else and the values differ, one file is two archives: Python goes by " +
				"the zip64 record whenever there is one, Go only if a field asks for it. The same is true of a " +
				"locator that points elsewhere, which Python ignored up to 3.13.9 and 3.14.0 (CVE-2025-8291). Python " +
				"itself writes the record from 2 GiB on, where no field needs it, with equal values; that is not a " +
				"contradiction. A field that asks for a missing record is one.",
			Owner: ownAgain + " " + ownSalvage,
			Author: "Write the zip64 end record and its locator only where a number doesn't fit, and with what was " +
				"written.",
			Fix: fixForm,
		},
		{
			ID: ZipZip64Unneeded, Name: "zip-zip64-unneeded", Level: Should, Kind: Portability, Reader: Either, Clause: "npz-1.7", Since: "0.1.0",
			Title: "zip64 end record that nothing leads to",
			Doc: "A small archive needs no zip64 end record, and readers have no way to learn of one: JSZip rejects " +
				"an archive whose end record defers no field to it, and Go's archive/zip rejects one that defers only " +
				"the length of the directory. Info-ZIP and Perl, which also write the record without need, defer the " +
				"offset to it, and all readers that know zip64 read that. So does Python with a directory at 4 GiB or " +
				"beyond; from 2 GiB on it writes the record and defers nothing to it, which npycheck doesn't report.",
			Owner: ownRewriteZ,
			Author: "Leave out the zip64 end record and its locator, or write FFFFFFFF as the offset of the " +
				"directory in the end record.",
			Fix: fixForm,
		},
		{
			ID: ZipDiskSentinel, Name: "zip-disk-sentinel", Level: Should, Kind: Portability, Reader: Either, Clause: "npz-1.6", Since: "0.1.0",
			Title: "disk number deferred to zip64",
			Doc: "In an archive of one file every disk number is 0, and 0 fits its field. APPNOTE allows FFFF " +
				"instead, with the 0 in a zip64 record or block, and some readers read it; but Rust's crate zip " +
				"rejects an end record that has it, and Java and Python before 3.9 reject an entry whose zip64 block " +
				"holds only the disk number.",
			Owner:  ownRewriteZ,
			Author: "Write 0 as the disk number.",
			Fix:    fixForm,
		},
	}
}
