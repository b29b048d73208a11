// Package s3 lists the objects of a bucket, and gets them for package remote. It works with every server that speaks
// the S3 protocol: S3 itself, R2, GCS by its interface for S3, MinIO, Ceph.
//
// Server and credentials are configured as for the AWS tools, by the environment and the shared configuration files. A
// [Store] requests nothing that a listing already had: for an object from a listing, the first request is for its
// bytes.
package s3
