// Package s3 lists the objects of a bucket, and gets them for package remote. It speaks to whatever serves the S3
// protocol: S3 itself, R2, GCS by its interface for S3, MinIO, Ceph.
//
// Where the server is and who asks is set as for the tools of AWS, by the environment and the shared files of
// configuration. A [Store] asks for nothing that a listing told already: of an object from a listing, the first
// request is one for its bytes.
package s3
