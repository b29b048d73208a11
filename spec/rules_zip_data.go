package spec

const (
	ZipCrc ID = iota + zipDataIDs
	ZipSize
	ZipDeflateCorrupt
	ZipDeflateTrailing
	ZipDataCorrupt
	ZipRatio
	ZipMemberCount
)

// zipDataRules are about the data of a member and about how much there is (section 3 of npz.md).
func zipDataRules() []Rule {
	return []Rule{
		{
			ID: ZipCrc, Name: "zip-crc", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-3.1", Since: "0.1.0",
			Title: "checksum doesn't match the data",
			Doc: "Each member has the CRC-32 of its data in both headers. If it doesn't match, data or headers are " +
				"damaged, or the data was changed in place. NumPy notices only if it reads the member to its last " +
				"byte: if anything follows the array, or the size is too large, it never checks the checksum. " +
				"Scanners that stopped at a wrong checksum let the member pass (CVE-2025-10156); npycheck judges it " +
				"all the same.",
			Owner: ownAgain + " " + ownSalvage,
			Author: "Compute the checksum from the bytes that are written, and write the whole archive again to change " +
				"data.",
			Fix: fixLost,
		},
		{
			ID: ZipSize, Name: "zip-size", Level: Must, Kind: Conformance, Reader: Either, Clause: "npz-3.2", Since: "0.1.0",
			Title: "member's size differs from what its headers say",
			Doc: "The headers give the size of the member before and after compression. Readers reserve memory for " +
				"the size before compression and stop when they have that many bytes. It is this rule only if the checksum shows that the " +
				"data is whole, or if the two sizes of a stored member differ; otherwise the data is damaged. If the data is shorter, Python " +
				"returns what there is and doesn't compare; if it is longer, Python stops at the size and finds the " +
				"checksum wrong, but only when asked for all of the data.",
			Owner:  ownAgain + " npycheck fix sets the size only where the checksum proves that the data is whole.",
			Author: "Write the sizes of what was written into both headers, with zip64 where they don't fit.",
			Fix:    FixNote{Way: FixIfSafe, Why: "if the member is compressed: a stored one with two sizes has two contents"},
		},
		{
			ID: ZipDeflateCorrupt, Name: "zip-deflate-corrupt", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-3.3", Since: "0.1.0",
			Title: "damaged deflate stream",
			Doc: "The compressed data is damaged or cut off, or was never deflated. A flipped bit often leaves a stream that " +
				"inflates to another number of bytes: if its checksum isn't that of the headers either, it is the data that is " +
				"damaged, and not the size that is wrong. A stream ends with a block marked as the " +
				"last; if that is missing, Python returns the bytes it has and raises no error, while Go reports an " +
				"unexpected end. With other damage NumPy passes on an error from zlib that callers of np.load don't " +
				"expect.",
			Owner:  ownAgain + " " + ownSalvage,
			Author: "Close the compressor before you write the next member. " + authorComplete,
			Fix:    fixLost,
		},
		{
			ID: ZipDeflateTrailing, Name: "zip-deflate-trailing", Level: Must, Kind: Conformance, Reader: Either, Clause: "npz-3.3", Since: "0.1.0",
			Title: "bytes after the deflate stream of a member",
			Doc: "The stream itself says where it ends, and the compressed size in the headers has to agree. Bytes " +
				"between the two belong to the member but to nothing in it. A reader that inflates the stream never " +
				"sees them, so they can hide data. Python and Go ignore them.",
			Owner:  ownRewriteZ,
			Author: "Write the length of the stream as the compressed size.",
			Fix:    fixForm,
		},
		{
			ID: ZipDataCorrupt, Name: "zip-data-corrupt", Level: Must, Kind: Conformance, Reader: Reject, Clause: "npz-2.2", Since: "0.2.0",
			Title: "invalid or unfinished bzip2, LZMA or Zstandard stream",
			Doc: "The member is compressed by a method other than deflate, and its data is damaged or cut off. " +
				"Python raises the exception of its module for the method, which callers of np.load don't expect, and " +
				"only when it reaches the damage: an array or a pickle before it is read.",
			Owner:  ownAgain + " " + ownSalvage,
			Author: "Close the compressor before you write the next member. " + authorComplete,
			Fix:    fixLost,
		},
		{
			ID: ZipRatio, Name: "zip-ratio", Level: Should, Kind: Limit, Reader: Either, Clause: "npz-3.4", Since: "0.1.0",
			Title: "member inflates out of proportion to its array",
			Doc: "Deflate can turn one byte into 1032, and with an array of zeros it rightly does: the header says " +
				"how large the array is, and a reader can reject it before it inflates anything. A member that " +
				"inflates to over 64 MiB, to over 200 times its compressed size, and to more than the header in it " +
				"accounts for has another purpose: to fill the memory or waste the time of whoever inflates it. " +
				"np.load stops after the array; unzip and scanners don't.",
			Owner: "Check that the file is meant to hold this: np.load ignores what follows the array in the " +
				"member.",
			Author: "Write nothing after the array.",
			Fix:    fixMembers,
		},
		{
			ID: ZipMemberCount, Name: "zip-member-count", Level: Should, Kind: Limit, Reader: Either, Clause: "npz-3.5", Since: "0.1.0",
			Title: "archive has more than 10,000 members",
			Doc: "A reader has to read the whole directory before the first array, and keeps a few hundred bytes for " +
				"each member: np.load takes longer for an archive with 10,000 arrays of one number than for one array " +
				"with a million. Past 65,535 members the format needs zip64, which a reader may not support. npycheck " +
				"reads no more members than its limit and says so.",
			Owner:  "Nothing needs to be done for NumPy, which reads it slowly; other readers may reject it.",
			Author: "Join arrays of the same dtype and shape along a new axis.",
			Fix:    fixMembers,
		},
	}
}
