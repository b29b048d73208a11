// Package inflaters keeps what inflates the members of archives for the next ones. It needs no library, unlike package
// decompress, so that the validator can use it.
package inflaters

import (
	"bufio"
	"compress/flate"
	"io"
	"sync"
)

// Reused returns a decompressor of deflate streams, for validator.Options, that makes readers with newReader, and
// reuses closed ones: each allocates some 40 KiB. They have to implement compress/flate.Resetter and, like those of
// compress/flate, must not read past the end of the stream from a reader with a ReadByte method.
func Reused(newReader func(io.Reader) io.ReadCloser) func(src *bufio.Reader, size uint64, flags uint16) io.ReadCloser {
	closed := new(sync.Pool)
	return func(src *bufio.Reader, _ uint64, _ uint16) io.ReadCloser {
		i, ok := closed.Get().(*inflater)
		if !ok {
			return &inflater{newReader(src), closed}
		}
		i.ReadCloser.(flate.Resetter).Reset(src, nil) // the error is about the dictionary, and there is none
		return i
	}
}

// inflater may be used again after Close.
type inflater struct {
	io.ReadCloser
	closed *sync.Pool
}

func (i *inflater) Close() error {
	i.closed.Put(i)
	return nil
}
