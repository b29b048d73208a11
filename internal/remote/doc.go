// Package remote checks files of web servers and object stores without fetching more of them than a check looks at.
//
// A [File] is such a file, of which a [Getter] gets ranges: that of this package by HTTP, that of package s3 by
// the S3 protocol. Its bytes are asked for in pieces that grow while they are read one after the other. Pieces up
// to 256 KiB are kept, a megabyte in all; longer ones pass through. So the header of an array takes one small request,
// the records of an archive few, and all of the data take a request for every 64 MiB.
//
// A server can be broken, or hostile. Every wait has an end, a request that fails for a reason that may pass is
// repeated a few times, and nothing is read that wasn't asked for. All requests of a check have to be about the same
// file, by its ETag or its time, and by its size: if they aren't, the error is [validator.ErrChanged].
//
// No error and no name has credentials in it.
package remote
