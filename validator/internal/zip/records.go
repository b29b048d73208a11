package zip

import "bytes"

// The signatures and fixed sizes of the records of a zip archive (APPNOTE section 4.3).
const (
	localSignature      = "PK\x03\x04"
	centralSignature    = "PK\x01\x02"
	endSignature        = "PK\x05\x06"
	descriptorSignature = "PK\x07\x08"
	end64Signature      = "PK\x06\x06"
	locator64Signature  = "PK\x06\x07"

	signatureSize  = len(localSignature)
	localSize      = 30
	centralSize    = 46
	endSize        = 22
	descriptorSize = 24 // of the longest one
	end64Size      = 56
	locator64Size  = 20

	sentinel16 = 1<<16 - 1
	sentinel32 = 1<<32 - 1
)

// MaxEnd is the size of an end record with the longest comment.
const MaxEnd = endSize + 1<<16 - 1

// The flags and methods of a member that a reader of arrays has to know.
const (
	flagEncrypted  = 1 << 0
	flagsLevel     = 1<<1 | 1<<2 // the deflater's effort, which no reader needs
	flagDescriptor = 1 << 3
	flagStrong     = 1 << 6
	flagUTF8       = 1 << 11

	methodStored    = 0
	methodDeflate   = 8
	methodBzip2     = 12
	methodLZMA      = 14
	methodZstandard = 93
)

// IsArchive reports whether a file is a zip archive to NumPy: one with members, or an empty one.
func IsArchive(head []byte) bool {
	return bytes.HasPrefix(head, []byte(localSignature)) || bytes.HasPrefix(head, []byte(endSignature))
}
