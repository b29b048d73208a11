package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
)

// maxPlain is the size in bytes of the largest vector that is in the folder uncompressed. The others are in the gzip
// format, so that the folder stays small.
const maxPlain = 16 << 10

// gzipSuffix follows the name of such a file.
const gzipSuffix = ".gz"

// pack returns a file in the gzip format, without name and time.
func pack(content []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// same reports whether a file has the content that would be written. Packed files are the same if they unpack to the
// same bytes: another release of Go may pack them differently.
func same(name string, old, content []byte) bool {
	if bytes.Equal(old, content) || !strings.HasSuffix(name, gzipSuffix) {
		return bytes.Equal(old, content)
	}
	a, err := gzip.NewReader(bytes.NewReader(old))
	if err != nil {
		return false
	}
	b, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return false
	}
	want, err := io.ReadAll(b)
	if err != nil {
		return false
	}
	got, err := io.ReadAll(io.LimitReader(a, int64(len(want))+1))
	return err == nil && bytes.Equal(got, want)
}
