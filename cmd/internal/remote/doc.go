// Package remote checks files of web servers and object stores, fetching only the parts that a check needs.
//
// A [File] is such a file, and a [Getter] gets ranges of it: this package's by HTTP, package s3's by the S3 protocol.
// Bytes are requested in pieces that grow while they are read sequentially. Pieces up to 256 KiB are kept, a megabyte
// in all; longer ones pass through. So the header of an array takes one small request, the records of an archive few,
// and reading all data takes a request for every 64 MiB.
//
// A server can be broken, or hostile. Every wait has an end, a request that fails for a transient reason is retried a
// few times, and nothing is read that wasn't requested. All requests of a check must get the same file, by its ETag or
// its time, and by its size: otherwise the error is [validator.ErrChanged].
//
// Errors and names never contain credentials.
package remote
